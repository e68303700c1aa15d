"""Memory that is gone: the board locks, says so everywhere, and takes no orders."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.wire.errors import Refused
from faro.words.board import FAULTS
from firmware.board.board_state import ST_LOCKED, STATE_NAMES
from firmware.core.rows import ONCE, TO_BOARD
from firmware.shoe_rows import MESSAGES
from tests.proofs.powerloss import prepare
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.checks import fault_number, wire_faults, wire_settings
from tests.proofs.powerloss.evidence import records_in_flash

STORE_LOST = fault_number("STORE_LOST")


@pytest.fixture
def locked() -> Iterator[Bench]:
    """A used board that wakes up without its memory chips."""
    with Bench(prepare.used()) as bench:
        for chip in bench.shoe.frams:
            chip.is_dead = True
        bench.boot()
        yield bench


def test_both_chips_dead__boot__locked_on_wire_light_and_in_words(locked: Bench) -> None:
    status = locked.client.status()
    assert status["state"] == ST_LOCKED
    assert status["worst_fault"] == STORE_LOST
    assert STORE_LOST in wire_faults(locked)
    colours = {locked.shoe.lamp.colour}
    for _ in range(5):
        locked.wait(1_000)
        colours.add(locked.shoe.lamp.colour)
    assert colours == {"red", "off"}  # blinking
    assert STATE_NAMES[ST_LOCKED] in locked.client.text("stat")[0]
    assert any("STORE_LOST" in line for line in locked.client.text("fault"))
    assert "locked" in FAULTS["STORE_LOST"][0]


def test_both_chips_dead__every_order__refused_and_reading_answered(locked: Bench) -> None:
    client = locked.client
    client.hello()
    before = wire_settings(locked)
    last = client.status()["last_event"]
    orders = [row for row in MESSAGES if row[2] == TO_BOARD and row[4] == ONCE]
    assert len(orders) > 8
    for row in orders:
        layout = client.protocol.dictionary.message_names[row[1]].layout
        values = layout.unpack(bytes(layout.fmt.size))
        with pytest.raises(Refused):
            client.request(row[1], **values)
    assert wire_settings(locked) == before
    assert client.status()["last_event"] == last
    assert len(list(client.events(0))) == last  # POLL: what was recorded can still be read


def test_both_chips_die_at_work__orders_of_an_open_session__refused() -> None:
    with Bench(prepare.used()) as bench:
        bench.boot()
        bench.listen(0)
        bench.order("SET_SETTING", setting=3, value=2)
        for chip in bench.shoe.frams:
            chip.is_dead = True
        bench.shoe.gates["mouth"].pass_card(5)  # the next write finds out
        bench.wait(1_100)
        assert bench.client.status()["state"] == ST_LOCKED
        for name, fields, error in (
            ("SET_SETTING", {"setting": 3, "value": 4}, "locked"),
            ("CLEAR_FAULT", {"fault": STORE_LOST}, "still_present"),
            ("RESET_STORE", {}, "locked"),  # there is nothing to write it down in
            ("RESTART", {}, "locked"),
        ):
            with pytest.raises(Refused) as refused:
                bench.client.request(name, **fields)
            assert refused.value.name == error
        assert wire_settings(bench)[3] == 2


def test_memory_set_back__boot__locked_and_nothing_guessed() -> None:
    """Old chips beside a newer journal: somebody swapped them, or they came back from the dead."""
    old, new = prepare.fresh(), prepare.used()
    with Bench(new) as bench:
        for chip, contents in zip(bench.shoe.frams, old.frams, strict=True):
            chip.load(contents)
        held = records_in_flash(bench.shoe)
        bench.boot()
        assert bench.client.status()["state"] == ST_LOCKED
        bench.order("CLEAR_FAULT", fault=STORE_LOST)  # the technician, as the fault's row says
        assert bench.client.status()["state"] != ST_LOCKED
        after = records_in_flash(bench.shoe)
        assert all(after[number] == record for number, record in held.items())
