"""A contributing table's side of the line between linked tables: it answers the holder's polls.

The host speaks to such a board over USB.
"""

from firmware.core.errors import ERR_BAD_TAG, ERR_NOT_ALLOWED
from firmware.core.ticks import ticks_diff
from firmware.jackpot import claims
from firmware.jackpot import rows as jackpot_rows
from firmware.jackpot.linked import frames as lf
from firmware.jackpot.linked.member_book import MemberBook
from firmware.link.rows import CFG_LINK_DOWN_MS


class MemberWire:
    """In the place of `OwnPool`: the pool is the holder's, and nothing is up without it."""

    def __init__(self, board, book):
        self._board = board
        self._book = book
        self._key = lf.line_key(board.keys.link_key())
        self._member = MemberBook(book, board.unique_id)
        self.has_all_delivered = self._member.has_all_delivered
        self._heard_ms = 0
        self._is_heard = False
        self._is_told_lost = False
        board.on(self, {jackpot_rows.MSG_LINK_POLL: MemberWire._poll})
        board.on_present(jackpot_rows.FAULT_LINK_LOST, lambda: not self._is_heard)
        board.on_present(jackpot_rows.FAULT_TERMS_DIFFER, lambda: not self._member.is_joined)

    @property
    def is_up(self):
        return self._is_heard and self._member.is_joined

    @property
    def pool_uc(self):
        return self._member.pool_uc

    def start(self, now_ms):
        """From now on a silent holder is noticed."""
        self._member.start(self._board.generator.nonce_bytes(lf.NONCE_BYTES))
        self._heard_ms = now_ms

    def tick(self, now_ms):
        """Once a heartbeat: a silent holder is noticed within 5 s (STANDARDS 25), at boot too."""
        silence_ms = ticks_diff(now_ms, self._heard_ms)
        if not self._is_told_lost and silence_ms >= self._board.settings.get(CFG_LINK_DOWN_MS):
            self._is_heard = False
            self._is_told_lost = True
            self._member.forget_holder()
            self._board.record(jackpot_rows.EV_LINK_LOST, self._board.address, silence_ms)
            self._board.raise_fault(jackpot_rows.FAULT_LINK_LOST)

    def _poll(self, port, *_fields):
        data = port.payload()
        size = len(data) - lf.TAG_BYTES
        if not port.is_bus or size < lf.POLL_BYTES or self._key is None:
            return -ERR_NOT_ALLOWED
        address, holder_id = self._board.address, bytes(data[: lf.ID_BYTES])
        if not lf.is_tagged(self._key, lf.TO_TABLE, address, holder_id, data, size):
            return -ERR_BAD_TAG
        if self._member.poll(data, size):
            self._hear(port.now_ms)
        # an old poll is answered too: the answer has the nonce that the next one must bring
        size = self._member.reply_into(port.tx, port.tx_at)
        size = lf.put_tag(self._key, lf.TO_HOLDER, address, holder_id, port.tx, port.tx_at, size)
        port.send(jackpot_rows.MSG_LINK_REPLY, port.sender(), size)
        return 0

    def _hear(self, now_ms):
        self._heard_ms = now_ms
        board = self._board
        if not self._is_heard:
            self._is_heard = True
            self._is_told_lost = False
            board.record(jackpot_rows.EV_LINK_RESTORED, board.address)
            if board.is_fault_active(jackpot_rows.FAULT_LINK_LOST):
                board.clear_fault(jackpot_rows.FAULT_LINK_LOST)
        if not self._member.is_terms_same:
            board.raise_fault(jackpot_rows.FAULT_TERMS_DIFFER)  # CSP 11.9
        found = self._member.hit()
        if found:
            rows, memory, is_reset = found
            claims.keep_hit(self._book, rows, memory, (self._member.pool_uc, 0), is_reset)
