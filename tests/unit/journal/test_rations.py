"""Which ring an event lies in, how many of a kind are recorded, and what is told of the rest."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from firmware import meter_rows, shoe_rows
from firmware.board.clock import Clock
from firmware.board.rows import EV_BOOTED, EV_BUTTON_PRESSED, EV_TIME_SET
from firmware.core.errors import ERR_TOO_OFTEN
from firmware.core.rows import CHATTER, EVIDENCE, SUPERVISOR, TABLE
from firmware.journal.rations import KEPT_SLACK, ROLE_MOST, TELL_EVERY_S, RoleRations
from firmware.journal.recorder import Recorder
from firmware.journal.rows import EV_CHATTER_DROPPED
from firmware.link.rows import EV_LINK_UP

# What strangers, lamps, loose plugs and people at a switch can cause as often as they like.
# Whatever is not named here is evidence: the safe side for a new event.
CHATTER_NAMES = {
    "shoe": {
        "LINK_UP", "LINK_DOWN", "SELF_TEST_PASSED", "BUTTON_PRESSED", "NO_MORE_BETS",
        "SESSION_OPENED", "AUTH_FAILED", "SEAL_REFUSED", "REPL_ATTEMPT",
        "CAMERA_TREND", "TREND_WARNING", "CHATTER_DROPPED",
    },
    "meter": {
        "LINK_UP", "LINK_DOWN", "SELF_TEST_PASSED", "BUTTON_PRESSED", "NO_MORE_BETS",
        "SESSION_OPENED", "AUTH_FAILED", "SEAL_REFUSED", "REPL_ATTEMPT",
        "BET_PLACED", "BET_REMOVED", "SEAT_TROUBLE", "SEAT_WELL", "CHATTER_DROPPED",
        "LINK_LOST", "LINK_RESTORED", "TABLE_JOINED", "TABLE_REFUSED",
    },
}  # fmt: skip
RATIONED_EVIDENCE = {
    "TIME_SET", "LID_OPENED", "LID_CLOSED", "KEY_TURNED",
    "SUPPLY_LOW", "SUPPLY_GOOD", "POWER_FAILING", "STORE_FINDING",
}  # fmt: skip
TABLES = {"shoe": shoe_rows, "meter": meter_rows}
RING_RECORDS = 130 * 32  # evidence that both boards hold at least


class Chain:
    """Says whether its next record would wait for an erase."""

    is_due = False

    def is_erase_due(self) -> bool:
        return self.is_due


class Log:
    """Takes every record; knows its ring."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, bytes, int]] = []
        self.chatter = Chain()

    def append(self, kind: int, payload: bytes, size: int, *more: int) -> int:
        self.rows.append((kind, bytes(payload[:size]), more[3]))
        return len(self.rows)


@pytest.fixture
def clock() -> Clock:
    return Clock(0)


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def recorder(log: Log, clock: Clock) -> Any:
    return Recorder(log, clock, shoe_rows.EVENTS, shoe_rows.RATIONS)


@pytest.mark.parametrize("kind", TABLES)
def test_events__of_both_boards__lie_in_the_ring_that_is_written_here(kind: str) -> None:
    names = {row[0]: row[1] for row in TABLES[kind].EVENTS}
    rows = {names[event]: ring for event, ring, *_ in TABLES[kind].RATIONS}
    assert {name for name, ring in rows.items() if ring == CHATTER} == CHATTER_NAMES[kind]
    late = {"WAGER_LATE"} if kind == "meter" else set[str]()
    assert {name for name, ring in rows.items() if ring == EVIDENCE} == RATIONED_EVIDENCE | late
    assert len(rows) == len(TABLES[kind].RATIONS)


