"""Firmware whose table of rulings lacks one effect, and a situation in which that shows.

One image has all of them: which one is at work a setting says, so that a board boots with any.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faro.sim.rig import Rig
from faro.wire.errors import FaroError
from firmware.rounds.findings import FINDINGS
from firmware.rounds.rows import CFG_DEAL_PAUSE_MS
from firmware.ruling import effects as e
from firmware.ruling import engine, rulings
from firmware.ruling.told_table import TOLD
from firmware.ruling.vocabulary import ASKED, FACTS, GAME_NAMES, STATE_NAMES, UNASKED
from tests.conftest import usb_client
from tests.model.board_desk import CODED_CARDS
from tests.model.every_situation import situations, try_out
from tests.model.people import People
from tests.model.troubles import DEALER, Trouble

PAUSE_MS = 20_000  # of deal_pause_ms: so much more is the number of the mutant
_NOTHING = (e.ROUND_GOES_ON, e.HAND_NONE, e.WAGERS_STAND, e.SIDE_AS_MAIN, e.JACKPOT_STANDS)
_CODES = {row[1]: row[0] for row in (*FINDINGS, *TOLD)}
_BITS = {name: bit for bit, name in FACTS}
# done by people alone (money that they count) or by steps: nothing on the board shows it
_OF_PEOPLE = (e.WAGERS_CORRECTED, e.WAGERS_WAIT)

_PATCH = """
from firmware.ruling import engine
from firmware.rounds import table
MUTANTS = %r
_right_row = engine.ruling_row
_right_look = table.Table.look_at_settings
_at_work = [0]


def _row(ruling):
    number = _at_work[0]
    if 0 < number <= len(MUTANTS) and MUTANTS[number - 1][0] == ruling:
        return MUTANTS[number - 1]
    return _right_row(ruling)


def _look(self):
    _right_look(self)
    _at_work[0] = max(self._settings.get(%d) - %d, 0)


engine.ruling_row = _row
table.Table.look_at_settings = _look
"""


@dataclass(frozen=True)
class EffectMutant:
    """A ruling's row without one of its effects, and where it is ruled."""

    name: str
    row: tuple[Any, ...]
    game: str
    equipment: str
    trouble: Trouble


def effect_mutants() -> list[EffectMutant]:
    """Every ruling: its deeds, its steps, its notices left out, one at a time, where it shows."""
    found: list[EffectMutant] = []
    for (game, equipment, trouble), number in _first_uses().items():
        real = rulings.ruling_row(number)
        for what, row in _without(real, game):
            found.append(EffectMutant(f"{real[1]} {what}", row, game, equipment, trouble))
    return found


def _without(real: tuple[Any, ...], game: str) -> Iterator[tuple[str, tuple[Any, ...]]]:
    number, name, does, pack, notified, steps = real
    is_void = does[0] in (e.ROUND_VOID, e.ROUND_ENDED)
    if does[0] in (e.ROUND_VOID, e.ROUND_ENDED, e.ROUND_LAST):
        yield "round", (number, name, (e.ROUND_GOES_ON, *does[1:]), pack, notified, steps)
    if does[1] not in (e.HAND_NONE, e.HAND_AS_SET):
        changed = (does[0], e.HAND_NONE, *does[2:])
        yield "hand", (number, name, changed, pack, notified, steps)
    if does[2] != e.WAGERS_STAND and does[2] not in _OF_PEOPLE and not is_void:
        changed = (*does[:2], e.WAGERS_STAND, *does[3:])
        yield "wagers", (number, name, changed, pack, notified, steps)
    if does[3] == e.SIDE_SETTLED:
        changed = (*does[:3], e.SIDE_AS_MAIN, does[4])
        yield "side", (number, name, changed, pack, notified, steps)
    if does[4] == e.JACKPOT_BACK and game == "csp" and not is_void:
        changed = (*does[:4], e.JACKPOT_STANDS)
        yield "jackpot", (number, name, changed, pack, notified, steps)
    if notified & (e.INSPECTOR | e.SURVEILLANCE):
        yield "notified", (number, name, does, pack, 0, steps)
    if _is_held_up(steps, does[0], game):
        yield "steps", (number, name, does, pack, notified, ())


def _is_held_up(steps: tuple[int, ...], round_: int, game: str) -> bool:
    """At poker a shuffle is due after each round anyway; after "last coup" it is too."""
    bits = 0
    for step in steps:
        bits |= e.ticked_row(step)[2]
    is_shuffled_anyway = game in ("tcp", "fcp", "csp") or round_ == e.ROUND_LAST
    return bool(bits & ~e.ORDERS_SHUFFLE) if is_shuffled_anyway else bits != 0


def _first_uses() -> dict[tuple[str, str, Trouble], int]:
    """A situation for each ruling; Caribbean Stud Poker first where the jackpot is concerned."""
    uses: dict[tuple[str, str, Trouble], int] = {}
    done: set[int] = set()
    for game in ("csp", *(name for name in GAME_NAMES if name != "csp")):
        rows = importlib.import_module(f"firmware.ruling.games.{game}").ROWS
        for box, equipment in ((1, "shoe"), (2, "device")):
            for trouble in situations(game, equipment == "device"):
                number = _ruled(rows, trouble, box)
                if number and number not in done and trouble.moment != "fresh":
                    done.add(number)
                    uses[game, equipment, trouble] = number
    return uses


def _ruled(rows: Any, trouble: Trouble, box: int) -> int:
    """The ruling of the firmware's row for a situation; 0 for none."""
    yes = sum(_BITS[fact] for fact in trouble.facts)
    if trouble.place is not None:
        yes |= _BITS["dealers"] if trouble.place == DEALER else _BITS["seat_named"]
    state = 1 << STATE_NAMES.index(trouble.moment)
    code = _CODES[trouble.finding]
    row, _question = engine.look_up(rows, code, state, box, ASKED | UNASKED, yes)
    return row[5] if row else 0


def write_program(folder: Path, mutants: list[EffectMutant]) -> Path:
    """A shoe's program with all of them."""
    coded = (CODED_CARDS / "main.py").read_text("utf-8")
    rows = tuple(mutant.row for mutant in mutants)
    (folder / "main.py").write_text(coded + _PATCH % (rows, CFG_DEAL_PAUSE_MS, PAUSE_MS), "utf-8")
    return folder


def is_seen(rig: Rig, people: People, number: int, mutant: EffectMutant) -> bool:
    """The mutant of this number (from 1) at work: the comparison sees it."""
    technician = usb_client(rig, "shoe")
    technician.protocol.own = 0x8E
    technician.open_session(people.board.keys, "technician")
    technician.request("SET_SETTING", setting=CFG_DEAL_PAUSE_MS, value=PAUSE_MS + number)
    technician.close_session()
    rig.kernel.run_for_ms(1_500)
    try:
        try_out(people, mutant.trouble)
    except (AssertionError, FaroError):
        return True
    return False
