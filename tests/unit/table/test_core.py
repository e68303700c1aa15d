"""The table program's core: what it tells the meter, whatever got lost on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from faro.jackpot.rules import class_of
from faro.table.core import METER, Request, TableCore
from faro.table.shoe_rounds import ShoeRound
from faro.wire.events import Event
from firmware.jackpot import rows as jackpot
from firmware.jackpot.round_states import ST_DONE, ST_OPEN
from firmware.ruling.findings_told import FND_JACKPOT_FAILED
from tests.unit.table.fake_table import FakeMeter, FakeShoe

NOTHING = bytes((0, 5, 10, 15, 20))  # no flush, no pair
FLUSH = bytes((2, 10, 18, 26, 34))
FULL = bytes((0, 1, 2, 4, 5))
VOID = 2


class Bench:
    """Core, shoe and meter; `run` goes on until the core is content."""

    has_clocks = True

    def __init__(self, seats: int = 0b111) -> None:
        self.core = TableCore()
        self.shoe = FakeShoe()
        self.meter = FakeMeter()
        self.now_ms = 0
        self.read = self.read_meter = 0
        self.names: list[str] = []
        self.is_live = True
        self.shoe.open(seats)
        self.run()

    def hear(self) -> None:
        for event in self.shoe.events[self.read :]:
            self.core.shoe(event, self.now_ms, self.is_live)
        self.read = len(self.shoe.events)
        for event in self.meter.events[self.read_meter :]:
            self.core.meter(event)
        self.read_meter = len(self.meter.events)

    def step(self, is_answer_lost: bool = False) -> bool:
        self.hear()
        state = self.meter.jackpot()
        request = self.core.wants(state, self.now_ms)
        if request is None:
            return False
        answer = self.meter.do(request)
        self.names.append(request.name)
        if not is_answer_lost and isinstance(answer, str):
            self.core.refused(request, answer, state, self.now_ms)
        elif not is_answer_lost and not isinstance(answer, str):
            self.core.done(request, answer, state, self.now_ms)
        return True

    def run(self) -> None:
        for _ in range(40):
            self.now_ms += 100
            if not self.step():
                return
        raise AssertionError(f"it never ends: {self.names[-6:]}")

    def restart(self) -> None:
        """The program ends and starts again with what it kept."""
        kept = json.dumps(self.core.as_json())
        notices = self.core.notices
        self.core = TableCore.from_json(json.loads(kept))
        assert json.dumps(self.core.as_json()) == kept
        self.core.notices = notices  # people have read them

    def later(self, seconds: int = 20) -> None:
        """A round takes its time; both boards have the same clock."""
        self.now_ms += 1000 * seconds
        if self.has_clocks:
            self.shoe.utc_s = self.meter.utc_s = 1_800_000_000 + self.now_ms // 1000

    def deal(self, chips: int = 0b11, has_line: bool = True) -> None:
        self.later()
        self.meter.chips = chips
        if has_line:
            self.meter.line()
        self.shoe.first_card(0b111)
        if self.is_live:
            self.run()

    def told(self) -> list[str]:
        names, self.names = self.names, []
        return names


def test_core__clean_round__antes_freeze_hands_reopen_each_once() -> None:
    bench = Bench()
    assert bench.told() == ["TELL_ANTES"]
    bench.deal()
    assert bench.told() == ["FREEZE"]
    bench.shoe.close({0: NOTHING, 1: NOTHING, 2: bytes(c + 1 for c in NOTHING)})
    bench.run()
    assert bench.told() == ["TELL_HANDS", "REOPEN_WAGERS", "TELL_ANTES"]
    hands = bench.meter.told[1]
    assert (hands["seats"], hands["cards"][:5]) == (0b11, NOTHING)
    assert (hands["shoe_first"], hands["shoe_last"]) == (2, 6)
    assert bench.core.notices == []


def test_core__winners__claimed_then_left_to_two_roles() -> None:
    bench = Bench()
    bench.deal()
    bench.shoe.close({1: FLUSH, 2: FULL})
    bench.run()
    assert bench.told()[2:] == ["TELL_HANDS", "CLAIM", "CLAIM"]
    bench.run()
    assert bench.told() == []
    bench.meter.pay()
    assert bench.meter.state == ST_DONE
    bench.run()
    assert bench.told() == ["REOPEN_WAGERS", "TELL_ANTES"]


@pytest.mark.rule("J13", "CSP 14.4", "CSP 14.9")
@pytest.mark.parametrize("is_told_by_event", [True, False])
def test_core__round_void_by_the_shoe__all_wagers_go_back(is_told_by_event: bool) -> None:
    bench = Bench()
    bench.deal()
    if is_told_by_event:
        bench.shoe.back(0b111)
        bench.run()
        assert "VOID_ROUND" not in bench.names  # the ruling may be withdrawn while it lasts
    bench.shoe.close({1: NOTHING}, 0 if is_told_by_event else VOID)
    bench.run()
    assert bench.told()[2:] == ["VOID_ROUND", "TELL_ANTES"]
    assert bench.meter.books[1] == (0b11, 0b11)


@pytest.mark.rule("J13", "CSP 14.14")
def test_core__hand_void__its_wager_alone_goes_back_and_the_others_are_settled() -> None:
    bench = Bench()
    bench.deal(0b111)
    bench.shoe.back(0b010)
    bench.shoe.close({1: NOTHING, 2: FLUSH, 3: bytes(c + 1 for c in NOTHING)})
    bench.run()
    assert bench.told()[2:] == ["VOID_HAND", "TELL_HANDS", "REOPEN_WAGERS", "TELL_ANTES"]
    assert bench.meter.books[1] == (0b111, 0b010)


@pytest.mark.rule("J13", "CSP 14.14")
def test_core__void_ruled_after_the_round__still_taken_back_before_the_next_one() -> None:
    bench = Bench()
    bench.deal()
    bench.shoe.close({1: NOTHING})
    bench.run()
    bench.told()
    bench.shoe.back(0b10)
    bench.run()
    assert bench.told() == ["VOID_HAND"]
    assert bench.meter.books[1] == (0b11, 0b10)
    bench.shoe.back(0)
    bench.run()
    assert bench.told() == []
    assert ["withdrawn" in notice for notice in bench.core.notices] == [True]


@pytest.mark.rule("CSP 8.4", "CSP 9.7")
def test_core__folded_hand__is_no_proof_of_anything() -> None:
    bench = Bench()
    bench.deal()
    bench.shoe.tell("DECIDED", seat=1, decision=4)
    bench.shoe.close({1: FLUSH, 2: NOTHING})
    bench.run()
    assert bench.told()[2:] == ["TELL_HANDS", "REOPEN_WAGERS", "TELL_ANTES"]
    assert bench.meter.told[1]["seats"] == 0b10


@pytest.mark.rule("CSP 5.6")
def test_core__first_card_heard_too_late__nobodys_wager_is_frozen() -> None:
    bench = Bench()
    bench.is_live = False  # the program was not there
    bench.deal(has_line=False)
    bench.run()
    assert bench.told() == ["TELL_ANTES", "TELL_ANTES"]
    assert (bench.meter.antes, bench.meter.round) == (0, 0)
    assert len(bench.core.notices) == 1
    bench.shoe.close({1: NOTHING})
    bench.run()
    assert bench.told() == ["TELL_ANTES"]  # the next round's


def test_core__several_rounds_missed__the_meters_is_the_one_of_the_same_time() -> None:
    bench = Bench()
    bench.is_live = False
    for hand in (NOTHING, FLUSH, NOTHING):
        bench.later()
        if hand == FLUSH:
            bench.meter.chips = 0b11
            bench.meter.line()  # in the round before the meter had no power
        bench.shoe.first_card(0b111)
        bench.shoe.close({1: hand})
    bench.run()
    assert bench.told() == ["TELL_ANTES", "TELL_HANDS", "CLAIM"]
    assert bench.meter.told[1]["cards"][:5] == FLUSH
    bench.meter.pay()
    bench.run()
    assert bench.meter.state == ST_OPEN and len(bench.core.notices) == 2


def test_core__clocks_not_set_and_a_round_missed__a_person_says_which_one() -> None:
    bench = Bench()
    bench.has_clocks = False
    bench.told()
    bench.is_live = False
    bench.shoe.first_card(0b111)
    bench.shoe.close({1: NOTHING})
    bench.deal()
    bench.shoe.close({1: FLUSH})
    bench.run()
    assert bench.told() == [] and bench.core.question == (1, [1, 2])
    bench.core.match(1, 2)
    bench.run()
    assert bench.told() == ["TELL_HANDS", "CLAIM"]
    assert bench.meter.told[1]["cards"][:5] == FLUSH


def test_core__line_without_a_card__wagers_go_back() -> None:
    bench = Bench()
    bench.meter.chips = 0b1
    bench.meter.line()  # the card was pulled back
    bench.run()
    assert bench.told() == ["TELL_ANTES"]
    bench.now_ms += 6_000
    bench.run()
    assert bench.told() == ["VOID_ROUND", "TELL_ANTES"]


@pytest.mark.rule("J12", "CSP 14.15")
def test_core__malfunction_of_the_meter__reported_once_and_through_a_restart() -> None:
    bench = Bench()
    raised = {"fault": jackpot.FAULT_DISPLAY_LOST, "detail": 0}
    bench.core.meter(Event("meter", 1, 5, "FAULT_RAISED", raised, 1, 0, 0))
    other = {"fault": jackpot.FAULT_FREEZE_DISAGREES, "detail": 0}
    bench.core.meter(Event("meter", 1, 6, "FAULT_RAISED", other, 1, 0, 0))
    bench.restart()  # the shoe could not be reached
    request = bench.core.report(bench.now_ms)
    assert request is not None and request.fields["detail"] == jackpot.FAULT_DISPLAY_LOST
    bench.restart()  # it was sent, and the answer was lost
    made = {"case_number": 1, "irregularity": FND_JACKPOT_FAILED, "game": 3, "moment": 1}
    bench.shoe.tell("FINDING_MADE", **made, place=255, detail=jackpot.FAULT_DISPLAY_LOST)
    bench.hear()
    assert bench.core.report(bench.now_ms) is None


def test_core__refused__told_once_and_tried_again_when_something_changes() -> None:
    bench = Bench()
    bench.deal()
    bench.shoe.close({1: FLUSH, 2: FLUSH})
    bench.meter._tell_hands = lambda **_f: "claim_refused"  # type: ignore[method-assign]
    bench.run()
    assert bench.told() == ["TELL_ANTES", "FREEZE", "TELL_HANDS"]
    assert len(bench.core.notices) == 1
    bench.meter.voided = 0b1  # somebody has done something
    bench.run()
    assert bench.told() == ["TELL_HANDS"]


# -- whatever may happen -------------------------------------------------------------------------


class Chaos(Bench):
    """Links that come and go, lost answers and restarts, at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.is_away = False
        super().__init__()
        self.returned: dict[int, int] = {}
        self.hands: dict[int, dict[int, bytes]] = {}
        self.jackpots: dict[int, int] = {}  # shoe round → the meter's

    def stir(self) -> None:
        for _ in range(0 if self.is_away else self.rng.randrange(8)):
            self.now_ms += 100
            what = self.rng.random()
            self.is_live = what > 0.2
            if what < 0.1:
                self.restart()
            elif what < 0.2:
                self.meter.pay()
            elif what < 0.85:
                self.step(is_answer_lost=self.rng.random() < 0.3)

    def play(self) -> None:
        rng, shoe, meter = self.rng, self.shoe, self.meter
        is_open = meter.state == ST_OPEN
        self.is_away = rng.random() < 0.2  # for the whole round
        self.later()
        meter.chips = rng.randrange(8)
        meter.line()  # a moment before the card is read
        self.stir()
        shoe.first_card(0b111)
        if is_open:
            self.jackpots[shoe.round] = meter.round
        deck = rng.sample(range(52), 15)
        hands = {seat: bytes(deck[5 * seat - 5 : 5 * seat]) for seat in (1, 2, 3)}
        if rng.random() < 0.3:
            hands[rng.randrange(1, 4)] = FLUSH
        self.hands[shoe.round] = hands
        self.stir()
        back = rng.choice((0, 0, 0, 0b1, 0b101, 0b111))
        if back:
            shoe.back(back)
        self.stir()
        shoe.close(hands)
        self.stir()
        if rng.random() < 0.2:
            back |= rng.randrange(8)
            shoe.back(back)
        self.returned[shoe.round] = back
        self.stir()

    def settle(self) -> None:
        """All links are up and people pay."""
        for _ in range(20):
            self.now_ms += 11_000
            self.run()
            self.meter.pay()

    def check(self) -> None:
        for shoe_round, meter_round in self.jackpots.items():
            accepted, voided = self.meter.books[meter_round]
            told = self.meter.told.get(meter_round)
            if told is not None:
                for seat, cards in self.hands[shoe_round].items():
                    assert told["cards"][5 * seat - 5 : 5 * seat] == cards, shoe_round
            assert not voided & ~self.returned[shoe_round], (shoe_round, "given back for nothing")
            if self.paid_early(meter_round):
                continue
            if any(f"round {meter_round} of the jackpot is over" in n for n in self.core.notices):
                continue  # the ruling was heard too late: people know
            assert voided == accepted & self.returned[shoe_round], (shoe_round, meter_round)
            assert told is not None or voided == accepted, (shoe_round, "hands never told")
        assert self.meter.state == ST_OPEN

    def paid_early(self, meter_round: int) -> bool:
        """A win that was paid before the ruling came stays paid."""
        told = self.meter.told.get(meter_round, {"seats": 0, "cards": b""})
        hands = [told["cards"][5 * s - 5 : 5 * s] for s in (1, 2, 3) if told["seats"]]
        return any(class_of(hand) for hand in hands)


