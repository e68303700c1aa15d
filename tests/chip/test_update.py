"""Signed updates through the real loader: proved, refused, cut, and back after a bad image."""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.build.image import Image, build_rom, make_image
from faro.errors import FaroError
from faro.update import (
    UpdateFailed,
    UpdateRefused,
    get_changes,
    get_status,
    send_update,
    wait_proved,
)
from hw_sim.chip.table import ChipTable
from tests.chip.report import Measure
from tests.chip.states import BOARD, Used, signing_key

CRASHES = "def run():\n    raise ValueError\n"
HANGS = "def run():\n    while True:\n        pass\n"


def signed(used: Used, counter: int, rom: bytes | None = None) -> Image:
    names = {"version": f"1.0.{counter}", "build": f"build{counter}"}
    return make_image(rom or used.image.rom, BOARD, signing_key(), counter=counter, **names)


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


def cut_and_boot(table: ChipTable) -> ChipTable:
    if table.chip.is_on:
        table.chip.power_off()
    table.chip.power_on()
    table.chip.wait_colour(limit_ms=20_000)
    return technician(ChipTable(table.chip, table.keys))


def test_update__good_image__proved_and_in_both_slots(table: ChipTable, used: Used) -> None:
    technician(table)
    image = signed(used, 2)
    measure = Measure(table.chip)
    status = send_update(table.client, image)
    measure.done("signed update: sent and checked", table.client.status())
    assert (status.active_slot, status.pending_slot) == (1, 2)
    measure = Measure(table.chip)
    green_ms = restart(table)
    measure.done("signed update: first boot of it", green_ms=round(green_ms))
    measure = Measure(table.chip)
    assert wait_proved(table.client, 2).minimum_counter == 2
    for _ in range(60):
        if get_status(table.client).is_spare_same:
            break
        table.wait(500)
    measure.done("signed update: proved, written to the other slot", table.client.status())
    assert get_status(table.client).is_spare_same
    after = cut_and_boot(table)
    assert get_status(after.client).active_slot == 2 and table.chip.colour == "green"


def test_update__one_bit_wrong__refused_and_nothing_changed(table: ChipTable, used: Used) -> None:
    technician(table)
    data = bytearray(signed(used, 2).data)
    data[60_000] ^= 1
    with pytest.raises(UpdateRefused):
        send_update(table.client, Image(bytes(data)))
    restart(table)
    status = get_status(table.client)
    assert (status.active_slot, status.minimum_counter) == (1, 1)
    assert table.chip.colour == "green"


@pytest.mark.parametrize(("fault", "main"), [("crashes", CRASHES), ("hangs", HANGS)])
def test_update__image_that_does_not_run__back_to_the_one_before(
    table: ChipTable, used: Used, tmp_path: Path, fault: str, main: str
) -> None:
    technician(table)
    send_update(table.client, signed(used, 2, with_main(tmp_path, main)))
    measure = Measure(table.chip)
    restart(table)
    measure.done(f"image that {fault}: back on the old one")
    with pytest.raises(UpdateFailed):
        wait_proved(table.client, 2)
    assert get_status(table.client).active_slot == 1
    assert get_changes(table.client)[0].counter == 2
    assert table.chip.resets["watchdog"] == (fault == "hangs")
    assert table.chip.colour == "green"


@pytest.mark.parametrize(
    ("operation", "after_ns"),
    [(5, 20e6), (60, 0.3e6), (400, 0.5e6)],
    ids=["in an erase", "in a page of the head", "in a page of the code"],
)
def test_update__power_cut_while_it_is_sent__old_one_runs_and_it_can_be_sent_again(
    table: ChipTable, used: Used, operation: int, after_ns: float
) -> None:
    technician(table)
    image = signed(used, 2)
    table.chip.cut_in_flash(operation, after_ns)
    with pytest.raises(FaroError):
        send_update(table.client, image)
    assert not table.chip.is_on
    after = cut_and_boot(table)
    assert get_status(after.client).active_slot == 1 and table.chip.colour == "green"
    if operation == 400:
        send_update(after.client, image)
        restart(after)
        assert wait_proved(after.client, 2).active_slot == 2


@pytest.mark.parametrize("ms", [150, 600, 1_500])
def test_update__power_cut_in_the_trial__it_is_tried_again(
    table: ChipTable, used: Used, ms: int
) -> None:
    technician(table)
    send_update(table.client, signed(used, 2))
    table.client.request("RESTART")
    table.chip.run(5_000, reset=True)
    table.chip.cut_after(ms)
    table.chip.run(5_000)
    assert not table.chip.is_on
    after = cut_and_boot(table)
    assert wait_proved(after.client, 2).active_slot == 2
    assert table.chip.colour == "green"
