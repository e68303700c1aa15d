"""Packs with something wrong in them, each through a whole cycle: fed, refused, named, unloaded.

The same list is judged without mechanics by `tests/helpers/verdict_checks.py`, all of it each time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from faro.wire.errors import Refused
from firmware.cards import codes
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.proofs.machine_matrix.bench import BLUE, RED, ShuffleBench

MISSING, EXTRA, STRANGE = 1, 2, 3
Finding = tuple[int, int]  # kind, card


@dataclass(frozen=True)
class WrongPack:
    """A pack of 52 in which something is wrong at one card."""

    kind: str  # missing, twice, joker, cut card, foreign, face up, other back
    card: int  # the one that is away, or beside which something lies
    other: int = -1  # of which there are two

    def cards(self) -> list[SimCard]:
        """Mixed, so that no place means a card; the first card says which back the pack has."""
        deck = new_deck(RED)
        random.Random(f"{self}").shuffle(deck)
        at = next(i for i, card in enumerate(deck) if card.code == self.card)
        if at == 0:
            deck[0], deck[1], at = deck[1], deck[0], 1
        if self.kind == "missing":
            del deck[at]
        elif self.kind == "twice":
            deck[at] = SimCard(self.other, RED)
        elif self.kind == "face up":
            deck[at].is_face_up = True
        elif self.kind == "other back":
            deck[at].back = BLUE
        else:
            deck.insert(at, SimCard(_STRANGERS[self.kind], RED))
        return deck

    def findings(self) -> list[Finding]:
        """What the firmware must say, sorted."""
        if self.kind == "missing":
            return [(MISSING, self.card)]
        if self.kind == "twice":
            return [(MISSING, self.card), (EXTRA, self.other)]
        if self.kind in _AWAY:
            return [(MISSING, self.card), (STRANGE, _AWAY[self.kind])]
        return [(STRANGE, _STRANGERS[self.kind])]

    def __str__(self) -> str:
        text = f"{self.kind} {codes.name_of(self.card)}"
        return text if self.other < 0 else f"{text} is {codes.name_of(self.other)}"


_STRANGERS = {"joker": codes.JOKER, "cut card": codes.CUT_CARD, "foreign": codes.FOREIGN}
_AWAY = {"face up": codes.FACE_UP, "other back": codes.OTHER_DECK}


def all_packs() -> list[WrongPack]:
    """52 removals, 52 × 51 swaps, and each other trouble at each card."""
    found = [WrongPack("missing", card) for card in range(52)]
    for card in range(52):
        found += [WrongPack("twice", card, other) for other in range(52) if other != card]
    found += [WrongPack(kind, card) for kind in (*_STRANGERS, *_AWAY) for card in range(52)]
    return found


def some_packs(count: int, seed: int = 1) -> list[WrongPack]:
    """One of each kind first, then any."""
    packs = all_packs()
    random.Random(seed).shuffle(packs)
    kinds: dict[str, WrongPack] = {}
    for pack in packs:
        kinds.setdefault(pack.kind, pack)
    first = list(kinds.values())
    return (first + [pack for pack in packs if pack not in first])[:count]


def judge(bench: ShuffleBench, pack: WrongPack) -> list[str]:
    """One whole cycle; what was wrong with what the firmware did."""
    wrong: list[str] = []
    after = bench.last_event()
    cards = bench.load(pack.cards())
    state = bench.shuffled()
    if state != c.ST_REFUSED:
        wrong.append(f"state {c.STATE_NAMES[state]}")
    try:
        bench.ask("DELIVER", cards=1)
        wrong.append("delivers")
    except Refused:
        pass
    said = sorted(
        (e.fields["kind"], e.fields["card"])
        for e in bench.events(after)
        if e.name == "CARD_FINDING"
    )
    if said != sorted(pack.findings()):
        wrong.append(f"says {said}")
    bench.ask("ABORT_CYCLE")
    if bench.settle() != c.ST_UNLOADED or bench.machine.is_unlocked:
        wrong.append("not unloaded behind the lock")
    if {id(card) for card in bench.machine.output} != {id(card) for card in cards}:
        wrong.append("cards lost")
    bench.machine.output.clear()  # through the lid
    bench.machine.load([])
    bench.settle(states=(c.ST_EMPTY,))
    bench.clear_faults()
    return wrong


def run(packs: list[WrongPack], seed: int = 5) -> Iterator[tuple[WrongPack, list[str]]]:
    """All on one board, one after another."""
    with ShuffleBench(seed) as bench:
        for pack in packs:
            yield pack, judge(bench, pack)
