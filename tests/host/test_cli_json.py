"""Every command speaks JSON, with numbers and words; what goes wrong is one line and JSON, too."""

from __future__ import annotations

import json
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from faro.board.commands import last_logged
from faro.cli import main
from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.dictionary import own_dictionary
from faro.wire.error_words import ERRORS, REFUSALS
from faro.wire.keys import DeviceKeys
from faro.wire.simulators import SimulatedPort, announced
from hw_sim.live import LiveTable
from tests.signed_boards import Signer

FARO = str(Path(sys.executable).parent / "faro")

# asked of a live board; {keys} is the folder with the board's key files, {tmp} an empty one
ASKED = {
    "ports": "",
    "status": "-p {shoe}",
    "events": "-p {shoe}",
    "text": "-p {shoe} stat",
    "describe": "-p {meter}",
    "settings": "-p {shoe}",
    "table open": "-p {shoe} -k {keys}/shoe/table.keys -g csp",
    "table seats": "-p {shoe} -k {keys}/shoe/table.keys 1,3",
    "table pack": "-p {shoe} -k {keys}/shoe/table.keys",
    "round status": "-p {shoe}",
    "table close": "-p {shoe} -k {keys}/shoe/table.keys",
    "ruling damaged": "-p {shoe}",
    "ruling list": "-p {shoe} -k {keys}/shoe/supervisor.keys",
    "table odds": "-p {shoe} -k {keys}/shoe/supervisor.keys even_money on --ground consent",
    "shuffle status": "-p {shoe}",
    "deck check": "-p {shoe}",
    "enrol": "-p {shoe} --show",
    "service frames": "-p {shoe} -k {keys}/shoe/technician.keys --out {tmp}/pictures",
    "service one-camera": "-p {shoe} -k {keys}/shoe/technician.keys",
    "confirm": "-p {shoe} -k {keys}/shoe/inspector.keys --yes",
    "update status": "-p {shoe}",
    "journal export": "-p {meter} {tmp}/meter.journal",
    "journal verify": "{tmp}/meter.journal",
    "journal show": "{tmp}/meter.journal",
    "jackpot status": "-p {meter}",
    "jackpot history": "-p {meter}",
    "jackpot terms": "-p {meter}",
    "meters": "-p {meter}",
    "reconcile": "-p {meter}",
    "keys show": "{keys}/meter/office.keys",
    "keys split": "{keys}/meter/office.keys {tmp}/roles",
    "keys person": "{keys}/meter/table.keys 7 {tmp}/ann.keys",
    "hand": "-g csp AS KS QS JS TS",
    "outcome": '-g tcp --dealer "AS KS QS" --player "2S 2H 2D"',
    "payout": "--pool-cents 12345678 --seed-cents 5000000 --hand 3=royal",
    "ruling": "-g ldb -f jam",
    "frames designs": "",
    "seal": "-p {shoe} -k {keys}/shoe/technician.keys",
    "restart": "-p {meter} -k {keys}/meter/technician.keys",
}
# refused by a board in this state: the error is JSON, with the board's number and name for it
REFUSED = {
    "clear-fault": "-p {shoe} -k {keys}/shoe/supervisor.keys gate_stuck",
    "round decide": "-p {shoe} -k {keys}/shoe/table.keys 3 draws",
    "round end": "-p {shoe} -k {keys}/shoe/table.keys",
    "round tell": "-p {shoe} -k {keys}/shoe/table.keys extra",
    "round show": "-p {shoe} 99",
    "ruling show": "-p {shoe} -k {keys}/shoe/supervisor.keys",
    "ruling answer": "-p {shoe} -k {keys}/shoe/supervisor.keys spare no",
    "ruling report": "-p {shoe} -k {keys}/shoe/table.keys hand_count",
    "ruling done": "-p {shoe} -k {keys}/shoe/supervisor.keys 1 8",
    "ruling withdraw": "-p {shoe} -k {keys}/shoe/supervisor.keys 1 --reason review",
    "shuffle start": "-p {shoe} -k {keys}/shoe/table.keys",
    "shuffle sort": "-p {shoe} -k {keys}/shoe/table.keys",
    "shuffle count": "-p {shoe} -k {keys}/shoe/supervisor.keys",
    "shuffle deliver": "-p {shoe} -k {keys}/shoe/table.keys",
    "shuffle cleared": "-p {shoe} -k {keys}/shoe/supervisor.keys",
    "jackpot claim": "-p {meter} -k {keys}/meter/table.keys 3 royal",
    "jackpot confirm": "-p {meter} -k {keys}/meter/supervisor.keys",
    "jackpot evidence": "-p {meter} {tmp}/evidence.json",
    "jackpot check-evidence": "{keys}/meter/table.keys -k {keys}/meter/office.keys",
    "jackpot link-key": "-p {meter} -k {keys}/meter/technician.keys {tmp}/link.key",
    "jackpot take-over": "-p {meter} -k {keys}/meter/supervisor.keys /no/such/file",
    "proof export": "-p {shoe} {tmp}/proof.json",
    "proof verify": "{keys}/meter/table.keys",
    "provision": "-p {shoe} {tmp}/again",
    "update send": "-p {shoe} -k {keys}/shoe/technician.keys {keys}/shoe/table.keys",
    "update signer": "-p {shoe} -k {keys}/shoe/technician.keys {keys}/shoe/table.keys",
    "attest": "-p {shoe} --reference {keys}/shoe/table.keys",
    "sign image": "{tmp}/image --key {keys}/shoe/table.keys -b shoe_pico2 --counter 1",
    "flash": "-b shoe_pico2 -p /dev/no-such-port",
    "keys seal": "/no/such/file {tmp}/sealed.keys",
    "recognise": "{tmp}",
    "frames sheet": "{tmp} -o {tmp}/sheet.png",
    "rules": "--root {tmp}",
}
# only that they have the option: they take long, change the machine, or run for ever
NOT_RUN = {
    "shuffle abort", "shuffle open-gate", "sign new-key", "frames render", "sim", "demo",
    "bench", "docs", "table", "table run", "play", "sim do", "top",
}  # fmt: skip


