"""The firmware's end of the sim bus: two pipes to the simulator, in lock step with virtual time.

Runs inside MicroPython.  A request is a 12-byte record (layout in _RECORD below); posted requests
are collected and travel with the next one that needs an answer.  Nothing here allocates after
import, so the firmware's allocation-free paths stay so on the simulator.  On a 32-bit VM numbers
of more than 30 bits would: time crosses the bus as µs since the last answer, and the clock comes
back in pieces.  Like the chip's, it then begins again after 2^30 µs; a 64-bit VM's never does.
What every access goes through is machine code: as bytecode, functions with so many locals have
them put on the heap at each call, which took a tenth of a boot.
"""

import array
import struct
import sys

import micropython
from utime import ticks_diff

from hw_sim import bus_ops as ops

_RECORD = "<BBHii"  # op, unit, payload bytes, argument, µs since the last answer
_RECORD_BYTES = 12
_WAIT = ops.WAIT  # looked up for every access: a global is found faster than an attribute
_SYNC = ops.SYNC
_WAIT_READS = ops.WAIT_READS
_WAIT_MASKED = ops.WAIT_MASKED
_FLAG_IRQ = ops.FLAG_IRQ
_IRQ_PIN = ops.IRQ_PIN
_PIN_READ = ops.PIN_READ
_ENCODER_READ = ops.ENCODER_READ
_IRQ_FETCH = ops.IRQ_FETCH
_IRQS_OFF = ops.IRQS_OFF
_READABLE_SHIFT = ops.FLAG_READABLE_SHIFT
_TX_BYTES = 1024
_LONGEST_WAIT_US = (1 << 30) - 1  # what a small number holds; whoever waits longer asks again
_LONGEST_WAIT_MS = _LONGEST_WAIT_US // 1000
CALL_COST_US = 5  # a bus access takes time, so that a loop of them cannot stand still
_IRQ_COST_US = 60  # a handler: row "irq" of hw_sim/charges.py
_ROLLER_FRESH_US = 40  # half a count at 600 mm/s

_answers = open(int(sys.argv[1]), "rb")  # the VM has no `with` for pipes kept for ever
_requests = open(int(sys.argv[2]), "wb")
_tx = bytearray(_TX_BYTES)
_fill = 0
# time: low 30 bits of µs with a sign, so that a sum is no larger; the rest of them; the same of
# ms; µs in that; room in µs, payload bytes, flags, value, irq, roller
_header = array.array("i", bytes(40))
_TICKS_MASK = sys.maxsize >> 1  # ticks_diff of either VM reckons so
_IS_WIDE = _TICKS_MASK >> 30 != 0
_answered_us = 0  # when the last answer came: µs, or what a small number holds of them
_answered_ms = 0  # the same in ms, and the µs in that one
_answered_part_us = 0
_since_us = 0  # what has passed here since then
_room_us = 0  # what may pass before something happens elsewhere
_is_masked = False
_has_irq = False
readable = 0  # bit map of the streams that have bytes to read
_line_readable = 0  # the same without the bytes that came ahead
ahead_unit = -1  # the stream whose bytes came with the answer to a wait
_ahead = bytearray(ops.AHEAD_BYTES)
_ahead_bit = 0
_ahead_at = 0
_ahead_bytes = 0
edge_us = -1  # when the last edge came, at which pin, and the level after it
edge_pin = -1
edge_level = 0
_roller = 0  # the encoder's count that came with an interrupt, and when
_roller_us = -1000
irq_table = {}  # (kind << 8 | unit) -> function(detail), filled by the machine shim


@micropython.viper
def _copy(dst, at: int, src, n: int, src_at: int):
    into = ptr8(dst)
    out = ptr8(src)
    for i in range(n):
        into[at + i] = out[src_at + i]


def now_us():
    """Local virtual time; never ahead of the next thing that happens elsewhere."""
    return _answered_us + _since_us & _TICKS_MASK


def now_ms():
    """The same in whole milliseconds."""
    return _answered_ms + (_answered_part_us + _since_us) // 1000 & _TICKS_MASK


def part_us():
    """How far the present millisecond has gone."""
    return (_answered_part_us + _since_us) % 1000


def spend_us(cost_us):
    """Let time pass without an access: what a busy loop or a transfer costs."""
    global _since_us
    _since_us += cost_us
    if _since_us >= _room_us:
        call(_SYNC, 0, 0)


def expect_in(delay_us):
    """What was posted lets something happen then: not known to the last answer's room."""
    global _room_us
    _room_us = min(_room_us, _since_us + delay_us)


def burn_us(cost_us):
    """Let the processor be busy for so long; interrupts come at their own time meanwhile."""
    global _since_us
    if _since_us + cost_us < _room_us:
        _since_us += cost_us
    else:
        sleep_us(cost_us)


def pass_masked_us(duration_us):
    """The same with all interrupts off: a flash operation."""
    was_masked = mask_irqs(True)
    post(_IRQS_OFF, 0, duration_us)
    sleep_us(duration_us)
    mask_irqs(was_masked)


@micropython.native
def _put(op, unit, arg, buf, n):
    """Append a record to what goes out with the next call; too much payload goes out at once."""
    global _fill
    if _fill + n > _TX_BYTES - 32:
        flush()
    struct.pack_into(_RECORD, _tx, _fill, op, unit, n, arg, _since_us)
    _fill += _RECORD_BYTES
    if n > _TX_BYTES - 32:
        flush()
        _requests.write(buf, n)
    elif n:
        _copy(_tx, _fill, buf, n, 0)
        _fill += n


