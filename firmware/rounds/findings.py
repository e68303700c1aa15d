"""What a round can show that is not as it should be: facts only, one row each; rulings follow.

Fed by the tracker, read by rulings, journal and host.  A finding has a place (0 the dealer or
Banker, 1 to 7 a seat, NO_PLACE when nobody knows), the number of the card in its round (0: none)
and a detail.  Codes are never used again; 1 to 39 are the tracker's, 40 to 79 are kept for what
machines and people tell (ruling/).
"""

from firmware.core.compat import const

DEALER = const(0)
NO_PLACE = const(0xFF)

FND_FOREIGN_CARD = const(1)
FND_DOUBLED_CARD = const(2)
FND_MISSING_CARD = const(3)
FND_UNREADABLE_CARD = const(4)
FND_TWO_CARDS = const(5)
FND_FACE_UP_FIRST = const(6)
FND_FACE_UP_LATER = const(7)
FND_FACE_UP_BURNED = const(8)
FND_CUT_CARD_FIRST = const(9)
FND_CUT_CARD_LATER = const(10)
FND_NOT_ENOUGH_CARDS = const(11)
FND_COUNT_WRONG = const(12)
FND_DEALER_COUNT = const(13)
FND_HAND_COUNT = const(14)
FND_HAND_WITHOUT_WAGER = const(15)
FND_DEALER_EXTRA_CARD = const(16)
FND_CARD_UNCALLED = const(17)
FND_EXPOSED_ONE = const(18)
FND_EXPOSED_MORE = const(19)
FND_EXPOSED_DEALER = const(20)
FND_NOT_BURNED = const(21)
FND_NOT_CUT = const(22)
FND_NOT_SHUFFLED = const(23)
FND_CARD_WITHOUT_TABLE = const(24)
FND_DEALT_WHILE_STOPPED = const(25)
FND_CUT_MISPLACED = const(26)

