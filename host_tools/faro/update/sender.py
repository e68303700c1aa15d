"""Sends a signed image to a board and waits for its verdict; the board decides, not this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faro.build.image import HEAD_BYTES, Image
from faro.wire.client import Client
from faro.wire.errors import FaroError, Refused
from faro.words.board import change_result_text, image_code_text, slot_name
from firmware.core.errors import ERR_IMAGE_REFUSED, ERR_NO_SUCH_RECORD
from firmware.link.framing import MAX_PAYLOAD_BYTES
from firmware.update import mirror, updater

PIECE_BYTES = MAX_PAYLOAD_BYTES - 4
Progress = Callable[[str, int, int], None]  # what happens, bytes done, bytes in all
_PAUSE_MS = 20
_STEP_LIMIT_MS = 60_000
u: Any = updater  # the firmware's code has no annotations
_BUSY_STATES = (u.US_ERASING, u.US_CHECKING_HEAD, u.US_CHECKING_ROM)
_STATE_TEXTS = {
    u.US_IDLE: "idle",
    u.US_ERASING: "erasing the slot",
    u.US_HEAD: "waiting for header and signature",
    u.US_CHECKING_HEAD: "checking the signature",
    u.US_ROM: "receiving the code",
    u.US_CHECKING_ROM: "checking the code",
    u.US_STAGED: "ready for the next boot",
    u.US_REFUSED: "refused",
}
_SPARE_TEXTS = {
    mirror.MS_LOOKING: "not looked at yet",
    mirror.MS_ERASING: "being written anew",
    mirror.MS_COPYING: "being written anew",
    mirror.MS_CHECKING: "being written anew",
    mirror.MS_SAME: "holds the same image",
    mirror.MS_FAILED: "does not take an image",
}


class UpdateRefused(FaroError):
    """The board refused the image; `code` is one of firmware/trust/image.py."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"the board refused the image: {image_code_text(code)}")


class UpdateFailed(FaroError):
    """The new image did not run well; the board runs the one before."""


@dataclass(frozen=True)
class UpdateStatus:
    """Answer to GET_UPDATE."""

    state: int
    code: int
    done_bytes: int
    total_bytes: int
    active_slot: int
    pending_slot: int
    minimum_counter: int
    spare_state: int

    @property
    def text(self) -> str:
        """One line for people."""
        if self.state == u.US_REFUSED:
            return f"refused: {image_code_text(self.code)}"
        return _STATE_TEXTS[self.state]

    @property
    def spare_text(self) -> str:
        """What is known of the slot that does not run."""
        return _SPARE_TEXTS[self.spare_state]

    @property
    def is_spare_same(self) -> bool:
        """One bad page would leave a whole image."""
        return self.spare_state == mirror.MS_SAME


@dataclass(frozen=True)
class Change:
    """One of the last ten firmware changes."""

    counter: int
    build: str
    time_s: int  # UTC, or the boot count while the board had no time
    is_utc: bool
    slot: str
    result: str


def get_status(client: Client) -> UpdateStatus:
    """How far an update is, and which slots are used."""
    return UpdateStatus(**client.request("GET_UPDATE").fields)


def get_changes(client: Client) -> list[Change]:
    """The last changes, newest first."""
    changes: list[Change] = []
    while True:
        try:
            fields = client.request("GET_CHANGE", age=len(changes)).fields
        except Refused as refused:
            if refused.code == ERR_NO_SUCH_RECORD:
                return changes
            raise
        changes.append(
            Change(
                fields["counter"],
                fields["build"].rstrip(b"\0").decode(),
                fields["time_s"],
                bool(fields["is_utc"]),
                slot_name(fields["slot"]),
                change_result_text(fields["result"]),
            )
        )


def send_update(
    client: Client, image: Image | Path, progress: Progress | None = None
) -> UpdateStatus:
    """Transfer an image and have it checked; it starts with the next boot.  UpdateRefused."""
    if isinstance(image, Path):
        image = Image.load(image)
    sender = _Sender(client, progress or _tell_nobody, image.data)
    sender.order("UPDATE_BEGIN", total_bytes=len(image.data))
    sender.wait_idle("erasing the slot")
    sender.send(0, HEAD_BYTES)
    sender.wait_idle("checking the signature")
    sender.send(HEAD_BYTES, len(image.data))
    sender.order("UPDATE_FINISH")
    return sender.wait_idle("checking the code")


def wait_proved(client: Client, slot: int, limit_ms: int = 30_000) -> UpdateStatus:
    """After the restart: wait until the new image is the active one; UpdateFailed if not."""
    transport = client.transport
    due_ms = transport.now_ms() + limit_ms
    while True:
        status = get_status(client)
        if status.active_slot == slot and status.pending_slot == 0:
            return status
        if status.pending_slot == 0:
            changes = get_changes(client)
            why = changes[0].result if changes else "nothing is known of it"
            raise UpdateFailed(f"the board went back to the firmware before: {why}")
        if transport.now_ms() >= due_ms:
            raise UpdateFailed("the new firmware has not said that it runs well")
        _pause(client)


class _Sender:
    def __init__(self, client: Client, tell: Progress, data: bytes) -> None:
        self._client = client
        self._tell = tell
        self._data = data
        self._done_bytes = 0

    def order(self, name: str, **fields: object) -> None:
        """A request; when the image was refused, say why instead of just that."""
        try:
            self._client.request(name, **fields)
        except Refused as refused:
            if refused.code == ERR_IMAGE_REFUSED:
                raise UpdateRefused(get_status(self._client).code) from None
            raise

    def send(self, start: int, end: int) -> None:
        """A part of the image; the board stops looking when the part is wrong."""
        for at in range(start, end, PIECE_BYTES):
            piece = self._data[at : min(at + PIECE_BYTES, end)]
            self.order("UPDATE_DATA", offset=at, data=piece)
            self._done_bytes = at + len(piece)
            self._tell("sending", self._done_bytes, len(self._data))

    def wait_idle(self, what: str) -> UpdateStatus:
        due_ms = self._client.transport.now_ms() + _STEP_LIMIT_MS
        while True:
            status = get_status(self._client)
            if status.state == u.US_REFUSED:
                raise UpdateRefused(status.code)
            if status.state not in _BUSY_STATES:
                return status
            if self._client.transport.now_ms() >= due_ms:
                raise FaroError(f"the board is still {what} after {_STEP_LIMIT_MS // 1000} s")
            self._tell(what, self._done_bytes, len(self._data))
            _pause(self._client)


def _pause(client: Client) -> None:
    client.protocol.receive(client.transport.read(_PAUSE_MS))


def _tell_nobody(_what: str, _done_bytes: int, _total_bytes: int) -> None:
    pass
