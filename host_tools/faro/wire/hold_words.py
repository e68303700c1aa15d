"""What is open at a table, as a refusal names it; beside rounds/holds.py."""

from __future__ import annotations

from firmware.core.rows import ROLE_NAMES
from firmware.rounds import holds as h

_TWO = 0x10  # beside the roles of a row: a supervisor asks, an inspector confirms
# what is open, and what ends it
OPEN = {
    h.OPEN_STOP: ("an inspector must approve before play goes on", "'faro ruling done'"),
    h.OPEN_QUESTION: ("a question about this {round} is open", "'faro ruling answer'"),
    h.OPEN_OLD_QUESTION: ("a question about an earlier {round} is open", "'faro ruling answer'"),
    h.OPEN_STEP: ("a ruling must be carried out first", "'faro ruling list' shows its steps"),
    h.OPEN_CHECK: ("the cards must be checked first", "'faro ruling list' shows how"),
    h.OPEN_UNREAD: ("a card of this {round} has no name", "'faro round tell name'"),
    h.OPEN_UNNAMED: (
        "a card of the last {round} has no name",
        "'faro round tell name', or a supervisor's 'faro round end --void cards'",
    ),
    h.OPEN_WIN: (
        "a winning hand waits for its payment",
        "'faro round decide SEAT win_settled'",
    ),
    h.OPEN_MACHINE: ("the shuffling device calls for a person", "'faro shuffle status'"),
    h.OPEN_METER: (
        "the jackpot's state is not known",
        "the table program, or two people: 'faro table alone'",
    ),
    h.OPEN_SHOE: (
        "the shoe's state is not known",
        "the table program, or two people: 'faro table alone'",
    ),
}


def refusal_text(detail: int) -> str:
    """The detail of "stopped": what holds the request, and who can end that; "" for none."""
    if not detail & h.OPEN_ALL:
        return ""
    roles = detail >> 16
    people = [name for bit, name in ROLE_NAMES if roles & bit]
    people += ["two people together"] if roles & _TWO else []
    found = [text[0].format(round="round") for bit, text in OPEN.items() if detail & bit]
    return f"{'; '.join(found)} ({' or '.join(people)})"
