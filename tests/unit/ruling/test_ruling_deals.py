"""A mistake at every position of every deal: the finding leads to the ruling of the documents."""

from __future__ import annotations

import random

import pytest

from firmware.rounds.findings import FINDINGS, NO_PLACE
from firmware.ruling.desk import Desk
from firmware.ruling.dialogue import Case
from firmware.ruling.ruled import Ruled
from firmware.ruling.situation import Situation
from firmware.ruling.vocabulary import DEALERS, HANDLED, IN_ROUND, MISREAD, rule_text
from hw_sim.world.croupier import DEALER, DECKS, POKER, Croupier, Mistake, Truth
from tests.helpers.round_desk import NAMES, TrackerDesk

SEATS = (1, 4)
GAMES = ("tcp", "fcp", "csp", "tcb", "ldb")
EQUIPMENT = ("shoe", "device")
CODES = {row[1]: row[0] for row in FINDINGS}

# clause on: cards dealt wrongly before anybody touched them, the dealer's number, a hand's number,
# a hand without a wager, bad cards
CLAUSES = {
    "tcp": ("12.1", "12.2", "12.7", "12.8", "12.9.2"),
    "fcp": ("12.1", "12.2", "12.6", "12.7", "12.10.2"),
    "csp": ("14.1", "14.2", "14.8", "14.10", "14.9.2"),
    "tcb": ("12.1", "12.2", "12.5", "12.4", "12.13.2"),
    "ldb": ("10.8", "10.8", "10.8", "10.8", "10.15.2"),
}


class RuledDesk(TrackerDesk):
    """A tracker whose findings are ruled on at once; people answer as the test says."""

    def __init__(self, game: str, equipment: str, handled: bool) -> None:
        self.cases = Desk()
        self.ruled: list[tuple[str, int, str]] = []
        self.pending: list[tuple[int, int, int]] = []
        self.handled = handled
        self.last_moment = 0
        super().__init__(game, equipment, DECKS[game])
        self.situation = Situation(self.tracker, lambda: False)

    def _finding(self, finding: int, place: int, number: int, detail: int) -> None:
        super()._finding(finding, place, number, detail)
        if NAMES[finding] != "COUNT_WRONG" or place != NO_PLACE:  # else whose hand it is follows
            self.pending.append((finding, place, detail))

    # as on the board: what the tracker said is ruled on when it has taken the input

    def reading(self, code: int) -> None:
        super().reading(code)
        self._rule()

    def tell(self, what: str, place: int, number: int, value: int) -> None:
        super().tell(what, place, number, value)
        self._rule()

    def empty(self) -> None:
        self.tracker.empty()
        self._rule()

    def _rule(self) -> None:
        pending, self.pending = self.pending, []
        for finding, place, detail in pending:
            self._rule_on(finding, place, detail)

    def _rule_on(self, finding: int, place: int, detail: int) -> None:
        now = self.situation
        now.look(finding, detail, place)
        case = self.cases.finding(
            finding, now.game, now.moment, place, detail, now.known, now.yes, now.round
        )
        self._answer(case)
        self.ruled.append((NAMES[finding], place, rule_text(case.verdict.rule)))
        self.last_moment = now.moment
        Ruled().carry_out(self.cases.ruled, self.tracker)

    def _answer(self, case: Case) -> None:
        for _ in range(4):
            if not case.is_open:
                return
            is_so = (
                self.handled
                if case.question == HANDLED
                else case.question not in (DEALERS, MISREAD)
            )
            assert self.cases.answer(case, case.question, int(is_so))

    def rules(self, finding: str) -> set[str]:
        return {rule for name, _place, rule in self.ruled if name == finding}


def dealt(game: str, equipment: str, mistake: Mistake, handled: bool) -> tuple[RuledDesk, Truth]:
    """One round with one mistake, after a shuffle and a burn."""
    desk = RuledDesk(game, equipment, handled)
    croupier = Croupier(game, equipment, desk, random.Random(mistake.at * 7 + 1))
    croupier.shuffle()
    if mistake.kind != "not burned":
        croupier.deal_round(SEATS)
        if game in POKER:
            croupier.shuffle()
    desk.ruled.clear()
    return desk, croupier.deal_round(SEATS, mistake)


def positions(game: str) -> range:
    return range({"tcp": 9, "fcp": 16, "csp": 15, "tcb": 9, "ldb": 5}[game])


