"""Wiring of linked tables: the holder leads the RS-485 line, the others answer.

Loaded on boards that are linked; the host then speaks to each board over USB.
"""

import asyncio
import struct
from time import ticks_ms

from firmware.core.events_jackpot import (
    EV_LINK_LOST,
    EV_LINK_RESTORED,
    EV_TABLE_JOINED,
    EV_TABLE_REFUSED,
)
from firmware.core.faults_jackpot import FAULT_LINK_LOST, FAULT_TERMS_DIFFER
from firmware.core.settings_jackpot import CFG_LINK_FIRST, CFG_LINK_TABLES
from firmware.core.settings_table import CFG_LINK_DOWN_MS
from firmware.core.ticks import ticks_diff
from firmware.link import messages_jackpot as mj
from firmware.link.messages import ERR_BAD_TAG, ERR_NOT_ALLOWED
from firmware.meter import link_frames as lf
from firmware.trust.hmac_sha256 import HmacKey, is_equal

_RX_AT = 9
_BYTE_US = 87  # at 115,200 baud
_FRAMES_BYTES = 70  # headers, tags, checksums and delimiters of poll and answer
_PATIENCE_MS = 20  # beside the time that the frames take; then asked again in the next cycle
_CYCLE_MS = 250  # the tables are asked no more often than the displays change


class MemberWire:
    """A table that contributes: `is_up`, `pool_uc` and `has_all_delivered` for the jackpot."""

    def __init__(self, jackpot):
        from firmware.meter.link_member import LinkMember

        self._jackpot = jackpot
        self._base = jackpot.base
        self._key = HmacKey(self._base.keys.link_key())
        self._member = LinkMember(jackpot.book, self._base.unique_id)
        self.has_all_delivered = self._member.has_all_delivered
        self._heard_ms = ticks_ms()
        self._is_heard = False
        self._base.node.on(mj.LINK_POLL, self._poll)
        self._base.on_present(FAULT_LINK_LOST, lambda: not self._is_heard)
        self._base.on_present(FAULT_TERMS_DIFFER, lambda: not self._member.is_joined)

    @property
    def is_up(self):
        return self._is_heard and self._member.is_joined

    @property
    def pool_uc(self):
        return self._member.pool_uc

    def start(self):
        """Nothing runs by itself: the holder polls."""

    def tick(self, now_ms):
        """Once a heartbeat: a silent holder is noticed within 5 s (STANDARDS 25)."""
        silence_ms = ticks_diff(now_ms, self._heard_ms)
        if self._is_heard and silence_ms >= self._base.settings.get(CFG_LINK_DOWN_MS):
            self._is_heard = False
            self._base.record(EV_LINK_LOST, self._base.node.address, silence_ms)
            self._base.raise_fault(FAULT_LINK_LOST)

    def _poll(self, port):
        size = port.rx_bytes - lf.TAG_BYTES
        if not port.is_bus or size < lf.POLL_BYTES:
            return -ERR_NOT_ALLOWED
        payload = bytes(port.rx[_RX_AT : _RX_AT + size])
        address = self._base.node.address
        tag = lf.tag_of(self._key, port.sender(), address, payload)
        if not is_equal(tag, port.rx[_RX_AT + size : _RX_AT + size + lf.TAG_BYTES]):
            return -ERR_BAD_TAG
        if self._member.poll(payload, size):
            self._hear(port.now_ms)
        at = port.tx_at
        size = self._member.reply_into(port.tx, at)
        tag = lf.tag_of(self._key, address, port.sender(), bytes(port.tx[at : at + size]))
        port.tx[at + size : at + size + lf.TAG_BYTES] = tag
        port.send(mj.LINK_REPLY, port.sender(), size + lf.TAG_BYTES)
        return 0

    def _hear(self, now_ms):
        self._heard_ms = now_ms
        base = self._base
        if not self._is_heard:
            self._is_heard = True
            base.record(EV_LINK_RESTORED, base.node.address)
            if base.faults.is_active(FAULT_LINK_LOST):
                base.clear_fault(FAULT_LINK_LOST)
        if not self._member.is_terms_same:
            base.raise_fault(FAULT_TERMS_DIFFER)  # CSP 11.9
        found = self._member.hit()
        if found:
            self._jackpot.rarely("keep_linked_hit", found[0], found[1])


