"""Requests about the jackpot: the frequent ones here, the others in jackpot_rare."""

import struct

from firmware.jackpot import rare_requests as jackpot_rare
from firmware.jackpot import round_cell as rc
from firmware.jackpot.ledger import ACCOUNTS, PENDING
from firmware.jackpot.rare_requests import ok
from firmware.jackpot.rows import (
    MSG_FREEZE,
    MSG_GET_JACKPOT,
    MSG_GET_METERS,
    MSG_REOPEN_WAGERS,
    MSG_TELL_ANTES,
)

_VALUES_PER_FRAME = 24


class JackpotCommands:
    """Handlers for the node; `jackpot` is the wiring of the jackpot."""

    def __init__(self, base, jackpot):
        self._jackpot = jackpot
        base.on(MSG_TELL_ANTES, self._tell_antes)
        base.on(MSG_FREEZE, self._freeze)
        base.on(MSG_REOPEN_WAGERS, self._end_round)
        base.on(MSG_GET_JACKPOT, self._get_jackpot)
        base.on(MSG_GET_METERS, self._get_meters)
        for message in jackpot_rare.HANDLERS:
            base.on(message, self._rare)

    def _rare(self, port):
        return jackpot_rare.handle(self._jackpot, port)

    def _tell_antes(self, port):
        return ok(port, self._jackpot.wagers.tell_antes(port.u8(0), port.u8(1)))

    def _freeze(self, port):
        number = self._jackpot.freeze.by_message(port.now_ms)
        return ok(port, min(number, 0), max(number, 0))

    def _end_round(self, port):
        return ok(port, self._jackpot.freeze.end_round(port.u32(0), port.now_ms))

    def _get_jackpot(self, port):
        jackpot = self._jackpot
        book = jackpot.book
        cell = book.cell
        struct.pack_into(
            "<BIBBBBBBqqqq",
            port.tx,
            port.tx_at,
            book.state,
            book.number,
            cell[rc.ACCEPTED],
            cell[rc.VOIDED],
            cell[rc.CLAIMED],
            book.qualifying(),
            jackpot.wagers.offered(),
            jackpot.wagers.antes,
            jackpot.linked.pool_uc,
            book.ledger.a[PENDING],
            jackpot.display.shown_cents * 1_000_000,
            book.win_uc,
        )
        return 43

    def _get_meters(self, port):
        first = port.u8(0)
        count = max(min(ACCOUNTS - first, _VALUES_PER_FRAME), 0)
        struct.pack_into("<BB", port.tx, port.tx_at, first, count)
        for i in range(count):
            value = self._jackpot.book.ledger.a[first + i]
            struct.pack_into("<q", port.tx, port.tx_at + 2 + 8 * i, value)
        return 2 + 8 * count
