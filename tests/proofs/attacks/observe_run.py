"""Whole cycles while a stranger asks for what changes meanwhile, as fast as USB allows.

He knows the in-feed order, the seats and what was shown; he wants to know where the undealt cards
lie and what is in a packet that nobody has turned.  `observe_guess` tries to learn it from what he
saw; the truth comes from the simulated world.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from faro.sim.scenarios.shuffler import BY_IDENTITY, ShufflerTable
from faro.wire.client import Client
from faro.wire.errors import FaroError
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.observe_guess import Series, Verdict, Watched, judge
from tests.proofs.attacks.outcome import Outcome

_COMPARTMENTS = 54
_HALF = 27
_PACKET_CARDS = 13
_OFTEN = ("GET_CYCLE", "GET_HEALTH", "STATUS", "GET_CYCLE", "GET_TRENDS")
_SELDOM = 16  # polls between two looks at the record
_LIMIT_MS = 60_000
_SECRETS = {
    "in": ("distance", "past home", "position"),
    "out": ("distance", "past home", "in-feed index", "rank", "next"),
}
Moved = tuple[float, int, SimCard]  # when (ms), which compartment, which card
Stretch = tuple[dict[str, Series], list[Moved]]


class Stranger:
    """Asks without a session and writes down every number, and how long it took to come."""

    def __init__(self, table: ShufflerTable, client: Client) -> None:
        self._kernel = table.rig.kernel
        self._drum = table.machine.drum
        self._client = client
        self._count = 0
        self._after = 0
        self.samples: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self.moved: list[Moved] = []
        self._lying = [list(box) for box in self._drum.compartments]

    def watch(self, is_done: Callable[[], bool], limit_ms: int = _LIMIT_MS) -> None:
        """Ask and ask until something is so in the world."""
        end_us = self._kernel.now_us + limit_ms * 1000
        while not is_done() and self._kernel.now_us < end_us:
            self._count += 1
            name = _OFTEN[self._count % len(_OFTEN)]
            self._ask(name, **({"first": 0} if name == "GET_HEALTH" else {}))
            if self._count % _SELDOM == 0:
                self._look_at_record()

    def take(self) -> Stretch:
        """Channels and moves since the last call."""
        channels = {
            name: (np.array([at for at, _ in rows]), np.array([value for _, value in rows]))
            for name, rows in self.samples.items()
            if len(rows) > 1
        }
        moved, self.moved, self.samples = self.moved, [], defaultdict(list)
        return channels, moved

    def _ask(self, name: str, **fields: int) -> None:
        asked_us = self._kernel.now_us
        try:
            answer = self._client.request(name, **fields).fields
        except FaroError:
            return
        self._note(f"{name} latency", self._kernel.now_us - asked_us)
        for field, value in answer.items():
            if isinstance(value, int):
                self._note(f"{name}.{field}", value)
        for number, at in enumerate(range(0, len(answer.get("counters", b"")), 4)):
            value = int.from_bytes(answer["counters"][at : at + 4], "little")
            self._note(f"{name}.{number}", value)
        self.look_at_world()

    def _look_at_record(self) -> None:
        for event in self._client.events(self._after):
            self._after = event.number
            self._note("POLL time", event.time_ms)
            for field, value in event.fields.items():
                if isinstance(value, int):
                    self._note(f"{event.name}.{field}", value)
        asked_us = self._kernel.now_us
        self._client.request("GET_JOURNAL")
        self._note("GET_JOURNAL latency", self._kernel.now_us - asked_us)

    def _note(self, name: str, value: float) -> None:
        self.samples[name].append((self._kernel.now_us / 1000, float(value)))

    def look_at_world(self) -> None:
        """The truth: which card went into or out of which compartment."""
        now_ms = self._kernel.now_us / 1000
        for number, box in enumerate(self._drum.compartments):
            before = self._lying[number]
            if len(box) != len(before):
                card = box[-1] if len(box) > len(before) else before[0]
                self.moved.append((now_ms, number, card))
                self._lying[number] = list(box)


def observe(bench: Bench, cycles: int) -> dict[str, list[Watched]]:
    """Cycles of one deck: fed, then dealt in packets; what was seen of each stretch."""
    table = ShufflerTable(bench.rig, bench.session("table"))
    client = bench.client(0x8B)
    client.hello()
    stranger = Stranger(table, client)
    packs = [new_deck(back, bench.rig.kernel.rng(f"pack {back}")) for back in (1, 2)]
    seen: dict[str, list[Watched]] = {"in": [], "out": []}
    for cycle in range(cycles):
        fed = packs[cycle % 2]
        bench.rig.kernel.rng("wash").shuffle(fed)
        fed_in, out, order = _one_cycle(table, stranger, fed)
        place = {id(card): at for at, card in enumerate(order)}
        index = {id(card): at for at, card in enumerate(fed)}
        if cycle:  # the first one homes
            seen["in"].append(_watched(fed_in, "position", place))
            seen["out"].append(_watched(out, "in-feed index", index))
    return seen


def _one_cycle(
    table: ShufflerTable, stranger: Stranger, fed: list[SimCard]
) -> tuple[Stretch, Stretch, list[SimCard]]:
    table.machine.load(list(fed))
    stranger.take()
    table.client.request("SHUFFLE", mode=1, decks=1)
    stranger.watch(lambda: not table.machine.path.tray and not table.machine.path.cards)
    fed_in = stranger.take()
    table._until(c.ST_READY, _LIMIT_MS, lambda: True)
    stranger.look_at_world()
    stranger.take()
    order: list[SimCard] = []
    while len(order) < len(fed):
        table.client.request("DELIVER", cards=min(_PACKET_CARDS, len(fed) - len(order)))
        stranger.watch(lambda: table.machine.is_unlocked)
        order += table.machine.take_output()
        table.wait_ms(300)
    return fed_in, stranger.take(), order


def _watched(stretch: Stretch, name: str, numbers: dict[int, int]) -> Watched:
    """`numbers` are a secret of each card, by the card's id."""
    channels, moved = stretch
    slots = np.array([slot for _, slot, _ in moved])
    starts = (slots[:-1] + _HALF) % _COMPARTMENTS - _HALF  # home is 0
    steps = (np.diff(slots) + _HALF) % _COMPARTMENTS - _HALF  # by the shorter way
    moved = moved[1:]  # nobody turned to the first one from another
    ranks = np.array([card.code >> 2 for _, _, card in moved], np.float64)
    found = {
        "distance": np.abs(steps).astype(np.float64),
        "past home": (starts * (starts + steps) < 0).astype(np.float64),
        "rank": ranks,
        "next": np.append(ranks[1:], ranks[-1]),
        name: np.array([numbers[id(card)] for _, _, card in moved], np.float64),
    }
    return Watched(channels, np.array([at for at, _, _ in moved]), found)


