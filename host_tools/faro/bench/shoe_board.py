"""Faro's own rows: the client of this package against a simulated shoe board on MicroPython."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time

from faro.bench.contender import AT_ONCE, end, read_line, repeat
from faro.wire.aclient import AsyncClient
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys

_FARO = "from faro.cli import main; main()"


class ShoeStatus:
    """STATUS requests through `faro sim`, one after another."""

    name = "Faro STATUS"
    unit = "round trips/s"
    what = "STATUS → STATUS_REPLY as typed fields; firmware on MicroPython"

    def __init__(self) -> None:
        self._board = _Board("-c", _FARO, "sim", "--json", "--board", "shoe")

    def measure(self, seconds: float) -> float:
        return repeat(seconds, self._round_trip)

    def _round_trip(self) -> int:
        return len(self._board.client.status()) > 0

    def close(self) -> None:
        self._board.close()


class ShoeAsync:
    """STATUS requests of the asyncio client, several on the line at once."""

    name = "Faro STATUS, async"
    unit = "round trips/s"
    what = f"the same, {AT_ONCE} asked for at once by the asyncio client; firmware on MicroPython"

    def __init__(self) -> None:
        self._process, self._url = _start("-c", _FARO, "sim", "--json", "--board", "shoe")

    def measure(self, seconds: float) -> float:
        return asyncio.run(self._measure(seconds))

    async def _measure(self, seconds: float) -> float:
        done = 0
        async with await AsyncClient.open(self._url) as client:
            start_s = now_s = time.perf_counter()
            while now_s - start_s < seconds:
                answers = await asyncio.gather(*(client.status() for _ in range(AT_ONCE)))
                done += len(answers)
                now_s = time.perf_counter()
        return done / (now_s - start_s)

    def close(self) -> None:
        end(self._process)


class ShoeTagged(ShoeStatus):
    """The same in a technician's session: every frame tagged and checked, both ways."""

    name = "Faro STATUS, tagged"
    what = "the same with HMAC-SHA-256 tags and counters, both ways; firmware on MicroPython"

    def __init__(self) -> None:
        self._board = _Board("-m", "faro.bench.dealt_shoe")
        client = self._board.client
        keys = DeviceKeys.create(client.identity.unique_id, client.identity.name)
        client.provision(keys)
        client.open_session(keys, "technician")


class ShoeEvents:
    """Catching up: the journal is fetched from its start over and over, pushed on credit."""

    name = "Faro events"
    unit = "events/s"

    def __init__(self) -> None:
        self._board = _Board("-m", "faro.bench.dealt_shoe")
        self._events = self._board.client.status()["last_event"]
        self.what = f"{self._events} recorded events, POLL + credit, as typed objects; MicroPython"

    def measure(self, seconds: float) -> float:
        return repeat(seconds, self._catch_up)

    def _catch_up(self) -> int:
        seen = 0
        for event in self._board.client.follow(0):
            seen += event is not None
            if event is not None and event.number >= self._events:
                break
        return seen

    def close(self) -> None:
        self._board.close()


class _Board:
    """A simulator process, and a client on its board's USB port."""

    def __init__(self, *arguments: str) -> None:
        self._process, url = _start(*arguments)
        self.client = Client.open(url)

    def close(self) -> None:
        self.client.close()
        end(self._process)


def _start(*arguments: str) -> tuple[subprocess.Popen[bytes], str]:
    """A simulator process, and its shoe board's port."""
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE)
    return process, json.loads(read_line(process))["shoe"]