def leaves(group: click.Group, path: str = "") -> dict[str, click.Command]:
    """All commands by their words."""
    found: dict[str, click.Command] = {}
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        words = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            found |= leaves(command, words)
        if not isinstance(command, click.Group) or command.invoke_without_command:
            found[words] = command
    return found


def test_json__every_command__has_the_option() -> None:
    without = [
        words
        for words, command in leaves(main).items()
        if not any("--json" in option.opts for option in command.params)
    ]
    assert without == []


def test_json__every_command__is_in_a_table_here() -> None:
    assert set(leaves(main)) == ASKED.keys() | REFUSED.keys() | NOT_RUN


class Bench:
    """Two live boards with keys, and how to ask them."""

    def __init__(self, live: LiveTable, rig: Rig, folder: Path) -> None:
        self.live = live
        self._rig = rig
        self.folder = folder
        self.keys: dict[str, DeviceKeys] = {}
        live.do(self._provision)
        (folder / "tmp").mkdir()
        for kind, keys in self.keys.items():
            (folder / kind).mkdir()
            keys.save(folder / kind / "office.keys")
            for role in keys.roles:
                keys.of_role(role).save(folder / kind / f"{role}.keys")

    def _provision(self) -> None:
        self.keys = {kind: self._rig.provision(kind) for kind in ("shoe", "meter")}

    def faro(self, words: str, options: str, *more: str) -> Result:
        places = {
            "shoe": self.live.url("shoe"),
            "meter": self.live.url("meter"),
            "keys": self.folder,
            "tmp": self.folder / "tmp",
        }
        rest = shlex.split(options.format(**places))
        return CliRunner().invoke(main, [*words.split(), *rest, *more])


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    rig = Rig()
    with LiveTable(rig, speed=5.0) as live:
        yield Bench(live, rig, tmp_path_factory.mktemp("bench"))


def kinds_in(value: Any) -> set[type]:
    """Whether there are numbers and words in it."""
    if isinstance(value, dict):
        return {kind for item in value.values() for kind in kinds_in(item)} | {str}
    if isinstance(value, list):
        return {kind for item in value for kind in kinds_in(item)}
    return {int if isinstance(value, bool | int | float) else type(value)}


def test_json__every_command_that_answers__numbers_and_words(bench: Bench) -> None:
    """In one test: the commands follow each other."""
    for words, options in ASKED.items():
        result = bench.faro(words, options, "--json")
        assert result.exit_code in (0, 2), (words, result.output, result.exception)
        told = [json.loads(line) for line in result.stdout.splitlines()]
        assert told, words
        if told != [[]]:  # no board here, no payment yet
            assert kinds_in(told) >= {int, str}, (words, result.stdout)


@pytest.mark.parametrize("words", REFUSED)
def test_json__refused__one_line_and_an_object(bench: Bench, words: str) -> None:
    before = sorted(path.name for path in (bench.folder / "tmp").iterdir())
    result = bench.faro(words, REFUSED[words], "--json")
    assert result.exit_code != 0 and isinstance(result.exception, SystemExit), result.output
    told = json.loads(result.stdout)
    assert result.stderr.splitlines() == [f"faro: {told['error']}"]
    after = sorted(path.name for path in (bench.folder / "tmp").iterdir())
    assert after == before, "nothing half done"


