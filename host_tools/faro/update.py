"""Sends a signed image to a board and waits for its verdict; the board decides, not this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from faro.client import Client
from faro.errors import FaroError, Refused
from faro.image_build import Image
from faro.words import change_result_text, image_code_text, slot_name
from firmware.link import messages as m
from firmware.link.framing import MAX_PAYLOAD_BYTES
from firmware.trust.slots import MANIFEST, SIGNATURE
from firmware.update import updater as u

PIECE_BYTES = MAX_PAYLOAD_BYTES - 4
Progress = Callable[[str, int, int], None]  # what happens, bytes done, bytes in all
_PAUSE_MS = 20
_STEP_LIMIT_MS = 60_000
_BUSY_STATES = (u.US_CLEARING, u.US_CHECKING_HEAD, u.US_CHECKING_FILES)


class UpdateRefused(FaroError):
    """The board refused the image; `code` is one of firmware/trust/image.py."""

    def __init__(self, code: int, path: str) -> None:
        self.code = code
        self.path = path
        where = f" ({path})" if path else ""
        super().__init__(f"the board refused the image: {image_code_text(code)}{where}")


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
    path: str

    @property
    def text(self) -> str:
        """One line for people."""
        if self.state == u.US_REFUSED:
            return f"refused: {image_code_text(self.code)} {self.path}".strip()
        return u.STATE_NAMES[self.state]


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
    fields = client.request("GET_UPDATE").fields
    return UpdateStatus(**{**fields, "path": fields["path"].decode()})


def get_changes(client: Client) -> list[Change]:
    """The last changes, newest first."""
    changes: list[Change] = []
    while True:
        try:
            fields = client.request("GET_CHANGE", age=len(changes)).fields
        except Refused as refused:
            if refused.code == m.ERR_NO_SUCH_RECORD:
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
    tell = progress or _tell_nobody
    sender = _Sender(client, tell, image.total_bytes)
    sender.order("UPDATE_BEGIN", total_bytes=image.total_bytes)
    sender.wait_idle("clearing the slot")
    sender.send(MANIFEST, image.manifest)
    sender.send(SIGNATURE, image.signature)
    sender.wait_idle("checking the signature")
    for path, data in image.files.items():
        sender.send(path, data)
    sender.order("UPDATE_FINISH")
    return sender.wait_idle("checking the files")


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
    def __init__(self, client: Client, tell: Progress, total_bytes: int) -> None:
        self._client = client
        self._tell = tell
        self._total_bytes = total_bytes
        self._done_bytes = 0

    def order(self, name: str, **fields: object) -> None:
        """A request; when the image was refused, say why instead of just that."""
        try:
            self._client.request(name, **fields)
        except Refused as refused:
            if refused.code == m.ERR_IMAGE_REFUSED:
                status = get_status(self._client)
                raise UpdateRefused(status.code, status.path) from None
            raise

    def send(self, path: str, data: bytes) -> None:
        self.order("UPDATE_FILE", size_bytes=len(data), path=path.encode())
        for at in range(0, len(data), PIECE_BYTES):
            piece = data[at : at + PIECE_BYTES]
            self.order("UPDATE_DATA", offset=at, data=piece)
            self._done_bytes += len(piece)
            self._tell(path, self._done_bytes, self._total_bytes)

    def wait_idle(self, what: str) -> UpdateStatus:
        due_ms = self._client.transport.now_ms() + _STEP_LIMIT_MS
        while True:
            status = get_status(self._client)
            if status.state == u.US_REFUSED:
                raise UpdateRefused(status.code, status.path)
            if status.state not in _BUSY_STATES:
                return status
            if self._client.transport.now_ms() >= due_ms:
                raise FaroError(f"the board is still {what} after {_STEP_LIMIT_MS // 1000} s")
            self._tell(what, self._done_bytes, self._total_bytes)
            _pause(self._client)


def _pause(client: Client) -> None:
    client.protocol.receive(client.transport.read(_PAUSE_MS))


def _tell_nobody(_what: str, _done_bytes: int, _total_bytes: int) -> None:
    pass
