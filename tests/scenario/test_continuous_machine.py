"""Continuous mode on the whole machine: coups, stirring, and a device that does not mix."""

from __future__ import annotations

import pytest

from faro.sim.scenarios.shuffler import Cut
from faro.wire.errors import Refused
from tests.proofs.shuffle.continuous import play
from tests.proofs.shuffle.continuous_machine import MODE_STIR, machine_table

# the plan of continuous mode always takes the first place: discards come out as they went in
UNMIXED = """
from firmware.shuffler import room

class Unmixed(room.ContinuousPlan):
    def __init__(self, _draw):
        super().__init__(lambda k: 0)

room.ContinuousPlan = Unmixed
"""


@pytest.mark.rule("LDB 4.1", "TCB 4.1")
def test_coups__discards_back_and_stirred__every_card_stays_known() -> None:
    with machine_table(1, seed=3) as table:
        machine = table.table.machine
        everything = {id(card) for card in machine.every_card()}
        seen: set[int] = set()
        for coup in range(3):
            dealt = table.deal(5)
            seen.update(dealt)
            table.feed_back(dealt)
            table.stir(8 if coup else 3)
            lying = sum(map(len, machine.drum.compartments))
            assert lying == 52 - table.waiting  # everything is inside again but for the mouth
        assert {id(card) for card in machine.every_card()} == everything
        assert len(seen) > 5
        names = [event.name for event in table.client.events(0)]
        assert "OUTPUT_DIFFERED" not in names and "CARD_FINDING" not in names


def test_stir__cards_in_the_feed_tray_or_another_mode__refused() -> None:
    with machine_table(1, seed=4) as table:
        dealt = table.deal(2)
        cards = [table.cards[token] for token in dealt]
        for card in cards:
            table.table.machine.taken.remove(card)
        table.table.machine.load(cards)
        table.table.wait_ms(100)
        with pytest.raises(Refused):
            table.client.request("SHUFFLE", mode=MODE_STIR, decks=2)  # discards go first


@pytest.mark.rule("S1")
def test_coups__device_that_feeds_in_one_place_after_the_other__stopped_and_told() -> None:
    with machine_table(1, seed=5, source=UNMIXED) as table:
        with pytest.raises((Cut, Refused)):
            play(table, 52, 12, 40, 0)
        stopped = [e for e in table.client.events(0) if e.name == "MIXING_STOPPED"]
        assert [e.fields["statistic"] for e in stopped] == [9]
        assert stopped[0].fields["value"] > 100
        assert not table.table.machine.is_unlocked
