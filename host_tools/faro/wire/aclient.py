"""The client for asyncio: the same steps, many requests at once, matched by req and counter."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from typing import Any

from faro.wire.conversation import (
    RECONNECT_S,
    Ask,
    Asking,
    Call,
    Conversation,
    FollowedBoard,
    Following,
    Last,
    Listen,
    T,
    Write,
)
from faro.wire.deeds import Deed
from faro.wire.dictionary import Dictionary, Fields
from faro.wire.errors import NoAnswer, PortError, Refused
from faro.wire.events import Event
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message, Request
from faro.wire.transports import PortTransport, SerialTransport, open_port, utc_now
from firmware.link.rows import ADDRESS_BROADCAST, READ_ANSWER_MS

_MOST_AT_ONCE = 128  # req is one byte: half of its values stay free
_THREAD_READS_MS = 50  # how late a reading thread sees that the port was closed


class AsyncClient(Conversation):
    """Requests and events of one board.  `async with await AsyncClient.open(url) as board: …`"""

    def __init__(
        self,
        transport: SerialTransport | PortTransport,
        address: int = ADDRESS_BROADCAST,
        timeout_ms: int = READ_ANSWER_MS,
        tries: int = 8,
        utc_s: Callable[[], int] | None = None,
    ) -> None:
        super().__init__(address, transport.name, transport.now_ms, timeout_ms, tries, utc_s)
        self.transport = transport
        self._waiting: dict[int, tuple[Request, asyncio.Future[Message | Refused]]] = {}
        self._turn = asyncio.Lock()
        self._has_pushed = asyncio.Event()
        self._lost: PortError | None = None
        self._loop = asyncio.get_running_loop()
        self._thread: threading.Thread | None = None
        if isinstance(transport, SerialTransport):
            self._loop.add_reader(transport.fileno(), self._readable)
        else:
            self._thread = threading.Thread(target=self._read_on, daemon=True)
            self._thread.start()

    @classmethod
    async def open(cls, url: str, address: int = ADDRESS_BROADCAST, **options: Any) -> AsyncClient:
        """Open a port and say HELLO; raises PortError or NoAnswer with one clear line."""
        options.setdefault("utc_s", utc_now)
        client = cls(open_port(url), address, **options)
        try:
            await client.hello()
        except BaseException:
            client.close()
            raise
        return client

    def close(self) -> None:
        self._fail(PortError(f"{self.transport.name} was closed"))
        if self._thread is not None:
            self._thread.join()
        self.transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self.close()

    # -- requests --------------------------------------------------------------------------

    async def request(self, name: str, **fields: Any) -> Message:
        """Send a request and wait for its answer; the same bytes again when it stays away.

        A session that the board has lost (it restarted) is opened again once.
        """
        return await self._run(self.asking(name, fields))

    def send(self, name: str, **fields: Any) -> None:
        """Send a request that has no answer."""
        self._write(self.protocol.request(name, **fields).data)

    async def hello(self) -> Identity:
        """Who is there; learns the board's address and, when it differs, its dictionary."""
        return await self._run(self.greeting())

    async def open_session(self, keys: DeviceKeys, role: str) -> None:
        """Prove a role's key to the board; from here on every frame is tagged."""
        await self._run(self.opening_session(keys, role))

    async def close_session(self) -> None:
        await self._run(self.closing_session())

    async def deed(self) -> Deed:
        """What waits for a second role."""
        return await self._run(self.reading_deed())

    async def confirm(self, deed: Deed) -> None:
        """Confirm this very deed, once; nobody but a person who saw it should."""
        await self._run(self.confirming(deed))

    async def provision(self, keys: DeviceKeys) -> int:
        """Give a board its keys: on USB, with its lid open; 0, or a deed that waits."""
        return await self._run(self.provisioning(keys))

    async def describe(self) -> Dictionary:
        """Fetch the board's own dictionary, line by line."""
        return await self._run(self.describing())

    async def status(self) -> Fields:
        return (await self.request("STATUS")).fields

    # -- events ----------------------------------------------------------------------------

    async def events(self, after: Last) -> AsyncGenerator[Event, None]:
        """Everything recorded after event `after`, up to now."""
        board = self._known or await self.hello()
        async for event in self._stream(self.fetching(board, after)):
            yield event

    async def follow(self, after: Last, is_acking: bool = False) -> AsyncGenerator[Event, None]:
        """Events for ever, pushed by the board; one such stream at a time.

        With `is_acking` each event counts as safely kept once the next one is asked for.
        Survives lost frames; a lost port raises PortError (see `AsyncFollower`).
        """
        board = self._known or await self.hello()
        async for event in self._stream(self.following(board, after, is_acking)):
            yield event

    # -- steps -----------------------------------------------------------------------------

    async def _run(self, steps: Asking[T]) -> T:
        if self.protocol.session is None:
            return await self._run_now(steps)
        async with self._turn:  # a session's counter only goes up: no retry may be overtaken
            return await self._run_now(steps)

    async def _run_now(self, steps: Asking[T]) -> T:
        result: Message | Refused | None = None
        while True:
            try:
                step = steps.send(result)
            except StopIteration as stop:
                return stop.value
            result = await self._ask(step)

    async def _stream(self, steps: Following) -> AsyncGenerator[Event, None]:
        result: Any = None
        refused: Refused | None = None
        while True:
            try:
                step = steps.send(result) if refused is None else steps.throw(refused)
            except StopIteration:
                return
            result = refused = None
            if isinstance(step, Call):
                try:
                    result = await self.request(step.name, **step.fields)
                except Refused as refusal:
                    refused = refusal
            elif isinstance(step, Write):
                self._write(step.data)
            elif isinstance(step, Listen):
                result = await self._listen(step.timeout_ms / 1000)
            elif step is not None:
                yield step

    async def _ask(self, step: Ask) -> Message | Refused | None:
        if len(self._waiting) >= _MOST_AT_ONCE:
            raise NoAnswer(f"more than {_MOST_AT_ONCE} requests at once")
        future: asyncio.Future[Message | Refused] = self._loop.create_future()
        self._waiting[step.request.req] = (step.request, future)
        try:
            self._write(step.request.data)
            done, _ = await asyncio.wait((future,), timeout=step.timeout_ms / 1000)
            return future.result() if done else None
        finally:
            self._waiting.pop(step.request.req, None)
            future.cancel()

    async def _listen(self, timeout_s: float) -> bool:
        """True when something was pushed; False after a while of silence."""
        self._has_pushed.clear()
        try:
            await asyncio.wait_for(self._has_pushed.wait(), timeout_s)
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
            self._take(self.transport.read(0))
        except PortError as error:
            self._fail(error)

    def _read_on(self) -> None:
        """In a thread, where the event loop cannot watch a port (Windows)."""
        try:
            while self._lost is None:
                data = self.transport.read(_THREAD_READS_MS)
                if data:
                    self._loop.call_soon_threadsafe(self._take, data)
        except PortError as error:
            self._loop.call_soon_threadsafe(self._fail, error)

    def _take(self, data: bytes) -> None:
        for message in self.protocol.receive(data):
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
            answer = refusal
        if answer is not None:
            future.set_result(answer)

    def _fail(self, error: PortError) -> None:
        """The port has gone: everybody who waits is told."""
        if self._lost is not None:
            return
        self._lost = error
        if isinstance(self.transport, SerialTransport):
            self._loop.remove_reader(self.transport.fileno())
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(error)
        self._has_pushed.set()


class AsyncFollower(FollowedBoard):
    """Follows a board over lost cables and restarts: opens the port again and catches up."""

    async def events(self) -> AsyncGenerator[Event, None]:
        """Each event once, in order, for ever; raises only when the first try finds nobody."""
        is_first = True
        while True:
            try:
                async with await AsyncClient.open(self.url, self.address) as client:
                    is_first = False
                    async for event in client.follow(self.after, self.is_acking):
                        self.after = event
                        yield event
            except (PortError, NoAnswer):
                if is_first:
                    raise
                self.reconnects += 1
                await asyncio.sleep(RECONNECT_S)