def place_of(game: str, equipment: str, at: int) -> int:
    """Who gets the card of a position when nothing goes wrong, from the documents."""
    desk = RuledDesk(game, equipment, False)
    croupier = Croupier(game, equipment, desk, random.Random(1))
    truth = Truth(game, SEATS, {DEALER: [], **{seat: [] for seat in SEATS}})
    for number, place in enumerate(croupier.places(truth, SEATS, None)):
        if number == at:
            return place
    raise ValueError(at)


@pytest.mark.rule("C10", "TCP 12.2", "FCP 12.6", "CSP 14.8", "TCB 12.5")
@pytest.mark.parametrize("kind", ["extra", "skipped"])
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", [*POKER, "tcb"])
def test_deal__one_card_too_many_or_too_few_anywhere__misdeal_or_void_hand(
    game: str, equipment: str, kind: str
) -> None:
    untouched, dealers, hand, _stray, _bad = CLAUSES[game]
    in_round = 0
    for at in positions(game):
        for handled in (False, True):
            desk, _truth = dealt(game, equipment, Mistake(kind, at), handled)
            place = place_of(game, equipment, at)
            expected = dealers if place == DEALER else hand if handled else untouched
            name, found_place, rule = desk.ruled[-1]
            assert name == ("DEALER_COUNT" if place == DEALER else "HAND_COUNT")
            assert found_place == place and len(desk.ruled) == 1
            # told when the round was already over: no rule speaks of it any more
            assert rule == (expected if desk.last_moment & IN_ROUND else ""), (at, desk.ruled)
            in_round += desk.last_moment & IN_ROUND != 0
    assert in_round > len(positions(game)) // 2


@pytest.mark.rule("C5", "C6", "TCP 12.9", "FCP 12.10", "CSP 14.9", "TCB 12.13", "LDB 10.15")
@pytest.mark.parametrize("kind", ["foreign", "doubled"])
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", GAMES)
def test_deal__foreign_or_doubled_card_anywhere__round_void(
    game: str, equipment: str, kind: str
) -> None:
    if kind == "doubled" and game not in POKER:
        return  # with several decks a second one is no surprise
    for at in positions(game)[1 if kind == "doubled" else 0 :]:  # its twin must be out before it
        desk, _truth = dealt(game, equipment, Mistake(kind, at), False)
        name = "FOREIGN_CARD" if kind == "foreign" else "DOUBLED_CARD"
        assert desk.rules(name) == {CLAUSES[game][4]}, (at, desk.ruled)
        assert desk.steps[-1][0] in ("CLOSED", "SHUFFLE_DUE")
        assert ("CLOSED", 2) in desk.steps, "closed as void"


@pytest.mark.rule("C7", "C12", "TCB 12.8", "TCB 12.9", "LDB 10.1", "TCP 12.6", "CSP 14.6")
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", GAMES)
def test_deal__card_face_up_anywhere__burned_played_or_turned(game: str, equipment: str) -> None:
    for at in positions(game):
        desk, _truth = dealt(game, equipment, Mistake("face up", at), False)
        place = place_of(game, equipment, at)
        expected = {
            "tcp": "12.6" if place == DEALER else "12.5",
            "fcp": "12.5" if at < 15 else "7.3.4" if equipment == "shoe" else "7.4.2",
            "csp": "14.5"
            if place != DEALER
            else "7.3.3"
            if (equipment, at) == ("shoe", 12)
            else "14.6",
            "tcb": "12.8" if at == 0 else "12.9",
            "ldb": "10.1",
        }[game]
        found = desk.rules("FACE_UP_FIRST") | desk.rules("FACE_UP_LATER")
        assert found == {expected}, (game, at, desk.ruled)


@pytest.mark.rule("C12", "TCP 12.5", "TCP 12.6", "FCP 12.5", "CSP 14.5", "CSP 14.6")
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize("game", POKER)
def test_deal__one_card_exposed_anywhere__no_misdeal(game: str, equipment: str) -> None:
    for at in positions(game)[:-1]:  # the last card ends the deal
        before = [place_of(game, equipment, i) for i in range(at + 1)]
        if before[-1] == DEALER and (game, equipment, before.count(DEALER)) == ("csp", "shoe", 5):
            continue  # that one is dealt face up (CSP 7.3.3)
        desk, _truth = dealt(game, equipment, Mistake("exposed", at), False)
        is_dealers = place_of(game, equipment, at) == DEALER
        found = desk.rules("EXPOSED_DEALER") | desk.rules("EXPOSED_ONE")
        expected = {"tcp": ("12.5", "12.6"), "fcp": ("12.5", "12.5"), "csp": ("14.5", "14.6")}
        assert found == {expected[game][is_dealers]}, (game, at, desk.ruled)
        assert not desk.tracker.is_voided


