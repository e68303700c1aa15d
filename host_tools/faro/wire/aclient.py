"""The client for asyncio: same sans-IO core, many requests at once, matched by req and counter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from faro.wire.dictionary import Dictionary, dictionary_with
from faro.wire.errors import FaroError, NoAnswer, PortError, Refused
from faro.wire.events import Event, EventStream
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message, Protocol, Request
from faro.wire.transports import SerialTransport
from firmware.link.rows import ADDRESS_BROADCAST, PROTOCOL_VERSION, SECTION_NAMES

_POLL_AGAIN_S = 1.0  # a pushed frame may get lost: ask again after this much silence
_RECONNECT_S = 0.25
_CREDIT_FRAMES = 64
_MOST_AT_ONCE = 128  # req is one byte: half of its values stay free


class AsyncClient:
    """Requests and events of one board.  `async with await AsyncClient.open(url) as board: …`"""

    def __init__(
        self,
        transport: SerialTransport,
        address: int = ADDRESS_BROADCAST,
        timeout_ms: int = 250,
        tries: int = 8,
    ) -> None:
        self.transport = transport
        self.protocol = Protocol(address)
        self.timeout_s = timeout_ms / 1000
        self.tries = tries
        self.retries = 0
        self._waiting: dict[int, tuple[Request, asyncio.Future[Message]]] = {}
        self._turn = asyncio.Lock()
        self._has_pushed = asyncio.Event()
        self._lost: PortError | None = None
        self._identity: Identity | None = None
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(transport.fileno(), self._readable)

    @classmethod
    async def open(
        cls, url: str, address: int = ADDRESS_BROADCAST, **options: Any
    ) -> AsyncClient:
        """Open a port and say HELLO; raises PortError or NoAnswer with one clear line."""
        client = cls(SerialTransport(url), address, **options)
        try:
            await client.hello()
        except BaseException:
            client.close()
            raise
        return client

    def close(self) -> None:
        if self._lost is None:
            self._fail(PortError(f"{self.transport.name} was closed"))
        self.transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self.close()

    # -- requests --------------------------------------------------------------------------

    async def request(self, name: str, **fields: Any) -> Message:
        """Send a request and wait for its answer; the same bytes again when it stays away."""
        if self.protocol.session is None:
            return await self._exchange(name, fields)
        async with self._turn:  # a session's counter only goes up: no retry may be overtaken
            return await self._exchange(name, fields)

    async def _exchange(self, name: str, fields: dict[str, Any]) -> Message:
        if len(self._waiting) >= _MOST_AT_ONCE:
            raise NoAnswer(f"more than {_MOST_AT_ONCE} requests at once")
        request = self.protocol.request(name, **fields)
        future: asyncio.Future[Message] = self._loop.create_future()
        self._waiting[request.req] = (request, future)
        try:
            for attempt in range(self.tries):
                self.retries += attempt > 0
                self._write(request.data)
                done, _ = await asyncio.wait((future,), timeout=self.timeout_s)
                if done:
                    return future.result()
        finally:
            self._waiting.pop(request.req, None)
            future.cancel()
        raise NoAnswer(
            f"no answer from {self.transport.name} to {name}: is it a Faro board, and powered?"
        )

    def send(self, name: str, **fields: Any) -> None:
        """Send a request that has no answer."""
        self._write(self.protocol.request(name, **fields).data)

    async def hello(self) -> Identity:
        """Who is there; learns the board's address and, when it differs, its dictionary."""
        answer = await self.request("HELLO", protocol=PROTOCOL_VERSION, nonce=bytes(16))
        self._identity = self.protocol.meet(answer)
        crc = self._identity.dictionary_crc
        if crc != self.protocol.dictionary.crc:
            self.protocol.dictionary = dictionary_with(crc) or await self.describe()
        return self._identity

    async def open_session(self, keys: DeviceKeys, role: str) -> None:
        """Prove a role's key to the board; from here on every frame is tagged."""
        self.protocol.session = None
        identity = await self.hello()
        fields = self.protocol.begin_session(identity, keys, role)
        try:
            await self.request("OPEN_SESSION", **fields)
        except FaroError:
            self.protocol.session = None
            raise

    async def describe(self) -> Dictionary:
        """Fetch the board's own dictionary, line by line."""
        lines: list[list[str]] = []
        for section in range(len(SECTION_NAMES)):
            rows: list[str] = []
            count = 1
            while len(rows) < count:
                text = b""
                line_bytes = 1
                while len(text) < line_bytes:
                    fields = (
                        await self.request(
                            "DESCRIBE", section=section, index=len(rows), offset=len(text)
                        )
                    ).fields
                    text += fields["text"]
                    line_bytes, count = fields["line_bytes"], fields["count"]
                rows.append(text.decode())
            lines.append(rows)
        return Dictionary.parse(lines)

    async def status(self) -> dict[str, Any]:
        return (await self.request("STATUS")).fields

    # -- events ----------------------------------------------------------------------------

    async def follow(self, after: int, is_acking: bool = False) -> AsyncGenerator[Event, None]:
        """Events for ever, pushed by the board; one such stream at a time.

        With `is_acking` each event counts as safely kept once the next one is asked for.
        Survives lost frames; a lost port raises PortError (see `AsyncFollower`).
        """
        identity = self._identity or await self.hello()
        stream = EventStream(identity.unique_id, self.protocol.dictionary, after)
        while True:
            self.protocol.pushed.clear()
            answer = await self.request(
                "POLL", after=stream.expected - 1, credit_frames=_CREDIT_FRAMES
            )
            for event in stream.feed(answer.fields):
                yield event
            async for event in self._pushed_events(stream, is_acking):
                yield event

    async def _pushed_events(self, stream: EventStream, is_acking: bool) -> AsyncIterator[Event]:
        """What the board pushes on the credit of one POLL, until a gap or silence."""
        credit = _CREDIT_FRAMES
        if self.protocol.session is None:
            is_acking = False  # a board takes acks, and credit with them, from a role only
        if is_acking and stream.expected > 1:
            self.send("ACK", number=stream.expected - 1, credit_frames=credit)
        while await self._wait_for_push():
            while self.protocol.pushed:
                message = self.protocol.pushed.pop(0)
                if message.name != "EVENTS":
                    continue
                credit -= 1
                for event in stream.feed(message.fields):
                    yield event
                if stream.has_gap:
                    return
            if credit <= _CREDIT_FRAMES // 2:
                if not is_acking:
                    return
                credit = _CREDIT_FRAMES
                self.send("ACK", number=stream.expected - 1, credit_frames=credit)

    async def _wait_for_push(self) -> bool:
        """True when something was pushed; False after a while of silence."""
        if not self.protocol.pushed:
            self._has_pushed.clear()
            try:
                await asyncio.wait_for(self._has_pushed.wait(), _POLL_AGAIN_S)
            except TimeoutError:
                return False
        if self._lost is not None:
            raise self._lost
        return True

    # -- bytes -----------------------------------------------------------------------------

    def _write(self, data: bytes) -> None:
        if self._lost is not None:
            raise self._lost
        self.transport.write(data)

    def _readable(self) -> None:
        try:
            incoming = self.protocol.receive(self.transport.read(0))
        except PortError as error:
            self._fail(error)
            return
        for message in incoming:
            self._hand_over(message)
        if self.protocol.pushed:
            self._has_pushed.set()

    def _hand_over(self, message: Message) -> None:
        """Give an answer to the request that waits for it."""
        request, future = self._waiting.get(message.frame.req, (None, None))
        if request is None or future is None or future.done():
            return
        try:
            answer = self.protocol.answer_to(request, [message])
        except Refused as refusal:
            future.set_exception(refusal)
            return
        if answer is not None:
            future.set_result(answer)

    def _fail(self, error: PortError) -> None:
        """The port has gone: everybody who waits is told."""
        self._lost = error
        self._loop.remove_reader(self.transport.fileno())
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._has_pushed.set()


class AsyncFollower:
    """Follows a board over lost cables and restarts: opens the port again and catches up."""

    def __init__(self, url: str, address: int, after: int, is_acking: bool) -> None:
        self.url = url
        self.address = address
        self.after = after
        self.is_acking = is_acking
        self.reconnects = 0

    async def events(self) -> AsyncGenerator[Event, None]:
        """Each event once, in order, for ever; raises only when the first try finds nobody."""
        is_first = True
        while True:
            try:
                async with await AsyncClient.open(self.url, self.address) as client:
                    is_first = False
                    async for event in client.follow(self.after, self.is_acking):
                        self.after = event.number
                        yield event
            except (PortError, NoAnswer):
                if is_first:
                    raise
                self.reconnects += 1
                await asyncio.sleep(_RECONNECT_S)
