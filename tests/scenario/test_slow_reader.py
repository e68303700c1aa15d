"""Recognition takes time on a chip, and the event loop stands still meanwhile.

The simulator charges what the chip needs (hw_sim/charges.py).  Here every card takes twice that,
and some need a long look, which must wait until the card rests: edges wait in the ring, nothing may
be lost by it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from faro.sim.scenarios.shuffler import Cut, ShufflerTable, shuffler_table
from firmware.cards.codes import UNREADABLE
from firmware.shuffler import cycle as c
from firmware.shuffler.trouble import TR_UNREAD
from hw_sim.mechanics.machine_cards import new_deck
from tests.proofs.machine_matrix.bench import ShuffleBench

READ_MS = 56  # beside about the same that is charged: more, and a card runs in too far
TRY_MS = 30  # of a long look
TRIES = 20  # two pictures looked at in every way
HARD = (5, 18, 44)  # cards that a brief look never reads
SLOW = f"""
from time import sleep_ms
from boards.sim.machine_parts import IdentityReader

class SlowReader:
    kept = -1
    tries = 0

    def read_pass(self, length_um):
        sleep_ms({READ_MS})
        reading = self.plain(length_um)
        SlowReader.kept = -1
        if reading >= 0 and reading & 0xFF in hard:
            SlowReader.kept = reading & 0xFF
            reading += {UNREADABLE} - SlowReader.kept
        self.may_look_again = SlowReader.kept >= 0
        return reading

    def look_again(self):
        SlowReader.tries = 0
        return self.go_on()

    def go_on(self):
        sleep_ms({TRY_MS})
        SlowReader.tries += 1
        return -1 if SlowReader.tries < {TRIES} else SlowReader.kept

hard = ()
IdentityReader.plain = IdentityReader.read_pass
IdentityReader.read_pass = SlowReader.read_pass
IdentityReader.look_again = SlowReader.look_again
IdentityReader.go_on = SlowReader.go_on
"""


def verdicts(table: ShufflerTable) -> list[tuple[int, int]]:
    """Of every pack: whether it was good, and how many of its cards were not read."""
    found = [event.fields for event in table.client.events(0) if event.name == "PACK_VERDICT"]
    return [(one["is_good"], one["unread_cards"]) for one in found]


@pytest.mark.rule("S1")
def test_shuffle__slow_recognition__no_false_jam_and_no_card_lost() -> None:
    with shuffler_table(4, SLOW) as table:
        for back in (1, 2):
            table.shuffle(new_deck(back))
            assert sorted(card.code for card in table.deliver()) == list(range(52))
        names = [event.name for event in table.client.events(0)]
        assert "JAM_FOUND" not in names and "RETRIED" not in names
        assert verdicts(table) == [(1, 0), (1, 0)]


@pytest.mark.rule("S1", "C1")
def test_shuffle__cards_that_need_a_long_look__get_it_at_rest_and_are_read() -> None:
    with shuffler_table(4, SLOW + f"hard = {HARD}\n") as table:
        table.shuffle(new_deck(1))
        events = list(table.client.events(0))
        assert verdicts(table) == [(1, 0)]
        assert sorted(card.code for card in table.deliver()) == list(range(52))
    assert "JAM_FOUND" not in [event.name for event in events]
    retried = [event.fields["trouble"] for event in events if event.name == "RETRIED"]
    assert retried == [TR_UNREAD] * len(HARD)


@pytest.mark.rule("S1", "C1", "C2")
def test_two_decks__cards_that_no_brief_look_reads__called_unread_and_never_another() -> None:
    """The first in is the first out: of two in a compartment the wrong one would be sent back."""
    with shuffler_table(4, SLOW + f"hard = {HARD}\n") as table:
        with pytest.raises(Cut, match="refused"):
            table.shuffle(new_deck(1, None, 2))
        events = list(table.client.events(0))
    first_in = next(event.number for event in events if event.name == "STEP_DONE")
    retried = [event.number for event in events if event.name == "RETRIED"]
    assert retried and max(retried) < first_in, "the second pass tells where a hard card goes"
    verdict = next(event.fields for event in events if event.name == "PACK_VERDICT")
    assert verdict["extra_cards"] == 0 < verdict["unread_cards"] == verdict["missing_cards"]
    assert len(retried) + verdict["unread_cards"] == 2 * len(HARD)


# camera B does not get these at a brief look, whatever it shows
SHORT_SIGHTED = f"""
from firmware.cards.reader import CardReader

plain = CardReader._note

def note(self, camera):
    while self._is_brief and self.recogniser.pieces_left:
        self.recogniser.go_on()
    plain(self, camera)
    if self._is_brief and camera == 1 and self.codes[1] in {(3, 9, 17, 26, 40)}:
        self.codes[1] = {UNREADABLE}

CardReader._note = note
from firmware import shoe
run = shoe.main
"""


@pytest.mark.rule("S1", "C1", "C2")
def test_cycle__pictures_that_need_a_long_look__are_read_in_and_known_again_going_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "main.py").write_text(SHORT_SIGHTED)
    with ShuffleBench(5, (tmp_path,), is_optical=True) as bench:
        bench.load()
        assert bench.shuffled() == c.ST_READY
        bench.ask("DELIVER", cards=52)
        assert bench.settle() == c.ST_OFFERED
        dealt = [card.code for card in bench.machine.take_output()]
        assert sorted(dealt) == list(range(52)) != dealt
        events = list(bench.events())
    retried = [event.fields["trouble"] for event in events if event.name == "RETRIED"]
    # the five, and now and then one whose picture was bad by itself
    assert set(retried) == {TR_UNREAD} and 5 <= len(retried) <= 7
    verdict = next(event.fields for event in events if event.name == "PACK_VERDICT")
    assert (verdict["is_good"], verdict["unread_cards"]) == (1, 0)
