"""A card as one small number, and what a reading can be that is not a card of the pack.

A card is `rank * 4 + suit`: rank 0 to 12 for 2 to A, suit 0 to 3 for spades, hearts, diamonds,
clubs.  Everything from sense to host speaks in these numbers.
"""

RANKS = "23456789TJQKA"
SUITS = "SHDC"
CARDS_PER_DECK = 52

# What passed the sensors and is no card of this pack; readings share one byte with the cards.
JOKER = 0x40
CUT_CARD = 0x41
BLANK = 0x42
FACE_UP = 0x43  # the face camera saw a back
OTHER_DECK = 0x44  # the back has another colour than the deck in use
FOREIGN = 0x45  # an index of another design than the enrolled one
TWO_CARDS = 0x46
UNREADABLE = 0x47

NOT_CARDS = (
    (JOKER, "joker"),
    (CUT_CARD, "cut card"),
    (BLANK, "blank card"),
    (FACE_UP, "card face up"),
    (OTHER_DECK, "card of the other deck"),
    (FOREIGN, "card of a foreign design"),
    (TWO_CARDS, "two cards at once"),
    (UNREADABLE, "unreadable card"),
)


def is_red(card: int) -> bool:
    return 1 <= card & 3 <= 2


def is_card(code: int) -> bool:
    """A card of the pack, rather than one of NOT_CARDS."""
    return 0 <= code < CARDS_PER_DECK


def name_of(code: int) -> str:
    """Two letters for a card ("TD"), words for anything else."""
    if 0 <= code < CARDS_PER_DECK:
        return RANKS[code >> 2] + SUITS[code & 3]
    for number, name in NOT_CARDS:
        if number == code:
            return name
    return "reading %d" % code


def card_named(name: str) -> int:
    """The card of two letters; ValueError for anything else."""
    rank = RANKS.find(name[:1]) if len(name) == 2 else -1
    suit = SUITS.find(name[1:]) if len(name) == 2 else -1
    if rank < 0 or suit < 0:
        raise ValueError("not a card: %s" % name)
    return rank * 4 + suit
