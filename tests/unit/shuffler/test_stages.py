"""The shuffler's stages around its cycle: throat, store, orders, mixing, with plain fakes."""

from __future__ import annotations

from typing import Any

import pytest

from firmware.shuffler import cycle as c
from firmware.shuffler import trouble as tr
from firmware.shuffler.cycle_facts import CycleFacts
from firmware.shuffler.cycle_store import CycleStore
from firmware.shuffler.mixing import Mixing
from firmware.shuffler.modes import (
    MODE_CONTINUOUS,
    MODE_SHUFFLE,
    MODE_SORT,
    NO_BACK,
)
from firmware.shuffler.orders import Orders
from firmware.shuffler.pack_inside import PLACE_OUT, PackInside
from firmware.shuffler.packet import Packet
from firmware.shuffler.rows import (
    EV_BOX_DEALT,
    EV_CARDS_DEALT,
    EV_CYCLE_INTERRUPTED,
    EV_SHUFFLE_COMMITTED,
    FAULT_CYCLE_INTERRUPTED,
)
from firmware.shuffler.throat import Throat

MM = 20  # encoder counts


class Board:
    """Notes what is recorded and raised; one cell, two memory chips, a generator."""

    unique_id = bytes(8)

    def __init__(self) -> None:
        self.events: list[tuple[int, ...]] = []
        self.faults: list[tuple[int, int]] = []
        self.is_open = True
        self.store = self.generator = self
        self.cell = bytearray(32)
        self.chips: tuple[bytearray, bytearray] = (bytearray(8192), bytearray(8192))
        self.commits = 0
        self.secret: bytes | None = bytes(range(32))

    def record(self, event: int, *fields: int) -> int:
        self.events.append((event, *fields))
        return len(self.events)

    def raise_fault(self, code: int, detail: int) -> None:
        self.faults.append((code, detail))

    def collect(self) -> None: ...
    def moved(self) -> None: ...

    def random_bytes(self, count: int) -> bytes | None:
        return self.secret[:count] if self.secret else None

    # -- store -----------------------------------------------------------------------------

    def view(self, _cell: int) -> bytearray:
        return self.cell

    edit = view

    def commit(self) -> None:
        self.commits += 1

    def write_raw(self, chip: int, at: int, data: bytes) -> bool:
        at &= 0xFFF
        self.chips[chip][at : at + len(data)] = data
        return True

    def read_raw(self, chip: int, at: int, data: bytearray) -> bool:
        at &= 0xFFF
        data[:] = self.chips[chip][at : at + len(data)]
        return True


class Plan:
    """Every order that is asked for; cards lie as they came."""

    count = 4
    is_ready = True
    begun: tuple[str, int] | None = None

    def begin(self, count: int) -> bool:
        self.begun = ("shuffle", count)
        return self.is_ready

    def begin_sort(self, decks: int) -> bool:
        self.begun = ("sort", decks)
        return self.is_ready

    def is_shuffled(self) -> bool:
        return True

    def index_at(self, position: int) -> int:
        return position


class Stirring:
    box = 7

    def take(self) -> int:
        return self.box

    def count_in(self, _box: int) -> int:
        return 3

    def emptied(self, _box: int) -> None: ...


class Machine(CycleFacts):
    """The shuffler's facts with its cycle; nothing moves."""

    def __init__(self, board: Board) -> None:
        super().__init__(Plan(), Stirring())
        self.board = board
        self.cycle = c.Cycle(self._illegal)
        self.pack: Any = PackInside(lambda _index, _code, _place: None)
        self.packet: Any = Packet()
        self.sensors = self.gate = self.loop = self.mover = self.way = self.carousel = self
        self.remedies = self
        self.last_trouble = tr.TR_NONE
        self.now_ms = 0
        self.taken: list[int] = []
        self.is_feed_full = self.is_way_clear = True
        self.forgotten = 0

    def _illegal(self, state: int, event: int) -> None:
        raise AssertionError((state, event))

    def event(self, event: int) -> None:
        self.taken.append(event)
        self.cycle.handle(event)

    def begin_cycle(self, mode: int, decks: int, expected: int, now_ms: int) -> None:
        self.begin(mode, decks, expected)
        self.note_time(now_ms)
        self.event(c.CEV_START)

    def note_time(self, now_ms: int) -> None:
        self.now_ms = now_ms

    def has_feed(self) -> bool:
        return self.is_feed_full

    def is_clear(self) -> bool:
        return self.is_way_clear

    def is_stopped(self) -> bool:
        return False

    def is_moving(self) -> bool:
        return False

    def gates(self) -> int:
        return 0b101

    def forget(self) -> None:
        self.forgotten += 1

    def begin_again(self) -> None: ...

    def restore(self, trouble: int) -> None:
        self.last_trouble = trouble

    def is_order_whole(self) -> bool:
        return False


