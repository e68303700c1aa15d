"""All orders of a few events, from four boards.

`python -m tests.model.loader.explore` is `make loader-model`; the path of what is
found replays it: `--path "set signer/start/…"`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from collections.abc import Callable
from functools import partial

from hw_sim.power import Cut, CutMode, PowerCut
from tests.model.loader import events, spec
from tests.model.loader.world import State, World

MODES: tuple[CutMode, ...] = ("torn", "after")  # before a write is after the one before it
_KEYED = ("power", "start", "well", "set signer")
_PROVED = (*_KEYED, "update fourth", "end", "start", "well", "renew")
BOARDS: dict[str, tuple[str, ...]] = {
    "new": (),
    "keyed": _KEYED,
    "proved": _PROVED,
    "updated": (*_PROVED, "update fifth", "end", "start", "well"),  # the spare is one behind
}


class Found(AssertionError):
    """A rule broken, with the order of events that breaks it."""


class Explorer:
    """Breadth first by the number of events; each different state once."""

    def __init__(self, most: int, cuts: int, is_way_out_asked: bool = True) -> None:
        """`cuts`: events up to which a cut may fall into each write."""
        self.most, self.cuts, self.is_way_out_asked = most, cuts, is_way_out_asked
        self.world = World()
        self.world.watch = spec.Watch()
        self.seen: dict[tuple[object, ...], int] = {}
        self.transitions = 0
        self.todo: deque[tuple[State, int, tuple[str, ...]]] = deque()

    def run(self, board: str) -> None:
        self._enter((), 0, self._made(board))
        while self.todo:
            state, length, path = self.todo.popleft()
            for event in self._possible(state):
                if length + event.cost <= self.most:
                    self._try(state, event, length + event.cost, (*path, event.name))

    def replay(self, board: str, path: str) -> None:
        """Events by name; `name@7-torn` is cut at its write 7."""
        state = self._made(board)
        for step in path.split("/"):
            name, _, cut = step.partition("@")
            event = next(e for e in self._possible(state) if e.name == name)
            self.world.restore(state)
            if cut:
                operation, _, name = cut.partition("-")
                mode: CutMode = "torn" if name == "torn" else "after"
                self._do_cut(event, Cut(int(operation), mode))
            else:
                event.do(self.world)
            state = self.world.save()
            print(f"{step:28} {state.phase:8} {state.key[-6:-4]} {state.loaded}")
            spec.check_state(self.world)

    def _made(self, board: str) -> State:
        world = self.world
        world.restore(World().save())
        events.write_both(world, "factory")
        for name in BOARDS[board]:
            if name.startswith("update "):
                assert events.update(world, name[7:])
            else:
                next(e for e in events.possible(world) if e.name == name).do(world)
        return world.save()

    def _possible(self, state: State) -> list[events.Event]:
        self.world.restore(state)
        return list(events.possible(self.world))

    def _try(self, state: State, event: events.Event, length: int, path: tuple[str, ...]) -> None:
        world = self.world
        world.restore(state)
        had_proved = not event.may_take and spec.has_proved(world)
        world.rig.supply.operations = 0
        self._guard(path, lambda: event.do(world))
        if event.name == "well":
            self._guard(path, lambda: spec.check_proved(world))
        operations = world.rig.supply.operations
        self._enter(path, length, world.save(), had_proved)
        if not event.is_written or length + 1 > self.cuts:
            return
        for cut in [Cut(operation, mode) for operation in range(operations) for mode in MODES]:
            world.restore(state)
            step = (*path[:-1], f"{event.name}@{cut.operation}-{cut.mode}")
            self._guard(step, partial(self._do_cut, event, cut))
            self._enter(step, length + 1, world.save(), had_proved)

    def _do_cut(self, event: events.Event, cut: Cut) -> None:
        supply = self.world.rig.supply
        supply.cut = cut
        try:
            event.do(self.world)
        except PowerCut:
            pass
        supply.cut = None
        events.lose_power(self.world)

    def _enter(
        self, path: tuple[str, ...], length: int, state: State, had_proved: bool = False
    ) -> None:
        self.transitions += 1
        if had_proved and not spec.has_proved(self.world):
            raise Found(f"{'/'.join(path)}: 6: no proved image is left")
        known = self.seen.get(state.key)
        if known is not None and known <= length:
            return
        self.seen[state.key] = length
        self._guard(path, lambda: spec.check_state(self.world))
        if known is None and self.is_way_out_asked:
            self._guard(path, lambda: spec.check_way_out(self.world, state))
        self.todo.append((state, length, path))

    def _guard(self, path: tuple[str, ...], work: Callable[[], object]) -> None:
        try:
            work()
        except PowerCut:
            raise
        except Exception as error:
            raise Found(f"{'/'.join(path)}: {error!r}") from error


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.model.loader.explore")
    parser.add_argument("--events", type=int, default=4)
    parser.add_argument("--cuts", type=int, default=3, help="events up to which cuts fall")
    parser.add_argument("--board", choices=BOARDS)
    parser.add_argument("--path", help="replay one order of events")
    options = parser.parse_args(words)
    for board in [options.board] if options.board else BOARDS:
        explorer = Explorer(options.events, options.cuts)
        if options.path:
            explorer.replay(board, options.path)
            return 0
        began = time.process_time()
        try:
            explorer.run(board)
        except Found as found:
            print(f"{board}: {found}")
            return 1
        took_s = time.process_time() - began
        print(
            f"{board}: {len(explorer.seen)} states, {explorer.transitions} transitions, "
            f"orders of {options.events} events, {took_s:.0f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
