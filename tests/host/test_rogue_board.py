"""A board that sends anything: each command ends, in words, and the terminal keeps its colours."""

from __future__ import annotations

import shlex
from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner

from faro.cli import main
from faro.wire.protocol import KIND_NAMES
from tests.proofs.attacks.rogue_board import CONTROL, RogueBoard

KIND_SHOE, KIND_METER = KIND_NAMES

# for a shoe, for a meter; what only reads, without a session
COMMANDS = (
    (KIND_SHOE, "status"),
    (KIND_SHOE, "events"),
    (KIND_SHOE, "text ver"),
    (KIND_SHOE, "describe"),
    (KIND_SHOE, "settings"),
    (KIND_SHOE, "round status"),
    (KIND_SHOE, "round show 1"),
    (KIND_SHOE, "shuffle status"),
    (KIND_SHOE, "deck check"),
    (KIND_SHOE, "proof export {tmp}/proof.json"),
    (KIND_SHOE, "journal export {tmp}/shoe.journal"),
    (KIND_SHOE, "update status"),
    (KIND_METER, "jackpot status"),
    (KIND_METER, "jackpot history"),
    (KIND_METER, "jackpot evidence {tmp}/hit.json"),
    (KIND_METER, "jackpot terms"),
    (KIND_METER, "meters"),
    (KIND_METER, "reconcile"),
)
SEEDS = range(6)


@pytest.mark.parametrize(("kind", "command"), COMMANDS, ids=[words for _, words in COMMANDS])
def test_rogue_board__anything_in_its_answers__one_clear_line(
    kind: int, command: str, tmp_path: Path
) -> None:
    for seed in SEEDS:
        board = RogueBoard(seed, kind)
        words = [*shlex.split(command.format(tmp=tmp_path)), "-p", "x/rogue"]
        with patch("faro.wire.client.open_transport", lambda _url, board=board: board):
            for more in ([], ["--json"]):
                result = CliRunner().invoke(main, [*words, *more])
                error = result.exception
                assert error is None or isinstance(error, SystemExit), (seed, repr(error))
                assert not CONTROL.search(result.output), (seed, result.output)
                assert len(result.stderr.splitlines()) <= 1, (seed, result.stderr)
