"""`faro meters`, `faro jackpot …` and `faro reconcile` against a board that has had a hit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.keys import DeviceKeys
from hw_sim.live import LiveTable


def faro(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("keys") / "meter.json"


@pytest.fixture(scope="module")
def port(keys: Path) -> Iterator[str]:
    """A meter on a port, with a round in which seat 3 has a Straight Flush not claimed yet."""
    rig = Rig(("meter",), 1)
    rig.power_on()
    rig.wait_ready()
    table = JackpotTable(rig)
    table.keys.save(keys)
    table.play({5: "flush"}, 2)
    number = table.deal(3, 6)
    table.hands(number, {3: "straight", 6: "nothing"})
    rig.boards["meter"].board.power_off()
    with LiveTable(rig, speed=5.0) as live:
        yield live.url("meter")


def test_jackpot__from_claim_to_evidence__by_commands(
    port: str, keys: Path, tmp_path: Path
) -> None:
    assert faro("keys", "split", keys, tmp_path).exit_code == 0
    supervisor, inspector = tmp_path / "supervisor.keys", tmp_path / "inspector.keys"
    state = json.loads(faro("jackpot", "status", "-p", port, "--json").stdout)
    assert (state["state"], state["winners"], state["claimed"]) == ("cards out", [3], [])
    refusal = faro("jackpot", "claim", "-p", port, "-k", keys, 3, "royal")
    assert refusal.exit_code == 1 and "say otherwise" in refusal.stderr
    refusal = faro("jackpot", "confirm", "-p", port, "-k", keys)
    assert refusal.exit_code == 1 and "no jackpot win waits" in refusal.stderr
    told = faro("jackpot", "claim", "-p", port, "-k", keys, 3, "straight").stdout
    assert "won, being verified" in told
    asked = faro("jackpot", "confirm", "-p", port, "-k", supervisor)
    assert "an inspector must confirm within 60 s: faro confirm" in asked.stdout
    for file, words in ((supervisor, "who asked"), (keys, "who asked")):  # the office's as well
        refusal = faro("confirm", "-p", port, "-k", file, "--yes")
        assert refusal.exit_code == 1 and words in refusal.stderr
    no = CliRunner().invoke(main, ["confirm", "-p", port, "-k", str(inspector)], input="n\n")
    assert no.exit_code == 1 and "round 2" in no.stderr and "Confirm this?" in no.stderr
    assert "won" in faro("jackpot", "status", "-p", port).stdout
    yes = CliRunner().invoke(main, ["confirm", "-p", port, "-k", str(inspector)], input="y\n")
    assert yes.exit_code == 0 and "CONFIRM_HIT is done" in yes.stdout
    assert "paid" in faro("jackpot", "status", "-p", port).stdout
    rows = json.loads(faro("jackpot", "history", "-p", port, "--json").stdout)
    assert [(row["number"], row["seat"], row["hand"]) for row in rows] == [
        (2, 3, "Straight Flush"),
        (1, 5, "Flush"),
    ]
    assert "Straight Flush: $5,000.28" in faro("jackpot", "history", "-p", port).stdout

    file = tmp_path / "hit.json"
    evidence = json.loads(faro("jackpot", "evidence", "-p", port, file, "--json").stdout)
    assert evidence["hands"]["3"]["cards"] == ["5H", "6H", "7H", "8H", "9H"]
    assert evidence["payments"][0]["from_pool_cents"] == 500_028
    assert faro("jackpot", "check-evidence", file, "-k", keys).exit_code == 0
    stranger = tmp_path / "stranger.json"
    DeviceKeys.create("00", "meter").save(stranger)
    assert faro("jackpot", "check-evidence", file, "-k", stranger).exit_code == 1
    document = json.loads(file.read_text())
    for name in ("evidence", "journal"):
        forged = json.loads(file.read_text())
        text = forged[name] if name == "evidence" else forged[name][1]
        text = text[:60] + ("0" if text[60] != "0" else "1") + text[61:]
        if name == "evidence":
            forged[name] = text
        else:
            forged[name][1] = text
        (tmp_path / "forged.json").write_text(json.dumps(forged))
        assert faro("jackpot", "check-evidence", tmp_path / "forged.json", "-k", keys).exit_code
    assert document["in_words"]["round"] == evidence["round"]


def test_meters_and_reconcile__board_and_exported_journal__agree(
    port: str, tmp_path: Path
) -> None:
    meters = json.loads(faro("meters", "-p", port, "--json").stdout)
    assert meters["rounds"] == 2 and meters["wagers"] == 4
    assert "contributed" in faro("meters", "-p", port).stdout
    result = json.loads(faro("reconcile", "-p", port, "--json").stdout)
    assert result["differences"] == [] and result["meters"] == meters
    journal = tmp_path / "meter.journal"
    assert faro("journal", "export", "-p", port, journal).exit_code == 0
    told = faro("reconcile", "-p", port, "--journal", journal)
    assert told.exit_code == 0 and "agrees" in told.stdout


def test_reconcile__nothing_or_nonsense_given__one_clear_line(tmp_path: Path) -> None:
    result = faro("reconcile")
    assert result.exit_code == 1 and "there is no meter here" in result.stderr
    (tmp_path / "x").write_text("nonsense")
    for name in ("x", "missing"):
        result = faro("reconcile", "--journal", tmp_path / name)
        assert result.exit_code == 1 and result.stderr.startswith("faro: ")
