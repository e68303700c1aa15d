"""Requests about the journal: what it holds, record by record, and the seal over its head.

Reading needs no session: records name no secret and no undealt card.  Those of the round in play
name cards that lie face down, and are shown to others than KNOWING when it is over.
"""

from firmware.core.errors import ERR_NO_SUCH_RECORD, ERR_NOT_PROVISIONED, ERR_WITHHELD
from firmware.journal import rows
from firmware.journal.record import RECORD_BYTES


def _get_journal(board, port):
    log = board.storage.log
    return port.answer(
        log.first_number,
        port.last_record(),
        log.acked,
        log.capacity(),
        log.kept_head.lost_total,
        log.verdict,
    )


def _read_journal(board, port, number):
    journal = board.journal
    if port.last_record() < number <= journal.last_number:
        return -ERR_WITHHELD
    if not journal.load(number):
        return -ERR_NO_SUCH_RECORD
    port.add(journal.record, RECORD_BYTES)
    return port.answer(number)


def _seal_journal(board, port, nonce):
    if not board.keys.is_provisioned:
        return -ERR_NOT_PROVISIONED
    if not port.may_know():
        return -ERR_WITHHELD  # a hash over a record with one unknown card names that card
    log = board.storage.log
    seal = bytearray(32)
    head = bytearray(32)
    log.seal_into(board.keys.device_key(), nonce, seal)
    log.head_into(head)
    return port.answer(log.first_number, log.last_number, head, seal)


REQUESTS = {
    rows.MSG_GET_JOURNAL: _get_journal,
    rows.MSG_READ_JOURNAL: _read_journal,
    rows.MSG_SEAL_JOURNAL: _seal_journal,
}
