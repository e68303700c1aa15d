"""The enrolled deck: a technician's session begins, ends and is kept, or the old deck stays."""

import gc

from firmware.cards import enrol_session
from firmware.cards.enrol_session import EnrolSession, close_pairs
from firmware.cards.recognise import templates
from firmware.cards.rows import EV_ENROL_BEGUN, FAULT_NOT_ENROLLED
from firmware.core.errors import ERR_NO_SPACE, ERR_OUT_OF_RANGE

NOT_ENROLLED = 0
ENROLLED = 1
ENROLLING = 2
ENROL_GOOD = 3  # all runs went well: to be kept or not
ENROL_FAILED = 4


class DeckEnrolment:
    """`session` is the technician's, or None; a good one becomes the deck that is read by."""

    def __init__(self, board, reader, store):
        self._board = board
        self._reader = reader
        self._store = store
        self.session = None
        self._pairs = b""
        self._last_why = 0
        board.on_present(FAULT_NOT_ENROLLED, lambda: reader.recogniser is None)

    def start(self):
        """Once the boot is recorded: the enrolled deck from before it."""
        self._reader.use(self._store.load_deck())
        self._restart_trends()

    def begin(self, order, role):
        """The technician feeds a new deck from now on; 0 or minus an error."""
        if order >= enrol_session.ORDERS:
            return -ERR_OUT_OF_RANGE
        self.session = None  # there is no room for two
        gc.collect()
        try:
            self.session = EnrolSession(self._reader, self._board.record, order)
        except MemoryError:
            return -ERR_NO_SPACE
        self._board.record(EV_ENROL_BEGUN, order, role)
        return 0

    def end(self, is_kept):
        """Store the new deck when it is good and wanted; otherwise the old one stays."""
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

    def report(self):
        """State, order, cards, refused, version, why, next card, reason, CRC, close pairs."""
        session = self.session
        version, crc = self._store.version, self._store.crc
        if session is None:
            state = ENROLLED if self._reader.recogniser is not None else NOT_ENROLLED
            return (state, 0, 0, 0, version, self._last_why, 0xFF, 0, crc, self._pairs)
        state = ENROLLING
        if session.is_over:
            state = ENROL_GOOD if session.is_good else ENROL_FAILED
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
            b"",
        )

    def _restart_trends(self):
        for camera in (0, 1):
            self._reader.trends[camera].restart(self._store.light(camera))
