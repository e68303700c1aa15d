"""The enrolled deck: a technician's session begins, ends and is kept, or the old deck stays."""

import gc

from firmware.cards import enrol_session
from firmware.cards.enrol_session import EnrolSession, close_pairs
from firmware.cards.recognise import templates
from firmware.cards.rows import EV_ENROL_BEGUN, EV_ENROL_REFUSED, FAULT_NOT_ENROLLED
from firmware.cards.template_places import crc_of
from firmware.core.errors import ERR_NO_SPACE, ERR_OUT_OF_RANGE, ERR_WRONG_PHASE

NOT_ENROLLED = 0
ENROLLED = 1
ENROLLING = 2
ENROL_GOOD = 3  # all runs went well: to be kept or not
ENROL_FAILED = 4

_IDLE_BEATS = 600  # of a second: nobody feeds a deck any more


class DeckEnrolment:
    """`session` is the technician's, or None; a good one becomes the deck that is read by."""

    def __init__(self, board, reader, store, is_table_open):
        self._board = board
        self._is_table_open = is_table_open
        self._reader = reader
        self._store = store
        self.session = None
        self._idle_beats = 0  # since the session's last card, or its begin
        self._pairs = b""
        self._last_why = 0
        board.on_present(FAULT_NOT_ENROLLED, lambda: reader.recogniser is None)

    def start(self):
        """Once the boot is recorded: the enrolled deck from before it."""
        self._reader.use(self._store.load_deck())
        self._restart_trends()

    def begin(self, order, role):
        """The technician feeds a new deck from now on; 0 or minus an error.

        Not at an open table: a card of a round would become one of the deck, without a trace.
        """
        if self._is_table_open():
            return -ERR_WRONG_PHASE
        if order >= enrol_session.ORDERS:
            return -ERR_OUT_OF_RANGE
        self.session = None  # there is no room for two
        gc.collect()
        try:
            self.session = EnrolSession(self._reader, self._board.record, order)
        except MemoryError:
            return -ERR_NO_SPACE
        self._idle_beats = 0
        self._board.record(EV_ENROL_BEGUN, order, role)
        return 0

    def takes_cards(self):
        """Whether a card that leaves the shoe is for the technician, and not for a game."""
        if self.session is not None and self._is_table_open():
            self._abandon(enrol_session.WHY_TABLE)
        return self.session is not None

    def take(self, what):
        """One card of the technician's."""
        self._idle_beats = 0
        self.session.card(what)

    def tick(self):
        """Once a heartbeat: a session that was left open ends, or the shoe would read no card."""
        if not self.takes_cards():
            return
        self._idle_beats += 1
        if self._idle_beats > _IDLE_BEATS:
            self._abandon(enrol_session.WHY_IDLE)

    def _abandon(self, why):
        session = self.session
        self.session = None
        self._last_why = why
        number, card = session.cards + 1, session.next_card()
        self._board.record(EV_ENROL_REFUSED, why, number, card, session.reason)
        gc.collect()

    def learned(self):
        """The templates of a good session, else of the enrolled deck; None when there are none."""
        if self.session is not None:
            return self.session.block if self.session.is_good else None
        recogniser = self._reader.recogniser
        return None if recogniser is None else recogniser.block

    def learned_crc(self):
        """Of a good session's deck: it is confirmed by this."""
        return crc_of(self.session.block)

    def end(self, is_kept):
        """Store the new deck when it is good and wanted; otherwise the old one stays.

        0, or minus an error when it was wanted and did not hold.
        """
        session = self.session
        self.session = None
        self._last_why = session.why
        if session.is_good and is_kept:
            self._pairs = close_pairs(session.block)
            reads = session.block[templates.H_READS]
            pairs = len(self._pairs) // 3
            if self._store.keep_deck(session.block, reads, pairs, session.lights):
                self._reader.read_with(session.checker)
                self._restart_trends()
            else:
                self._last_why = enrol_session.WHY_FLASH
        elif not session.is_over:
            self._last_why = enrol_session.WHY_INCOMPLETE
        gc.collect()
        return -ERR_NO_SPACE if self._last_why == enrol_session.WHY_FLASH else 0

    def report(self):
        """State, order, cards, refused, version, why, next card, reason, CRC, moved, close pairs.

        Of a good session the CRC of what it learned, and how many ranks and suits look like
        another one of the deck enrolled before.
        """
        session = self.session
        version, crc = self._store.version, self._store.crc
        if session is None:
            state = ENROLLED if self._reader.recogniser is not None else NOT_ENROLLED
            return (state, 0, 0, 0, version, self._last_why, 0xFF, 0, crc, 0, self._pairs)
        state = ENROLLING
        moved = 0
        if session.is_over:
            state = ENROL_GOOD if session.is_good else ENROL_FAILED
        if session.is_good:
            crc = self.learned_crc()
            moved = session.moved_symbols
        return (
            state,
            session.order,
            session.cards,
            session.refused,
            version,
            session.why,
            session.next_card(),
            session.reason,
            crc,
            moved,
            b"",
        )

    def _restart_trends(self):
        for camera in (0, 1):
            self._reader.trends[camera].restart(self._store.light(camera))
