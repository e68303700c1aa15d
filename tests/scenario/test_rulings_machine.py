"""The shuffling machine breaks at an open table: its own evidence becomes finding and ruling."""

from __future__ import annotations

from typing import Any

import pytest

from faro.ruling.table_commands import case_of
from firmware.ruling.rows import EVENTS
from firmware.ruling.vocabulary import DISADVANTAGED, GAME_NAMES, SPARE
from hw_sim import machine_faults as mf
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld
from tests.proofs.machine_matrix.bench import ShuffleBench

NAMES = {row[1] for row in EVENTS} | {"FINDING_MADE"}
DEVICE = 1


def open_table(bench: ShuffleBench, game: str) -> None:
    number = GAME_NAMES.index(game) + 1
    fields = {"game": number, "equipment": DEVICE, "decks": 0, "areas": 3}
    bench.ask("OPEN_TABLE", role="table", **fields)
    bench.ask("PACK_LOADED", role="table")


def break_in_the_feed(bench: ShuffleBench, fault_id: str) -> None:
    """Some cards of a pack are in when the fault begins."""
    bench.load()
    bench.start()
    bench.until(lambda: bench.inside() >= 5)
    fault = next(fault for fault in mf.CATALOGUE if fault.id == fault_id)
    fault.start(bench.machine)
    bench.settle(limit_ms=fault.within_ms + 60_000)


def case(bench: ShuffleBench) -> dict[str, Any]:
    return case_of(bench.client.request("GET_RULING", case_number=0).fields)


@pytest.mark.rule("S1", "TCP 13.1")
@pytest.mark.parametrize(
    ("fault_id", "words", "rule"),
    [
        ("jam-throat", "jammed", "TCP 13.1"),
        ("steps-lost-done", "complete its cycle", "TCP 13.1"),
        ("drum-dead", "has jammed", "TCP 13.1"),  # the second card meets the first one
    ],
)
def test_tcp__machine_breaks_before_the_round__reshuffle_or_call(
    fault_id: str, words: str, rule: str
) -> None:
    with ShuffleBench(7) as bench:
        open_table(bench, "tcp")
        break_in_the_feed(bench, fault_id)
        told = case(bench)
        assert words in told["finding"] and told["rule"] == rule and told["question"] == ""
        raised = [e.name for e in bench.events() if e.name in NAMES | {"FAULT_RAISED"}]
        assert raised[-3:] == ["FAULT_RAISED", "FINDING_MADE", "RULING_MADE"]


@pytest.mark.rule("S1", "S6", "S7", "LDB 11.5")
def test_ldb__machine_jams_with_cards_out__supervisor_is_asked_then_ruled() -> None:
    with ShuffleBench(7, is_optical=True) as bench:
        open_table(bench, "ldb")
        world = ShoeWorld(bench.board)
        for face in ("9H", "2S", "3S"):  # the first one is burned (LDB 4.10)
            world.feed(Card(face))
            bench.rig.kernel.run_for_ms(700)
        break_in_the_feed(bench, "jam-throat")
        asked = case(bench)
        assert asked["question"] == "disadvantaged" and asked["state"] == "deal"
        for fact in (DISADVANTAGED, SPARE):
            bench.ask("ANSWER", case_number=asked["case"], fact=fact, is_so=0, place=255)
        assert case(bench)["rule"] == "LDB 11.5"
