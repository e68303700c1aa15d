"""One irregularity from its finding to its ruling: what is known, what is asked, what was ruled.

The questions themselves come out of the game's rows (engine.look_up); a case only remembers the
answers, so that a power cut in the middle of a dialogue loses none of them.
"""

import struct

from firmware.core.compat import const
from firmware.rounds.findings import NO_PLACE
from firmware.rounds.table_state import ORDERS_LAST, ORDERS_SHUFFLE
from firmware.ruling import effects as e
from firmware.ruling.engine import Verdict, judge, refer
from firmware.ruling.rulings import REFERRED
from firmware.ruling.vocabulary import DEALERS, DEVICE, SEAT_NAMED, SHOE, WHOSE, WORKS_AGAIN

_LAYOUT = "<HIBBBBhIIIBHHB"  # number, round, finding, game … facts, question, ruling, rules, ticks
CASE_BYTES = const(30)
DEVICE_BIT = const(0x80)  # in `moment`: dealt from a shuffling device
WITHDRAWN = const(0xFF)  # in `ruling`: the finding was taken back, or the ruling

_DEALER = const(0)
_SEATS = const(7)
# these say something about one hand: without its seat they can't be carried out
_OF_A_SEAT = (e.HAND_VOID, e.HAND_OUT, e.HAND_STANDS, e.HAND_FORFEITED)


class Case:
    """Fed a finding, then answers; `question` or `ruling` says where it stands."""

    def __init__(self):
        self.number = 0
        self.round = 0
        self.finding = 0
        self.game = 0
        self.moment = 0
        self.place = 0
        self.detail = 0
        self.known = 0
        self.yes = 0
        self.question = 0
        self.ticks = 0  # a bit for each step of the ruling that is done
        self.verdict = Verdict()

    @property
    def is_open(self):
        """A question waits for its answer."""
        return self.number != 0 and self.question != 0

    @property
    def is_standing(self):
        """A ruling was made, and nobody took it back."""
        return self.number != 0 and self.question == 0 and self.verdict.ruling != WITHDRAWN

    def begin(self, number, round_number, finding, game, moment, place, detail, known, yes):
        """A new finding; what the board itself knows comes with it."""
        self.number = number
        self.round = round_number
        self.finding = finding
        self.game = game
        self.moment = moment
        self.detail = detail
        self.ticks = 0
        self.known = known
        self.yes = yes & known
        self._put_place(place)
        self._judge()

    def answer(self, fact, is_so, place=NO_PLACE):
        """Take an answer to the question asked, or a word said unasked; False for any other."""
        if not self.is_open or (fact != self.question and fact != WORKS_AGAIN):
            return False
        if fact == WHOSE:
            if not 0 < place <= _SEATS:
                return False
            self._put_place(place)
        self.known |= fact
        if is_so:
            self.yes |= fact
        else:
            self.yes &= ~fact
        self._judge()
        return True

    def note(self, fact):
        """The board knows this as well, now that it knows whose hand it is."""
        self.known |= fact
        self.yes |= fact

    def judge_again(self):
        """After a boot: effects are not kept, the rows have them."""
        if self.verdict.ruling == REFERRED:
            self.refer()
        elif self.verdict.ruling != WITHDRAWN:
            self._judge()

    def withdraw(self):
        """The finding was none, or its ruling does not stand."""
        self.question = 0
        self.verdict.restore(0, WITHDRAWN, 0, 0)

    def refer(self):
        """Leave it to a person, without questions."""
        refer(self.verdict)
        self.question = 0

    # -- steps -----------------------------------------------------------------------------

    def is_to_do(self, index):
        """A step of the ruling that somebody has to tick off, and nobody has."""
        steps = self.verdict.steps
        if not self.is_standing or index >= len(steps) or self.ticks >> index & 1:
            return False
        return e.ticked_row(steps[index])[1] != 0

    def tick(self, index):
        self.ticks |= 1 << index

    def stops(self):
        """What its open steps hold up, as bits; nothing where no game was open."""
        found = 0
        if not self.game:
            return found
        for i in range(len(self.verdict.steps)):
            if self.is_to_do(i):
                found |= e.ticked_row(self.verdict.steps[i])[2]
        if self.verdict.round == e.ROUND_LAST and found & ORDERS_SHUFFLE:
            found ^= ORDERS_SHUFFLE | ORDERS_LAST  # one round more, then the shuffle (TCB 4.8)
        return found

    # -- inner -----------------------------------------------------------------------------

    def _put_place(self, place):
        self.place = place
        if place <= _SEATS:  # whose hand it is needs no question
            self.known |= DEALERS | SEAT_NAMED
            if place == _DEALER:
                self.yes |= DEALERS
            else:
                self.yes |= SEAT_NAMED

    def _judge(self):
        equipment = DEVICE if self.moment & DEVICE_BIT else SHOE
        state = self.moment & ~DEVICE_BIT
        verdict = self.verdict
        judge(self.game, self.finding, state, equipment, self.known, self.yes, verdict)
        if verdict.hand in _OF_A_SEAT and not 0 < self.place <= _SEATS:
            verdict.clear()
            verdict.ask(WHOSE)
        self.question = verdict.question

    def pack_into(self, buf, at):
        """Everything that must outlive a power cut, CASE_BYTES long."""
        verdict = self.verdict
        struct.pack_into(
            _LAYOUT,
            buf,
            at,
            self.number,
            self.round,
            self.finding,
            self.game,
            self.moment,
            self.place,
            self.detail,
            self.known,
            self.yes,
            self.question,
            verdict.ruling,
            verdict.rule,
            verdict.also,
            self.ticks,
        )

    def unpack_from(self, buf, at):
        """Back to where `pack_into` left it."""
        (
            self.number,
            self.round,
            self.finding,
            self.game,
            self.moment,
            self.place,
            self.detail,
            self.known,
            self.yes,
            self.question,
            ruling,
            rule,
            also,
            self.ticks,
        ) = struct.unpack_from(_LAYOUT, buf, at)
        self.verdict.restore(self.question, ruling, rule, also)
