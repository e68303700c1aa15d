"""The images that a board can meet, and how what is in them behaves."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from faro.build.image import Image, make_image
from faro.build.signing import create_key

NAME = "meter_pico"
SECTORS = 2
SLOT_BYTES = SECTORS * 4096
BLANK, JUNK = "blank", "junk"


@dataclass(frozen=True)
class Program:
    """What is in an image: a good one runs on, a bad one ends soon after its start."""

    name: str
    counter: int
    signed_by: str = "us"  # or "them", or nobody
    is_good: bool = True


PROGRAMS = (
    Program("factory", 1, ""),
    Program("third", 3),
    Program("fourth", 4),
    Program("another-fourth", 4),
    Program("fifth", 5),
    Program("bad-sixth", 6, is_good=False),
    Program("foreign", 7, "them"),
    Program("rescue", 9),
)
BY_NAME = {program.name: program for program in PROGRAMS}


@dataclass(frozen=True)
class Released:
    """All images, the trusted key, and names for what a slot may hold."""

    images: dict[str, Image]
    public_key: bytes
    names: dict[bytes, str]  # by digest of the whole slot
    by_identity: dict[int, str]


@cache
def released() -> Released:
    """Made once in a process."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        keys = {
            name: create_key(home / name, home / f"{name}-state", lms_type=5)
            for name in ("us", "them")
        }
        images: dict[str, Image] = {}
        for program in PROGRAMS:
            rom = b"\xd2\xcd\x31" + program.name.encode().ljust(300, b".")
            key = keys.get(program.signed_by)
            images[program.name] = make_image(rom, NAME, key, counter=program.counter)
        names = {b"\xff" * SLOT_BYTES: BLANK}
        for name, image in images.items():
            whole = image.padded(SLOT_BYTES)
            names[whole] = name
            names[damaged(whole)] = f"damaged {name}"
        return Released(
            images,
            keys["us"].public_key,
            {digest(data): name for data, name in names.items()},
            {image.header.identity: name for name, image in images.items()},
        )


def damaged(whole: bytes) -> bytes:
    """One bit of the code turned over."""
    data = bytearray(whole)
    data[4096 + 100] ^= 1
    return bytes(data)


def digest(data: bytes | bytearray | memoryview) -> bytes:
    return hashlib.sha1(data).digest()
