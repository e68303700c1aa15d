"""The whole journey as people type it: from a blank board to a jackpot that is paid and proved."""

from __future__ import annotations

import queue
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from faro.build.signing import create_key
from tests.host.running_sim import faro

FARO = str(Path(sys.executable).parent / "faro")
_PATIENCE_S = 30.0  # only what hangs takes so long
_SMALL_TREE = 5  # LMS height: 32 signatures are plenty
# dealer first, then seats 1 and 2; seat 2 gets a royal flush
ROYAL = "2S 3H TS 6S 7H JS TD JH QS AC 2D KS 5H 6C AS"
SHOE, METER = "-k keys/shoe/{}.keys", "-k keys/meter/{}.keys"


def typed(line: str, *expected: str) -> str:
    """One command, in this process; it must succeed and say what is expected."""
    words = shlex.split(line)
    assert words[0] == "faro"
    result = faro(*words[1:])
    assert result.exit_code == 0, f"{line}\n{result.output}"
    missing = [word for word in expected if word not in result.output]
    assert not missing, f"{line}: {missing}\n{result.output}"
    return result.output


def refused(line: str, *expected: str) -> None:
    """One command that must fail with one clear line."""
    result = faro(*shlex.split(line)[1:])
    assert result.exit_code != 0 and result.stderr.count("\n") == 1, f"{line}\n{result.output}"
    assert all(word in result.stderr for word in expected), result.stderr


class Terminal:
    """A second terminal: a command that goes on while others are typed."""

    def __init__(self, line: str) -> None:
        words = [FARO, *shlex.split(line)[1:]]
        pipe = subprocess.PIPE
        self._program = subprocess.Popen(
            words, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True, bufsize=1
        )
        self.said: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._program.stdout is not None
        for line in self._program.stdout:
            self._lines.put(line)
        self._lines.put("")

    def until(self, word: str) -> None:
        """Read on to the line that has the word."""
        try:
            while line := self._lines.get(timeout=_PATIENCE_S):
                self.said.append(line)
                if word in line:
                    return
        except queue.Empty:
            pass
        raise AssertionError(f"it never said '{word}':\n{''.join(self.said)}")

    def type(self, line: str) -> None:
        assert self._program.stdin is not None
        self._program.stdin.write(line + "\n")

    def end(self) -> str:
        """What else it said; it must have ended well."""
        self._reader.join(_PATIENCE_S)
        text = "".join([*self.said, *self._lines.queue])
        assert self._program.wait(_PATIENCE_S) == 0, text
        return text

    def stop(self) -> None:
        if self._program.poll() is None:
            self._program.send_signal(signal.SIGINT)
            self._program.wait(_PATIENCE_S)


