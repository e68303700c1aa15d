"""Puts the shoe's word for a card beside the picture that its cameras took of it.

Pictures come from the simulator, words from the board, on different ways: either may be first, or
get lost.  Both carry a time of the same clock, counted from different beginnings; of the first
pair the difference is learnt, and later ones must agree with it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from faro.page.sections import reading_of

Data = dict[str, Any]
_READINGS = ("CARD_READ", "CARD_REFUSED", "CARD_STRANGE")
_NEAR_MS = 150  # of one card; cards are further apart
_MOST = 16
_TURNS = 5  # of the desk: by then it has heard what the board says of a card
_LONG_TURNS = 50


class NamedPictures:
    """`show` gets each picture once: with its name, or without one after a while."""

    def __init__(self, show: Callable[[Data], None]) -> None:
        self._show = show
        self._pictures: deque[tuple[int, Data]] = deque(maxlen=_MOST)
        self._readings: deque[tuple[int, Data]] = deque(maxlen=_MOST)
        self._turn = 0
        self._boot = 0
        self._offset_ms: int | None = None

    def picture(self, picture: Data) -> None:
        """From the simulator's cameras at the mouth."""
        self._pictures.append((self._turn, picture))
        self._match()

    def heard(self, events: list[Data]) -> None:
        """All that the desk has heard in one turn; only the shoe's words for cards matter."""
        self._turn += 1
        for event in events:
            if event["board"] == "shoe" and event["name"] in _READINGS:
                if event["boot"] != self._boot:
                    self._boot, self._offset_ms = event["boot"], None
                self._readings.append((self._turn, event))
        self._match()
        while self._pictures and self._turn - self._pictures[0][0] > _TURNS:
            self._show(self._pictures.popleft()[1])
        while self._readings and self._turn - self._readings[0][0] > _LONG_TURNS:
            self._readings.popleft()

    def _match(self) -> None:
        while self._pictures and self._readings:
            picture, event = self._pictures[0][1], self._readings[0][1]
            apart_ms = picture["now_ms"] - event["time_ms"]
            if self._offset_ms is None:
                self._offset_ms = apart_ms
            off_ms = apart_ms - self._offset_ms
            if off_ms > _NEAR_MS:  # of a card whose picture nobody has
                self._readings.popleft()
                continue
            self._pictures.popleft()
            if off_ms < -_NEAR_MS and self._fits_the_next(event):
                self._show(picture)  # of a card that nobody named
                continue
            self._readings.popleft()
            self._show({**picture, **reading_of(event)})

    def _fits_the_next(self, event: Data) -> bool:
        """A hard card's word comes late; another card's word fits that one better."""
        if not self._pictures or self._offset_ms is None:
            return False
        apart_ms = self._pictures[0][1]["now_ms"] - event["time_ms"]
        return apart_ms - self._offset_ms <= _NEAR_MS
