"""The technician's enrolment: a new deck in known order, six times through the shoe.

The first run finds where the index stands, the second makes templates, three more make them anew
from reads that are like them, and the last must be read right by both cameras.  One deck fed six
times, or three decks twice each.
"""

from firmware.cards import card_pass as cp
from firmware.cards import pass_reasons as pr
from firmware.cards.codes import CARDS_PER_DECK
from firmware.cards.recognise import quality, reasons
from firmware.cards.recognise.recogniser import Recogniser
from firmware.cards.recognise.template_maker import TemplateMaker
from firmware.cards.rows import EV_ENROL_REFUSED

FIND = 0
MAKE = 1
REFINE_LAST = 4
CHECK = 5
RUNS = 6

# why a card, or the whole enrolment, was refused
WHY_NONE = 0
WHY_PASS = 1  # not one whole card, or no picture
WHY_READ = 2  # the picture is not good enough, or not the card whose turn it is
WHY_ORDER = 3  # read as another card than the one whose turn it is
WHY_ENDED = 4  # too many bad reads: the old deck stays
WHY_INCOMPLETE = 5  # ended before all cards were read
WHY_FLASH = 6  # the flash did not hold it
WHY_ALIKE = 7  # two ranks or suits of this design cannot be told apart under wear

ORDER_BY_RANK = 0  # 2S 2H 2D 2C 3S … AC
ORDER_BY_SUIT = 1  # AS 2S … KS, then hearts, diamonds, clubs: as many decks leave the factory
ORDERS = 2

_BAD_IN_A_ROW = 4
_BAD_PERCENT = 20  # of a run: a deck that is read worse than this is not readable
_CLOSE = 6_000  # ranks or suits whose squared difference is less are worth a word
_MOST_PAIRS = 8  # of ranks, and of suits


def card_in_turn(order, index):
    """Which card comes as number `index` of a deck."""
    if order == ORDER_BY_RANK:
        return index
    rank = (index % 13 + 12) % 13
    return rank * 4 + index // 13


class EnrolSession:
    """Fed each pass; `is_over` when all runs are done or cannot succeed."""

    def __init__(self, reader, record, order):
        self._reader = reader
        self._record = record
        self.order = order
        self.cards = 0  # taken so far, of six runs
        self.refused = 0
        self.why = WHY_NONE
        self.reason = 0
        self.is_over = False
        self.is_good = False
        self.block = None
        self.lights = (0, 0)
        self._in_a_row = 0
        self._bad_of_run = 0
        self._maker = TemplateMaker(reader.view)
        self.checker = None  # reads by what was made so far
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
            why = self._read(card, green, red, camera.lines[side])
            if why:
                return why
            self._paper[side] += reader.view.paper
            self._papers[side] += 1
        return WHY_NONE

    def _read(self, card, green, red, lines):
        """One camera's picture: must not be another card, and must be good."""
        checker = self.checker
        if checker is not None:
            code = checker.read(green, red, lines)
            self.reason = checker.reason
            if code < CARDS_PER_DECK and code != card:
                return WHY_ORDER
            if self.block is not None:
                return WHY_NONE if code == card else WHY_READ
        self.reason = self._maker.add(card, green, red, lines)
        return WHY_READ if self.reason else WHY_NONE

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
        if run == CHECK:
            self.lights = (self._light(0), self._light(1))
            self.is_good = self.is_over = True
            self.why = WHY_NONE
        elif run in (FIND, MAKE, REFINE_LAST):
            self.checker = None  # the block that it reads by is made anew
            block = self._maker.end_run()  # which guides the next one
            if block is None:
                self._give_up(WHY_INCOMPLETE)
                return
            if run == REFINE_LAST:
                self._maker = None  # its sums take 13 kB
                if not quality.is_safe(block):
                    self._give_up(WHY_ALIKE)
                self.block = block
            if run != FIND:
                self.checker = Recogniser(block, self._reader.view)

    def _light(self, side):
        return self._paper[side] // max(self._papers[side], 1)

    def _give_up(self, why):
        self.why = why
        self.is_over = True
        self._record(EV_ENROL_REFUSED, why, self.cards, self.next_card(), self.reason)


def close_pairs(block):
    """The quality report: pairs of ranks and suits that look alike, as bytes a, b, difference/64.

    Ranks are 0 to 12, suits 13 to 16; the closest ranks come first, then the closest suits.
    """
    report = bytearray()
    for first, pairs in ((0, quality.rank_pairs(block)), (13, quality.suit_pairs(block))):
        for difference, a, b in pairs[:_MOST_PAIRS]:
            if difference < _CLOSE:
                report += bytes((first + a, first + b, min(difference >> 6, 255)))
    return bytes(report)
