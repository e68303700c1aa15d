"""Rulings on the whole firmware inside MicroPython: real cards, real frames, real power cuts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faro.cards.service_pictures import fetch
from faro.sim.rig import Rig
from faro.wire.errors import Refused
from faro.words.board import event_sentence
from firmware.cards.codes import card_named
from firmware.rounds.findings import NO_PLACE
from firmware.ruling.effects import DO_CHECK_NEW_CARDS, DO_NEW_CARDS, DO_OTHER_DEVICE
from hw_sim.world.cards import Card
from tests.scenario.ruled_table import RuledTable

VOID = 2


@pytest.fixture
def table(make_rig: Callable[..., Rig]) -> RuledTable:
    return RuledTable(make_rig)


@pytest.mark.rule("C5", "A4", "CSP 14.9.2", "CSP 14.9.4")
def test_csp__card_comes_twice__round_void_inspector_and_surveillance_told(
    table: RuledTable,
) -> None:
    table.open("csp")
    table.deal("2S", "3S", "2S")
    assert table.rules() == [] and table.case()["question"] == "misread"
    table.answer("misread", False)
    assert table.rules() == ["DOUBLED_CARD: CSP 14.9.2"]
    notice, ruling = table.events("NOTICE_GIVEN", "RULING_MADE")
    assert notice[1]["notified"] == 7 and ruling[0] == "RULING_MADE"
    told = table.case()
    assert told["round"] == "void" and told["round_number"] == 1
    assert told["wagers"] == "returned" and len(told["notified"]) == 3
    assert told["text"].endswith("Rule CSP 14.9.2.")
    table.end_round()
    assert table.closed_as() == [VOID]


@pytest.mark.rule("C6", "LDB 10.15")
def test_ldb__fourth_of_three__shoe_void_interim_settlements_stand(table: RuledTable) -> None:
    table.open("ldb")
    table.deal("9H", "2S", "2S", "2S", "2S")  # of three decks
    table.answer("misread", False)
    assert table.rules() == ["DOUBLED_CARD: LDB 10.15.2"]
    told = table.case()
    assert told["pack"] == "void_and_checked" and told["wagers"] == "returned_but_interim"


@pytest.mark.rule("C5", "TCP 12.9")
def test_tcp__doubled_card__the_supervisor_sees_both_cameras_pictures(table: RuledTable) -> None:
    table.open("tcp")
    table.rig.kernel.run_for_ms(15_000)  # places in the file are made blank while nobody deals
    table.deal("QS", "9S", "5S", "9S")
    assert table.case()["question"] == "misread"
    ((_name, told),) = table.events("CARD_DOUBLED")
    assert (told["position"], told["earlier_position"]) == (4, 2)
    pictures = fetch(table.supervisor, lambda _age, _bytes: None)
    what = [(p.camera, p.position, p.earlier_position, p.reading) for p in pictures]
    nine = card_named("9S")
    assert what == [("B", 4, 2, nine), ("A", 4, 2, nine)]
    table.answer("misread", False)
    assert table.rules() == ["DOUBLED_CARD: TCP 12.9.2"]


@pytest.mark.rule("C7", "C8", "I15", "TCB 12.8", "TCB 12.9", "TCB 12.10")
def test_tcb__face_up_and_cutting_card__burned_played_finished(table: RuledTable) -> None:
    table.open("tcb", seats=(3,))
    table.deal("AS", "5S")  # the burn: an ace and one more (TCB 4.11)
    table.deal(Card("7H", is_face_up=True), "2S", Card("3S", is_face_up=True), Card(cut="yellow"))
    assert table.rules() == [
        "FACE_UP_FIRST: TCB 12.8",
        "FACE_UP_LATER: TCB 12.9",
        "CUT_MISPLACED: TCB 12.10",  # after five cards, not one deck from the back (4.6)
    ]


@pytest.mark.rule("C8", "I15", "LDB 4.1.2", "LDB 10.12")
def test_ldb__cutting_card_first__shuffle_before_the_round(table: RuledTable) -> None:
    table.open("ldb")
    table.deal("9H", Card(cut="yellow"))
    assert table.rules() == ["CUT_MISPLACED: LDB 10.12"]  # not up to half way in (4.9)
    assert table.case()["pack"] == "reshuffled"


@pytest.mark.rule("C10", "TCP 12.1", "TCP 12.7")
@pytest.mark.parametrize(
    ("handled", "rule", "closed"), [(False, "TCP 12.1", VOID), (True, "TCP 12.7", 1)]
)
def test_tcp__card_too_many__supervisor_is_asked_whether_cards_were_touched(
    table: RuledTable, handled: bool, rule: str, closed: int
) -> None:
    table.open("tcp")
    table.deal("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS")
    vague = table.case()
    assert vague["question"] == "handled" and "wrong" not in vague.get("text", "")
    table.tell("extra", place=2, number=10)
    asked = table.case()
    assert asked["case"] == vague["case"] + 1 and asked["question"] == "handled"
    assert [name for name, _ in table.events("FINDING_WITHDRAWN")] == ["FINDING_WITHDRAWN"]
    told = table.answer("handled", handled)
    assert told["rule"] == rule and told["question"] == ""
    table.end_round()
    assert table.closed_as() == [closed]


@pytest.mark.rule("C9", "C11", "TCB 12.7", "TCB 12.10", "TCB 12.11", "TCB 12.12")
def test_tcb__forgotten_steps_and_too_few_cards__as_the_rules_say(table: RuledTable) -> None:
    table.open("tcb", seats=(1,))
    table.deal("AS", "5S", "2S")
    assert table.report("NOT_BURNED")["rule"] == "TCB 12.11"
    assert table.report("NOT_CUT")["rule"] == "TCB 12.10"
    assert table.report("NOT_SHUFFLED")["rule"] == "TCB 12.12"
    few = table.report("NOT_ENOUGH_CARDS", detail=5)
    assert few["rule"] == "TCB 12.7" and few["round"] == "void" and few["wagers"] == "returned"


@pytest.mark.rule("C12", "FCP 12.3", "FCP 12.5")
def test_fcp__one_card_shown_then_another__no_misdeal_then_misdeal(table: RuledTable) -> None:
    table.open("fcp")
    table.deal("2S", "3S", "4S")
    table.tell("exposed", place=1, number=1)
    table.tell("exposed", place=2, number=2)
    assert table.rules() == ["EXPOSED_ONE: FCP 12.5", "EXPOSED_MORE: FCP 12.3"]


@pytest.mark.rule("S1", "S2", "TCP 13.1", "FCP 13.1", "CSP 15.1", "CSP 15.2")
@pytest.mark.parametrize("game", ["tcp", "fcp", "csp"])
def test_poker__device_stops__reshuffle_or_void(table: RuledTable, game: str) -> None:
    section = {"tcp": "TCP 13", "fcp": "FCP 13", "csp": "CSP 15"}[game]
    table.open(game, "device")
    for finding in ("JAM", "INTERMIXING_STOPPED", "CYCLE_INCOMPLETE"):
        told = table.report(finding)
        assert told["question"] == "" and told["rule"] == f"{section}.1"
    table.deal("2S", "3S")
    assert table.report("JAM")["question"] == "capable"
    assert table.answer("capable", True)["rule"] == f"{section}.1"
    table.report("CYCLE_INCOMPLETE")
    gone = table.answer("capable", False)
    assert gone["rule"] == f"{section}.2" and gone["ruling"] == "DEVICE_GONE"
    table.end_round()
    assert table.closed_as() == [VOID]


@pytest.mark.rule("S3", "S4", "S5", "S6", "S7", "S8", "TCB 13.2", "LDB 11.3")
@pytest.mark.parametrize(("game", "section"), [("tcb", "TCB 13"), ("ldb", "LDB 11")])
def test_baccarat__malfunction__every_path_asked_one_fact_at_a_time(
    table: RuledTable, game: str, section: str
) -> None:
    table.open(game, "device", seats=(1,))
    table.deal("AS", "5S", "2S", "3S")
    paths = (
        ((("disadvantaged", False), ("spare", False)), ".5"),
        ((("disadvantaged", False), ("spare", True), ("practicable", False)), ".5"),
        ((*_YES, ("damaged", True)), ".3"),
        ((*_YES, ("damaged", False)), ".2"),
        ((("disadvantaged", True),), ".4"),
    )
    for answers, clause in paths:
        told = table.report("DEVICE_FAILED")
        for fact, is_so in answers:
            assert told["question"] == fact
            told = table.answer(fact, is_so)
        assert told["question"] == "" and told["rule"] == section + clause, answers
    assert table.case()["ruling"] == "ROUND_ENDED"
    table.end_round()
    assert table.closed_as() == [VOID]


_YES = (("disadvantaged", False), ("spare", True), ("practicable", True))


@pytest.mark.rule("S7", "LDB 11.5")
def test_ldb__power_cut_in_the_dialogue__the_open_question_is_still_there(
    table: RuledTable,
) -> None:
    table.open("ldb", "device")
    table.deal("9H", "2S", "3S")
    first = table.report("JAM")
    assert table.answer("disadvantaged", False)["question"] == "spare"
    table.pull_the_plug()
    open_case = table.case()
    assert open_case["case"] == first["case"] and open_case["question"] == "spare"
    assert open_case["facts"]["disadvantaged"] is False and open_case["open"] == 1
    assert table.answer("spare", False)["rule"] == "LDB 11.5"
    asked = [fields["fact"] for _name, fields in table.events("QUESTION_ASKED")]
    assert asked == [16, 32], "nothing is asked twice"
    sentence = event_sentence(*table.events("RULING_MADE")[0])
    assert sentence.endswith("Rule LDB 11.5.") and "take the wager" in sentence


@pytest.mark.rule("S8", "LDB 11.3.3")
def test_ldb__damaged_cards__listed_and_each_replacement_checked(table: RuledTable) -> None:
    table.open("ldb", "device")
    table.deal("9H", "2S", "3S")
    for fact, is_so in (("", None), *_YES):
        told = table.answer(fact, bool(is_so)) if fact else table.report("JAM")
    assert told["question"] == "damaged"
    for name in ("7D", "QC"):
        table.supervisor.request("MARK_DAMAGED", card=card_named(name), action=1)
    assert table.case()["rule"] == "LDB 11.3"
    table.supervisor.request("MARK_DAMAGED", card=0, action=2)
    table.deal("7D", "8D")
    table.pull_the_plug()
    table.deal("QC")
    fed = table.events("CARD_REPLACED", "REPLACEMENT_REFUSED")
    assert [name for name, _ in fed] == ["CARD_REPLACED", "REPLACEMENT_REFUSED", "CARD_REPLACED"]
    assert table.table.request("GET_DAMAGED").fields["count"] == 0
    state = table.table.request("GET_TABLE", place=0xFF).fields
    assert state["cards"] == 2, "replacements are not dealt"
    with pytest.raises(Refused):
        table.supervisor.request("MARK_DAMAGED", card=0, action=2)


@pytest.mark.rule("S9", "TCP 6.7.2", "FCP 6.6.2")
def test_low_limit__card_shoe__refused_where_the_rules_do(table: RuledTable) -> None:
    table.table.close_session()
    table.table.open_session(table.keys, "technician")
    setting = table.table.protocol.dictionary.settings["low_limit"].number
    table.table.request("SET_SETTING", setting=setting, value=1)
    table.table.close_session()
    table.table.open_session(table.keys, "table")
    for game in ("tcp", "fcp"):
        with pytest.raises(Refused, match="device"):
            table.open(game, "shoe")
        table.open(game, "device")
        table.deal("2S")
        told = table.report("DEVICE_FAILED")
        assert told["ruling"] == "DEVICE_GONE_LOW_LIMIT"
        table.end_round()
        for step in (DO_OTHER_DEVICE, DO_NEW_CARDS, DO_CHECK_NEW_CARDS):
            table.done(told["case"], step)
        table.table.request("OPEN_TABLE", game=0, equipment=0, decks=0, areas=0)
    table.open("csp", "shoe")


@pytest.mark.rule("A1")
def test_answer__only_the_supervisor__and_only_what_was_asked(table: RuledTable) -> None:
    table.open("ldb", "device")
    table.deal("9H", "2S")
    case = table.report("JAM")["case"]
    before = table.case()
    asked = {"case_number": case, "fact": 16, "is_so": 1, "place": NO_PLACE}
    with pytest.raises(Refused, match="role"):
        table.table.request("ANSWER", **asked)
    with pytest.raises(Refused, match="role"):
        table.table.request("MARK_DAMAGED", card=1, action=1)
    for wrong in ({"fact": 32}, {"is_so": 2}, {"case_number": 99}):
        with pytest.raises(Refused):
            table.supervisor.request("ANSWER", **(asked | wrong))
    with pytest.raises(Refused):
        table.table.request("REPORT_FINDING", irregularity=99, place=1, detail=0)
    with pytest.raises(Refused):
        table.table.request("REPORT_FINDING", irregularity=40, place=9, detail=0)
    assert table.case() == before
    assert table.answer("withdraw", True)["ruling"] == "WITHDRAWN"
    with pytest.raises(Refused):
        table.supervisor.request("ANSWER", **asked)
