"""What goes wrong at a table, apart from any board: one irregularity of docs/rules.md and 2a.

`trouble_for` picks one that the game, the equipment and the seats allow; how it is told and what
follows is the people's and the documents' business.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hw_sim.world.croupier import POKER, Mistake
from tests.helpers.documents.case import BROKEN

HAND = {"tcp": 3, "fcp": 5, "csp": 5, "tcb": 3, "ldb": 2}
# who else may report is any role; these are a supervisor's to say (TCP 12.11, 14.4 and others)
BY_SUPERVISOR = ("COLLUSION", "OUTCOME_INVALID", "CARD_UNFIT")
TOLD_OTHERWISE = ("MISSING_CARD", "EXPOSED_ONE", "EXPOSED_MORE", "EXPOSED_DEALER")
DEALER = 0


@dataclass(frozen=True)
class Trouble:
    """One irregularity; `finding` is what people would call it."""

    finding: str
    moment: str
    place: int | None = None  # as it is told
    facts: frozenset[str] = frozenset()  # what people answer when asked
    detail: int = 0
    mistake: Mistake | None = None  # of the dealing: the board sees it, or people tell how it lies
    whose: int | None = None  # the seat, when the board has to ask for it
    is_withdrawn: bool = False  # the supervisor takes the ruling back

    @property
    def seat(self) -> int | None:
        """Whose hand it is in the end."""
        return self.place if self.whose is None else self.whose


def trouble_for(
    game: str,
    is_device: bool,
    seats: tuple[int, ...],
    rng: random.Random,
    without: tuple[str, ...] = (),
) -> Trouble | None:
    """One of those that can happen now; None when no seat has a wager."""
    if not seats:
        return None
    ways = list(_any_game(game, seats, rng))
    ways += _poker(game, seats, rng) if game in POKER else []
    ways += _tcb(seats, rng) if game == "tcb" else []
    ways += _ldb(seats, rng) if game == "ldb" else []
    if is_device:
        ways += _device(game, rng)
    chosen = rng.choice([way for way in ways if way.finding not in without])
    is_reported = chosen.mistake is None and chosen.finding not in TOLD_OTHERWISE
    return replace(chosen, is_withdrawn=is_reported and rng.random() < 0.15)


def _some(rng: random.Random, *facts: str) -> frozenset[str]:
    """Each of the facts is so or not."""
    return frozenset(fact for fact in facts if rng.random() < 0.5)


def _any_game(game: str, seats: tuple[int, ...], rng: random.Random) -> Iterator[Trouble]:
    last = HAND[game] * len(seats)
    open_at = "settle" if game == "ldb" else "decide"
    guilty = rng.choice((None, *seats))
    yield Trouble("FOREIGN_CARD", "deal", mistake=Mistake("foreign", rng.randint(0, last)))
    yield Trouble("MISSING_CARD", rng.choice((open_at, "between")), detail=rng.randrange(52))
    yield Trouble("OUTCOME_INVALID", rng.choice((open_at, "between")), guilty)
    yield Trouble("CARD_UNFIT", rng.choice((open_at, "between")), facts=_some(rng, "ordered"))
    yield Trouble("NOT_INTERMIXED", "between", facts=_some(rng, "ordered"))
    yield Trouble("NOT_CUT", rng.choice((open_at, "between")))
    at = rng.randint(0, last)
    yield Trouble("UNREADABLE_CARD", "deal", mistake=Mistake("unreadable", at))
    first = "FACE_UP_LATER" if at else "FACE_UP_FIRST"
    yield Trouble(first, "deal", mistake=Mistake("face up", at))


def _hands(seats: tuple[int, ...], rng: random.Random, cards: int) -> Iterator[Trouble]:
    """Poker and Three Card Baccarat: hands of a wrong size, or where no wager is."""
    handled = _some(rng, "handled")
    for kind in ("extra", "skipped"):
        at = rng.randint(0, cards * len(seats))
        yield Trouble("HAND_COUNT", "decide", facts=handled, mistake=Mistake(kind, at))
    if len(seats) < 7:
        yield Trouble("HAND_WITHOUT_WAGER", "decide", facts=handled, mistake=Mistake("no wager", 1))
    facts = _some(rng, "handled", "count_right")
    place = rng.choice((None, DEALER, *seats))
    whose = rng.choice(seats) if place is None else None
    yield Trouble("DEALT_WRONG", "decide", place, facts, whose=whose)


def _poker(game: str, seats: tuple[int, ...], rng: random.Random) -> Iterator[Trouble]:
    seat = rng.choice(seats)
    yield from _hands(seats, rng, HAND[game])
    yield Trouble("NO_DECISION", "decide", seat)
    yield Trouble("VACANT", "between")
    yield Trouble("COLLUSION", rng.choice(("decide", "between")), seat, detail=rng.randint(1, 3))
    at = rng.randint(1, HAND[game] * len(seats))
    yield Trouble("DOUBLED_CARD", "deal", mistake=Mistake("doubled", at))
    misread = frozenset({"misread"})
    yield Trouble("DOUBLED_CARD", "deal", facts=misread, mistake=Mistake("misread", at))
    in_deal = frozenset({"in_deal"})
    yield Trouble("EXPOSED_ONE", "decide", seat, in_deal)
    yield Trouble("EXPOSED_MORE", "decide", seat, in_deal)
    yield Trouble("EXPOSED_DEALER", "decide", DEALER, in_deal if game == "fcp" else frozenset())
    if game == "csp":
        yield Trouble("BET_WRONG", "decide", seat, _some(rng, "dealer_shown"))
        yield Trouble("JACKPOT_FAILED", rng.choice(("decide", "between")))
        return
    yield Trouble("WAGER_SHORT", "decide", seat)
    if game == "fcp":
        moment = rng.choice(("settle", "between"))
        yield Trouble("RESULT_WRONG", moment, seat, _some(rng, "rebuilt"))
        chosen = sum(1 << card for card in rng.sample(range(6), 4))
        shown = _some(rng, "first_shown")
        yield Trouble("DEALER_SET_WRONG", "settle", DEALER, shown, detail=chosen)


def _tcb(seats: tuple[int, ...], rng: random.Random) -> Iterator[Trouble]:
    yield from _hands(seats, rng, HAND["tcb"])
    moment, place = rng.choice(("settle", "between")), rng.choice((None, *seats))
    yield Trouble("RESULT_WRONG", moment, place, _some(rng, "rebuilt"))
    yield Trouble("NOT_SHUFFLED", rng.choice(("decide", "between")))
    yield Trouble("NOT_BURNED", "decide")


def _ldb(seats: tuple[int, ...], rng: random.Random) -> Iterator[Trouble]:
    yield Trouble("NO_DECISION", "decide", rng.choice(seats))
    yield Trouble("DEALT_WRONG", rng.choice(("settle", "between")), facts=_some(rng, "rebuilt"))
    yield Trouble("NOT_SHUFFLED", rng.choice(("settle", "between")))
    yield Trouble("NOT_BURNED", "settle")
    yield Trouble("BURNED_IN_ERROR", "between")
    yield Trouble("CARD_UNCALLED", "decide", mistake=Mistake("uncalled", rng.randrange(7)))
    yield Trouble("DEALER_EXTRA_CARD", "settle", mistake=Mistake("kept", 0))
    yield Trouble(
        "DEALER_EXTRA_CARD", "settle", facts=frozenset({"seen"}), mistake=Mistake("burned extra", 0)
    )


def _device(game: str, rng: random.Random) -> Iterator[Trouble]:
    """docs/rules.md 3; at poker a device that goes on working has only to shuffle again."""
    finding = rng.choice(BROKEN)
    if game in POKER:
        is_idle = finding != "DEVICE_FAILED" and rng.random() < 0.3
        moment = "between" if is_idle else "decide"
        yield Trouble(finding, moment, facts=_some(rng, "capable"))
        return
    moment = "settle" if game == "ldb" else "decide"
    yield Trouble(finding, moment, facts=_some(rng, "disadvantaged", "spare", "practicable"))
