"""The asyncio client over a real pseudo terminal against the simulator in its own process."""

from __future__ import annotations

import asyncio
import os
import pty
import threading
import tty
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path

import pytest

from faro.sim.rig import Rig
from faro.wire.aclient import AsyncClient, AsyncFollower
from faro.wire.errors import BoardSetBack, NoAnswer, PortError, Refused
from faro.wire.events import Event
from hw_sim.gateway import PtyPort
from hw_sim.pacing import PacedRunner
from tests.conftest import provisioned
from tests.wire.sim_process import running_sim


@contextmanager
def served(rig: Rig, board: str) -> Iterator[str]:
    """A rig of this process behind a pseudo terminal, run by a thread."""
    port = PtyPort(rig.boards[board].usb_host)
    runner = PacedRunner(rig, [port])
    is_over = threading.Event()
    thread = threading.Thread(target=runner.run, args=(is_over.is_set,))
    thread.start()
    try:
        yield port.url
    finally:
        is_over.set()
        thread.join()
        runner.close()


async def take_until(source: AsyncGenerator[Event, None], number: int) -> list[int]:
    """Numbers of the events up to `number`."""
    found: list[int] = []
    while not found or found[-1] < number:
        found.append((await anext(source)).number)
    return found


@pytest.mark.campaign
def test_aclient__hello_status_and_refusal__like_the_waiting_client() -> None:
    async def main(port: str) -> None:
        async with await AsyncClient.open(port) as board:
            assert (await board.hello()).name == "shoe_pico2"
            assert (await board.status())["state"] == 1
            with pytest.raises(Refused, match="no such setting"):
                await board.request("GET_SETTING", setting=250)
            assert (await board.describe()).crc == board.protocol.dictionary.crc

    with running_sim("--board", "shoe", "--speed", "4") as ports:
        asyncio.run(main(ports["shoe"]))


@pytest.mark.campaign
def test_aclient__many_requests_at_once__each_gets_its_own_answer() -> None:
    async def main(port: str) -> None:
        async with await AsyncClient.open(port) as board:
            specs = list(board.protocol.dictionary.settings.values())
            wanted = [specs[i % len(specs)] for i in range(30)]
            answers = await asyncio.gather(
                *(board.request("GET_SETTING", setting=spec.number) for spec in wanted)
            )
            assert [a.fields["setting"] for a in answers] == [s.number for s in wanted]
            assert [a.fields["value"] for a in answers] == [s.default for s in wanted]

    with running_sim("--board", "shoe", "--speed", "4") as ports:
        asyncio.run(main(ports["shoe"]))


@pytest.mark.campaign
def test_aclient__follow_while_asking__events_in_order_and_answers_between() -> None:
    async def main(port: str) -> None:
        async with await AsyncClient.open(port) as board:
            numbers: list[int] = []
            async for event in board.follow(0, is_acking=True):
                numbers.append(event.number)
                if event.number % 50 == 0:
                    assert (await board.status())["last_event"] >= event.number
                if len(numbers) == 200:
                    break
            assert numbers == list(range(1, 201))

    with running_sim("--board", "shoe", "--scenario", "busy", "--speed", "4") as ports:
        asyncio.run(main(ports["shoe"]))


@contextmanager
def served_as(rig: Rig, name: Path) -> Iterator[None]:
    """The shoe under a name that stays the same when its port does not."""
    with served(rig, "shoe") as url:
        name.unlink(missing_ok=True)
        name.symlink_to(url)
        yield


def test_afollower__port_goes_away_and_comes_back__goes_on(rig: Rig, tmp_path: Path) -> None:
    follower = AsyncFollower(str(tmp_path / "shoe"), 0xFF, 0, False)

    async def main() -> None:
        async with aclosing(follower.events()) as source:
            with served_as(rig, tmp_path / "shoe"):
                first = await take_until(source, 3)
            rig.boards["shoe"].set_lid(True)
            with served_as(rig, tmp_path / "shoe"):
                while not follower.reconnects:
                    first += await take_until(source, first[-1] + 1)
            assert first == list(range(1, len(first) + 1))

    asyncio.run(main())


def test_afollower__another_board_comes_back_under_the_name__alarm(
    make_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    follower = AsyncFollower(str(tmp_path / "shoe"), 0xFF, 0, False)
    rigs = [make_rig("shoe", seed=seed) for seed in (1, 2)]
    for rig in rigs:
        rig.power_on()
        rig.wait_ready()

    async def main() -> None:
        async with aclosing(follower.events()) as source:
            with served_as(rigs[0], tmp_path / "shoe"):
                await take_until(source, 3)
            with served_as(rigs[1], tmp_path / "shoe"), pytest.raises(BoardSetBack):
                await take_until(source, 1_000)

    asyncio.run(main())
    assert follower.reconnects


def test_aclient__session_of_the_table__acks_and_many_requests_at_once(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")

    async def main(port: str) -> None:
        async with await AsyncClient.open(port) as board:
            await board.open_session(keys, "table")
            answers = await asyncio.gather(*(board.status() for _ in range(20)))
            assert len(answers) == 20
            async with aclosing(board.follow(0, is_acking=True)) as events:
                last = answers[0]["last_event"]
                await take_until(events, last)
                next_event = asyncio.ensure_future(anext(events))
                await asyncio.sleep(0)  # asking for the next one is what acknowledges the last
                while (await board.status())["acked_event"] < last:
                    pass
                next_event.cancel()
                await asyncio.wait((next_event,))

    with served(rig, "shoe") as port:
        asyncio.run(main(port))


def test_aclient__nobody_answers__one_clear_line() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)

    async def main() -> None:
        with pytest.raises(NoAnswer, match="is it a Faro board"):
            await AsyncClient.open(os.ttyname(slave), timeout_ms=10, tries=2)

    asyncio.run(main())
    os.close(master)
    os.close(slave)


def test_aclient__no_such_port__one_clear_line() -> None:
    async def main() -> None:
        with pytest.raises(PortError, match="there is no port"):
            await AsyncClient.open("/dev/does-not-exist")

    asyncio.run(main())
