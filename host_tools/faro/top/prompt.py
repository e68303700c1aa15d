"""A typed line as a request: a verb as `faro sim do` has it, or an action with its values."""

from __future__ import annotations

from typing import Any

from faro.top.state import Data
from faro.wire.errors import BadInput

_WORDS = {"true": True, "false": False}
OWN = ("login", "logout", "save")


def names(hello: Data) -> list[str]:
    """All first words."""
    verbs = [row["name"] for row in hello.get("verbs", [])]
    return [*verbs, *(row["id"] for row in hello.get("actions", [])), *OWN]


def usage(line: str, hello: Data) -> str:
    """What belongs behind the first word; nothing while that is not known."""
    first = line.split(" ")[0]
    for row in hello.get("verbs", []):
        if row["name"] == first:
            return f"{row['usage']}: {row['help']}"
    for row in hello.get("actions", []):
        if row["id"] == first:
            values = " ".join(f"{name}=…" for name in row["params"])
            return f"{first} {values}".strip() + f": {row['title']}"
    own = {"login": "login NAME: with a key file", "logout": "logout: be the dealer again",
           "save": "save FILE: what was done, as a scenario file"}  # fmt: skip
    return own.get(first, "")


def request_of(line: str, hello: Data) -> Data:
    """The request that a line means; BadInput says what is wrong with it."""
    first, *rest = line.split() or [""]
    if first == "login" and len(rest) == 1:
        return {"login": rest[0]}
    if first == "logout" and not rest:
        return {"logout": True}
    for row in hello.get("actions", []):
        if row["id"] == first:
            return {"act": first, **_values(first, row["params"], rest)}
    if first in [row["name"] for row in hello.get("verbs", [])]:
        return {"do": line.strip()}
    if first in OWN:
        raise BadInput(usage(first, hello))
    raise BadInput(f"there is no verb or action {first[:40]!r}: ? lists the keys")


def _values(action: str, params: list[str], words: list[str]) -> Data:
    """By name, or in the order of the action."""
    found: Data = {}
    free = iter(params)
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            value, name = word, next((n for n in free if n not in found), "")
            if not name:
                raise BadInput(f"{action} takes {', '.join(params) or 'nothing'}")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    """1 a number, 1,2,5 numbers, true, or the word itself."""
    parts = text.split(",")
    if len(parts) > 1 and all(part.isdigit() for part in parts):
        return [int(part) for part in parts]
    if text.lstrip("-").isdigit() and len(text) < 20:
        return int(text)
    return _WORDS.get(text, text)
