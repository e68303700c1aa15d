"""Where attacks run: a provisioned board on virtual time, its owner, and an attacker's line."""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.dictionary import own_dictionary
from faro.wire.events import Event
from faro.wire.framing import Frame, Splitter, cobs_encode, encode
from faro.wire.keys import DeviceKeys
from firmware.link.rows import ADDRESS_HOST
from firmware.store.cells import (
    CELL_FAULTS,
    CELL_KEYS,
    CELL_ROLES,
    CELL_SEALS,
    CELL_SETTINGS,
    CELL_UPDATES,
)
from hw_sim.parts.fram import FramChip
from hw_sim.power import Supply
from hw_sim.rig import BoardRig
from hw_sim.sim_transport import SimTransport
from hw_sim.unpowered import open_store
from tests.proofs.attacks.outcome import Notes

SEATS = 3  # the setting that attackers try to change
SEATS_AT_START = 7
NO_ANSWER = "no answer"
ANSWER_MS = 400  # a refusal is in both memory chips and the journal before it is sent
ROLE_KEYS_BYTES = 128
_KEPT_CELLS = (CELL_SETTINGS, CELL_FAULTS, CELL_KEYS, CELL_SEALS, CELL_UPDATES)
_BOOT_MS = 30_000  # with a check of the image's signature
_CRC = struct.Struct("<I")


@dataclass(frozen=True)
class Kept:
    """What an attack must not change: read from the memory chips, not from the board's answers."""

    cells: dict[int, bytes]
    boots: int


class Line:
    """An attacker's end of a serial line: sends any bytes, sees whatever comes back."""

    def __init__(self, rig: Rig, board: BoardRig, is_bus: bool, address: int) -> None:
        self._rig = rig
        self._end = rig.bus_host if is_bus else board.usb_host
        self.address = address
        self.heard = bytearray()  # everything since the start
        self._ctr = 0x7000_0000

    def send(self, data: bytes, wait_ms: int = ANSWER_MS, quiet_ms: int = 3) -> list[Frame]:
        """Send bytes; the frames that come back until the line is quiet."""
        kernel = self._rig.kernel
        self._end.rx.clear()
        self._end.write(data)
        got = b""
        while kernel.run_for_ms(wait_ms, lambda: bool(self._end.rx)):
            got += self._end.take()
            wait_ms = quiet_ms
        self.heard += got
        return Splitter().feed(got)

    def ask(self, frame: Frame) -> str:
        """Send a frame; the answer's name, an error's name, or NO_ANSWER."""
        return self.name_of(self.send(encode(frame)), frame)

    def frame(self, name: str, own: int = ADDRESS_HOST, **fields: Any) -> Frame:
        """A request without a tag, its counter ahead of everybody's."""
        spec = own_dictionary().message_names[name]
        self._ctr += 1
        payload = spec.layout.pack(fields)
        return Frame(spec.number, self.address, own, self._ctr % 255 + 1, self._ctr, payload)

    @staticmethod
    def name_of(frames: Sequence[Frame], request: Frame) -> str:
        """What the answer to a request says."""
        for frame in frames:
            if frame.req == request.req and frame.ctr == request.ctr:
                return answer_name(frame)
        return NO_ANSWER


def answer_name(frame: Frame) -> str:
    """OK and the like by name; an ERROR by the error's name."""
    known = own_dictionary()
    spec = known.messages.get(frame.kind)
    if spec is None:
        return f"message {frame.kind}"
    if spec.name != "ERROR":
        return spec.name
    return known.errors[int(spec.layout.unpack(frame.payload)["code"])]


def raw_frame(body: bytes) -> bytes:
    """Bytes on the wire for a body that `encode` would not build; its CRC is right."""
    return b"\0" + cobs_encode(body + _CRC.pack(crc32(body))) + b"\0"


