"""Rounds: each input has its event, and a boot goes on exactly where a power cut left it."""

from __future__ import annotations

from typing import Any

import pytest

from firmware import shoe_rows
from firmware.cards.rows import EV_CARD_READ, FLAG_FED_AGAIN
from firmware.core.curtain import Curtain
from firmware.journal.recorder import Recorder
from firmware.rounds import phases as p
from firmware.rounds import steps as st
from firmware.rounds.games import catalogue
from firmware.rounds.games.vocabulary import DEVICE, SHOE
from firmware.rounds.happenings import Happenings
from firmware.rounds.kept_round import RoundStore
from firmware.rounds.room import Rounds
from firmware.rounds.round_tracker import RoundTracker
from firmware.rounds.rows import EV_FINDING_MADE
from firmware.shuffler.rows import EV_CARDS_DEALT

NAMES = {row[0]: row[1] for row in shoe_rows.EVENTS}
TCP = catalogue.number_of("tcp")  # three cards to each area and to the dealer


class PowerCut(Exception):
    """The board has lost its supply here."""


class Flash:
    """What outlives a power cut: cells and journal; cut at a chosen write of either."""

    def __init__(self) -> None:
        self.cells: dict[int, bytes] = {}
        self.events: list[tuple[int, bytes, int]] = []
        self.writes = 0
        self.cut_at = -1

    def write(self) -> None:
        self.writes += 1
        if self.writes - 1 == self.cut_at:
            raise PowerCut

    def names(self) -> list[str]:
        return [NAMES[kind] for kind, _payload, _time in self.events]


class Board:
    """One boot: journal, store, clock, settings, and whoever hears of findings."""

    is_open = True
    first_number = 1
    is_feeding = False

    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        self._staged: dict[int, bytearray] = {}
        self.curtain = Curtain()
        self.store = self.journal = self.clock = self.settings = self
        self.uptime_ms = self.type = self.payload_bytes = self.time_ms = self.quality = 0
        self.payload = b""
        self.recorder: Any = Recorder(self, self, shoe_rows.EVENTS)
        self.found: list[int] = []
        self.replaced: list[int] = []
        self.ticked: list[int] = []
        self.bets: list[str] = []
        # the table
        self.happenings: Any = Happenings()
        self.tracker: Any = RoundTracker(self.happenings.add_step, self.happenings.add_finding)
        self.table_store: Any = RoundStore(self, self.tracker)
        self.rounds: Any = Rounds(self, Table(self), self)

    def on(self, *_request: Any) -> None:
        pass

    def pack_passed(self) -> None:
        pass

    def done_by(self, by: int) -> None:
        self.ticked.append(by)

    def utc_s(self) -> int:
        return 0

    # -- journal ---------------------------------------------------------------------------

    @property
    def last_number(self) -> int:
        return len(self._flash.events)

    def append(self, kind: int, payload: bytes, size: int, *_times: int) -> int:
        self._flash.write()
        self._flash.events.append((kind, bytes(payload[:size]), self.uptime_ms))
        return self.last_number

    def next_held(self, number: int) -> int:
        return number

    def load(self, number: int) -> bool:
        self.type, self.payload, self.time_ms = self._flash.events[number - 1]
        self.payload_bytes = len(self.payload)
        self.payload = self.payload.ljust(64, b"\0")
        return True

    # -- store -----------------------------------------------------------------------------

    def view(self, cell: int) -> bytes:
        return self._flash.cells.get(cell, bytes(244))

    def edit(self, cell: int) -> bytearray:
        return self._staged.setdefault(cell, bytearray(self.view(cell)))

    def commit(self) -> None:
        self._flash.write()
        self._flash.cells.update((cell, bytes(buf)) for cell, buf in self._staged.items())
        self._staged = {}

    # -- settings, ruling ------------------------------------------------------------------

    def get(self, _setting: int) -> int:
        return 0

    def finding(self, code: int, detail: int, _now_ms: int, _place: int) -> None:
        self.recorder.record(EV_FINDING_MADE, 1, code, TCP, 4, 0, detail)
        self.found.append(code)

    def pack_failed(self, missing: int, foreign: int) -> None:
        self.found.append(-missing - foreign)

    def replacement(self, code: int) -> None:
        self.replaced.append(code)


