"""Power cuts, brown-outs and updates of the emulated shoe at cycles of chance: nothing is lost."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import pytest

from faro.journal.commands import fetch
from faro.journal.file import RING_NAMES, Record
from faro.sim.scenarios.enrolled import enrol
from faro.update.sender import get_status, send_update, wait_proved
from faro.wire.client import Client
from faro.wire.errors import FaroError
from faro.wire.keys import DeviceKeys
from firmware.rounds.games import catalogue
from hw_sim import unpowered
from hw_sim.chip.rp2350_chip import CYCLES_PER_US
from hw_sim.world.cards import Card, deck
from hw_sim.world.shoe import ShoeWorld
from tests.chip.shoe.rig import ChipRig, signed_image, stack_spare
from tests.chip.states import signing_key

CUTS = 5
BOOT_CUTS = 6
FALL_MS = 20  # what the board has between the comparator and the end (docs/chip.md)
ROUNDS = int(os.environ.get("FARO_CHIP_ROUNDS", "12"))  # make chip-rounds: 100
STACK_SPARE_BYTES = 1_024


class Shoe:
    """A shoe that knows its deck and its keys; the power goes and comes back."""

    def __init__(self) -> None:
        self.rig = ChipRig()
        enrol(self.rig.shoe)
        self.rig.start()
        self.keys: DeviceKeys = self.rig.provision("shoe")
        self.world = ShoeWorld(self.rig.shoe)
        self.client: Client = self.rig.client("shoe")

    def cut_after(self, ms: float) -> None:
        self.rig.chip.cut_at(self.rig.chip.now + int(ms * 1000 * CYCLES_PER_US))

    def is_on(self) -> bool:
        return self.rig.board.is_powered

    def boot(self) -> None:
        """Again, until the light says something; a new client, as a program has after that."""
        self.rig.kernel.run_for_ms(50)
        self.rig.board.power_on()
        self.rig.wait_ready()
        self.client = self.rig.client("shoe")
        self.client.hello()

    def journal(self) -> list[Record]:
        """All of it, its chain whole."""
        _, raws, _, _ = fetch(self.client)
        records = [Record.parse(raw) for raw in raws]
        assert all(record.is_crc_good for record in records)
        for ring in range(len(RING_NAMES)):
            own = [record for record in records if record.ring == ring]
            assert all(after.previous == before.digest for before, after in pairwise(own))
        return records


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    made = Shoe()
    yield made
    made.rig.close()


def told(client: Client) -> int:
    return client.status()["last_event"]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2))
def test_cut__at_random_cycles_while_cards_are_pulled__record_goes_on_whole(
    shoe: Shoe, seed: int
) -> None:
    chance = random.Random(seed)
    for _ in range(CUTS):
        before = told(shoe.client)
        shoe.cut_after(chance.uniform(20, 1_200))
        cards = deck()
        with suppress(FaroError):
            while shoe.is_on():
                shoe.world.feed(chance.choice(cards))
                shoe.rig.kernel.run_for_ms(250)
                if shoe.is_on():
                    before = told(shoe.client)
        shoe.boot()
        assert told(shoe.client) >= before, "what was told is kept"
        shoe.journal()
    status = shoe.client.status()
    assert shoe.rig.shoe.lamp.colour in ("green", "yellow") and status["boot_count"] == CUTS + 1
    assert shoe.rig.board.watchdog_bites == 0


@pytest.mark.timeout(600)
def test_cut__at_random_cycles_of_the_boot__next_boot_is_good(shoe: Shoe) -> None:
    chance = random.Random(100)
    before = told(shoe.client)
    shoe.rig.board.power_off()
    for _ in range(BOOT_CUTS):
        shoe.rig.board.power_on()
        shoe.cut_after(chance.uniform(1, 2_600))
        shoe.rig.kernel.run_for_ms(3_000)
        assert not shoe.is_on()
    shoe.boot()
    assert shoe.rig.shoe.lamp.colour == "green" and told(shoe.client) > before
    shoe.journal()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("operation", [1, 2])
def test_cut__inside_a_page_of_the_journal__torn_page_is_not_believed(
    shoe: Shoe, operation: int
) -> None:
    before = told(shoe.client)
    shoe.rig.chip.cut_in_flash(operation, 350 * CYCLES_PER_US)
    with suppress(FaroError):
        for card in deck():
            shoe.world.feed(card)
            shoe.rig.kernel.run_for_ms(250)
            if not shoe.is_on():
                break
    assert not shoe.is_on()
    shoe.boot()
    assert told(shoe.client) >= before
    shoe.journal()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(2))
def test_brown_out__supply_falls_while_cards_move__recorded_and_whole(
    shoe: Shoe, seed: int
) -> None:
    """The comparator speaks 20 ms before the end; the rail falls with it."""
    chance = random.Random(seed)
    shoe.world.feed(Card("KH"))
    shoe.rig.kernel.run_for_ms(int(chance.uniform(1, 110)))
    shoe.rig.shoe.wiring["PIN_POWER_FAIL"].show(True)
    for step in range(FALL_MS):
        shoe.rig.shoe.supply_mv = 5_000 - 130 * step
        shoe.rig.kernel.run_for_ms(1)
    shoe.rig.board.power_off()
    shoe.rig.shoe.supply_mv = 5_000
    shoe.rig.shoe.wiring["PIN_POWER_FAIL"].show(False)
    shoe.rig.kernel.run_for_ms(500)
    shoe.boot()
    assert shoe.rig.shoe.lamp.colour in ("green", "yellow")
    assert shoe.journal()


def pull(shoe: Shoe, faces: list[str]) -> None:
    for face in faces:
        shoe.world.feed(Card(face), 130)
        shoe.rig.kernel.run_for_ms(500)


@pytest.mark.timeout(0)
def test_rounds__one_after_another__heap_and_stack_to_spare_and_nothing_lost(shoe: Shoe) -> None:
    """Caribbean Stud at two seats; while the processor sleeps, its time is skipped."""
    client = shoe.client
    client.open_session(shoe.keys, "table")
    fields = {"game": catalogue.number_of("csp"), "equipment": 0, "decks": 0, "areas": 3}
    client.request("OPEN_TABLE", **fields)
    chance = random.Random(9)
    faces = [card.face for card in deck()]
    refused = 0
    for n in range(ROUNDS):
        client.request("PACK_LOADED")
        chance.shuffle(faces)
        pull(shoe, faces[:15])
        for seat in (1, 2):
            with suppress(FaroError):
                client.request("DECIDE", seat=seat, decision=1)
        try:
            client.request("END_ROUND", is_void=0)
        except FaroError:
            client.request("END_ROUND", is_void=1)
            refused += 1
        if n % 10 == 0:
            client.open_session(shoe.keys, "table")
    status = client.status()
    assert refused <= ROUNDS // 10
    assert status["heap_free_bytes"] * 100 >= status["heap_total_bytes"] * 15
    assert shoe.rig.board.resets == [] and stack_spare(shoe.rig.chip) >= STACK_SPARE_BYTES
    assert shoe.rig.chip.camera_count("short_lines") == 0
    assert shoe.rig.chip.count("adc_lost_starts") == 0


# -- updates -------------------------------------------------------------------------------------


def signed_rig() -> tuple[ChipRig, DeviceKeys, Client]:
    rig = ChipRig()
    image = signed_image(1)
    unpowered.set_signer(rig.shoe, signing_key().public_key)
    unpowered.put_image(rig.shoe, image)
    unpowered.activate(rig.shoe, 1, 1)
    rig.start()
    keys = rig.provision("shoe")
    client = rig.client("shoe")
    client.open_session(keys, "technician")
    return rig, keys, client


def speaks(rig: ChipRig, limit_ms: int = 30_000) -> None:
    rig.kernel.run_for_ms(200)
    rig.wait_ready(limit_ms)


@pytest.mark.timeout(1200)
def test_update__signed__tried_proved_and_torn_at_random_cycles() -> None:
    chance = random.Random(3)
    rig, keys, client = signed_rig()
    with rig:
        for _ in range(2):  # the plug is pulled while it is sent: the old one runs on
            after_us = int(chance.uniform(1_000_000, 15_000_000))
            rig.chip.cut_at(rig.chip.now + after_us * CYCLES_PER_US)
            with pytest.raises(FaroError):
                send_update(client, signed_image(2))
            assert not rig.board.is_powered
            rig.board.power_on()
            speaks(rig)
            client = rig.client("shoe")
            client.hello()
            assert get_status(client).active_slot == 1
            client.open_session(keys, "technician")
        status = send_update(client, signed_image(2))
        assert (status.active_slot, status.pending_slot) == (1, 2)
        boots = rig.board.boots
        client.request("RESTART")
        rig.kernel.run_for_ms(2_000, lambda: rig.board.boots > boots)
        rig.chip.cut_at(rig.chip.now + 700_000 * CYCLES_PER_US)  # in the trial: tried again
        rig.kernel.run_for_ms(1_500)
        assert not rig.board.is_powered
        rig.board.power_on()
        speaks(rig)
        client = rig.client("shoe")
        client.hello()
        client.open_session(keys, "technician")
        assert wait_proved(client, 2).active_slot == 2
        assert rig.board.watchdog_bites == 0
        assert stack_spare(rig.chip) >= STACK_SPARE_BYTES
