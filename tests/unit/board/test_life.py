"""A boot tells what it found in order; a heartbeat does nothing that could hide a card's edge."""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

import pytest

from firmware.board import board_state as bs
from firmware.board.leaving import Leaving, ServiceOrdered
from firmware.board.rows import EV_BOOTED, FAULT_WATCHDOG_BITE
from tests.unit.board.conftest import Journal, Pins


class Calls:
    """Any call of any part, by name, in order; parts answer what `answers` has."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.answers: dict[str, Any] = {}

    def part(self, name: str, **attributes: Any) -> Any:
        calls = self

        class Part(SimpleNamespace):
            def __getattr__(self, method: str) -> Any:
                def called(*_arguments: Any) -> Any:
                    calls.names.append(f"{name}.{method}")
                    return calls.answers.get(f"{name}.{method}")

                return called

        return Part(**attributes)


@pytest.fixture
def calls() -> Calls:
    return Calls()


def board_of(calls: Calls, journal: Journal, **attributes: Any) -> Any:
    names = "clock inputs heap guard serving generator updates recorder store failures rations"
    parts = {name: calls.part(name) for name in names.split()}
    return SimpleNamespace(
        **parts,
        storage=calls.part("storage", was_restart_ordered=attributes.pop("was_ordered", False)),
        faults=None,
        record=journal.record,
        raise_fault=journal.raise_fault,
        count=lambda *_: None,
        is_moving=lambda: attributes.get("moves", False),
        may_erase=lambda: attributes.get("is_calm", True),
        node=SimpleNamespace(acked_event=9),
        state=SimpleNamespace(state=attributes.get("state", bs.ST_READY)),
        boot_count=4,
        reset_cause=attributes.get("reset_cause", 1),
        is_sealed=attributes.get("is_sealed", False),
    )


# -- boot -------------------------------------------------------------------------------------


def test_boot__anything__recorded_before_what_it_found(
    pins: Pins, calls: Calls, journal: Journal
) -> None:
    life: Any = importlib.import_module("firmware.board.life")
    life.tell_boot(board_of(calls, journal))
    assert journal.events == [(EV_BOOTED, 4, 1)]
    assert calls.names == [
        "storage.load_faults",
        "storage.report",
        "updates.report",
        "guard.look_at_latch",
        "generator.start",
        "storage.make_epoch",
    ]
    assert journal.faults == []


@pytest.mark.parametrize(
    ("reset_cause", "was_ordered", "is_bite"),
    [(1, False, False), (3, False, True), (3, True, False)],
)
def test_boot__after_the_watchdog__a_fault_unless_somebody_ordered_the_restart(
    pins: Pins, calls: Calls, journal: Journal, reset_cause: int, was_ordered: bool, is_bite: bool
) -> None:
    life: Any = importlib.import_module("firmware.board.life")
    life.tell_boot(
        board_of(calls, journal, reset_cause=reset_cause, was_ordered=was_ordered)
    )
    assert journal.faults == [(FAULT_WATCHDOG_BITE,)] * is_bite


@pytest.mark.parametrize(
    ("error", "is_sealed", "restarts"),
    [(ServiceOrdered, False, 0), (ServiceOrdered, True, 1), (ValueError, False, 0),
     (ValueError, True, 1)],
)  # fmt: skip
def test_run__program_ends__a_sealed_board_starts_again_and_only_service_is_no_crash(
    pins: Pins,
    calls: Calls,
    journal: Journal,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
    is_sealed: bool,
    restarts: int,
) -> None:
    life: Any = importlib.import_module("firmware.board.life")
    leaving: Any = importlib.import_module("firmware.board.leaving")
    raised = leaving.ServiceOrdered if error is ServiceOrdered else error

    def end(live: Any) -> None:
        live.close()
        raise raised

    monkeypatch.setattr(life, "asyncio", SimpleNamespace(run=end))
    board = board_of(calls, journal, is_sealed=is_sealed)
    if error is ServiceOrdered:
        life.run(board, None, None)
    else:
        with pytest.raises(error):
            life.run(board, None, None)
    assert pins.restarts == restarts
    assert ("failures.stop" in calls.names) == (error is ValueError)  # told, outputs safe


# -- heartbeat --------------------------------------------------------------------------------


def heartbeat_of(calls: Calls, journal: Journal, **attributes: Any) -> Any:
    module: Any = importlib.import_module("firmware.board.heartbeat")
    pins = SimpleNamespace(PIN_LAMP_RED=0, PIN_LAMP_GREEN=0, PIN_LAMP_BLUE=0)
    return module.Heartbeat(board_of(calls, journal, **attributes), pins)


def test_beat__every_part__looks_once(pins: Pins, calls: Calls, journal: Journal) -> None:
    heartbeat_of(calls, journal).beat(1_000)
    assert calls.names == [
        "clock.update",
        "inputs.beat",
        "heap.beat",
        "guard.tick",
        "serving.tick",
    ]


@pytest.mark.parametrize(
    ("state", "colours"),
    [(bs.ST_SELF_TEST, [1, 1]), (bs.ST_READY, [2, 2]), (bs.ST_WARNING, [6, 6]),
     (bs.ST_STOPPED, [4, 4]), (bs.ST_LOCKED, [0, 4])],
)  # fmt: skip
def test_beat__lamp__shows_the_state_and_blinks_when_locked(
    pins: Pins, calls: Calls, journal: Journal, state: int, colours: list[int]
) -> None:
    heartbeat = heartbeat_of(calls, journal, state=state)
    shown = []
    for _ in range(2):
        heartbeat.beat(0)
        shown.append(pins.colour)
    assert shown == colours


def test_keep_house__cards_move__only_what_cannot_wait(
    pins: Pins, calls: Calls, journal: Journal
) -> None:
    heartbeat_of(calls, journal, moves=True).keep_house()
    assert calls.names == ["storage.tell_damage"]


@pytest.mark.parametrize("is_calm", [False, True])
def test_keep_house__board_at_rest__an_erase_only_when_nobody_is_at_the_inputs(
    pins: Pins, calls: Calls, journal: Journal, is_calm: bool
) -> None:
    heartbeat_of(calls, journal, is_calm=is_calm).keep_house()
    assert ("recorder.service" in calls.names) == is_calm
    assert calls.names[-3:] == ["storage.save_acked", "rations.keep", "store.check"]


# -- leaving ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "done"),
    [("order_restart", ["storage.order_restart", "restart"]),
     ("order_reset_store", ["storage.order_forget", "restart"])],
)  # fmt: skip
def test_leave__restart__noted_for_the_next_boot(calls: Calls, order: str, done: list[str]) -> None:
    leaving: Any = Leaving(calls.part("storage"), lambda: calls.names.append("restart"))
    assert not leaving.is_due()
    getattr(leaving, order)()
    assert leaving.is_due()
    leaving.leave()
    assert calls.names == done


def test_leave__service__ends_the_program_and_restarts_nothing(calls: Calls) -> None:
    leaving: Any = Leaving(calls.part("storage"), lambda: calls.names.append("restart"))
    leaving.order_service()
    with pytest.raises(ServiceOrdered):
        leaving.leave()
    assert calls.names == []
