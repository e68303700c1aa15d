"""Requests about updates and attestation; the message table says who may send them."""

import struct

from firmware.link import messages as m

_RX_AT = 9
_ATTESTATION_BYTES = 137
# by the updater's reasons: busy, order, refused, no key, no space, out of range
_ERRORS = (
    0,
    m.ERR_BUSY,
    m.ERR_UPDATE_STATE,
    m.ERR_IMAGE_REFUSED,
    m.ERR_NOT_PROVISIONED,
    m.ERR_NO_SPACE,
    m.ERR_OUT_OF_RANGE,
)


class UpdateCommands:
    """Handlers for the node; `updates` loads its tools only when somebody asks for them."""

    def __init__(self, node, updates):
        self._updates = updates
        self._slots = updates.slots
        node.on(m.UPDATE_BEGIN, self._begin)
        node.on(m.UPDATE_FILE, self._file)
        node.on(m.UPDATE_DATA, self._data)
        node.on(m.UPDATE_FINISH, self._finish)
        node.on(m.GET_UPDATE, self._state)
        node.on(m.GET_CHANGE, self._change)
        node.on(m.ATTEST, self._attest)
        node.on(m.GET_ATTESTATION, self._attestation)
        node.on(m.GET_ATTESTED_FILE, self._attested_file)

    def _begin(self, port):
        updater = self._updates.load_updater()
        if updater is None:
            return -m.ERR_NO_SPACE
        return self._done(port, m.UPDATE_BEGIN, updater.begin(port.u32(0)))

    def _file(self, port):
        updater = self._updates.updater
        if updater is None:
            return -m.ERR_UPDATE_STATE
        path = bytes(port.rx[_RX_AT + 4 : _RX_AT + port.rx_bytes])
        return self._done(port, m.UPDATE_FILE, updater.file(path, port.u32(0)))

    def _data(self, port):
        updater = self._updates.updater
        if updater is None:
            return -m.ERR_UPDATE_STATE
        piece = memoryview(port.rx)[_RX_AT + 4 : _RX_AT + port.rx_bytes]
        return self._done(port, m.UPDATE_DATA, updater.data(port.u32(0), piece))

    def _finish(self, port):
        updater = self._updates.updater
        if updater is None:
            return -m.ERR_UPDATE_STATE
        return self._done(port, m.UPDATE_FINISH, updater.finish())

    def _state(self, port):
        updater = self._updates.updater
        slots = self._slots
        struct.pack_into(
            "<BBIIBBI",
            port.tx,
            port.tx_at,
            updater.state if updater else 0,
            updater.code if updater else 0,
            updater.done_bytes if updater else 0,
            updater.total_bytes if updater else 0,
            slots.active,
            slots.candidate,
            slots.minimum_counter,
        )
        return 16 + (_put_text(port, 16, updater.path) if updater else 0)

    def _change(self, port):
        age = port.u8(0)
        count = self._slots.change_count
        if age >= count:
            return -m.ERR_NO_SUCH_RECORD
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
        attestor = self._updates.load_attestor()
        if attestor is None:
            return -m.ERR_BUSY if self._updates.updater else -m.ERR_NO_SPACE
        nonce = bytes(port.rx[_RX_AT : _RX_AT + 16])
        return self._done(port, m.ATTEST, attestor.begin(nonce))

    def _attestation(self, port):
        attestor = self._updates.attestor
        if attestor is None:
            for i in range(_ATTESTATION_BYTES):
                port.tx[port.tx_at + i] = 0
            return _ATTESTATION_BYTES
        struct.pack_into(
            "<BBHIB32s32s32s32s",
            port.tx,
            port.tx_at,
            attestor.state,
            attestor.percent,
            attestor.file_count,
            attestor.hashed_bytes,
            attestor.slot,
            attestor.code_hash,
            attestor.settings_hash,
            attestor.boot_hash,
            attestor.mac,
        )
        return _ATTESTATION_BYTES

    def _attested_file(self, port):
        index = port.u16(0)
        self._updates.wake()  # somebody still reads the answer
        attestor = self._updates.attestor
        found = attestor.file(index) if attestor else None
        if found is None:
            return -m.ERR_NO_SUCH_RECORD
        path, size_bytes, digest = found
        struct.pack_into("<HI16s", port.tx, port.tx_at, index, size_bytes, digest)
        return 22 + _put_text(port, 22, path)

    def _done(self, port, message, result):
        self._updates.wake()
        if result < 0:
            return -_ERRORS[-result]
        struct.pack_into("<BI", port.tx, port.tx_at, message, 0)
        return 5


def _put_text(port, at, text):
    data = text.encode()
    at += port.tx_at
    port.tx[at : at + len(data)] = data
    return len(data)
