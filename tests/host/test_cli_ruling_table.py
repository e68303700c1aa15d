"""`faro ruling show, answer, report, damaged` against a board behind a real serial port."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from hw_sim.live import LiveTable

LDB, DEVICE = 5, 1


@pytest.fixture
def port(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A shoe at a table of Lucky Draw Baccarat, its port and its key file."""
    with LiveTable(Rig(("shoe",), seed=5), speed=4.0) as live:
        board = live.rig.boards["shoe"]
        with Client.open(live.url("shoe")) as client:
            keys = DeviceKeys.create(client.identity.unique_id, client.identity.name)
            keys.save(tmp_path / "keys")
            live.do(lambda: board.set_lid(True))
            live.do(lambda: live.wait_ms(200))
            client.provision(keys)
            client.open_session(keys, "table")
            client.request("OPEN_TABLE", game=LDB, equipment=DEVICE, decks=0, areas=1)
        yield live.url("shoe"), str(tmp_path / "keys")


def faro(port: tuple[str, str], *args: str, keys: bool = True) -> tuple[int, str]:
    words = ["ruling", args[0], "-p", port[0], *(["-k", port[1]] if keys else []), *args[1:]]
    done = CliRunner().invoke(main, words)
    return done.exit_code, done.output


def asked(port: tuple[str, str], *args: str, keys: bool = True) -> Any:
    status, output = faro(port, *args, "--json", keys=keys)
    assert status == 0, output
    return json.loads(output)


@pytest.mark.rule("S7", "S8")
def test_ruling__live__report_ask_answer_show_and_damaged_cards(port: tuple[str, str]) -> None:
    assert faro(port, "show", keys=False)[0] == 1, "nothing has happened yet"
    told = asked(port, "report", "dealt_wrong", "--seat", "dealer")
    assert told["ruling"] == "NO_RULE" and told["state"] == "fresh"
    assert faro(port, "report", "earthquake")[0] == 1
    assert faro(port, "answer", "sunny", "yes")[0] == 1
    jam = asked(port, "report", "jam")
    assert jam["rule"] == "LDB 4.1.1" and jam["text"].endswith("Rule LDB 4.1.1.")
    status, output = faro(port, "show", keys=False)
    assert status == 0 and "Rule LDB 4.1.1." in " ".join(output.split())
    assert faro(port, "answer", "spare", "no")[0] == 1, "nothing was asked"
    assert asked(port, "damaged", "7d", "QC")["missing"] == 2
    assert asked(port, "damaged", keys=False)["cards"][0] == {"card": "7D", "replaced": False}
    assert faro(port, "damaged", "1X")[0] == 1
    status, output = faro(port, "damaged", "QC", "--off")
    assert status == 0 and "1 to be replaced" in output
    assert faro(port, "damaged", "--feed")[0] == 0
