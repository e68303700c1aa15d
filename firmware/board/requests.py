"""The requests every board answers; games and meters add their own."""

from firmware.board import rows
from firmware.board.clock import FIRST_UTC_S
from firmware.core import errors
from firmware.link import rows as link


def _hello(board, port, _protocol, _nonce):
    return port.answer(
        link.PROTOCOL_VERSION,
        1 if board.kind == "shoe" else 2,
        board.version[0],
        board.version[1],
        board.version[2],
        board.dictionary.crc,
        board.unique_id,
        board.storage.epoch(),
        board.boot_count,
        board.node.sessions.offer_nonce(port.number, port.sender(), port.counter()),
        board.name,
    )


def _describe(board, port, section, index, offset):
    """A part of one line of the dictionary."""
    count = board.dictionary.count(section)
    if count < 0:
        return -errors.ERR_UNKNOWN_SECTION
    if index >= count:
        return -errors.ERR_NO_SUCH_RECORD
    line = board.dictionary.line(section, index)
    text = line[offset : offset + port.room()]
    port.add(text, len(text))
    return port.answer(section, index, count, len(line))


def _status(board, port):
    journal = board.journal
    version = board.micropython
    return port.answer(
        board.state.state,
        board.faults.count,
        board.faults.worst(),
        board.clock.uptime_ms // 1000,
        board.clock.utc_s(),
        board.clock.quality,
        board.guard.supply_mv,
        board.heap.free_bytes,
        board.heap.total_bytes,
        journal.first_number,
        port.last_record(),
        min(board.node.acked_event, port.last_record()),
        board.boot_count,
        version[0],
        version[1],
        version[2],
        board.reset_cause,
    )


def _poll(_board, port, after, credit_frames):
    return port.events.poll(after, credit_frames)


def _ack(board, port, number, credit_frames):
    board.acknowledge(number)
    port.events.add_credit(credit_frames)
    return 0


def _time(board, port, utc_s):
    """Told every few minutes, it records nothing; a step is evidence, and rationed."""
    clock = board.clock
    if utc_s < FIRST_UTC_S:
        return -errors.ERR_OUT_OF_RANGE
    if clock.is_drift(utc_s):
        clock.set_utc(utc_s)
    elif board.record(rows.EV_TIME_SET, clock.utc_s(), utc_s):
        clock.step_utc(utc_s)
    else:
        return -errors.ERR_TOO_OFTEN
    return port.ok()


def _get_setting(board, port, setting):
    if board.settings.row(setting) < 0:
        return -errors.ERR_UNKNOWN_SETTING
    return port.answer(setting, board.settings.get(setting))


def _set_setting(board, port, setting, value):
    settings = board.settings
    if settings.row(setting) < 0:
        return -errors.ERR_UNKNOWN_SETTING
    if not settings.is_in_range(setting, value):
        return -errors.ERR_OUT_OF_RANGE
    result = 0
    if settings.get(setting) != value:
        result = board.change_setting(setting, value)
    return port.ok() if result == 0 else result


def _get_faults(board, port, first):
    faults = board.faults
    last = port.last_record()
    row = faults.next_active(0)
    for _ in range(first):
        if row >= 0:
            row = faults.next_active(row + 1)
    count = 0
    while row >= 0 and port.put(
        rows.FAULT_RECORD,
        faults.code_at(row),
        faults.detail_at(row),
        min(faults.event_at(row), last + 1),  # its own number would count what is hidden
    ):
        count += 1
        row = faults.next_active(row + 1)
    return port.answer(first, count)


def _clear_fault(board, port, fault):
    faults = board.faults
    if not faults.is_known(fault) or not faults.is_active(fault):
        return -errors.ERR_NOT_ACTIVE
    if not faults.may_clear(fault, port.role):
        return -errors.ERR_NOT_ALLOWED
    if not board.clear_fault(fault, port.role, port.person):
        return -errors.ERR_STILL_PRESENT
    return port.ok(fault)


def _get_health(board, port, first):
    counters = board.health.counters
    at = first
    while at < len(counters) and port.put(rows.COUNTER_RECORD, counters[at]):
        at += 1
    return port.answer(first, at - first)


def _restart(board, port):
    board.leaving.order_restart()
    return port.ok()


REQUESTS = {
    link.MSG_HELLO: _hello,
    link.MSG_DESCRIBE: _describe,
    link.MSG_POLL: _poll,
    link.MSG_ACK: _ack,
    rows.MSG_STATUS: _status,
    rows.MSG_TIME: _time,
    rows.MSG_GET_SETTING: _get_setting,
    rows.MSG_SET_SETTING: _set_setting,
    rows.MSG_GET_FAULTS: _get_faults,
    rows.MSG_CLEAR_FAULT: _clear_fault,
    rows.MSG_GET_HEALTH: _get_health,
    rows.MSG_RESTART: _restart,
}
