"""Irregularities on the whole firmware: what a ruling says is what becomes of the wagers.

Expected results are read from the documents, hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from faro.ruling.cases import case_of
from faro.sim.rig import Rig
from faro.wire.errors import Refused
from faro.words import ruling as words
from firmware.cards.codes import CUT_CARD, card_named
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.round_record import BURN_PILE, KEPT
from firmware.rounds.rows import FLAG_SHUFFLE_DUE, FLAG_STOPPED, NO_HAND
from firmware.ruling.effects import DO_TAKE_MEASURE
from hw_sim.world.croupier import DECKS
from tests.conftest import usb_client
from tests.helpers.documents import rule_on
from tests.helpers.documents.case import Case
from tests.helpers.documents.results import folded, settle
from tests.helpers.slow_hands import point_count
from tests.model.board_desk import BoardDesk, coded_rig

STANDS, FOLDS, CONCEDES = (DECISION_NAMES.index(n) for n in ("stands", "folds", "concedes"))
# seat 1 has a pair of nines, seat 2 nothing, the dealer queen high (TCP 7.3)
TCP_ROUND = "QS 9S 5S 7H 9H 6H 2C 3D 8D"
# the dealer has a pair of aces; seat 1 two pair, seat 2 nothing (CSP 7.3)
CSP_ROUND = "AS KS 2S AH KD 4S 3D QS 6S 4H QD 8S 9C 2C TD"
# five to each seat, six to the dealer (FCP 7.3): seat 1 a pair of kings, seat 2 nothing
FCP_ROUND = "KS 2S 3H KD 4D 5H 9H 6S 7C TC 8H JD 2C QS 9C 5C"
CSP_HANDS = {0: ["AS", "AH", "3D", "4H", "9C"], 2: ["2S", "4S", "6S", "8S", "TD"]}
# one each, one to the dealer, a second each (LDB 7.2): three and eight points, the dealer six
LDB_DEAL = "9S 5S 6S 4D 3D"
LDB_HANDS = {1: ["9S", "4D"], 2: ["5S", "3D"]}
TCB_ROUND = "KS 2S 3H KD 4D 5H QS 9D 6C"  # after a burn of an ace and one (TCB 4.11)


class Table:
    """Two seats, the table software and a supervisor."""

    def __init__(self, rig: Rig, game: str) -> None:
        self.desk = BoardDesk(rig, game, "shoe", DECKS[game])
        self.desk.new_pack()
        self.desk.set_seats((1, 2))
        self.supervisor = usb_client(rig, "shoe")
        self.supervisor.protocol.own = 0x84
        self.supervisor.open_session(self.desk.keys, "supervisor")

    def deal(self, text: str) -> None:
        for word in text.split():
            self.desk.reading(card_named(word))

    def report(self, finding: str, place: int = NO_PLACE, **answers: bool) -> dict[str, Any]:
        """A finding and what the supervisor answers; the ruling."""
        fields = {"irregularity": words.finding_code(finding), "place": place, "detail": 0}
        told = case_of(self.supervisor.request("REPORT_FINDING", **fields).fields)
        for name, is_so in answers.items():
            assert told["question"] == name, told
            said = {"case_number": told["case"], "fact": words.fact_bit(name), "place": NO_PLACE}
            told = case_of(self.supervisor.request("ANSWER", is_so=int(is_so), **said).fields)
        assert told["question"] == "", told
        return told

    def results(self, seat: int) -> dict[str, str]:
        """Of the last round, as the record has them now."""
        self.desk.rig.kernel.run_for_ms(1_500)  # what changes after the round is told by a task
        wagers = self.desk.story().hands[seat]["wagers"]
        return {name: wager["result"] for name, wager in wagers.items()}

    def say(self, *decisions: tuple[int, int]) -> None:
        """Players' words: seat and decision."""
        for seat, decision in decisions:
            self.desk.client.request("DECIDE", seat=seat, decision=decision)

    def told(self, name: str) -> list[tuple[int, dict[str, Any]]]:
        """Events of this name, with their numbers."""
        self.desk.news()
        return [(e.number, e.fields) for e in self.desk.events if e.name == name]

    def flags(self) -> int:
        return self.desk.client.request("GET_TABLE", place=NO_HAND).fields["table_flags"]


