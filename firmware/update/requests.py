"""Requests about updates and attestation; the message table says who may send them."""

from firmware.core import errors
from firmware.update import rows

# by the updater's reasons: busy, order, refused, no key, no space, out of range
_ERRORS = (
    0,
    errors.ERR_BUSY,
    errors.ERR_UPDATE_STATE,
    errors.ERR_IMAGE_REFUSED,
    errors.ERR_NOT_PROVISIONED,
    errors.ERR_NO_SPACE,
    errors.ERR_OUT_OF_RANGE,
)


def _update_begin(updates, port, total_bytes):
    return _done(updates, port, updates.begin(total_bytes))


def _update_data(updates, port, offset):
    return _done(updates, port, updates.updater.data(offset, port.tail()))


def _update_finish(updates, port):
    return _done(updates, port, updates.updater.finish())


def _attest(updates, port, nonce):
    """Minutes of hashing: a role may ask as often as it likes, strangers now and then."""
    wait_ms = 0 if port.role else updates.strangers_wait_ms()
    if wait_ms:
        return port.error(errors.ERR_WAIT, wait_ms)
    return _done(updates, port, updates.attestor.begin(nonce))


def _done(updates, port, result):
    updates.wake()
    return port.ok_or(_ERRORS, result)


def _get_update(updates, port):
    updater = updates.updater
    slots = updates.slots
    return port.answer(
        updater.state,
        updater.code,
        updater.done_bytes,
        updater.total_bytes,
        slots.active,
        slots.candidate,
        slots.minimum_counter,
        updates.mirror.state,
    )


def _get_change(updates, port, age):
    count = updates.slots.change_count
    if age >= count:
        return -errors.ERR_NO_SUCH_RECORD
    return port.answer(age, count, *updates.slots.change(age))


def _get_attestation(updates, port):
    attestor = updates.attestor
    return port.answer(
        attestor.state,
        attestor.percent,
        attestor.hashed_bytes,
        attestor.slot,
        attestor.code_hash,
        attestor.settings_hash,
        attestor.base_hash,
        attestor.mac,
    )


REQUESTS = {
    rows.MSG_UPDATE_BEGIN: _update_begin,
    rows.MSG_UPDATE_DATA: _update_data,
    rows.MSG_UPDATE_FINISH: _update_finish,
    rows.MSG_GET_UPDATE: _get_update,
    rows.MSG_GET_CHANGE: _get_change,
    rows.MSG_ATTEST: _attest,
    rows.MSG_GET_ATTESTATION: _get_attestation,
}