def test_refusals__in_the_terms_of_the_user(bench: Bench) -> None:
    told = {words: bench.faro(words, REFUSED[words]).stderr for words in REFUSED}
    assert "no table is open" in told["round end"]
    assert "no table is open" in told["ruling report"]
    assert "no jackpot win waits" in told["jackpot confirm"]
    assert "that fault is not active" in told["clear-fault"]
    for text in told.values():
        assert "busy" not in text and "locked" not in text, text


def test_refusals__words__for_requests_and_errors_that_there_are() -> None:
    known = own_dictionary()
    errors = set(known.errors.values())
    assert errors == ERRORS.keys()
    assert {request for request, _ in REFUSALS} <= known.message_names.keys()
    assert {error for _, error in REFUSALS} <= errors


def test_update__no_signer_or_other_board__said_before_anything_is_sent(bench: Bench) -> None:
    signer = Signer.create(bench.folder)
    shoe, meter = bench.folder / "shoe.image", bench.folder / "meter.image"
    signer.sign("shoe").save(shoe)
    signer.sign("meter").save(meter)
    keys = "-k {keys}/shoe/technician.keys"
    told = bench.faro("update send", f"-p {{shoe}} {keys} {meter}").stderr
    assert told == "faro: this is a shoe (shoe_pico2); the image is for meter_pico\n"
    told = bench.faro("update send", f"-p {{shoe}} {keys} {shoe}").stderr
    assert "faro update signer" in told and "faro provision" not in told
    told = bench.faro("attest", f"-p {{meter}} --reference {shoe}").stderr
    assert told == "faro: this is a meter (meter_pico); the reference is for shoe_pico2\n"


def test_bus__no_address__says_how_or_knows(bench: Bench) -> None:
    port = SimulatedPort("bus", "bus", bench.live.url("bus"))
    with announced([port]):
        assert "say which with -a shoe" in bench.faro("status", "-p bus").stderr
        assert "meter_pico" in bench.faro("status", "-p bus -a meter").stdout
        assert bench.faro("jackpot status", "-p bus").exit_code == 0


def test_kind__command_for_the_other_board__says_so(bench: Bench) -> None:
    told = bench.faro("jackpot status", "-p {shoe}").stderr
    assert told == "faro: this is a shoe (shoe_pico2); this command is for a meter\n"


def test_locked__stopped_by_a_fault__names_it(bench: Bench) -> None:
    live = bench.live
    live.do(lambda: live.rig.boards["shoe"].set_lid(True))
    live.do(lambda: live.wait_ms(1_500))
    told = bench.faro("shuffle start", REFUSED["shuffle start"]).stderr
    assert "stopped by fault LID_OPEN" in told


def test_events__log_with_words__read_again(bench: Bench) -> None:
    log = bench.folder / "events.log"
    bench.faro("events", f"-p {{shoe}} --count 3 --log {log}")
    last = last_logged(log)
    assert last is not None and last.number == 3
    assert "text" not in last.fields and json.loads(log.read_text().splitlines()[0])["text"]


def test_port__opened_again_and_again__no_evidence(bench: Bench) -> None:
    """Connection chatter has a ring of its own; what counts is not turned by it."""

    def evidence() -> int:
        with Client.open(bench.live.url("meter")) as client:
            return client.request("SEAL_JOURNAL", nonce=bytes(16)).fields["evidence_last"]

    evidence()
    before = evidence()
    for _ in range(12):
        # this table's time runs faster than ours: our clock would be a step each time
        with Client.open(bench.live.url("meter"), utc_s=None) as client:
            client.status()
            client.open_session(bench.keys["meter"], "table")
        bench.live.do(lambda: bench.live.wait_ms(5_000))
    assert evidence() == before


# -- how long it takes ----------------------------------------------------------------------------


def _cpu_s(*words: str) -> float:
    """Processor time of a command, the best of some: a loaded machine is no failure."""
    times: list[float] = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def test_time__help_and_status__few_times_an_empty_python(bench: Bench) -> None:
    """0.25 s and 0.3 s on a quiet machine whose empty Python takes 25 ms or less."""
    empty_s = _cpu_s(sys.executable, "-c", "pass")
    assert _cpu_s(FARO, "--help") < 10 * empty_s
    assert _cpu_s(FARO, "status", "-p", bench.live.url("meter")) < 16 * empty_s
