"""Requests about updates and attestation; the message table says who may send them."""

import struct

from firmware.core.errors import (
    ERR_BUSY,
    ERR_IMAGE_REFUSED,
    ERR_NO_SPACE,
    ERR_NO_SUCH_RECORD,
    ERR_NOT_PROVISIONED,
    ERR_OUT_OF_RANGE,
    ERR_UPDATE_STATE,
)
from firmware.update.rows import (
    MSG_ATTEST,
    MSG_GET_ATTESTATION,
    MSG_GET_CHANGE,
    MSG_GET_UPDATE,
    MSG_UPDATE_BEGIN,
    MSG_UPDATE_DATA,
    MSG_UPDATE_FINISH,
)

_RX_AT = 9
# by the updater's reasons: busy, order, refused, no key, no space, out of range
_ERRORS = (
    0,
    ERR_BUSY,
    ERR_UPDATE_STATE,
    ERR_IMAGE_REFUSED,
    ERR_NOT_PROVISIONED,
    ERR_NO_SPACE,
    ERR_OUT_OF_RANGE,
)


class UpdateCommands:
    """Handlers for the node; `updates` has updater, mirror, attestor and slots."""

    def __init__(self, node, updates):
        self._updates = updates
        self._slots = updates.slots
        node.on(MSG_UPDATE_BEGIN, self._begin)
        node.on(MSG_UPDATE_DATA, self._data)
        node.on(MSG_UPDATE_FINISH, self._finish)
        node.on(MSG_GET_UPDATE, self._state)
        node.on(MSG_GET_CHANGE, self._change)
        node.on(MSG_ATTEST, self._attest)
        node.on(MSG_GET_ATTESTATION, self._attestation)

    def _begin(self, port):
        return self._done(port, MSG_UPDATE_BEGIN, self._updates.begin(port.u32(0)))

    def _data(self, port):
        piece = memoryview(port.rx)[_RX_AT + 4 : _RX_AT + port.rx_bytes]
        return self._done(port, MSG_UPDATE_DATA, self._updates.updater.data(port.u32(0), piece))

    def _finish(self, port):
        return self._done(port, MSG_UPDATE_FINISH, self._updates.updater.finish())

    def _state(self, port):
        updater = self._updates.updater
        slots = self._slots
        struct.pack_into(
            "<BBIIBBIB",
            port.tx,
            port.tx_at,
            updater.state,
            updater.code,
            updater.done_bytes,
            updater.total_bytes,
            slots.active,
            slots.candidate,
            slots.minimum_counter,
            self._updates.mirror.state,
        )
        return 17

    def _change(self, port):
        age = port.u8(0)
        count = self._slots.change_count
        if age >= count:
            return -ERR_NO_SUCH_RECORD
        counter, build, time_s, result, slot, is_utc = self._slots.change(age)
        struct.pack_into(
            "<BBI8sIBBB",
            port.tx,
            port.tx_at,
            age,
            count,
            counter,
            build,
            time_s,
            result,
            slot,
            is_utc,
        )
        return 21

    def _attest(self, port):
        nonce = bytes(port.rx[_RX_AT : _RX_AT + 16])
        return self._done(port, MSG_ATTEST, self._updates.attestor.begin(nonce))

    def _attestation(self, port):
        attestor = self._updates.attestor
        struct.pack_into(
            "<BBIB32s32s32s32s",
            port.tx,
            port.tx_at,
            attestor.state,
            attestor.percent,
            attestor.hashed_bytes,
            attestor.slot,
            attestor.code_hash,
            attestor.settings_hash,
            attestor.base_hash,
            attestor.mac,
        )
        return 135

    def _done(self, port, message, result):
        self._updates.wake()
        if result < 0:
            return -_ERRORS[-result]
        struct.pack_into("<BI", port.tx, port.tx_at, message, 0)
        return 5
