"""Requests about the jackpot: wagers, rounds, claims, hits, meters, evidence, take-over."""

from firmware.core import errors
from firmware.core.bytes_into import get_u32
from firmware.core.rows import INSPECTOR
from firmware.core.sha256_into import hash_into
from firmware.jackpot import claims, hands, rows, term_changes, voids
from firmware.jackpot import round_cell as rc
from firmware.jackpot import round_states as rs
from firmware.jackpot.history import History
from firmware.jackpot.ledger import ACCOUNTS, HITS, MOST_POOL_UC, PENDING, UC
from firmware.jackpot.linked import take_over
from firmware.store.cells import CELL_EVIDENCE
from firmware.trust.hmac_sha256 import hmac_sha256

EVIDENCE_LABEL = b"faro-evidence-1"
# refusals of the book (-1, -2, …) as errors on the wire
_ERRORS = (
    0,
    errors.ERR_NOT_NOW,
    errors.ERR_WRONG_ROUND,
    errors.ERR_NO_WAGER,
    errors.ERR_UNPAID,
    errors.ERR_CLAIM_REFUSED,
    errors.ERR_LOCKED,
    errors.ERR_OUT_OF_RANGE,
)


def _tell_antes(jackpot, port, antes, wagers):
    return port.ok_or(_ERRORS, jackpot.wagers.tell_antes(antes, wagers))


def _freeze(jackpot, port):
    number = jackpot.freeze.by_message(port.now_ms)
    return port.ok_or(_ERRORS, number, number)


def _reopen_wagers(jackpot, port, number):
    return port.ok_or(_ERRORS, jackpot.freeze.end_round(number, port.now_ms))


def _get_jackpot(jackpot, port):
    book = jackpot.book
    cell = book.cell
    return port.answer(
        book.state,
        book.number,
        cell[rc.ACCEPTED],
        cell[rc.VOIDED],
        cell[rc.CLAIMED],
        book.qualifying(),
        jackpot.wagers.offered(),
        jackpot.wagers.antes,
        jackpot.linked.pool_uc,
        book.ledger.a[PENDING],
        jackpot.display.shown_cents * UC,
        book.win_uc,
    )


def _get_meters(jackpot, port, first):
    values = jackpot.book.ledger.a
    at = first
    while at < ACCOUNTS and port.put(rows.METER_RECORD, values[at]):
        at += 1
    return port.answer(first, at - first)


def _tell_hands(jackpot, port, number, seats, cards, shoe_first, shoe_last, digest):
    data = hands.packed(cards, shoe_first, shoe_last, digest)
    return port.ok_or(_ERRORS, hands.read_hands(jackpot.book, number, seats, data))


def _claim(jackpot, port, number, seat, hand_class):
    return port.ok_or(_ERRORS, claims.claim(jackpot.book, number, seat, hand_class))


def _confirm_hit(jackpot, port, number):
    """The supervisor asks for the payment, the inspector confirms it; small ones need one role."""
    error = _why_not_pending(jackpot, number)
    if error:
        return -error
    book = jackpot.book
    if 0 < book.win_uc <= book.terms.alone_cents * UC:
        return _done(port, claims.confirm(book, number, port.role, 0))
    return _ask(jackpot, port, claims.confirm, book, number)


def _cancel_hit(jackpot, port, number):
    error = _why_not_pending(jackpot, number)
    return -error if error else _ask(jackpot, port, claims.cancel, jackpot.book, number)


def _why_not_pending(jackpot, number):
    """The holder of the pool may still be computing; else there is no win to decide about."""
    book = jackpot.book
    if book.state == rs.ST_PENDING and book.number == number:
        return 0
    return errors.ERR_BUSY if book.state == rs.ST_ASKING else errors.ERR_NOTHING_PENDING


def _adjust_pool(jackpot, port, amount_uc):
    pool_uc = jackpot.linked.pool_uc + amount_uc
    if not 0 <= pool_uc <= MOST_POOL_UC or not jackpot.terms.has_pool:
        return -errors.ERR_OUT_OF_RANGE
    return _ask(jackpot, port, voids.adjust, jackpot.book, amount_uc)


def _ask(jackpot, port, function, *args):
    """The inspector must confirm it; refusals of the book become errors."""

    def carry_out(asked_by, confirmed_by):
        return -_ERRORS[-function(*args, asked_by, confirmed_by)]

    return jackpot.board.ask(port, INSPECTOR, carry_out)


def _done(port, result):
    """Carried out by one role: PENDING with the number 0."""
    return port.answer(port.message, 0, 0, 0) if result == 0 else -_ERRORS[-result]


def _void_hand(jackpot, port, number, seat):
    """A hand that the shoe read as a winner loses its jackpot only by two roles (CSP 9.5)."""
    freeze, bit = jackpot.freeze, 1 << seat >> 1
    if _holds_winner(jackpot.book, number, bit):
        return _ask(jackpot, port, lambda *_roles: freeze.void_hand(number, seat))
    return _done(port, freeze.void_hand(number, seat))


def _void_round(jackpot, port, number):
    """As for a hand."""
    freeze = jackpot.freeze
    if _holds_winner(jackpot.book, number, 0x7F):
        return _ask(jackpot, port, lambda *_roles: freeze.void_round(number, jackpot.now_ms()))
    return _done(port, freeze.void_round(number, port.now_ms))


