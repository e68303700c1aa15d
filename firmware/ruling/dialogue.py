"""One irregularity from its finding to its ruling: what is known, what is asked, what was ruled.

The questions themselves come out of the game's rows (engine.look_up); a case only remembers the
answers, so that a power cut in the middle of a dialogue loses none of them.
"""

import struct

from firmware.core.compat import const
from firmware.ruling.engine import Verdict, judge, refer
from firmware.ruling.rulings import REFERRED
from firmware.ruling.vocabulary import DEALERS, DEVICE, SHOE, WORKS_AGAIN

_LAYOUT = "<HIBBBBhHHHBHH"  # number, round, finding, game … facts, question, ruling, rules
CASE_BYTES = const(23)
DEVICE_BIT = const(0x80)  # in `moment`: dealt from a shuffling device
WITHDRAWN = const(0xFF)  # in `ruling`: the finding was taken back

_DEALER = const(0)
_SEATS = const(7)


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
        self.verdict = Verdict()

    @property
    def is_open(self):
        """A question waits for its answer."""
        return self.number != 0 and self.question != 0

    def begin(self, number, round_number, finding, game, moment, place, detail, known, yes):
        """A new finding; what the board itself knows comes with it."""
        self.number = number
        self.round = round_number
        self.finding = finding
        self.game = game
        self.moment = moment
        self.place = place
        self.detail = detail
        if place <= _SEATS:  # whose hand it is needs no question
            known |= DEALERS
            if place == _DEALER:
                yes |= DEALERS
        self.known = known
        self.yes = yes & known
        self._judge()

    def answer(self, fact, is_so):
        """Take an answer to the question asked, or a word said unasked; False for any other."""
        if not self.is_open or (fact != self.question and fact != WORKS_AGAIN):
            return False
        self.known |= fact
        if is_so:
            self.yes |= fact
        else:
            self.yes &= ~fact
        self._judge()
        return True

    def judge_again(self):
        """After a boot: effects are not kept, the rows have them."""
        if self.verdict.ruling == REFERRED:
            self.refer()
        elif self.verdict.ruling != WITHDRAWN:
            self._judge()

    def withdraw(self):
        """The finding was none."""
        self.question = 0
        self.verdict.restore(0, WITHDRAWN, 0, 0)

    def free(self):
        """Its place is for another case."""
        self.question = 0

    def refer(self):
        """Leave it to a person, without questions."""
        refer(self.verdict)
        self.question = 0

    def _judge(self):
        equipment = DEVICE if self.moment & DEVICE_BIT else SHOE
        state = self.moment & ~DEVICE_BIT
        judge(self.game, self.finding, state, equipment, self.known, self.yes, self.verdict)
        self.question = self.verdict.question

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
        ) = struct.unpack_from(_LAYOUT, buf, at)
        self.verdict.restore(self.question, ruling, rule, also)
