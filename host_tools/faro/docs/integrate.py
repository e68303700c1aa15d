"""The parts of docs/integrate.md that come from tables."""

from __future__ import annotations

from faro.docs.enums import ENUMS, meters
from faro.docs.marks import renewed, table
from faro.docs.session import session_markdown
from faro.wire.dictionary import own_dictionary
from faro.wire.error_words import ADVICE, DONE, ERRORS

_LONG = ("irregularity", "fact", "ruling", "card")  # in the dictionary in full
_SHOWN = 4


def integrate_markdown() -> str:
    return renewed(
        "docs/integrate.md",
        session=session_markdown(),
        errors=_errors(),
        enums=_enums(),
        meters=", ".join(f"{row['place']} {row['name']}" for row in meters()) + ".",
    )


def _errors() -> str:
    rows = [["code", "name", "in words", "what a client does", "carried out"]]
    for code, name in own_dictionary().errors.items():
        advice = ADVICE[name]
        rows.append([str(code), name, ERRORS[name], advice, "yes" if advice == DONE else "no"])
    return table(*rows)


def _enums() -> str:
    rows = [["enumeration", "numbers"]]
    for name, words in ENUMS.items():
        shown = list(words.items())[: _SHOWN if name in _LONG else None]
        text = ", ".join(f"{number} {word}" for number, word in shown)
        rows.append([name, text + (" …" if len(shown) < len(words) else "")])
    return table(*rows)