class Rounds:
    """Hears which cards were dealt."""

    def __init__(self) -> None:
        self.packets: list[tuple[int, bytes, int]] = []
        self.boxes: list[bytes] = []
        self.hidden = 0
        self.is_shoe = False

    def is_from_shoe(self) -> bool:
        return self.is_shoe

    def card_comes(self, is_packet: bool) -> None:
        self.hidden += is_packet

    def packet(self, first: int, cards: bytes, count: int, now_ms: int) -> None:
        self.packets.append((first, bytes(cards[:count]), now_ms))

    def box(self, cards: bytes, count: int, _now_ms: int) -> None:
        self.boxes.append(bytes(cards[:count]))


def _ready(board: Board, mode: int = MODE_SHUFFLE) -> Any:
    machine = Machine(board)
    machine.begin(mode, 1, 4)
    machine.note_verdict(True)
    machine.cycle.restore(c.ST_READY)
    for index in range(4):
        machine.pack.seat(index, 10 + index, index)
    return machine


# -- throat ----------------------------------------------------------------------------------


class Reader:
    def __init__(self, reading: int) -> None:
        self.reading = reading
        self.sensed = 0

    def sense(self) -> None:
        self.sensed += 1

    def read_pass(self, _length_um: int) -> int:
        return self.reading


class Listener:
    """A shuffler that waits for each card, or does not."""

    def __init__(self, is_waiting: bool) -> None:
        self.is_waiting = is_waiting
        self.heard: list[tuple[int, ...]] = []

    def finish_look(self) -> None: ...

    def card_passed(self) -> bool:
        return self.is_waiting

    def card_unseen(self) -> None:
        self.heard.append(())

    def card_read(self, code: int, back: int, _now_ms: int) -> None:
        self.heard.append((code, back))


@pytest.mark.parametrize(
    ("reading", "is_waiting", "length_mm", "heard"),
    [
        (20 | 2 << 8, False, 70, [(20, 2)]),
        (20, False, 70, [(20, NO_BACK)]),  # nobody looked at its back in time
        (-1, False, 70, []),
        (-1, True, 70, [()]),
        (20, True, 30, []),  # turned back in the middle
    ],
)
def test_throat__card_leaves_the_cameras__told_if_it_went_by_whole(
    reading: int, is_waiting: bool, length_mm: int, heard: list[tuple[int, ...]]
) -> None:
    listener = Listener(is_waiting)
    reader = Reader(reading)
    held: list[int] = []
    throat: Any = Throat(reader, listener, held.append)
    throat.edge(0, 100, 5)
    throat.look(100 + 30 * MM)
    throat.look(100 + 31 * MM)
    throat.edge(1, 100 + length_mm * MM, 9)
    assert listener.heard == heard and reader.sensed == 1
    assert held == [9]  # from the edge on, whatever is read


# -- store -----------------------------------------------------------------------------------


def test_cycle_store__new_board__nothing_to_restore() -> None:
    board = Board()
    machine: Any = Machine(board)
    CycleStore(board).restore(machine)
    assert (machine.cycle.state, machine.back_in_play) == (c.ST_EMPTY, NO_BACK)
    assert board.events == [] and board.faults == []


@pytest.mark.rule("S1")
@pytest.mark.parametrize("state", [c.ST_READY, c.ST_DELIVERING, c.ST_HOMING])
def test_cycle_store__power_cut_with_cards_inside__a_person_is_called_once(state: int) -> None:
    board = Board()
    store: Any = CycleStore(board)
    machine: Any = _ready(board)
    machine.note_back(3)
    store.begin(machine.cycle_number)
    for index in range(4):
        store.card(index, 10 + index, PLACE_OUT if index == 0 else index)
    machine.cycle.restore(state)
    store.step(machine)
    assert board.commits == 1
    booted: Any = Machine(board)
    CycleStore(board).restore(booted)
    assert booted.cycle.state == c.ST_CALLING and booted.last_trouble == tr.TR_POWER
    assert (booted.mode, booted.expected, booted.back) == (MODE_SHUFFLE, 4, 3)
    assert bytes(booted.pack.codes[:4]) == bytes([10, 11, 12, 13])
    assert board.events == [(EV_CYCLE_INTERRUPTED, state, 3, 1, 2)]
    assert board.faults == [(FAULT_CYCLE_INTERRUPTED, state)]
    again: Any = Machine(board)
    CycleStore(board).restore(again)
    assert again.cycle.state == c.ST_CALLING and len(board.events) == 1, "told before"


def test_cycle_store__steps_between__follow_from_the_track() -> None:
    board = Board()
    machine: Any = _ready(board)
    machine.cycle.restore(c.ST_FEEDING)
    store: Any = CycleStore(board)
    store.step(machine)
    board.is_open = False
    machine.cycle.restore(c.ST_READY)
    store.step(machine)
    store.card(0, 1, 2)
    assert board.commits == 0


# -- orders ----------------------------------------------------------------------------------


