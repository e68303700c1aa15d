"""The reading of a card: a brief look at once, a long one in pieces, then what follows from it."""

import asyncio

from firmware.cards.rows import FAULT_NOT_ENROLLED

_PAUSE_MS = 2  # 1 may be over at once, and the next piece come before whoever waits


class Reading:
    """Fed each card that has left the shoe; `account` gets its code, once it is known."""

    def __init__(self, board, reader, parts, enrolment, account, handover):
        self._board = board
        self._reader = reader
        self._parts = parts
        self._enrolment = enrolment
        self._account = account
        self._handover = handover
        self._more = asyncio.Event()
        self.is_open = False  # a card that has passed is not accounted for yet

    def begin(self, what, length_um):
        """A card has left, and this is what the pass says of it: say which one it is."""
        reader = self._reader
        self._parts.look(what)
        if self._enrolment.session is not None:
            self._enrolment.session.card(what)
        elif reader.recogniser is not None:
            self._take(reader.begin(what, length_um))
            if self.is_open:
                self._more.set()
            return
        elif reader.camera.lines[0]:
            self._board.raise_fault(FAULT_NOT_ENROLLED)
        self._board.moved()

    async def read_on(self, now):
        """A long look takes a quarter of a second: the loop is kept for one piece at a time."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self.is_open:
                self._board.clock.update(now())
                self._take(self._reader.go_on())
                self._board.pump()
                await asyncio.sleep_ms(_PAUSE_MS)

    def settle(self):
        """To its end at once: before a request that may ask for this card."""
        while self.is_open:
            self._take(self._reader.go_on())

    def settle_for_next(self):
        """The same before the next card's pictures, which wait in the cameras."""
        self._handover.expect(True)
        self.settle()
        self._handover.expect(False)

    def _take(self, code):
        """The reader has said what it is, or needs another piece of time."""
        self.is_open = code < 0
        if self.is_open:
            return
        self._account.take(code)
        self._handover.close()
        self._parts.look_at_trends()
        self._board.moved()
