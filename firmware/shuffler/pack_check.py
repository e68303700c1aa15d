"""Is it the right pack, and is what comes out what went in: back, identity, order, closed loop.

Fed by the steps card by card, and by the cycle once the tray is empty.
"""

from firmware.cards.codes import OTHER_DECK, UNREADABLE, is_card
from firmware.cards.identity_count import FINDING_STRANGE
from firmware.shuffler import cycle as c
from firmware.shuffler import trouble as tr
from firmware.shuffler.modes import (
    FROM_COMPARTMENTS,
    FROM_PLAN,
    MODE_CONTINUOUS,
    MODE_SHUFFLE,
    NO_BACK,
)
from firmware.shuffler.rows import EV_CARD_FINDING, EV_OUTPUT_DIFFERED, EV_PACK_VERDICT


class PackCheck:
    """Tells what it finds by events; the verdict is the shuffler's `is_good`."""

    def __init__(self, shuffler):
        self._s = shuffler

    def check_back(self, code, back, number):
        """The back's colour: the first card's is the pack's; any other is another deck (C2, C3)."""
        s = self._s
        if back == NO_BACK:
            return code
        if number == 0:
            s.note_back(back)
            if back == s.back_in_play and s.mode == MODE_SHUFFLE and s.decks == 1:
                s.refuse_early()  # TCP/FCP/CSP 3.2
        return code if back == s.back else OTHER_DECK

    def is_same(self, index, code):
        """What is read now is what was read on the way in; unread proves nothing."""
        known = self._s.pack.codes[index]
        return code == known or code == UNREADABLE or known == UNREADABLE or known == OTHER_DECK

    def differs(self, position):
        """Closed loop: another card than the one that went in there."""
        self._s.board.record(EV_OUTPUT_DIFFERED, 1, position)
        self._s.remedies.call(tr.TR_DIFFERS)

    def note_different(self, position):
        self._s.board.record(EV_OUTPUT_DIFFERED, 2, position)

    def read_out(self, code):
        """A card left the carousel and was seen again."""
        s = self._s
        if s.cycle.state != c.ST_DELIVERING or s.mode != MODE_SHUFFLE:
            return
        if is_card(code):
            s.loop.saw(code)
        else:
            s.loop.missed()

    def tell_stranger(self, code):
        """Continuous mode: a discard that was never dealt from this pack."""
        self._finding(FINDING_STRANGE, code, 1)

    def check(self, is_over):
        """RULES C2 by identity; a pack for a game then waits for the drum's way round."""
        s = self._s
        pack = s.pack
        verdict = pack.verdict
        is_good = pack.judge(s.decks) and not is_over
        s.board.record(
            EV_PACK_VERDICT,
            1 if is_good else 0,
            pack.count,
            verdict.missing,
            verdict.extra,
            verdict.strange,
            verdict.unread,
        )
        verdict.tell(s.decks, self._finding)
        if is_good and s.mode in (MODE_SHUFFLE, MODE_CONTINUOUS):
            s.mover.go_round()
            return
        s.note_verdict(is_good)
        s.event(c.CEV_GOOD if is_good else c.CEV_BAD)

    def finish(self):
        """The cards lie where the steps say: the order is drawn, if it was not, and judged."""
        s = self._s
        plan, pack = s.plan, s.pack
        if plan.passes == 1 and not plan.draw():
            s.remedies.call(tr.TR_GENERATOR)
            return
        s.loop.begin(plan, pack.codes)
        order = plan.order() if plan.passes == 1 else pack.order()
        source = FROM_PLAN if plan.passes == 1 else FROM_COMPARTMENTS
        if not s.mixing.is_mixed(order, pack.count, source):
            s.remedies.call(tr.TR_NOT_MIXED)
            return
        s.note_verdict(True)
        if s.mode == MODE_CONTINUOUS:
            s.stirring.wipe()
            order = pack.order()
            for i in range(pack.count):
                s.stirring.load(pack.places[order[i]], order[i])
        s.event(c.CEV_GOOD)

    def _finding(self, finding, card, count):
        self._s.board.record(EV_CARD_FINDING, finding, card, count)