class Table:
    """The real tracker and store; the line "no more bets" only noted."""

    def __init__(self, board: Board) -> None:
        self.happenings = board.happenings
        self.tracker = board.tracker
        self.store = board.table_store
        self.keep = self.store.keep
        self._bets = board.bets

    @property
    def is_open(self) -> bool:
        return self.tracker.phase != p.ST_CLOSED

    def is_low_limit(self) -> bool:
        return True

    def look_at_settings(self) -> None:
        self.tracker.set_times(4_000, 20_000)

    def card_leaves(self) -> None:
        self._bets.append("card")

    def show_bets(self) -> None:
        self._bets.append("show")

    def start_bets(self) -> None:
        self._bets.append("start")


def _inputs(board: Board) -> Any:
    return board.rounds._inputs


def _open(board: Board, equipment: int = DEVICE) -> None:
    assert _inputs(board).open_table(TCP, equipment, 0, 1, 1_000) == st.OK
    assert _inputs(board).pack_loaded(1_000) == st.OK


def _read(board: Board, code: int, now_ms: int) -> None:
    """As the cards' room does: its event first."""
    board.uptime_ms = now_ms
    board.rounds.card_comes()
    board.recorder.record(EV_CARD_READ, 1, code, 0, 0)
    board.rounds.card_read(code, 0, False, now_ms)


def _deal(board: Board) -> None:
    for card in range(6):
        _read(board, card * 4, 2_000 + 100 * card)


def test_rounds__one_round__events_in_order_and_cells_last() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    _deal(board)
    assert board.tracker.phase == p.ST_DEALT
    assert _inputs(board).end_round(0, 9_000) == st.OK
    names = [name for name in flash.names() if name != "CARD_READ"]
    assert names[:2] == ["TABLE_OPENED", "PACK_IN_PLAY"]
    assert names[2:4] == ["ROUND_OPENED", "ROUND_DEALT"]
    assert names[4:7] == ["ROUND_ENDED", "HAND_SETTLED", "HAND_SETTLED"]
    assert names[7:] == ["ROUND_CLOSED", "SHUFFLE_DUE"]


@pytest.mark.rule("A4")
def test_rounds__power_cut_at_every_write__same_story_same_state() -> None:
    """What was recorded stays; what followed from it is recorded once, before or after the cut."""
    whole = Flash()
    board = Board(whole)
    board.rounds.start(1_000)
    _open(board)
    begun = whole.writes
    _deal(board)
    state = board.tracker.flags(), board.tracker.phase, bytes(board.tracker.record.codes)
    for cut_at in range(begun, whole.writes):
        flash = Flash()
        flash.cut_at = cut_at
        board = Board(flash)
        board.rounds.start(1_000)
        try:
            _open(board)
            _deal(board)
        except PowerCut:
            flash.cut_at = -1
            board = Board(flash)
            board.rounds.start(500)
            taken = flash.names().count("CARD_READ")
            for card in range(taken, 6):
                _read(board, card * 4, 2_000 + 100 * card)
        names = flash.names()
        assert names.count("ROUND_OPENED") == names.count("ROUND_DEALT") == 1, cut_at
        tracker = board.tracker
        assert (tracker.flags(), tracker.phase, bytes(tracker.record.codes)) == state, cut_at
        assert board.curtain.first == names.index("CARD_READ") + 1, cut_at


def _seen(board: Board, flash: Flash) -> list[str]:
    """What a reader without a session sees."""
    return flash.names()[: board.curtain.last_for(0, len(flash.events))]


@pytest.mark.rule("A2")
def test_rounds__in_play__strangers_see_the_record_as_it_was_before() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    before = flash.names()
    _deal(board)
    assert _seen(board, flash) == before
    assert _inputs(board).end_round(0, 9_000) == st.OK
    assert _seen(board, flash) == flash.names()
    _read(board, 24, 20_000)
    assert _seen(board, flash).count("CARD_READ") == 6


@pytest.mark.rule("A2")
def test_rounds__next_pack_ends_the_round__only_the_rounds_before_it_are_shown() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    _deal(board)
    assert _inputs(board).pack_loaded(19_000) == st.OK
    _read(board, 24, 20_000)
    assert board.tracker.phase == p.ST_DEALING and flash.names().count("ROUND_CLOSED") == 1
    assert _seen(board, flash).count("CARD_READ") == 6
    board = Board(flash)  # and after a power cut
    board.rounds.start(500)
    assert _seen(board, flash).count("CARD_READ") == 6


