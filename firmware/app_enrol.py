"""The technician's enrolment: a new deck in known order, three times through the shoe.

The first time finds where the index stands, the second makes the templates, the third must be
read right by them.  One deck fed three times, or three decks once each.  Loaded on demand.
"""

from array import array

from firmware.core.cards import CARDS_PER_DECK
from firmware.core.events_cards import EV_ENROL_REFUSED
from firmware.recognise import maps, reasons, templates
from firmware.recognise.enrol import Enrolment
from firmware.recognise.recogniser import Recogniser
from firmware.sense import card_pass as cp
from firmware.sense import pass_reasons as pr

FIND = 0
MAKE = 1
CHECK = 2
RUNS = 3

# why a card, or the whole enrolment, was refused
WHY_NONE = 0
WHY_PASS = 1  # not one whole card, or no picture
WHY_READ = 2  # the picture is not good enough, or not the card whose turn it is
WHY_ORDER = 3  # read as another card than the one whose turn it is
WHY_ENDED = 4  # too many bad reads: the old deck stays
WHY_INCOMPLETE = 5  # ended before all cards were read
WHY_FLASH = 6  # the flash did not hold it

ORDER_BY_RANK = 0  # 2S 2H 2D 2C 3S … AC
ORDER_BY_SUIT = 1  # AS 2S … KS, then hearts, diamonds, clubs: as many decks leave the factory
ORDERS = 2

_BAD_IN_A_ROW = 4
_BAD_PERCENT = 10  # of a run: a deck that is read worse than this is not readable
_CLOSE = 6_000  # ranks or suits whose squared difference is less are worth a word
_MOST_PAIRS = 16


def card_in_turn(order, index):
    """Which card comes as number `index` of a deck."""
    if order == ORDER_BY_RANK:
        return index
    rank = (index % 13 + 12) % 13
    return rank * 4 + index // 13


class EnrolSession:
    """Fed each pass; `is_over` when the three runs are done or cannot succeed."""

    def __init__(self, reader, record, order):
        self._reader = reader
        self._record = record
        self.order = order
        self.cards = 0  # taken so far, of three decks
        self.refused = 0
        self.why = WHY_NONE
        self.reason = 0
        self.is_over = False
        self.is_good = False
        self.block = None
        self.lights = (0, 0)
        self._in_a_row = 0
        self._bad_of_run = 0
        self._maker = Enrolment(reader.view)
        self._checker = None
        self._paper = [0, 0]
        self._papers = [0, 0]

    def next_card(self):
        """The card whose turn it is."""
        return card_in_turn(self.order, self.cards % CARDS_PER_DECK)

    def card(self, what):
        """One pass; a refused card must be fed again."""
        if self.is_over:
            return
        why = self._look(what)
        if why == WHY_NONE:
            self._in_a_row = 0
            self.cards += 1
            if self.cards % CARDS_PER_DECK == 0:
                self._end_run()
        else:
            self._refuse(why)

    def _look(self, what):
        reader = self._reader
        camera = reader.camera
        self.reason = reasons.READ
        if what != cp.PASSED or reader.dead or min(camera.lines) < 96 or reader.is_face_up:
            self.reason = pr.CAMERA_DARK if reader.dead else pr.LENGTH
            return WHY_PASS
        card = self.next_card()
        for side in (0, 1):
            green, red = camera.green[side], camera.red[side]
            if self._checker is not None:
                code = self._checker.read(green, red, camera.lines[side])
                if code != card:
                    self.reason = self._checker.reason
                    return WHY_ORDER if code < CARDS_PER_DECK else WHY_READ
            reason = self._maker.add(card, green, red, camera.lines[side])
            if reason:
                self.reason = reason
                return WHY_READ
            self._paper[side] += reader.view.paper
            self._papers[side] += 1
        return WHY_NONE

    def _refuse(self, why):
        self.why = why
        self.refused += 1
        self._in_a_row += 1
        self._bad_of_run += 1
        card = self.next_card()
        self._record(EV_ENROL_REFUSED, why, self.cards + 1, card, self.reason)
        if (
            self._in_a_row >= _BAD_IN_A_ROW
            or self._bad_of_run * 100 > CARDS_PER_DECK * _BAD_PERCENT
        ):
            self._give_up(WHY_ENDED)

    def _end_run(self):
        run = self.cards // CARDS_PER_DECK - 1
        self._bad_of_run = 0
        block = self._maker.end_run()  # which guides the next one
        if block is None:
            self._give_up(WHY_INCOMPLETE)
        elif run == FIND:
            return
        elif run == MAKE:
            self._checker = Recogniser(block, self._reader.view)
        else:
            self.block = block
            self.lights = tuple(
                [self._paper[side] // max(self._papers[side], 1) for side in (0, 1)]
            )
            self.is_good = self.is_over = True
            self.why = WHY_NONE

    def _give_up(self, why):
        self.why = why
        self.is_over = True
        self._record(EV_ENROL_REFUSED, why, self.cards, self.next_card(), self.reason)


def close_pairs(block):
    """The quality report: pairs of ranks and suits that look alike, as bytes a, b, difference/64.

    Ranks are 0 to 12, suits 13 to 16; the closest come first.
    """
    found = []
    sums = array("H", [0] * 16)
    for first, count, cells, at in (
        (0, templates.N_RANKS, maps.RANK_CELLS, templates.RANKS_AT),
        (templates.N_RANKS, templates.N_SUITS, maps.SUIT_CELLS, templates.SUITS_AT),
    ):
        for a in range(count):
            start = at + a * cells
            maps.differ(block, start, cells, block, at, count, sums, 0)
            for b in range(a):
                if sums[b] < _CLOSE:
                    found.append((sums[b], first + b, first + a))
    found.sort()
    report = bytearray()
    for difference, a, b in found[:_MOST_PAIRS]:
        report += bytes((a, b, min(difference >> 6, 255)))
    return bytes(report)
