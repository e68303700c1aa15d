"""Requests about census, enrolment and the service file."""

from firmware.cards import rows
from firmware.cards.back_colour import COLOUR_NAMES
from firmware.cards.pack_audit import LINE_NONE, PACKS
from firmware.cards.picture_ring import HEAD_BYTES, PICTURE_BYTES
from firmware.core import errors
from firmware.core.rows import INSPECTOR

_WHOLE = 0xFFFF


def _audit_begin(cards, port, decks, back):
    settings = cards.board.settings
    decks = decks or settings.get(rows.CFG_DECKS)
    back = back or settings.get(rows.CFG_BACK_COLOUR)
    if decks not in PACKS or back >= len(COLOUR_NAMES):
        return -errors.ERR_OUT_OF_RANGE
    if cards.reader.recogniser is None:
        return -errors.ERR_NOT_ENROLLED
    if cards.enrolment.session is not None:
        return -errors.ERR_NOT_NOW
    cards.census.begin(decks, back, port.role)
    return port.ok()


def _audit_end(cards, port, is_whole):
    if not cards.census.is_running:
        return -errors.ERR_NOT_RUNNING
    if not port.may_know():
        return -errors.ERR_WITHHELD
    cards.census.end(is_whole != 0)
    return _get_audit(cards, port)


def _get_audit(cards, port):
    if not port.may_know():
        return -errors.ERR_WITHHELD  # its counts tell whether a card of the round came before
    census = cards.census
    audit = census.audit
    lines = 0
    while audit.line(lines) != LINE_NONE:
        lines += 1
    return port.answer(
        1 if census.is_running else 0,
        1 if audit.is_good() else 0,
        1 if cards.reader.recogniser is not None else 0,
        audit.decks,
        audit.back(),
        audit.cards,
        audit.reads,
        audit.unread,
        audit.not_own,
        audit.contradictions,
        lines,
    )


def _get_audit_lines(cards, port, first):
    if not port.may_know():
        return -errors.ERR_WITHHELD  # which cards lack tells which are out
    audit = cards.census.audit
    count = 0
    kind = audit.line(first)
    while kind != LINE_NONE and port.put(
        rows.AUDIT_LINE, kind, audit.code, audit.count, audit.a, audit.b
    ):
        count += 1
        kind = audit.line(first + count)
    return port.answer(first, count)


def _feed_again(cards, port):
    return port.ok() if cards.feed_again() else -errors.ERR_NOT_RUNNING


def _allow_one_camera(cards, port):
    """Work on with one camera, under the worse bound: the inspector confirms."""
    board = cards.board
    return board.ask(
        port, INSPECTOR, lambda *_roles: board.change_setting(rows.CFG_ONE_CAMERA_ALLOWED, 1)
    )


def _enrol_begin(cards, port, order):
    if cards.census.is_running:
        return -errors.ERR_NOT_NOW
    result = cards.enrolment.begin(order, port.role)
    return result if result < 0 else port.ok()


def _enrol_end(cards, port, is_kept):
    if cards.enrolment.session is None:
        return -errors.ERR_NOT_RUNNING
    cards.enrolment.end(is_kept != 0)
    return _get_enrolment(cards, port)


def _get_enrolment(cards, port):
    *report, pairs = cards.enrolment.report()
    port.add(pairs, len(pairs))
    return port.answer(*report)


def _get_frame_info(cards, port, frame):
    if not port.may_know():
        return -errors.ERR_WITHHELD
    head = cards.pictures.ring.head(frame)
    if head is None:
        return -errors.ERR_NO_SUCH_RECORD
    if frame == 0:
        cards.pictures.note_reading()
    port.add(head, HEAD_BYTES)
    return port.answer(frame, _WHOLE)


def _get_frame(cards, port, frame, offset):
    if not port.may_know():
        return -errors.ERR_WITHHELD
    n = min(port.room(), PICTURE_BYTES - offset)
    if n <= 0:
        return -errors.ERR_OUT_OF_RANGE
    if not cards.pictures.ring.read_into(frame, offset, port.space(n)):
        return -errors.ERR_NO_SUCH_RECORD
    return port.answer(frame, offset)


REQUESTS = {
    rows.MSG_AUDIT_BEGIN: _audit_begin,
    rows.MSG_AUDIT_END: _audit_end,
    rows.MSG_GET_AUDIT: _get_audit,
    rows.MSG_GET_AUDIT_LINES: _get_audit_lines,
    rows.MSG_FEED_AGAIN: _feed_again,
    rows.MSG_ALLOW_ONE_CAMERA: _allow_one_camera,
    rows.MSG_ENROL_BEGIN: _enrol_begin,
    rows.MSG_ENROL_END: _enrol_end,
    rows.MSG_GET_ENROLMENT: _get_enrolment,
    rows.MSG_GET_FRAME_INFO: _get_frame_info,
    rows.MSG_GET_FRAME: _get_frame,
}
