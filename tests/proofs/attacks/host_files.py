"""What a host meets from outside: a scenario file, a run folder made first, a rogue board."""

from __future__ import annotations

import os
import time
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

from faro.cli import main
from faro.sim import scenario_file
from faro.sim.play import Player
from faro.wire import simulators
from faro.wire.errors import FaroError
from faro.wire.protocol import KIND_NAMES
from tests.proofs.attacks.outcome import Notes, Outcome
from tests.proofs.attacks.rogue_board import CONTROL, Endless, RogueBoard

_SOON_S = 5.0
_HEAD = "title: A free demo\nboards: [meter]\nready: [provisioned]\nsteps:\n"
_BOMB_LEVELS = 12  # each line has what the line before has, twice: thirty would never end


def scenario(folder: Path) -> Outcome:
    notes = Notes("a scenario file that writes and reads outside its folder, or never ends")
    victim = folder / "office.keys"
    stolen = folder / "stolen"
    for typed in (
        f"faro journal export -p meter {victim}",
        f"faro journal export -p meter ../../../../../../../../..{victim}",
        f"faro journal export -p meter --json {victim}",
        f"faro keys split {victim} {stolen}",
        f"faro sim --links {folder}",
        f"faro settings seats -p {folder}/ttyACM0",
        "faro docs make",
        "faro play again",
        "faro table",
    ):
        victim.write_bytes(b"the office's keys")
        _play(notes, folder, _HEAD + f"  - type: {typed}\n")
        notes.expect(victim.read_bytes() == b"the office's keys", f"{typed} has changed a file")
        notes.expect(not stolen.exists(), f"{typed} has made a folder")
    for text in (
        "title: A bomb\nsteps:\n" + "".join(map(_doubled, range(_BOMB_LEVELS))),
        "title: Itself\nsteps: &a [*a]\n",
        "title: Repeats\nsteps: &a\n  - repeat: 2\n    steps: *a\n",
        "title: Deep\nsteps: " + "[" * 50_000 + "]" * 50_000 + "\n",
    ):
        began_s = time.monotonic()
        _play(notes, folder, text)
        notes.expect(time.monotonic() - began_s < _SOON_S, "a short file took long to refuse")
    return notes.outcome()


def _doubled(level: int) -> str:
    if not level:
        return "  - repeat: 1\n    steps: &n0 [say: boom]\n"
    before = f"{{repeat: 1, steps: *n{level - 1}}}"
    return f"  - repeat: 1\n    steps: &n{level} [{before}, {before}]\n"


def _play(notes: Notes, folder: Path, text: str) -> None:
    try:
        found = scenario_file.parse(text, folder / "free.yaml")
        with Player(found) as player:
            player.run()
        notes.expect(False, "the file was played")
    except scenario_file.ScenarioError:
        notes.answers["refused before it runs"] += 1
    except FaroError as error:
        notes.expect(False, f"it ran, and then: {error}")
    except RecursionError:
        notes.expect(False, "the parser ended with a traceback")


def rogue_board(folder: Path) -> Outcome:
    notes = Notes("right frames of any content, without end, with escape sequences in their texts")
    shoe, meter = KIND_NAMES
    for command in ("status", "text ver", "events", "update status", "shuffle status"):
        for seed in range(4):
            board = RogueBoard(seed, (shoe, meter)[seed % 2])  # the wrong board is named
            with patch("faro.wire.client.open_transport", lambda _url, board=board: board):
                result = CliRunner().invoke(main, [*command.split(), "-p", "x/rogue"])
            error = result.exception
            is_clean = error is None or isinstance(error, SystemExit)
            notes.expect(not isinstance(error, Endless), f"{command} never ends")
            notes.expect(is_clean, f"{command} ends with a traceback: {error!r}")
            notes.expect(not CONTROL.search(result.output), f"{command} steers the terminal")
            notes.answers["told in words"] += 1
    return notes.outcome()


def run_folder(folder: Path) -> Outcome:
    notes = Notes("the run folder in the temporary directory is made by another user first")
    made, elsewhere, victim = folder / "run", folder / "elsewhere", folder / "victim"
    victim.write_text("untouched")
    before = os.environ.get("FARO_RUN")
    os.environ["FARO_RUN"] = str(made)
    port = simulators.SimulatedPort("shoe", "shoe", "/dev/pts/99")
    try:
        for is_link in (False, True):
            if is_link:
                elsewhere.mkdir(mode=0o700)
                made.symlink_to(elsewhere)
            else:
                made.mkdir()
                made.chmod(0o777)  # as good as another user's: he may write there
            (made / f"{os.getpid()}.new").symlink_to(victim)
            try:
                with simulators.announced([port]):
                    notes.expect(False, "the simulator wrote where others may")
            except FaroError:
                notes.answers["refused"] += 1
            notes.expect(victim.read_text() == "untouched", "a file behind a link was written over")
            if not is_link:
                (made / f"{os.getpid()}.new").unlink(missing_ok=True)
                made.rmdir()
    finally:
        if before is None:
            del os.environ["FARO_RUN"]
        else:
            os.environ["FARO_RUN"] = before
    return notes.outcome()
