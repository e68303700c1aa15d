"""How a board's VM is started: by a fork, or as the program that $MICROPYTHON names."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

from hw_sim import vm_process
from hw_sim.vm_process import SimError, VmProcess, start_vm


@pytest.fixture(params=["fork", "program"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "program":
        program = shutil.which("micropython", path=Path(sys.executable).parent)
        assert program
        monkeypatch.setenv("MICROPYTHON", program)
    else:
        monkeypatch.delenv("MICROPYTHON", raising=False)
    return request.param


@pytest.fixture
def log() -> Iterator[IO[bytes]]:
    with TemporaryFile() as file:
        yield file


def started(script: str, folder: Path, log: IO[bytes], *descriptors: int) -> VmProcess:
    """A module of that text; what it needs it gets as arguments."""
    (folder / "script.py").write_text(script)
    return start_vm(["-m", "script"], {"MICROPYPATH": str(folder)}, str(folder), log, descriptors)


def said(log: IO[bytes]) -> str:
    log.seek(0)
    return log.read().decode()


@pytest.mark.usefixtures("way")
def test_start__script__runs_in_its_folder_with_its_descriptors(
    tmp_path: Path, log: IO[bytes]
) -> None:
    ours, theirs = os.pipe()
    script = "import os, sys\nopen(int(sys.argv[1]), 'wb').write(os.getcwd())\nsys.exit(3)\n"
    vm = started(script, tmp_path, log, theirs)
    os.close(theirs)
    with open(ours, "rb") as pipe:
        assert pipe.read().decode() == str(tmp_path)  # to the end: nobody else has the other one
    assert (vm.wait(), vm.wait()) == (3, 3)


@pytest.mark.usefixtures("way")
def test_start__script_that_raises__traceback_and_code(tmp_path: Path, log: IO[bytes]) -> None:
    assert started("raise ValueError('oh')\n", tmp_path, log).wait() == 1
    assert "ValueError: oh" in said(log)


@pytest.mark.usefixtures("way")
def test_kill__script_for_ever__ended_by_the_signal(tmp_path: Path, log: IO[bytes]) -> None:
    vm = started("while True: pass\n", tmp_path, log)
    vm.kill()
    assert vm.wait() == -signal.SIGKILL
    vm.kill()  # once more is no error


def test_kill__at_once__the_next_one_runs_its_own_script(tmp_path: Path, log: IO[bytes]) -> None:
    for _ in range(20):
        vm = started("while True: pass\n", tmp_path, log)
        vm.kill()
        assert vm.wait() == -signal.SIGKILL
    assert started("raise SystemExit(4)\n", tmp_path, log).wait() == 4


# setarch is Linux's: elsewhere the system chooses other addresses for each simulator
@pytest.mark.skipif(not shutil.which("setarch"), reason="no setarch on this system")
def test_start__another_simulator_another_script_before__same_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How much the VM's collector frees hangs on them."""
    texts: set[str] = set()
    for before in ("pass\n", "x = bytearray(100_000)\n", "raise ValueError\n"):
        forker = vm_process._Forker()
        monkeypatch.setattr(vm_process, "_forker", lambda _, forker=forker: forker)
        with TemporaryFile() as log:
            started(before, tmp_path, log).wait()
        with TemporaryFile() as log:
            assert started("print(id([]))\n", tmp_path, log).wait() == 0
            texts.add(said(log))
    assert len(texts) == 1


def test_start__forking_process_has_ended__said(
    tmp_path: Path, log: IO[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    forker = vm_process._Forker()
    monkeypatch.setattr(vm_process, "_forker", lambda _: forker)
    vm = started("while True: pass\n", tmp_path, log)
    forker._process.kill()
    forker._process.wait()
    with pytest.raises(SimError, match="has ended"):
        started("pass\n", tmp_path, log)
    vm.kill()
    with pytest.raises(SimError, match="has ended"):
        vm.wait()
