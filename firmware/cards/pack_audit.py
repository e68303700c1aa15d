"""Census of a pack, card by card: missing, extra, doubled, foreign, by identity (STANDARDS 7).

Fed one reading per card; the log of readings is the whole state, so the findings are right at any
moment (CSP 3.8) and memory is fixed.  The count alone proves nothing: a pack with a queen too few
and a jack too many has 52 cards.
"""

from array import array

from firmware.cards.codes import CARDS_PER_DECK, CUT_CARD, FACE_UP, TWO_CARDS, UNREADABLE
from firmware.cards.identity_count import IdentityCount

PACKS = (1, 3, 4, 6, 8)  # decks that the games ask for (3.1 of each)
MOST_CARDS = 8 * CARDS_PER_DECK + 64  # so many a log holds: a full pack and what does not belong

# what one card's reading means
FITS = 0
CONTRADICTION = 1  # one more of this card than the pack can hold: `earlier` is open again
STRANGE = 2  # not a card of the pack, by face
WRONG_BACK = 3  # of the other deck, by back
REFUSED = 4  # not read: set apart, to be fed again (STANDARDS 9)
TOO_MANY = 5  # the log is full

# kinds of lines in the findings
LINE_NONE = 0
LINE_MISSING = 1  # code: card, count: how many
LINE_EXTRA = 2  # code: card, count: how many too many, positions of the two to look at
LINE_STRANGE = 3  # code: what it is, a: position
LINE_WRONG_BACK = 4  # code: card, count: its back, a: position
LINE_REFUSED = 5  # code: why, a: position; not read, and not fed again yet

NO_BACK = 0  # colour not known
_BACKS = 8
_BACK_BITS = _BACKS - 1
_OPEN = 0x80  # in `_backs`: a contradiction doubts this reading
_UNREAD = (UNREADABLE, TWO_CARDS, FACE_UP)  # a card of the pack, perhaps: fed again it may read


