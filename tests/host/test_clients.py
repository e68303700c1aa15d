"""Both clients do the same: one story, told by the one that waits and by the one for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from faro.sim.rig import Rig
from faro.wire import aclient, transports
from faro.wire.aclient import AsyncClient
from faro.wire.client import Client
from faro.wire.conversation import Call, Conversation, Listen
from faro.wire.events import _RECORD, Event
from faro.wire.framing import Frame
from faro.wire.keys import DeviceKeys
from faro.wire.protocol import Identity, Message
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