@pytest.mark.rule("J13", "J14")
@pytest.mark.parametrize("seed", range(120))
def test_core__anything_lost_at_any_time__the_meter_agrees_with_the_shoe_in_the_end(
    seed: int,
) -> None:
    chaos = Chaos(seed)
    for _ in range(12):
        chaos.play()
    chaos.settle()
    chaos.check()
    assert chaos.meter.round >= 3


def _last_round(core: TableCore, number: int) -> ShoeRound | None:
    """A wrong guess: the newest round instead of the first after the wagers were opened."""
    found = core.shoe_rounds.unmatched
    if found and number > core.known:
        core._pair(found[-1], number)
        return found[-1]
    return None


@pytest.mark.parametrize(
    ("name", "mutant"),
    [
        ("_void", lambda *_: None),
        ("_matching", _last_round),
        ("_alone", lambda _core, number, _now_ms: Request(METER, "VOID_ROUND", {"round": number})),
    ],
    ids=["returns not heeded", "rounds mixed up", "voided at once"],
)
def test_core__broken__would_be_noticed(
    name: str, mutant: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableCore, name, mutant)
    with pytest.raises(AssertionError):
        for seed in range(20):
            test_core__anything_lost_at_any_time__the_meter_agrees_with_the_shoe_in_the_end(seed)
