"""What a client does, without any I/O: both clients carry out these steps, so they do the same.

Each method gives steps.  Whoever carries one out sends its result back and gets the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

from faro.wire.deeds import Deed, Unconfirmed
from faro.wire.dictionary import Dictionary, Fields, dictionary_with
from faro.wire.errors import BoardSetBack, FaroError, NoAnswer, Refused, SessionLost
from faro.wire.events import Event, EventStream
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message, Protocol, Request
from firmware.core.rows import ONCE
from firmware.link.rows import (
    ONCE_ANSWER_MS,
    PROTOCOL_VERSION,
    READ_ANSWER_MS,
    SECTION_NAMES,
)
from firmware.trust.sessions import IDLE_LIMIT_S

RECONNECT_S = 0.25  # between two tries to open a port that has gone away
_POLL_AGAIN_MS = 1_000  # a pushed frame may get lost: ask again after this much silence
_CREDIT_FRAMES = 64
_TELL_TIME_MS = 600_000  # crystals differ by a tenth of a second in that time
_HELLO = {"protocol": PROTOCOL_VERSION, "nonce": bytes(16)}
_IDLE_LIMIT_MS = IDLE_LIMIT_S * 1000
# a person's word for one deed: what became of it is looked up, it is never given again
_SENT_ONCE = ("CONFIRM",)


@dataclass(frozen=True, slots=True)
class Ask:
    """Write a request; the result is its answer or refusal, None when it stays away too long."""

    request: Request
    timeout_ms: int


@dataclass(frozen=True, slots=True)
class Call:
    """Make a whole request, with all that belongs to one; the result is its answer."""

    name: str
    fields: Fields


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that nobody answers."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Listen:
    """Wait for what the board sends on its own; the result is whether something came."""

    timeout_ms: int


T = TypeVar("T")
Last = int | Event  # the last event that a host keeps: its number, or better all of it
Asking = Generator[Ask, Message | Refused | None, T]
Following = Generator[Call | Write | Listen | Event | None, Any, Any]


class Conversation:
    """One board's protocol, identity and session; the clients add the port."""

    def __init__(
        self,
        address: int,
        name: str,
        now_ms: Callable[[], int],
        timeout_ms: int,
        tries: int,
        utc_s: Callable[[], int] | None = None,
    ) -> None:
        self.protocol = Protocol(address)
        self.timeout_ms = timeout_ms
        self.tries = tries
        self.retries = 0
        self._known: Identity | None = None
        self._name = name
        self._now_ms = now_ms
        self._utc_s = utc_s  # the host's clock; None: it sets no board's
        self._time_told_ms = 0
        self._answered_ms = 0
        self._credentials: tuple[DeviceKeys, str] | None = None
        self._is_one_under_way = False  # a command got no answer: it may still be on the line

    def asking(self, name: str, fields: Fields) -> Asking[Message]:
        """A request; a session that the board has lost (it restarted) is opened again once.

        After a command without an answer the session is a new one: in the old one somebody who
        held it back could let it through later.
        """
        if self._is_one_under_way and self._credentials is not None:
            self._is_one_under_way = False
            yield from self.opening_session(*self._credentials)
        retries, before = self.retries, self._known
        is_once = self.protocol.dictionary.message_names[name].rule == ONCE
        try:
            answer = yield from self.exchanging(name, fields)
        except NoAnswer:
            self._is_one_under_way = is_once and self.protocol.session is not None
            raise
        except Refused as refusal:
            if refusal.name == "locked":
                raise (yield from self._why_locked(refusal)) from None
            if refusal.name != "no_session" or self._credentials is None:
                raise
            is_told_at_once = self.retries == retries
            yield from self.opening_session(*self._credentials)
            may_repeat = is_told_at_once and self._had_reason_to_forget(before)
            if name in _SENT_ONCE or (is_once and not may_repeat):
                raise SessionLost(name) from None
            answer = yield from self.exchanging(name, fields)
        self._answered_ms = self._now_ms()
        return answer

    def _why_locked(self, refusal: Refused) -> Asking[Refused]:
        """The same refusal with the fault's name in it."""
        status = (yield from self.exchanging("STATUS", {})).fields
        fault = self.protocol.dictionary.faults.get(status["worst_fault"])
        if not status["fault_count"] or fault is None:
            return refusal
        text = f"stopped by fault {fault.name}; 'faro status' says what to do"
        return Refused(refusal.request, refusal.code, refusal.name, text, refusal.detail)

    def _had_reason_to_forget(self, before: Identity | None) -> bool:
        """Whether the board restarted or the session was idle; if not, its "no" was forged."""
        is_idle = self._now_ms() - self._answered_ms > _IDLE_LIMIT_MS
        now = self._known
        return is_idle or before is None or now is None or before.boot_count != now.boot_count

    def exchanging(self, name: str, fields: Fields) -> Asking[Message]:
        """One request and its answer; the same bytes again when it stays away."""
        request = self.protocol.request(name, **fields)
        tries, timeout_ms = self.tries, self._patience_ms(name)
        if name in _SENT_ONCE:
            tries, timeout_ms = 1, max(self.timeout_ms * tries, timeout_ms)
        for attempt in range(tries):
            self.retries += attempt > 0
            answer = yield Ask(request, timeout_ms)
            if isinstance(answer, Refused):
                raise answer
            if answer is not None:
                return answer
        raise NoAnswer(f"no answer from {self._name} to {name}: is it a Faro board, and powered?")

    def _patience_ms(self, name: str) -> int:
        """What acts takes longer than what only reads, in the proportion of their rows."""
        if self.protocol.dictionary.message_names[name].rule != ONCE:
            return self.timeout_ms
        return self.timeout_ms * ONCE_ANSWER_MS // READ_ANSWER_MS

    def greeting(self) -> Asking[Identity]:
        """Who is there; learns the board's address and, when it differs, its dictionary."""
        known = self.protocol.meet((yield from self.asking("HELLO", _HELLO)))
        self._known = known
        if known.dictionary_crc != self.protocol.dictionary.crc:
            own = dictionary_with(known.dictionary_crc)
            self.protocol.dictionary = own or (yield from self.describing())
        return known

    def opening_session(self, keys: DeviceKeys, role: str) -> Asking[None]:
        """Prove a role's key to the board; from here on every frame is tagged."""
        self.protocol.session = None
        identity = yield from self.greeting()
        fields = self.protocol.begin_session(identity, keys, role)
        try:
            yield from self.exchanging("OPEN_SESSION", fields)
        except FaroError:
            self.protocol.session = None
            raise
        self._credentials = (keys, role)
        yield from self._telling_time()

    def _telling_time(self) -> Asking[None]:
        """Whoever may set the clock does; a board that refuses keeps its own time, and tells."""
        if self._utc_s is None:
            return
        self._time_told_ms = self._now_ms()
        try:
            yield from self.exchanging("TIME", {"utc_s": self._utc_s()})
        except Refused:
            pass

    def closing_session(self) -> Asking[None]:
        yield from self.exchanging("CLOSE_SESSION", {})
        self.protocol.session = None
        self._credentials = None

    def reading_deed(self) -> Asking[Deed]:
        """What waits for a second role; raises Refused (nothing_pending) when nothing does."""
        answer = yield from self.asking("GET_DEED", {})
        known = self._known or (yield from self.greeting())
        return Deed.of(known.unique_id, answer.fields)

    def confirming(self, deed: Deed) -> Asking[None]:
        """Confirm this very deed, once; when no answer comes, the board says what happened."""
        status = yield from self.asking("STATUS", {})
        try:
            yield from self.asking("CONFIRM", {"number": deed.number, "digest": deed.digest})
        except (NoAnswer, SessionLost) as lost:
            what = yield from self._what_became_of(deed, status.fields["last_event"])
            if what:
                raise Unconfirmed(f"{lost}; {what}") from None

    def _what_became_of(self, deed: Deed, after: int) -> Asking[str]:
        """Nothing to say when it was carried out."""
        try:
            if self._credentials is not None:
                yield from self.opening_session(*self._credentials)
            known = self._known or (yield from self.greeting())
            stream = EventStream(known.unique_id, known.epoch, self.protocol.dictionary, after)
            stream.has_more = True
            while stream.has_more:
                answer = yield from self.asking("POLL", _poll(stream, 0))
                for event in stream.feed(answer.fields):
                    if event.name == "TWO_ROLES_DONE" and event.fields["number"] == deed.number:
                        return ""
            waiting = yield from self.reading_deed()
        except Refused as refusal:
            if refusal.name == "nothing_pending":
                return f"deed {deed.number} was not carried out"
            return "look at the board's events"
        except FaroError:
            return "look at the board's events"
        if waiting.number == deed.number:
            return f"deed {deed.number} still waits: look at it once more"
        return f"deed {deed.number} was not carried out"

    def provisioning(self, keys: DeviceKeys) -> Asking[int]:
        """Give a board its keys: on USB, with its lid open.

        Gives 0, or of a board that has keys the number under which another role confirms it.
        """
        fields = {f"{name}_key": key for name, key in keys.roles.items()}
        answer = yield from self.asking("PROVISION", {"device_key": keys.device, **fields})
        return int(answer.fields["number"])

    def describing(self) -> Asking[Dictionary]:
        """Fetch the board's own dictionary, line by line."""
        lines: list[list[str]] = []
        for section in range(len(SECTION_NAMES)):
            rows: list[str] = []
            count = 1
            while len(rows) < count:
                count, row = yield from self._describing_line(section, len(rows))
                rows.append(row)
            lines.append(rows)
        return Dictionary.parse(lines)

    def _describing_line(self, section: int, index: int) -> Asking[tuple[int, str]]:
        text = b""
        while True:
            where = {"section": section, "index": index, "offset": len(text)}
            fields = (yield from self.asking("DESCRIBE", where)).fields
            text += fields["text"]
            if len(text) >= fields["line_bytes"]:
                return fields["count"], text.decode()

    # -- events ----------------------------------------------------------------------------

    def fetching(self, board: Identity, after: Last) -> Following:
        """Everything recorded after event `after`, up to now."""
        stream = yield from self._beginning(board, after)
        stream.has_more = True
        while stream.has_more:
            yield from self._polling(stream, 0)
            if stream.has_gap:
                raise FaroError(f"what {self._name} sent as events makes no sense")

    def following(self, board: Identity, after: Last, is_acking: bool) -> Following:
        """Events for ever, pushed by the board; None now and then when nothing happens."""
        stream = yield from self._beginning(board, after)
        while True:
            self.protocol.pushed.clear()
            has_booted = yield from self._polling(stream, _CREDIT_FRAMES)
            has_booted |= yield from self._pushed(stream, is_acking)
            yield from self._keeping_time()
            if has_booted:  # with another store it counts its events anew
                now: Fields = (yield Call("HELLO", _HELLO)).fields
                _check_history(stream.epoch, 0, now["epoch"], now["boot_count"])
            yield None

    def _keeping_time(self) -> Following:
        """A session that lasts keeps the board's clock from drifting away."""
        is_due = self._now_ms() - self._time_told_ms >= _TELL_TIME_MS
        if self._utc_s is None or self.protocol.session is None or not is_due:
            return
        self._time_told_ms = self._now_ms()
        try:
            yield Call("TIME", {"utc_s": self._utc_s()})
        except Refused:
            pass

    def _beginning(self, board: Identity, after: Last) -> Following:
        """The stream after a number; after an event, only if the board still has that very one."""
        number = after.number if isinstance(after, Event) else after
        stream = EventStream(board.unique_id, board.epoch, self.protocol.dictionary, number)
        if isinstance(after, Event):
            if after.board != board.unique_id:
                raise BoardSetBack(f"the last event kept is of board {after.board}, not this one")
            _check_history(after.epoch, after.boot_count, board.epoch, board.boot_count)
            yield from self._comparing(board, after)
        return stream

    def _comparing(self, board: Identity, last: Event) -> Following:
        """A board set back and run on since then has another event under that number, or none."""
        known, before = self.protocol.dictionary, last.number - 1
        stream = EventStream(board.unique_id, board.epoch, known, before)
        answer = yield from self._asking_events(stream, 0)
        found = next(iter(stream.feed(answer.fields)), last)
        if found.number == last.number and found.mark != last.mark:
            raise BoardSetBack(
                f"event {last.number} of {self._name} is another one than this host keeps:"
                " its memory was set back"
            )

    def _polling(self, stream: EventStream, credit_frames: int) -> Following:
        """The events of one POLL; whether the board has booted is the result."""
        answer = yield from self._asking_events(stream, credit_frames)
        return (yield from _giving(stream.feed(answer.fields)))

    def _asking_events(self, stream: EventStream, credit_frames: int) -> Following:
        """The answer to a POLL; a board that lacks what it gave out before is an alarm."""
        try:
            return (yield Call("POLL", _poll(stream, credit_frames)))
        except Refused as refusal:
            if refusal.name != "past_end":
                raise
            raise BoardSetBack(
                f"{self._name} has {refusal.detail} events, but number {stream.expected - 1} came"
                " from it before: it was set back or emptied"
            ) from None

    def _pushed(self, stream: EventStream, is_acking: bool) -> Following:
        """What the board pushes on the credit of one POLL, until a gap or silence."""
        credit = _CREDIT_FRAMES
        has_booted = False
        due_ms = self._now_ms() + _POLL_AGAIN_MS
        if self.protocol.session is None:
            is_acking = False  # a board takes acks, and credit with them, from a role only
        if is_acking and stream.expected > 1:
            yield self._ack(stream)
        # junk on the line must not look like a board that goes on sending
        while (left_ms := due_ms - self._now_ms()) > 0 or self.protocol.pushed:
            if not self.protocol.pushed:
                yield Listen(left_ms)
            while self.protocol.pushed:
                message = self.protocol.pushed.pop(0)
                if message.name != "EVENTS":
                    continue
                credit -= 1
                has_booted |= yield from _giving(stream.feed(message.fields, is_pushed=True))
                if stream.has_gap:
                    return has_booted
                due_ms = self._now_ms() + _POLL_AGAIN_MS
            if not is_acking and credit == 0:
                return has_booted  # not earlier: what is on its way would come twice
            if is_acking and credit <= _CREDIT_FRAMES // 2:
                credit = _CREDIT_FRAMES
                yield self._ack(stream)
        return has_booted

    def _ack(self, stream: EventStream) -> Write:
        fields = {"number": stream.expected - 1, "credit_frames": _CREDIT_FRAMES}
        return Write(self.protocol.request("ACK", **fields).data)


def _giving(events: list[Event]) -> Following:
    """Hand the events out; whether one of them is a boot is the result."""
    yield from events
    return any(event.name == "BOOTED" for event in events)


def _check_history(epoch: int, boot_count: int, now_epoch: int, now_boot_count: int) -> None:
    """A board keeps its epoch, and boots only add to its count."""
    if epoch != now_epoch:
        raise BoardSetBack(
            f"the board has another store (epoch {now_epoch:08x}, not {epoch:08x}): its events"
            " begin anew; begin a new log for them"
        )
    if now_boot_count < boot_count:
        raise BoardSetBack(
            f"the board says boot {now_boot_count}, but boot {boot_count} was before: its memory"
            " was set back"
        )


def _poll(stream: EventStream, credit_frames: int) -> Fields:
    return {"after": stream.expected - 1, "credit_frames": credit_frames}


@dataclass
class FollowedBoard:
    """Where somebody is who follows a board over lost cables and restarts."""

    url: str
    address: int
    after: Last
    is_acking: bool
    reconnects: int = 0
