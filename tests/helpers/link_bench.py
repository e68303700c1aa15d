"""A LinkPort on a bench of fakes: scripted journal, recorded writes, frames in and out."""

from __future__ import annotations

from faro.wire.dictionary import own_dictionary
from faro.wire.framing import Frame, Splitter, encode
from firmware.board.rows import MSG_STATUS, MSG_TIME
from firmware.core.counters import COUNTERS, Health
from firmware.core.rows import ANYONE
from firmware.link.node import LinkNode
from firmware.link.port import LinkPort
from firmware.link.rows import MSG_ACK, MSG_POLL
from firmware.shoe_rows import MESSAGES

ADDRESS = 0xA0


class FakeJournal:
    """Events by number; those below `first_number` are overwritten."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, bytes]] = []
        self.first_number = 1
        self.type = self.payload_bytes = self.boot_count = self.time_ms = self.utc_s = 0
        self.clock = 0
        self.payload = b""

    @property
    def last_number(self) -> int:
        return len(self.rows)

    def add(self, kind: int, payload: bytes = b"") -> int:
        self.rows.append((kind, payload))
        return len(self.rows)

    def next_held(self, number: int) -> int:
        return min(max(number, self.first_number), self.last_number + 1)

    def load(self, number: int) -> bool:
        if not self.first_number <= number <= self.last_number:
            return False
        self.type, self.payload = self.rows[number - 1]
        self.payload_bytes = len(self.payload)
        self.boot_count, self.time_ms, self.utc_s = 3, number * 10, 0
        return True


class Bench:
    """One port with handlers that count: `request` gives back the raw answer bytes."""

    def __init__(self, is_bus: bool = False) -> None:
        self.journal = FakeJournal()
        self.recorded: list[tuple[int, ...]] = []
        self.actions: list[int] = []
        self.sent = bytearray()
        self.now_ms = 1_000
        self.health = Health()
        self.is_locked = False
        self.node = LinkNode(
            ADDRESS,
            self.journal,
            self._record,
            self.health,
            MESSAGES,
            is_locked=lambda: self.is_locked,
        )
        # roles are the sessions' matter, with tests of their own; here everybody may
        self.node.roles[MSG_TIME] = self.node.roles[MSG_ACK] = ANYONE
        self.port = LinkPort(1 if is_bus else 0, self.node, self._write, is_bus, str.upper)
        self.node.on(self, REQUESTS)
        self._ctr = 0

    def frame(self, name: str, dst: int = ADDRESS, src: int = 0x80, **fields: int) -> bytes:
        """A request with a fresh req and counter."""
        spec = own_dictionary().message_names[name]
        self._ctr += 1
        payload = spec.layout.pack(fields)
        return encode(Frame(spec.number, dst, src, self._ctr % 255 + 1, self._ctr, payload))

    def receive(self, data: bytes) -> bytes:
        """Feed bytes; what the port sent until then comes back."""
        self.sent.clear()
        self.port.receive(data, len(data), self.now_ms)
        return bytes(self.sent)

    def pump(self) -> list[Frame]:
        self.sent.clear()
        self.port.events.pump()
        return frames(bytes(self.sent))

    def counter(self, name: str) -> int:
        return self.health.counters[COUNTERS.index(name)]

    def _record(self, event: int, *values: int) -> int:
        self.recorded.append((event, *values))
        return self.journal.add(event)

    def _write(self, buf: bytearray, n: int) -> None:
        self.sent += buf[:n]


def _status(_bench: Bench, port: LinkPort) -> int:
    return port.answer(*range(17))


def _time(bench: Bench, port: LinkPort, utc_s: int) -> int:
    bench.actions.append(utc_s)
    return port.ok(len(bench.actions))


def _poll(_bench: Bench, port: LinkPort, after: int, credit_frames: int) -> int:
    return port.events.poll(after, credit_frames)


def _ack(bench: Bench, port: LinkPort, number: int, credit_frames: int) -> int:
    bench.node.acknowledge(number)
    port.events.add_credit(credit_frames)
    return 0


REQUESTS = {MSG_STATUS: _status, MSG_TIME: _time, MSG_POLL: _poll, MSG_ACK: _ack}


def frames(data: bytes) -> list[Frame]:
    """All frames in what was sent; nothing else may be there."""
    splitter = Splitter()
    found = splitter.feed(data)
    assert splitter.bad_frames == 0
    return found


def fields(frame: Frame) -> dict[str, int | bytes]:
    """A frame's fields by the message table."""
    return own_dictionary().messages[frame.kind].layout.unpack(frame.payload)
