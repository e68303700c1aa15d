"""Finding boards: by path, by name (shoe, meter), by serial number, or because there is only one.

A simulated board stands in its simulator's file; a real one is known by its USB ids and asked.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Any

from faro.wire.errors import FaroError, NoAnswer, PortError
from faro.wire.simulators import running

USB_VENDOR = 0x2E8A  # Raspberry Pi: both boards' chips, with the ids that MicroPython gives them
_LEAST_SERIAL = 4  # so many letters of a serial number may stand for it


@dataclass(frozen=True)
class FoundPort:
    """A port, and the board at it as far as it is known."""

    url: str
    name: str = ""  # what it may be called instead of its path
    kind: str = ""  # shoe, meter, bus; nothing: not known
    serial: str = ""
    board: str = ""
    is_simulated: bool = False
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def is_called(self, text: str) -> bool:
        low = text.lower()
        is_serial = len(low) >= _LEAST_SERIAL and self.serial.lower().startswith(low)
        return bool(low) and (low in (self.name, self.kind, self.board) or is_serial)


def find_boards() -> list[FoundPort]:
    """Simulated boards, then real ones; a real one is asked who it is."""
    found = [
        FoundPort(p.url, p.name, p.kind, p.serial, p.board, is_simulated=True) for p in running()
    ]
    return found + [_asked(port) for port in _usb_ports() if port.vid == USB_VENDOR]


def other_ports() -> list[FoundPort]:
    """Serial ports of this machine that are none of our boards, as far as their ids say."""
    ports = [port for port in _usb_ports() if port.vid != USB_VENDOR]
    return [FoundPort(p.device, serial=p.serial_number or "", note=p.description) for p in ports]


def _usb_ports() -> list[Any]:
    from serial.tools import list_ports  # takes its time to load

    return list(list_ports.comports())


def _asked(port: Any) -> FoundPort:
    from faro.wire.client import Client

    serial: str = port.serial_number or ""
    try:
        with Client.open(port.device, tries=2) as client:
            who = client.identity
    except NoAnswer:
        return FoundPort(port.device, serial=serial, note="no firmware of Faro answers: flash it?")
    except PortError as error:
        return FoundPort(port.device, serial=serial, note=str(error))
    except FaroError as error:  # another version of the protocol
        return FoundPort(port.device, serial=serial, note=str(error))
    return FoundPort(port.device, who.kind_name, who.kind_name, who.unique_id, who.name)


def is_path(text: str) -> bool:
    """A port's own name, to be opened as it is."""
    is_com = text.upper().startswith("COM") and text[3:].isdigit()
    return "/" in text or "\\" in text or is_com or os.path.exists(text)


def url_of(text: str) -> str:
    """The port that is meant by a path, a URL, a name or a serial number."""
    if is_path(text):
        return text
    boards = find_boards()
    return _only([board for board in boards if board.is_called(text)], f"'{text}'", boards)


def url_of_kind(kind: str) -> str:
    """The port of the only board of a kind; any board when there is no kind."""
    boards = find_boards()
    fitting = [board for board in boards if (board.kind == kind if kind else board.kind != "bus")]
    return _only([board for board in fitting if board.kind], kind or "board", boards)


def is_simulated(url: str) -> bool:
    """Whether a running simulator has this port."""
    return os.path.realpath(url) in {os.path.realpath(port.url) for port in running()}


def url_to_flash(board: str) -> str:
    """The only real board that runs this board's firmware, or none yet."""
    boards = find_boards()
    fitting = [b for b in boards if not b.is_simulated and b.board in ("", board)]
    return _only(fitting, f"{board} to flash", boards)


def _only(fitting: list[FoundPort], what: str, boards: list[FoundPort]) -> str:
    if len(fitting) == 1:
        return fitting[0].url
    if fitting:
        raise PortError(f"there is more than one {what}; say which with -p: {_list(fitting)}")
    if boards:
        raise PortError(f"there is no {what} here; there is: {_list(boards)}")
    raise PortError(
        f"there is no {what} here: plug a board in, start 'faro sim', or give its port with -p"
    )


def _list(boards: list[FoundPort]) -> str:
    names = [b.kind if b.kind == "bus" else f"{b.kind or 'a port'} {b.serial}" for b in boards]
    return ", ".join(f"{name} ({b.url})" for name, b in zip(names, boards, strict=True))
