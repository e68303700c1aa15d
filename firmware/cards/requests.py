"""Requests about census, enrolment and the service file."""

import struct

from firmware.cards.back_colour import COLOUR_NAMES
from firmware.cards.pack_audit import LINE_NONE, PACKS
from firmware.cards.picture_ring import HEAD_BYTES, PICTURE_BYTES
from firmware.cards.rows import (
    AUDIT_LINE,
    AUDIT_LINE_BYTES,
    CFG_BACK_COLOUR,
    CFG_DECKS,
    CFG_ONE_CAMERA_ALLOWED,
    MSG_ALLOW_ONE_CAMERA,
    MSG_AUDIT_BEGIN,
    MSG_AUDIT_END,
    MSG_ENROL_BEGIN,
    MSG_ENROL_END,
    MSG_FEED_AGAIN,
    MSG_GET_AUDIT,
    MSG_GET_AUDIT_LINES,
    MSG_GET_ENROLMENT,
    MSG_GET_FRAME,
    MSG_GET_FRAME_INFO,
)
from firmware.core.errors import (
    ERR_BUSY,
    ERR_NO_SUCH_RECORD,
    ERR_NOT_ENROLLED,
    ERR_NOT_RUNNING,
    ERR_OUT_OF_RANGE,
)
from firmware.core.rows import INSPECTOR

_LINES_PER_FRAME = 24
_PICTURE_PER_FRAME = 192
_WHOLE = 0xFFFF


class CardCommands:
    """Handlers for the node; `cards` is the wiring of the card stages."""

    def __init__(self, cards, base):
        self._cards = cards
        self._base = base
        self._piece = bytearray(_PICTURE_PER_FRAME)
        base.on(MSG_AUDIT_BEGIN, self._audit_begin)
        base.on(MSG_AUDIT_END, self._audit_end)
        base.on(MSG_GET_AUDIT, self._get_audit)
        base.on(MSG_GET_AUDIT_LINES, self._get_audit_lines)
        base.on(MSG_FEED_AGAIN, self._feed_again)
        base.on(MSG_ALLOW_ONE_CAMERA, self._allow_one_camera)
        # alone a technician may only take it back
        base.settings.allow_only(CFG_ONE_CAMERA_ALLOWED, (0,))
        base.on(MSG_ENROL_BEGIN, self._enrol_begin)
        base.on(MSG_ENROL_END, self._enrol_end)
        base.on(MSG_GET_ENROLMENT, self._get_enrolment)
        base.on(MSG_GET_FRAME_INFO, self._get_frame_info)
        base.on(MSG_GET_FRAME, self._get_frame)

    # -- census ----------------------------------------------------------------------------

    def _audit_begin(self, port):
        settings = self._base.settings
        decks = port.u8(0) or settings.get(CFG_DECKS)
        back = port.u8(1) or settings.get(CFG_BACK_COLOUR)
        if decks not in PACKS or back >= len(COLOUR_NAMES):
            return -ERR_OUT_OF_RANGE
        if self._cards.reader.recogniser is None:
            return -ERR_NOT_ENROLLED
        if self._cards.enrolment is not None:
            return -ERR_BUSY
        self._cards.census.begin(decks, back, port.role)
        return _ok(port, MSG_AUDIT_BEGIN)

    def _audit_end(self, port):
        census = self._cards.census
        if not census.is_running:
            return -ERR_NOT_RUNNING
        census.end(port.u8(0) != 0)
        return self._get_audit(port)

    def _get_audit(self, port):
        census = self._cards.census
        audit = census.audit
        lines = 0
        while audit.line(lines) != LINE_NONE:
            lines += 1
        struct.pack_into(
            "<BBBBHHHHHHH",
            port.tx,
            port.tx_at,
            1 if census.is_running else 0,
            1 if audit.is_good() else 0,
            1 if self._cards.reader.recogniser is not None else 0,
            audit.decks,
            audit.back(),
            audit.cards,
            audit.reads,
            audit.unread,
            audit.not_own,
            audit.contradictions,
            lines,
        )
        return 18

    def _get_audit_lines(self, port):
        audit = self._cards.census.audit
        first = port.u16(0)
        at = port.tx_at + 3
        count = 0
        while count < _LINES_PER_FRAME:
            kind = audit.line(first + count)
            if kind == LINE_NONE:
                break
            struct.pack_into(
                AUDIT_LINE, port.tx, at, kind, audit.code, audit.count, audit.a, audit.b
            )
            at += AUDIT_LINE_BYTES
            count += 1
        struct.pack_into("<HB", port.tx, port.tx_at, first, count)
        return at - port.tx_at

    def _feed_again(self, port):
        if not self._cards.feed_again():
            return -ERR_NOT_RUNNING
        return _ok(port, MSG_FEED_AGAIN)

    def _allow_one_camera(self, port):
        """Work on with one camera, under the worse bound: the inspector confirms."""
        return self._base.ask(port, MSG_ALLOW_ONE_CAMERA, INSPECTOR, self._allow)

    def _allow(self, _asked_by, _confirmed_by):
        return self._base.change_setting(CFG_ONE_CAMERA_ALLOWED, 1)

    # -- enrolment -------------------------------------------------------------------------

    def _enrol_begin(self, port):
        if self._cards.census.is_running:
            return -ERR_BUSY
        result = self._cards.enrol_begin(port.u8(0), port.role)
        return result if result < 0 else _ok(port, MSG_ENROL_BEGIN)

    def _enrol_end(self, port):
        if self._cards.enrolment is None:
            return -ERR_NOT_RUNNING
        self._cards.enrol_end(port.u8(0) != 0)
        return self._get_enrolment(port)

    def _get_enrolment(self, port):
        cards = self._cards
        report = cards.enrol_report()
        struct.pack_into("<BBHHHBBBI", port.tx, port.tx_at, *report[:9])
        pairs = report[9]
        at = port.tx_at + 15
        port.tx[at : at + len(pairs)] = pairs
        return 15 + len(pairs)

    # -- service file ----------------------------------------------------------------------

    def _get_frame_info(self, port):
        age = port.u8(0)
        head = self._cards.kept.frames.head(age)
        if head is None:
            return -ERR_NO_SUCH_RECORD
        if age == 0:
            self._cards.frames_read()
        struct.pack_into("<BH", port.tx, port.tx_at, age, _WHOLE)
        at = port.tx_at + 3
        port.tx[at : at + HEAD_BYTES] = head
        return 3 + HEAD_BYTES

    def _get_frame(self, port):
        offset = port.u16(1)
        n = min(_PICTURE_PER_FRAME, PICTURE_BYTES - offset)
        if n <= 0:
            return -ERR_OUT_OF_RANGE
        piece = memoryview(self._piece)[:n]
        if not self._cards.kept.frames.read_into(port.u8(0), offset, piece):
            return -ERR_NO_SUCH_RECORD
        struct.pack_into("<BH", port.tx, port.tx_at, port.u8(0), offset)
        at = port.tx_at + 3
        port.tx[at : at + n] = piece
        return 3 + n


def _ok(port, message):
    struct.pack_into("<BI", port.tx, port.tx_at, message, 0)
    return 5