@contextmanager
def terminal(line: str) -> Iterator[Terminal]:
    opened = Terminal(line)
    try:
        yield opened
    finally:
        opened.stop()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "run"))
    monkeypatch.setenv("FARO_STATE_DIR", str(tmp_path / "ledgers"))
    for name in ("FARO_PORT", "FARO_KEYS", "FARO_SIM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def flash_and_update(folder: Path) -> None:
    typed("faro ports", "simulated shoe_pico2", "simulated meter_pico")
    typed("faro flash -b shoe_pico2 -p shoe", "wrote slot_b and slot_a", "shoe_pico2 0.1.0 answers")
    typed("faro flash -b meter_pico -p meter", "meter_pico 0.1.0 answers")
    refused("faro table open --game csp", "key")
    for board in ("shoe", "meter"):
        typed(f"faro sim do lid open board={board}")
        typed(f"faro provision -p {board} keys/{board}", "has its keys")
    create_key(folder / "maker", lms_type=_SMALL_TREE)  # `faro sign new-key` takes its time
    typed("faro sign image meter.img --key maker -b meter_pico --counter 1 --version 0.1.1 --sim")
    technician = METER.format("technician")
    typed(f"faro update signer -p meter {technician} maker.pub")
    for board in ("shoe", "meter"):
        typed(f"faro sim do lid close board={board}")
        typed(f"faro clear-fault -p {board} -k keys/{board}/technician.keys LID_OPEN", "cleared")
    typed(f"faro update send -p meter {technician} meter.img")
    typed(f"faro restart -p meter {technician}")
    typed("faro status -p meter", "ready", "boot number 2")
    typed("faro sim do time step 6000")  # until it has proved itself
    typed("faro update status -p meter", "proved: slot b", "local (counter 1), slot b: activated")


def enrol_and_check() -> None:
    typed("faro sim do time x 40")
    refused(f"faro deck check {SHOE.format('table')}", "faro enrol")
    with terminal(f"faro enrol {SHOE.format('technician')}") as enrol:
        enrol.until("2♠ first, 6 times")
        for _ in range(6):
            typed("faro sim do load order")
            typed("faro sim do feed 52", "fed: 52 cards")
        assert "deck enrolled: version 1" in enrol.end()
    with terminal(f"faro deck check {SHOE.format('table')} --idle 3") as check:
        check.until("feed all cards")
        typed("faro sim do load shuffled")
        typed("faro sim do feed 52")
        assert "GOOD" in check.end()


def play_games() -> None:
    typed("faro sim do time x 4")
    deals = {  # as the croupier deals them; the first ones are burned in Baccarat
        "tcp": "QH 9S 6D 8C 9D 7S 3D KC 8H",
        "fcp": "JC TH 8H 3H 9D 9C 5S 6C 8D TS QH 4D 5C 2H 5H 2C",
        "tcb": "2H 3S AD  7S 4C KD 2D 5C 8H JS QC 9D",
        "ldb": "9H 7S 8D 2C KC KH 6S",
    }
    table = SHOE.format("table")
    for number, (game, cards) in enumerate(deals.items(), 1):
        typed(f"faro table open {table} --game {game} --seats 2,5", "the cards must be shuffled")
        typed(f"faro table pack {table}")
        typed(f"faro sim do deal {cards}", "dealt")
        if game == "ldb":
            for seat in (2, 5):
                typed(f"faro round decide {table} {seat} stands")
        typed("faro round status", "dealt")
        typed(f"faro round end {table}", "ready")
        typed(f"faro round show {number} {table}", f"{game} from a shoe", "complete")
        typed(f"faro table close {table}", "no game is open")


def jam_and_ruling() -> None:
    """A round that a jam makes void: questions, ruling, and the device is cleared (LDB 11.4)."""
    table, supervisor = SHOE.format("table"), SHOE.format("supervisor")
    typed(f"faro table open {table} --game ldb --seats 1,2 --equipment device")
    typed(f"faro table pack {table}")
    typed("faro sim do deal 9H 7S KD 2C")
    typed("faro sim do load shuffled in=tray")
    typed("faro sim do fault jam-throat in=feed at=3")
    typed(f"faro shuffle start {table}", "needs a person", "faro shuffle cleared")
    refused("faro ruling show", "face down")
    typed(f"faro ruling show {table}", "has jammed", "faro ruling answer disadvantaged yes|no")
    refused(f"faro ruling answer {table} disadvantaged yes", "this role may not")
    typed(f"faro ruling answer {supervisor} disadvantaged yes", "LDB 11.4", "returned")
    typed("faro sim do fault jam-throat off", "mended")
    typed(f"faro clear-fault -p shoe {supervisor} JAM", "cleared")
    typed(f"faro shuffle cleared {supervisor}", "behind the locked gate")
    typed("faro sim do clear all", "52 cards taken out")
    typed(f"faro round end {table}", "the round is void")
    typed(f"faro round show 5 {table}", "void", "has jammed")
    typed(f"faro table close {table}")


def win_jackpot() -> None:
    """Caribbean Stud by the table program; two people confirm what the shoe has read."""
    typed("faro sim do time x 1")  # the program has three seconds to tell of the first card
    keys = "--shoe-keys keys/shoe/table.keys --meter-keys keys/meter/table.keys"
    line = f"faro table run --shoe shoe --meter meter {keys} --game csp --seats 1,2"
    with terminal(f"{line} --state table.json") as program:
        program.until("quit")
        program.type("pack")
        program.until("antes")
        typed("faro sim do bet place 1,2", "placed")
        typed(f"faro sim do deal {ROYAL} every=250")
        program.until("all 15 cards are dealt")
        program.type("end")
        program.until("claimed, and the cards agree")
        typed("faro jackpot status -p bus", "won, being verified", "winners   2")
        how = "faro confirm -p bus -a meter"
        typed(f"faro jackpot confirm -p bus {METER.format('supervisor')}", "an inspector", how)
        refused(f"{how} {METER.format('supervisor')} --yes", "who asked: take another")
        typed(f"{how} {METER.format('inspector')} --yes", "is done")
        program.until("paid")
        program.until("wagers")
        program.type("quit")
        program.end()
    typed("faro jackpot history", "seat 2 Royal Flush: $50,001.42")
    typed("faro sim do look", "bets at 1 2")


def prove_it() -> None:
    typed("faro reconcile", "agrees")
    for board in ("shoe", "meter"):
        typed(f"faro journal export -p {board} {board}.journal")
        keys = f"-k keys/{board}/office.keys"
        typed(f"faro journal verify {board}.journal {keys}", "whole", "seal good")
    typed("faro reconcile --journal meter.journal", "agrees")
    typed("faro round show 6 --file shoe.journal", "csp from a shoe", "royal flush")
    typed("faro attest -p meter --reference meter.img -k keys/meter/office.keys", "right")


@pytest.mark.first
@pytest.mark.campaign
def test_journey__blank_boards__to_a_paid_and_proved_jackpot(folder: Path) -> None:
    with terminal("faro sim --blank --links ports --speed 8 --json") as sim:
        sim.until("ports/shoe")
        flash_and_update(folder)
        enrol_and_check()
        play_games()
        jam_and_ruling()
        win_jackpot()
        prove_it()
        sim.stop()
    assert list((folder / "ports").iterdir()) == []
