"""The plug pulled while the supervisor is being asked: a jam at Lucky Draw Baccarat (LDB 11.5)."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any

from firmware.rounds import round_cells
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.games import catalogue
from firmware.rounds.kept_round import SEEN_AT
from firmware.rounds.round_tracker import RoundTracker
from firmware.ruling.findings_told import FND_JAM
from firmware.ruling.vocabulary import DISADVANTAGED, GAME_NAMES, SPARE
from firmware.store.cells import CELL_ROUND, CELL_ROUND_MORE
from hw_sim.nv_image import NvImage
from hw_sim.power import Cut
from hw_sim.unpowered import open_store
from tests.proofs.powerloss import prepare
from tests.proofs.powerloss.bench import Bench
from tests.proofs.powerloss.case import Broken
from tests.proofs.powerloss.checks import board_is_as_its_journal_tells
from tests.proofs.powerloss.evidence import records_in_flash

_DEVICE = 1
_DECKS = 3
_BURN_AND_ROUND = (0, 4, 8)


def _nobody(*_told: int) -> None:
    pass


@cache
def round_in_play() -> NvImage:
    """A board in the middle of a round from a shuffling device, as its cells keep it."""
    number = GAME_NAMES.index("ldb") + 1
    tracker: Any = RoundTracker(_nobody, _nobody)
    games: Any = catalogue
    cells: Any = round_cells
    tracker.open_table(number, games.table_of(number), _DEVICE, _DECKS, 1)
    tracker.new_pack()
    for card in _BURN_AND_ROUND:
        tracker.take(card, 1_000)
    with Bench(prepare.used()) as bench:
        store = open_store(bench.shoe)
        cells.pack_round(tracker, store.edit(CELL_ROUND))
        more = store.edit(CELL_ROUND_MORE)
        cells.pack_cards(tracker, more)
        struct.pack_into("<I", more, SEEN_AT, max(records_in_flash(bench.shoe)))
        store.commit()
        return bench.image()


def jam_ruled(bench: Bench, cut: Cut | None) -> None:
    """The finding, two questions, two answers, the ruling."""
    bench.boot()
    bench.listen(0)
    bench.count(cut)
    fields = {"irregularity": FND_JAM, "place": NO_PLACE, "detail": 0}
    _request(bench, "table", "REPORT_FINDING", **fields)
    bench.promise("FINDING_MADE", case_number=1)
    bench.promise("QUESTION_ASKED", fact=DISADVANTAGED)
    for fact in (DISADVANTAGED, SPARE):
        _request(bench, "supervisor", "ANSWER", case_number=1, fact=fact, is_so=0, place=255)
        bench.promise("QUESTION_ANSWERED", fact=fact)
    bench.promise("RULING_MADE", rule=11_05_0)


def dialogue_is_as_its_journal_tells(bench: Bench) -> None:
    """Every step is told once and in order, and the open question is the one told last."""
    story = board_is_as_its_journal_tells(bench)
    if story.faults or story.gap_count:
        raise Broken(f"a power cut raised the faults {sorted(story.faults)}")
    told = [_step(name, fields) for name, fields in story.events if "case_number" in fields]
    whole = ["found", "asked 16", "answered 16", "asked 32", "answered 32", "ruled 11050"]
    if told != whole[: len(told)]:
        raise Broken(f"told out of order, or twice: {told}")
    if told and not told[-1].startswith(("asked", "ruled")):
        raise Broken(f"the boot has not gone on after {told[-1]!r}")
    if told:
        case = bench.client.request("GET_RULING", case_number=1).fields
        says = f"asked {case['fact']}" if case["fact"] else f"ruled {case['rule']}"
        if says != told[-1]:
            raise Broken(f"the board says {says!r}, its journal {told[-1]!r}")


def _step(name: str, fields: dict[str, Any]) -> str:
    words = {
        "FINDING_MADE": "found",
        "QUESTION_ASKED": "asked {fact}",
        "QUESTION_ANSWERED": "answered {fact}",
        "RULING_MADE": "ruled {rule}",
    }
    return words.get(name, name).format(**fields)


def _request(bench: Bench, role: str, name: str, **fields: Any) -> None:
    def ask() -> None:
        bench.client.as_role(role)
        bench.client.request(name, **fields)

    bench.ask(ask)
    bench.collect()
