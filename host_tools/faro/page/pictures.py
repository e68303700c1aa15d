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
_NEAR_MS = 200  # cards are further apart
_MOST = 16
_PATIENCE_S = 2.0


class NamedPictures:
    """`show` gets each picture once: with its name, or without one after a while."""

    def __init__(self, show: Callable[[Data], None]) -> None:
        self._show = show
        self._pictures: deque[tuple[float, Data]] = deque(maxlen=_MOST)
        self._readings: deque[tuple[float, Data]] = deque(maxlen=_MOST)
        self._boot = 0
        self._offset_ms: int | None = None

    def picture(self, picture: Data, now_s: float) -> None:
        """From the simulator's cameras at the mouth."""
        self._pictures.append((now_s, picture))
        self._match()

    def event(self, event: Data, now_s: float) -> None:
        """Any event; only the shoe's words for cards matter."""
        if event["board"] == "shoe" and event["name"] in _READINGS:
            if event["boot"] != self._boot:
                self._boot, self._offset_ms = event["boot"], None
            self._readings.append((now_s, event))
            self._match()

    def tick(self, now_s: float) -> None:
        """What has waited for too long."""
        while self._pictures and now_s - self._pictures[0][0] > _PATIENCE_S:
            self._show(self._pictures.popleft()[1])
        while self._readings and now_s - self._readings[0][0] > _PATIENCE_S:
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
            if off_ms < -_NEAR_MS:  # of a card that nobody named
                self._show(picture)
                continue
            self._readings.popleft()
            self._show({**picture, **reading_of(event)})
