"""The census: begun by order, kept over power cuts by the journal, ended by a verdict.

The cell only says where in the journal it began: its events are the readings themselves.
"""

import struct

from firmware.cards import pack_audit as pa
from firmware.cards import rows
from firmware.cards.back_watch import BackWatch
from firmware.cards.codes import CARDS_PER_DECK, JOKER, OTHER_DECK
from firmware.cards.deck_store import CENSUS_AT
from firmware.store.cells import CELL_CARDS

_CELL = "<BBBBI"  # running, decks, back, spare, event before its first one
_MOST_FINDINGS = 24  # as events; the rest is in the message


class Census:
    """The running pack; while none runs, positions just count on."""

    def __init__(self, board, on_failed, on_passed):
        """`on_failed` gets the cards missing and the cards that do not belong; `on_passed` hears
        of a whole pack that is right."""
        self._board = board
        self._store = board.store
        self._on_failed = on_failed
        self._on_passed = on_passed
        self.audit = pa.PackAudit()
        self.is_running = False
        self.is_whole = False  # ended as a whole pack: what is missing counts
        self.position = 0
        self.earlier = 0
        self._backs = BackWatch()

    def begin(self, decks, back, role):
        """A new pack is fed; what an earlier one found is gone, its events are not."""
        self.audit.begin(decks, back)
        self.is_running = True
        self.is_whole = False
        self.position = 0
        self._save(decks, back)
        self._board.commit(rows.EV_AUDIT_BEGUN, decks, back, role)

    def take(self, code, back, doubt):
        """One reading; its meaning for the pack."""
        if not self.is_running:
            self.position = (self.position + 1) & 0xFFFF
            is_other = code < CARDS_PER_DECK and self._backs.is_other(back)
            return pa.WRONG_BACK if is_other else pa.FITS
        audit = self.audit
        finding = audit.take(code, back, doubt)
        self.position = audit.position
        self.earlier = audit.earlier
        return finding

    def feed_again(self):
        if not self.is_running or not self.audit.refeed():
            return False
        self._board.record(rows.EV_CARD_FED_AGAIN, self.audit.unread)
        return True

    def is_feeding_again(self):
        return self.is_running and self.audit.is_refeeding

    def is_bad(self, code):
        """Whether this reading alone says that the pack is not what it must be (3.1)."""
        return self.is_running and code in (JOKER, OTHER_DECK)

    def end(self, is_whole):
        """The verdict: events that name every card; True when the pack is good."""
        audit = self.audit
        self.is_running = False
        self.is_whole = is_whole
        self._backs.restart(audit.back())
        missing, extra, strange = self._tell(is_whole)
        is_good = audit.is_good() if is_whole else not extra + strange
        self._save(audit.decks, 0)
        commit = self._board.commit
        if is_good:
            commit(rows.EV_AUDIT_PASSED, audit.decks, audit.cards, audit.back())
            if is_whole:
                self._on_passed()
        else:
            unread = audit.unread
            commit(rows.EV_AUDIT_FAILED, audit.decks, audit.cards, missing, extra, strange, unread)
            self._board.raise_fault(rows.FAULT_PACK_BAD, audit.cards)  # CSP 14.9, TCB 12.13
            self._on_failed(missing if is_whole else 0, extra + strange)
        return is_good

    def _tell(self, is_whole):
        """Findings as events; how many cards are missing, too many, strange."""
        audit = self.audit
        missing = extra = strange = 0
        index = told = 0
        while True:
            kind = audit.line(index)
            index += 1
            if kind == pa.LINE_NONE:
                return missing, extra, strange
            if kind == pa.LINE_MISSING:
                missing += audit.count
            elif kind == pa.LINE_EXTRA:
                extra += audit.count
            elif kind != pa.LINE_REFUSED:
                strange += 1
            if (is_whole or kind != pa.LINE_MISSING) and told < _MOST_FINDINGS:
                told += 1
                record = self._board.record
                record(rows.EV_AUDIT_FINDING, kind, audit.code, audit.count, audit.a, audit.b)

    # -- over a power cut ------------------------------------------------------------------

    def _save(self, decks, back):
        if self._store.is_open:
            struct.pack_into(
                _CELL,
                self._store.edit(CELL_CARDS),
                CENSUS_AT,
                1 if self.is_running else 0,
                decks,
                back,
                0,
                self._board.journal.last_number,
            )

    def restore(self):
        """At boot: the readings of the running census, from the journal."""
        if not self._store.is_open:
            return
        running, decks, back, _spare, number = struct.unpack_from(
            _CELL, self._store.view(CELL_CARDS), CENSUS_AT
        )
        if not running:
            return
        self.audit.begin(decks, back)
        self.is_running = True
        journal = self._board.journal
        last = journal.last_number
        number = journal.next_held(number + 1)
        while number <= last:
            if journal.load(number):
                self._replay(journal.type, journal.payload)
            number = journal.next_held(number + 1)
        self.position = self.audit.position
        self._board.record(rows.EV_AUDIT_RESTORED, self.audit.cards, self.audit.reads)

    def _replay(self, kind, payload):
        audit = self.audit
        if kind == rows.EV_CARD_FED_AGAIN:
            audit.refeed()
        elif kind == rows.EV_CARD_READ:
            audit.take(payload[2], payload[3])
        elif kind == rows.EV_CARD_REFUSED:
            audit.take(payload[2])
        elif kind == rows.EV_CARD_STRANGE:
            code, back, card = payload[2], payload[3], payload[4]
            audit.take(card if code == OTHER_DECK else code, back)
