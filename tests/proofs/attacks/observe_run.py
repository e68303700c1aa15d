"""Whole cycles while a stranger looks on: can he tell where a card went, or which one came out?

He knows the in-feed order, the seats and what was shown; he wants to know where the undealt cards
lie and what is in a packet that nobody has turned.  `observe_guess` tries to learn it from what he
saw; the truth comes from the simulated world.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np

from faro.sim.scenarios.shuffler import BY_IDENTITY, ShufflerTable
from firmware.shuffler import cycle as c
from firmware.shuffler.modes import MODE_CONTINUOUS, MODE_SHUFFLE
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.observe_guess import Floats, Verdict, Watched, judge
from tests.proofs.attacks.observe_stranger import LINES, Move, Stranger, Stretch
from tests.proofs.attacks.outcome import Outcome

_COMPARTMENTS = 54
_HALF = 27
_PACKET_CARDS = 13
_LIMIT_MS = 60_000
_HARD_CODES = 4  # aces: a build for tests makes them hard to read
_COUP_CARDS = 6
_COUPS = 15  # of continuous mode, for each cycle asked for
_WAY = ("distance", "past home")  # of the drum
# cards go in and out by turns: of each stretch, what must not be told
_SECRETS = {
    "one deck": ((*_WAY, "position"), (*_WAY, "in-feed index", "rank", "next", "hard")),
    # how many have come back tells where the next one goes: which card it is, is the secret
    "two decks": (
        (*_WAY, "position"),
        ("in-feed index", "rank", "hard"),
        ("in-feed index", "rank", "hard"),
        ("in-feed index", "rank", "next", "hard"),
    ),
    "continuous": (_WAY, (*_WAY, "rank", "next", "hard")),
}
Seen = list[list[Watched]]  # by stretch


def _shuffle(table: ShufflerTable, stranger: Stranger, decks: int) -> None:
    machine = table.machine
    mode = MODE_SHUFFLE if decks else MODE_CONTINUOUS
    table.client.request("SHUFFLE", mode=mode, decks=max(decks, 1))
    passes = 2 if decks > 1 else 1
    due = sum(move.is_in for move in stranger.moves) + passes * len(machine.path.tray)
    stranger.watch(lambda: sum(move.is_in for move in stranger.moves) >= due)
    table._until(c.ST_READY, _LIMIT_MS, lambda: True)
    stranger.look_at_world()


def _deliver(table: ShufflerTable, stranger: Stranger, cards: int) -> list[SimCard]:
    table.client.request("DELIVER", cards=cards)
    stranger.watch(lambda: table.machine.is_unlocked)
    taken = table.machine.take_output()
    table.wait_ms(300)
    return taken


def observe(bench: Bench, cycles: int, decks: int, lines: Sequence[str]) -> Seen:
    """Cycles of one or more decks: fed, then dealt in packets; what was seen of each stretch."""
    table = ShufflerTable(bench.rig, bench.session("table"))
    stranger = Stranger(bench, table, lines)
    packs = [new_deck(back, bench.rig.kernel.rng(f"pack {back}"), decks) for back in (1, 2)]
    seen: Seen = []
    for cycle in range(cycles + 1):
        fed = packs[cycle % 2]
        bench.rig.kernel.rng("wash").shuffle(fed)
        table.machine.load(list(fed))
        stranger.take()
        _shuffle(table, stranger, decks)
        order: list[SimCard] = []
        while len(order) < len(fed):
            order += _deliver(table, stranger, min(_PACKET_CARDS, len(fed) - len(order)))
        if cycle:  # the first one homes
            numbers = {
                "position": {id(card): at for at, card in enumerate(order)},
                "in-feed index": {id(card): at for at, card in enumerate(fed)},
            }
            channels, moves = stranger.take()
            parts = [list(part) for _, part in groupby(moves, lambda move: move.is_in)]
            if decks > 1:
                parts[1:3] = _first_of_boxes(parts[1], parts[2])
            steps = _steps(moves)
            seen.append([_watched((channels, part), steps, numbers) for part in parts])
    return [list(stretch) for stretch in zip(*seen, strict=True)]


def observe_continuous(bench: Bench, coups: int, lines: Sequence[str]) -> Seen:
    """One deck in continuous mode: coups dealt, their cards fed back; two halves of them."""
    table = ShufflerTable(bench.rig, bench.session("table"))
    stranger = Stranger(bench, table, lines)
    table.machine.load(new_deck(1, bench.rig.kernel.rng("pack"), 1))
    _shuffle(table, stranger, 0)
    seen: Seen = [[], []]
    for _half in range(2):
        stranger.take()
        for _coup in range(coups // 2):
            dealt: list[SimCard] = []
            while len(dealt) < _COUP_CARDS:
                dealt += _deliver(table, stranger, 0)
            for card in dealt:
                table.machine.taken.remove(card)
            table.machine.load(dealt)
            _shuffle(table, stranger, 0)
        channels, moves = stranger.take()
        steps = _steps(moves)
        fed = [move for move in moves if move.is_in]
        # a packet is one compartment, as everybody knows: only its first card's way is secret
        first_out = [
            move
            for before, move in pairwise(moves)
            if not move.is_in and (before.is_in or before.slot != move.slot)
        ]
        for part, moved in zip(seen, (fed, first_out), strict=True):
            part.append(_watched((channels, moved), steps, {}))
    return seen


def _first_of_boxes(back: list[Move], again: list[Move]) -> list[list[Move]]:
    """Of two cards in a compartment the first one was fed first, as everybody knows."""
    first = {id(move.card) for before, move in pairwise(back) if before.slot != move.slot}
    return [[move for move in part if id(move.card) in first] for part in (back, again)]


def _steps(moves: Sequence[Move]) -> dict[int, tuple[int, int]]:
    """By move: where the drum stood before, and how far it turned by the shorter way."""
    found: dict[int, tuple[int, int]] = {}
    for before, move in pairwise(moves):
        start = (before.slot + _HALF) % _COMPARTMENTS - _HALF  # home is 0
        found[id(move)] = start, (move.slot - before.slot + _HALF) % _COMPARTMENTS - _HALF
    return found


def _watched(
    stretch: Stretch, steps: dict[int, tuple[int, int]], numbers: dict[str, dict[int, int]]
) -> Watched:
    """`numbers` are secrets of each card, by the card's id."""
    channels, moves = stretch
    moves = [move for move in moves[1:] if id(move) in steps]  # nobody turned to the first one
    cards = [move.card for move in moves]
    turns = [steps[id(move)] for move in moves]
    ranks = _floats(card.code >> 2 for card in cards)
    found = {
        "distance": _floats(abs(turn) for _, turn in turns),
        "past home": _floats(start * (start + turn) < 0 for start, turn in turns),
        "rank": ranks,
        "next": np.append(ranks[1:], ranks[-1]),
        "hard": _floats(card.code < _HARD_CODES for card in cards),
    }
    for name, number in numbers.items():
        found[name] = _floats(number[id(card)] for card in cards)
    return Watched(channels, _floats(move.at_ms for move in moves), found)


