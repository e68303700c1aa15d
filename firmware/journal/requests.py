"""Requests about the journal: what it holds, record by record, and the seal over its head."""

import struct

from firmware.core.errors import ERR_NO_SUCH_RECORD, ERR_NOT_PROVISIONED
from firmware.journal.record import RECORD_BYTES
from firmware.journal.ring import PLACES_PER_SECTOR
from firmware.journal.rows import MSG_GET_JOURNAL, MSG_READ_JOURNAL, MSG_SEAL_JOURNAL

_RX_AT = 9
_NONCE_BYTES = 16


class JournalCommands:
    """Reading needs no session: records name no secret and no undealt card."""

    def __init__(self, node, storage, keys):
        self._storage = storage
        self._keys = keys
        self._seal = bytearray(32)
        self._head = bytearray(32)
        node.on(MSG_GET_JOURNAL, self._get_journal)
        node.on(MSG_READ_JOURNAL, self._read_journal)
        node.on(MSG_SEAL_JOURNAL, self._seal_journal)

    def _get_journal(self, port):
        log = self._storage.log
        struct.pack_into(
            "<IIIIIB",
            port.tx,
            port.tx_at,
            log.first_number,
            log.last_number,
            log.acked,
            (log.ring.sector_count - 1) * PLACES_PER_SECTOR,
            log.kept_head.lost_total,
            log.verdict,
        )
        return 21

    def _read_journal(self, port):
        number = port.u32(0)
        reader = self._storage.journal
        if not reader.load(number):
            return -ERR_NO_SUCH_RECORD
        struct.pack_into("<I", port.tx, port.tx_at, number)
        at = port.tx_at + 4
        port.tx[at : at + RECORD_BYTES] = reader.record
        return 4 + RECORD_BYTES

    def _seal_journal(self, port):
        if not self._keys.is_provisioned:
            return -ERR_NOT_PROVISIONED
        log = self._storage.log
        nonce = port.rx[_RX_AT : _RX_AT + _NONCE_BYTES]
        log.seal_into(self._keys.device_key(), nonce, self._seal)
        log.head_into(self._head)
        struct.pack_into(
            "<II32s32s",
            port.tx,
            port.tx_at,
            log.first_number,
            log.last_number,
            bytes(self._head),
            bytes(self._seal),
        )
        return 72