@pytest.mark.parametrize("kind", TABLES)
def test_rations__all_used_up_for_a_day__evidence_is_still_there(kind: str) -> None:
    """Everybody at once, at every switch and sensor, with and without keys."""
    rows = [row for row in TABLES[kind].RATIONS if row[1] == EVIDENCE]
    assert sum(most + 86_400 // every_s for _event, _ring, most, every_s in rows) < RING_RECORDS


def test_record__chatter_that_needs_an_erase_while_cards_move__dropped_and_told(log, clock) -> None:
    moving = [True]
    recorder: Any = Recorder(log, clock, shoe_rows.EVENTS, shoe_rows.RATIONS, lambda: moving[0])
    assert recorder.record(EV_LINK_UP, 1) == 1  # no erase is due
    log.chatter.is_due = True
    assert recorder.record(EV_LINK_UP, 1) == 0
    assert recorder.record(EV_BOOTED, 1, 2) == 2  # evidence waits for nothing
    moving[0] = False
    assert recorder.record(EV_LINK_UP, 1) == 3
    recorder.tell_dropped()
    assert log.rows[-1][0] == EV_CHATTER_DROPPED
    assert struct.unpack("<BI", log.rows[-1][1]) == (EV_LINK_UP, 1)


def test_record__within_its_ration__recorded_in_its_ring(recorder, log) -> None:
    assert recorder.record(EV_LINK_UP, 1) == 1
    assert recorder.record(EV_BOOTED, 1, 2) == 2
    assert [ring for _kind, _payload, ring in log.rows] == [CHATTER, EVIDENCE]
    assert recorder.evidence_count == 1


def test_record__too_often__dropped_told_at_once_and_then_once_a_minute(
    recorder, log, clock
) -> None:
    for _ in range(16):
        assert recorder.record(EV_LINK_UP, 1)
    assert recorder.record(EV_LINK_UP, 1) == 0
    for second in range(1, 180):
        recorder.record(EV_LINK_UP, 1)
        clock.update(second * 1000)
        recorder.tell_dropped()
    told = [
        struct.unpack("<BI", payload)
        for kind, payload, ring in log.rows
        if kind == EV_CHATTER_DROPPED and ring == CHATTER
    ]
    assert all(event == EV_LINK_UP for event, _dropped in told)
    recorded = sum(kind == EV_LINK_UP for kind, _payload, _ring in log.rows)
    assert recorded == 16 + 2  # one more a minute
    # all is told but for what came since the last minute's record
    assert len(told) == 1 + 179 // TELL_EVERY_S
    assert (
        180 - recorded - TELL_EVERY_S <= sum(dropped for _event, dropped in told) <= 180 - recorded
    )


def test_record__one_kind_used_up__others_are_recorded(recorder) -> None:
    for _ in range(100):
        recorder.record(EV_LINK_UP, 1)
    assert recorder.record(EV_BUTTON_PRESSED, 1)
    for _ in range(1_000):
        assert recorder.record(EV_BOOTED, 1, 2), "evidence without a row is never dropped"


class Cell:
    """A store with one cell; counts commits."""

    is_open = True

    def __init__(self) -> None:
        self.data = bytearray(60)
        self.commits = 0

    def view(self, _cell: int) -> bytearray:
        return self.data

    edit = view

    def commit(self) -> None:
        self.commits += 1


def spend(rations: RoleRations, recorder) -> int:
    """Record with the table's key until it is refused; how often it was not."""
    done = 0
    while rations.begin(TABLE) == 0:
        recorder.record(EV_BOOTED, 1, 2)
        rations.end()
        done += 1
    return done


def test_role__restarts__what_was_used_up_stays_used_up(recorder, clock) -> None:
    store = Cell()
    assert spend(RoleRations(recorder, clock, store), recorder) == ROLE_MOST - KEPT_SLACK
    restarted = RoleRations(recorder, clock, store)
    assert spend(restarted, recorder) == 0
    assert restarted.begin(SUPERVISOR) == 0
    clock.update(30_000)
    assert 0 < spend(restarted, recorder) <= 30
    restarted.keep(0)
    clock.update(620_000)
    restarted.begin(TABLE)
    restarted.keep()
    left = spend(RoleRations(recorder, Clock(0), store), recorder)
    assert left == ROLE_MOST - 10 - KEPT_SLACK


@pytest.mark.parametrize("records", [0, 1, KEPT_SLACK, KEPT_SLACK + 1, 100, 400])
def test_role__plug_pulled_at_any_moment__nothing_is_won_by_it(records, recorder, clock) -> None:
    store = Cell()
    rations = RoleRations(recorder, clock, store)
    for _ in range(records):
        rations.begin(TABLE)
        recorder.record(EV_BOOTED, 1, 2)
        rations.end()
    assert store.commits <= records / KEPT_SLACK + 1, "not a commit for each of them"
    left = spend(RoleRations(recorder, clock, store), recorder)
    assert left <= ROLE_MOST - KEPT_SLACK - records


def test_role__records_without_end__refused_until_time_has_passed(recorder, clock) -> None:
    rations = RoleRations(recorder, clock, Cell())
    assert spend(rations, recorder) == ROLE_MOST - KEPT_SLACK
    assert rations.begin(TABLE) == -ERR_TOO_OFTEN
    assert rations.begin(SUPERVISOR) == 0, "another role pays for itself"
    clock.update(3_000)
    assert rations.begin(TABLE) == 0
    for _ in range(2 * ROLE_MOST):  # what records nothing costs nothing
        assert rations.begin(TABLE) == 0
        rations.end()


# -- the clock --------------------------------------------------------------------------------


def test_clock__told_again_and_again__only_a_step_is_one(clock: Clock) -> None:
    assert not clock.is_drift(1_700_000_000), "the first time"
    clock.step_utc(1_700_000_000)
    for hour in range(1, 48):
        clock.update(hour * 3_600_000)
        now_s = 1_700_000_000 + hour * 3_600
        assert clock.is_drift(now_s + 2) and clock.is_drift(now_s - 2)
        clock.set_utc(now_s + 2)
        assert clock.utc_s() == now_s + 2
        assert not clock.is_drift(now_s + 40) and not clock.is_drift(now_s - 40)


def test_clock__walked_in_small_steps__is_a_step(clock: Clock) -> None:
    clock.step_utc(1_700_000_000)
    silent = 0
    for second in range(1, 100):
        if not clock.is_drift(1_700_000_000 + second):
            break
        clock.set_utc(1_700_000_000 + second)
        silent = second
    assert silent == 2


def test_time__in_the_table__is_rationed_evidence() -> None:
    assert (EV_TIME_SET, EVIDENCE) in {row[:2] for row in shoe_rows.RATIONS}
