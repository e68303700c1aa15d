"""Recognition takes time on a chip, and the event loop stands still meanwhile.

In the simulator code takes no time.  Here every card costs twice what the chip is estimated to
need for two pictures (docs/recognition.md): edges wait in the ring, nothing may be lost by it.
"""

from __future__ import annotations

import pytest

from hw_sim.shuffle_proof.machine_cycles import shuffler_table
from hw_sim.world.machine_cards import new_deck

READ_MS = 112
SLOW = f"""
from time import sleep_ms
from firmware import app_shuffler

def slowly(read):
    def throat_edge(self, level, time_ms):
        if level:
            sleep_ms({READ_MS})
        read(self, level, time_ms)
    return throat_edge

app_shuffler.ShufflerApp._throat_edge = slowly(app_shuffler.ShufflerApp._throat_edge)
"""


@pytest.mark.rule("S1")
def test_shuffle__slow_recognition__no_false_jam_and_no_card_lost() -> None:
    with shuffler_table(4, SLOW) as table:
        for back in (1, 2):
            fed = new_deck(back)
            table.shuffle(fed)
            assert sorted(card.code for card in table.deliver()) == list(range(52))
        events = list(table.client.events(0))
    names = [event.name for event in events]
    assert "JAM_FOUND" not in names and "RETRIED" not in names
    verdicts = [event.fields for event in events if event.name == "PACK_VERDICT"]
    assert [(v["is_good"], v["unread_cards"]) for v in verdicts] == [(1, 0), (1, 0)]
