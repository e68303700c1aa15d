"""What boards and files give, before a program reckons with it or a person sees it."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any

from faro.wire.errors import FaroError

# control characters but for the tab, and what turns the direction of writing: a name could move
# the cursor, hide the word BAD or set a terminal's title
_CONTROLS = re.compile(
    "[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def harmless(text: str) -> str:
    """One line with its control characters spelt out."""
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def records(form: str, data: bytes) -> Iterator[tuple[Any, ...]]:
    """Rows of one form, at least one; anything else is no answer to go on with."""
    size = struct.calcsize(form)
    if not data or len(data) % size:
        raise FaroError(f"the board sent {len(data)} bytes where rows of {size} belong")
    return struct.iter_unpack(form, data)
