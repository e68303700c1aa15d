"""Requests about the jackpot that come once a round or less: claims, hits, evidence, take-over."""

import struct

from firmware.core.bytes_into import get_u32
from firmware.core.errors import (
    ERR_BAD_LENGTH,
    ERR_BUSY,
    ERR_CLAIM_REFUSED,
    ERR_LOCKED,
    ERR_NO_SUCH_RECORD,
    ERR_NO_WAGER,
    ERR_NOT_PROVISIONED,
    ERR_NOTHING_PENDING,
    ERR_OUT_OF_RANGE,
    ERR_UNPAID,
    ERR_WRONG_ROUND,
)
from firmware.core.rows import INSPECTOR
from firmware.core.sha256_into import hash_into
from firmware.jackpot import claims, deferred, hands, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.history import History
from firmware.jackpot.ledger import HITS, UC
from firmware.jackpot.linked import take_over
from firmware.jackpot.rows import (
    CFG_ALONE_CENTS,
    EV_LINK_KEY_SET,
    MSG_ADJUST_POOL,
    MSG_CANCEL_HIT,
    MSG_CLAIM,
    MSG_CONFIRM_HIT,
    MSG_GET_DEFERRED,
    MSG_GET_EVIDENCE,
    MSG_GET_HIT,
    MSG_LOAD_BOOK,
    MSG_LOAD_TABLES,
    MSG_SEAL_EVIDENCE,
    MSG_SET_LINK_KEY,
    MSG_TELL_HANDS,
    MSG_VOID_HAND,
    MSG_VOID_ROUND,
)
from firmware.store.cells import CELL_EVIDENCE
from firmware.trust.hmac_sha256 import hmac_sha256

EVIDENCE_LABEL = b"faro-evidence-1"
_RX_AT = 9
_PART_BYTES = 110
# refusals of the book (-1, -2, …) as errors on the wire
_ERRORS = (
    0,
    ERR_BUSY,
    ERR_WRONG_ROUND,
    ERR_NO_WAGER,
    ERR_UNPAID,
    ERR_CLAIM_REFUSED,
    ERR_LOCKED,
    ERR_OUT_OF_RANGE,
)


def ok(port, result, value=0):
    """OK with a value, or the error for a refusal."""
    if result < 0:
        return -_ERRORS[-result]
    struct.pack_into("<BI", port.tx, port.tx_at, port.rx[1] & 0x7F, value)
    return 5


def handle(jackpot, port):
    """One rare request; gives payload bytes or minus an error, as every handler."""
    return HANDLERS[port.rx[1] & 0x7F](jackpot, port)


def _tell_hands(jackpot, port):
    # 5 bytes of round and seats, 35 cards, then the shoe's event range and digest
    data = bytearray(rc.HANDS_BYTES)
    data[:35] = port.rx[_RX_AT + 5 : _RX_AT + 40]
    data[rc.SHOE_FIRST : rc.HANDS_BYTES] = port.rx[_RX_AT + 40 : _RX_AT + 64]
    return ok(port, hands.read_hands(jackpot.book, port.u32(0), port.u8(4), data))


def _claim(jackpot, port):
    return ok(port, claims.claim(jackpot.book, port.u32(0), port.u8(4), port.u8(5)))


def _confirm_hit(jackpot, port):
    """The supervisor asks for the payment, the inspector confirms it; small ones need one role."""
    number = port.u32(0)
    if jackpot.book.state != rs.ST_PENDING or jackpot.book.number != number:
        return _why_not_pending(jackpot)
    alone_uc = jackpot.board.settings.get(CFG_ALONE_CENTS) * UC
    if 0 < jackpot.book.win_uc <= alone_uc:
        result = claims.confirm(jackpot.book, number, port.role, 0)
        struct.pack_into("<BIBH", port.tx, port.tx_at, MSG_CONFIRM_HIT, 0, 0, 0)
        return 8 if result == 0 else -ERR_BUSY
    return jackpot.board.ask(
        port, MSG_CONFIRM_HIT, INSPECTOR, _Later(claims.confirm, jackpot.book, number).do
    )


def _why_not_pending(jackpot):
    """The holder of the pool may still be computing; else there is no win to decide about."""
    is_asking = jackpot.book.state == rs.ST_ASKING
    return -(ERR_BUSY if is_asking else ERR_NOTHING_PENDING)


def _cancel_hit(jackpot, port):
    number = port.u32(0)
    if jackpot.book.state != rs.ST_PENDING or jackpot.book.number != number:
        return _why_not_pending(jackpot)
    return jackpot.board.ask(
        port, MSG_CANCEL_HIT, INSPECTOR, _Later(claims.cancel, jackpot.book, number).do
    )


