"""Wiring of a linked table that contributes to another board's pool: answers the holder's polls.

Loaded on such boards only; the host then speaks to them over USB.
"""

from time import ticks_ms

from firmware.core.errors import ERR_BAD_TAG, ERR_NOT_ALLOWED
from firmware.core.ticks import ticks_diff
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.member import LinkMember
from firmware.jackpot.rare import keep_linked_hit
from firmware.jackpot.rows import (
    EV_LINK_LOST,
    EV_LINK_RESTORED,
    FAULT_LINK_LOST,
    FAULT_TERMS_DIFFER,
    MSG_LINK_POLL,
    MSG_LINK_REPLY,
)
from firmware.link.rows import CFG_LINK_DOWN_MS
from firmware.trust.hmac_sha256 import HmacKey, is_equal


class MemberWire:
    """A table that contributes: `is_up`, `pool_uc` and `has_all_delivered` for the jackpot."""

    def __init__(self, jackpot):
        self._jackpot = jackpot
        self._base = jackpot.base
        self._key = HmacKey(self._base.keys.link_key())
        self._member = LinkMember(jackpot.book, self._base.unique_id)
        self.has_all_delivered = self._member.has_all_delivered
        self._heard_ms = ticks_ms()
        self._is_heard = False
        self._is_told_lost = False
        self._base.on(self, {MSG_LINK_POLL: MemberWire._poll})
        self._base.on_present(FAULT_LINK_LOST, lambda: not self._is_heard)
        self._base.on_present(FAULT_TERMS_DIFFER, lambda: not self._member.is_joined)

    @property
    def is_up(self):
        return self._is_heard and self._member.is_joined

    @property
    def pool_uc(self):
        return self._member.pool_uc

    def tick(self, now_ms):
        """Once a heartbeat: a silent holder is noticed within 5 s (STANDARDS 25), at boot too."""
        silence_ms = ticks_diff(now_ms, self._heard_ms)
        if not self._is_told_lost and silence_ms >= self._base.settings.get(CFG_LINK_DOWN_MS):
            self._is_heard = False
            self._is_told_lost = True
            self._member.forget_holder()
            self._base.record(EV_LINK_LOST, self._base.address, silence_ms)
            self._base.raise_fault(FAULT_LINK_LOST)

    def _poll(self, port, *_fields):
        data = bytes(port.payload())
        size = len(data) - lf.TAG_BYTES
        if not port.is_bus or size < lf.POLL_BYTES:
            return -ERR_NOT_ALLOWED
        payload = data[:size]
        address = self._base.address
        if not is_equal(lf.tag_of(self._key, port.sender(), address, payload), data[size:]):
            return -ERR_BAD_TAG
        if self._member.poll(payload, size):
            self._hear(port.now_ms)
        at = port.tx_at
        size = self._member.reply_into(port.tx, at)
        tag = lf.tag_of(self._key, address, port.sender(), bytes(port.tx[at : at + size]))
        port.tx[at + size : at + size + lf.TAG_BYTES] = tag
        port.send(MSG_LINK_REPLY, port.sender(), size + lf.TAG_BYTES)
        return 0

    def _hear(self, now_ms):
        self._heard_ms = now_ms
        base = self._base
        if not self._is_heard:
            self._is_heard = True
            self._is_told_lost = False
            base.record(EV_LINK_RESTORED, base.address)
            if base.is_fault_active(FAULT_LINK_LOST):
                base.clear_fault(FAULT_LINK_LOST)
        if not self._member.is_terms_same:
            base.raise_fault(FAULT_TERMS_DIFFER)  # CSP 11.9
        found = self._member.hit()
        if found:
            keep_linked_hit(self._jackpot, found[0], found[1])
