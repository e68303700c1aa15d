"""The words in which rows of rulings speak: games, moments of a round, equipment, facts.

A fact is one bit.  What the board sees (a setting, the place of a card) it fills in itself; what
only people see is asked, lowest bit first, one at a time (RULES S7).
"""

from firmware.core.compat import const

# Three Card Poker, Four Card Poker, Caribbean Stud Poker, Three Card Baccarat, Lucky Draw
# Baccarat: numbered from 1, as in rounds/games/catalogue.py
GAME_NAMES = ("tcp", "fcp", "csp", "tcb", "ldb")

# when it came to light
FRESH = const(1)  # after a shuffle, no round dealt from it yet
BETWEEN = const(2)  # a round is over, no card of the next one is out
DEAL = const(4)  # cards of the round are coming out
DECIDE = const(8)  # the first deal is done, players act on their cards
SETTLE = const(16)  # the dealer's hand is complete or shown, wagers are being settled
IDLE = const(3)
IN_ROUND = const(28)
ALWAYS = const(31)
STATE_NAMES = ("fresh", "between", "deal", "decide", "settle")

SHOE = const(1)
DEVICE = const(2)
ANY = const(3)
EQUIPMENT_NAMES = ("shoe", "device")

# facts that are asked, in the order of asking
COUNT_RIGHT = const(1)
HANDLED = const(2)
DEALERS = const(4)
CAPABLE = const(8)
DISADVANTAGED = const(16)
SPARE = const(32)
PRACTICABLE = const(64)
DAMAGED = const(128)
REBUILT = const(256)
SEEN = const(512)
FIRST_SHOWN = const(1024)
DEALER_SHOWN = const(2048)
IN_DEAL = const(4096)
MISREAD = const(0x10000)
ORDERED = const(0x20000)
WHOSE = const(0x40000)  # answered with a seat; asked when a ruling needs to know whose hand it is
ASKED = const(0x71FFF)
# facts that are never asked: the board knows them, or somebody says so unasked; else they are not
UP_CARD = const(0x2000)
WORKS_AGAIN = const(0x4000)
LOW_LIMIT = const(0x8000)
WARNED = const(0x80000)  # of a Play wager that is too small (TCP 12.10, FCP 12.11)
SEAT_NAMED = const(0x100000)
UNASKED = const(0x18E000)

# bit, name; the question itself is in the host's words/ruling_texts.py
FACTS = (
    (COUNT_RIGHT, "count_right"),
    (HANDLED, "handled"),
    (DEALERS, "dealers"),
    (CAPABLE, "capable"),
    (DISADVANTAGED, "disadvantaged"),
    (SPARE, "spare"),
    (PRACTICABLE, "practicable"),
    (DAMAGED, "damaged"),
    (REBUILT, "rebuilt"),
    (SEEN, "seen"),
    (FIRST_SHOWN, "first_shown"),
    (DEALER_SHOWN, "dealer_shown"),
    (IN_DEAL, "in_deal"),
    (UP_CARD, "up_card"),
    (WORKS_AGAIN, "works_again"),
    (LOW_LIMIT, "low_limit"),
    (MISREAD, "misread"),
    (ORDERED, "ordered"),
    (WHOSE, "whose"),
    (WARNED, "warned"),
    (SEAT_NAMED, "seat_named"),
)


def fact_name(fact: int) -> str:
    """A fact's name by its bit; "" for none."""
    for bit, name in FACTS:
        if bit == fact:
            return name
    return ""


def rule_text(rule: int) -> str:
    """A rule's number for people: 12_09_2 is 12.9.2, 13_02_0 is 13.2; "" for none."""
    if rule == 0:
        return ""
    text = "%d.%d" % (rule // 1000, rule // 10 % 100)
    return text + ".%d" % (rule % 10) if rule % 10 else text
