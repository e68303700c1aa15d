"""Boards by name, by serial number, or because there is only one; dead simulators leave nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.wire import ports
from faro.wire.errors import PortError
from faro.wire.ports import FoundPort, url_of, url_of_kind, url_to_flash
from faro.wire.simulators import SimulatedPort, announced, mark_of, run_folder, running
from tests.wire.sim_process import running_sim

SHOE = SimulatedPort("shoe", "shoe", "/dev/pts/901", "187a29ec0cb518bf", "shoe_pico2")
METER = SimulatedPort("meter", "meter", "/dev/pts/902", "09eaef2e946bc908", "meter_pico")
BUS = SimulatedPort("bus", "bus", "/dev/pts/903")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No simulator and no USB port of this machine."""
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    monkeypatch.setattr(ports, "_usb_ports", list[Any])


def faro(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_ports__running_simulator__listed_by_name_and_serial_number() -> None:
    with announced([SHOE, METER, BUS]):
        text = faro("ports").stdout
        assert "shoe   187a29ec0cb518bf  /dev/pts/901" in text
        told = json.loads(faro("ports", "--json").stdout)
        assert [port["name"] for port in told] == ["shoe", "meter", "bus"]
        assert all(port["is_simulated"] for port in told)
    assert "No boards here" in faro("ports").stdout


def test_url__name_serial_number_or_the_only_one() -> None:
    with announced([SHOE, METER, BUS]):
        assert url_of("shoe") == url_of("187a29ec0cb518bf") == url_of("187A") == SHOE.url
        assert url_of("meter_pico") == url_of_kind("meter") == METER.url
        assert url_of("bus") == BUS.url
        assert url_of("socket://host:5") == "socket://host:5" and url_of("COM7") == "COM7"
        assert url_of("/dev/ttyACM0") == "/dev/ttyACM0"
        for text in ("187", "shoes", "", "fff0"):
            with pytest.raises(PortError, match="there is no"):
                url_of(text)
        with pytest.raises(PortError, match=r"more than one board.*shoe 187a.*meter 09ea"):
            url_of_kind("")


def test_url__two_of_a_kind__must_be_named_by_number() -> None:
    other = SimulatedPort("shoe", "shoe", "/dev/pts/904", "aaaa29ec0cb518bf", "shoe_pico2")
    with announced([SHOE, other]):
        with pytest.raises(PortError, match="more than one 'shoe'"):
            url_of("shoe")
        assert url_of("aaaa") == other.url


def test_url__nothing_there__says_what_to_do() -> None:
    result = faro("status")
    assert result.exit_code == 1 and "start 'faro sim'" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    result = faro("jackpot", "status", "--json")
    assert json.loads(result.stdout)["error"].startswith("there is no meter here")


def test_real_ports__asked_by_usb_id__others_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Usb:
        def __init__(self, device: str, vid: int | None) -> None:
            self.device, self.vid = device, vid
            self.serial_number, self.description = "E6612483CB2F4A2D", "Board in FS mode"

    asked: list[str] = []

    def ask(port: Any) -> FoundPort:
        asked.append(port.device)
        return FoundPort(port.device, "shoe", "shoe", "e6612483cb2f4a2d", "shoe_pico2")

    usb = [
        Usb("/dev/ttyACM0", ports.USB_VENDOR),
        Usb("/dev/ttyUSB3", 0x0403),
        Usb("/dev/ttyS0", None),
    ]
    monkeypatch.setattr(ports, "_usb_ports", lambda: usb)
    monkeypatch.setattr(ports, "_asked", ask)
    assert url_of_kind("shoe") == url_of("E661") == url_to_flash("shoe_pico2") == "/dev/ttyACM0"
    assert set(asked) == {"/dev/ttyACM0"}
    assert "/dev/ttyUSB3" not in faro("ports").stdout
    assert "/dev/ttyUSB3" in faro("ports", "--all").stdout
    with pytest.raises(PortError):
        url_to_flash("meter_pico")


# -- simulators that are gone -----------------------------------------------------------------

_SIMULATOR = """
import os, sys, time
from faro.wire.simulators import SimulatedPort, announced, mark_of
link = sys.argv[1]
os.symlink("/dev/pts/901", link)
control = os.path.join(os.environ["FARO_RUN"], f"{os.getpid()}.control")
os.symlink(control, os.path.join(os.path.dirname(link), "control"))
with announced([SimulatedPort("shoe", "shoe", link, link=link, link_mark=mark_of(link))]):
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_simulator__killed__its_file_and_its_links_are_taken_away(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    with subprocess.Popen(
        [sys.executable, "-c", _SIMULATOR, str(link)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        assert [port.url for port in running()] == [str(link)]
        process.kill()
    control = tmp_path / "control"
    assert link.is_symlink() and control.is_symlink()
    assert running() == [] and not link.is_symlink() and not control.is_symlink()
    assert list(run_folder().iterdir()) == []


def test_simulator__killed_but_the_link_is_anothers_now__link_stays(tmp_path: Path) -> None:
    link = tmp_path / "shoe"
    link.symlink_to("/dev/pts/901")
    run_folder().mkdir(mode=0o700)
    port = {"name": "shoe", "kind": "shoe", "url": str(link), "link": str(link), "link_mark": "1 2"}
    left = {"format": "faro-simulator-1", "pid": 1, "ports": [port]}
    (run_folder() / "1.json").write_text(json.dumps(left))
    (run_folder() / "2.json").write_text(json.dumps(left).replace("1 2", ""))
    assert running() == [] and link.is_symlink() and list(run_folder().iterdir()) == []
    assert mark_of(str(link)) and mark_of(str(tmp_path / "none")) == ""


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": "faro-simulator-1"}'])
def test_simulator__file_that_is_none__ignored(text: str) -> None:
    run_folder().mkdir(mode=0o700)
    (run_folder() / "5.json").write_text(text)
    assert running() == []


def test_simulator__folder_that_others_may_write__not_believed() -> None:
    with announced([SHOE]):
        os.chmod(run_folder(), 0o777)
        assert running() == []


def test_sim__links_of_a_running_simulator__refused(tmp_path: Path) -> None:
    link = str(tmp_path / "ports" / "shoe")
    with announced([SimulatedPort("shoe", "shoe", link, link=link)]):
        result = faro("sim", "--links", str(tmp_path / "ports"))
    assert result.exit_code == 1 and "belongs to a simulator that runs" in result.stderr


@pytest.mark.campaign
def test_sim__running__its_boards_are_found_by_name_and_answer(tmp_path: Path) -> None:
    links = tmp_path / "ports"
    with running_sim("-b", "meter", "--links", str(links)) as urls:
        assert Path(urls["meter"]).is_symlink()
        found = {port.name: port for port in running()}
        assert set(found) == {"meter", "bus"} and found["meter"].url == str(links / "meter")
        report = json.loads(faro("status", "--json").stdout)
        assert report["unique_id"] == found["meter"].serial and report["kind"] == "meter"
        assert faro("jackpot", "status", "-p", found["meter"].serial[:6]).exit_code == 0
    assert running() == [] and list(links.iterdir()) == []