class Bench:
    """One board that has its keys, as it stands at a table: lid closed, no fault.

    `prepare` is called before power is on.
    """

    def __init__(
        self,
        kind: str = "shoe",
        extra_path: Sequence[Path] = (),
        seed: int = 1,
        others: Sequence[str] = (),
        prepare: Callable[[BoardRig], None] | None = None,
    ) -> None:
        self.rig = Rig((kind, *others), seed, extra_path)
        self.name = kind
        self.board = self.rig.boards[kind]
        self.notes: Notes | None = None
        try:
            if prepare is not None:
                prepare(self.board)
            self.rig.power_on()
            self.rig.wait_ready(_BOOT_MS)
            identity = self.client().hello()
            self.address = identity.address
            self.keys = DeviceKeys.create(identity.unique_id, kind)
            self.provision(self.keys)
        except BaseException:
            self.rig.close()
            raise

    def close(self) -> None:
        self.rig.close()

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def begin(self, tried: str) -> Notes:
        """New notes; what is in them counts even if the attack then gets no further."""
        self.notes = Notes(tried)
        return self.notes

    # -- the owner -------------------------------------------------------------------------

    def client(self, own: int = ADDRESS_HOST, board: str | None = None) -> Client:
        """A client on the USB port."""
        client = self.rig.client(board or self.name)
        client.protocol.own = own
        return client

    def bus_client(self, own: int = ADDRESS_HOST) -> Client:
        """A client on the RS-485 line."""
        client = Client(SimTransport(self.rig.kernel, self.rig.bus_host), self.address)
        client.protocol.own = own
        return client

    def session(self, role: str, own: int = ADDRESS_HOST) -> Client:
        """The owner, in a session of the role."""
        client = self.client(own)
        client.open_session(self.keys, role)
        return client

    def provision(self, keys: DeviceKeys, board: str | None = None) -> None:
        """As on the bench: lid open, by USB; then the lid is closed and its fault cleared."""
        self.rig.provision(board or self.name, keys)

    def seal(self) -> None:
        technician = self.session("technician", 0x8F)
        technician.request("SEAL", is_sealed=1)
        technician.close_session()

    def forget_failures(self, role: str = "technician") -> None:
        """The owner opens a session: wrong guesses at this role on USB count no more."""
        self.session(role, 0x8E).close_session()

    # -- the attacker ----------------------------------------------------------------------

    def line(self, is_bus: bool = False) -> Line:
        return Line(self.rig, self.board, is_bus, self.address)

    def captured(self, client: Client, name: str, **fields: Any) -> bytes:
        """The bytes of a request that the owner sends, as heard on the wire."""
        written: list[bytes] = []
        write = client.transport.write

        def listen(data: bytes) -> None:
            written.append(data)
            write(data)

        client.transport.write = listen
        try:
            client.request(name, **fields)
        finally:
            client.transport.write = write
        return written[-1]

    # -- what there is to see --------------------------------------------------------------

    def seats(self) -> int:
        return self.client(0x8D).request("GET_SETTING", setting=SEATS).fields["value"]

    def last_event(self) -> int:
        return self.client(0x8D).status()["last_event"]

    def events_since(self, number: int, *names: str) -> list[Event]:
        client = self.client(0x8D)
        return [event for event in client.events(number) if not names or event.name in names]

    def store(self) -> Any:
        """The board's cells, from a copy of its memory chips."""
        copies: list[FramChip] = []
        for chip in self.board.frams:
            copy = FramChip(chip.name, Supply(rng=self.rig.kernel.rng("copy")))
            copy.load(chip.contents())
            copies.append(copy)
        return open_store(replace(self.board, frams=copies))

    def kept(self) -> Kept:
        store = self.store()
        cells = {cell: bytes(store.view(cell)) for cell in _KEPT_CELLS}
        cells[CELL_ROLES] = bytes(store.view(CELL_ROLES)[:ROLE_KEYS_BYTES])
        return Kept(cells, self.board.board.boots)

    def check_kept(self, notes: Notes, before: Kept) -> None:
        """Nothing that counts has changed."""
        after = self.kept()
        for cell, payload in before.cells.items():
            notes.expect(after.cells[cell] == payload, f"cell {cell} of the store has changed")
        notes.expect(after.boots == before.boots, "the board restarted")

    def check_recorded(self, notes: Notes, after: int, name: str, count: int = 1) -> list[Event]:
        """The promised events are in the journal."""
        found = self.events_since(after, name)
        notes.events += [event.number for event in found]
        notes.expect(len(found) >= count, f"{len(found)} of {count} {name} events recorded")
        return found

    def power_cycle(self, while_off: Callable[[], None] | None = None) -> None:
        self.board.board.power_off()
        self.rig.kernel.run_for_ms(200)
        if while_off is not None:
            while_off()
        self.board.board.power_on()
        self.rig.wait_ready(_BOOT_MS)

    def wait_ms(self, duration_ms: int, is_done: Callable[[], bool] | None = None) -> None:
        self.rig.kernel.run_for_ms(duration_ms, is_done)