@pytest.fixture
def rig() -> Iterator[Rig]:
    with coded_rig() as rig:
        yield rig


@pytest.mark.rule("I1", "TCP 12.1", "TCP 12.4")
def test_dealt_wrong_before_cards_were_handled__all_wagers_void_and_a_shuffle(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    told = table.report("DEALT_WRONG", handled=False)
    assert told["rule"] == "TCP 12.1" and told["text"].startswith("All wagers of this round")
    table.desk.end_round()
    assert table.desk.story().state == "void"
    assert set(table.results(1).values()) == set(table.results(2).values()) == {"void"}
    assert table.flags() & FLAG_SHUFFLE_DUE


@pytest.mark.rule("I2", "TCP 12.6")
def test_dealers_card_shown_while_players_decide__they_still_choose(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    assert table.report("EXPOSED_DEALER", 0)["rule"] == "TCP 12.6"
    table.desk.client.request("DECIDE", seat=2, decision=FOLDS)
    table.desk.end_round()
    assert table.results(1)["ante"] == "win" and table.results(2)["ante"] == "lose"


@pytest.mark.rule("I3", "TCP 12.8")
def test_hand_without_a_wager__nobody_else_is_touched(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    assert table.report("HAND_WITHOUT_WAGER", 3, handled=True)["rule"] == "TCP 12.8"
    table.desk.end_round()
    assert table.results(1)["ante"] == "win" and table.results(2)["ante"] == "lose"


@pytest.mark.rule("I4", "TCP 12.10")
def test_short_play_wager__ante_back_then_forfeited_and_pair_plus_settled(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    assert table.report("WAGER_SHORT", 1)["ruling"] == "WAGER_REFUSED"
    table.desk.end_round()
    first = table.results(1)
    assert (first["ante"], first["play"], first["pair_plus"]) == ("void", "void", "win")
    table.desk.new_pack()
    table.deal(TCP_ROUND)
    assert table.report("WAGER_SHORT", 1)["ruling"] == "ANTE_LOST"
    table.desk.end_round()
    second = table.results(1)
    assert (second["ante"], second["play"], second["pair_plus"]) == ("lose", "void", "win")


@pytest.mark.rule("I4", "TCP 12.10")
def test_short_play_wager__seat_named_when_asked__a_warning_counts_all_the_same(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    assert table.report("WAGER_SHORT", 1)["ruling"] == "WAGER_REFUSED"
    table.desk.end_round()
    table.desk.new_pack()
    table.deal(TCP_ROUND)
    fields = {"irregularity": words.finding_code("WAGER_SHORT"), "place": NO_PLACE, "detail": 0}
    told = case_of(table.supervisor.request("REPORT_FINDING", **fields).fields)
    assert told["question"] == "whose"
    said = {"case_number": told["case"], "fact": words.fact_bit("whose"), "is_so": 1, "place": 1}
    assert case_of(table.supervisor.request("ANSWER", **said).fields)["ruling"] == "ANTE_LOST"
    table.desk.end_round()
    assert table.results(1)["ante"] == "lose"


@pytest.mark.rule("I5", "TCP 12.12")
def test_no_decision__tcp_ante_back_and_pair_plus_settled(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    assert table.report("NO_DECISION", 1)["rule"] == "TCP 12.12"
    table.desk.end_round()
    found = table.results(1)
    assert (found["ante"], found["pair_plus"]) == ("void", "win")
    assert table.results(2)["ante"] == "lose"


@pytest.mark.rule("I5", "J13", "CSP 14.14")
def test_no_decision__csp_hand_void_and_jackpot_wager_back(rig: Rig) -> None:
    table = Table(rig, "csp")
    table.deal(CSP_ROUND)
    told = table.report("NO_DECISION", 2)
    assert told["rule"] == "CSP 14.14" and "jackpot wagers at seat 2" in told["text"]
    state = table.desk.client.request("GET_TABLE", place=NO_HAND).fields
    assert state["back_seats"] == 2
    table.desk.end_round()
    assert table.results(2) == {"ante": "void", "bet": "void"}
    assert table.results(1)["ante"] == "win"


@pytest.mark.rule("I5", "LDB 10.11")
def test_no_decision__ldb_player_stands_and_nobody_waits(rig: Rig) -> None:
    table = Table(rig, "ldb")
    table.deal("2H 9S 5S 6S 4D 3D")  # the first is burned
    assert table.desk.client.request("GET_TABLE", place=NO_HAND).fields["awaited_seat"] == 1
    assert table.report("NO_DECISION", 1)["rule"] == "LDB 10.11"
    assert table.desk.client.request("GET_TABLE", place=NO_HAND).fields["awaited_seat"] == 2


@pytest.mark.rule("I6", "TCP 8.4", "TCP 9.5")
def test_folded_and_conceded__lost_when_they_happen(rig: Rig) -> None:
    table = Table(rig, "tcp")
    table.deal(TCP_ROUND)
    table.desk.client.request("DECIDE", seat=1, decision=FOLDS)
    table.desk.client.request("DECIDE", seat=2, decision=CONCEDES)
    table.desk.end_round()
    assert (table.results(1)["ante"], table.results(1)["pair_plus"]) == ("lose", "lose")
    assert (table.results(2)["ante"], table.results(2)["play"]) == ("lose", "lose")


@pytest.mark.rule("I7", "FCP 12.9")
def test_hand_declared_wrongly_and_not_rebuilt__void_after_the_round(rig: Rig) -> None:
    table = Table(rig, "fcp")
    table.deal(FCP_ROUND)
    table.desk.end_round()
    assert table.results(1)["ante"] != "void"
    told = table.report("RESULT_WRONG", 1, rebuilt=False)
    assert told["rule"] == "FCP 12.9" and "this round" not in told["text"]
    assert set(table.results(1).values()) == {"void"} and table.results(2)["ante"] != "void"


@pytest.mark.rule("I8", "TCB 12.6")
def test_error_in_the_result__tcb_hand_void_and_banker_wagers_stand(rig: Rig) -> None:
    table = Table(rig, "tcb")
    table.deal("AS 7H")
    table.deal(TCB_ROUND)
    table.desk.end_round()
    told = table.report("RESULT_WRONG", 2, rebuilt=False)
    assert told["text"].startswith("The Player and Tie wagers at seat 2 are void")
    found = table.results(2)
    assert (found["player"], found["tie"]) == ("void", "void")
    assert found["banker_point_total"] == "win", "no business of that hand (TCB 5.1.4)"


@pytest.mark.rule("I9", "CSP 14.11", "CSP 14.12")
def test_bet_not_twice_the_ante__corrected_or_settled_as_it_lies(rig: Rig) -> None:
    table = Table(rig, "csp")
    table.deal(CSP_ROUND)
    assert table.report("BET_WRONG", 1, dealer_shown=False)["rule"] == "CSP 14.11"
    assert table.report("BET_WRONG", 2, dealer_shown=True)["rule"] == "CSP 14.12"
    table.desk.client.request("DECIDE", seat=2, decision=FOLDS)
    table.desk.end_round()
    assert table.results(1) == {"ante": "win", "bet": "win"}
    assert table.results(2)["ante"] == "lose"


@pytest.mark.rule("I8", "LDB 10.8", "LDB 10.9")
@pytest.mark.parametrize("is_rebuilt", [True, False])
def test_dealt_wrong_told_after_the_round__ldb_corrected_or_void_and_the_shoe_goes_on(
    rig: Rig, is_rebuilt: bool
) -> None:
    table = Table(rig, "ldb")
    table.deal("2H " + LDB_DEAL)
    table.say((1, STANDS), (2, STANDS))
    table.deal("KD")  # the dealer's second: six, and no third (LDB 8.5)
    table.desk.end_round()
    by_cards = {seat: settle("ldb", ["6S", "KD"], hand) for seat, hand in LDB_HANDS.items()}
    assert {seat: table.results(seat) for seat in (1, 2)} == by_cards
    told = table.report("DEALT_WRONG", rebuilt=is_rebuilt)
    assert told["rule"] == "LDB 10.8"
    void = {"enter": "void", "draw": "void"}
    wanted = by_cards if is_rebuilt else {1: void, 2: void}
    assert {seat: table.results(seat) for seat in (1, 2)} == wanted
    assert not table.flags() & (FLAG_SHUFFLE_DUE | FLAG_STOPPED), "with the remaining cards (10.9)"
    table.deal("8C")
    assert len(table.told("ROUND_OPENED")) == 2 and len(table.told("RULING_MADE")) == 1


@pytest.mark.rule("I9", "CSP 14.11")
def test_bet_not_twice_the_ante__folded_then__ante_taken_and_the_part_bet_returned(
    rig: Rig,
) -> None:
    table = Table(rig, "csp")
    table.deal(CSP_ROUND)
    assert table.report("BET_WRONG", 1, dealer_shown=False)["rule"] == "CSP 14.11"
    table.say((1, FOLDS))
    table.desk.end_round()
    assert table.results(1) == folded({"ante": "", "bet": ""})
    assert table.results(2) == settle("csp", CSP_HANDS[0], CSP_HANDS[2])
    state = table.desk.client.request("GET_TABLE", place=NO_HAND).fields
    assert state["back_seats"] == 0, "a folded hand's jackpot wager stays"


@pytest.mark.rule("I10", "LDB 10.3")
def test_burned_in_error_before_the_round__is_the_next_card(rig: Rig) -> None:
    table = Table(rig, "ldb")
    table.deal("2H")
    told = table.report("BURNED_IN_ERROR")
    assert told["rule"] == "LDB 10.3" and told["state"] == "fresh"
    assert "dealer's next card" in told["text"]
    assert not table.flags() & (FLAG_SHUFFLE_DUE | FLAG_STOPPED)


@pytest.mark.rule("I10", "LDB 10.3", "LDB 10.4", "LDB 10.5")
@pytest.mark.parametrize(
    ("first", "second", "place"), [("draws", "stands", 1), ("refuses", "draws", 2), ("", "", 0)]
)
def test_card_that_nobody_called_for__taken_or_refused_or_the_dealers(
    rig: Rig, first: str, second: str, place: int
) -> None:
    table = Table(rig, "ldb")
    table.deal("2H " + LDB_DEAL + " 7C")  # the last one before anybody has spoken
    ((_number, told),) = table.told("RULING_MADE")
    assert told["rule"] == 10_03_0
    says = (DECISION_NAMES.index(first or "refuses"), DECISION_NAMES.index(second or "refuses"))
    table.say((1, says[0]), (2, says[1]))
    dealers = ["6S"] if place else ["6S", "7C"]  # refused by all: the dealer's next card
    while len(dealers) < 2 or (len(dealers) == 2 and point_count(dealers) <= 4):
        table.deal("KD")
        dealers.append("KD")
    table.desk.end_round()
    hands = {seat: [*hand, "7C"] if seat == place else hand for seat, hand in LDB_HANDS.items()}
    story = table.desk.story()
    assert story.state == "complete" and story.hands[0]["cards"] == dealers
    for seat, hand in hands.items():
        assert story.hands[seat]["cards"] == hand
        assert table.results(seat) == settle("ldb", dealers, hand)


@pytest.mark.rule("I10", "LDB 10.6", "LDB 10.7")
@pytest.mark.parametrize("is_seen", [True, False])
def test_card_on_the_dealers_complete_hand__burned_or_first_of_the_next_round(
    rig: Rig, is_seen: bool
) -> None:
    table = Table(rig, "ldb")
    table.deal("2H " + LDB_DEAL)
    table.say((1, STANDS), (2, STANDS))
    table.deal("KD 9D")  # six: the nine is one too many
    table.desk.tell("extra", BURN_PILE if is_seen else KEPT, 7, 0)
    table.desk.end_round()
    assert table.results(1) == settle("ldb", ["6S", "KD"], LDB_HANDS[1])
    assert table.told("RULING_MADE")[-1][1]["rule"] == (10_06_0 if is_seen else 10_07_0)
    table.deal("5D 8H 6C 2D 4C" if is_seen else "8H 6C 2D 4C")
    table.say((1, STANDS), (2, STANDS))
    table.deal("QD")
    table.desk.end_round()
    first = "5D" if is_seen else "9D"
    story = table.desk.story()
    hands = {place: hand["cards"] for place, hand in story.hands.items()}
    assert story.state == "complete"
    assert hands == {0: ["6C", "QD"], 1: [first, "2D"], 2: ["8H", "4C"]}


@pytest.mark.rule("I11", "TCP 12.11", "FCP 12.12", "CSP 14.13")
@pytest.mark.parametrize("measure", [1, 2, 3])
@pytest.mark.parametrize("game", ["tcp", "fcp", "csp"])
def test_collusion__the_supervisors_measure__recorded_ticked_off_and_no_wager_touched(
    rig: Rig, game: str, measure: int
) -> None:
    rounds = {"tcp": TCP_ROUND, "fcp": FCP_ROUND, "csp": CSP_ROUND}
    table = Table(rig, game)
    table.deal(rounds[game])
    fields = {"irregularity": words.finding_code("COLLUSION"), "place": 2, "detail": measure}
    with pytest.raises(Refused, match="role"):
        table.desk.client.request("REPORT_FINDING", **fields)
    told = case_of(table.supervisor.request("REPORT_FINDING", **fields).fields)
    said = ("before others touch", "may not play together", "speak English only")[measure - 1]
    read = rule_on(Case(game, "COLLUSION", "decide", place=2, detail=measure))
    assert said in told["text"] and told["rule"] == f"{game.upper()} {read.rule}"
    done = {"case_number": told["case"], "step": DO_TAKE_MEASURE}
    assert table.supervisor.request("RULING_DONE", **done).fields["steps_open"] == 0
    table.desk.end_round()
    dealer = table.desk.story().hands[0]["cards"]
    for seat in (1, 2):
        hand = table.desk.story().hands[seat]["cards"]
        assert table.results(seat) == settle(game, dealer, hand)
    ((_number, made),) = table.told("FINDING_MADE")
    assert made["detail"] == measure


@pytest.mark.rule("I12", "CSP 16.4", "CSP 16.5")
def test_outcome_invalid__one_seat_forfeits_and_all_others_get_theirs_back(rig: Rig) -> None:
    table = Table(rig, "csp")
    table.deal(CSP_ROUND)
    table.desk.end_round()
    assert table.report("OUTCOME_INVALID", 1)["rule"] == "CSP 16.5"
    assert set(table.results(1).values()) == {"lose"}
    assert set(table.results(2).values()) == {"void"}
    assert table.desk.story().state == "void"


@pytest.mark.rule("I13", "TCP 4.1.3")
def test_vacant_table__shuffle_before_play_goes_on(rig: Rig) -> None:
    table = Table(rig, "tcp")
    assert not table.flags() & FLAG_SHUFFLE_DUE
    assert table.report("VACANT")["rule"] == "TCP 4.1.3"
    assert table.flags() & FLAG_SHUFFLE_DUE
    table.desk.new_pack()
    assert not table.flags() & FLAG_SHUFFLE_DUE


@pytest.mark.rule("I15", "TCB 12.10")
def test_not_cut__coup_is_finished_and_a_shuffle_is_due(rig: Rig) -> None:
    table = Table(rig, "tcb")
    table.deal("AS 7H KS 2S")
    assert table.report("NOT_CUT")["rule"] == "TCB 12.10"
    table.deal("3H KD 4D 5H QS 9D 6C")
    table.desk.end_round()
    assert table.desk.story().state == "complete"
    assert table.flags() & FLAG_SHUFFLE_DUE


@pytest.mark.rule("C8", "I15", "TCB 4.8")
def test_tcb__cutting_card_first__the_last_coup_is_no_fault_and_the_shuffle_comes_after(
    rig: Rig,
) -> None:
    table = Table(rig, "tcb")
    table.deal("AS 7H")
    table.desk.reading(CUT_CARD)
    assert not table.flags() & FLAG_SHUFFLE_DUE, "one coup more"
    table.deal(TCB_ROUND)
    table.desk.end_round()
    assert table.flags() & FLAG_SHUFFLE_DUE
    made = [event.fields["rule"] for event in table.desk.events if event.name == "RULING_MADE"]
    made += [e.fields["rule"] for e in table.desk.news() if e.name == "RULING_MADE"]
    assert made == [12_10_0], "it came from a wrong place, and that is all"
