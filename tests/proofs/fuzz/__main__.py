"""`python -m tests.proofs.fuzz`: cases in turn through all states until the time is over."""

from __future__ import annotations

import hashlib
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from pathlib import Path

import click

from faro.cache import cache_folder
from tests.proofs.fuzz.case import STATES, Result, run_case
from tests.proofs.fuzz.minimise import shortest
from tests.proofs.fuzz.steps import Step, written

_MINIMISE_S = 120
_TELL_S = 30


def _run(state: str, seed: int, number: int) -> Result:
    return run_case(state, seed, number)


def _minimised(result: Result, seed: int) -> Result:
    """The same failure with as few steps as possible."""

    def still_fails(steps: Sequence[Step]) -> bool:
        return run_case(result.state, seed, result.number, steps).broken == result.broken

    result.steps = shortest(result.steps, still_fails, _MINIMISE_S)
    return result


def _cases(states: list[str]) -> Iterator[tuple[str, int]]:
    for number in count():
        for state in states:
            yield state, number


class Campaign:
    """Counts what came of the cases, and tells each new failure once, minimised."""

    def __init__(self, states: list[str], seed: int) -> None:
        self.states = states
        self.seed = seed
        self.cases = self.frames = 0
        self.failures: Counter[str] = Counter()
        self._tried: set[tuple[str, str, int]] = set()
        self._started_s = self._told_s = time.monotonic()

    def take(self, result: Result) -> bool:
        """Count a result; whether it is the first failure of its kind."""
        self.cases += 1
        self.frames += result.frames
        self._tried |= {(result.state, *who) for who in result.tried}
        if result.broken:
            self.failures[result.broken] += 1
        if time.monotonic() - self._told_s > _TELL_S:
            self._told_s = time.monotonic()
            click.echo(self.line())
        return bool(result.broken) and self.failures[result.broken] == 1

    def tell(self, result: Result) -> None:
        """A new failure with its shortest steps, also as a file for --replay."""
        text = written(result.steps)
        name = hashlib.sha256(result.broken.encode()).hexdigest()[:8]
        path = cache_folder() / "fuzz" / f"{result.state}-{name}.steps"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        click.echo(f"FAILED {result.state}, case {result.number} of seed {self.seed}:")
        click.echo(f"  {result.broken}\n  {result.detail}".replace("\n", "\n  "))
        click.echo(f"  {len(result.steps)} steps, in {path}:\n{text}")

    def line(self) -> str:
        seconds = round(time.monotonic() - self._started_s)
        kinds = len(self.failures)
        return (
            f"fuzz: seed {self.seed}, {self.cases} cases, {self.frames} frames,"
            f" {len(self.states)} states, {len(self._tried)} state × sender × message,"
            f" {sum(self.failures.values())} failures of {kinds} kinds, {seconds} s"
        )


def _replay(path: Path, states: list[str], seed: int) -> None:
    steps = [Step.from_json(line) for line in path.read_text().splitlines()]
    result = run_case(states[0], seed, 0, steps)
    click.echo(result.detail or "everything held")
    sys.exit(1 if result.broken else 0)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seconds", default=3_600, show_default=True, help="Of real time.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--state", "states", multiple=True, type=click.Choice(list(STATES)), help="Only these."
)
@click.option("--jobs", default=2, show_default=True, help="Worker processes.")
@click.option("--case", "number", type=int, help="Only the case of this number.")
@click.option("--replay", type=click.Path(exists=True, path_type=Path), help="Steps from a file.")
def main(
    seconds: int,
    seed: int,
    states: tuple[str, ...],
    jobs: int,
    number: int | None,
    replay: Path | None,
) -> None:
    """Send every message, from everybody, in every main state, and see that nothing breaks."""
    wanted = list(states or STATES)
    if replay is not None:
        _replay(replay, wanted, seed)
    campaign = Campaign(wanted, seed)
    cases = _cases(wanted) if number is None else ((state, number) for state in wanted)
    end_s = time.monotonic() + seconds
    with ProcessPoolExecutor(jobs) as pool:
        running: set[Future[Result]] = set()
        minimising: set[Future[Result]] = set()
        while True:
            while len(running) < 2 * jobs and time.monotonic() < end_s:
                case = next(cases, None)
                if case is None:
                    break
                running.add(pool.submit(_run, case[0], seed, case[1]))
            if not running and not minimising:
                break
            done, _ = wait(running | minimising, return_when=FIRST_COMPLETED)
            for future in done:
                result = future.result()
                if future in minimising:
                    campaign.tell(result)
                elif campaign.take(result):
                    minimising.add(pool.submit(_minimised, result, seed))
            running -= done
            minimising -= done
    click.echo(campaign.line())
    sys.exit(1 if campaign.failures else 0)


if __name__ == "__main__":
    main()