def _holds_winner(book, number, seats):
    """One of these seats has won in the round in play, and is not paid."""
    is_unpaid = book.state == rs.ST_FROZEN and book.number == number
    return is_unpaid and book.qualifying() & seats != 0


def _get_hit(jackpot, port, number):
    entry = History(jackpot.book.store).get(number, jackpot.book.ledger.a[HITS])
    return -errors.ERR_NO_SUCH_RECORD if entry is None else port.answer(*entry)


def _has_evidence(jackpot):
    """There has been a hit: its number is the first thing in its evidence."""
    return get_u32(jackpot.book.store.view(CELL_EVIDENCE), 0) != 0


def _get_evidence(jackpot, port, part):
    """The frozen evidence of the last hit, in two parts."""
    if not _has_evidence(jackpot) or part >= rc.EVIDENCE_BYTES // rows.EVIDENCE_PART_BYTES:
        return -errors.ERR_NO_SUCH_RECORD
    at = part * rows.EVIDENCE_PART_BYTES
    cell = jackpot.book.store.view(CELL_EVIDENCE)
    port.add(cell[at : at + rows.EVIDENCE_PART_BYTES], rows.EVIDENCE_PART_BYTES)
    return port.answer(part, rc.EVIDENCE_BYTES // rows.EVIDENCE_PART_BYTES)


def _seal_evidence(jackpot, port, nonce):
    """The board's MAC over the evidence, the asker's nonce and the journal up to the hit."""
    keys = jackpot.board.keys
    if not keys.is_provisioned:
        return -errors.ERR_NOT_PROVISIONED
    if not _has_evidence(jackpot):
        return -errors.ERR_NO_SUCH_RECORD
    evidence = bytes(jackpot.book.store.view(CELL_EVIDENCE)[: rc.EVIDENCE_BYTES])
    head = bytearray(32)
    journal = jackpot.board.journal
    if journal.load(get_u32(evidence, rc.EVIDENCE_LAST_AT)):
        hash_into(journal.record, len(journal.record), head, 0)
    return port.answer(
        hmac_sha256(
            keys.device_key(),
            EVIDENCE_LABEL,
            jackpot.board.unique_id,
            evidence,
            nonce,
            bytes(head),
        )
    )


def _get_deferred(jackpot, port):
    values = term_changes.waiting(jackpot.book.store)
    for i in range(len(values)):
        port.put(rows.DEFERRED_RECORD, rows.TERMS[i], values[i])
    return port.answer(len(values))


def _set_terms(jackpot, port, *values):
    """All terms of the jackpot together (CSP 11.6, 12.1)."""
    set_terms = jackpot.changes.set_terms
    error = jackpot.changes.why_not(values)
    if error:
        return -error
    return jackpot.board.ask(port, INSPECTOR, lambda asked, done: set_terms(values, asked, done))


def _set_link_key(jackpot, port, key):
    """Keys change on the bench only: by USB, with the lid open; used from the next start on."""
    board = jackpot.board
    if port.is_bus:
        return -errors.ERR_WRONG_PORT
    if not board.is_lid_open():
        return -errors.ERR_LID_CLOSED
    board.keys.set_link_key(key)
    board.commit(rows.EV_LINK_KEY_SET)
    return port.ok()


def _load_tables(jackpot, port, count):
    data = bytes(port.tail())
    if len(data) != take_over.TABLE_BYTES * count:
        return -errors.ERR_BAD_LENGTH
    return port.ok_or(_ERRORS, jackpot.loading.add(data, count))


def _load_book(jackpot, port, address, *fields):
    """The purses, and by their digest the tables that were brought before."""
    loading, amounts_uc, digest = jackpot.loading, fields[:4], fields[4]
    if not take_over.is_free(jackpot.book, jackpot.board.settings):
        return -errors.ERR_NOT_NOW
    if not loading.is_this(digest) or not loading.are_in_range(amounts_uc):
        return -errors.ERR_OUT_OF_RANGE
    return _ask(jackpot, port, loading.load, address, amounts_uc, digest)


REQUESTS = {
    rows.MSG_TELL_ANTES: _tell_antes,
    rows.MSG_FREEZE: _freeze,
    rows.MSG_REOPEN_WAGERS: _reopen_wagers,
    rows.MSG_GET_JACKPOT: _get_jackpot,
    rows.MSG_GET_METERS: _get_meters,
    rows.MSG_TELL_HANDS: _tell_hands,
    rows.MSG_CLAIM: _claim,
    rows.MSG_CONFIRM_HIT: _confirm_hit,
    rows.MSG_CANCEL_HIT: _cancel_hit,
    rows.MSG_VOID_HAND: _void_hand,
    rows.MSG_VOID_ROUND: _void_round,
    rows.MSG_GET_HIT: _get_hit,
    rows.MSG_GET_EVIDENCE: _get_evidence,
    rows.MSG_SEAL_EVIDENCE: _seal_evidence,
    rows.MSG_ADJUST_POOL: _adjust_pool,
    rows.MSG_GET_DEFERRED: _get_deferred,
    rows.MSG_SET_LINK_KEY: _set_link_key,
    rows.MSG_LOAD_TABLES: _load_tables,
    rows.MSG_LOAD_BOOK: _load_book,
    rows.MSG_SET_TERMS: _set_terms,
}
