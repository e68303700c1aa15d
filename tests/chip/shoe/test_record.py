"""The record of the emulated RP2350 is the simulator's, event for event: same pack, same hands.

Both boards run the same text; on the chip every card is read through lamps, sensors, PIO, converter
and DMA, and every turn of the drum is a train of pulses.  Only durations may differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from faro.sim.rig import Rig
from faro.wire.events import Event
from firmware.cards import codes
from firmware.rounds.games import catalogue
from firmware.shuffler import cycle as c
from hw_sim import machine_faults as mf
from hw_sim.chip.pin_cameras import PinCameras
from hw_sim.world.cards import Card
from tests.chip.shoe.rig import ChipRig, Twins, told
from tests.proofs.machine_matrix.bench import ShuffleBench
from tests.scenario.cards_bench import CardBench

# of the board's own clock and port: how often nobody asked, when it looked at the time
_OWN = ("SELF_TEST_PASSED", "LINK_UP", "LINK_DOWN")
_WRONG = ("given_up", "short_lines", "overlaps", "unsettled", "idle", "setup", "too_fast",
          "transfer_too_short", "lit_in_reset", "moved")  # fmt: skip
_CARDS = 52
_AT_ONCE = 13
_QUIET_MS = 2_500


def table_bench(twins: Twins, on_chip: bool) -> ShuffleBench:
    """A shoe in its machine, read by its cameras."""

    class Bench(ShuffleBench):
        def make_rig(self, seed: int, extra_path: Sequence[Path]) -> Rig:
            return twins.rig(on_chip)

    return Bench(is_optical=True)


def lost(rig: ChipRig) -> dict[str, int]:
    """What went wrong at the pins; a line that was given up is begun again by a dark one."""
    chip = rig.chip
    wrong = {name: chip.camera_count(name) for name in _WRONG if name != "given_up"}
    wrong["starts lost"] = chip.count("adc_lost_starts")
    wrong["samples lost"] = chip.count("adc_overflows")
    wrong["bytes lost"] = chip.count("uart_overruns")
    wrong["short pulses"] = chip.count("steps_short") + chip.count("steps_setup")
    wrong["steps while disabled"] = chip.count("steps_disabled")
    wrong["unsafe aborts"] = chip.count("unsafe_aborts")
    return {name: count for name, count in wrong.items() if count}


def played(bench: ShuffleBench, jam: bool) -> list[Event]:
    """A pack audited and shuffled, opened as Caribbean Stud, five packets of a round delivered."""
    bench.load()
    assert bench.shuffled() == c.ST_READY
    fields = {"game": catalogue.number_of("csp"), "equipment": 1, "decks": 0, "areas": 3}
    bench.ask("OPEN_TABLE", role="table", **fields)
    bench.ask("PACK_LOADED", role="table")
    for packet in range(3):
        if jam and packet == 1:
            fault = next(fault for fault in mf.CATALOGUE if fault.id == "jam-throat")
            fault.start(bench.machine)
        bench.ask("DELIVER", role="table", cards=5)
        if bench.settle() != c.ST_OFFERED:
            break
        bench.machine.take_output()
        bench.rig.kernel.run_for_ms(400)
    bench.rig.kernel.run_for_ms(2_000)
    return bench.events()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("jam", [False, True], ids=["plain", "a jam in the middle"])
def test_record__pack_read_shuffled_and_delivered__as_on_the_vm(jam: bool) -> None:
    twins = Twins()
    records: dict[bool, list[tuple[str, dict[str, Any]]]] = {}
    for on_chip in (False, True):
        with table_bench(twins, on_chip) as bench:
            records[on_chip] = told(played(bench, jam), *_OWN)
            if on_chip:
                assert isinstance(bench.rig, ChipRig)
                account(bench.rig, bench)
    names = [name for name, _fields in records[True]]
    assert "SHUFFLE_COMMITTED" in names and "CARDS_DEALT" in names
    assert records[True] == records[False]


def account(rig: ChipRig, bench: ShuffleBench) -> None:
    """Every line lit was read whole, every step went to the drum, every count to the driver."""
    chip, cameras = rig.chip, rig.shoe.cameras
    assert isinstance(cameras, PinCameras)
    assert lost(rig) == {}
    assert chip.camera_count("lit") <= sum(cameras.flashes)
    assert chip.camera_count("samples") == chip.count("camera_conversions")
    assert chip.count("steps") > _CARDS * 80
    assert len(bench.census()) == _CARDS


HAND = ("4C", "KH", "9D", "2S", "AC", "7H", "7D", "JS", "TC", "3H", "8S", "QD", "5C", "6H", "2D")


def dealt_by_hand(rig: Rig) -> tuple[list[str], list[Event]]:
    """A pack of one deck audited card by card, then a round of Caribbean Stud out of the mouth."""
    bench = CardBench(rig)
    bench.begin()
    pack = bench.pack()
    for first in range(0, _CARDS, _AT_ONCE):
        bench.feed(pack[first : first + _AT_ONCE])
        bench.wait(_QUIET_MS)  # a sector that is wanted soon is erased now, and under no card
    bench.as_role("supervisor").request("AUDIT_END", is_whole=1)
    client = bench.as_role("table")
    fields = {"game": catalogue.number_of("csp"), "equipment": 0, "decks": 0, "areas": 3}
    client.request("OPEN_TABLE", **fields)
    client.request("PACK_LOADED")
    for n, face in enumerate(HAND):
        bench.wait(400)
        if n == 7:  # drawn half and pushed back: the card stays in the shoe
            bench.world.half_draw(Card(face))
            bench.wait(1_200)
        bench.feed(Card(face, is_turned=n % 2 == 1), 130)
    bench.wait(2_000)
    return [card.face for card in pack], list(client.events(0))


@pytest.mark.timeout(600)
def test_record__pack_audited_and_a_round_pulled_by_hand__no_card_misnamed_nor_lost() -> None:
    """A hand's cards meet the lines at another phase than on the VM: one of 52 may be refused."""
    with Twins(seed=4).rig(on_chip=True) as rig:
        faces, events = dealt_by_hand(rig)
        assert isinstance(rig, ChipRig)
        assert lost(rig) == {}
    names = [event.name for event in events]
    audit = events[: names.index("TABLE_OPENED")] if "TABLE_OPENED" in names else events
    read = {e.fields["position"]: e.fields for e in audit if e.name == "CARD_READ"}
    assert len(read) >= _CARDS - 1
    wrong = [n for n, e in read.items() if codes.name_of(e["card"]) != faces[n - 1]]
    assert wrong == [] and {e["back"] for e in read.values()} == {1}
    assert names.count("CARD_PASSED") >= _CARDS + len(HAND)
