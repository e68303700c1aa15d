"""The simulator's stream: what is seen at the table, only what changed, whoever reads it or not."""

from __future__ import annotations

import base64
import io
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import pytest
from PIL import Image

from faro.sim.control import do, find_control
from faro.sim.live_sim import LiveSim, Options
from hw_sim.hands.control import Connection
from hw_sim.hands.scene import changed

METER = Options(kinds=("meter",), speed=20.0)
SHOE = Options(kinds=("shoe",), speed=4.0)


@pytest.fixture(autouse=True)
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))


@contextmanager
def running(options: Options) -> Iterator[LiveSim]:
    stop: list[int] = []
    with LiveSim(options, print) as sim:
        thread = threading.Thread(target=lambda: sim.run(lambda: bool(stop)))
        thread.start()
        try:
            yield sim
        finally:
            stop.append(1)
            thread.join()


@contextmanager
def connected(*asked: dict[str, Any]) -> Iterator[TextIO]:
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(str(find_control(None)))
        control.settimeout(20)
        for line in asked:
            control.sendall(json.dumps(line).encode() + b"\n")
        with control.makefile("r") as lines:
            yield lines


def awaited(lines: TextIO, key: str, *path: str) -> Any:
    """The next message that has something there."""
    for _ in range(500):
        found: Any = json.loads(lines.readline()).get(key)
        for name in path:
            found = found.get(name) if found else None
        if found is not None:
            return found
    raise AssertionError(f"no {key} {path} has come")


def test_changed__key_by_key__and_inside() -> None:
    before = {"a": 1, "b": {"c": [1], "d": 2}, "e": {"f": 1}}
    assert changed(before, before) == {}
    assert changed(before, {**before, "b": {"c": [2], "d": 2}}) == {"b": {"c": [2]}}
    assert changed({}, before) == before
    assert changed({"x": None}, {"x": None, "y": None}) == {"y": None}


def test_watch__chips__whole_at_first_then_only_what_changed() -> None:
    with running(METER), connected({"watch": 20}) as lines:
        first = json.loads(lines.readline())["scene"]
        meter = first["boards"]["meter"]
        assert meter["bets"] == [False] * 7 and len(bytes.fromhex(meter["segments"])) == 16
        assert first["speed"] == 20.0 and not first["is_paused"] and "truth" not in first
        do(find_control(None), ["bet", "place", "2"])
        while "bets" not in (news := awaited(lines, "scene", "boards", "meter")):
            assert news  # the lamps invite, one after another
        assert news["bets"] == [False, True] + [False] * 5
        assert "segments" not in news and "keys" not in news
        do(find_control(None), ["plug", "pull"])
        assert awaited(lines, "scene", "broken") == [{"id": "plug-pulled", "board": "meter"}]


def test_connection__nobody_reads__never_waits_and_every_line_is_whole() -> None:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    connection = Connection(ours)
    with ours, theirs, theirs.makefile("r") as lines:
        made = 0
        for number in range(500):  # as for a watcher: nothing new before the old has gone
            if connection.send():
                made += 1
                connection.put([json.dumps({"number": number, "ballast": "x" * 50_000})])
        assert 0 < made < 50
        for _ in range(100):  # answers that nobody fetches are kept up to a bound
            connection.put(["y" * 50_000])
        assert connection.waiting_bytes < 2 << 20
        found = [json.loads(lines.readline()) for _ in range(2)]
        assert [line["number"] for line in found] == [0, 1]


@pytest.mark.parametrize("asked", [0, 19, -1, "40", None, 1e9, True])
def test_watch__absurd_interval__one_line_says_what_is_right(asked: Any) -> None:
    with running(METER), connected({"watch": asked}, {"do": "look"}) as lines:
        refused, served = json.loads(lines.readline()), json.loads(lines.readline())
        assert not refused["ok"] and "20 to 60000 ms" in refused["error"] and served["ok"]


def test_about__verbs_and_faults__all_of_both_catalogues() -> None:
    with running(METER), connected({"about": True}) as lines:
        told = json.loads(lines.readline())
        assert {"deal", "fault", "mark"} <= {verb["name"] for verb in told["verbs"]}
        faults = {fault["id"]: fault for fault in told["faults"]}
        assert faults["display-dead"]["boards"] == ["meter"]
        assert faults["display-dead"]["reports"] == "DISPLAY_LOST"
        assert faults["jam-throat"]["boards"] == [] and "feed" in faults["jam-throat"]["steps"]


def brightest(picture: str) -> int:
    image = Image.open(io.BytesIO(base64.b64decode(picture)))
    assert image.size == (96, 128)
    return max(image.tobytes())


@pytest.mark.campaign
def test_watch__cards__pictures_as_the_cameras_showed_them_and_truth_apart() -> None:
    asked = {"watch": 20, "truth": True, "pictures": True}
    with running(SHOE), connected(asked) as lines:
        path = find_control(None)
        assert json.loads(lines.readline())["scene"]["truth"]["shoe"]["shoe"] == []
        do(path, ["insert", "QH"])
        assert awaited(lines, "scene", "truth", "shoe", "shoe") == ["QH"]
        do(path, ["deal"])
        picture = awaited(lines, "picture")
        assert picture["place"] == "mouth" and picture["number"] == 1
        assert brightest(picture["a"]) > 100 and brightest(picture["b"]) > 100
        do(path, ["fault", "camera-a-dead"])
        do(path, ["deal", "QH"])
        picture = awaited(lines, "picture")
        assert brightest(picture["a"]) == 0 and brightest(picture["b"]) > 100
