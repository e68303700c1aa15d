"""A table round the chip: wagers, display, lid, attestation; books recomputed from the journal."""

from __future__ import annotations

import pytest

from faro.jackpot.reconcile import reconcile
from faro.jackpot.rules import UC
from faro.update.attest import Reference, attest
from hw_sim.chip.board import ChipBoard
from tests.chip.report import Measure
from tests.chip.states import LAYOUT, Used
from tests.chip.table import ChipTable

pytestmark = pytest.mark.xdist_group("table")
WAGER_CENTS = 100
POOL_CENTS = 71  # of each wager, see docs/jackpot.md


@pytest.fixture(scope="module")
def table(shared_table: ChipTable) -> ChipTable:
    """One board for the whole file; each test leaves it green, with an open round."""
    return shared_table


def assert_reconciles(table: ChipTable) -> None:
    """The journal alone gives the same meters."""
    events = table.client.events(0)
    books = reconcile(events)
    books.compare(table.meters())
    assert books.differences == []


def test_table__hundred_wagers__increments_and_display(table: ChipTable) -> None:
    before = table.meters()
    pool = table.jackpot()["pool_uc"]
    measure = Measure(table.chip)
    played = 0
    while played < 100:
        seats = (1, 2, 3, 4, 5, 6, 7)[: min(7, 100 - played)]
        number = table.deal(*seats)
        table.end(number)
        table.wait(600)  # six changes in two seconds are a flickering sensor
        played += len(seats)
    measure.done("100 wagers in 15 rounds", table.client.status())
    table.wait(5_000)
    after = table.meters()
    assert after["wagers"] - before["wagers"] == 100
    assert after["wagered"] - before["wagered"] == 100 * WAGER_CENTS * UC
    assert table.jackpot()["pool_uc"] - pool == 100 * POOL_CENTS * UC
    assert table.shown() == f"{table.jackpot()['pool_uc'] / UC / 100:.2f}"
    assert_reconciles(table)


def test_table__one_wager__seen_recorded_and_lamp_lit(table: ChipTable) -> None:
    table.antes(4)
    measure = Measure(table.chip)
    table.place(4)
    measure.done("a wager seen and recorded")
    table.wait(300)
    assert table.lamp_pattern(4).count("#") == 4
    assert ("BET_PLACED", {"seat": 4}) in table.events()
    table.take(4)


def test_table__royal__paid_and_books_right(table: ChipTable) -> None:
    measure = Measure(table.chip)
    table.play({1: "royal"}, 2, 3)
    measure.done("a royal claimed and paid", table.client.status())
    assert_reconciles(table)


def test_lid__opened_with_power__locked_until_cleared(table: ChipTable) -> None:
    measure = Measure(table.chip)
    table.chip.lid(True)
    table.wait(300)
    measure.done("lid opened")
    assert "LID_OPENED" in [name for name, _fields in table.events()]
    table.chip.wait_colour("red", limit_ms=2_000)
    table.chip.lid(False)
    table.wait(300)
    table.ask("technician", "CLEAR_FAULT", fault=10)
    table.chip.wait_colour("green", limit_ms=2_000)


def test_lid__opened_and_cleared_with_power__next_boot_is_green(
    dark: ChipBoard, used: Used
) -> None:
    """U8 (WIRING.md) latches every opening, with power too."""
    dark.power_on()
    dark.wait_colour("green")
    table = ChipTable(dark, used.keys)
    table.chip.lid(True)
    table.wait(300)
    table.chip.lid(False)
    table.wait(300)
    table.ask("technician", "CLEAR_FAULT", fault=10)
    table.wait(300)
    table.chip.power_off()
    table.chip.power_on()
    table.chip.wait_colour()
    assert "LID_OPENED_UNPOWERED" not in [name for name, _fields in table.events()]


def test_attest__signed_board__slot_and_base_as_built(table: ChipTable, used: Used) -> None:
    base = table.chip.peek(0, LAYOUT.base.size_bytes)
    reference = Reference.of_image(used.image, base)
    measure = Measure(table.chip)
    result = attest(table.client, reference, used.keys.device, settings={})
    measure.done("attestation of slot and base", table.client.status())
    assert result.findings == [] and result.is_base_hashed


def test_attest__one_byte_of_the_base_changed__seen(table: ChipTable, used: Used) -> None:
    base = table.chip.peek(0, LAYOUT.base.size_bytes)
    table.chip.poke(LAYOUT.base.size_bytes - 10, b"\x55")
    result = attest(table.client, Reference.of_image(used.image, base), used.keys.device)
    table.chip.poke(LAYOUT.base.size_bytes - 10, b"\xff")
    assert result.findings == ["its base is not the reference's, or this board cannot read it"]
