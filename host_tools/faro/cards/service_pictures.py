"""The service file of a shoe: pictures of refused cards, fetched and written as PNG."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from PIL import Image

from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.words.cards import card_text, reason_text
from firmware.cards.codes import is_card, name_of
from firmware.cards.picture_ring import GREEN_BYTES, KEPT, PICTURE_BYTES

_HEAD = struct.Struct("<4sIBBBBHHII")
_LINES, _PIXELS = 96, 128
_SCALE = 4


@dataclass(frozen=True)
class Picture:
    """One kept picture with what the board wrote about it."""

    number: int
    reason: int
    reading: int
    camera: str
    lines: int
    position: int
    earlier_position: int
    utc_s: int
    green: bytes
    red: bytes

    def name(self) -> str:
        """The file's name says what it is."""
        card = name_of(self.reading)
        words = re.sub(r"[^a-z0-9]+", "-", f"{card} {reason_text(self.reason)}".lower())
        return f"{self.number:05d}_position{self.position}_{self.camera}_{words.strip('-')}.png"

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.name(),
            "number": self.number,
            "camera": self.camera,
            "position": self.position,
            "earlier_position": self.earlier_position,
            "reading": card_text(self.reading) if is_card(self.reading) else name_of(self.reading),
            "reason": reason_text(self.reason),
            "lines": self.lines,
            "utc_s": self.utc_s,
        }

    def green_image(self) -> Image.Image:
        """By green light alone, in the cameras' own size."""
        green = Image.frombytes("L", (_PIXELS, _LINES), self.green)
        return green.transpose(Image.Transpose.TRANSPOSE)

    def image(self) -> Image.Image:
        """Green light, and beside it red light, as a person would hold the card."""
        size = (_PIXELS, _LINES)
        red = Image.frombytes("L", (_PIXELS, _LINES // 4), self.red).resize(size)
        sheet = Image.new("L", (2 * _LINES + 4, _PIXELS), 128)
        sheet.paste(self.green_image(), (0, 0))
        sheet.paste(red.transpose(Image.Transpose.TRANSPOSE), (_LINES + 4, 0))
        return sheet.resize((sheet.width * _SCALE, sheet.height * _SCALE))


def fetch(client: Client, on_progress: Callable[[int, int], None]) -> list[Picture]:
    """All pictures, the newest first; needs a session of somebody who may read them."""
    found: list[Picture] = []
    for age in range(KEPT):
        head = head_of(client, age)
        if head is None:
            break
        data = bytearray()
        while len(data) < PICTURE_BYTES:
            data += client.request("GET_FRAME", frame=age, offset=len(data)).fields["data"]
            on_progress(age, len(data))
        found.append(picture_of(head, data))
    return found


def head_of(client: Client, age: int) -> bytes | None:
    """What the board wrote about a picture (0: the newest); None when there is none so old."""
    try:
        return client.request("GET_FRAME_INFO", frame=age).fields["data"]
    except Refused as refusal:
        if refusal.name != "no_such_record":
            raise
        return None


def number_in(head: bytes) -> int:
    return _HEAD.unpack(head)[1]


def picture_of(head: bytes, data: bytes | bytearray) -> Picture:
    """Both together; FaroError when they do not fit."""
    _magic, number, reason, reading, camera, lines, position, earlier, utc_s, crc = _HEAD.unpack(
        head
    )
    if crc32(data) != crc:
        raise FaroError(f"picture {number} is damaged in the board's flash")
    what = (number, reason, reading, "AB"[camera & 1], lines, position, earlier, utc_s)
    return Picture(*what, bytes(data[:GREEN_BYTES]), bytes(data[GREEN_BYTES:]))


def write(pictures: list[Picture], folder: Path) -> None:
    """PNGs and an index.json into a new or empty folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FaroError(f"{folder} is not empty")
        for picture in pictures:
            picture.image().save(folder / picture.name())
        index = [picture.as_json() for picture in pictures]
        (folder / "index.json").write_text(json.dumps(index, indent=1))
    except OSError as error:
        raise FaroError(f"cannot write {folder}: {error.strerror}") from None
