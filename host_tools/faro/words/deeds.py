"""A deed in words: the parameters of a request by its row, money as dollars."""

from __future__ import annotations

from typing import Any

from faro.wire.deeds import fingerprint_of
from faro.wire.dictionary import Dictionary
from faro.words.money import dollars, dollars_uc
from firmware.trust.rows import MSG_PROVISION


def parameter_words(known: Dictionary, request: int, parameters: bytes) -> dict[str, str]:
    """What each parameter is called, and its value for people; zeros may follow them."""
    spec = known.messages.get(request)
    if spec is None:
        return {"parameters": parameters.hex()}
    if request == MSG_PROVISION:
        fields = fingerprint_of(parameters)
    else:
        fields = spec.layout.unpack(parameters[: spec.layout.fmt.size])
    return dict(_words(name, value) for name, value in fields.items())


def _words(name: str, value: Any) -> tuple[str, str]:
    if name.endswith("_uc"):
        return name.removesuffix("_uc"), dollars_uc(value)
    if name.endswith("_cents"):
        return name.removesuffix("_cents"), dollars(value)
    return name, value.hex() if isinstance(value, bytes) else str(value)
