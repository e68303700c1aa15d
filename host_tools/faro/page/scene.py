"""The simulator's end of the page: verbs, what hands could do, and a stream of what is seen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from faro.wire.errors import BadInput, FaroError

Data = dict[str, Any]
WATCH_MS = 40
_MOST_LINE_BYTES = 1 << 20
_STEP_MS = 25  # while time stands it goes on in pieces, so that boards and desk can talk


def merge(into: Data, news: Data) -> None:
    """What has changed, into what was known; the same as the browser does."""
    for key, value in news.items():
        old = into.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            merge(old, value)  # type: ignore[arg-type]
        else:
            into[key] = value


class Scene:
    """`whole` is the table as it is seen now; `on_scene` and `on_picture` get what is new."""

    def __init__(
        self,
        control: Path,
        on_scene: Callable[[Data], None],
        on_picture: Callable[[Data], None],
    ) -> None:
        self._control = str(control.resolve())  # a link's own path may be too long for a socket
        self._on_scene = on_scene
        self._on_picture = on_picture
        self.whole: Data = {}
        self.truth: Data = {}

    async def about(self) -> Data:
        return await self._ask({"about": True})

    async def do(self, line: str) -> Data:
        """A verb, until the hand is done; what it told, and when it began."""
        words = line.split()
        if words[:2] == ["time", "step"] and self.whole.get("is_paused") and len(words) == 3:
            return await self._step(words[2])
        return await self._ask({"do": line})

    async def _step(self, text: str) -> Data:
        """Like the verb itself, which refuses what is no number."""
        left_ms = int(text) if text.isdigit() and len(text) < 7 else 0
        if not left_ms:
            return await self._ask({"do": f"time step {text}"})
        told = f"{left_ms} ms passed"
        done: Data = {}
        while left_ms:
            part_ms = min(left_ms, _STEP_MS)
            done = await self._ask({"do": f"time step {part_ms}"})
            await asyncio.sleep(part_ms / 1000)
            left_ms -= part_ms
        return {**done, "told": told}

    async def _ask(self, asked: Data) -> Data:
        try:
            reader, writer = await asyncio.open_unix_connection(
                self._control, limit=_MOST_LINE_BYTES
            )
        except OSError as error:
            raise FaroError(f"the simulator does not answer: {error}") from None
        try:
            writer.write(json.dumps(asked).encode() + b"\n")
            line = await reader.readline()
        except (OSError, ValueError) as error:
            raise FaroError(f"the simulator does not answer: {error}") from None
        finally:
            writer.close()
        if not line:
            raise FaroError("the simulator stopped before it was done")
        answer: Data = json.loads(line)
        if not answer["ok"]:
            raise BadInput(answer["error"])
        return answer

    async def watch(self, on_end: Callable[[], Awaitable[None]]) -> None:
        """Follow the table until the simulator ends."""
        try:
            reader, writer = await asyncio.open_unix_connection(
                self._control, limit=_MOST_LINE_BYTES
            )
            asked = {"watch": WATCH_MS, "truth": True, "pictures": True}
            writer.write(json.dumps(asked).encode() + b"\n")
            while line := await reader.readline():
                self._take(json.loads(line))
        except (OSError, ValueError):
            pass
        await on_end()

    def _take(self, message: Data) -> None:
        if "picture" in message:
            self._on_picture(message["picture"])
            return
        news: Data = message["scene"]
        truth = news.pop("truth", None)
        if truth:
            merge(self.truth, truth)
        merge(self.whole, news)
        if truth:
            news["truth"] = truth
        self._on_scene(news)
