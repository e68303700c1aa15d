"""The desk on the real firmware in virtual time: what is shown, done, refused, and survived."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from faro.page.people import Person
from faro.wire.errors import FaroError, Refused
from faro.wire.keys import DeviceKeys
from tests.host.desk_table import DeskTable

# dealer first, then seats 1 and 2, one card at a time (CSP 7.3): a Royal Flush for seat 2
ROYAL = "2S 3H TD  6S 7H JD  TS JH QD  AS 2D KD  5H 6C AD"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[DeskTable]:
    table = DeskTable(tmp_path)
    table.wait()
    yield table
    table.close()


def play(table: DeskTable) -> None:
    table.act("open_table", game="csp", seats=[1, 2])
    table.act("pack_loaded")
    table.bet(2)
    table.deal(ROYAL)


@pytest.mark.campaign
def test_desk__round_with_a_hit__shown_claimed_and_paid_by_two_people(table: DeskTable) -> None:
    boards = table.view["boards"]
    assert boards["shoe"]["is_there"] and boards["meter"]["is_there"]
    assert table.view["table"]["sentence"] == "No game is open at this table."
    for name in ("shoe", "meter"):  # who hears events says so: else they would be kept for ever
        last = max(event["number"] for event in table.events if event["board"] == name)
        assert table.desk.ask(None, name, "STATUS")["acked_event"] == last
    play(table)
    shown = table.view["table"]
    assert shown["phase"] == "dealt" and shown["areas"] == [1, 2] and shown["is_in_play"]
    assert shown["hands"]["2"]["cards"] == ["TD", "JD", "QD", "KD", "AD"]
    assert shown["hands"]["2"]["text"] == "royal flush"
    assert shown["sentence"] == "Round 1 is dealt: settle the wagers."
    assert table.view["jackpot"]["accepted"] == [2]
    table.act("end_round")
    table.wait(1_000)
    jackpot = table.view["jackpot"]
    (win,) = jackpot["pending"]
    assert (win["seat"], win["hand"]) == (2, "Royal Flush")
    assert win["amount_cents"] == jackpot["win_cents"] > 5_000_000
    assert table.view["table"]["sentence"].startswith("Seat 2 wins from the jackpot")
    assert table.view["table"]["hands"]["1"]["wagers"]["ante"]["result"] == "win"

    supervisor, inspector = table.login("supervisor"), table.login("inspector")
    assert supervisor.sender != inspector.sender
    assert "an inspector must confirm" in table.act("confirm_hit", supervisor)
    deed = table.view["jackpot"]["deed"]
    assert deed["asked_by"] == "supervisor" and "CONFIRM_HIT" in deed["text"]
    which = {"board": "meter", "number": deed["number"]}
    with pytest.raises(FaroError, match="of the supervisor, who asked"):
        table.act("confirm", supervisor, **which)
    with pytest.raises(FaroError, match="log in first"):
        table.act("confirm", **which)
    with pytest.raises(FaroError, match="does not wait any more"):
        table.act("confirm", inspector, board="meter", number=deed["number"] + 1)
    assert table.view["jackpot"]["hits"] == []
    table.act("confirm", inspector, **which)
    table.wait(1_000)
    jackpot = table.view["jackpot"]
    assert jackpot["deed"] is None and jackpot["pending"] == []
    assert [hit["amount_cents"] for hit in jackpot["hits"]] == [win["amount_cents"]]
    assert "PAID" in table.names("meter") and jackpot["state"] == "wagers open"
    roles = [(role, request) for _board, role, request, refused in table.asked if not refused]
    assert ("supervisor", "CONFIRM_HIT") in roles and ("inspector", "CONFIRM") in roles
    assert ("table", "TELL_HANDS") in roles  # by the table program itself


@pytest.mark.campaign
def test_desk__board_gone_and_back__data_kept_with_age_and_nothing_lost(table: DeskTable) -> None:
    play(table)
    table.cables["meter"].is_out = True
    before = table.view["jackpot"]
    table.act("end_round")
    table.wait(4_000)
    meter = table.view["boards"]["meter"]
    assert not meter["is_there"] and meter["age_ms"] >= 2_000 and meter["name"] == "meter_pico"
    assert "pulled out" in meter["trouble"]
    assert table.view["table"]["sentence"] == "The meter does not answer."
    assert table.view["boards"]["shoe"]["is_there"] and table.view["jackpot"] == before
    with pytest.raises(FaroError, match="pulled out"):
        table.desk.ask(None, "meter", "GET_JACKPOT")
    assert table.view["program"]["notices"][-1].startswith("the meter is gone")
    table.cables["meter"].is_out = False
    table.wait(4_000)
    assert table.view["boards"]["meter"]["is_there"]
    assert table.view["boards"]["meter"]["age_ms"] == 0
    assert [win["seat"] for win in table.view["jackpot"]["pending"]] == [2]
    board = table.rig.boards["shoe"].board
    board.power_off()
    table.wait(3_000)
    assert not table.view["boards"]["shoe"]["is_there"]
    board.power_on()
    table.rig.wait_ready()
    table.wait(4_000)
    assert table.view["boards"]["shoe"]["is_there"]
    assert table.view["boards"]["shoe"]["boot_count"] == 2
    assert table.view["table"]["round"] == 1
    numbers = [event["number"] for event in table.events if event["board"] == "shoe"]
    assert numbers == sorted(set(numbers))


@pytest.mark.campaign
def test_desk__question_and_ruling__asked_answered_ticked_off(table: DeskTable) -> None:
    play(table)
    told = table.act("report", finding="dealt_wrong")
    assert table.view["table"]["sentence"] == told
    supervisor = table.login("supervisor")
    with pytest.raises(Refused):
        table.desk.ask(None, "shoe", "ANSWER", case_number=1, fact=1, is_so=0, place=255)
    for _ in range(5):
        (case,) = table.view["cases"]
        if not case["question"]:
            break
        with pytest.raises(FaroError, match="is answered with"):
            table.act("answer", supervisor, case=1, fact=case["question"], value=3)
        table.act("answer", supervisor, case=1, fact=case["question"], value="no")
    (case,) = table.view["cases"]
    assert case["rule"].startswith("CSP 14") and case["text"].endswith(case["rule"] + ".")
    with pytest.raises(FaroError, match="has no step 9"):
        table.act("step_done", supervisor, case=1, step=9)
    for step in case["steps"]:
        if step["open"]:
            table.act("step_done", supervisor, case=1, step=step["number"])
    assert not any(step["open"] for step in table.view["cases"][0]["steps"])
    table.act("withdraw", supervisor, case=1, reason="fact_wrong")
    assert table.view["cases"] == []


def test_desk__login__second_tab_shares_it_and_a_wrong_key_is_refused(
    table: DeskTable, tmp_path: Path
) -> None:
    first, second = table.login("supervisor"), table.login("supervisor")
    assert first is second and first.tabs == 2
    table.desk.logout(first)
    assert table.desk.sessions == {"supervisor": first} and first.tabs == 1
    table.desk.ask(first, "shoe", "GET_DAMAGED")
    table.desk.logout(first)
    assert table.desk.sessions == {}
    shoe = table.rig.boards["shoe"].board.unique_id.hex()
    strange = DeviceKeys.create(shoe, "shoe_pico2").of_role("inspector")
    strange.save(tmp_path / "strange.keys")
    person = Person("strange", "inspector", False, {"shoe": tmp_path / "strange.keys"})
    with pytest.raises(Refused):
        table.desk.login(person, *person.unlock(""))
    assert table.desk.sessions == {}
    table.wait()
    assert "AUTH_FAILED" in table.names("shoe")
