"""`faro sim` as it runs for a person: verbs by socket, kept state, keys, ports, a recording."""

from __future__ import annotations

import json
import socket
import stat
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from faro.sim import scenario_file
from faro.sim.control import do, find_control, heard_us
from faro.sim.live_sim import LiveSim, Options
from faro.sim.play import Player
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.errors import BadInput, PortError
from faro.wire.keys import DeviceKeys
from faro.wire.simulators import SimulatedPort, announced
from tests.host.running_sim import faro, running

FAST = Options(kinds=("meter",), speed=20.0)


@pytest.fixture(autouse=True)
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    return tmp_path / "run"


def test_do__verbs_at_a_running_simulator__done_and_told(tmp_path: Path) -> None:
    with running(replace(FAST, links=tmp_path / "ports")) as sim:
        assert faro("sim", "do", "bet", "place", "2,5").stdout == "jackpot bet, seat 2, 5: placed\n"
        spots = sim.rig.boards["meter"].expander
        assert spots and spots.is_there(1) and spots.is_there(4)
        answer = json.loads(faro("sim", "do", "--json", "time", "step", "500").stdout)
        assert answer["ok"] and answer["told"] == "500 ms passed"
        at = ("--at", str(tmp_path / "ports"))
        assert "bets at 2 5" in faro("sim", "do", *at, "look").stdout
        bad = faro("sim", "do", "bet", "place", "9")
        assert bad.exit_code == 2 and bad.stderr.count("\n") == 1 and "1 to 7" in bad.stderr
        path = find_control(None)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        now_us = sim.rig.kernel.now_us
        do(path, ["time", "pause"])
        standing_us = sim.rig.kernel.now_us
        do(path, ["bet", "take", "all"])
        assert sim.rig.kernel.now_us == standing_us > now_us
        do(path, ["time", "go"])
    gone = faro("sim", "do", "look")
    assert gone.exit_code == 1 and "no simulator is running" in gone.stderr
    assert list((tmp_path / "ports").iterdir()) == []


def test_control__links_in_a_folder_with_a_long_name__answers(tmp_path: Path) -> None:
    links = tmp_path / ("a folder whose name is long " * 4)  # a socket's path has 107 bytes
    with running(replace(FAST, links=links)):
        assert "meter" in heard_us(links / "control")
        assert "bets" in do(links / "control", ["look"])["told"]


@pytest.mark.parametrize("line", [b"deal", b'{"say": 1}', b"[]", b'{"do": 3}', b"[" * 5_000])
def test_control__not_understood__answered_and_the_next_line_served(line: bytes) -> None:
    with running(FAST), socket.socket(socket.AF_UNIX) as control:
        control.connect(str(find_control(None)))
        control.sendall(line + b'\n{"do": "look"}\n')
        answers = control.makefile("r")
        first, second = json.loads(answers.readline()), json.loads(answers.readline())
        assert not first["ok"] and '{"do": "deal QH 9S"}' in first["error"]
        assert second["ok"]


def test_control__dead_socket_of_a_killed_simulator__taken_away(run_folder: Path) -> None:
    run_folder.mkdir()
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(run_folder / "1.control"))
    dead.close()
    with pytest.raises(PortError, match="no simulator is running"):
        find_control(None)
    assert not (run_folder / "1.control").exists()


def test_state__second_run__board_remembers_and_its_keys_fit(tmp_path: Path) -> None:
    options = replace(FAST, state=tmp_path / "st", is_provisioned=True)
    keys = tmp_path / "st" / "keys" / "meter"
    with running(options) as sim, Client.open(sim.urls["meter"]) as client:
        first = client.identity
        assert sorted(p.name for p in keys.iterdir())[-1] == "technician.keys"
    with running(options) as sim, Client.open(sim.urls["meter"]) as client:
        assert client.identity.unique_id == first.unique_id
        assert client.identity.boot_count == first.boot_count + 1
        client.open_session(DeviceKeys.load(keys / "supervisor.keys"), "supervisor")
    (tmp_path / "st/meter/flash.bin").write_bytes(b"short")
    with pytest.raises(Exception, match="5 bytes, not"), running(options):
        pass


def test_state__in_use__refused(tmp_path: Path) -> None:
    options = replace(FAST, state=tmp_path / "st")
    with running(options), pytest.raises(Exception, match="another simulator uses"):
        LiveSim(options, print).__enter__()


def test_keys__folder_of_another_board__not_touched(tmp_path: Path) -> None:
    options = replace(FAST, is_provisioned=True, keys=tmp_path / "keys")
    with running(options):
        pass
    before = {p: p.read_bytes() for p in (tmp_path / "keys/meter").iterdir()}
    with pytest.raises(Exception, match="another board"), running(replace(options, seed=2)):
        pass
    with running(options):  # the same seed: the same keys
        pass
    assert {p: p.read_bytes() for p in (tmp_path / "keys/meter").iterdir()} == before


def test_ports__tcp_and_links__both_work_at_once(tmp_path: Path) -> None:
    options = replace(FAST, is_tcp=True, links=tmp_path / "ports")
    with running(options) as sim:
        assert set(sim.urls) == {"meter", "meter-tcp", "bus", "bus-tcp"}
        with Client.open(str(tmp_path / "ports/meter")) as by_link:
            name = by_link.identity.name
        with Client.open(sim.urls["meter-tcp"]) as by_tcp:
            assert by_tcp.identity.name == name == "meter_pico"
        with Client.open(str(tmp_path / "ports/meter")) as by_link:
            by_link.status()


