"""Every event arrives exactly once and in order, whatever the line and the host do."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.events import Event
from hw_sim.world.shoe import ShoeWorld
from tests.conftest import provisioned, usb_client

PULL_EVERY_US = 100_000  # faster than any hand, and slow enough for the chip's own times


class DurableLog:
    """What a host program keeps over its own death: nothing else survives `kill`."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def last(self) -> int:
        return self.events[-1].number if self.events else 0


def start_cards(rig: Rig) -> ShoeWorld:
    """Cards leave the shoe without end."""
    world = ShoeWorld(rig.boards["shoe"])

    def pull() -> None:
        world.pull_card(5)
        rig.kernel.after(PULL_EVERY_US, pull)

    rig.kernel.after(0, pull)
    return world


def follow_until_killed(client: Client, log: DurableLog, lifetime: int) -> None:
    """One life of the host program: so many events, then it dies without a goodbye."""
    stream: Iterator[Event | None] = client.follow(log.last, is_acking=True)
    for lived, event in enumerate(event for event in stream if event is not None):
        if lived == lifetime:
            return  # this event reached the program but not its log
        log.events.append(event)


def check_log(log: DurableLog, count: int) -> None:
    """No gap, nothing twice; the cards are numbered by the board itself, too."""
    assert [event.number for event in log.events] == list(range(1, len(log.events) + 1))
    cards = [e.fields["card_count"] for e in log.events if e.name == "CARD_PASSED"]
    assert cards == list(range(1, len(cards) + 1))
    assert len(log.events) >= count


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("count", "seed"), [(4_000, 1), pytest.param(50_000, 2, marks=pytest.mark.slow)]
)
def test_events__noise_and_a_host_that_dies__each_once_in_order(
    rig: Rig, count: int, seed: int
) -> None:
    shoe = rig.boards["shoe"]
    keys = provisioned(rig, "shoe")
    shoe.usb.noise.drop_ppm = 300
    shoe.usb.noise.flip_ppm = 300
    world = start_cards(rig)
    rng = random.Random(seed)
    log = DurableLog()
    lives = 0
    while len(log.events) < count:
        lives += 1
        client = usb_client(rig, "shoe")  # knows nothing but its keys and its log
        client.open_session(keys, "table")
        follow_until_killed(client, log, rng.randrange(1, count // 10))
        rig.kernel.run_for_ms(rng.randrange(300))  # dead for a while, bytes still come in
    check_log(log, count)
    assert lives > 10, lives
    assert shoe.usb.noise.dropped_bytes > 50 and shoe.usb.noise.flipped_bytes > 50
    assert world.cards_dealt >= sum(e.name == "CARD_PASSED" for e in log.events)
    shoe.usb.noise.drop_ppm = shoe.usb.noise.flip_ppm = 0
    status = usb_client(rig, "shoe").status()
    assert status["worst_fault"] == 0
    assert log.last - 200 < status["acked_event"] <= log.last


@pytest.mark.campaign
def test_events__host_away_for_longer_than_the_journal_lasts__loss_is_told(rig: Rig) -> None:
    """Overwritten events are counted, never passed over in silence."""
    client = usb_client(rig, "shoe")
    client.hello()
    start_cards(rig)
    capacity = 0
    while client.request("GET_JOURNAL").fields["evidence_first"] == 1:
        capacity = client.status()["last_event"]
        rig.kernel.run_for_ms(2_000)
        assert capacity < 20_000, "the journal never wraps"
    reply = client.request("POLL", after=0, credit_frames=0).fields
    assert reply["first"] > 1 and reply["lost"] == reply["first"] - 1


def test_events__board_loses_power_in_the_middle__each_once_in_order(rig: Rig) -> None:
    """What the host acked or saw is not numbered anew after a restart."""
    shoe = rig.boards["shoe"]
    start_cards(rig)
    log = DurableLog()
    for _ in range(3):
        follow_until_killed(usb_client(rig, "shoe"), log, 100)
        shoe.board.power_off()
        shoe.board.power_on()
        rig.wait_ready()
    follow_until_killed(usb_client(rig, "shoe"), log, 100)
    assert [event.number for event in log.events] == list(range(1, len(log.events) + 1))
    boots = [event.boot_count for event in log.events]
    assert boots == sorted(boots) and boots[-1] == 4
