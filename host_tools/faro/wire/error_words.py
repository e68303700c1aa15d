"""Plain words for the errors that boards answer with, by their names in firmware/core/errors.py."""

from __future__ import annotations

ERRORS = {
    "unknown_message": "the board does not know this request (older firmware?)",
    "bad_length": "the request has the wrong length for this firmware",
    "not_allowed": "this role may not do that",
    "unknown_setting": "there is no such setting",
    "out_of_range": "the value is out of range for this setting",
    "busy": "the board is busy; try again in a moment",
    "locked": "the board is locked: it answers reads and lets its fault be cleared",
    "no_such_record": "there is no such record",
    "not_active": "that fault is not active",
    "unknown_section": "there is no such section in the dictionary",
    "still_present": "the cause is still there; remove it first",
    "not_provisioned": "this board has no keys yet; run 'faro provision' first",
    "no_session": "no session is open; open one with --keys and --role",
    "bad_tag": "the frame's tag is wrong: wrong key, or somebody changed it on the way",
    "replayed": "this frame was used before; replays are refused",
    "too_often": "this was asked for too often; wait a minute and try again",
    "throttled": "a wrong tag, and too many before it",
    "lid_closed": "this needs the lid open",
    "already_provisioned": "this board has keys already; its technician must open a session",
    "nothing_pending": "nothing is waiting for this confirmation (it may have timed out)",
    "same_role": "another role must confirm it, not the one that asked",
    "wrong_port": "this is possible on the USB port only",
    "update_state": "the steps of an update came in the wrong order",
    "image_refused": "the image was refused; see 'faro update status' for the reason",
    "no_space": "there is no room for that on the board",
    "other_deed": "what waits on the board is not what was shown; look at it again",
    "same_person": "another person must confirm it, not the one who asked",
    "not_running": "nothing of that kind is running on the board",
    "not_enrolled": "no deck is enrolled on this board; run 'faro enrol' first",
    "wrong_phase": "not now: a round is in play, or none is; 'faro round status' shows it",
    "out_of_turn": "it is not this seat's turn: decisions go in order from the left",
    "cards_short": "the deal lacks cards: tell whose hand, or end the round once more",
    "withheld": "it may name cards that lie face down: ask when the round is over, or as table,"
    " supervisor or inspector",
    "device_only": "a low-limit table deals from a shuffling device only (TCP 6.7.2, FCP 6.6.2)",
    "stopped": "play is stopped until a ruling is carried out; 'faro ruling list' shows what to do",
    "not_announced": "the sign that announces these odds has not been up for 20 minutes: put it up"
    " with --ground sign-up, or take all players' consent (TCB 14.8)",
    "no_table": "no table is open; run 'faro table open' first",
    "internal": "the board's program failed here and recorded the place; look at its events",
    "past_end": "the board has no event with that number: it was set back or emptied",
    "wait": "the board does this only now and then for askers without a session",
    "not_now": "not as things stand: asking again does not help, something else comes first",
    "wrong_round": "another round is in play",
    "no_wager": "that seat has no accepted wager in this round",
    "unpaid": "a qualifying hand has not been paid (CSP 9.5)",
    "claim_refused": "the cards that the shoe read say otherwise",
}


def error_sentence(name: str, detail: int = 0) -> str:
    """One line for a person; `detail` as the board's answer has it."""
    sentence = ERRORS.get(name, name)
    return f"{sentence}; wait {-(-detail // 1000)} s" if name == "wait" else sentence
