"""Requests about the journal: what it holds, record by record, and the seal over its head.

Reading needs no session: records name no secret and no undealt card.
"""

from firmware.core.errors import ERR_NO_SUCH_RECORD, ERR_NOT_PROVISIONED
from firmware.journal import rows
from firmware.journal.record import RECORD_BYTES


def _get_journal(board, port):
    log = board.storage.log
    return port.answer(
        log.first_number,
        log.last_number,
        log.acked,
        log.capacity(),
        log.kept_head.lost_total,
        log.verdict,
    )


def _read_journal(board, port, number):
    journal = board.journal
    if not journal.load(number):
        return -ERR_NO_SUCH_RECORD
    port.add(journal.record, RECORD_BYTES)
    return port.answer(number)


def _seal_journal(board, port, nonce):
    if not board.keys.is_provisioned:
        return -ERR_NOT_PROVISIONED
    log = board.storage.log
    seal = bytearray(32)
    head = bytearray(32)
    epoch = board.storage.epoch()
    log.seal_into(board.keys.device_key(), epoch, nonce, seal)
    log.head_into(head)
    return port.answer(epoch, log.first_number, log.last_number, head, seal)


REQUESTS = {
    rows.MSG_GET_JOURNAL: _get_journal,
    rows.MSG_READ_JOURNAL: _read_journal,
    rows.MSG_SEAL_JOURNAL: _seal_journal,
}