# code, name, sentence, what the detail is, rows of RULES, rules of the documents
FINDINGS = (
    (
        FND_FOREIGN_CARD,
        "FOREIGN_CARD",
        "a card that is not of the pack left the shoe",
        "reading",
        "C5 C6",
        "TCP 12.9, FCP 12.10, CSP 14.9, TCB 12.13, LDB 10.15",
    ),
    (
        FND_DOUBLED_CARD,
        "DOUBLED_CARD",
        "a card came more often than the decks hold it",
        "card",
        "C5 C6",
        "TCP 12.9, FCP 12.10, CSP 14.9, TCB 12.13, LDB 10.15",
    ),
    (
        FND_MISSING_CARD,
        "MISSING_CARD",
        "a card is missing from the pack",
        "card",
        "C5 C6",
        "TCP 12.9, FCP 12.10, CSP 14.9, TCB 12.13, LDB 10.15",
    ),
    (
        FND_UNREADABLE_CARD,
        "UNREADABLE_CARD",
        "a card left that could not be read; the table must name it",
        "",
        "C1",
        "TCP 3.1, FCP 3.1, CSP 3.1, TCB 3.1, LDB 3.1",
    ),
    (
        FND_TWO_CARDS,
        "TWO_CARDS",
        "two cards left the shoe at once; the table must name them",
        "",
        "C1 C10",
        "TCP 12.1, FCP 12.1, CSP 14.1, TCB 12.1, LDB 10.8",
    ),
    (
        FND_FACE_UP_FIRST,
        "FACE_UP_FIRST",
        "the first card of the round was face up in the shoe",
        "",
        "C7 C12",
        "TCB 12.8, LDB 10.1, TCP 12.5, FCP 12.5, CSP 14.5",
    ),
    (
        FND_FACE_UP_LATER,
        "FACE_UP_LATER",
        "a card after the first one was face up in the shoe",
        "",
        "C7 C12",
        "TCB 12.9, LDB 10.1, TCP 12.5, FCP 12.5, CSP 14.5",
    ),
    (
        FND_FACE_UP_BURNED,
        "FACE_UP_BURNED",
        "a card that is burned anyway was face up in the shoe",
        "",
        "C7",
        "TCB 4.11, LDB 4.10",
    ),
    (
        FND_CUT_CARD_FIRST,
        "CUT_CARD_FIRST",
        "the cutting card came as the first card of a round",
        "",
        "C8",
        "TCB 4.8, LDB 4.1.2",
    ),
    (
        FND_CUT_CARD_LATER,
        "CUT_CARD_LATER",
        "the cutting card came in the middle of a round",
        "",
        "C8",
        "TCB 4.7, LDB 4.1.3",
    ),
    (
        FND_NOT_ENOUGH_CARDS,
        "NOT_ENOUGH_CARDS",
        "the shoe is empty and the round is not dealt to its end",
        "cards that lack",
        "C9",
        "TCB 12.7, LDB 10.10",
    ),
    (
        FND_COUNT_WRONG,
        "COUNT_WRONG",
        "the number of cards does not fit the deal; whose hand it is must be told",
        "cards too many, negative: too few",
        "C10",
        "TCP 12.1, FCP 12.1, CSP 14.1, TCB 12.1, LDB 10.8",
    ),
    (
        FND_DEALER_COUNT,
        "DEALER_COUNT",
        "the dealer's hand has a wrong number of cards",
        "cards too many, negative: too few",
        "C10",
        "TCP 12.2, FCP 12.2, CSP 14.2, TCB 12.2, LDB 10.8",
    ),
    (
        FND_HAND_COUNT,
        "HAND_COUNT",
        "a player's hand has a wrong number of cards",
        "cards too many, negative: too few",
        "C10",
        "TCP 12.7, FCP 12.6, CSP 14.8, TCB 12.5, LDB 10.8",
    ),
    (
        FND_HAND_WITHOUT_WAGER,
        "HAND_WITHOUT_WAGER",
        "a hand was dealt to an area without a wager",
        "",
        "C10",
        "TCP 12.8, FCP 12.7, CSP 14.10, TCB 12.4",
    ),
    (
        FND_DEALER_EXTRA_CARD,
        "DEALER_EXTRA_CARD",
        "a card was dealt to the dealer's completed hand",
        "1 exposed, 0 not, 255 not told yet",
        "C10",
        "LDB 10.6, LDB 10.7",
    ),
    (
        FND_CARD_UNCALLED,
        "CARD_UNCALLED",
        "a card left the shoe that no player had called for",
        "",
        "C10",
        "LDB 10.3, LDB 10.4, LDB 10.5",
    ),
    (
        FND_EXPOSED_ONE,
        "EXPOSED_ONE",
        "one card of a player was exposed in the deal",
        "cards exposed",
        "C12",
        "TCP 12.5, FCP 12.5, CSP 14.5",
    ),
    (
        FND_EXPOSED_MORE,
        "EXPOSED_MORE",
        "two or more cards were exposed in the deal",
        "cards exposed",
        "C12",
        "TCP 12.3, FCP 12.3, CSP 14.3",
    ),
    (
        FND_EXPOSED_DEALER,
        "EXPOSED_DEALER",
        "one card of the dealer was exposed in error",
        "cards exposed",
        "C12",
        "TCP 12.6, FCP 12.5, CSP 14.6, CSP 14.7",
    ),
    (
        FND_NOT_BURNED,
        "NOT_BURNED",
        "cards that should have been burned after the shuffle are in play",
        "cards in play",
        "C11",
        "TCB 12.11, LDB 10.13",
    ),
    (
        FND_NOT_CUT,
        "NOT_CUT",
        "the cards were not cut after the shuffle",
        "",
        "C11",
        "TCB 12.10, LDB 10.12, TCP 4.2, FCP 4.2, CSP 4.2",
    ),
    (
        FND_NOT_SHUFFLED,
        "NOT_SHUFFLED",
        "a round began though the cards should have been shuffled first",
        "",
        "C11",
        "TCB 12.12, LDB 10.14, TCP 4.1, FCP 4.1, CSP 4.1",
    ),
    (
        FND_CARD_WITHOUT_TABLE,
        "CARD_WITHOUT_TABLE",
        "a card left the shoe while no table was open",
        "reading",
        "A3",
        "TCP 3.6, FCP 3.6, CSP 3.6, TCB 3.7, LDB 3.5",
    ),
    (
        FND_DEALT_WHILE_STOPPED,
        "DEALT_WHILE_STOPPED",
        "a card left the shoe though a ruling must be carried out first",
        "reading",
        "C5 C6 J12",
        "TCP 12.9.3, FCP 12.10.3, CSP 14.15, TCB 12.13.3, LDB 10.15.3",
    ),
    (
        FND_CUT_MISPLACED,
        "CUT_MISPLACED",
        "the cutting card came from a wrong place in the shoe",
        "cards behind it",
        "I15",
        "TCB 4.6, TCB 12.10, LDB 4.9, LDB 10.12",
    ),
)


def finding_row(code):
    """The row of a finding; None for a code that is not the tracker's."""
    return FINDINGS[code - 1] if 0 < code <= len(FINDINGS) else None
