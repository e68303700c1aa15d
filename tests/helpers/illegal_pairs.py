"""Pairs of state and event that no table lists, because they cannot or must not happen.

They are not in the image, where an unlisted pair is a fault or a refusal.  Written down, so that
a hole in a table is an oversight that a test sees, never a silent decision.
"""

from __future__ import annotations

from types import ModuleType

# state: its events; the names without their prefixes
ILLEGAL: dict[str, dict[str, str]] = {
    # a self-test runs once, faults are looked at after it
    "firmware/board/board_state.py": {
        "SELF_TEST": "FAULTS_NONE FAULTS_WARN FAULTS_STOP FAULTS_LOCK",
        "READY": "TEST_DONE",
        "WARNING": "TEST_DONE",
        "STOPPED": "TEST_DONE",
        "LOCKED": "TEST_DONE",
    },
    # refused with an error to whoever asked: none of these is a fault of the board
    "firmware/jackpot/round_states.py": {
        "OPEN": "HANDS CLAIM ASK HOLD CONFIRM CANCEL PAID VOID_ROUND END",
        "FROZEN": "FREEZE CONFIRM CANCEL PAID",
        "ASKING": "FREEZE HANDS CLAIM ASK CONFIRM CANCEL PAID VOID_HAND VOID_ROUND END",
        "PENDING": "FREEZE HANDS CLAIM ASK HOLD PAID VOID_HAND VOID_ROUND END",
        "PAYING": "FREEZE HANDS CLAIM ASK HOLD CONFIRM CANCEL VOID_HAND VOID_ROUND END",
        "DONE": "FREEZE HANDS CLAIM ASK HOLD CONFIRM CANCEL PAID VOID_ROUND",
    },
    # what people or programs may try at the wrong time; it is refused and changes nothing
    "firmware/rounds/phases.py": {
        "CLOSED": "CLOSE SEATS PACK BURN BURN_DONE CARD DONE END REFILL CORRECT",
        "READY": "BURN_DONE DONE END REFILL",
        "BURNING": "CARD DONE END REFILL",
        "DEALING": "OPEN CLOSE SEATS PACK BURN BURN_DONE",
        "DEALT": "OPEN CLOSE SEATS PACK BURN BURN_DONE DONE REFILL",
    },
    # an order that does not fit is refused by the link; a step that did not run cannot have ended
    "firmware/shuffler/cycle.py": {
        "EMPTY": (
            "HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST COUNT "
            "UNLOAD ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "HOMING": (
            "START FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST COUNT "
            "ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "FEEDING": (
            "START HOMED FED_AGAIN DELIVER PACKET TAKEN TAKEN_LAST COUNT ALL_OUT CLEARED "
            "FEED_MORE STIR STIRRED"
        ),
        "EMPTYING": (
            "START HOMED FED_FIRST FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST COUNT ALL_OUT "
            "CLEARED FEED_MORE STIR"
        ),
        "CHECKING": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL DELIVER PACKET TAKEN TAKEN_LAST COUNT "
            "ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "READY": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD PACKET TAKEN TAKEN_LAST ALL_OUT "
            "CLEARED STIRRED"
        ),
        "DELIVERING": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER TAKEN TAKEN_LAST COUNT "
            "ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "OFFERED": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET COUNT ALL_OUT "
            "OUTPUT_EMPTY CLEARED FEED_MORE STIR STIRRED"
        ),
        "COUNTING": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL DELIVER PACKET TAKEN TAKEN_LAST COUNT "
            "ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "REFUSED": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST "
            "COUNT ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "UNLOADING": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST "
            "COUNT UNLOAD CLEARED FEED_MORE STIR STIRRED"
        ),
        "UNLOADED": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST "
            "COUNT UNLOAD ALL_OUT CLEARED FEED_MORE STIR STIRRED"
        ),
        "CALLING": (
            "START HOMED FED_FIRST FED_AGAIN FED_ALL GOOD BAD DELIVER PACKET TAKEN TAKEN_LAST "
            "COUNT UNLOAD ALL_OUT FEED_MORE STIR STIRRED"
        ),
    },
    # one move at a time; a carousel that was told nothing cannot arrive
    "firmware/shuffler/move_table.py": {
        "FEED_TURNING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "RUN_TURNING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "APPROACHING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "HOLDING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "INSERTING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "SEATING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "STOPPING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "EJECT_TURNING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "PUSHING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "LEAVING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "DRAINING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "BACKING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "STAGING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "HOMING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "ALIGNING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "RETRACTING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME PLACED LOOK ROUND",
        "LOOKING": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
        "ROUND": "FEED FEED_HELD STAGE EJECT DRAIN BACK HOME LOOK ROUND",
    },
    # nothing is refused or fails that was not pending or tried; no update during a trial
    "firmware/trust/slots.py": {
        "STABLE": "STARTED REFUSED FAILED",
        "PENDING": "VERIFIED FAILED ACTIVE_BAD FOUND",
        "TRYING": "BEGUN VERIFIED ACTIVE_BAD FOUND",
    },
}


def illegal_pairs(table: str, module: ModuleType) -> list[tuple[int, int]]:
    """The pairs of one state table, as numbers."""
    events = {k.partition("EV_")[2]: v for k, v in vars(module).items() if _is_event(k)}
    return [
        (getattr(module, f"ST_{state}"), events[event])
        for state, names in ILLEGAL[table].items()
        for event in names.split()
    ]


def _is_event(name: str) -> bool:
    return name.isupper() and name.partition("_")[0].endswith("EV")