def _traced(rig: Rig) -> list[Any]:
    lines = [rig.bus, *(board.usb for board in rig.boards.values())]
    for line in lines:
        line.trace = []
    return [line.trace for line in lines]


def test_record__hands_and_a_host_with_a_session__plays_again_byte_for_byte(tmp_path: Path) -> None:
    file = tmp_path / "session.yaml"
    options = replace(FAST, record=file, is_provisioned=True, keys=tmp_path / "keys")
    stop: list[int] = []
    with LiveSim(options, print) as sim:
        live = _traced(sim.rig)
        thread = threading.Thread(target=lambda: sim.run(lambda: bool(stop)))
        thread.start()
        try:
            do(find_control(None), ["bet", "place", "2,5"])
            with Client.open(sim.urls["meter"]) as client:
                client.open_session(sim.keys["meter"], "table")
                client.request("TELL_ANTES", antes=0x12, wagers=0xFF)
                do(find_control(None), ["lid", "open"])
                client.status()
            do(find_control(None), ["bet", "take", "5"])
        finally:
            stop.append(1)
            thread.join()
    scenario = scenario_file.load(file)
    assert any(step.text == "bet place 2,5" for step in scenario.steps)
    played: list[Any] = []
    with Player(scenario) as player:
        player.start()
        played = _traced(player.rig)
        player.run_steps()
    for before, after in zip(live, played, strict=True):
        assert before[: len(after)] == after and len(after) >= len(before) - 2  # the last answer
    assert len(played[1]) >= 10
    with pytest.raises(Exception, match="exists already"), running(options):
        pass


def test_heard__a_host_asks_at_one_port__its_moment_and_that_of_a_verb(tmp_path: Path) -> None:
    with running(replace(FAST, links=tmp_path / "ports")) as sim:
        control = find_control(tmp_path / "ports")
        assert set(heard_us(control).values()) == {0}
        with Client.open(sim.urls["meter"]):
            first = heard_us(control)
        done = do(control, ["bet", "place", "2"])
        assert 0 < first["meter"] < done["at_us"] < done["now_ms"] * 1000 and not first["bus"]
        assert heard_us(control) == first


def test_program_ends__watchdog_starts_it_again__and_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task that fails ends the program (firmware/board/life.py)."""
    overlay = tmp_path / "overlay"
    overlay.mkdir()
    (overlay / "main.py").write_text(ENDS)
    monkeypatch.setattr("faro.sim.live_sim.Rig", lambda kinds, seed: Rig(kinds, seed, (overlay,)))
    notices: list[str] = []
    with running(FAST, notices) as sim:
        do(find_control(None), ["button", "A"])
        do(find_control(None), ["time", "step", "20000"])
        board = sim.rig.boards["meter"].board
        assert board.boots == 2 and board.watchdog_bites == 1 and board.vm.is_running
    assert len(notices) == 1
    assert notices[0].startswith("meter: the program ended") and "watchdog" in notices[0]


ENDS = """
from firmware import meter
from firmware.board import buttons

class Bad(Exception):
    pass

_edge = buttons.Buttons.edge

def edge(self, source, level, time_ms):
    if _edge(self, source, level, time_ms) >= 0:
        raise Bad("planted")
    return -1

buttons.Buttons.edge = edge
run = meter.main
"""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--record", "x.yaml", "--state", "s"), "leave --state away"),
        (("--scenario", "no-such"), "there is no scenario 'no-such'"),
        (("--record", "/no/such/folder/x.yaml", "-b", "meter"), "cannot write"),
        (("--links", "/proc/ports", "-b", "meter"), "/proc/ports"),
        (("--keys", "k"), "--keys is where --provisioned"),
        (("--blank", "--provisioned"), "keeps no keys"),
        (("--blank", "--enrolled"), "knows no deck"),
        (("--blank", "--state", "s"), "leave --blank or --state away"),
        (("--blank", "--record", "r.yaml"), "leave --blank or --record away"),
        (("--blank", "--tcp"), "leave --blank or --tcp away"),
    ],
)
def test_sim__wrong_options__one_clear_line(words: tuple[str, ...], told: str) -> None:
    result = faro("sim", *words)
    lines = [line for line in result.stderr.splitlines() if line != "starting the boards …"]
    assert result.exit_code != 0 and len(lines) == 1 and told in lines[0]


def test_do__several_simulators__asks_which(run_folder: Path) -> None:
    run_folder.mkdir()
    ends = [socket.socket(socket.AF_UNIX) for _ in range(2)]
    for number, end in enumerate(ends):
        end.bind(str(run_folder / f"{number}.control"))
        end.listen()
    links = run_folder.parent / "ports"
    links.mkdir()
    (links / "control").symlink_to(run_folder / "1.control")
    port = SimulatedPort("shoe", "shoe", "/dev/pts/901", link=str(links / "shoe"))
    with announced([port]), pytest.raises(BadInput) as refused:
        find_control(None)
    assert f"--at ({run_folder / '0.control'}, {links})" in str(refused.value)
    for end in ends:
        end.close()
