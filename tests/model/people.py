"""Croupier, players and supervisor of one table: a round with something wrong in it, and told.

They know the cards and what they said; `Told` is their account of the round.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from firmware.cards.codes import name_of
from hw_sim.world.croupier import (
    CUT_CARD,
    DEALER,
    POKER,
    Croupier,
    Mistake,
    ShoeCard,
    Truth,
    points,
)
from tests.helpers.documents import rule_on
from tests.helpers.documents.case import Case
from tests.model.expected import Told
from tests.model.ruling_desk import RulingDesk
from tests.model.troubles import BY_SUPERVISOR, Trouble

_GIVES_UP = ("NO_DECISION", "WAGER_SHORT", "BET_WRONG")  # that seat's word is the trouble itself


class People(Croupier):
    """Rounds on a `RulingDesk`; every word of theirs goes over the wire."""

    def __init__(self, game: str, equipment: str, desk: RulingDesk, rng: random.Random) -> None:
        super().__init__(game, equipment, desk, rng)
        self.board = desk
        self.warned: set[int] = set()  # told of a Play wager too small
        self._silent: int | None = None
        self._is_cut_misplaced = False
        self.is_last_announced = False  # the next coup is the last before a shuffle (TCB 4.8)
        self._in_deal: Trouble | None = None  # told with the second card of the round
        self._at_draw: Trouble | None = None  # told when the first player is asked (LDB 8.1)
        self._cases: list[Case] = []
        self._words: dict[int, str] = {}
        self._set_hand: list[int] = []
        self.is_even_money = False

    def play(self, seats: tuple[int, ...], trouble: Trouble | None) -> Told:
        """From the first card to the moment before the next round."""
        self.is_cut_card_out = self.is_cut_card_out or self.is_last_announced
        self.is_last_announced = False
        self._cases, self._words, self._set_hand = [], {}, []
        self._set_aside_cutting_card()
        mistake = trouble.mistake if trouble else None
        if mistake and mistake.at == 0 and self.kept is not None:
            mistake = Mistake(mistake.kind, 1)  # the first card lies under the shoe already
        is_silent = trouble is not None and trouble.finding == "NO_DECISION" and self.game == "ldb"
        is_silent = is_silent and trouble is not None and trouble.moment == "decide"
        self._silent = trouble.place if trouble and is_silent else None
        is_early = trouble is not None and mistake is None and trouble.moment == "deal"
        self._in_deal = trouble if is_early else None
        is_at_draw = trouble is not None and self.game == "ldb" and trouble.moment == "decide"
        self._at_draw = trouble if is_at_draw and not mistake and not is_silent else None
        truth = self._deal_only(seats, mistake)
        if trouble and mistake:
            self._tell_mistake(trouble, truth)
        self._decide(seats, trouble)
        is_late = trouble is not None and trouble.moment in ("decide", "settle")
        if trouble and not mistake and is_late and not is_silent and not is_at_draw:
            self._tell(trouble)
        self._take_wagers_back(seats)
        self.board.end()
        self.is_first_round = False
        if trouble and not mistake and trouble.moment == "between":
            self._tell(trouble)
        hands = {place: [name_of(card) for card in hand] for place, hand in truth.hands.items()}
        return Told(
            self.game,
            {place: hand for place, hand in hands.items() if hand or place in (DEALER, *seats)},
            frozenset(truth.seats) - set(seats),
            dict(self._words),
            list(self._cases),
            self.is_cut_card_out,
            [hands[DEALER][card] for card in self._set_hand],
            self.is_even_money,
        )

    # -- cards -----------------------------------------------------------------------------

    def shuffle(self) -> None:
        """Now and then the dealer puts the cutting card too far to the front (TCB 4.6, LDB 4.9)."""
        super().shuffle()
        self.is_last_announced = False
        places = [i for i, card in enumerate(self.shoe) if card.reads == CUT_CARD]
        self._is_cut_misplaced = bool(places) and self.rng.random() < 0.3
        if self._is_cut_misplaced:
            cards = len(self.shoe) - 1
            most = 78 if self.game == "tcb" else cards // 2
            self.shoe.insert(self.rng.randrange(20, cards - most), self.shoe.pop(places[0]))

    def next_card(self) -> int:
        card = super().next_card()
        if self._in_deal is not None and self._left == 2:
            trouble, self._in_deal = self._in_deal, None
            self._tell(trouble)
        return card

    def _draw(self) -> int:
        is_cut_card = self.shoe[0].reads == CUT_CARD
        is_begun, is_fresh = self._left > 0, self.is_first_round
        card = super()._draw()
        if is_cut_card and self._is_cut_misplaced:
            moment = "deal" if is_begun else "fresh" if is_fresh else "between"
            self._note("CUT_MISPLACED", Trouble("CUT_MISPLACED", moment), None)
        return card

    def _set_aside_cutting_card(self) -> None:
        """LDB 4.1.2: as the first card of a round it comes before a shuffle."""
        if self.game == "ldb" and self.shoe[0].reads == CUT_CARD:
            self.board.reading(self.shoe.pop(0).reads)
            self.shuffle()

    def _deal_only(self, seats: tuple[int, ...], mistake: Mistake | None) -> Truth:
        self.board.set_seats(seats)
        areas = seats
        if mistake and mistake.kind == "no wager":
            free = [seat for seat in range(1, 8) if seat not in seats]
            areas = tuple(sorted((*seats, free[mistake.at % len(free)])))
        truth = Truth(self.game, areas, {DEALER: []} | {seat: [] for seat in areas}, [], mistake)
        if self.is_first_round:
            truth.burned = self.burn()
        self._left = 0
        self._prepare(mistake)
        self._deal(truth, areas, mistake)
        return truth

    def _ldb_places(
        self, truth: Truth, areas: tuple[int, ...], mistake: Mistake | None
    ) -> Iterator[int]:
        """LDB 10.11: who does not decide stands, and nobody waits."""
        if self._silent is None and self._at_draw is None:
            yield from super()._ldb_places(truth, areas, mistake)
            return
        yield from [*areas, DEALER, *areas]
        if self._at_draw is not None:
            self._tell(self._at_draw)
        for seat in areas:
            if seat == self._silent:
                self._tell(Trouble("NO_DECISION", "decide", seat))
            elif points(truth.hands[seat]) < 6:
                self.desk.decide(seat, "draws")
                yield seat
            else:
                self.desk.decide(seat, "stands")
        yield DEALER
        if points(truth.hands[DEALER][:2]) <= 4:
            yield DEALER

    def _prepare(self, mistake: Mistake | None) -> None:
        super()._prepare(mistake)
        if mistake and mistake.kind == "misread":  # it reads as the card before it
            before, card = self.shoe[mistake.at - 1], self.shoe[mistake.at]
            self.shoe[mistake.at] = ShoeCard(before.reads, card.card)

    def _is_turned_anyway(self, at: int, truth: Truth) -> bool:
        """FCP 7.3.4, 7.4.2, CSP 7.3.3: the dealer's last one."""
        last = {("fcp", "shoe"): 6, ("fcp", "device"): 6, ("csp", "shoe"): 5}
        if (self.game, self.equipment) not in last:
            return False
        places = list(self.places(truth, truth.seats, None))[: at + 1]
        is_dealers = places[-1] == DEALER
        return is_dealers and places.count(DEALER) == last[self.game, self.equipment]

    def tell_fresh(self, trouble: Trouble) -> Told:
        """After a shuffle, before the first card of a round."""
        self.shuffle()
        self._cases, self._words, self._set_hand = [], {}, []
        self._tell(trouble)
        return Told(self.game, {}, cases=list(self._cases))

    # -- words -----------------------------------------------------------------------------

    def _decide(self, seats: tuple[int, ...], trouble: Trouble | None) -> None:
        """Some fold, some concede when they see the dealer's hand (8.4, 9.5, 9.3, 9.7)."""
        if self.game not in POKER:
            return
        busy = trouble.place if trouble and trouble.finding in _GIVES_UP else None
        for seat in seats:
            word = self.rng.choices(("plays", "folds", "concedes"), (70, 25, 5))[0]
            if seat != busy:
                self._say(seat, word)

    def _say(self, seat: int, word: str) -> None:
        self.board.decide(seat, word)
        self._words[seat] = word

    def _tell(self, trouble: Trouble) -> None:
        """Somebody sees it and says so; the supervisor answers what the board asks."""
        if trouble.finding == "MISSING_CARD":
            self.board.tell("missing", 0, 0, trouble.detail)
        elif trouble.finding.startswith("EXPOSED") and self._can_tell_exposed(trouble):
            self._expose(trouble)
        else:
            self._report(trouble)
            if trouble.is_withdrawn:
                return
        is_seat_asked = self.board.answer_all(trouble.facts, trouble.seat)
        is_of_one_hand = is_seat_asked or self._is_of_one_hand(trouble)
        place = trouble.seat if is_of_one_hand else trouble.place
        case = self._note(trouble.finding, trouble, place)
        if rule_on(case).round == "last" and not case.is_round_on:
            self.is_last_announced = True
        if "warn" in rule_on(case).steps and place:
            self.warned.add(place)
        if trouble.finding == "BET_WRONG" and trouble.place and rule_on(case).rule == "14.11":
            self._say(trouble.place, self.rng.choice(("plays", "folds")))  # 14.11.1, 14.11.2

    def _is_of_one_hand(self, trouble: Trouble) -> bool:
        """The rule does something to one hand alone: then everybody must know whose it is."""
        is_device = self.equipment == "device"
        case = Case(self.game, trouble.finding, trouble.moment, is_device, trouble.facts)
        made = rule_on(replace(case, place=trouble.place))
        return not trouble.place and made.of_hand != made.of_others

    def _can_tell_exposed(self, trouble: Trouble) -> bool:
        """Of a card on the table, at poker; else it is only reported."""
        return self.game in POKER and trouble.moment in ("deal", "decide")

    def _report(self, trouble: Trouble) -> None:
        if trouble.finding == "DEALER_SET_WRONG" and trouble.detail:
            self.board.tell("dealer_set", DEALER, 0, trouble.detail)
            self._set_hand = [card for card in range(6) if trouble.detail >> card & 1]
        role = "supervisor" if trouble.finding in BY_SUPERVISOR else "table"
        number = self.board.report(trouble.finding, trouble.place, trouble.detail, role)
        if trouble.is_withdrawn:
            self.board.answer_all(trouble.facts, trouble.seat)
            self.board.withdraw(number)

    def _expose(self, trouble: Trouble) -> None:
        place = trouble.place or DEALER
        if trouble.finding == "EXPOSED_MORE":  # the first of them alone is none
            self.board.tell("exposed", place, 1, 0)
            self.board.answer_all(trouble.facts, place)
            first = "EXPOSED_DEALER" if place == DEALER else "EXPOSED_ONE"
            self._note(first, trouble, place)
        self.board.tell("exposed", place, 1, 0)

    def _tell_mistake(self, trouble: Trouble, truth: Truth) -> None:
        """What a dealer would say of the cards, line by line as they lie."""
        finding, place = trouble.finding, trouble.place
        if finding == "HAND_WITHOUT_WAGER":
            place = next(seat for seat in truth.seats if seat not in self._seats(truth))
            self.board.tell("no_wager", place, 0, 0)
        for line in truth.told:
            what, spot, number, *value = line.split()
            self.board.tell(what, int(spot), int(number), int(value[0]) if value else 0)
            if what in ("extra", "skipped") and finding == "HAND_COUNT":
                place = int(spot)
                finding = "DEALER_COUNT" if place == DEALER else finding
            elif what == "name":
                place = int(spot)
        self.board.answer_all(trouble.facts, place)
        at = trouble.mistake.at if trouble.mistake else 0
        if trouble.mistake and trouble.mistake.kind == "misread":
            card = self._card_at(at, truth)
            self.board.tell("name", 0, at + 1, card)
        if finding == "FACE_UP_LATER" and self._is_turned_anyway(at, truth):
            trouble = replace(trouble, facts=frozenset({"up_card"}))
        self._note(finding, trouble, place)

    def _card_at(self, at: int, truth: Truth) -> int:
        """What really lies where the card of this number went."""
        places = list(self.places(truth, truth.seats, None))[: at + 1]
        return truth.hands[places[-1]][places.count(places[-1]) - 1]

    def _seats(self, truth: Truth) -> tuple[int, ...]:
        """The areas with wagers, as the table's software has them."""
        areas = self.board.table()["areas"]
        return tuple(seat for seat in truth.seats if areas >> (seat - 1) & 1)

    def _note(self, finding: str, trouble: Trouble, place: int | None) -> Case:
        facts = set(trouble.facts)
        if finding == "WAGER_SHORT" and place in self.warned:
            facts.add("warned")
        is_device = self.equipment == "device"
        case = Case(
            self.game, finding, trouble.moment, is_device, frozenset(facts), place, trouble.detail
        )
        self._cases.append(case)
        return case

    def _take_wagers_back(self, seats: tuple[int, ...]) -> None:
        """TCB 13.5.1, LDB 11.5.1: each player may."""
        if any("offer wagers back" in rule_on(case).steps for case in self._cases):
            for seat in seats:
                if self.rng.random() < 0.5:
                    self._say(seat, "takes_back")
