"""When an update's work is done, a trial ends and the spare slot is renewed."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.trust import slots as sl
from firmware.update import worker as w


class Part:
    """Counts steps down; notes what it was told to do."""

    def __init__(self, steps: int = 0) -> None:
        self.steps = steps
        self.calls: list[str] = []
        self.result = 0

    def step(self) -> bool:
        self.steps -= 1
        return self.steps >= 0

    def is_over(self) -> bool:
        return self.steps < 0

    def begin(self, _total_bytes: int) -> int:
        self.calls.append("begin")
        return self.result

    def restart(self) -> None:
        self.calls.append("restart")

    def abandon(self) -> None:
        self.calls.append("abandon")


class Trial:
    def __init__(self, is_on: bool) -> None:
        self.calls: list[str] = []
        self.is_on = lambda: is_on
        self.confirm = lambda: self.calls.append("confirm")
        self.give_up = lambda: self.calls.append("give up")


class Asleep(Exception):
    """The task waits for somebody."""


class Bench:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, is_trial: bool = False) -> None:
        self.slept: list[int] = []
        self.may_erase = True
        self.trial = Trial(is_trial)
        self.updater, self.attestor, self.mirror = Part(), Part(), Part(3)
        self.slots = SimpleNamespace(state=sl.ST_STABLE)
        monkeypatch.setattr(w, "asyncio", self)
        self.worker: Any = w.Worker(
            self.trial, self.updater, self.attestor, self.mirror, self.slots, lambda: self.may_erase
        )

    TimeoutError = asyncio.TimeoutError

    def Event(self) -> Bench:
        return self

    def set(self) -> None: ...
    def clear(self) -> None: ...

    async def wait(self) -> None:
        raise Asleep

    async def wait_for_ms(self, waiting: Any, ms: int) -> None:
        waiting.close()
        self.slept.append(ms)
        raise TimeoutError

    async def sleep_ms(self, ms: int) -> None:
        self.slept.append(ms)
        if ms == w._SPARE_FIRST_MS and len(self.slept) > 1:
            raise Asleep

    def run(self, is_well: bool = True) -> None:
        with pytest.raises(Asleep):
            asyncio.run(self.worker.run(is_well))


def test_run__no_trial_and_no_work__waits(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    bench.run()
    assert bench.trial.calls == [] and bench.slept == []


@pytest.mark.parametrize(
    ("is_well", "calls"), [(True, ["confirm"]), (False, ["give up", "confirm"])]
)
def test_run__trial__ends_as_the_self_test_says(
    monkeypatch: pytest.MonkeyPatch, is_well: bool, calls: list[str]
) -> None:
    bench = Bench(monkeypatch, is_trial=True)
    bench.run(is_well)
    assert bench.trial.calls == calls  # giving up restarts the board: nothing comes after it there
    assert bench.slept[0] == w._PROVE_MS


def test_run__work_of_both__all_of_it_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    bench.updater.steps, bench.attestor.steps = 3, 2
    bench.run()
    assert bench.slept == [w._TURN_MS] * 5


def test_run__sender_gone__update_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    bench.updater.is_over = lambda: "abandon" in bench.updater.calls  # type: ignore[method-assign]
    bench.run()
    assert bench.slept == [w._ABANDON_MS] and bench.updater.calls == ["abandon"]


@pytest.mark.parametrize(("result", "calls"), [(0, ["restart"]), (-1, [])])
def test_begin__taken_or_refused__copy_of_the_running_slot_begins_again_only_if_taken(
    monkeypatch: pytest.MonkeyPatch, result: int, calls: list[str]
) -> None:
    bench = Bench(monkeypatch)
    bench.updater.result = result
    assert bench.worker.begin(100) == result
    assert bench.mirror.calls == calls


def test_spare__board_at_rest__renewed_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(monkeypatch)
    bench.updater.steps = -1
    with pytest.raises(Asleep):
        asyncio.run(bench.worker.keep_spare())
    assert bench.slept == [w._SPARE_FIRST_MS, *[w._SPARE_TURN_MS] * 3, w._SPARE_FIRST_MS]


@pytest.mark.parametrize("why_not", ["trial", "update", "cards"])
def test_spare__something_else_needs_it__waits(
    monkeypatch: pytest.MonkeyPatch, why_not: str
) -> None:
    bench = Bench(monkeypatch)
    bench.updater.steps = 2 if why_not == "update" else -1
    bench.may_erase = why_not != "cards"
    if why_not == "trial":
        bench.slots.state = sl.ST_TRYING
    assert not bench.worker.renew_spare()
    assert bench.mirror.steps == 3
