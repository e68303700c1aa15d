"""Both clients do the same: one story, told by the one that waits and by the one for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from boards.layout import CHECKOUT
from faro.sim.rig import Rig
from faro.wire import aclient, transports
from faro.wire.aclient import AsyncClient
from faro.wire.client import Client
from faro.wire.conversation import Call, Conversation, Listen
from faro.wire.errors import NoAnswer
from faro.wire.events import _RECORD, Event
from faro.wire.framing import Frame
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message
from firmware.link.rows import ONCE_ANSWER_MS, READ_ANSWER_MS
from tests.conftest import provisioned
from tests.host.test_aclient import served

Story = Callable[[Any], Awaitable[None]]
PATIENT = {"timeout_ms": 500, "tries": 40}


class Waiting:
    """The waiting client with the other one's manners."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any, **fields: Any) -> Any:
            return getattr(self._client, name)(*args, **fields)

        return call


def tell(kind: str, url: str, story: Story) -> None:
    async def asking() -> None:
        async with await AsyncClient.open(url, **PATIENT) as client:
            await story(client)

    async def waiting() -> None:
        with Client.open(url, **PATIENT) as client:
            await story(Waiting(client))

    asyncio.run(waiting() if kind == "waiting" else asking())


@pytest.fixture(params=("waiting", "asyncio", "asyncio without descriptors"))
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if "without" in request.param:  # as on Windows
        monkeypatch.setattr(aclient, "open_port", transports.PortTransport)
    yield request.param


def test_client__board_restarts__lost_session_is_opened_again(rig: Rig, kind: str) -> None:
    keys: DeviceKeys = provisioned(rig, "shoe")

    async def story(client: Any) -> None:
        boots = (await client.hello()).boot_count
        await client.open_session(keys, "technician")
        await client.request("RESTART")
        while (await client.status())["boot_count"] == boots:
            await asyncio.sleep(0.05)
        await client.request("GET_SETTING", setting=1)
        assert (await client.hello()).boot_count == boots + 1
        await client.close_session()

    with served(rig, "shoe") as url:
        tell(kind, url, story)


BOARD = Identity("shoe", 1, "0.1.0", "0011", 0xA0, 7, 1, 0, b"")


def pushed(first: int) -> Message:
    record = _RECORD.pack(250, 0, 1, 2, 3, 0)
    fields = {"first": first, "lost": 0, "has_more": 0, "count": 1, "records": record}
    return Message("EVENTS", fields, Frame(0, 0, 0, 0, 0, b""))


def test_follow__credit_not_yet_used_up__nothing_is_asked_for_twice() -> None:
    """Sans I/O, so for both: the next POLL comes after the last frame that was on credit."""
    talk = Conversation(0xFF, "nowhere", lambda: 0, 250, 8)
    steps = talk.following(BOARD, 0, is_acking=False)
    poll = next(steps)
    assert isinstance(poll, Call) and poll.fields["after"] == 0
    step = steps.send(pushed(1))
    numbers: list[int] = []
    while not isinstance(step, Call):
        if isinstance(step, Event):
            numbers.append(step.number)
        if isinstance(step, Listen):
            talk.protocol.pushed.append(pushed(numbers[-1] + 1))
        step = steps.send(True if isinstance(step, Listen) else None)
    assert numbers == list(range(1, 2 + poll.fields["credit_frames"]))
    assert step.fields["after"] == numbers[-1]


@pytest.mark.parametrize(
    ("name", "fields", "waits_ms", "tries"),
    [
        ("STATUS", {}, READ_ANSWER_MS, 8),
        ("REPORT_FINDING", {"irregularity": 1, "place": 255, "detail": 0}, ONCE_ANSWER_MS, 8),
        ("CONFIRM", {"number": 1, "digest": bytes(16)}, 8 * READ_ANSWER_MS, 1),
    ],
)
def test_request__without_an_answer__waits_as_long_as_its_row_allows(
    name: str, fields: dict[str, Any], waits_ms: int, tries: int
) -> None:
    """A ruling takes 230 ms: asked again too early, both frames are lost on RS-485."""
    talk = Conversation(0xA0, "a board", lambda: 0, READ_ANSWER_MS, 8)
    asked = talk.exchanging(name, fields)
    steps = [next(asked)]
    with pytest.raises(NoAnswer):
        while True:
            steps.append(asked.send(None))
    assert [step.timeout_ms for step in steps] == [waits_ms] * tries
    assert len({step.request.data for step in steps}) == 1


def test_protocol_page__waiting_times__are_the_rows() -> None:
    page = (CHECKOUT / "docs/protocol.md").read_text()
    assert f"within {READ_ANSWER_MS} ms to a READ, {ONCE_ANSWER_MS:,} ms to a ONCE" in page
