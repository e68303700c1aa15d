"""The generator inside the running firmware: nonces, its faults, and what a boot goes on from."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import Refused
from firmware.store.cells import CELL_GENERATOR
from firmware.trust.drbg import STATE_BYTES
from firmware.trust.entropy import STARTUP_SAMPLES, cutoffs_for
from firmware.trust.rows import FAULT_ENTROPY
from hw_sim.faults import BY_ID
from hw_sim.unpowered import open_store
from tests.conftest import provisioned, usb_client

REPETITION_CUTOFF = cutoffs_for(2000)[0]
BLOCK = 32  # samples that the simulated source gives at once


def nonce(client: Client) -> bytes:
    return client.request("HELLO", protocol=2, nonce=bytes(16)).fields["nonce"]


def entropy_events(client: Client) -> list[int]:
    """Details of the entropy faults raised so far."""
    return [
        event.fields["detail"]
        for event in client.events(0)
        if event.name == "FAULT_RAISED" and event.fields["fault"] == FAULT_ENTROPY
    ]


def power_cycle(rig: Rig, board: str) -> None:
    rig.boards[board].board.power_off()
    rig.boards[board].board.power_on()
    rig.wait_ready()


def saved_state(rig: Rig, board: str) -> bytes:
    return bytes(open_store(rig.boards[board]).view(CELL_GENERATOR)[:STATE_BYTES])


def test_nonces__boots_and_boards_with_the_same_samples__never_twice(
    make_rig: Callable[..., Rig],
) -> None:
    """STANDARDS 5: even if the source gave the same after each boot."""
    seen: list[bytes] = []
    for seed in (1, 2):
        rig = make_rig(seed=seed)
        for _ in range(3):
            for board in rig.boards.values():
                board.board.entropy = random.Random(7).randbytes
                board.board.power_off()
                board.board.power_on()
            rig.wait_ready()
            for kind in ("shoe", "meter"):
                client = usb_client(rig, kind)
                seen += [nonce(client) for _ in range(5)]
    assert len(seen) == len(set(seen)) == 60


def test_generator__power_cycle__state_was_saved_and_goes_on(rig: Rig) -> None:
    """STANDARDS 6."""
    states = []
    for _ in range(3):
        rig.boards["shoe"].board.power_off()
        states.append(saved_state(rig, "shoe"))
        rig.boards["shoe"].board.power_on()
        rig.wait_ready()
    assert len(set(states)) == 3 and all(any(state) for state in states)


@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_source__stuck_before_boot__fault_within_the_promised_samples(
    make_rig: Callable[..., Rig], kind: str
) -> None:
    rig = make_rig(kind)
    asked: list[int] = []

    def stuck(n: int) -> bytes:
        asked.append(n)
        return bytes(n)

    rig.boards[kind].board.entropy = stuck
    rig.power_on()
    rig.wait_ready()
    client = usb_client(rig, kind)
    assert entropy_events(client) == [1]
    # the first block of the start-up test is enough, before the board says a word
    assert REPETITION_CUTOFF <= BLOCK == asked[0]
    names = [event.name for event in client.events(0)]
    assert names.index("FAULT_RAISED") < names.index("SELF_TEST_PASSED")


@pytest.mark.parametrize(("fault", "finding"), [("entropy-stuck", 1), ("entropy-biased", 2)])
@pytest.mark.parametrize("kind", ["shoe", "meter"])
def test_source__fails_in_use__fault_that_stays_until_it_is_well(
    rig: Rig, kind: str, fault: str, finding: int
) -> None:
    keys = provisioned(rig, kind)
    client = usb_client(rig, kind)
    BY_ID[fault].start(rig, rig.boards[kind])
    rig.kernel.run_for_ms(BY_ID[fault].within_ms)
    assert entropy_events(client) == [finding]
    assert rig.boards[kind].lamp.colour == "red"
    client.open_session(keys, "technician")  # nonces go on: the technician gets in
    with pytest.raises(Refused) as refused:
        client.request("CLEAR_FAULT", fault=FAULT_ENTROPY)
    assert refused.value.name == "still_present"
    power_cycle(rig, kind)
    assert nonce(client) != nonce(client)
    BY_ID[fault].stop(rig, rig.boards[kind])
    client.open_session(keys, "technician")
    client.request("CLEAR_FAULT", fault=FAULT_ENTROPY)
    assert client.status()["fault_count"] == 0


def test_source__well__start_up_test_at_every_boot(make_rig: Callable[..., Rig]) -> None:
    rig = make_rig("shoe")
    board = rig.boards["shoe"].board
    good, asked = board.entropy, [0]

    def count(n: int) -> bytes:
        asked[0] += n
        return good(n)

    board.entropy = count
    for _ in range(2):
        asked[0] = 0
        rig.power_on()
        rig.wait_ready()
        assert asked[0] >= STARTUP_SAMPLES
        board.power_off()
