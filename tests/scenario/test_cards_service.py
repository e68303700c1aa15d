"""The service file: pictures of refused and doubled cards for technician and supervisor."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from faro.cards import service_pictures as service_frames
from faro.sim.rig import Rig
from faro.wire.errors import FaroError, Refused
from firmware.cards import codes as c
from hw_sim.world.cards import Card
from tests.scenario.cards_bench import CardBench
from tests.unit.drivers.test_line_unpack import unpacked

STICKER_A = (("sticker", "a", 1.0),)


@pytest.fixture
def bench(make_rig: Callable[..., Rig]) -> Iterator[CardBench]:
    bench = CardBench(make_rig("shoe"))
    bench.wait(15_000)  # the first slots are looked at while nobody deals
    yield bench


def test_frames__refused_and_contradicted__kept_over_a_restart_as_png(
    bench: CardBench, tmp_path: Path
) -> None:
    bench.begin()
    bench.feed([Card("7C", spoil=STICKER_A), Card("AS"), Card("AS", is_turned=True)])
    green, red, _lines = unpacked(bench.board.cameras.taken)  # of the second ace
    bench.wait(2_000)  # until both are read and kept
    bench.board.board.power_off()
    bench.board.board.power_on()
    bench.rig.wait_ready()
    client = bench.as_role("technician")
    pictures = service_frames.fetch(client, lambda _age, _bytes: None)
    what = [(p.camera, p.position, p.earlier_position, p.reading) for p in pictures]
    ace = c.card_named("AS")
    assert what == [("B", 3, 2, ace), ("A", 3, 2, ace), ("A", 1, 0, c.UNREADABLE)]
    assert (pictures[1].green, pictures[0].red) == (bytes(green[0]), bytes(red[1]))
    service_frames.write(pictures, tmp_path / "out")
    files = sorted(path.name for path in (tmp_path / "out").glob("*.png"))
    assert files[0].startswith("00001_position1_A_unreadable-card-") and len(files) == 3
    image = Image.open(tmp_path / "out" / files[0])
    assert image.size == (784, 512) and len(set(image.tobytes())) > 50
    assert len(json.loads((tmp_path / "out/index.json").read_text())) == 3
    with pytest.raises(FaroError, match="not empty"):
        service_frames.write(pictures, tmp_path / "out")
    assert [e.name for e in bench.news("FRAMES_READ")] == ["FRAMES_READ"]


@pytest.mark.rule("A1", "A2")
def test_frames__anybody_else_and_odd_questions__refused(bench: CardBench) -> None:
    bench.feed(Card("7C", spoil=STICKER_A))
    for role in ("table", "inspector"):
        with pytest.raises(Refused, match="this role may not"):
            bench.as_role(role).request("GET_FRAME", frame=0, offset=0)
    assert bench.as_role("supervisor").request("GET_FRAME", frame=0, offset=0).fields["data"]
    client = bench.as_role("technician")
    assert len(client.request("GET_FRAME", frame=0, offset=15_360 - 8).fields["data"]) == 8
    for frame, offset, text in ((0, 15_360, "out of range"), (1, 0, "no such record")):
        with pytest.raises(Refused, match=text):
            client.request("GET_FRAME", frame=frame, offset=offset)
    with pytest.raises(Refused, match="no such record"):
        client.request("GET_FRAME_INFO", frame=64)


@pytest.mark.rule("A2")
def test_frames__card_read_or_pushed_back__leaves_no_picture(bench: CardBench) -> None:
    bench.feed([Card("AS"), Card("KD")])
    bench.world.half_draw(Card("QD"))
    bench.wait(500)
    with pytest.raises(Refused, match="no such record"):
        bench.as_role("technician").request("GET_FRAME_INFO", frame=0)
