"""A situation at a table, as an inspector would describe it."""

from __future__ import annotations

from dataclasses import dataclass

MOMENTS = ("fresh", "between", "deal", "decide", "settle")
POKER = ("tcp", "fcp", "csp")
DEALER = 0

BAD_CARDS = ("FOREIGN_CARD", "DOUBLED_CARD", "MISSING_CARD")
STOPS = ("JAM", "INTERMIXING_STOPPED", "CYCLE_INCOMPLETE")
BROKEN = (*STOPS, "DEVICE_FAILED")
EXPOSED = ("EXPOSED_ONE", "EXPOSED_MORE", "EXPOSED_DEALER")

# every happening that a reading must have a sentence for, or leave to the supervisor
FINDINGS = (
    *BAD_CARDS,
    *BROKEN,
    *EXPOSED,
    *("UNREADABLE_CARD", "TWO_CARDS", "FACE_UP_FIRST", "FACE_UP_LATER", "FACE_UP_BURNED"),
    *("CUT_CARD_FIRST", "CUT_CARD_LATER", "NOT_ENOUGH_CARDS", "NOT_BURNED", "NOT_CUT"),
    *("NOT_SHUFFLED", "NOT_INTERMIXED", "COUNT_WRONG", "DEALER_COUNT", "HAND_COUNT"),
    *("HAND_WITHOUT_WAGER", "DEALER_EXTRA_CARD", "CARD_UNCALLED", "BURNED_IN_ERROR"),
    *("DEALT_WRONG", "NO_DECISION", "WAGER_SHORT", "BET_WRONG", "DEALER_SET_WRONG"),
    *("RESULT_WRONG", "CARD_UNFIT", "SAME_BACKS", "SHOE_AT_LOW_LIMIT", "JACKPOT_FAILED"),
    *("FIRST_DISCLOSED", "VACANT", "COLLUSION", "OUTCOME_INVALID"),
    *("CARD_WITHOUT_TABLE", "DEALT_WHILE_STOPPED", "CUT_MISPLACED"),
)
# what people know and boards do not, and what a board may know without asking
FACTS = (
    *("count_right", "handled", "dealers", "capable", "disadvantaged", "spare", "practicable"),
    *("damaged", "rebuilt", "seen", "first_shown", "dealer_shown", "in_deal", "misread"),
    *("ordered", "up_card", "works_again", "low_limit", "warned"),
)


@dataclass(frozen=True)
class Case:
    """What happened, when, with which equipment, to whom, and what people say of it."""

    game: str
    finding: str
    moment: str
    is_device: bool = False
    facts: frozenset[str] = frozenset()
    place: int | None = None  # 0 the dealer or Banker, a seat, None: nobody said
    detail: int = 0  # of COLLUSION: the supervisor's measure, 1 to 3

    def says(self, fact: str) -> bool:
        assert fact in FACTS, fact
        return fact in self.facts

    @property
    def is_round_on(self) -> bool:
        """Cards of a round are out and it is not settled."""
        return self.moment not in ("fresh", "between")

    @property
    def is_seat(self) -> bool:
        return self.place is not None and self.place != DEALER

    @property
    def is_dealers(self) -> bool:
        """The cards in question are the dealer's (the Banker's)."""
        return self.place == DEALER or (self.place is None and self.says("dealers"))

    @property
    def is_in_deal(self) -> bool:
        """Shown during the deal: now, or told as soon as the deal was over."""
        return self.moment == "deal" or (self.moment == "decide" and self.says("in_deal"))

    @property
    def is_untouched(self) -> bool:
        """No player has handled cards; at settlement the hands lie open, so they have."""
        return self.moment != "settle" and not self.says("handled")
