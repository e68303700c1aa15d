"""The shuffler's verdict on every wrong pack, on CPython and inside MicroPython (see test_verdict).

The firmware's own Shuffler checks what lies in its compartments; only the mechanics are cut short.
"""

from firmware.cards import codes
from firmware.shuffler import cycle as c
from firmware.shuffler.modes import MODE_SHUFFLE
from firmware.shuffler.plan import Plan
from firmware.shuffler.rows import EV_CARD_FINDING, EV_PACK_VERDICT, FAULT_PACK_REFUSED
from firmware.shuffler.shuffler import Shuffler

MISSING, EXTRA, STRANGE, UNREAD = 1, 2, 3, 4


class Nothing:
    """Actuators, sensors, trends: what the check has no use for."""

    def __getattr__(self, _name):
        return _nothing


def _nothing(*_values):
    return 0


class Board:
    """Notes what is recorded; also the gate, which must stay shut."""

    def __init__(self):
        self.findings = []
        self.verdict = ()
        self.refusals = 0
        self.offers = 0

    def record(self, event, *fields):
        if event == EV_CARD_FINDING:
            self.findings.append(fields)
        elif event == EV_PACK_VERDICT:
            self.verdict = fields

    def raise_fault(self, code, detail):
        assert code == FAULT_PACK_REFUSED, (code, detail)
        self.refusals += 1

    def offer(self, *_facts):
        self.offers += 1
        return False

    def lock(self):
        pass


class Mixing:
    """Any order will do here."""

    def is_mixed(self, _order, _count, _source):
        return True

    def commit(self, _shuffler):
        return True


class Desk:
    """One shuffler whose compartments are filled by hand."""

    def __init__(self):
        self._at = 0
        no = Nothing()
        self.plan = Plan(self._below)
        self.board = board = Board()
        self.shuffler = Shuffler(board, no, no, no, board, no, Mixing(), self.plan, no, no, no)

    def _below(self, k):
        self._at = (self._at * 1103 + 12345) % 65536
        return self._at % k

    def check(self, cards):
        """What the firmware says to a pack of these readings; True when it may be dealt."""
        shuffler, board = self.shuffler, self.board
        board.findings = []
        self.plan.begin(52)
        shuffler.begin(MODE_SHUFFLE, 1, 52)
        shuffler.pack.clear()
        shuffler.pack.begin_pass()
        for index in range(len(cards)):
            shuffler.pack.seat(index, cards[index], (index * 7) % 54)
        shuffler.cycle.restore(c.ST_FEEDING)
        shuffler.fed_all()
        if shuffler.cycle.state == c.ST_CHECKING:  # well so far: the drum goes round
            shuffler.check.finish()
        return shuffler.cycle.state == c.ST_READY and shuffler.is_dealable()


def expect(desk, cards, findings):
    """Refused, with exactly these findings, and nothing to be had from it."""
    refusals = desk.board.refusals
    assert not desk.check(cards), findings
    assert sorted(desk.board.findings) == sorted(findings), (desk.board.findings, findings)
    assert desk.board.refusals == refusals + 1
    assert desk.shuffler.cycle.state == c.ST_REFUSED
    assert not desk.shuffler.orders.deliver(1, 0) and not desk.shuffler.orders.deliver(0, 0)
    assert desk.board.offers == 0


def whole():
    """Not in order, so that card and in-feed index are different numbers."""
    return [i * 23 % 52 for i in range(52)]


def check_whole(desk):
    assert desk.check(whole())
    assert desk.board.findings == [] and desk.board.verdict == (1, 52, 0, 0, 0, 0)
    return 1


def check_removals(desk):
    for gone in range(52):
        expect(desk, [card for card in whole() if card != gone], [(MISSING, gone, 1)])
        assert desk.board.verdict == (0, 51, 1, 0, 0, 0)
    return 52


def check_swaps(desk):
    """Each card replaced by a second copy of each other one: the count is right (Parx case)."""
    done = 0
    for gone in range(52):
        for twice in range(52):
            if twice != gone:
                cards = [twice if card == gone else card for card in whole()]
                expect(desk, cards, [(MISSING, gone, 1), (EXTRA, twice, 1)])
                assert desk.board.verdict == (0, 52, 1, 1, 0, 0)
                done += 1
    return done


def check_strangers(desk):
    """What is no card of the pack, too much at some place or instead of each of the cards."""
    done = 0
    for code, _name in codes.NOT_CARDS:
        finding = UNREAD if code == codes.UNREADABLE else STRANGE
        for at in range(52):
            cards = whole()
            gone = cards[at]
            cards[at] = code  # boxed, of the other deck, blank …: which card is away is named
            expect(desk, cards, [(MISSING, gone, 1), (finding, code, 1)])
            cards.insert(at, gone)
            expect(desk, cards, [(finding, code, 1)])
            done += 2
    return done


def main():
    desk = Desk()
    print(check_whole(desk), check_removals(desk), check_swaps(desk), check_strangers(desk))


if __name__ == "__main__":
    main()
