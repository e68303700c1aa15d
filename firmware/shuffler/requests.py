"""Requests about the shuffling device: start, deliver, abort, count, clear, open, look, prove.

Proofs need no session: roots are public, and a card is shown once its round is over.
"""

from firmware.core import errors
from firmware.core.rows import INSPECTOR, KNOWING
from firmware.shuffler import rows
from firmware.shuffler.commitment import HASH_BYTES
from firmware.shuffler.cycle import ST_CALLING, ST_READY, ST_REFUSED, ST_UNLOADED
from firmware.shuffler.modes import MODE_CONTINUOUS, MODE_STIR
from firmware.shuffler.pack_inside import INSIDE_BYTES

_MOST_DECKS = 8
# a pack that will never be dealt may be named (RULES A2): to those who must find its cards, and
# who may know what lies face down: its rest tells what was dealt
_TELLING = (ST_REFUSED, ST_UNLOADED, ST_CALLING)


def _shuffle(machine, port, mode, decks):
    shuffler = machine.shuffler
    if not 1 <= mode <= MODE_STIR or not 1 <= decks <= _MOST_DECKS:
        return -errors.ERR_OUT_OF_RANGE
    if shuffler.gate.is_stopped():
        return -errors.ERR_LOCKED
    if mode == MODE_STIR:
        return _done(machine, port, shuffler.orders.stir(decks, port.now_ms))
    if not shuffler.sensors.has_feed():
        return -errors.ERR_NOT_ACTIVE
    if mode == MODE_CONTINUOUS and shuffler.cycle.state == ST_READY:
        return _done(machine, port, shuffler.orders.feed_more(port.now_ms))
    return _done(machine, port, shuffler.orders.start(mode, decks, port.now_ms))


def _deliver(machine, port, cards):
    shuffler = machine.shuffler
    if not machine.may_deliver():
        return -errors.ERR_STOPPED  # a ruling's steps come first
    if not shuffler.is_continuous() and cards > shuffler.expected - shuffler.position:
        return -errors.ERR_OUT_OF_RANGE
    return _done(machine, port, shuffler.orders.deliver(cards, port.now_ms))


def _abort_cycle(machine, port):
    return _done(machine, port, machine.shuffler.orders.unload(port.role, port.now_ms))


def _count_cards(machine, port):
    return _done(machine, port, machine.shuffler.orders.count(port.now_ms))


def _way_cleared(machine, port):
    shuffler = machine.shuffler
    if shuffler.gate.is_stopped():
        return -errors.ERR_STILL_PRESENT  # the fault is cleared first
    return _done(machine, port, shuffler.orders.cleared(port.role, port.now_ms))


def _done(machine, port, is_done):
    if is_done:
        return port.ok()
    # waiting helps while it moves; else somebody has to do something first
    return -errors.ERR_BUSY if machine.shuffler.is_moving() else -errors.ERR_NOT_NOW


def _open_gate(machine, port):
    """Against the machine's judgement: two roles, and an event (STANDARDS 8)."""
    board = machine.board
    shuffler = machine.shuffler

    def override(asked_by, confirmed_by):
        board.record(rows.EV_GATE_OVERRIDDEN, asked_by, confirmed_by, shuffler.cycle.state)
        shuffler.gate.override()
        return 0

    return board.ask(port, INSPECTOR, override)


def _get_cycle(machine, port):
    s = machine.shuffler
    if s.cycle.state in _TELLING and port.role & KNOWING:
        s.pack.put_inside(port.space(INSIDE_BYTES))
    return port.answer(
        s.cycle.state,
        s.mode,
        s.decks,
        s.remedies.last_trouble,
        1 if s.is_dealable() else 0,
        s.expected,
        s.pack.count,
        s.pack.inside,
        s.position,
        s.mover.way.gates(),
        1 if s.gate.is_open else 0,
        s.cycle_number,
        1 if s.sensors.has_feed() else 0,
        1 if s.sensors.has_output() else 0,
        s.back,
    )


def _get_trends(machine, port):
    t = machine.shuffler.trends
    return port.answer(
        t.cards,
        t.retries,
        t.feed_time(),
        t.slip(),
        t.current_ma(),
        t.retries_ppm(),
        t.forecast_cards(),
    )


REQUESTS = {
    rows.MSG_SHUFFLE: _shuffle,
    rows.MSG_DELIVER: _deliver,
    rows.MSG_ABORT_CYCLE: _abort_cycle,
    rows.MSG_COUNT_CARDS: _count_cards,
    rows.MSG_WAY_CLEARED: _way_cleared,
    rows.MSG_OPEN_GATE: _open_gate,
    rows.MSG_GET_CYCLE: _get_cycle,
    rows.MSG_GET_TRENDS: _get_trends,
}


# -- proofs, of a ProofBook ------------------------------------------------------------------


def _get_commitment(book, port, age):
    pack = book.newest(age)
    if pack is None:
        return -errors.ERR_NO_SUCH_RECORD
    return port.answer(age, pack.shuffle, pack.count, pack.dealt_count, pack.depth, pack.root)


def _get_proof(book, port, shuffle, position, height):
    """The leaf and the hashes from `height` up, as many as fit; ask again for the rest."""
    if not port.may_know():
        return -errors.ERR_WITHHELD
    pack = book.find(shuffle)
    # not dealt, not there and long gone get the same answer: it tells nothing
    if pack is None or not pack.is_dealt(position) or height >= pack.depth:
        return -errors.ERR_NO_SUCH_RECORD
    level = height
    while level < pack.depth and port.add(pack.sibling(position, level), HASH_BYTES):
        level += 1
    return port.answer(
        shuffle, position, height, pack.depth, pack.card(position), pack.nonce(position)
    )


PROOF_REQUESTS = {rows.MSG_GET_COMMITMENT: _get_commitment, rows.MSG_GET_PROOF: _get_proof}
