"""The RS-485 driver on the chip: on before the first start bit, off right after the last stop bit.

A hard alarm switches it off, so it must not matter what the program does when a frame ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.chip.bench import BenchImage
from tests.chip.report import Measure
from tests.chip.shoe_bench import ShoeBench, good_image, spoilt_image

pytestmark = pytest.mark.xdist_group("lines")
LATE_US = 100
BYTE_US = 86.8
_SET_UP = (
    "line = Rs485(0, pins.UART_TX, pins.UART_RX, pins.RS485_DE, 115_200, chip)\n"
    "from time import sleep_ms, sleep_us, ticks_us, ticks_diff\n"
    "frame = bytes(range(231))\n"
    "heap = [bytearray(20) for _ in range(3000)]\n"
    "region = flash_map.journal()\n"
    "page = bytes(256)"
)
_BUSY = "t = ticks_us()\nwhile ticks_diff(ticks_us(), t) < 30_000: pass"
_COLLECTING = "for _ in range(4): gc.collect()"

Boards = Callable[..., ShoeBench]


@pytest.fixture
def boards() -> Iterator[Boards]:
    """Gives boards with a line; closes them."""
    made: list[ShoeBench] = []

    def make(image: BenchImage | None = None) -> ShoeBench:
        board = ShoeBench(image or good_image())
        made.append(board)
        board.do(_SET_UP)
        return board

    yield make
    for board in made:
        board.power_off()
        board.close()


def spans(board: ShoeBench, text: str, after_ms: float = 40) -> list[tuple[int, float]]:
    """Runs the text; bytes and lateness in µs of each time that the driver was on."""
    board.take_seen()
    board.do(text)
    board.run(after_ms)
    seen = board.take_seen()
    edges = [(level, ns) for name, level, ns in seen.edges if name == "de"]
    assert [level for level, _ns in edges] == [1, 0] * (len(edges) // 2)
    found: list[tuple[int, float]] = []
    for (_on, start), (_off, end) in zip(edges[::2], edges[1::2], strict=True):
        inside = [(s, e) for _byte, s, e in seen.bus if start <= s and e <= end]
        found.append((len(inside), (end - inside[-1][1]) / 1000))
    assert sum(count for count, _us in found) == len(seen.bus)  # no byte outside
    return found


def is_prompt(found: list[tuple[int, float]]) -> bool:
    return all(0 <= us <= LATE_US for _count, us in found)


@pytest.mark.parametrize("during", [_BUSY, _COLLECTING, "sleep_ms(30)"])
@pytest.mark.parametrize("size", [1, 7, 60, 231])
def test_driver__program_busy_at_the_end__off_in_time(
    boards: Boards, size: int, during: str
) -> None:
    board = boards()
    found = spans(board, f"line.write(frame, {size})\n{during}")
    assert [count for count, _us in found] == [size]
    assert is_prompt(found), found


@pytest.mark.parametrize("after_us", [0, 300, 2_000, 4_800])
def test_driver__second_frame_before_the_first_has_left__on_until_both_have(
    boards: Boards, after_us: int
) -> None:
    board = boards()
    board.take_seen()
    found = spans(
        board,
        f"line.write(frame, 60)\nsleep_us({after_us})\nline.write(frame, 200)\n{_BUSY}",
    )
    assert [count for count, _us in found] == [260]
    assert is_prompt(found), found


def test_driver__second_frame_at_any_moment_of_the_end__every_byte_inside(boards: Boards) -> None:
    board = boards()
    for after_us in range(500, 800, 10):  # the first one ends at about 610
        found = spans(
            board, f"line.write(frame, 7)\nsleep_us({after_us})\nline.write(frame, 7)", after_ms=3
        )
        assert [count for count, _us in found] in ([14], [7, 7]), after_us
        assert is_prompt(found), (after_us, found)


def test_driver__pages_programmed_all_the_time__off_in_time(boards: Boards) -> None:
    board = boards()
    board.do("region.erase_sector(1)")
    late_us: list[float] = []
    measure = Measure(board)
    for size in range(20, 60, 3):
        found = spans(
            board,
            f"line.write(frame, {size})\nfor _ in range(8): region.program_page(1, 0, page)",
        )
        assert [count for count, _us in found] == [size]
        late_us += [us for _count, us in found]
    measure.done("frames while pages are programmed", driver_late_us=[round(us) for us in late_us])
    assert all(0 <= us <= LATE_US for us in late_us), late_us


def test_driver__frame_before_an_erase__leaves_first(boards: Boards) -> None:
    board = boards()
    found = spans(board, "line.write(frame, 231)\nregion.erase_sector(1)", after_ms=60)
    assert [count for count, _us in found] == [231]
    assert is_prompt(found), found


def test_driver__by_a_soft_alarm__late_in_a_collection(boards: Boards) -> None:
    """What these tests must not let pass."""
    board = boards(spoilt_image("rs485", ("hard=True", "hard=False")))
    found = spans(board, f"line.write(frame, 60)\n{_COLLECTING}")
    assert not is_prompt(found)