class HolderWire:
    """The board that holds the pool: asks one table after the other, for ever."""

    def __init__(self, jackpot):
        from firmware.meter.link_holder import LinkHolder

        self._jackpot = jackpot
        self._base = base = jackpot.base
        self._key = HmacKey(base.keys.link_key())
        self._first = base.settings.get(CFG_LINK_FIRST)
        self._tables = base.settings.get(CFG_LINK_TABLES)
        self._holder = LinkHolder(jackpot.book, self._first, self._tables)
        self._is_answered = False
        self._address = 0
        self._cycle = 0
        self._task = None
        self._heard_ms = {}
        self._refused = set()
        base.node.on(mj.LINK_REPLY, self._reply)

    def start(self):
        """Lead the line from now on."""
        self._task = asyncio.create_task(self._run())

    def tick(self, now_ms):
        """Once a heartbeat: tables that have fallen silent."""
        for address in list(self._heard_ms):
            silence_ms = ticks_diff(now_ms, self._heard_ms[address])
            if silence_ms >= self._base.settings.get(CFG_LINK_DOWN_MS):
                del self._heard_ms[address]
                self._base.record(EV_LINK_LOST, address, silence_ms)

    async def _run(self):
        while True:
            began_ms = ticks_ms()
            for index in range(self._tables):
                await self._ask(self._first + index)
            left_ms = _CYCLE_MS - ticks_diff(ticks_ms(), began_ms)
            await asyncio.sleep_ms(max(left_ms, 1))

    async def _ask(self, address):
        if address == self._base.node.address or not self._jackpot.book.store.is_open:
            await asyncio.sleep_ms(1)
            return
        port = self._base.ports[1]
        self._cycle += 1
        self._address = address
        self._is_answered = False
        at = port.tx_at
        size = self._holder.poll_into(port.tx, at, address, self._base.boot_count, self._cycle)
        payload = bytes(port.tx[at : at + size])
        tag = lf.tag_of(self._key, self._base.node.address, address, payload)
        port.tx[at + size : at + size + lf.TAG_BYTES] = tag
        port.send(mj.LINK_POLL, address, size + lf.TAG_BYTES)
        # sleeps through both frames, then looks every other millisecond
        await asyncio.sleep_ms((size + lf.REPLY_BYTES + _FRAMES_BYTES) * _BYTE_US // 1000)
        for _ in range(_PATIENCE_MS // 2):
            if self._is_answered:
                return
            await asyncio.sleep_ms(2)

    def _reply(self, port):
        """An answer: counts only if it is the one that is waited for."""
        address = port.sender()
        payload = bytes(port.rx[_RX_AT : _RX_AT + lf.REPLY_BYTES])
        tag = lf.tag_of(self._key, address, self._base.node.address, payload)
        if not is_equal(tag, port.rx[_RX_AT + lf.REPLY_BYTES : _RX_AT + port.rx_bytes]):
            return -ERR_BAD_TAG
        reply = struct.unpack(lf.REPLY, payload)
        is_fresh = reply[0] == self._base.boot_count and reply[1] == self._cycle
        if address != self._address or not is_fresh:
            return 0
        self._hear(address, port.now_ms)
        was_joined = self._holder.row(address)[4]
        finding = self._holder.take(address, reply)
        if finding == 0 and not was_joined:
            self._base.record(EV_TABLE_JOINED, address)
        if finding in (1, 2, 3) and address not in self._refused:
            self._refused.add(address)
            self._base.record(EV_TABLE_REFUSED, address)
        elif finding == 0:
            self._refused.discard(address)
        self._is_answered = True
        return 0

    def _hear(self, address, now_ms):
        if address not in self._heard_ms:
            self._base.record(EV_LINK_RESTORED, address)
        self._heard_ms[address] = now_ms
