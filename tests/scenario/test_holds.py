"""What is open at a table, and what it holds, on whole boards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.sim.rig import Rig
from faro.wire.errors import Refused
from firmware.core.rows import SUPERVISOR
from firmware.rounds import holds as h
from firmware.ruling.findings_told import FND_DEALT_WRONG
from tests.conftest import usb_client
from tests.model.board_desk import coded_rig
from tests.scenario.test_rounds import deal, opened, phase_of, restart, table_of

CSP = "2S 3S 4S 5S 6S 7S 8S 9S TS JS"


@pytest.fixture
def rig() -> Iterator[Rig]:
    """A shoe whose cameras see numbers, booted."""
    with coded_rig() as rig:
        yield rig


@pytest.mark.rule("CSP 14.9.2")
def test_question__every_refusal_names_it_and_who_ends_it_over_a_power_cut(rig: Rig) -> None:
    desk = opened(rig, "csp", (1,))
    deal(desk, CSP)
    desk.client.request("REPORT_FINDING", irregularity=FND_DEALT_WRONG, place=255, detail=0)
    restart(desk)
    assert table_of(desk.client)["open_matters"] == h.OPEN_QUESTION
    with pytest.raises(Refused, match=r"a question about this round is open \(supervisor\)") as no:
        desk.client.request("END_ROUND", is_void=0, void_reason=0)
    assert (no.value.name, no.value.detail) == ("stopped", SUPERVISOR << 16 | h.OPEN_QUESTION)
    people = usb_client(rig, "shoe")
    people.protocol.own = 0x84
    people.open_session(desk.keys, "supervisor")
    with pytest.raises(Refused) as no:
        people.request("END_ROUND", is_void=1, void_reason=1)
    assert no.value.detail == SUPERVISOR << 16 | h.OPEN_QUESTION
    case = people.request("GET_RULING", case_number=0).fields
    people.request("ANSWER", case_number=case["case_number"], fact=0, is_so=0, place=255)
    assert table_of(desk.client)["open_matters"] == 0
    desk.end_round()
    assert phase_of(desk.client) == "ready"
