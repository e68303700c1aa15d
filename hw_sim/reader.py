"""The board's recogniser as a child process: real MicroPython, the shoe's heap, frames by pipe."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from firmware.cards.codes import CARDS_PER_DECK
from firmware.cards.recognise import reasons, templates
from hw_sim.vm import ROOT
from hw_sim.vm_process import SimError, find_micropython

LINES = 96
PIX = 128
RED_STEP = 4  # the board's camera takes a red exposure on every fourth line
HEAP_KB = 800  # the shoe's heap, doubled for the 64-bit VM's larger objects
ENROL_RUNS = 4  # places, maps, and two runs of maps guided by the run before
_ANSWER = struct.Struct("<BBBbHHhHHh")
_BATCH = 48

Enrol = tuple[int, bytes, bytes]  # card, green, red lines


class Reading(NamedTuple):
    """One reading with its evidence."""

    code: int
    reason: int
    tries: int
    best: int  # the card that came nearest
    rank_diff: int
    rank_extra: int
    rank_clear: int
    suit_diff: int
    suit_extra: int
    suit_clear: int


def red_lines(red: bytes) -> bytes:
    """What the board's sensor gives of a whole red frame: every fourth line."""
    return b"".join(red[at : at + PIX] for at in range(0, len(red), PIX * RED_STEP))


def green_lines(green: bytes) -> bytes:
    """What the board makes of a whole green frame: its red lines stand where a green one would.

    There it puts what lies between the neighbours (firmware/drivers/picture_unpack.py).
    """
    rows = np.frombuffer(green, np.uint8).reshape(LINES, PIX).astype(np.int16)
    near = np.concatenate((rows[1:2], rows[RED_STEP - 1 : -1 : RED_STEP]))
    far = np.concatenate((rows[2:3], rows[RED_STEP - 2 : -2 : RED_STEP]))
    after, beyond = rows[1::RED_STEP], rows[2::RED_STEP]
    rows[::RED_STEP] = np.clip((9 * (near + after) - far - beyond) >> 4, 0, 255)
    return rows.astype(np.uint8).tobytes()


class Reader:
    """One recogniser; `enrol` or `load` templates, then `read`."""

    def __init__(self, heap_kb: int = HEAP_KB) -> None:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the process)
        script = ROOT / "hw_sim" / "shims" / "vm_reader.py"
        fd = theirs.fileno()
        environment = {**os.environ, "MICROPYPATH": f"{ROOT}:.frozen"}
        self._process = subprocess.Popen(
            [*find_micropython(), "-X", f"heapsize={heap_kb}k", str(script), str(fd)],
            pass_fds=(fd,), env=environment, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        theirs.close()
        self._socket = ours
        self._stream = ours.makefile("rb")

    def close(self) -> None:
        self._socket.close()
        self._stream.close()
        self._process.wait(10)
        self._log.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def enrol(
        self, reads: Sequence[Enrol], most_lacking: int = 0
    ) -> tuple[bytes | None, list[tuple[int, int]]]:
        """Templates from known reads, or None; and the reads turned away in the last run.

        Up to `most_lacking` ranks may have no good read: their cards are then refused.
        """
        self._ask(b"Z\0")
        made: bytes | None = None
        refused: list[tuple[int, int]] = []
        for _ in range(ENROL_RUNS):
            refused = []
            for card, green, red in reads:
                reason = self._ask(bytes((69, card)) + green_lines(green) + red)[0]
                if reason:
                    refused.append((card, reason))
            if self._ask(bytes((78, most_lacking)))[0] != reasons.READ:
                return None, refused
            made = self._take(templates.TEMPLATE_BYTES)
        return made, refused

    def load(self, block: bytes) -> None:
        """Use these templates from now on."""
        if not self._ask(b"L\0" + block)[0]:
            raise SimError("the templates are damaged or of another version")

    def set_limit(self, name: str, value: int) -> None:
        """Another figure of the decision (recognise/limits.py); `load` makes it count."""
        self._ask(bytes((83, len(name))) + name.encode() + struct.pack("<i", value))

    def read(self, green: bytes, red: bytes) -> Reading:
        return Reading(*_ANSWER.unpack(self._ask(b"R\0" + green_lines(green) + red)))

    def read_many(self, frames: Iterable[tuple[bytes, bytes]]) -> Iterator[Reading]:
        """Readings in order; frames travel in batches, so that the pipe is never idle."""
        todo = iter(frames)
        while batch := list(islice(todo, _BATCH)):
            self._send(b"".join(b"R\0" + green_lines(green) + red for green, red in batch))
            for _ in batch:
                yield Reading(*_ANSWER.unpack(self._take(_ANSWER.size)))

    def _ask(self, request: bytes) -> bytes:
        self._send(request)
        return self._take(_ANSWER.size)

    def _send(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError:
            raise SimError(self._last_words()) from None

    def _take(self, size: int) -> bytes:
        data = self._stream.read(size)
        if len(data) != size:
            raise SimError(self._last_words())
        return data

    def _last_words(self) -> str:
        self._process.wait(10)
        self._log.seek(0)
        return "the recogniser ended: " + self._log.read().decode("utf-8", "replace")[-600:]


def is_whole_deck(reads: Sequence[Enrol]) -> bool:
    """Whether every card is among the reads."""
    return {card for card, _, _ in reads} == set(range(CARDS_PER_DECK))