def _adjust_pool(jackpot, port):
    amount_uc = struct.unpack_from("<q", port.rx, _RX_AT)[0]
    if jackpot.linked.pool_uc + amount_uc < 0 or not jackpot.terms.has_pool:
        return -ERR_OUT_OF_RANGE
    return jackpot.board.ask(
        port, MSG_ADJUST_POOL, INSPECTOR, _Later(voids.adjust, jackpot.book, amount_uc).do
    )


class _Later:
    """What waits for the second role; refusals of the book become errors."""

    def __init__(self, function, *args):
        self._function = function
        self._args = args

    def do(self, asked_by, confirmed_by):
        result = self._function(*self._args, asked_by, confirmed_by)
        return 0 if result == 0 else -ERR_BUSY


def _void_hand(jackpot, port):
    return ok(port, jackpot.freeze.void_hand(port.u32(0), port.u8(4)))


def _void_round(jackpot, port):
    return ok(port, jackpot.freeze.void_round(port.u32(0), port.now_ms))


def _get_hit(jackpot, port):
    entry = History(jackpot.book.store).get(port.u32(0), jackpot.book.ledger.a[HITS])
    if entry is None:
        return -ERR_NO_SUCH_RECORD
    struct.pack_into("<IIIBBIII", port.tx, port.tx_at, *entry)
    return 26


def _get_evidence(jackpot, port):
    """The frozen evidence of the last hit, in two parts."""
    part = port.u8(0)
    if part >= rc.EVIDENCE_BYTES // _PART_BYTES:
        return -ERR_NO_SUCH_RECORD
    struct.pack_into("<BB", port.tx, port.tx_at, part, rc.EVIDENCE_BYTES // _PART_BYTES)
    cell = jackpot.book.store.view(CELL_EVIDENCE)
    at = port.tx_at + 2
    port.tx[at : at + _PART_BYTES] = cell[part * _PART_BYTES : (part + 1) * _PART_BYTES]
    return 2 + _PART_BYTES


def _seal_evidence(jackpot, port):
    """The board's MAC over the evidence, the asker's nonce and the journal up to the hit."""
    keys = jackpot.board.keys
    if not keys.is_provisioned:
        return -ERR_NOT_PROVISIONED
    evidence = bytes(jackpot.book.store.view(CELL_EVIDENCE)[: rc.EVIDENCE_BYTES])
    head = bytearray(32)
    journal = jackpot.board.journal
    if journal.load(get_u32(evidence, rc.EVIDENCE_LAST_AT)):
        hash_into(journal.record, len(journal.record), head, 0)
    mac = hmac_sha256(
        keys.device_key(),
        EVIDENCE_LABEL,
        jackpot.board.unique_id,
        evidence,
        bytes(port.rx[_RX_AT : _RX_AT + 16]),
        bytes(head),
    )
    port.tx[port.tx_at : port.tx_at + 32] = mac
    return 32


def _get_deferred(jackpot, port):
    entries = deferred.waiting(jackpot.book.store)
    port.tx[port.tx_at] = len(entries)
    for i in range(len(entries)):
        struct.pack_into("<Bi", port.tx, port.tx_at + 1 + 5 * i, *entries[i])
    return 1 + 5 * len(entries)


def _set_link_key(jackpot, port):
    board = jackpot.board
    board.keys.set_link_key(bytes(port.rx[_RX_AT : _RX_AT + 32]))
    board.commit(EV_LINK_KEY_SET)
    return ok(port, 0)


def _load_tables(jackpot, port):
    count = port.u8(0)
    if port.rx_bytes != 1 + take_over.TABLE_BYTES * count:
        return -ERR_BAD_LENGTH
    data = bytes(port.rx[_RX_AT + 1 : _RX_AT + port.rx_bytes])
    return ok(port, take_over.load_tables(jackpot.book, jackpot.board.settings, data, count))


def _load_book(jackpot, port):
    value = bytes(port.rx[_RX_AT : _RX_AT + 33])
    book, settings = jackpot.book, jackpot.board.settings
    if not take_over.is_free(book, settings):
        return -ERR_BUSY
    return jackpot.board.ask(
        port, MSG_LOAD_BOOK, INSPECTOR, _Later(take_over.load_book, book, settings, value).do
    )


HANDLERS = {
    MSG_LOAD_TABLES: _load_tables,
    MSG_LOAD_BOOK: _load_book,
    MSG_SET_LINK_KEY: _set_link_key,
    MSG_TELL_HANDS: _tell_hands,
    MSG_CLAIM: _claim,
    MSG_CONFIRM_HIT: _confirm_hit,
    MSG_CANCEL_HIT: _cancel_hit,
    MSG_VOID_HAND: _void_hand,
    MSG_VOID_ROUND: _void_round,
    MSG_GET_HIT: _get_hit,
    MSG_GET_EVIDENCE: _get_evidence,
    MSG_SEAL_EVIDENCE: _seal_evidence,
    MSG_ADJUST_POOL: _adjust_pool,
    MSG_GET_DEFERRED: _get_deferred,
}
