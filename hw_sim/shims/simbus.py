"""The firmware's end of the sim bus: one pipe to the simulator, in lock step with virtual time.

Runs inside MicroPython.  A request is a 16-byte record (layout in OPS below); posted requests
are collected and travel with the next one that needs an answer.  Nothing here allocates after
import, so the firmware's allocation-free paths stay so on the simulator.
"""

import array
import struct
import sys

from hw_sim import bus_ops as ops

_RECORD = "<BBHiq"  # op, unit, payload bytes, argument, local time in µs
_TX_BYTES = 4096
_CALL_COST_US = 5  # a bus access takes time, so that a loop of them cannot stand still

_pipe = open(int(sys.argv[1]), "r+b")  # the VM has no `with` for a pipe kept for ever
_tx = bytearray(_TX_BYTES)
_fill = 0
_header = array.array("l", (0, 0, 0, 0))  # now_us, horizon_us, flags, value
_now_us = 0
_horizon_us = 0
_is_masked = False
_has_irq = False
readable = 0  # bit map of the streams that have bytes to read
irq_table = {}  # (kind << 8 | unit) -> function(detail), filled by the machine shim


def now_us():
    """Local virtual time; never ahead of the next thing that happens elsewhere."""
    return _now_us


def spend_us(cost_us):
    """Let time pass without an access: what a busy loop or a transfer costs."""
    global _now_us
    _now_us += cost_us
    if _now_us >= _horizon_us:
        call(ops.SYNC, 0, 0)


def post(op, unit, arg):
    """Send a request that has no answer; it travels with the next call."""
    global _fill
    if _fill > _TX_BYTES - 32:
        _pipe.write(_tx, _fill)
        _fill = 0
    struct.pack_into(_RECORD, _tx, _fill, op, unit, 0, arg, _now_us)
    _fill += 16


def flush():
    """Send what was posted now: for what must count even if no call ever follows."""
    global _fill
    _pipe.write(_tx, _fill)
    _fill = 0


def post_bytes(op, unit, arg, buf, n):
    """Post a request with n bytes of payload taken from buf."""
    global _fill
    if _fill > _TX_BYTES - 32:
        _pipe.write(_tx, _fill)
        _fill = 0
    struct.pack_into(_RECORD, _tx, _fill, op, unit, n, arg, _now_us)
    _pipe.write(_tx, _fill + 16)
    _fill = 0
    _pipe.write(buf, n)


def call(op, unit, arg, buf=None, n=0, into=None):
    """Send a request and wait for its answer; gives back the answer's value."""
    global _fill, _now_us, _horizon_us, readable, _has_irq
    _now_us += _CALL_COST_US
    if op > ops.SYNC and _now_us >= _horizon_us:
        call(ops.SYNC, 0, 0)  # what was due before this access happens before it
    struct.pack_into(_RECORD, _tx, _fill, op, unit, n, arg, _now_us)
    _pipe.write(_tx, _fill + 16)
    _fill = 0
    if n:
        _pipe.write(buf, n)
    if _pipe.readinto(_header) != 32:
        sys.exit(0)  # the simulator pulled the plug
    _now_us = _header[0]
    _horizon_us = _header[1]
    flags = _header[2]
    value = _header[3]
    readable = flags >> ops.FLAG_READABLE_SHIFT
    payload = flags & 0xFFFF
    if payload:
        _pipe.readinto(into, payload)
    if flags & ops.FLAG_IRQ:
        _has_irq = True
    if _has_irq and not _is_masked:
        run_irqs()
    return value


def wait_us(until_us):
    """Sleep until the given time (-1: for ever) or until something comes in."""
    call(ops.WAIT, 0, 0, struct.pack("<q", until_us), 8)


def sleep_us(duration_us):
    """Sleep for exactly this long; interrupts are served meanwhile."""
    until_us = _now_us + duration_us
    while _now_us < until_us:
        wait_us(until_us)


def run_irqs():
    """Serve what is pending, oldest first."""
    global _has_irq
    _has_irq = False
    while True:
        pending = call_unmasked(ops.IRQ_FETCH)
        if pending < 0:
            return
        handler = irq_table.get(pending & 0xFFFF)
        if handler:
            handler(pending >> 16)


def call_unmasked(op):
    """A call that does not serve interrupts itself (used while serving them)."""
    global _is_masked
    was_masked = _is_masked
    _is_masked = True
    value = call(op, 0, 0)
    _is_masked = was_masked
    return value


def mask_irqs(is_masked):
    """Hold interrupts back, or let the ones that waited run; gives back the state before."""
    global _is_masked
    was_masked = _is_masked
    _is_masked = is_masked
    if not is_masked and _has_irq:
        run_irqs()
    return was_masked
