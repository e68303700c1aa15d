"""The shuffler's pure parts: jam watch, throat, trends, deadlines, gate, pack, remedies, track."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware.cards import codes
from firmware.cards.beams import THROAT_HALF_UM
from firmware.shuffler import cycle as c
from firmware.shuffler import jam_watch as jam
from firmware.shuffler import trouble as tr
from firmware.shuffler.card_track import CardTrack
from firmware.shuffler.health.step_deadlines import StepDeadlines, limit_of
from firmware.shuffler.health.trends import TREND_NONE, TREND_RETRIES, TREND_SLIP, Trends
from firmware.shuffler.output_gate import OutputGate
from firmware.shuffler.pack_inside import PLACE_OUT, PackInside
from firmware.shuffler.throat_pass import ThroatPass
from hw_sim.parts.dc_motor import DcMotor

MM = 20  # encoder counts


def _running(watch: jam.JamWatch) -> int:
    """Spun up and looked at once; gives the count."""
    watch.run(0)
    assert watch.look(12 * MM, lambda: 600) == jam.SEEN_NOTHING
    return 12 * MM


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("current_ma", "seen"),
    [(2_000, jam.SEEN_STALL), (0, jam.SEEN_DEAD_MOTOR), (600, jam.SEEN_DEAD_ENCODER)],
)
def test_jam_watch__encoder_stands__current_tells_why(current_ma: int, seen: int) -> None:
    watch = jam.JamWatch()
    count = _running(watch)
    assert watch.look(count + 18 * MM, lambda: current_ma) == jam.SEEN_NOTHING
    assert watch.look(count + 19 * MM, lambda: current_ma) == seen
    assert watch.current_ma == current_ma


@pytest.mark.rule("S1")
def test_jam_watch__edge_does_not_come__overdue_by_travel_not_by_time() -> None:
    watch = jam.JamWatch()
    count = _running(watch)
    watch.expect(jam.GATE_CAROUSEL, 0, 88, count)
    for step in range(1, 7):  # 108 mm: slip may explain it
        assert watch.look(count + step * 18 * MM, lambda: 600) == jam.SEEN_NOTHING
    assert watch.look(count + 7 * 18 * MM, lambda: 600) == jam.SEEN_OVERDUE
    assert (watch.gate, watch.level) == (jam.GATE_CAROUSEL, 0)
    assert watch.travel_mm >= 114


@pytest.mark.rule("S1")
def test_jam_watch__slow_with_stall_current__jam_at_the_second_look() -> None:
    watch = jam.JamWatch()
    count = _running(watch)
    assert watch.look(count + 11 * MM, lambda: 2_000) == jam.SEEN_NOTHING
    assert watch.look(count + 22 * MM, lambda: 2_000) == jam.SEEN_STALL
    watch = jam.JamWatch()
    count = _running(watch)
    for step in range(1, 9):  # slow, but not strained: a weak supply, not a jam
        assert watch.look(count + step * 11 * MM, lambda: 700) == jam.SEEN_NOTHING


def test_jam_watch__edge_comes__nothing_seen_and_travel_starts_anew() -> None:
    watch = jam.JamWatch()
    count = _running(watch)
    watch.expect(jam.GATE_OUTPUT, 1, 63, count)
    watch.travel_to(count + 63 * MM)
    assert watch.met(jam.GATE_OUTPUT, 1) == 63
    assert watch.look(count + 200 * MM, lambda: 600) == jam.SEEN_NOTHING
    watch.run(count + 200 * MM)  # nothing expected: counting starts at zero, for ever in 31 bits
    assert watch.travel_to(count + 201 * MM) == MM


def test_throat__whole_pass_either_way__counted_and_back_looked_at_once() -> None:
    throat = ThroatPass()
    for way in (1, -1):
        assert throat.edge(0, 1_000) is False
        assert throat.is_over_back(1_000 + way * 5 * MM) is False
        assert throat.is_over_back(1_000 + way * 20 * MM) is True
        assert throat.is_over_back(1_000 + way * 25 * MM) is False
        beams = way * 2 * THROAT_HALF_UM * MM // 1000
        assert throat.edge(1, 1_000 + way * 63 * MM + beams) is True
        assert throat.length_mm == 63
    throat.edge(0, 0)
    assert throat.edge(1, 10 * MM) is False  # turned back in the middle


def test_trends__slip_that_grows__warns_before_the_limit_with_a_forecast() -> None:
    trends = Trends()
    cards = 0
    while trends.warning(2_000) != TREND_SLIP:
        cards += 1
        trends.fed(105, 63 + cards // 300)
        assert cards < 6_000
    forecast = trends.forecast_cards()
    assert trends.slip() < 1_250 and 0 < forecast <= 2_000
    steady = Trends()
    for _ in range(3_000):
        steady.fed(105, 63)
    assert steady.warning(2_000) == TREND_NONE


def test_trends__one_retry_is_none__many_are() -> None:
    trends = Trends()
    trends.retried()
    assert trends.warning(0) == TREND_NONE
    for _ in range(60):
        trends.retried()
        trends.fed(105, 63)
    assert trends.warning(0) == TREND_RETRIES


@pytest.mark.rule("S1", "CSP 15.1")
def test_deadlines__step_without_end__told_once_by_time_alone() -> None:
    watch = StepDeadlines()
    limit_ms = limit_of(c.ST_FEEDING, 52)
    assert 20_000 < limit_ms < 90_000
    assert not watch.look(c.ST_FEEDING, 1, 52, 0)
    assert not watch.look(c.ST_FEEDING, 1, 52, limit_ms)
    assert watch.look(c.ST_FEEDING, 1, 52, limit_ms + 1)
    assert not watch.look(c.ST_FEEDING, 1, 52, limit_ms + 1_000)
    assert not watch.look(c.ST_OFFERED, 1, 52, limit_ms + 2_000)
    assert not watch.look(c.ST_OFFERED, 1, 52, limit_ms + 900_000)  # people may take their time
    assert limit_of(c.ST_READY, 52) == 0


class _Facts:
    def __init__(self, is_stopped: bool, is_lid_open: bool) -> None:
        self.is_stopped = lambda: is_stopped
        self.is_lid_open = lambda: is_lid_open


@pytest.mark.parametrize("dealable", [True, False])
@pytest.mark.parametrize("planned", [True, False])
@pytest.mark.parametrize("stopped", [True, False])
@pytest.mark.parametrize("lid", [True, False])
def test_gate__every_combination__opens_only_when_all_is_well(
    dealable: bool, planned: bool, stopped: bool, lid: bool
) -> None:
    """STANDARDS 8: one bad fact is enough to keep it locked."""
    told: list[Any] = []
    gate = OutputGate(lambda level: told.append(level), _Facts(stopped, lid),
                      lambda *event: told.append("event"))  # fmt: skip
    is_well = dealable and planned and not stopped and not lid
    assert gate.offer(dealable, planned) is is_well
    assert gate.is_open is is_well
    assert told == (["event", 1] if is_well else [])  # recorded before it opens


def _pack(cards: list[int]) -> PackInside:
    pack = PackInside(lambda _index, _code, _place: None)
    for index, code in enumerate(cards):
        pack.seat(index, code, index % 54)
    return pack


def _findings(pack: PackInside) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    pack.verdict.tell(1, lambda *finding: found.append(finding))
    return found


def test_pack__not_cards__strange_or_unread() -> None:
    pack = _pack([*range(52), codes.JOKER, codes.UNREADABLE])
    assert not pack.judge(1)
    found = pack.verdict
    assert (found.strange, found.unread, found.missing, found.extra) == (1, 1, 0, 0)
    pack = _pack([*range(52), 0x99])  # no reader says that
    assert not pack.judge(1) and _findings(pack) == [(3, codes.FOREIGN, 1)]


def test_pack__order__first_in_first_out_by_arrival_not_by_index() -> None:
    pack = PackInside(lambda _index, _code, _place: None)
    for index, slot in ((7, 3), (2, 0), (5, 3), (0, 0)):
        pack.seat(index, index, slot)
    assert list(pack.order())[:4] == [2, 0, 7, 5]
    assert pack.first_in(3) == 7
    pack.move_out(7, PLACE_OUT)
    assert pack.first_in(3) == 5 and pack.find_out(7) == 7 and pack.inside == 3


def test_remedies__every_trouble__ends_in_a_call_with_a_fault() -> None:
    for number in range(1, 19):
        attempt = 0
        while tr.remedy(number, attempt):
            attempt += 1
            assert attempt <= 3, "bounded retries (STANDARDS 11)"
        told_elsewhere = number in (tr.TR_STOPPED, tr.TR_GENERATOR)
        assert bool(tr.fault_of(number)) != told_elsewhere, number


class _Chips:
    def __init__(self) -> None:
        self.bytes = [bytearray(0x4000), bytearray(0x4000)]
        self.torn_chip = -1

    def write_raw(self, chip: int, at: int, buf: bytearray) -> bool:
        size = 3 if chip == self.torn_chip else len(buf)
        self.bytes[chip][at : at + size] = buf[:size]
        return True

    def read_raw(self, chip: int, at: int, buf: bytearray) -> bool:
        buf[:] = self.bytes[chip][at : at + len(buf)]
        return True


@pytest.mark.parametrize("torn", [0, 1])
def test_track__row_torn_on_one_chip__known_from_the_other(torn: int) -> None:
    chips = _Chips()
    track = CardTrack(chips)
    track.put(0, 9, 51, 17)
    chips.torn_chip = torn
    track.put(1, 9, 12, 33)
    found: list[tuple[int, int, int]] = []
    track.load(9, lambda *row: found.append(row))
    assert found == [(0, 51, 17), (1, 12, 33)]
    found.clear()
    track.load(10, lambda *row: found.append(row))  # rows of an older cycle do not count
    assert found == []


def test_motor__time_of_travel__is_the_inverse_of_travel() -> None:
    motor = DcMotor()
    motor.duty = 0.74
    for distance in (0.5, 10.0, 100.0):
        due = motor.time_of_travel(distance, 0.0)
        assert motor.travel_mm(due) == pytest.approx(distance, abs=1e-4)
    motor.settle(0.2)
    motor.duty = 0.0
    assert motor.time_of_travel(1_000.0, 0.2) == float("inf")  # it will have stopped before
    assert motor.direction(0.5) == 0


@pytest.mark.rule("LDB 4.1")
def test_pack__cards_dealt_and_fed_back_for_long__each_listed_once_youngest_last() -> None:
    """Continuous mode goes on for days: the list of arrivals must neither fill up nor lie."""
    rng = random.Random(4)
    count = 312
    pack = PackInside(lambda _index, _code, _place: None)
    lying: list[list[int]] = [[] for _ in range(54)]
    for index in range(count):
        pack.seat(index, index % 52, index % 54)
        lying[index % 54].append(index)
    for _ in range(600):
        slot = rng.choice([slot for slot in range(54) if lying[slot]])
        assert pack.first_in(slot) == lying[slot][0]
        index = lying[slot].pop(0)
        pack.move_out(index, PLACE_OUT)
        assert pack.find_out(index % 52) == index
        slot = rng.choice([slot for slot in range(54) if len(lying[slot]) < 10])
        pack.seat(index, index % 52, slot)
        lying[slot].append(index)
    assert list(pack.order())[:count] == [index for box in lying for index in box]
    assert pack.inside == count