def test_orders__start__only_with_cards_a_clear_way_and_a_plan() -> None:
    machine: Any = Machine(Board())
    orders: Any = Orders(machine)
    machine.is_feed_full = False
    assert not orders.start(MODE_SHUFFLE, 1, 0)
    machine.is_feed_full, machine.is_way_clear = True, False
    assert not orders.start(MODE_SHUFFLE, 1, 0)
    machine.is_way_clear, machine.plan.is_ready = True, False
    assert not orders.start(MODE_SHUFFLE, 1, 0) and machine.cycle_number == 0
    machine.plan.is_ready = True
    assert orders.start(MODE_SORT, 2, 77) and machine.plan.begun == ("sort", 2)
    assert (machine.mode, machine.decks, machine.expected) == (MODE_SORT, 2, 104)
    assert machine.now_ms == 77
    assert not orders.start(MODE_SHUFFLE, 1, 0), "one cycle at a time"


def test_orders__deliver__never_more_than_is_left() -> None:
    machine = _ready(Board())
    orders: Any = Orders(machine)
    assert not orders.deliver(5, 0)
    machine.note_verdict(False)
    assert not orders.deliver(2, 0), "a refused pack"
    machine.note_verdict(True)
    assert orders.deliver(2, 0) and machine.packet.size == 2
    machine.packet_out(2)
    machine.cycle.restore(c.ST_READY)
    assert orders.deliver(0, 0) and (machine.packet.first, machine.packet.size) == (2, 2)


def test_orders__continuous_mode__a_compartment_at_a_time_and_discards_first() -> None:
    machine = _ready(Board(), MODE_CONTINUOUS)
    orders: Any = Orders(machine)
    assert not orders.stir(2, 0), "discards lie in the feed tray"
    assert orders.feed_more(0) and machine.taken == [c.CEV_FEED_MORE]
    machine.cycle.restore(c.ST_READY)
    machine.is_feed_full = False
    assert not orders.feed_more(0) and not orders.count(0)
    assert orders.stir(2, 0) and machine.boxes == 2
    machine.cycle.restore(c.ST_READY)
    assert orders.deliver(0, 0) and (machine.box, machine.packet.size) == (7, 3)
    machine.cycle.restore(c.ST_READY)
    machine.stirring.box = -1
    assert not orders.deliver(0, 0)


def test_orders__cleared__compartment_zero_is_found_anew() -> None:
    machine = _ready(Board())
    orders: Any = Orders(machine)
    assert not orders.cleared(2, 0)
    machine.cycle.restore(c.ST_CALLING)
    assert orders.cleared(2, 0) and machine.forgotten == 2
    assert machine.cycle.state == c.ST_UNLOADING


# -- mixing ----------------------------------------------------------------------------------


def test_mixing__pack_ready__committed_before_its_first_card_and_only_once() -> None:
    board = Board()
    mixing: Any = Mixing(board, Rounds())
    machine = _ready(board)
    assert mixing.commit(machine) and mixing.commit(machine)
    assert [row[0] for row in board.events] == [EV_SHUFFLE_COMMITTED]


def test_mixing__generator_is_not_well__the_pack_must_not_be_dealt() -> None:
    board = Board()
    board.secret = None
    mixing: Any = Mixing(board, Rounds())
    assert not mixing.commit(_ready(board)) and board.events == []


def test_mixing__packet_taken__the_rounds_hear_its_cards_after_the_event() -> None:
    board = Board()
    rounds = Rounds()
    mixing: Any = Mixing(board, rounds)
    machine = _ready(board)
    mixing.commit(machine)
    machine.packet.begin(0, 2)
    machine.note_time(123)
    mixing.offered()
    mixing.taken(machine)
    assert rounds.packets == [(0, bytes([10, 11]), 123)] and rounds.hidden == 1
    assert board.events[-1][:4] == (EV_CARDS_DEALT, 1, 0, 2)


@pytest.mark.rule("A2")
def test_mixing__pack_for_a_shoe__its_order_is_not_told() -> None:
    board = Board()
    rounds = Rounds()
    rounds.is_shoe = True
    mixing: Any = Mixing(board, rounds)
    machine = _ready(board)
    mixing.commit(machine)
    machine.packet.begin(0, 2)
    mixing.taken(machine)
    assert rounds.packets == [] and [row[0] for row in board.events] == [EV_SHUFFLE_COMMITTED]
    assert not mixing.book.find(1).is_dealt(0)


def test_mixing__continuous_mode__cards_are_dealt_one_by_one_from_the_mouth() -> None:
    board = Board()
    rounds = Rounds()
    mixing: Any = Mixing(board, rounds)
    machine = _ready(board, MODE_CONTINUOUS)
    assert mixing.commit(machine) and board.events == [], "no order to prove"
    machine.packet.begin(0, 3)
    for code in (10, 11, 12):
        machine.packet.add(code)
    mixing.card_pulled(machine)
    assert rounds.boxes == [], "nothing is offered yet"
    machine.cycle.restore(c.ST_OFFERED)
    mixing.offered()
    mixing.card_pulled(machine)
    mixing.taken(machine)
    mixing.card_pulled(machine)
    assert rounds.boxes == [bytes([10]), bytes([11, 12])]
    assert [row[0] for row in board.events] == [EV_BOX_DEALT, EV_BOX_DEALT]
