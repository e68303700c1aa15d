"""One dealer at the table: while a round is dealt, nobody else touches the cards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager

from faro.wire.errors import FaroError

# verbs and actions that move cards, or change what the next card is for
VERBS = (
    "load", "insert", "replace", "arrange", "mark", "feed", "deal", "pull", "beam", "take", "clear",
)  # fmt: skip
ACTIONS = (
    "open_table", "close_table", "pack_loaded", "set_seats", "decide", "end_round", "void_round",
    "shuffle_deliver", "shuffle_abort", "shuffle_count", "shuffle_cleared", "open_gate",
    "deal_round", "deal_mistake", "prepare_hand", "shuffle_start",
)  # fmt: skip


class TableLock:
    """`job` is a dealer's long work, `move` a single move; only moves may overlap."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self.text = ""  # what is going on; empty: nothing
        self._on_change = on_change
        self._moves = 0
        self._at_rest = asyncio.Event()
        self._at_rest.set()

    @contextmanager
    def move(self) -> Generator[None]:
        self._check()
        self._moves += 1
        self._at_rest.clear()
        try:
            yield
        finally:
            self._moves -= 1
            if not self._moves:
                self._at_rest.set()

    @asynccontextmanager
    async def job(self, text: str) -> AsyncGenerator[None]:
        """From now on nobody moves a card; it begins when the last move has ended."""
        self._check()
        self._tell(text)
        try:
            await self._at_rest.wait()
            yield
        finally:
            self._tell("")

    def _check(self) -> None:
        if self.text:
            raise FaroError(self.text)

    def _tell(self, text: str) -> None:
        self.text = text
        self._on_change()
