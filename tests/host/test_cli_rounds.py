"""`faro table` and `faro round` against a live board, and with everything wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.rounds.commands import parse_seats
from faro.sim.play import Player
from faro.sim.rig import Rig
from faro.sim.scenario_file import load
from faro.wire.errors import BadInput
from hw_sim.live import LiveTable
from tests.model.board_desk import CODED_CARDS, CardFeed


@pytest.fixture(scope="module")
def live() -> Iterator[LiveTable]:
    """A shoe whose cameras see numbers, in real time on a pseudo terminal."""
    rig = Rig(("shoe",), 5, extra_path=(CODED_CARDS,))
    with LiveTable(rig, speed=8.0) as table:
        yield table


@pytest.fixture(scope="module")
def keys(live: LiveTable, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("keys")
    path = str(folder / "office.keys")
    for is_open in (True, False):
        live.do(lambda is_open=is_open: live.rig.boards["shoe"].set_lid(is_open))
        live.do(lambda: live.wait_ms(1_500))
        if is_open:
            assert faro("provision", "-p", live.url("shoe"), str(folder)).exit_code == 0
    faro("clear-fault", "-p", live.url("shoe"), "-k", path, "lid_open")
    return path


def faro(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def refusal(result: Result, exit_code: int) -> str:
    assert result.exit_code == exit_code, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1
    return lines[0]


@pytest.mark.campaign
def test_table_and_round__a_whole_round__told_by_commands(
    live: LiveTable, keys: str, tmp_path: Path
) -> None:
    port = ("-p", live.url("shoe"))
    who = (*port, "-k", keys)
    assert "no game is open" in faro("round", "status", *port).stdout
    opened = faro("table", "open", *who, "--game", "ldb", "--seats", "2,4", "--json")
    assert json.loads(opened.stdout)["seats"] == [2, 4], opened.output
    assert "burned" in faro("table", "pack", *who).stdout
    feed = CardFeed(live.rig)
    for code in (0, 4, 8, 12, 16, 20):  # one burned, then 3 4 5 6 7 of spades
        live.do(lambda code=code: feed.start(code))
        live.do(lambda: live.wait_ms(800))
    state = json.loads(faro("round", "status", *port, "--json").stdout)
    assert (state["phase"], state["awaited_seat"], state["round"]) == ("dealing", 2, 1)
    assert "not this seat's turn" in refusal(faro("round", "decide", *who, "4", "draws"), 1)
    assert faro("round", "decide", *who, "2", "stands").exit_code == 0
    assert faro("round", "decide", *who, "4", "stands").exit_code == 0
    assert "cards" in refusal(faro("round", "end", *who), 1)
    live.do(lambda: feed.start(24))
    live.do(lambda: live.wait_ms(800))
    live.do(lambda: feed.start(28))  # 5 and 8 make 3: a third card
    live.do(lambda: live.wait_ms(800))
    ended = faro("round", "end", *who)
    assert "round 1: ready" in ended.stdout, ended.output
    shown = json.loads(faro("round", "show", "1", *port, "--json").stdout)
    assert [hand["cards"] for hand in shown["hands"]] == [
        ["5S", "8S", "9S"],
        ["3S", "6S"],
        ["4S", "7S"],
    ]
    assert shown["state"] == "complete"
    file = tmp_path / "shoe.journal"
    assert faro("journal", "export", *port, str(file)).exit_code == 0
    text = faro("round", "show", "1", "--file", str(file)).stdout
    assert "seats 2, 4" in text and "point count 2" in text
    assert "3♠" in text, "the card that opened the round is part of its story"
    assert "USB" not in text and "session" not in text
    last = text.splitlines()[-1]
    assert "is over" in last, "what came after the round is not its story"
    assert "the journal has no round 7" in refusal(
        faro("round", "show", "7", "--file", str(file)), 2
    )
    assert "seats 1, 2, 3" in faro("table", "seats", *who, "1-3").stdout
    assert "no game" in faro("table", "close", *who).stdout
    assert "no table is open" in refusal(faro("round", "tell", *who, "not_cut"), 1)


@pytest.mark.parametrize(
    "words",
    [
        ("table", "open", "-p", "x", "--game", "bridge"),
        ("table", "open", "-p", "x", "--game", "tcp", "--seats", "9"),
        ("table", "seats", "-p", "x", "one"),
        ("round", "show", "1", "-p", "x", "--file", "y"),
        ("round", "tell", "-p", "x", "name", "--value", "ZZ"),
        ("round", "tell", "-p", "x", "extra", "--place", "nine"),
    ],
)
def test_rounds__bad_input__one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    refusal(faro(*words), 2)


@pytest.mark.parametrize(
    ("text", "areas"), [("1", 1), ("1,3", 5), ("1-7", 127), ("2-3,7", 70), ("none", 0)]
)
def test_seats__as_people_write_them__become_bits(text: str, areas: int) -> None:
    assert parse_seats(text) == areas


@pytest.mark.parametrize("text", ["", "0", "8", "3-1", "1-", "a"])
def test_seats__nonsense__refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_seats(text)


BESIDE_A_DEVICE = """title: A shoe beside a device that is not empty
boards: [shoe]
ready: [provisioned, enrolled]
reads: identity
steps:
  - type: faro table open -p shoe -k keys/shoe/table.keys --game tcp --seats 2
  - do: load order in=tray
  - ask: shoe table SHUFFLE mode=1 decks=1
  - wait: shoe CYCLE_READY
    within: 60 s
  - type: faro round status -p shoe
  - type: faro round show 1 -p shoe
    refused: one in play is shown to those with keys (-k)
"""


@pytest.mark.campaign
def test_table__from_a_shoe_while_the_device_holds_cards__says_that_none_is_named(
    tmp_path: Path,
) -> None:
    told: list[str] = []
    file = tmp_path / "beside.yaml"
    file.write_text(BESIDE_A_DEVICE)
    with Player(load(file), lambda step, text: told.append(text)) as player:
        player.run()
    assert "not empty" not in told[0]
    assert "not empty (ready): a card from the shoe is counted, but not named" in told[4]
