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
    "no_session": "this needs a role: give your key file with --keys",
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

# what a program does then; in each case but `replayed` nothing was carried out
CHANGE = "change the request: the same one will never be taken"
WAIT = "wait, then send it as a new request"
REOPEN = "open a session again (HELLO, OPEN_SESSION), then send it as a new request"
LOOK = "read the state again and decide anew: things are not as this program thinks"
PEOPLE = "tell people; somebody must do something at the board or the table first"
STOP = "stop and raise an alarm: somebody must look before anything goes on"
DONE = "it was carried out before: read the state, do not send it again"

ADVICE = {
    "unknown_message": CHANGE,
    "bad_length": CHANGE,
    "not_allowed": CHANGE,
    "unknown_setting": CHANGE,
    "out_of_range": CHANGE,
    "busy": WAIT,
    "locked": PEOPLE,
    "no_such_record": LOOK,
    "not_active": LOOK,
    "unknown_section": CHANGE,
    "still_present": PEOPLE,
    "not_provisioned": PEOPLE,
    "no_session": REOPEN,
    "bad_tag": REOPEN,
    "replayed": DONE,
    "too_often": WAIT,
    "throttled": WAIT,
    "lid_closed": PEOPLE,
    "already_provisioned": PEOPLE,
    "nothing_pending": LOOK,
    "same_role": PEOPLE,
    "wrong_port": CHANGE,
    "update_state": LOOK,
    "image_refused": PEOPLE,
    "no_space": PEOPLE,
    "other_deed": LOOK,
    "same_person": PEOPLE,
    "not_running": LOOK,
    "not_enrolled": PEOPLE,
    "wrong_phase": LOOK,
    "out_of_turn": LOOK,
    "cards_short": PEOPLE,
    "device_only": CHANGE,
    "no_table": LOOK,
    "withheld": WAIT,
    "stopped": PEOPLE,
    "not_announced": PEOPLE,
    "internal": STOP,
    "past_end": STOP,
    "wait": WAIT,
    "not_now": LOOK,
    "wrong_round": LOOK,
    "no_wager": LOOK,
    "unpaid": PEOPLE,
    "claim_refused": PEOPLE,
}


# the same in the terms of whoever asked, where the error alone does not say it
REFUSALS = {
    ("ANSWER", "no_such_record"): "there is no such case; 'faro ruling show' shows the open one",
    ("ANSWER", "not_active"): "that case is closed: it is ruled on, or was taken back",
    ("ANSWER", "out_of_range"): "that case asks something else; 'faro ruling show' shows what",
    ("AUDIT_BEGIN", "not_now"): "a deck is being enrolled; finish that first",
    ("AUDIT_END", "not_running"): "no pack is being checked",
    ("CANCEL_HIT", "nothing_pending"): "no jackpot win waits to be paid",
    ("CLAIM", "not_now"): "no round waits for claims: wagers are open, or it is settled",
    ("CLEAR_FAULT", "not_active"): "that fault is not active; 'faro status' names those that are",
    ("CLEAR_FAULT", "not_allowed"): "this role may not clear that fault",
    ("CLEAR_FAULT", "still_present"): "what caused the fault is still there; 'faro status' says"
    " what to do",
    ("CONFIRM_HIT", "busy"): "the board that holds the pool is still computing; try again in a"
    " moment",
    ("CONFIRM_HIT", "nothing_pending"): "no jackpot win waits to be paid",
    ("DECIDE", "wrong_phase"): "no round is open",
    ("DELIVER", "out_of_range"): "there are not so many cards in the device",
    ("END_ROUND", "not_allowed"): "only a supervisor voids a round",
    ("END_ROUND", "wrong_phase"): "no round is open",
    ("ENROL_BEGIN", "not_now"): "a pack is being checked; finish that first",
    ("ENROL_END", "not_running"): "no deck is being enrolled",
    ("FREEZE", "not_now"): "the wagers of this round are closed already",
    ("GET_COMMITMENT", "no_such_record"): "the board has committed to no such pack yet",
    ("GET_EVIDENCE", "no_such_record"): "there has been no jackpot hit yet",
    ("GET_RULING", "no_such_record"): "there is no such case: nothing waits for a ruling",
    ("LOAD_BOOK", "not_now"): "this board has a jackpot of its own; take a spare one",
    ("OPEN_TABLE", "out_of_range"): "the game is not played so: look at game, decks and seats",
    ("OPEN_TABLE", "wrong_phase"): "a round is in play; 'faro round end' ends it",
    ("PACK_LOADED", "wrong_phase"): "no table is open, or a round is in play",
    ("REOPEN_WAGERS", "not_now"): "no round is open",
    ("REPORT_FINDING", "out_of_range"): "there is no such finding, or no such seat",
    ("SEAL_EVIDENCE", "no_such_record"): "there has been no jackpot hit yet",
    ("SET_AREAS", "wrong_phase"): "no table is open, or a round is in play",
    ("SET_SETTING", "busy"): "wagers are on their way to the holder of the pool; try again in a"
    " moment",
    ("SET_SETTING", "not_allowed"): "this role may not change that; the jackpot's terms are"
    " changed by two people: 'faro jackpot terms'",
    ("SET_SETTING", "not_now"): "tables are linked and parted between rounds only",
    ("SET_TERMS", "not_now"): "terms are changed between rounds only, and not on linked tables",
    ("SET_TERMS", "out_of_range"): "these terms are out of range, or do not fit each other",
    ("SHUFFLE", "not_active"): "there are no cards in the feed tray",
    ("TELL_ROUND", "wrong_phase"): "no round is open",
    ("TIME", "out_of_range"): "the clock of this computer is not set",
    ("UPDATE_BEGIN", "no_space"): "the image does not fit into this board",
    ("UPDATE_BEGIN", "not_provisioned"): "this board does not know yet whose images it may run:"
    " open its lid, then 'faro update signer KEY.pub'",
    ("WAY_CLEARED", "still_present"): "clear the fault first; 'faro status' names it",
}


def error_sentence(name: str, detail: int = 0, request: str = "") -> str:
    """One line for a person; `detail` as the board's answer has it."""
    own = REFUSALS.get((request, name))
    if own:
        return own
    sentence = ERRORS.get(name, name)
    if name == "wait":
        sentence += f"; wait {-(-detail // 1000)} s"
    return f"{sentence} ({request} was refused)" if request else sentence
