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
        log.evidence.first_number,
        log.chatter.first_number,
        port.last_record(),
        min(log.acked, port.last_record()),
        log.capacity(),
        log.lost_total(),
        log.verdict,
    )


def _read_journal(board, port, number):
    """The record with this number, or the next one held: overwritten chatter leaves gaps."""
    journal = board.journal
    number = journal.next_held(number)
    if number > port.last_record() and not port.may_know():
        return -ERR_WITHHELD  # whether there is one or not: that would count what is hidden
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
    epoch = board.storage.epoch()
    seal = log.seal(board.keys.device_key(), epoch, nonce)
    e, c = log.evidence, log.chatter
    numbers = e.first_number, e.last_number, c.first_number, c.last_number
    return port.answer(epoch, *numbers, e.head(), c.head(), seal)


REQUESTS = {
    rows.MSG_GET_JOURNAL: _get_journal,
    rows.MSG_READ_JOURNAL: _read_journal,
    rows.MSG_SEAL_JOURNAL: _seal_journal,
}
