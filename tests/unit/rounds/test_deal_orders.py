"""Every deal order of the documents, perfect, and with every mistake at every position."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from firmware.rounds.findings import DEALER, NO_PLACE
from firmware.rounds.games import catalogue
from firmware.rounds.round_record import BURN_PILE
from firmware.rounds.steps import CLOSED_IRREGULAR
from hw_sim.world.croupier import CUT_CARD, DECKS, JOKER, Croupier, Mistake, ShoeCard, Truth
from tests.helpers.round_desk import TrackerDesk, mask

GAMES = ("tcp", "fcp", "csp", "tcb", "ldb")
EQUIPMENT = ("shoe", "device")
POKER = ("tcp", "fcp", "csp")
SUBSETS = [seats for n in range(8) for seats in combinations(range(1, 8), n)]
SOME = [(3,), (1, 4), (2, 5, 6), tuple(range(1, 8))]

deals = pytest.mark.parametrize(
    ("game", "equipment"), [(game, equipment) for game in GAMES for equipment in EQUIPMENT]
)


def table(game: str, equipment: str, seed: int = 1) -> tuple[TrackerDesk, Croupier]:
    """A tracker and a croupier with a shuffled, burned pack; no round yet."""
    desk = TrackerDesk(game, equipment, DECKS[game])
    croupier = Croupier(game, equipment, desk, random.Random(seed))
    croupier.shuffle()
    if game not in POKER:
        croupier.shoe = [card for card in croupier.shoe if card.reads != CUT_CARD]
        croupier.burn()
        croupier.is_first_round = False
    desk.forget()
    return desk, croupier


def length(game: str, equipment: str, seats: tuple[int, ...], seed: int = 1) -> int:
    """Cards of a perfect round with this seed."""
    _, croupier = table(game, equipment, seed)
    return croupier.deal_round(seats).dealt()


@pytest.mark.rule("TCP 7.3", "TCP 7.4", "FCP 7.3", "FCP 7.4", "CSP 7.3", "CSP 7.4")
@pytest.mark.rule("TCB 8.1", "TCB 8.2", "LDB 7.2", "LDB 8.1", "LDB 8.4", "LDB 8.5")
@deals
def test_deal__perfect_round_with_any_areas__right_hands(game: str, equipment: str):
    desk, croupier = table(game, equipment)
    for seats in SUBSETS:
        if not seats and game != "tcb":
            continue
        if croupier.must_shuffle:
            croupier.shuffle()
            croupier.shoe = [card for card in croupier.shoe if card.reads != CUT_CARD]
            croupier.burn()
            croupier.is_first_round = False
        desk.forget()
        truth = croupier.deal_round(seats)
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}
        assert desk.findings == []
        steps = [step for step in desk.steps if step[0] != "SHUFFLE_DUE"]
        number = desk.tracker.round_number
        assert steps == [("OPENED", number), ("DEALT", truth.dealt()), ("CLOSED", 0)]


@deals
def test_deal__hands__have_the_sizes_of_the_game(game: str, equipment: str):
    rules = catalogue.table_of(catalogue.number_of(game))
    desk, croupier = table(game, equipment)
    croupier.deal_round((1, 3, 7))
    for place, hand in desk.hands().items():
        assert len(hand) in (rules.DEALER_CARDS if place == DEALER else rules.HAND_CARDS)


def each_position(game: str, equipment: str):
    for seats in SOME:
        for at in range(length(game, equipment, seats)):
            yield seats, at


@pytest.mark.rule("C10", "TCP 12.2", "TCP 12.7", "FCP 12.2", "FCP 12.6", "CSP 14.2", "CSP 14.8")
@pytest.mark.rule("TCB 12.2", "TCB 12.5")
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", ["tcp", "fcp", "csp", "tcb"])
@pytest.mark.parametrize(("kind", "more"), [("extra", 1), ("skipped", -1)])
def test_count__one_card_too_many_or_too_few__whose_hand_is_found(
    game: str, equipment: str, kind: str, more: int
):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        truth = croupier.deal_round(seats, Mistake(kind, at))
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}, at
        place = int(truth.told[0].split()[1])
        number = int(truth.told[0].split()[2])
        count = desk.named("COUNT_WRONG")
        if kind == "extra":
            assert count == [(NO_PLACE, truth.dealt(), 1)]
        else:
            assert count in ([(NO_PLACE, 0, -1)], [])  # told before anybody ended the round
        whose = "DEALER_COUNT" if place == DEALER else "HAND_COUNT"
        assert desk.named(whose) == [(place, number, more)]
        assert len(desk.findings) == len(count) + 1
        assert desk.tracker.closed_as == CLOSED_IRREGULAR


@pytest.mark.rule("C10")
@deals
def test_count__round_ended_while_a_card_lacks__told_first_and_closed_when_asked_again(
    game: str, equipment: str
):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        desk.set_seats(seats)
        truth = Truth(game, seats, {DEALER: []} | {seat: [] for seat in seats})
        for number, place in enumerate(croupier.places(truth, seats, None)):
            if number == at:
                break
            truth.hands[place].append(croupier.next_card())
        if at == 0:
            assert desk.tracker.end_round(desk.now_ms) != 0  # no round is open
            continue
        assert not desk.end_round()
        ((place, number, detail),) = desk.named("COUNT_WRONG")
        assert (place, number) == (NO_PLACE, 0) and detail < 0
        assert desk.end_round()
        assert ("CLOSED", 1) in desk.steps


@pytest.mark.rule("C5", "C6", "TCP 12.9", "FCP 12.10", "CSP 14.9", "TCB 12.13", "LDB 10.15")
@deals
def test_card__foreign_at_any_position__found_with_its_place(game: str, equipment: str):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        truth = croupier.deal_round(seats, Mistake("foreign", at))
        place = next(place for place, hand in truth.hands.items() if JOKER in hand)
        assert desk.findings == [("FOREIGN_CARD", place, at + 1, JOKER)]
        assert ("CLOSED", 2) in desk.steps
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}


@pytest.mark.rule("C5", "C6", "STANDARDS 7")
@deals
def test_card__doubled_at_any_position__found_by_identity(game: str, equipment: str):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        ahead = croupier.shoe[at + 1 :]
        twin = next(card.card for card in ahead if card != croupier.shoe[at])
        pack = desk.tracker.pack
        while pack.times(twin) < pack.decks:  # as if all of them had come out before
            pack.take(twin)
        croupier.shoe = [
            card for i, card in enumerate(croupier.shoe) if i == at or card.card != twin
        ]
        croupier.shoe[at] = ShoeCard(twin, twin)
        truth = croupier.deal_round(seats)
        place = next(place for place, hand in truth.hands.items() if twin in hand)
        assert desk.findings == [("DOUBLED_CARD", place, at + 1, twin)], at


@pytest.mark.rule("C7", "TCB 12.8", "TCB 12.9", "LDB 10.1")
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", ["tcb", "ldb"])
def test_card__face_up_in_baccarat__burned_or_played_as_the_document_says(
    game: str, equipment: str
):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        truth = croupier.deal_round(seats, Mistake("face up", at))
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}
        ((name, place, number, _detail),) = desk.findings
        assert name == ("FACE_UP_LATER" if at else "FACE_UP_FIRST")
        is_burned = game == "ldb" or at == 0
        assert (place == BURN_PILE) == is_burned
        assert number == (at + 1 if at else 0)


@pytest.mark.rule("C12", "TCP 12.5", "FCP 12.5", "CSP 14.5")
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", POKER)
def test_card__face_up_in_poker__played_and_no_misdeal(game: str, equipment: str):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        truth = croupier.deal_round(seats, Mistake("face up", at))
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}
        ((name, place, number, _detail),) = desk.findings
        assert (name, number) == ("FACE_UP_LATER" if at else "FACE_UP_FIRST", at + 1)
        assert place in truth.hands


@pytest.mark.rule("C1")
@deals
def test_card__unreadable_at_any_position__placed_and_named_later(game: str, equipment: str):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        truth = croupier.deal_round(seats, Mistake("unreadable", at))
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}
        assert desk.findings[0][0] == "UNREADABLE_CARD"


@pytest.mark.rule("C8", "TCB 4.7", "TCB 4.8", "LDB 4.1.2", "LDB 4.1.3")
@deals
def test_cut_card__at_any_position__set_aside(game: str, equipment: str):
    for seats, at in each_position(game, equipment):
        desk, croupier = table(game, equipment)
        croupier.shoe.insert(at, ShoeCard(CUT_CARD, CUT_CARD))
        if game in ("tcb", "ldb"):  # as many cards are left as a right cut leaves behind it
            desk.tracker.pack.restore(52 * DECKS[game] - 70, False, False)
        truth = croupier.deal_round(seats)
        assert desk.hands() == {place: hand for place, hand in truth.hands.items() if hand}
        first, *more = desk.findings
        if at:
            place = where(truth, at, croupier, seats)
            assert first == ("CUT_CARD_LATER", place, at + 1, 0)
            assert more == []
        else:
            assert first == ("CUT_CARD_FIRST", NO_PLACE, 0, 0)
            is_ldb = game == "ldb"  # it should have been shuffled first, and was not
            assert more == ([("NOT_SHUFFLED", NO_PLACE, 0, 0)] if is_ldb else [])
            assert (("LAST_ROUND", 0) in desk.steps) == (game == "tcb")
        assert ("SHUFFLE_DUE", 0) in desk.steps
        assert desk.tracker.is_shuffle_due


def where(truth: Truth, at: int, croupier: Croupier, seats: tuple[int, ...]) -> int:
    """The place of the card of this number (0 is the first), worked out on the truth."""
    if truth.game == "ldb":
        order = [*seats, DEALER, *seats]
        order += [seat for seat in seats if len(truth.hands[seat]) == 3]
        order += [DEALER] * (len(truth.hands[DEALER]) - 1)
    else:
        order = list(croupier.places(truth, seats, None))
    return order[at]


def test_mask__seats__seat_1_is_the_lowest_bit():
    assert mask((1, 3)) == 5
