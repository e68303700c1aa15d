"""The requests every board answers; games and meters add their own."""

import struct

from firmware.board.rows import (
    EV_TIME_SET,
    FAULT_RECORD,
    FAULT_RECORD_BYTES,
    MSG_CLEAR_FAULT,
    MSG_GET_FAULTS,
    MSG_GET_HEALTH,
    MSG_GET_SETTING,
    MSG_RESTART,
    MSG_SET_SETTING,
    MSG_STATUS,
    MSG_TIME,
)
from firmware.core.counters import COUNTERS
from firmware.core.errors import (
    ERR_NOT_ACTIVE,
    ERR_NOT_ALLOWED,
    ERR_OUT_OF_RANGE,
    ERR_STILL_PRESENT,
    ERR_UNKNOWN_SETTING,
)
from firmware.link.dictionary import BoardDictionary
from firmware.link.rows import MSG_ACK, MSG_DESCRIBE, MSG_HELLO, MSG_POLL, PROTOCOL_VERSION

_FAULTS_PER_FRAME = 16
_COUNTERS_PER_FRAME = 40


class CoreCommands:
    """Handlers for the node; each gives back its payload's bytes, or minus an error code."""

    def __init__(self, board):
        self._board = board
        self._dictionary = BoardDictionary(board.tables)
        self._dictionary_crc = self._dictionary.crc()
        node = board.node
        node.on(MSG_HELLO, self._hello)
        node.on(MSG_DESCRIBE, self._describe)
        node.on(MSG_STATUS, self._status)
        node.on(MSG_POLL, self._poll)
        node.on(MSG_ACK, self._ack)
        node.on(MSG_TIME, self._time)
        node.on(MSG_GET_SETTING, self._get_setting)
        node.on(MSG_SET_SETTING, self._set_setting)
        node.on(MSG_GET_FAULTS, self._get_faults)
        node.on(MSG_CLEAR_FAULT, self._clear_fault)
        node.on(MSG_GET_HEALTH, self._get_health)
        node.on(MSG_RESTART, self._restart)

    def _hello(self, port):
        board = self._board
        major, minor, patch = board.version
        struct.pack_into(
            "<BBBBBI8sI16s16s",
            port.tx,
            port.tx_at,
            PROTOCOL_VERSION,
            1 if board.kind == "shoe" else 2,
            major,
            minor,
            patch,
            self._dictionary_crc,
            board.unique_id,
            board.boot_count,
            board.node.sessions.offer_nonce(port.number, port.sender(), port.counter()),
            board.name.encode(),
        )
        return 53

    def _describe(self, port):
        return self._dictionary.describe(port)

    def _status(self, port):
        board = self._board
        journal = board.journal
        major, minor, patch = board.micropython
        struct.pack_into(
            "<BBHIIHIIIIIIBBBB",
            port.tx,
            port.tx_at,
            board.state.state,
            board.faults.count,
            board.faults.worst(),
            board.clock.uptime_ms // 1000,
            board.clock.utc_s(),
            board.guard.supply_mv,
            board.heap.free_bytes,
            board.heap.total_bytes,
            journal.first_number,
            journal.last_number,
            board.node.acked_event,
            board.boot_count,
            major,
            minor,
            patch,
            board.reset_cause,
        )
        return 42

    def _poll(self, port):
        return port.poll(port.u32(0), port.u8(4))

    def _ack(self, port):
        self._board.acknowledge(port.u32(0))
        port.add_credit(port.u8(4))
        return 0

    def _time(self, port):
        clock = self._board.clock
        self._board.record(EV_TIME_SET, clock.utc_s(), port.u32(0))
        clock.set_utc(port.u32(0))
        return self._ok(port, MSG_TIME, 0)

    def _get_setting(self, port):
        settings = self._board.settings
        setting = port.u8(0)
        if settings.row(setting) < 0:
            return -ERR_UNKNOWN_SETTING
        struct.pack_into("<Bi", port.tx, port.tx_at, setting, settings.get(setting))
        return 5

    def _set_setting(self, port):
        settings = self._board.settings
        setting = port.u8(0)
        value = port.i32(1)
        if settings.row(setting) < 0:
            return -ERR_UNKNOWN_SETTING
        if not settings.is_in_range(setting, value):
            return -ERR_OUT_OF_RANGE
        result = 0
        if settings.get(setting) != value:
            result = self._board.change_setting(setting, value)
        return self._ok(port, MSG_SET_SETTING, 0) if result == 0 else result

    def _get_faults(self, port):
        faults = self._board.faults
        first = port.u8(0)
        row = faults.next_active(0)
        index = count = 0
        at = port.tx_at + 2
        while row >= 0:
            if first <= index < first + _FAULTS_PER_FRAME:
                struct.pack_into(
                    FAULT_RECORD,
                    port.tx,
                    at,
                    faults.code_at(row),
                    faults.detail_at(row),
                    faults.event_at(row),
                )
                at += FAULT_RECORD_BYTES
                count += 1
            index += 1
            row = faults.next_active(row + 1)
        struct.pack_into("<BB", port.tx, port.tx_at, first, count)
        return at - port.tx_at

    def _clear_fault(self, port):
        faults = self._board.faults
        code = port.u16(0)
        if not faults.is_known(code) or not faults.is_active(code):
            return -ERR_NOT_ACTIVE
        if not faults.may_clear(code, port.role):
            return -ERR_NOT_ALLOWED
        if not self._board.clear_fault(code, port.role):
            return -ERR_STILL_PRESENT
        return self._ok(port, MSG_CLEAR_FAULT, code)

    def _get_health(self, port):
        counters = self._board.health.counters
        first = port.u8(0)
        count = max(min(len(COUNTERS) - first, _COUNTERS_PER_FRAME), 0)
        struct.pack_into("<BB", port.tx, port.tx_at, first, count)
        for i in range(count):
            struct.pack_into("<I", port.tx, port.tx_at + 2 + 4 * i, counters[first + i])
        return 2 + 4 * count

    def _restart(self, port):
        self._board.leaving.order_restart()
        return self._ok(port, MSG_RESTART, 0)

    def _ok(self, port, message, value):
        struct.pack_into("<BI", port.tx, port.tx_at, message, value)
        return 5