class PackAudit:
    """One pack; positions count from 1 in the order in which the cards came."""

    def __init__(self):
        self._codes = bytearray(MOST_CARDS)
        self._backs = bytearray(MOST_CARDS)
        self._doubts = bytearray(MOST_CARDS)
        self._own = IdentityCount()
        self._back_counts = array("H", (0 for _ in range(_BACKS)))
        self._fixed_back = NO_BACK
        self.code = self.count = self.a = self.b = 0  # of the last `line`
        self.begin(1)

    def begin(self, decks, back=NO_BACK):
        """A pack of so many decks, all of one back (3.1); NO_BACK: the one that most cards have."""
        if decks not in PACKS:
            raise ValueError("no pack of %d decks" % decks)
        self.decks = decks
        self.cards = 0  # of any kind: positions given out
        self.reads = 0
        self.not_own = 0  # cutting card, jokers and the like
        self.unread = 0  # refused, and not fed again
        self.contradictions = 0
        self.overflow = 0
        self.position = 0  # of the last reading
        self.earlier = 0  # the reading that the last contradiction opened again
        self.is_refeeding = False
        self._fixed_back = back & _BACK_BITS
        self._first_back = NO_BACK
        self._own.clear()
        for i in range(_BACKS):
            self._back_counts[i] = 0

    def refeed(self):
        """The next card is one that was set apart, not a new one; False when there is none."""
        self.is_refeeding = self._set_apart() >= 0
        return self.is_refeeding

    def take(self, code, back=NO_BACK, doubt=0):
        """One card's reading: a card, or one of NOT_CARDS; gives back what it means."""
        at = self._place()
        if at < 0:
            self.overflow += 1
            return TOO_MANY
        self.position = at + 1
        self._codes[at] = code
        self._backs[at] = back = back & _BACK_BITS
        self._doubts[at] = min(doubt, 255)
        if code >= CARDS_PER_DECK:
            return self._take_strange(code, at)
        self.reads += 1
        if back != NO_BACK:
            self._back_counts[back] += 1
            self._first_back = self._first_back or back
            if back != self.back():
                return WRONG_BACK
        if self._own.add(code) > self.decks:
            self._open_again(code, at)
            return CONTRADICTION
        return FITS

    def back(self):
        """The pack's back: as told, or that of most cards so far."""
        if self._fixed_back != NO_BACK:
            return self._fixed_back
        best = self._first_back  # as many of one as of another: what came first
        for back in range(1, _BACKS):
            if self._back_counts[back] > self._back_counts[best]:
                best = back
        return best

    def is_all_there(self):
        """As many cards as the pack has, or more: what is missing now is missing."""
        return self.cards - self.not_own >= self.decks * CARDS_PER_DECK

    def is_good(self):
        """Every card once per deck, nothing else, nothing left unread (3.4, 3.5)."""
        return self.overflow == 0 and self.line(0) == LINE_NONE

    def code_at(self, position):
        return self._codes[position - 1]

    def is_open_at(self, position):
        """A contradiction doubts this reading."""
        return self._backs[position - 1] & _OPEN != 0

    # -- findings --------------------------------------------------------------------------

    def line(self, index):
        """Finding number `index` into code, count, a, b; LINE_NONE behind the last one."""
        self._count_own()
        for card in range(CARDS_PER_DECK):
            surplus = self._own.surplus(card, self.decks)
            if surplus:
                if index == 0:
                    return self._card_line(card, surplus)
                index -= 1
        back = self.back()
        for at in range(self.cards):
            kind = self._kind(at, back)
            if kind != LINE_NONE:
                if index == 0:
                    self.code = self._codes[at]
                    self.count = self._backs[at] & _BACK_BITS
                    self.a, self.b = at + 1, 0
                    return kind
                index -= 1
        return LINE_NONE

    def _card_line(self, card, surplus):
        self.code = card
        self.a = self.b = 0
        self.count = abs(surplus)
        if surplus < 0:
            return LINE_MISSING
        self._last_two(card, _OPEN)
        if self.a == 0:  # no contradiction was seen: the pack's back turned out to be another
            self._last_two(card, 0)
        return LINE_EXTRA

    def _last_two(self, card, flag):
        back = self.back()
        for at in range(self.cards):
            if self._codes[at] == card and self._backs[at] & flag == flag:
                if self._is_own(at, back):
                    self.a, self.b = self.b, at + 1

    def _kind(self, at, back):
        code = self._codes[at]
        if code < CARDS_PER_DECK:
            return LINE_NONE if self._is_own(at, back) else LINE_WRONG_BACK
        if code == CUT_CARD and self._first(CUT_CARD) == at:
            return LINE_NONE  # 3.1: one cutting card belongs to the pack
        return LINE_REFUSED if code in _UNREAD else LINE_STRANGE

    def _is_own(self, at, back):
        own = self._backs[at] & _BACK_BITS
        return own == NO_BACK or own == back

    def _first(self, code):
        for at in range(self.cards):
            if self._codes[at] == code:
                return at
        return -1

    def _count_own(self):
        """The cards of the pack by identity, now that the back of most is known."""
        self._own.clear()
        back = self.back()
        for at in range(self.cards):
            code = self._codes[at]
            if code < CARDS_PER_DECK and self._is_own(at, back):
                self._own.add(code)

    # -- one reading -----------------------------------------------------------------------

    def _place(self):
        """Where the reading goes: behind the others, or where the card was refused before."""
        if self.is_refeeding:
            self.is_refeeding = False
            at = self._set_apart()
            code = self._codes[at]
            if code in _UNREAD:
                self.unread -= 1
            else:
                self.not_own -= 1
            return at
        if self.cards == MOST_CARDS:
            return -1
        self.cards += 1
        return self.cards - 1

    def _set_apart(self):
        """The first card that was not read; else the first that does not belong to the pack."""
        strange = -1
        for at in range(self.cards):
            code = self._codes[at]
            if code in _UNREAD:
                return at
            if code >= CARDS_PER_DECK and code != CUT_CARD and strange < 0:
                strange = at
        return strange

    def _take_strange(self, code, at):
        if code in _UNREAD:
            self.unread += 1
            return STRANGE if code == FACE_UP else REFUSED
        self.not_own += 1
        return FITS if code == CUT_CARD and self._first(CUT_CARD) == at else STRANGE

    def _open_again(self, card, at):
        """The most doubtful of the other readings may be the wrong one: both are open now."""
        earlier = worst = -1
        back = self.back()
        for other in range(self.cards):
            if other != at and self._codes[other] == card and self._is_own(other, back):
                if self._doubts[other] >= worst:
                    earlier, worst = other, self._doubts[other]
        self.contradictions += 1
        self._backs[at] |= _OPEN
        self._backs[earlier] |= _OPEN
        self.earlier = earlier + 1