@pytest.mark.rule("A2")
def test_rounds__packets_without_a_table__hidden_until_another_pack_is_dealt() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    cards = bytearray(range(0, 24, 4)).ljust(60, b"\xff")

    def deal(shuffle: int, first: int) -> None:
        board.rounds.card_comes(True)
        board.recorder.record(EV_CARDS_DEALT, shuffle, first, 3, cards)
        board.rounds.packet(first, cards, 3, 2_000)

    deal(1, 0)
    deal(1, 3)
    assert _seen(board, flash) == []
    board = Board(flash)
    board.rounds.start(500)
    assert _seen(board, flash) == []
    deal(2, 0)
    assert _seen(board, flash) == ["CARDS_DEALT"] * 2


def test_rounds__card_drawn_without_a_table__is_of_no_round_and_seen() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _read(board, 20, 2_000)
    assert _seen(board, flash) == flash.names()


def test_rounds__finding_cut_from_its_ruling__the_rulings_hear_of_it_at_boot() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    _read(board, 0, 2_000)
    flash.cut_at = flash.writes + 2  # the reading, the round's finding; not the ruling's
    with pytest.raises(PowerCut):
        _read(board, 0, 2_100)
    assert flash.names()[-1] == "ROUND_FINDING" and not board.found
    flash.cut_at = -1
    board = Board(flash)
    board.rounds.start(500)
    assert len(board.found) == 1 and flash.names().count("ROUND_FINDING") == 1


def test_rounds__packet_of_the_device__is_one_commit() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    cards = bytearray(range(0, 24, 4)).ljust(60, b"\xff")
    board.recorder.record(EV_CARDS_DEALT, 1, 0, 6, cards)
    cells = dict(flash.cells)
    events = len(flash.events)
    writes = flash.writes
    board.rounds.packet(0, cards, 6, 2_000)
    assert flash.writes - writes == len(flash.events) - events + 1 and flash.cells != cells
    assert board.tracker.phase == p.ST_DEALT


def test_rounds__table_with_a_shoe__gets_its_cards_by_the_mouth() -> None:
    board = Board(Flash())
    board.rounds.start(1_000)
    assert _inputs(board).open_table(TCP, SHOE, 0, 1, 1_000) == st.NO_DEVICE_ONLY
    board.rounds.packet(0, bytes(6), 6, 2_000)
    board.rounds.box(bytes(6), 6, 2_000)
    assert board.tracker.record.count == 0


def test_rounds__replacements_are_fed__no_card_of_the_deal() -> None:
    board = Board(Flash())
    board.rounds.start(1_000)
    _open(board)
    board.is_feeding = True
    board.rounds.card_read(20, 0, False, 2_000)
    board.rounds.packet(0, bytes(6), 6, 2_000)
    assert board.replaced == [20] and board.tracker.record.count == 0


def test_rounds__census_without_a_table__is_no_deal() -> None:
    board = Board(Flash())
    board.rounds.start(1_000)
    board.rounds.card_read(20, 0, True, 2_000)
    assert not board.found
    board.rounds.card_read(20, 0, False, 2_000)
    assert len(board.found) == 1  # a card without a table


def test_rounds__unread_card_fed_again__gets_its_name() -> None:
    board = Board(Flash())
    board.rounds.start(1_000)
    _open(board)
    _read(board, 0x40, 2_000)
    codes = board.tracker.record.codes
    unread = codes[0]
    board.rounds.card_read(20, FLAG_FED_AGAIN, False, 2_500)
    assert unread != 20 == codes[0] and board.tracker.record.count == 1


def test_rounds__new_pack_waits_in_the_device__in_play_when_a_shuffle_is_due() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    assert _inputs(board).open_table(TCP, DEVICE, 0, 1, 1_000) == st.OK
    board.rounds.tick(2_000, False, False)
    assert "PACK_IN_PLAY" not in flash.names()
    board.rounds.tick(3_000, True, True)
    board.rounds.tick(4_000, True, True)
    assert flash.names().count("PACK_IN_PLAY") == 1


def test_rounds__many_events_that_changed_nothing__cells_catch_up_once_nothing_moves() -> None:
    flash = Flash()
    board = Board(flash)
    board.rounds.start(1_000)
    _open(board)
    for _ in range(70):
        board.recorder.record(EV_FINDING_MADE, 1, 1, TCP, 4, 0, 0)
    writes = flash.writes
    board.rounds.tick(2_000, True, False)
    assert flash.writes == writes
    board.rounds.tick(3_000, False, False)
    assert flash.writes == writes + 1
