"""What a document says of a situation: round, hand, money by wager, pack, next round, notices."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.helpers.documents.case import POKER, Case

WAGERS = {
    "tcp": ("ante", "play", "pair_plus", "ante_bonus"),  # 5.2, 8.5, 10.2
    "fcp": ("ante", "play", "aces_up", "ante_bonus"),  # 5.2, 8.5, 10.2
    "csp": ("ante", "bet", "jackpot"),  # 5.2, 5.5, 5.3
    "tcb": ("player", "tie", "three_picture_cards", "banker_point_total"),  # 5.1
    "ldb": ("enter", "draw"),  # 5.1, 5.2
}
SIDE = ("pair_plus", "aces_up")  # on the player's own hand, whatever the dealer has
ON_BANKER = ("three_picture_cards", "banker_point_total")  # of no Player hand (TCB 5.1.3, 5.1.4)

ROUNDS = ("none", "goes_on", "void", "ended", "last", "waits")
HANDS = ("", "void", "stands", "discarded", "corrected")
FATES = ("stands", "returned", "lost", "settled", "corrected", "choice")
PACKS = (
    *("stays", "card burned", "burned as ruled", "cut", "shuffled before", "shuffled after"),
    *("checked", "void and checked", "new", "new after", "moved"),
    *("mended and moved", "mended to shoe", "discards shuffled", "refused", "put back"),
)
# what somebody must do, and who; those that bar: nothing is dealt before they are done
BARS = {
    "check pack": "dealer or supervisor",
    "other device": "supervisor",
    "other device or shoe": "supervisor",
    "new cards": "supervisor",
    "replace damaged": "supervisor",
    "approve": "inspector",
}
DOES = {
    "shuffle": "dealer",
    "cut": "dealer",  # of TCB 4.3 and LDB 4.6: a player, else a supervisor
    "burn": "dealer",
    "transfer": "dealer",
    "offer wagers back": "dealer",
    "finish from shoe": "dealer",
    "warn": "dealer",
    "put under shoe": "dealer",
    "full check": "supervisor",  # may, after the round (TCB 12.9.1, LDB 10.2)
    **BARS,
}
# no clause of any document reaches back: results of rounds completed before always stand


@dataclass(frozen=True)
class Ruled:
    """One ruling.  A wager that no mapping names stands, and is settled as ever."""

    rule: str  # the clause, "" where the document is silent
    also: tuple[str, ...] = ()  # clauses that say the same, or what follows
    round: str = "goes_on"
    hand: str = ""  # what becomes of the hand that the case is about
    of_hand: dict[str, str] = field(default_factory=dict[str, str])
    of_others: dict[str, str] = field(default_factory=dict[str, str])
    pack: str = "stays"
    steps: tuple[str, ...] = ()
    notified: frozenset[str] = frozenset()  # outside the pit, at once
    authorised: str = ""  # who alone may say so

    def fate(self, wager: str, is_of_hand: bool) -> str:
        """What becomes of a wager of the hand concerned, or of anybody else's."""
        return (self.of_hand if is_of_hand else self.of_others).get(wager, "stands")

    @property
    def bars(self) -> frozenset[str]:
        """What must be done before another card is dealt."""
        return frozenset(step for step in self.steps if step in BARS)

    @property
    def shuffle(self) -> str:
        """ "before" the next round can begin, or "after" the one that is being dealt."""
        if self.pack in ("shuffled before", "new", "void and checked"):
            return "before"
        return "after" if self.pack in ("shuffled after", "new after") else ""

    @property
    def is_silent(self) -> bool:
        return self.round == "waits" and not self.rule


SILENT = Ruled("", round="waits")


def shuffled(case: Case) -> tuple[str, ...]:
    """The steps of a shuffle; a device's cards are not cut (4.4; TCB 4.9)."""
    steps = ("shuffle",) if case.is_device else ("shuffle", "cut")
    return steps if case.game in POKER else (*steps, "burn")


def play_on(case: Case, rule: str, *also: str, pack: str = "stays") -> Ruled:
    return Ruled(rule, also, "goes_on" if case.is_round_on else "none", pack=pack)


def shuffle_first(case: Case, rule: str, *also: str) -> Ruled:
    """The cards are shuffled before another one is dealt."""
    return replace(play_on(case, rule, *also, pack="shuffled before"), steps=shuffled(case))


def shuffle_after(case: Case, rule: str, *also: str) -> Ruled:
    """The round is finished, then the cards are shuffled; between two rounds that is now."""
    if not case.is_round_on:
        return shuffle_first(case, rule, *also)
    return replace(play_on(case, rule, *also, pack="shuffled after"), steps=shuffled(case))


def shuffle_ordered(case: Case, rule: str) -> Ruled:
    """After a round "if directed by a casino supervisor" (TCB 4.1.3, LDB 4.1.4)."""
    if not case.says("ordered"):
        return play_on(case, rule)
    return replace(shuffle_after(case, rule), authorised="supervisor")


def new_cards(case: Case, rule: str, *also: str) -> Ruled:
    """A supervisor has the cards replaced: now, or as soon as no round is in progress."""
    pack = "new after" if case.is_round_on else "new"
    steps = ("new cards", "check pack", *shuffled(case))
    return replace(play_on(case, rule, *also, pack=pack), steps=steps, authorised="supervisor")


def void_round(case: Case, rule: str, *also: str) -> Ruled:
    """Every wager goes back; at poker the cards are shuffled for the next round (4.1.2)."""
    back = dict.fromkeys(WAGERS[case.game], "returned")
    made = Ruled(rule, also, "void", of_hand=back, of_others=back)
    if case.game in POKER:
        return replace(made, pack="shuffled before", steps=shuffled(case))
    return made


def void_hand(case: Case, rule: str, *also: str) -> Ruled:
    """Every wager on that hand goes back, the others play on."""
    own = [wager for wager in WAGERS[case.game] if wager not in ON_BANKER]
    back = dict.fromkeys(own, "returned")
    return replace(play_on(case, rule, *also), hand="void", of_hand=back)


def ante_gone(case: Case, rule: str, fate: str) -> Ruled:
    """The ante is returned or lost, the wager on the own hand is played to its end."""
    money = {"ante": fate, "play": "returned", "ante_bonus": "returned"}
    side = next(wager for wager in WAGERS[case.game] if wager in SIDE)
    return replace(play_on(case, rule), of_hand={**money, side: "settled"})


def corrected(case: Case, rule: str, *also: str) -> Ruled:
    """The round is put together again from the record and settled by it."""
    own = dict.fromkeys(WAGERS[case.game], "corrected")
    return replace(play_on(case, rule, *also), hand="corrected", of_hand=own)


def invalidated(case: Case, rule: str, refund: str) -> Ruled:
    """A supervisor invalidates the outcome: refunds, and a cheat's wagers forfeited."""
    if case.moment == "fresh":
        return SILENT  # nothing has an outcome yet
    made = void_round(case, rule, refund)
    made = replace(made, pack="stays", steps=(), authorised="supervisor")  # not a word on the cards
    if case.is_seat:
        lost = dict.fromkeys(WAGERS[case.game], "lost")
        return replace(made, rule=refund, also=(rule,), of_hand=lost)
    return made


def collusion(case: Case, rule: str) -> Ruled:
    """Three measures that a supervisor may take; no wager is touched."""
    chosen = (f"{rule}.{case.detail}",) if case.detail else ()
    return replace(play_on(case, rule, *chosen), authorised="supervisor")
