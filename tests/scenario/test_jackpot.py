"""The jackpot on the whole firmware inside MicroPython: a test for each row J1 to J14 of RULES."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from faro.jackpot.reconcile import reconcile
from faro.jackpot.rules import UC
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.errors import Refused
from faro.words.board import event_sentence
from faro.words.jackpot import TERMS
from firmware.board.board_state import ST_READY, ST_STOPPED
from firmware.jackpot.rows import (
    FAULT_DISPLAY_LOST,
    FAULT_EXPANDER_LOST,
    FAULT_FREEZE_DISAGREES,
    FAULT_SEAT_SENSOR,
)
from hw_sim.nv_image import NvImage
from tests.helpers.payout_oracle import MICRO, settle

ACCEPTED = "########"
Maker = Callable[..., JackpotTable]


@pytest.fixture(scope="module")
def provisioned_meter() -> tuple[NvImage, object]:
    """A meter with keys, made once."""
    with Rig(("meter",), 1) as rig:
        rig.power_on()
        rig.wait_ready()
        table = JackpotTable(rig)
        keys = table.keys
        rig.boards["meter"].board.power_off()
        return NvImage.take(rig.boards["meter"]), keys


@pytest.fixture
def make_table(provisioned_meter) -> Iterator[Maker]:
    tables: list[JackpotTable] = []

    def make(**settings: int) -> JackpotTable:
        image, keys = provisioned_meter
        rig = Rig(("meter",), 1)
        image.put(rig.boards["meter"])
        rig.power_on()
        rig.wait_ready()
        table = JackpotTable(rig, keys=keys)
        terms = {name: value for name, value in settings.items() if name in TERMS}
        for name in settings.keys() - terms.keys():
            table.set(name, settings[name])
        if terms:
            table.set_terms(**terms)
        tables.append(table)
        return table

    yield make
    for table in tables:
        assert_reconciles(table)
        table.rig.close()


def assert_reconciles(table: JackpotTable) -> None:
    """Whatever a test did: the journal alone gives the same meters."""
    if table.board.board.vm.is_running:
        events = table.client.events(0)
        books = reconcile(events)
        books.compare(table.meters())
        assert books.differences == []


def refused(table: JackpotTable, role: str, message: str, **fields) -> str:
    with pytest.raises(Refused) as refusal:
        table.ask(role, message, **fields)
    return refusal.value.name


def run_us(table: JackpotTable, duration_us: int) -> None:
    table.rig.kernel.run_until(table.rig.kernel.now_us + duration_us)


@pytest.mark.rule("J1", "CSP 2.3", "CSP 2.4.3")
def test_j1__wagers__recorded_and_pool_shown(make_table: Maker) -> None:
    table = make_table()
    assert table.shown() == "50000.00"
    number = table.deal(1, 4)
    table.end(number)
    table.wait(5_000)
    meters = table.meters()
    assert (meters["wagers"], meters["wagered"]) == (2, 200 * UC)
    assert table.shown() == "50001.42"
    assert table.jackpot()["pool_uc"] == 5_000_142 * UC


@pytest.mark.rule("J1", "CSP 2.4.3")
def test_j1__display_while_the_pool_climbs__never_more_than_the_pool(make_table: Maker) -> None:
    table = make_table(wager_cents=10_000)
    number = table.deal(1, 2, 3, 4, 5, 6, 7)
    seen = []
    for _ in range(60):
        table.wait(100)
        cents = int(table.shown().replace(".", ""))
        assert cents * UC <= table.jackpot()["pool_uc"]
        seen.append(cents)
    assert seen == sorted(seen) and seen[-1] == 5_000_000 + 7 * 7_100
    assert len(set(seen)) > 5  # it climbs, it does not jump
    table.hands(number, {1: "royal", 2: "nothing"})
    table.claim(number, 1, "royal")  # now the pool falls back to the seed
    for _ in range(20):
        table.wait(100)
        assert int(table.shown().replace(".", "")) * UC in (
            table.jackpot()["win_uc"],
            table.jackpot()["pool_uc"],
        )


@pytest.mark.rule("J2", "CSP 5.3", "CSP 11.1", "CSP 11.2", "CSP 7.2")
def test_j2__seats__each_is_shown_whether_its_wager_counts(make_table: Maker) -> None:
    table = make_table()
    table.place(2, 3)
    table.antes(1, 2)
    table.wait(300)
    patterns = [table.lamp_pattern(seat).count("#") for seat in (1, 2, 3)]
    assert patterns == [1, 4, 2]  # invited, placed, no ante
    table.line(1)
    table.ask("table", "FREEZE")
    table.place(5)
    table.wait(300)
    assert table.jackpot()["accepted"] == 0b10
    assert table.lamp_pattern(2) == ACCEPTED
    assert table.lamp_pattern(3).count("#") == 2  # refused
    assert table.lamp_pattern(5).count("#") == 2  # late
    assert table.lamp_pattern(1).count("#") == 0
    names = [(n, f.get("seat"), f.get("reason")) for n, f in table.events()]
    assert ("WAGER_REFUSED", 3, 1) in names
    assert ("WAGER_LATE", 5, None) in names
    assert table.meters()["wagers"] == 1


@pytest.mark.rule("J2", "CSP 5.6")
def test_j2__chip_left_from_the_round_before__does_not_count_again(make_table: Maker) -> None:
    table = make_table()
    number = table.deal(4)
    table.line(0)
    table.ask("table", "REOPEN_WAGERS", round=number)  # the dealer forgot to collect
    table.antes(4)
    table.line(1)
    assert table.jackpot()["accepted"] == 0
    assert ("WAGER_REFUSED", {"seat": 4, "reason": 2}) in table.events()
    table.ask("table", "FREEZE")
    table.ask("table", "REOPEN_WAGERS", round=number + 1)
    table.line(0)
    table.wait(32_000)
    assert ("SEAT_TROUBLE", {"seat": 4, "trouble": 1}) in table.events()
    table.take(4)
    table.wait(1_100)
    assert ("SEAT_WELL", {"seat": 4}) in table.events()


@pytest.mark.rule("J2", "CSP 5.6")
@pytest.mark.parametrize("source", ["line", "message"])
def test_j2__either_source__freezes_and_the_other_ones_silence_is_a_fault(
    make_table: Maker, source: str
) -> None:
    table = make_table()
    table.place(1)
    table.antes(1)
    if source == "line":
        table.line(1)
    else:
        table.ask("table", "FREEZE")
    assert table.jackpot()["accepted"] == 1
    table.wait(5_000)
    faults = table.get("GET_FAULTS", first=0)
    assert faults["records"][:2] == FAULT_FREEZE_DISAGREES.to_bytes(2, "little")


@pytest.mark.rule("J2", "J12", "CSP 14.15")
def test_j2__dealer_sees_a_wager_that_the_sensor_does_not__play_stops(make_table: Maker) -> None:
    table = make_table()
    table.place(1)
    table.antes(1, 6, wagers=0b100001)
    table.line(1)
    assert table.client.status()["worst_fault"] == FAULT_SEAT_SENSOR
    assert ("SEAT_TROUBLE", {"seat": 6, "trouble": 3}) in table.events()


@pytest.mark.rule("J2", "J12")
def test_j2__flickering_sensor__not_believed_then_play_stops(make_table: Maker) -> None:
    table = make_table()
    for _ in range(8):
        table.place(3)
        table.wait(60)
        table.take(3)
        table.wait(60)
    table.place(3)
    table.wait(1_100)
    table.antes(3)
    table.line(1)
    assert table.jackpot()["accepted"] == 0
    assert ("WAGER_REFUSED", {"seat": 3, "reason": 3}) in table.events()
    for _ in range(40):
        table.take(3)
        table.wait(150)
        table.place(3)
        table.wait(150)
    assert table.client.status()["worst_fault"] == FAULT_SEAT_SENSOR


@pytest.mark.rule("J2", "CSP 11.1")
def test_j2__ante_sensors__tell_the_antes_instead_of_the_host(make_table: Maker) -> None:
    table = make_table(ante_source=1)
    table.place(1, 2)
    assert table.board.ante_expander
    table.board.ante_expander.set_sensor(1, True)
    table.wait(300)
    table.ask("table", "TELL_ANTES", antes=0x7F, wagers=0xFF)  # the host's word does not count
    table.wait(300)
    table.line(1)
    assert table.jackpot()["accepted"] == 0b10


@pytest.mark.rule("J3", "CSP 11.5", "CSP 11.6")
def test_j3__odd_rates__every_fraction_is_somewhere(make_table: Maker) -> None:
    table = make_table(wager_cents=7, pool_ppm=333_333, reserve_ppm=142_857, bonus_ppm=76_923)
    for _ in range(3):
        table.end(table.deal(1, 3, 6))
    meters = table.meters()
    assert meters["pool"] == 5_000_000 * UC + 9 * 7 * 333_333
    assert meters["reserve"] == 9 * 7 * 142_857
    assert meters["bonus_pool"] == 9 * 7 * 76_923
    assert meters["retained"] == 9 * 7 * (1_000_000 - 333_333 - 142_857 - 76_923)


@pytest.mark.rule("J3", "CSP 11.6")
def test_j3__limit__what_is_over_it_goes_to_the_reserve(make_table: Maker) -> None:
    table = make_table(limit_cents=5_000_100, wager_cents=100)
    table.end(table.deal(1, 2, 3))  # 71 cents each: 71, then 29, then none
    meters = table.meters()
    assert meters["pool"] == 5_000_100 * UC
    assert meters["overflow"] == (3 * 71 - 100) * UC
    assert meters["reserve"] == meters["overflow"] + 3 * 2 * UC


@pytest.mark.rule("J3", "CSP 11.6")
def test_j3__rates_beyond_the_wager__refused(make_table: Maker) -> None:
    table = make_table()
    terms = table.terms()
    for name, value in (("pool_ppm", 980_001), ("reserve_ppm", 290_001), ("wager_cents", 10_001)):
        asked = {**terms, name: value}
        assert refused(table, "supervisor", "SET_TERMS", **asked) == "out_of_range"
    assert table.terms() == terms


@pytest.mark.rule("J4", "J5", "J6", "J7", "J8", "J9", "CSP 11.4", "CSP 12.1", "CSP 12.4")
@pytest.mark.parametrize(
    ("winners", "source"),
    [
        ({3: "royal"}, 0),
        ({3: "straight"}, 0),
        ({1: "four", 5: "full", 7: "flush"}, 0),
        ({1: "four", 5: "full", 7: "flush"}, 1),
        ({2: "TH JH QH KH AH", 6: "royal"}, 0),
        ({2: "royal", 5: "straight", 7: "5C 6C 7C 8C 9C", 4: "four"}, 1),
        ({7: "royal", 6: "flush", 3: "straight", 1: "four"}, 1),  # the Royal waits
        ({1: "AC 2C 3C 4C 5C", 2: "straight", 3: "5D 6D 7D 8D 9D"}, 0),
    ],
)
def test_j5_to_j9__winners__paid_as_the_oracle_says(
    make_table: Maker, winners: dict[int, str], source: int
) -> None:
    kinds = {"TH JH QH KH AH": "royal", "5C 6C 7C 8C 9C": "straight", "5D 6D 7D 8D 9D": "straight",
             "AC 2C 3C 4C 5C": "straight"}  # fmt: skip
    names = {seat: kinds.get(text, text) for seat, text in winners.items()}
    table = make_table(bonus_source=source, seed_cents=12_345_678, royal_cents=5_000_000)
    table.settle("ADJUST_POOL", amount_uc=98_765_432 * UC + 123_456)
    number = table.deal(*winners)
    before = table.meters()
    table.hands(number, winners)
    for seat, name in names.items():
        table.claim(number, seat, name)
    table.settle(round=number)
    want, after = settle(
        Fraction(before["pool"], MICRO),
        12_345_678,
        names,
        ("house", "pool")[source],
        Fraction(before["reserve"], MICRO),
    )
    numbers = ("", "royal", "straight", "four", "full", "flush")
    paid = [f for n, f in table.events() if n == "PAID"]
    got = [(f["seat"], numbers[f["hand_class"]], f["pool_cents"], f["house_cents"]) for f in paid]
    assert got == want
    assert table.meters()["pool"] == after * MICRO
    assert table.meters()["pending"] == 0
    table.end(number)


@pytest.mark.rule("J10", "CSP 9.5")
def test_j10__qualifying_hand_unpaid__round_stays_open(make_table: Maker) -> None:
    table = make_table()
    number = table.deal(2, 6)
    table.hands(number, {2: "flush", 6: "nothing"})
    assert refused(table, "table", "REOPEN_WAGERS", round=number) == "unpaid"
    table.claim(number, 2, "flush")
    assert refused(table, "table", "REOPEN_WAGERS", round=number) == "not_now"
    assert refused(table, "table", "FREEZE") == "not_now"
    table.settle(round=number)
    table.end(number)


@pytest.mark.rule("J12", "CSP 14.15")
@pytest.mark.parametrize("part", ["display", "expander"])
def test_j12__equipment_malfunction__locked_until_the_inspector_approves(
    make_table: Maker, part: str
) -> None:
    table = make_table()
    broken = table.board.display if part == "display" else table.board.expander
    code = FAULT_DISPLAY_LOST if part == "display" else FAULT_EXPANDER_LOST
    assert broken is not None
    table.place(3)
    table.antes(3)
    broken.is_dead = True
    table.wait(1_100)
    assert table.client.status()["state"] == ST_STOPPED
    table.line(1)
    table.ask("table", "FREEZE")
    assert table.jackpot()["accepted"] == 0  # the game does not go on
    table.ask("table", "REOPEN_WAGERS", round=1)
    table.line(0)
    assert refused(table, "inspector", "CLEAR_FAULT", fault=code) == "still_present"
    broken.is_dead = False
    assert refused(table, "supervisor", "CLEAR_FAULT", fault=code) == "not_allowed"
    assert refused(table, "technician", "CLEAR_FAULT", fault=code) == "not_allowed"
    table.ask("inspector", "CLEAR_FAULT", fault=code)
    assert table.client.status()["state"] == ST_READY
    table.take_all()
    table.wait(600)
    number = table.deal(3)
    assert table.jackpot()["accepted"] == 0b100
    table.end(number)


@pytest.mark.rule("J12", "CSP 2.4.3")
def test_j12__fault__alternates_with_the_amount_on_the_display(make_table: Maker) -> None:
    table = make_table()
    assert table.board.expander
    table.board.expander.is_dead = True
    table.wait(1_100)
    seen = set()
    for _ in range(20):
        table.wait(250)
        seen.add(table.shown())
    assert seen == {"50000.00", f"E      {FAULT_EXPANDER_LOST}"}


@pytest.mark.rule("J13", "CSP 14.14", "CSP 14.8")
def test_j13__voided_hand__its_increments_are_taken_back_to_the_last_fraction(
    make_table: Maker,
) -> None:
    table = make_table(wager_cents=7, pool_ppm=333_333, reserve_ppm=142_857, limit_cents=5_000_002)
    table.end(table.deal(5))
    before = table.meters()
    number = table.deal(2, 4)  # the second one runs into the limit
    table.ask("supervisor", "VOID_HAND", round=number, seat=4)
    table.ask("supervisor", "VOID_HAND", round=number, seat=2)
    assert refused(table, "supervisor", "VOID_HAND", round=number, seat=2) == "no_wager"
    after = table.meters()
    for name in ("pool", "reserve", "overflow", "bonus_pool", "adjusted"):
        assert after[name] == before[name], name
    assert after["taken_back"] == 2 * 7 * (333_333 + 142_857)
    table.end(number)


@pytest.mark.rule("J13", "CSP 14.4", "CSP 14.9.2", "CSP 15.2.1")
def test_j13__voided_round__everything_is_as_before_and_wagers_open(make_table: Maker) -> None:
    table = make_table()
    before = table.meters()
    number = table.deal(1, 2, 7)
    table.hands(number, {1: "royal", 2: "nothing", 7: "flush"})
    table.settle("VOID_ROUND", "table", round=number)
    after = table.meters()
    assert (after["pool"], after["reserve"]) == (before["pool"], before["reserve"])
    assert table.jackpot()["state"] == 0
    assert refused(table, "table", "CLAIM", round=number, seat=1, hand_class=1) == "not_now"


@pytest.mark.rule("J14", "CSP 11.7", "CSP 13.1")
def test_j14__claim_that_the_cards_do_not_bear_out__refused_and_recorded(
    make_table: Maker,
) -> None:
    table = make_table()
    number = table.deal(1, 2, antes=(1, 2, 3))
    claim = {"round": number, "seat": 1, "hand_class": 1}
    assert refused(table, "table", "CLAIM", **claim) == "claim_refused"  # nothing was read yet
    table.hands(number, {1: "straight", 2: "nothing", 3: "flush"})
    assert refused(table, "table", "CLAIM", **claim) == "claim_refused"
    assert refused(table, "table", "CLAIM", round=number, seat=2, hand_class=5) == "claim_refused"
    assert refused(table, "table", "CLAIM", round=number, seat=3, hand_class=5) == "no_wager"
    assert refused(table, "table", "CLAIM", round=number + 1, seat=1, hand_class=2) == "wrong_round"
    told = [(f["seat"], f["hand_class"], f["actual"], f["has_wager"]) for n, f in table.events()
            if n == "CLAIM_REFUSED"]  # fmt: skip
    assert told == [(1, 1, 0, 1), (1, 1, 2, 1), (2, 5, 0, 1), (3, 5, 5, 0)]
    sentences = [event_sentence(n, f) for n, f in table.events() if n == "CLAIM_REFUSED"]
    assert "no wager" in sentences[-1] and "the cards say Straight Flush" in sentences[1]
    with pytest.raises(Refused):  # evidence is given once
        table.hands(number, {1: "royal", 2: "nothing", 3: "flush"})
    table.hands(number, {1: "straight", 2: "nothing", 3: "flush"})  # the very same again is none
    table.claim(number, 1, "straight")
    table.settle(round=number)
    table.end(number)


@pytest.mark.rule("J14", "CSP 3.1")
def test_j14__a_card_in_two_hands__refused(make_table: Maker) -> None:
    table = make_table()
    number = table.deal(1, 2)
    with pytest.raises(Refused, match="say otherwise"):
        table.hands(number, {1: "royal", 2: "AS 2C 4H 6D 9C"})
    assert table.jackpot()["winners"] == 0


@pytest.mark.rule("J5", "CSP 12.1")
def test_hit__one_role__is_not_enough_and_a_cancelled_one_leaves_no_trace_in_the_pool(
    make_table: Maker,
) -> None:
    table = make_table()
    number = table.deal(4)
    before = table.meters()
    table.hands(number, {4: "royal"})
    table.claim(number, 4, "royal")
    assert table.jackpot()["pending_uc"] == before["pool"] - before["pool"] % UC
    assert refused(table, "inspector", "CONFIRM_HIT", round=number) == "not_allowed"
    table.ask("supervisor", "CONFIRM_HIT", round=number)
    for role, error in (("supervisor", "same_role"), ("technician", "not_allowed")):
        with pytest.raises(Refused) as refusal:
            table.confirm(role)
        assert refusal.value.name == error
    table.settle("CANCEL_HIT", round=number)
    after = table.meters()
    for name in ("pool", "reserve", "pending", "topped_up", "paid", "hits"):
        assert after[name] == before[name], name
    table.settle("VOID_HAND", round=number, seat=4)
    table.end(number)


@pytest.mark.rule("J13", "J14", "CSP 9.5")
def test_void__hand_that_the_shoe_read_as_a_winner__takes_two_roles(make_table: Maker) -> None:
    table = make_table()
    number = table.deal(2, 4)
    table.hands(number, {2: "nothing", 4: "royal"})
    winners = {"round": number, "seat": 4}
    assert table.ask("table", "VOID_HAND", **winners)["number"] > 0
    assert table.ask("table", "VOID_ROUND", round=number)["number"] > 0
    assert table.jackpot()["state"] == 1 and table.jackpot()["voided"] == 0
    assert table.ask("table", "VOID_HAND", round=number, seat=2)["number"] == 0  # no winner
    table.settle("VOID_HAND", "table", **winners)
    assert table.jackpot()["voided"] == 0b1010
    assert table.ask("table", "VOID_ROUND", round=number)["number"] == 0  # nobody wins any more


@pytest.mark.rule("J13", "CSP 14.14")
def test_void__ruled_after_the_round__goes_back_until_the_next_first_card(
    make_table: Maker,
) -> None:
    table = make_table()
    before = table.meters()
    number = table.deal(2, 4, 5)
    table.hands(number, {2: "nothing", 4: "flush"})
    table.claim(number, 4, "flush")
    table.settle(round=number)
    table.end(number)
    assert refused(table, "table", "VOID_HAND", round=number, seat=4) == "no_wager"  # it is paid
    assert refused(table, "table", "VOID_HAND", round=number, seat=3) == "no_wager"
    table.place(2)
    table.antes(2)
    table.ask("table", "VOID_HAND", round=number, seat=2)
    assert refused(table, "table", "VOID_HAND", round=number, seat=2) == "no_wager"
    assert table.jackpot()["offered"] == 0b10  # the chip for the next round counts
    after = table.meters()
    assert after["pool"] - before["pool"] == 2 * 710_000 * 100
    assert after["wagers_voided"] == 1
    table.line(1)
    table.ask("table", "FREEZE")
    assert refused(table, "table", "VOID_HAND", round=number, seat=5) == "wrong_round"


@pytest.mark.rule("J13")
def test_void__after_a_royal_and_its_round__is_refused(make_table: Maker) -> None:
    table = make_table()
    table.play({4: "royal"}, 2)
    assert refused(table, "table", "VOID_HAND", round=1, seat=2) == "not_now"


@pytest.mark.rule("J5", "CSP 2.4.3")
def test_hit__winning_amount__on_the_display_within_30_s(make_table: Maker) -> None:
    table = make_table()
    number = table.deal(4)
    table.hands(number, {4: "straight"})
    table.claim(number, 4, "straight")
    table.wait(2_000)
    (shown,) = [f for n, f in table.events() if n == "WIN_SHOWN"]
    assert shown["after_ms"] <= 30_000
    assert shown["amount_uc"] == table.jackpot()["win_uc"] == 500_007 * UC
    seen = set()
    for _ in range(20):
        table.wait(250)
        seen.add(table.shown())
    assert "5000.07" in seen


@pytest.mark.rule("CSP 11.6", "CSP 12.1")
def test_terms__live_jackpot__change_waits_for_the_next_one(make_table: Maker) -> None:
    """STANDARDS 23: refused in a round, deferred while live, each an event with all terms."""
    table = make_table()
    number = table.deal(1)
    changed = {**table.terms(), "seed_cents": 7_000_000}
    assert refused(table, "supervisor", "SET_TERMS", **changed) == "not_now"
    table.end(number)
    table.set_terms(seed_cents=7_000_000)
    assert table.terms()["seed_cents"] == 5_000_000
    assert table.get("GET_DEFERRED")["count"] == len(TERMS)
    table.play({2: "flush"})  # no new jackpot: still waiting
    assert table.terms()["seed_cents"] == 5_000_000
    table.play({2: "royal"})
    assert table.terms() == changed
    assert table.get("GET_DEFERRED")["count"] == 0
    told = [f for n, f in table.events() if n == "TERMS_SET"]
    assert [(f["is_waiting"], f["asked_by"], f["confirmed_by"]) for f in told] == [
        (1, 2, 4),
        (0, 2, 4),
    ]
    assert told[0]["values"] == told[1]["values"] and told[0]["digest"] == told[1]["digest"]
    table.play({2: "royal"})
    assert table.meters()["topped_up"] == (5_000_000 + 7_000_000) * UC


def test_meter__after_a_busy_hour__a_quarter_of_the_heap_is_free(make_table: Maker) -> None:
    """Memory, on a VM whose objects are twice as big and whose bytecode lies in the heap."""
    table = make_table()
    for winners in ({}, {3: "royal", 5: "straight"}, {1: "flush"}):
        table.play(winners, 6)
    table.set_terms(seed_cents=1_000_000)
    number = table.deal(2)
    table.ask("supervisor", "VOID_HAND", round=number, seat=2)
    table.end(number)
    table.client.text("stat")
    table.wait(20_000)
    status = table.client.status()
    assert status["heap_free_bytes"] * 4 >= status["heap_total_bytes"], status["heap_free_bytes"]


@pytest.mark.rule("J5", "CSP 12.1")
def test_terms__any_role_alone__changes_none_of_them(make_table: Maker) -> None:
    table = make_table()
    before = table.terms()
    known = table.client.protocol.dictionary.settings
    for name in TERMS:
        change = {"setting": known[name].number, "value": known[name].least}
        if before[name] != known[name].least:
            assert refused(table, "technician", "SET_SETTING", **change) == "not_allowed", name
    for role in ("table", "inspector", "technician"):
        assert refused(table, role, "SET_TERMS", **before) == "not_allowed"
    asked = table.ask("supervisor", "SET_TERMS", **{**before, "alone_cents": 2_000_000_000})
    digest = table.as_role("supervisor").deed().digest
    yes = {"number": asked["number"], "digest": digest}
    assert refused(table, "supervisor", "CONFIRM", **yes) == "same_role"
    assert table.terms() == before


@pytest.mark.rule("J3", "J5")
def test_pool__as_large_as_it_can_be__paid_and_shown_to_the_cent(make_table: Maker) -> None:
    """No amount wraps: 99,999,999.99 dollars are more than 32 bits of cents."""
    table = make_table()
    most = 9_999_999_999 * UC
    room = most - table.meters()["pool"]
    for amount in (room + 1, 2**63 - 1, -(2**63), -table.meters()["pool"] - 1):
        assert refused(table, "supervisor", "ADJUST_POOL", amount_uc=amount) == "out_of_range"
    table.settle("ADJUST_POOL", amount_uc=room)
    assert table.meters()["pool"] == most
    number = table.deal(3)  # what it brings goes to the reserve
    assert table.meters()["pool"] == most and table.meters()["overflow"] == 71 * UC
    table.wait(3_000)
    assert table.shown() == "99999999"
    table.hands(number, {3: "royal"})
    table.claim(number, 3, "royal")
    table.settle(round=number)
    (paid,) = [f for n, f in table.events() if n == "PAID"]
    assert paid["pool_cents"] == 9_999_999_999
    assert table.get("GET_HIT", number=1)["pool_cents"] == 9_999_999_999
    assert table.meters()["paid"] == most
    table.end(number)


@pytest.mark.rule("J2", "CSP 5.6")
@pytest.mark.parametrize("after_us", [0, 200, 1_000, 2_000, 4_000, 8_000])
def test_late_chip__placed_after_the_line__never_counts(make_table: Maker, after_us: int) -> None:
    table = make_table()
    assert table.board.expander
    table.place(2)
    table.antes(2, 5)
    table.board.say_no_more_bets(True)
    run_us(table, after_us)
    table.board.expander.set_sensor(4, True)
    table.wait(300)
    assert table.jackpot()["accepted"] == 0b10
    assert ("WAGER_LATE", {"seat": 5}) in table.events()


@pytest.mark.rule("J2", "CSP 5.2")
@pytest.mark.parametrize("before_us", [20, 200, 1_000, 4_000])
def test_chip__placed_just_before_the_line__counts(make_table: Maker, before_us: int) -> None:
    table = make_table()
    assert table.board.expander
    table.place(2)
    table.antes(2, 5)
    table.board.expander.set_sensor(4, True)
    run_us(table, before_us)
    table.board.say_no_more_bets(True)
    table.wait(300)
    assert table.jackpot()["accepted"] == 0b10010


def test_evidence__before_any_hit__there_is_none(make_table: Maker) -> None:
    table = make_table()
    for message, fields in (("GET_EVIDENCE", {"part": 0}), ("SEAL_EVIDENCE", {"nonce": bytes(16)})):
        with pytest.raises(Refused) as refusal:
            table.get(message, **fields)
        assert refusal.value.name == "no_such_record"
