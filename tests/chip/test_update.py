"""Signed updates through the real loader: proved, refused, cut, and back after a bad image."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.build.image import HEADER_BYTES, Image, build_rom
from faro.update.sender import (
    UpdateFailed,
    UpdateRefused,
    get_changes,
    get_status,
    send_update,
    wait_proved,
)
from faro.wire.errors import FaroError
from hw_sim.chip.board import ChipBoard
from tests.chip.report import Measure
from tests.chip.states import BOARD, ELF, LAYOUT, SLOT_AT, UF2, Used, signed, staged_board
from tests.chip.table import ChipTable

ERASES = LAYOUT.regions["slot_b"].sectors
HEAD_PAGES = 16
CRASHES = "def run():\n    raise ValueError\n"
# it sleeps, so that the emulator need not compute eight seconds of nothing
HANGS = "import time\n\n\ndef run():\n    while True:\n        time.sleep(1)\n"


def with_main(tmp_path: Path, text: str) -> bytes:
    """The firmware with another main.py."""
    (tmp_path / "main.py").write_text(text)
    return build_rom(BOARD, overlays=(tmp_path,))


def technician(table: ChipTable) -> ChipTable:
    table.client.hello()
    table.client.open_session(table.keys, "technician")
    return table


def restart(table: ChipTable, limit_ms: float = 30_000) -> float:
    """Order a restart; milliseconds until the light says something."""
    table.client.request("RESTART")
    table.client.protocol.session = None
    table.chip.run(5_000, reset=True)
    return table.chip.wait_colour(limit_ms=limit_ms)


@pytest.fixture
def staged() -> Iterator[ChipTable]:
    """A board without power to which image 2 was sent: made once, sending takes 22 seconds."""
    state = staged_board()
    with ChipBoard(UF2, ELF) as board:
        board.put(state.contents)
        yield ChipTable(board, state.keys)


def boot(table: ChipTable) -> ChipTable:
    table.chip.power_on()
    table.chip.wait_colour(limit_ms=30_000)
    return technician(ChipTable(table.chip, table.keys))


def test_update__good_image__sent_checked_and_staged(table: ChipTable, used: Used) -> None:
    technician(table)
    measure = Measure(table.chip)
    status = send_update(table.client, signed(used, 2))
    measure.done("signed update: sent and checked", table.client.status())
    assert (status.active_slot, status.pending_slot) == (1, 2)
    green_ms = restart(table)
    assert table.chip.colour == "green" and green_ms < 5_000
    assert get_status(table.client).pending_slot == 2  # runs, not proved yet


def test_update__staged_image__proved_and_then_in_both_slots(staged: ChipTable) -> None:
    measure = Measure(staged.chip)
    table = boot(staged)
    measure.done("signed update: first boot of it")
    measure = Measure(table.chip)
    assert wait_proved(table.client, 2).minimum_counter == 2
    measure.done("signed update: proved", table.client.status())
    measure = Measure(table.chip)
    for _ in range(60):
        if get_status(table.client).is_spare_same:
            break
        table.wait(2_000)
    measure.done("signed update: written to the other slot", table.client.status())
    assert get_status(table.client).is_spare_same
    size = len(signed(staged_board(), 2).data)
    table.chip.power_off()
    a, b = (table.chip.peek(SLOT_AT[slot], size) for slot in (1, 2))
    assert a == b
    table = boot(table)
    assert get_status(table.client).active_slot == 2 and table.chip.colour == "green"


def test_update__signature_wrong__refused_and_nothing_changed(table: ChipTable, used: Used) -> None:
    technician(table)
    data = bytearray(signed(used, 2).data)
    data[HEADER_BYTES + 1_000] ^= 1
    with pytest.raises(UpdateRefused):
        send_update(table.client, Image(bytes(data)))
    restart(table)
    status = get_status(table.client)
    assert (status.active_slot, status.minimum_counter) == (1, 1)
    assert table.chip.colour == "green"


def test_update__image_changed_after_it_was_checked__refused_at_boot(staged: ChipTable) -> None:
    staged.chip.poke(SLOT_AT[2] + 60_000, bytes(16))
    table = boot(staged)
    assert "IMAGE_REFUSED" in [name for name, _fields in table.events()]
    assert get_status(table.client).active_slot == 1 and table.chip.colour == "green"


@pytest.mark.parametrize(("fault", "main"), [("crashes", CRASHES), ("hangs", HANGS)])
def test_update__image_that_does_not_run__back_to_the_one_before(
    staged: ChipTable, used: Used, tmp_path: Path, fault: str, main: str
) -> None:
    bad = signed(used, 2, with_main(tmp_path, main))
    staged.chip.poke(SLOT_AT[2], bad.padded(LAYOUT.regions["slot_b"].size_bytes))
    measure = Measure(staged.chip)
    table = boot(staged)
    measure.done(f"image that {fault}: back on the old one")
    with pytest.raises(UpdateFailed):
        wait_proved(table.client, 2)
    assert get_status(table.client).active_slot == 1
    assert get_changes(table.client)[0].counter == 2
    assert table.chip.resets["watchdog"] == (fault == "hangs")
    assert table.chip.colour == "yellow"


@pytest.mark.parametrize(
    ("operation", "after_ns"),
    [(5, 20e6), (ERASES + HEAD_PAGES // 2, 0.3e6), (ERASES + HEAD_PAGES + 20, 0.5e6)],
    ids=["in an erase", "in a page of the head", "in a page of the code"],
)
def test_update__power_cut_while_it_is_sent__old_one_runs(
    table: ChipTable, used: Used, operation: int, after_ns: float
) -> None:
    technician(table)
    table.client.tries = 2
    table.chip.cut_in_flash(operation, after_ns)
    with pytest.raises(FaroError):
        send_update(table.client, signed(used, 2))
    assert not table.chip.is_on
    after = boot(table)
    assert get_status(after.client).active_slot == 1 and table.chip.colour == "green"


@pytest.mark.parametrize("ms", [150, 700, 1_500])
def test_update__power_cut_in_the_trial__it_is_tried_again(staged: ChipTable, ms: int) -> None:
    staged.chip.power_on()
    staged.chip.cut_after(ms)
    staged.chip.run(5_000)
    assert not staged.chip.is_on
    table = boot(staged)
    assert wait_proved(table.client, 2).active_slot == 2
    assert table.chip.colour == "green"
