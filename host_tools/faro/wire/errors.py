"""What can go wrong between a program and a board; every text is one line for a person."""

from __future__ import annotations


class FaroError(Exception):
    """Base of all errors of this library."""

    exit_code = 1  # of the faro command


class BadInput(FaroError):
    """What the caller gave makes no sense; nothing was done."""

    exit_code = 2


class PortError(FaroError):
    """The serial port cannot be opened or has gone away."""


class NoAnswer(FaroError):
    """Nothing that speaks Faro's protocol answered in time."""


class Refused(FaroError):
    """The board understood the request and said no."""

    def __init__(self, request: str, code: int, name: str, text: str, detail: int = 0) -> None:
        super().__init__(text)
        self.request = request
        self.code = code
        self.name = name
        self.detail = detail


class SessionLost(FaroError):
    """Whether the request was carried out is not known: it is not sent a second time."""

    def __init__(self, request: str) -> None:
        super().__init__(
            f"the session ended during {request}: look at the board's events before trying again"
        )


class BoardSetBack(FaroError):
    """The board's record is not the one this host knows: set back, emptied, or another board's."""


class ProtocolMismatch(FaroError):
    """The board speaks another version of the protocol."""