def verdicts(seen: dict[str, list[Watched]]) -> list[Verdict]:
    """Learn on the first half of the cycles, guess on the second; one verdict per secret."""
    found: list[Verdict] = []
    for part, secrets in _SECRETS.items():
        half = len(seen[part]) // 2
        for secret in secrets:
            verdict = judge(seen[part][:half], seen[part][half:], secret)
            found.append(verdict)
    return found


def order_in_time(bench: Bench, cycles: int = 5) -> Outcome:
    """The attack: watch whole cycles and guess where cards went and which ones came out."""
    notes = bench.begin("whole cycles watched without a session, and their cards guessed")
    found = verdicts(observe(bench, cycles))
    for verdict in found:
        notes.expect(not verdict.is_leak, verdict.sentence)
    notes.note = "; ".join(verdict.sentence for verdict in found)
    return notes.outcome()


def main(args: Sequence[str] | None = None) -> None:
    """Print what can be guessed; `--build` is a folder of tests/scenario/attack_mutants."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, action="append", default=[])
    given = parser.parse_args(args)
    with Bench("shoe", (*given.build, BY_IDENTITY), given.seed) as bench:
        for verdict in verdicts(observe(bench, given.cycles)):
            print("LEAK " if verdict.is_leak else "     ", verdict.sentence, flush=True)


if __name__ == "__main__":
    main()
