"""Shared fixtures: simulated boards on virtual time, and clients for them."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import settings

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from firmware.board.rows import EV_PROGRAM_ERROR
from firmware.journal.record import REC_TYPE, RECORD_BYTES
from hw_sim.sim_transport import SimTransport

# A loaded machine is no failure; in CI the same examples come each time.
settings.register_profile("faro", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("faro")


def pytest_configure(config: pytest.Config) -> None:
    """Each worker sees its own simulators, and Ctrl-C ends what it starts."""
    folder = tempfile.mkdtemp(prefix="faro-run-")
    os.environ["FARO_RUN"] = folder  # nobody else's simulators are seen, nor ours by others
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    # in the background of a shell Ctrl-C is ignored, and programs started here would ignore it too
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected lives until the end: no search for garbage looks at it.

    Nor is one made every 700 objects: hardly any are in a cycle.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


# Linux alone lets a process choose its cores; elsewhere the system does
HAS_AFFINITY = hasattr(os, "sched_setaffinity")
ALL_CORES = os.sched_getaffinity(0) if HAS_AFFINITY else set[int]()
WAITING = ("tests/browser/", "tests/host/", "tests/style/")  # for other programs, most of the time


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Simulator and VM take turns: on one core they are faster than on two."""
    if HAS_AFFINITY and "PYTEST_XDIST_WORKER" in os.environ:
        is_waiting = item.nodeid.startswith(WAITING)
        os.sched_setaffinity(0, ALL_CORES if is_waiting else {quiet_core()})
    return (yield)


def quiet_core() -> int:
    """The one on which the fewest other workers are; without /proc, any."""
    parent = os.getppid()
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
    except OSError:
        return sorted(ALL_CORES)[os.getpid() % len(ALL_CORES)]
    taken: list[int] = []
    for worker in {*children.split()} - {str(os.getpid())}:
        with contextlib.suppress(ProcessLookupError):  # it had nothing left to do
            cores = os.sched_getaffinity(int(worker))
            taken += cores if len(cores) == 1 else ()
    return min(ALL_CORES, key=taken.count)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is long in one piece comes first: at the end one worker would be left alone with it."""
    seed = config.getoption("--shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


@pytest.fixture
def make_rig() -> Iterator[Callable[..., Rig]]:
    """Build rigs whose processes end with the test."""
    rigs: list[Rig] = []

    def make(*kinds: str, seed: int = 1, extra_path: Sequence[Path] = ()) -> Rig:
        rig = Rig(kinds or ("shoe", "meter"), seed, extra_path=extra_path)
        rigs.append(rig)
        return rig

    yield make
    failed = [name for rig in rigs for name in rig.boards if has_failed(rig, name)]
    for rig in rigs:
        rig.close()
    assert not failed, "PROGRAM_ERROR is in the journal: a request or task met bad code"


def has_failed(rig: Rig, board: str) -> bool:
    """Whether the firmware met bad code and went on: a test must not pass over it."""
    records = rig.boards[board].read_region("journal")
    return EV_PROGRAM_ERROR in records[REC_TYPE::RECORD_BYTES]


@pytest.fixture
def rig(make_rig: Callable[..., Rig]) -> Rig:
    """Both boards, booted, self-test passed."""
    rig = make_rig()
    rig.power_on()
    rig.wait_ready()
    return rig


def usb_client(rig: Rig, board: str) -> Client:
    """A client on a board's USB port, on virtual time."""
    return rig.client(board)


def bus_client(rig: Rig, address: int) -> Client:
    """A client on the shared RS-485 line."""
    return Client(SimTransport(rig.kernel, rig.bus_host), address)


def provisioned(rig: Rig, board: str) -> DeviceKeys:
    """Give a board keys as on the bench: lid open, by USB; then close the lid and clear up."""
    return rig.provision(board)
