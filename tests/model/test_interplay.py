"""Meetings of irregularities on whole boards; and firmware that breaks one of them is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.board_desk import CODED_CARDS
from tests.model.interplay import differences


@pytest.mark.campaign
@pytest.mark.rule("A4", "C5", "C10", "I4", "I10", "I12", "J12", "J13")
def test_board__irregularities_that_meet__done_as_the_documents_say() -> None:
    assert differences() == []


_TICKED = (
    "from firmware.ruling import effects, requests\n"
    "right = effects.ticked_row\n"
    "def row(step):\n"
    "    found = right(step)\n"
    "    return (step, 255) + found[2:] if step == effects.%s else found\n"
    "requests.ticked_row = row\n"
)
# what a line of the firmware does, the check in which that shows
BROKEN = {
    "nobody is notified": (
        "from firmware.ruling import engine\n"
        "told = engine.ruling_row\n"
        "engine.ruling_row = lambda number: told(number)[:4] + (0,) + told(number)[5:]\n",
        "notices_and_the_deck_check",
    ),
    "a round begins while play is stopped": (
        "from firmware.rounds import table_state\n"
        "table_state.TableState.is_held = lambda self, action: False\n",
        "notices_and_the_deck_check",
    ),
    "a kept card is lost": (
        "from firmware.rounds import round_record\n"
        "round_record.RoundRecord.keep_extra = lambda self: None\n",
        "kept_card",
    ),
    "a warning is lost with the power": (
        "from firmware.rounds import table_state\n"
        "kept = table_state.TableState.restore_ruled\n"
        "table_state.TableState.restore_ruled = lambda self, w, s, b, n: kept(self, 0, s, b, n)\n",
        "warning",
    ),
    "a withdrawal undoes nothing": (
        "from firmware.ruling import desk\ndesk.Desk.withdraw = lambda self, case: None\n",
        "withdrawn_void",
    ),
    "a supervisor approves for the inspector": (
        _TICKED % "DO_WAIT_FOR_INSPECTOR",
        "inspectors_stop",
    ),
    "a dealer ticks the deck check": (_TICKED % "DO_CHECK_PACK", "notices_and_the_deck_check"),
    "a later ruling revives a void hand": (
        "from firmware.ruling import ruled\nruled._stronger = lambda first, second: second\n",
        "void_hand",
    ),
}


@pytest.mark.campaign
@pytest.mark.parametrize("name", BROKEN)
def test_broken_firmware__each__is_noticed(tmp_path: Path, name: str) -> None:
    patch, check = BROKEN[name]
    coded = (CODED_CARDS / "main.py").read_text("utf-8")
    (tmp_path / "main.py").write_text(f"{coded}\n{patch}", "utf-8")
    assert differences(tmp_path, (check,)) != []
