"""The holder's side of the line between linked tables: it leads the RS-485 line.

The host speaks to such a board over USB.
"""

import asyncio
from time import ticks_ms

from firmware.core.errors import ERR_BAD_TAG
from firmware.core.ticks import ticks_diff
from firmware.jackpot import rows
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.holder_book import HolderBook
from firmware.jackpot.linked.own_pool import OwnPool
from firmware.link.rows import CFG_LINK_DOWN_MS

_BYTE_US = 87  # at 115,200 baud
_FRAMES_BYTES = 70  # headers, tags, checksums and delimiters of poll and answer
_PATIENCE_MS = 20  # beside the time that the frames take; then asked again in the next cycle
_NO_NONCE = bytes(lf.NONCE_BYTES)
_CYCLE_MS = 250  # the tables are asked no more often than the displays change


class HolderWire(OwnPool):
    """Asks one table after the other, for ever; what they answer goes into the book."""

    def __init__(self, board, book):
        super().__init__(board, book)
        self._board = board
        self._keys = {}  # by address, made when first needed
        self._nonces = {}  # by address: what the table's last answer asks the next poll for
        self._first = board.settings.get(rows.CFG_LINK_FIRST)
        self._tables = board.settings.get(rows.CFG_LINK_TABLES)
        self._holder = HolderBook(book, self._first)
        self._is_answered = False
        self._address = 0
        self._cycle = 0
        self._task = None
        self._heard_ms = {}
        self._refused = set()
        board.on(self, {rows.MSG_LINK_REPLY: HolderWire._reply})

    def start(self, now_ms):
        """Lead the line from now on."""
        if any(self._board.keys.link_key()):
            self._task = asyncio.create_task(self._run())

    def tick(self, now_ms):
        """Once a heartbeat: tables that have fallen silent."""
        self._holder.tick(now_ms)
        for address in list(self._heard_ms):
            silence_ms = ticks_diff(now_ms, self._heard_ms[address])
            if silence_ms >= self._board.settings.get(CFG_LINK_DOWN_MS):
                del self._heard_ms[address]
                self._board.record(rows.EV_LINK_LOST, address, silence_ms)

    async def _run(self):
        while True:
            began_ms = ticks_ms()
            for address in range(self._first, self._first + self._tables):
                if address != self._board.address and self._board.store.is_open:
                    # sleeps through both frames, then looks every other millisecond
                    await asyncio.sleep_ms(self._poll(address) * _BYTE_US // 1000)
                    for _ in range(_PATIENCE_MS // 2):
                        if self._is_answered:
                            break
                        await asyncio.sleep_ms(2)
            left_ms = _CYCLE_MS - ticks_diff(ticks_ms(), began_ms)
            await asyncio.sleep_ms(max(left_ms, 1))

    def _poll(self, address):
        """Ask one table; gives the bytes of question and answer on the line."""
        board, port = self._board, self._board.line
        self._cycle += 1
        self._address = address
        self._is_answered = False
        nonce = self._nonces.get(address, _NO_NONCE)
        own_id = board.unique_id
        size = self._holder.poll_into(
            port.tx, port.tx_at, address, own_id, nonce, board.boot_count, self._cycle
        )
        key = self._key_of(address)
        all_bytes = lf.put_tag(key, lf.TO_TABLE, address, own_id, port.tx, port.tx_at, size)
        port.send(rows.MSG_LINK_POLL, address, all_bytes)
        return size + lf.REPLY_BYTES + _FRAMES_BYTES

    def _reply(self, port, *reply):
        """An answer: counts only if it is the one that is waited for."""
        address = port.sender()
        if not port.is_bus or address != self._address:
            return 0
        key, own_id = self._key_of(address), self._board.unique_id
        if not lf.is_tagged(key, lf.TO_HOLDER, address, own_id, port.payload(), lf.REPLY_BYTES):
            return -ERR_BAD_TAG
        if reply[0] != self._board.boot_count or reply[1] != self._cycle or self._is_answered:
            return 0
        self._nonces[address] = reply[3]
        self._hear(address, port.now_ms)
        self._take(address, reply)
        self._is_answered = True
        return 0

    def _take(self, address, reply):
        """Into the book; a table that says what cannot be is out until its fault is cleared."""
        holder, board = self._holder, self._board
        if holder.is_out(address):
            if board.is_fault_active(rows.FAULT_TABLE_OUT):
                return
            holder.let_in(address)
        refusal = holder.take(address, reply)
        if refusal == lf.OK:
            self._refused.discard(address)
        elif refusal == lf.UNREASONABLE:
            holder.put_out(address, reply)
            board.raise_fault(rows.FAULT_TABLE_OUT, address)
        elif refusal in (lf.STRANGER, lf.TERMS_DIFFER) and address not in self._refused:
            self._refused.add(address)
            board.record(rows.EV_TABLE_REFUSED, address)

    def _key_of(self, address):
        key = self._keys.get(address)
        if key is None:
            key = lf.line_key(lf.table_key(self._board.keys.link_key(), address))
            self._keys[address] = key
        return key

    def _hear(self, address, now_ms):
        if address not in self._heard_ms:
            self._board.record(rows.EV_LINK_RESTORED, address)
        self._heard_ms[address] = now_ms