def post(op, unit, arg):
    """Send a request that has no answer; it travels with the next call."""
    _put(op, unit, arg, None, 0)


def flush():
    """Send what was posted now: for what must count even if no call ever follows."""
    global _fill
    _requests.write(_tx, _fill)
    _fill = 0


def post_bytes(op, unit, arg, buf, n):
    """Post a request with n bytes of payload taken from buf."""
    _put(op, unit, arg, buf, n)


@micropython.native
def call(op, unit, arg, buf=None, n=0, into=None):
    """Send a request and wait for its answer; gives back the answer's value."""
    global _fill, readable, _line_readable, _has_irq, _roller, _roller_us
    global _since_us, _room_us, _answered_us, _answered_ms, _answered_part_us
    _since_us += CALL_COST_US
    if op > _SYNC and _since_us >= _room_us:
        call(_SYNC, 0, 0)  # what was due before this access happens before it
    _put(op, unit, arg, buf, n)
    _requests.write(_tx, _fill)  # one write: each one would wake the simulator
    _fill = 0
    if _answers.readinto(_header) != 40:
        sys.exit(0)  # the simulator pulled the plug
    _since_us = 0
    if _IS_WIDE:
        _answered_us = _header[0] & 0x3FFFFFFF | _header[1] << 30
        _answered_ms = _answered_us // 1000
    else:
        _answered_us = _header[0]
        _answered_ms = _header[2]
    _answered_part_us = _header[3]
    _room_us = _header[4]
    payload = _header[5]
    flags = _header[6]
    value = _header[7]
    irq = _header[8]
    _line_readable = flags >> _READABLE_SHIFT
    readable = _line_readable | _ahead_bit
    if payload:
        _answers.readinto(into, payload)
        if op == _WAIT:
            _keep_ahead(value, payload)
    if flags & _FLAG_IRQ:
        _has_irq = True
    if irq >= 0 or op == _IRQ_FETCH:
        _roller_us = _answered_us
        _roller = _header[9]
    if irq >= 0:
        _run_irq(irq)
    if _has_irq and not _is_masked:
        run_irqs()
    return value


def roller_count():
    """Of the encoder; what came with the interrupt will do while it is less than a count old."""
    if now_us() - _roller_us & _TICKS_MASK < _ROLLER_FRESH_US:
        spend_us(CALL_COST_US)
        return _roller
    return call(_ENCODER_READ, 0, 0)


def wait_us(delay_us, is_reading=0):
    """Sleep for so long at most (-1: for ever), until something comes in.

    With `is_reading` the answer may bring a stream's bytes along, which saves a round trip.
    """
    if delay_us >= 0:
        delay_us = min(max(delay_us - CALL_COST_US, 0), _LONGEST_WAIT_US)
    bits = _WAIT_READS if is_reading and ahead_unit < 0 else 0
    call(_WAIT, bits | _WAIT_MASKED if _is_masked else bits, delay_us, None, 0, _ahead)


def wait_until_ms(until_ms, is_reading=0):
    """The same until a millisecond begins; False when it has begun already."""
    left_ms = ticks_diff(until_ms, now_ms())
    if left_ms <= 0:
        return False
    wait_us(min(left_ms, _LONGEST_WAIT_MS) * 1000 - part_us(), is_reading)
    return True


def _keep_ahead(unit, n):
    global readable, ahead_unit, _ahead_bit, _ahead_at, _ahead_bytes
    ahead_unit = unit
    _ahead_bit = 1 << unit
    _ahead_at = 0
    _ahead_bytes = n
    readable |= _ahead_bit


def ahead_left(unit):
    """How many of a stream's bytes came along and were not taken yet."""
    return _ahead_bytes - _ahead_at if unit == ahead_unit else 0


def take_ahead(buf, n):
    """Move up to n of the bytes that came along into buf; gives back how many."""
    global readable, ahead_unit, _ahead_bit, _ahead_at
    n = min(n, _ahead_bytes - _ahead_at)
    _copy(buf, 0, _ahead, n, _ahead_at)
    _ahead_at += n
    if _ahead_at == _ahead_bytes:
        ahead_unit = -1
        _ahead_bit = 0
        readable = _line_readable
    return n


def sleep_us(duration_us):
    """Sleep for exactly this long; interrupts are served meanwhile."""
    while duration_us > 0:
        began_us = now_us()
        wait_us(duration_us)
        duration_us -= ticks_diff(now_us(), began_us)


def run_irqs():
    """Serve what is pending, oldest first."""
    global _has_irq
    while _has_irq:
        _has_irq = False  # the answer says whether there are more
        irq = call_unmasked(_IRQ_FETCH)
        if irq >= 0:
            _run_irq(irq)


def _run_irq(irq):
    """None comes in the middle of another: on the chip all have one priority."""
    global _since_us, _is_masked, edge_us, edge_pin, edge_level
    _since_us += _IRQ_COST_US
    if irq & 0xFF == _IRQ_PIN:
        edge_us = now_us()
        edge_pin = irq >> 8 & 0xFF
        edge_level = irq >> 16
    handler = irq_table.get(irq & 0xFFFF)
    if handler:
        was_masked = _is_masked
        _is_masked = True
        try:
            handler(irq >> 16)
        finally:
            _is_masked = was_masked


def pin_level(unit):
    """Of an input; the pin whose edge has just come is known without asking."""
    if unit == edge_pin and now_us() == edge_us:
        spend_us(CALL_COST_US)
        return edge_level
    return call(_PIN_READ, unit, 0)


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
