"""`faro jackpot take-over` on the whole firmware: a holder dies, a spare board goes on for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.jackpot.rules import UC
from faro.sim.scenarios.linked import LinkedTables
from hw_sim.live import LiveTable

PART_UC = 710_000 * 100  # of one wager, into the pool


def faro(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def good(*words: object) -> str:
    result = faro(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.rule("J1", "J3", "J11")
def test_take_over__holder_dies__spare_board_loaded_by_commands(tmp_path: Path) -> None:
    with LinkedTables(1, has_spare=True) as linked:
        holder, table, spare = linked.tables
        holder.end(holder.deal(1, 2))
        table.end(table.deal(3))
        linked.wait(1_500)
        spare.keys.save(tmp_path / "spare.json")
        for each in linked.tables:
            each.board.board.power_off()
        journal = tmp_path / "dead.journal"
        with LiveTable(linked.rig, speed=5.0) as live:
            good("journal", "export", "-p", live.url("meter"), journal)
            live.do(holder.board.board.power_off)  # and never again
            port, keys = live.url("meter3"), tmp_path / "spare.json"
            words = ("jackpot", "take-over", "-p", port, "-k", keys, journal)
            told = json.loads(good(*words, "--json"))
            own = json.loads(good("reconcile", "--journal", journal, "--json"))
            inspector = tmp_path / "inspector.keys"
            spare.keys.of_role("inspector").save(inspector)
            shown = faro("confirm", "-p", port, "-k", inspector, "--yes").stderr
            assert "LOAD_BOOK" in shown and "  pool $50,002.13\n" in shown
            assert f"  tables_digest {own['tables_digest']}\n" in shown
            assert told["pool_uc"] == 5_000_000 * UC + 3 * PART_UC
            assert told["tables"] == {"177": [1, 0, 0]}
            meters = json.loads(good("meters", "-p", port, "--json"))
            assert meters["pool"] == told["pool_uc"]
            assert meters["adjusted"] == 3 * (PART_UC + 20_000 * 100)  # beside its own seed
            good("settings", "-p", port, "-k", keys, "link_role", 1)
            assert faro(*words).exit_code == 1  # it is linked now: its book is its own

            def start_again() -> None:
                spare.board.board.power_off()
                spare.board.board.power_on()
                linked.rig.wait_ready()
                live.wait_ms(3_000)
                table.end(table.deal(4, 5))
                live.wait_ms(2_000)

            live.do(start_again)
            meters = json.loads(good("meters", "-p", port, "--json"))
            assert meters["pool"] == 5_000_000 * UC + 5 * PART_UC
            assert "agrees" in good("reconcile", "-p", port)


def test_take_over__journal_of_another_kind__nothing_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("nonsense")
    (tmp_path / "keys").write_text("{}")
    words = ("jackpot", "take-over", "-p", "loop://", "-k", tmp_path / "keys", tmp_path / "x")
    result = faro(*words)
    assert result.exit_code == 1 and result.stderr.startswith("faro: ")