def _floats(values: Iterable[float]) -> Floats:
    return np.fromiter(values, np.float64)


def verdicts(seen: Seen, situation: str) -> list[Verdict]:
    """Learn on the first half of the cycles, guess on the second; one verdict per secret."""
    found: list[Verdict] = []
    for watched, secrets in zip(seen, _SECRETS[situation], strict=True):
        half = len(watched) // 2
        found += judge(watched[:half], watched[half:], secrets)
    return found


def look_on(bench: Bench, situation: str, cycles: int, lines: Sequence[str] = LINES) -> Seen:
    """Somebody who has only one of the lines asks there all the more often."""
    if situation == "continuous":
        return observe_continuous(bench, cycles * _COUPS, lines)
    return observe(bench, cycles, 2 if situation == "two decks" else 1, lines)


def _attack(situation: str, cycles: int) -> Callable[[Bench], Outcome]:
    def run(bench: Bench) -> Outcome:
        notes = bench.begin(f"{situation}, watched by a stranger who guesses its cards")
        found = verdicts(look_on(bench, situation, cycles), situation)
        for verdict in found:
            notes.expect(not verdict.is_leak, verdict.sentence)
        notes.note = "; ".join(verdict.sentence for verdict in found)
        return notes.outcome()

    return run


order_in_time = _attack("one deck", 3)
order_two_decks = _attack("two decks", 2)
order_continuous = _attack("continuous", 4)


def main(args: Sequence[str] | None = None) -> None:
    """Print what can be guessed; `--build` is a folder of tests/scenario/attack_mutants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--situation", choices=list(_SECRETS), default="one deck")
    parser.add_argument("--cycles", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--line", choices=LINES, action="append", help="only this one")
    parser.add_argument("--build", type=Path, action="append", default=[])
    given = parser.parse_args(args)
    with Bench("shoe", (*given.build, BY_IDENTITY), given.seed) as bench:
        seen = look_on(bench, given.situation, given.cycles, given.line or LINES)
        for verdict in verdicts(seen, given.situation):
            mark = "LEAK " if verdict.is_leak else "     "
            print(f"{mark} {verdict.sigma:4.1f} sigma: {verdict.sentence}", flush=True)


if __name__ == "__main__":
    main()
