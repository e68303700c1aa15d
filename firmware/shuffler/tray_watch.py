"""The output tray was emptied: said when its sensor sees nothing for a while, never by one edge.

Fed the sensor's edges and the heartbeat; a card that is lifted or slides makes the sensor flicker.
"""

import asyncio
from time import ticks_ms

_SETTLE_MS = 60  # a hand takes three times as long for the thinnest packet


class TrayWatch:
    """`has_cards` asks the sensor; `on_emptied` gets the time, once for each time it settles."""

    def __init__(self, has_cards, on_emptied):
        self._has_cards = has_cards
        self._on_emptied = on_emptied
        self._edges = 0
        self._left = asyncio.Event()

    def edge(self, is_card):
        """The sensor saw a card come, or the last one go."""
        self._edges = self._edges + 1 & 0xFF
        if not is_card:
            self._left.set()

    def look(self):
        """Once a heartbeat, while a hand is awaited: without power its edge was not seen."""
        if not self._has_cards():
            self._left.set()

    async def run(self):
        """For ever: each time until nothing has moved for the settling time."""
        while True:
            await self._left.wait()
            self._left.clear()
            edges = -1
            while edges != self._edges:
                edges = self._edges
                await asyncio.sleep_ms(_SETTLE_MS)
            if not self._has_cards():
                self._on_emptied(ticks_ms())