@pytest.mark.rule("C10", "TCP 12.8", "FCP 12.7", "CSP 14.10", "TCB 12.4")
@pytest.mark.parametrize("game", [*POKER, "tcb"])
def test_deal__hand_without_a_wager__discarded_or_misdeal(game: str) -> None:
    untouched, _dealers, _hand, stray, _bad = CLAUSES[game]
    for handled in (False, True):
        desk, _truth = dealt(game, "shoe", Mistake("no wager", 0), handled)
        assert desk.rules("HAND_WITHOUT_WAGER") == {stray if handled else untouched}


@pytest.mark.rule("C11", "TCB 12.11", "TCB 12.12", "LDB 10.13", "LDB 10.14")
@pytest.mark.parametrize("equipment", EQUIPMENT)
@pytest.mark.parametrize(
    ("game", "burn", "shuffle"), [("tcb", "12.11", "12.12"), ("ldb", "10.13", "10.14")]
)
def test_deal__forgotten_burn_or_shuffle__play_goes_on(
    game: str, equipment: str, burn: str, shuffle: str
) -> None:
    desk, _truth = dealt(game, equipment, Mistake("not burned", 0), False)
    assert desk.rules("NOT_BURNED") == {burn}
    desk, _truth = dealt(game, equipment, Mistake("", 0), False)
    desk.tracker.is_shuffle_noted = True
    desk.reading(20)
    assert desk.rules("NOT_SHUFFLED") == {shuffle}


@pytest.mark.rule("LDB 10.3", "LDB 10.6", "LDB 10.7")
@pytest.mark.parametrize(
    ("kind", "finding", "rule"),
    [
        ("kept", "DEALER_EXTRA_CARD", "10.7"),
        ("burned extra", "DEALER_EXTRA_CARD", "10.6"),
        ("uncalled", "CARD_UNCALLED", "10.3"),
    ],
)
def test_deal__card_in_error_at_lucky_draw__put_back_burned_or_dealt_next(
    kind: str, finding: str, rule: str
) -> None:
    desk, _truth = dealt("ldb", "shoe", Mistake(kind, 0), False)
    # before it was told whether the card was seen, the supervisor was asked
    assert desk.ruled[-1][0] == finding and desk.ruled[-1][2] == rule


@pytest.mark.rule("C9", "TCB 12.7", "LDB 10.10")
@pytest.mark.parametrize(
    ("game", "rule", "is_void"),
    [("tcp", "12.9.2", True), ("tcb", "12.7", True), ("ldb", "10.10", False)],
)
def test_deal__cards_run_out__void_or_the_discards_finish_it(
    game: str, rule: str, is_void: bool
) -> None:
    desk = RuledDesk(game, "shoe", False)
    desk.new_pack()
    desk.set_seats(SEATS)
    for reading in (48, 1, 2, 3):
        desk.reading(reading)
    desk.empty()
    assert desk.rules("NOT_ENOUGH_CARDS") == {rule} and desk.tracker.is_voided == is_void
    assert desk.tracker.is_refill_allowed == (game == "ldb")


@pytest.mark.rule("C8", "TCB 4.7", "TCB 4.8", "LDB 4.1.2", "LDB 4.1.3")
@pytest.mark.parametrize(
    ("game", "first", "later"), [("tcb", "4.8", "4.7"), ("ldb", "4.1.2", "4.1.3")]
)
def test_deal__cutting_card__last_round_or_shuffle(game: str, first: str, later: str) -> None:
    for at in range(6):
        desk = RuledDesk(game, "shoe", False)
        desk.new_pack()
        desk.set_seats(SEATS)
        for reading in [48, 1] if game == "tcb" else [48]:
            desk.reading(reading)
        for number in range(at):
            desk.reading(number)
        desk.ruled.clear()
        desk.tracker.pack.restore(52 * (desk.tracker.pack.decks - 1), False, False)  # its place
        desk.reading(0x41)
        name, rule = ("CUT_CARD_FIRST", first) if at == 0 else ("CUT_CARD_LATER", later)
        assert desk.rules(name) == {rule}, (at, desk.ruled)
