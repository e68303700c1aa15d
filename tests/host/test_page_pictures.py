"""Pictures of refused cards from boards that are there: fetched in pieces, each once, by role."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from faro.page.kept_pictures import MOST_SHOWN, READERS, KeptPictures
from faro.page.viewer import Viewer
from faro.wire.client import Client
from firmware.cards.codes import UNREADABLE
from tests.host.desk_table import DeskTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[DeskTable]:
    table = DeskTable(tmp_path, has_meter=False)
    table.rig.kernel.run_for_ms(45_000)  # the service file's first places are made blank
    yield table
    table.close()


def numbers(table: DeskTable) -> list[int]:
    return [picture["number"] for picture in table.pictures]


def grey(url: str) -> bytes:
    image = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2])))
    assert image.size == (96, 128)
    return image.tobytes()


@pytest.mark.campaign
@pytest.mark.rule("A2")
def test_kept__technician__after_the_round_the_newest_ones_each_once(table: DeskTable) -> None:
    table.act("open_table", game="tcp", seats=[1])
    table.act("pack_loaded")
    table.deal("??")
    assert "CARD_REFUSED" in table.names("shoe") and table.pictures == []
    technician = table.login("technician")
    table.wait(2_000)
    assert table.pictures == []  # the board withholds them while cards lie face down
    supervisor = table.login("supervisor")
    table.act("void_round", supervisor)
    table.desk.logout(supervisor)
    table.act("close_table")
    table.wait(3_000)
    assert numbers(table) == [1, 2]
    first, second = table.pictures
    assert (first["camera"], second["camera"]) == ("A", "B")
    assert first["is_refused"] and first["card"] == "unreadable card" and first["place"] == "kept"
    assert grey(first["a"])[0] == UNREADABLE and first["b"] == "" and second["a"] == ""
    assert grey(second["b"]) == grey(first["a"])
    for _ in range(2):
        table.deal("??")
    assert numbers(table) == list(range(1, 7))
    table.desk.logout(technician)
    reads = table.names("shoe").count("FRAMES_READ")
    table.login("technician")
    table.wait(3_000)
    assert numbers(table) == list(range(1, 7))
    assert table.names("shoe").count("FRAMES_READ") == reads  # nothing new: the file is not read


@pytest.mark.campaign
def test_kept__while_they_come__people_and_program_wait_for_one_piece_only(
    table: DeskTable,
) -> None:
    for _ in range(7):
        table.feed.start(UNREADABLE)
        table.rig.kernel.run_for_ms(8_000)
    table.login("supervisor")
    waits_ms: list[int] = []
    while len(table.pictures) < MOST_SHOWN:
        asked = table.desk.submit(lambda desk: desk.ask(None, "shoe", "STATUS"))
        begun_ms = table.clock.table_ms()
        table.desk.step()
        waits_ms.append(table.clock.table_ms() - begun_ms)
        assert asked.result(0) and len(waits_ms) < 500
    assert numbers(table) == list(range(3, 15))  # the newest, as many as the strip holds
    assert len(waits_ms) > 80 and max(waits_ms) < sum(waits_ms) / 20


class Bench:
    """A client whose answers are those of a ring of pictures."""

    def __init__(self, real: Client) -> None:
        self.real = real
        self.asked: list[str] = []

    def request(self, name: str, **fields: Any) -> Any:
        self.asked.append(name)
        return self.real.request(name, **fields)


@pytest.mark.campaign
def test_kept__a_new_one_in_the_middle__none_is_lost_mixed_or_doubled(table: DeskTable) -> None:
    for _ in range(2):
        table.deal("??")
    session = table.login("supervisor")
    shown: list[dict[str, Any]] = []
    kept = KeptPictures(shown.append)
    client: Any = Bench(table.desk.client(session, "shoe"))
    for turn in range(400):
        if turn == 25:
            table.feed.start(UNREADABLE)
            table.rig.kernel.run_for_ms(3_000)  # nobody has heard of it yet: ages have shifted
        if not kept.turn(client):
            break
    found = [picture["number"] for picture in shown]
    assert found == [1, 2, 3, 4, 5, 6]
    assert all(grey(picture["a"] or picture["b"]) for picture in shown)
    count = len(client.asked)
    kept.take("BUTTON_PRESSED")
    assert not kept.turn(client) and len(client.asked) == count
    kept.take("CARD_REFUSED")
    assert not kept.turn(client) and client.asked[count:] == ["GET_FRAME_INFO"]


def told(viewer: Viewer) -> list[int]:
    return [m["number"] for m in viewer.take(True) if m["kind"] == "picture"]


def as_role(role: str, is_quiet: bool = False) -> Viewer:
    viewer = Viewer("", needs_login=True, is_quiet=is_quiet)
    fake: Any = type("Person", (), {"role": role})
    viewer.session = fake if role else None
    return viewer


def test_viewer__kept_picture__only_readers__technician_after_the_round() -> None:
    assert READERS == ("supervisor", "technician")
    picture = {"number": 7, "place": "kept"}
    for role, in_play, later in (
        ("supervisor", [7], []), ("technician", [], [7]), ("inspector", [], []), ("", [], []),
    ):  # fmt: skip
        viewer = as_role(role)
        viewer.put_kept([picture], is_in_play=True)
        assert told(viewer) == in_play, role
        viewer.put_kept([], is_in_play=False)
        assert told(viewer) == later, role
    quiet = as_role("technician", is_quiet=True)
    quiet.put_kept([picture], is_in_play=False)
    assert told(quiet) == []
    gone = as_role("technician")
    gone.put_kept([picture], is_in_play=True)
    gone.session = None
    gone.put_kept([], is_in_play=False)
    gone.session = as_role("technician").session
    gone.put_kept([], is_in_play=False)
    assert told(gone) == []
