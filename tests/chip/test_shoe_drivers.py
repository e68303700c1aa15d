"""The shoe's drivers on the emulated chip, at modelled parts and at full speed (docs/chip.md).

Each test has a driver spoilt in the way that was once wrong, and must not let that pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.chip import bench_truth
from tests.chip.bench import BenchImage
from tests.chip.bench_truth import worst_profile_error
from tests.chip.shoe_bench import (
    COUNTS_S,
    IN,
    MOUTH,
    OUT,
    THROAT,
    ShoeBench,
    camera_faults,
    good_image,
    spoilt_image,
)

FAR = (1_600, 140, 40)  # steps, ms, ms of a ramp: at 16,000 steps/s
NEAR = (80, 29, 14)  # firmware/shuffler/carousel.py
ALL_FRAMES = 4

Boards = Callable[..., ShoeBench]


@pytest.fixture
def boards() -> Iterator[Boards]:
    """Gives boards with drivers set up; closes them."""
    made: list[ShoeBench] = []

    def make(*drivers: str, image: BenchImage | None = None) -> ShoeBench:
        board = ShoeBench(image or good_image())
        made.append(board)
        board.set_up(*drivers)
        return board

    yield make
    for board in made:
        assert board.counters()["errors"] == []
        board.power_off()
        board.close()


# -- D4: the encoder's count --------------------------------------------------------------------


@pytest.mark.parametrize("rate", [COUNTS_S, 60_000, 200_000])
def test_encoder__both_ways_at_speed__exact(boards: Boards, rate: int) -> None:
    board = boards("encoder")
    for counts in (3_001, -5_002, 2_001, -7):
        board.move(turns=[[counts, rate]])
        board.finish_turns()
        assert int(board.do("print(encoder.count())")) == board.truth()["count"]


def test_encoder__asked_while_turning__at_once_and_right(boards: Boards) -> None:
    board = boards("encoder")
    board.move(turns=[[2_000, COUNTS_S]])
    for _ in range(20):
        before = board.truth()["count"]
        took_us, count = board.do(
            "from time import ticks_us, ticks_diff\nt = ticks_us()\nn = encoder.count()\n"
            "print(ticks_diff(ticks_us(), t), n)"
        ).split()
        assert int(took_us) < 60
        assert before <= int(count) <= board.truth()["count"]


def test_encoder__queue_emptied_by_the_program__never_returns(boards: Boards) -> None:
    """D4 as it was: the queue fills faster than it can be emptied."""
    was = (
        "\n    def count(self):\n        while self._sm.rx_fifo():\n"
        "            self._last = self._sm.get()\n        return self._sm.get()\n"
    )
    changes = [
        ("freq=_FREQ_HZ, ", ""),
        ("        self._newest = chip.LiveWord(machine, _DREQ_PIO1_RX0, chip.DMA_FOREVER)\n", ""),
        ("        self.count = self._newest.value\n", "        self._sm = machine\n" + was),
    ]
    board = boards("encoder", image=spoilt_image("roller_encoder", *changes))
    with pytest.raises(TimeoutError):
        board.do("print(encoder.count())", 200)


# -- D7: only one direction gives lines ---------------------------------------------------------


def lines_each_way(board: ShoeBench) -> tuple[int, int]:
    """Lines read while the roller turns ten times in, then ten times out, a card in the gate."""
    board.move(pins=[[0, MOUTH, 0]])
    board.run(1)
    board.move(turns=[[8, COUNTS_S], [-8, COUNTS_S]])  # the step that waits since power-on is used
    board.finish_turns()
    found: list[int] = []
    for sign in (IN, OUT):
        before = board.truth()["cameras"]["starts"]
        board.move(turns=[[sign * 40, COUNTS_S]])
        board.finish_turns()
        board.run(1)
        found.append(board.truth()["cameras"]["starts"] - before)
    return found[0], found[1]


def test_camera__roller_turns_back__no_line(boards: Boards) -> None:
    assert lines_each_way(boards("encoder", "camera")) == (10, 0)


def test_camera__direction_not_looked_at__seen(boards: Boards) -> None:
    """D7 as it was: a jump behind the last instruction loses its condition."""
    spoilt = spoilt_image(
        "card_path_pio", ('jmp(pin, "wait")', 'jmp(pin, "on")'),
        ("    irq(4)\n    wrap()", '    irq(4)\n    label("on")\n    wrap()'),
    )  # fmt: skip
    assert lines_each_way(boards("encoder", "camera", image=spoilt)) == (10, 10)


# -- D8, 129th clock: pictures ------------------------------------------------------------------


def right_frames(board: ShoeBench, card: int, way_out: bool = False) -> int:
    """How many of the four are as the card is, to the last pixel."""
    wanted = bench_truth.frames(card, way_out)
    return sum(seen == right for seen, right in zip(board.take(), wanted, strict=True))


def test_camera__ten_cards_at_600_mm_s__every_pixel_right(boards: Boards) -> None:
    board = boards("encoder", "camera")
    for card in range(10):
        board.pull(card)
        assert right_frames(board, card) == ALL_FRAMES
    truth = board.truth()
    assert camera_faults(truth) == {} and truth["cameras"]["starts"] > 2_300


def test_camera__both_ways_through_the_throat__every_pixel_right(boards: Boards) -> None:
    board = boards("encoder", "camera")
    for card, sign in enumerate((IN, OUT, OUT, IN)):
        board.do(f"camera.watch({1 if sign == IN else 2})")  # line_ways.py
        board.pull(card, sign, THROAT)
        assert right_frames(board, card, way_out=sign == OUT) == ALL_FRAMES
    assert camera_faults(board.truth()) == {}


def test_camera__old_orders_left_in_the_queue__picture_shifted(boards: Boards) -> None:
    """D8 as it was: restarted, but not emptied."""
    init = "(lambda *_a, **_k: None if self._first else machine.init(*_a, **_k))("
    board = boards(
        "encoder", "camera", image=spoilt_image("line_camera", ("machine.init(\n", init + "\n"))
    )
    board.pull(0)
    assert right_frames(board, 0) == ALL_FRAMES
    board.pull(1)
    assert right_frames(board, 1) < ALL_FRAMES


def test_camera__without_the_129th_clock__seen(boards: Boards) -> None:
    spoilt = spoilt_image("card_path_pio", ("    nop().side(2)[7]  # the 129th clock", "    # "))
    board = boards("encoder", "camera", image=spoilt)
    board.pull(0)
    assert camera_faults(board.truth())["shortLines"] > 200


def test_camera__clocked_faster_than_the_converter__seen(boards: Boards) -> None:
    """A pixel of less than 2 µs: starts are lost, what follows is shifted."""
    spoilt = spoilt_image(
        "card_path_pio", ('jmp(x_dec, "pixel").side(0)[4]', 'jmp(x_dec, "pixel").side(0)')
    )
    board = boards("encoder", "camera", image=spoilt)
    board.pull(0)
    assert camera_faults(board.truth())["lostStarts"] > 1_000
    assert right_frames(board, 0) < ALL_FRAMES


# -- D9: steps ----------------------------------------------------------------------------------


@pytest.mark.parametrize("meanwhile", ["pass", "gc.collect()", "flash.erase_sector(0)"])
def test_steps__full_speed__every_pulse_on_its_place(boards: Boards, meanwhile: str) -> None:
    board = boards("ring", "steps")
    board.watch("HOME", 1, "steps.count")
    board.do("flash = flash_map.journal()\njunk = [[i] for i in range(2500)]\nring.take()")
    stretched = (240, *FAR[1:])  # the same time for a shorter way
    for sign, (steps, duration_ms, ramp_ms) in ((1, FAR), (-1, FAR), (1, NEAR), (-1, stretched)):
        board.move(record=True)
        board.do(f"steps.move({sign * steps}, {duration_ms}, {ramp_ms})\n{meanwhile}")
        board.run(250)
        truth = board.truth()
        assert len(truth["times"]) == steps
        assert worst_profile_error(truth["times"], duration_ms, ramp_ms) < 0.02
        assert board.do("print(steps.count(), steps.is_moving)") == f"{truth['position']} False"
        flags = [(level, position) for _pin, level, _ns, _count, position in truth["edges"]]
        seen = [(level, count) for _source, level, _ms, count in board.edges()]
        if "erase" not in meanwhile:  # interrupts wait while a sector is erased
            assert [level for level, _ in seen] == [level for level, _ in flags]
            assert all(abs(a[1] - b[1]) <= 1 for a, b in zip(seen, flags, strict=True))
    counts = board.truth()["stepper"]
    assert (counts["disabled"], counts["shortPulses"], counts["setup"]) == (0, 0, 0)


def test_steps__released_in_the_middle__stands_there_and_the_next_move_is_whole(
    boards: Boards,
) -> None:
    board = boards("steps")
    board.do("steps.move(%d, %d, %d)" % FAR)
    board.run(60)
    board.do("steps.release()")
    board.run(50)
    place = int(board.do("print(steps.count())"))
    truth = board.truth()["position"]
    assert 100 < place < 1_500 and abs(place - truth) <= 1
    board.do("steps.move(-500, 100, 40)")
    board.run(150)
    assert board.truth()["position"] == truth - 500
    assert board.do("print(steps.count(), steps.is_moving)") == f"{place - 500} False"


def test_steps__fed_by_a_soft_timer__too_slow(boards: Boards) -> None:
    """D9 as it was: a callback fills the queue, so a collection makes gaps at full speed."""
    fill = (
        "        self._rest = list(self._words[:words])\n"
        "        from machine import Timer\n"
        "        self._timer = Timer(freq=2_000, callback=self._fill)\n\n"
        "    def _fill(self, _timer):\n"
        "        while self._rest and self._sm.tx_fifo() < 4:\n"
        "            self._sm.put(self._rest.pop(0))\n"
    )
    call = (
        "        self._feed.config(\n            read=self._words, write=self._sm, count=words,"
        " ctrl=self._feed_ctrl, trigger=True\n        )\n"
    )
    board = boards("steps", image=spoilt_image("step_generator", (call, fill)))
    board.do("junk = [[i] for i in range(2500)]")
    board.move(record=True)
    board.do("steps.move(%d, %d, %d)\ngc.collect()" % FAR)
    board.run(400)
    # ten times what the driver may have; how much depends on how long a collection takes
    assert worst_profile_error(board.truth()["times"], *FAR[1:]) > 0.1


# -- D10: the converter has one owner -----------------------------------------------------------


def pictures_with_readings(board: ShoeBench) -> tuple[int, set[int]]:
    """Right frames of a card that stands half way while current is read, and of one that runs."""
    board.move(current=1_241)  # 667 mA of 2,200 at 4,095
    seen: set[int] = set()
    right = 0
    for card in (0, 1):
        board.begin_pull(card, stand_ms=0 if card else 60)
        for _ in range(30):
            board.run(4)
            seen.add(int(board.do("print(feed.current_ma())")))
        board.finish_turns()
        frames = zip(board.take(), bench_truth.frames(card, way_out=False), strict=True)
        right += sum(bench_truth.is_like(got, wanted) for got, wanted in frames)
    return right, seen


def test_current__read_while_a_picture_is_taken__both_right(boards: Boards) -> None:
    board = boards("encoder", "camera", "feed")
    right, seen = pictures_with_readings(board)
    truth = board.truth()
    assert right == 2 * ALL_FRAMES and all(abs(ma - 667) <= 2 for ma in seen)
    assert truth["adc"]["conversions"][2] >= 55 and camera_faults(truth) == {}


def test_current__read_past_the_owner__picture_shifted(boards: Boards) -> None:
    """D10 as it was."""
    spoilt = spoilt_image("converter", ("if stream is None:", "if True:"))
    right, _seen = pictures_with_readings(boards("encoder", "camera", "feed", image=spoilt))
    assert right < ALL_FRAMES


# -- D13: edges while the program collects ------------------------------------------------------


def worst_edges(board: ShoeBench) -> tuple[int, int, int]:
    """Edges lost, largest lateness in ms, largest error of the count, during collections."""
    board.watch("FEED", 2, "encoder.count")
    board.do("ring.take()\njunk = [[i] for i in range(2500)]")
    board.move(turns=[[12_000, COUNTS_S]], pins=[[3.1 * i, 12, i & 1] for i in range(40)])
    board.do("for _ in range(4): gc.collect()", 5_000)
    board.finish_turns()
    seen, truth = board.edges(), board.truth()["edges"]
    if len(seen) != len(truth):
        return len(truth) - len(seen), 0, 0
    late = max(a[2] - int(b[2] / 1e6) for a, b in zip(seen, truth, strict=True))
    return 0, late, max(a[3] - b[3] for a, b in zip(seen, truth, strict=True))


def test_edges__while_garbage_is_collected__all_there_with_time_and_count(boards: Boards) -> None:
    lost, late_ms, counts = worst_edges(boards("encoder", "ring"))
    assert (lost, counts) in ((0, 0), (0, 1)) and late_ms <= 1


def test_deadline__while_garbage_is_collected__to_the_millisecond(boards: Boards) -> None:
    board = boards("encoder", "ring")
    board.do("deadline = Deadline(3, ring, wake, encoder.count)\njunk = [[i] for i in range(2500)]")
    board.move(turns=[[4_000, COUNTS_S]])
    board.do(
        "from time import ticks_ms\nn = encoder.count()\nstart = ticks_ms()\n"
        "deadline.arm(25)\nfor _ in range(3): gc.collect()"
    )
    board.finish_turns()
    start_ms, first = (int(word) for word in board.do("print(start, n)").split())
    ((source, level, time_ms, count),) = board.edges()
    assert (source, level) == (3, 1) and 25 <= time_ms - start_ms <= 26
    assert 25 * COUNTS_S // 1000 - 2 <= count - first <= 27 * COUNTS_S // 1000


def test_edges__by_soft_interrupts__late_or_lost(boards: Boards) -> None:
    """D13 as it was."""
    spoilt = spoilt_image("edge_input", ("Pin.IRQ_FALLING, hard=True", "Pin.IRQ_FALLING"))
    lost, late_ms, counts = worst_edges(boards("encoder", "ring", image=spoilt))
    assert lost > 0 or (late_ms > 10 and counts > 100)
