"""One who watches the table: gets the whole scene once, and then what has changed.

Nothing is queued: who reads slowly gets fewer lines, each with all that changed since the last.
"""

from __future__ import annotations

import base64
import json
import time
from typing import Any

from hw_sim.hands import scene
from hw_sim.hands.hands import Hands
from hw_sim.hands.pictures import Album, png
from hw_sim.hands.words import BadWords
from hw_sim.pacing import PacedRunner

_LEAST_MS, _MOST_MS = 20, 60_000
_CLOCK_S = 0.25  # while nothing else changes the time alone is told so often
_PICTURES_A_LINE = 2  # more than that in one interval cannot be looked at
_SHAPE = '{"watch": 40, "truth": false, "pictures": false}'


class Watching:
    """`is_due` in real time; `news` gives the lines to send, and takes them as sent."""

    def __init__(
        self, hands: Hands, runner: PacedRunner, album: Album, asked: dict[str, Any]
    ) -> None:
        every_ms = asked["watch"]
        if type(every_ms) is not int or not _LEAST_MS <= every_ms <= _MOST_MS:
            raise BadWords(f"watch: every {_LEAST_MS} to {_MOST_MS} ms; right would be {_SHAPE}")
        self._hands = hands
        self._runner = runner
        self._album = album
        self._every_s = every_ms / 1000
        self._has_truth = asked.get("truth") is True
        self._has_pictures = asked.get("pictures") is True
        self._sent: dict[str, Any] = {}
        self._clock_due_s = 0.0
        self._due_s = 0.0
        self._picture = album.number

    def is_due(self) -> bool:
        return time.monotonic() >= self._due_s

    def news(self) -> list[str]:
        now_s = time.monotonic()
        self._due_s = now_s + self._every_s
        found = scene.seen(self._hands)
        found |= {"speed": self._runner.speed, "is_paused": self._runner.is_paused}
        if self._has_truth:
            found["truth"] = scene.truth(self._hands)
        lines: list[str] = []
        news = scene.changed(self._sent, found)
        if news or now_s >= self._clock_due_s:
            self._clock_due_s = now_s + _CLOCK_S
            self._sent = found
            now_ms = self._hands.rig.kernel.now_us // 1000
            lines.append(json.dumps({"scene": {"now_ms": now_ms, **news}}, separators=(",", ":")))
        return lines + self._pictures()

    def _pictures(self) -> list[str]:
        if not self._has_pictures:
            return []
        fresh = self._album.since(self._picture)[:_PICTURES_A_LINE]
        if fresh:
            self._picture = fresh[-1].number
        lines: list[str] = []
        for picture in fresh:
            a, b = (base64.b64encode(png(end)).decode() for end in picture.ends())
            told = {"number": picture.number, "board": picture.board, "place": picture.place,
                    "now_ms": picture.now_ms, "a": a, "b": b}  # fmt: skip
            lines.append(json.dumps({"picture": told}, separators=(",", ":")))
        return lines
