"""Random traces of the model, replayed on the firmware: after each step both are in one state.

python -m tests.proofs.linked_model.traces --traces 1000
"""

from __future__ import annotations

import argparse
import random
import sys

from tests.proofs.linked_model import model as pm
from tests.proofs.linked_model.boards import Boards, expected, holder_wire, seen

_RARE = ("table_off", "holder_off", "take_over", "go_on_without")


class Differs(Exception):
    """The firmware is in another state than the model; with its trace."""


def choose(model: pm.Model, rng: random.Random) -> pm.Step:
    """A step that the model allows and people would take."""
    steps = [step for step in model.steps() if _would(model, step)]
    rare = [step for step in steps if step[0] in _RARE]
    often = [step for step in steps if step[0] not in _RARE]
    return rng.choice(rare if rare and (not often or rng.random() < 0.15) else often)


def _would(model: pm.Model, step: pm.Step) -> bool:
    """The inspector approves what the board asks about: a table that has joined and is silent."""
    if step[0] != "go_on_without":
        return True
    at = 2 * step[1] + step[2]
    return bool(model.joined[at] and not model.heard[at] and not model.missing[at])


def replay(seed: int, steps: int) -> list[pm.Step]:
    """One trace; Differs when model and firmware part."""
    rng = random.Random(f"trace/{seed}")
    model = pm.Model(failures=3, losses=4, repeats=2)
    boards = Boards()
    trace: list[pm.Step] = []
    for _ in range(steps):
        step = choose(model, rng)
        trace.append(step)
        try:
            model.do(step)
            boards.do(step)
            found = seen(boards, model)
        except AssertionError as error:
            raise Differs(f"trace {seed}: {trace[-8:]}: refused: {error}") from error
        meant = expected(model, found)
        if found != meant:
            wrong = {n: (found[n], meant[n]) for n in found if found[n] != meant[n]}
            raise Differs(f"trace {seed}, step {len(trace)}: {trace[-8:]}: (is, should be) {wrong}")
    return trace


class NoLoop:
    """In the place of asyncio: the trace polls, not a task."""

    @staticmethod
    def create_task(task: object) -> None:
        task.close()  # type: ignore[attr-defined]


def run(seeds: range, steps: int) -> int:
    """So many traces; gives their steps."""
    before = holder_wire.asyncio
    holder_wire.asyncio = NoLoop  # type: ignore[assignment]
    try:
        return sum(len(replay(seed, steps)) for seed in seeds)
    finally:
        holder_wire.asyncio = before


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traces", type=int, default=200)
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--seed", type=int, default=0, help="the first trace")
    args = parser.parse_args()
    try:
        steps = run(range(args.seed, args.seed + args.traces), args.steps)
    except Differs as difference:
        print(difference)
        return 1
    print(f"{args.traces} traces, {steps} steps: firmware and model agree after each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
