"""The faro command as people use it: against a live simulator, and with everything wrong."""

from __future__ import annotations

import json
import os
import pty
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.sim.heaps import vm_heap_bytes
from faro.sim.rig import Rig
from hw_sim.live import LiveTable
from hw_sim.world.shoe import ShoeWorld

_HEAP_BYTES = vm_heap_bytes("shoe_pico2", 640 * 1024)


@pytest.fixture(scope="module")
def live() -> Iterator[LiveTable]:
    """Both boards on pseudo terminals, in real time."""
    with LiveTable(Rig(), speed=5.0) as table:
        yield table


def faro(*words: str) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def _refusal(result: Result) -> str:
    """One clear line on stderr, exit code not 0, no traceback."""
    assert result.exit_code not in (0, None)
    lines = result.stderr.strip().splitlines()
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return lines[-1]


# -- against a board ---------------------------------------------------------------------------


def test_status__json__names_board_heap_and_micropython(live: LiveTable) -> None:
    report = json.loads(faro("status", "-p", live.url("shoe"), "--json").stdout)
    assert report["board"] == "shoe_pico2"
    assert report["micropython"].startswith("1.")
    assert 0 < report["heap_free_bytes"] < report["heap_total_bytes"] < _HEAP_BYTES


def test_status__bus__reaches_the_board_that_was_meant(live: LiveTable) -> None:
    text = faro("status", "-p", live.url("bus"), "-a", "meter").stdout
    assert "meter_pico" in text


def test_events__cards_dealt__told_in_words(live: LiveTable) -> None:
    shoe = ShoeWorld(live.rig.boards["shoe"])
    live.do(lambda: shoe.deal(2))
    live.do(lambda: live.wait_ms(2_000))
    text = faro("events", "-p", live.url("shoe")).stdout
    assert "card 2 left the shoe" in text


def test_events__log__goes_on_where_it_ended(live: LiveTable, tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    faro("events", "-p", live.url("meter"), "--log", str(log), "--count", "2")
    with log.open("a") as file:
        file.write('{"number": 3, "na')  # a host killed in the middle of a line
    faro("events", "-p", live.url("meter"), "--log", str(log))
    numbers = [json.loads(line)["number"] for line in log.read_text().splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 2


def test_text__stat__readable_line(live: LiveTable) -> None:
    assert "supply" in faro("text", "-p", live.url("shoe"), "stat").stdout


def test_describe__json__has_the_tables(live: LiveTable) -> None:
    dictionary = json.loads(faro("describe", "-p", live.url("meter"), "--json").stdout)
    assert any("STATUS" in line for line in dictionary["sections"]["messages"])


def test_journal__export_verify_show__whole_then_tampered(live: LiveTable, tmp_path: Path) -> None:
    folder, file = tmp_path / "shoe", tmp_path / "shoe.journal"
    keys = folder / "office.keys"
    live.do(lambda: live.rig.boards["shoe"].set_lid(True))
    live.do(lambda: live.wait_ms(1_500))
    assert faro("provision", "-p", live.url("shoe"), str(folder)).exit_code == 0
    assert len(list(folder.iterdir())) == 5 and keys.stat().st_mode & 0o777 == 0o600
    live.do(lambda: live.rig.boards["shoe"].set_lid(False))
    live.do(lambda: live.wait_ms(1_500))
    cleared = faro("clear-fault", "-p", live.url("shoe"), "-k", str(keys), "lid_open")
    assert cleared.exit_code == 0, cleared.output
    assert faro("journal", "export", "-p", live.url("shoe"), str(file)).exit_code == 0
    assert "seal good" in faro("journal", "verify", str(file), "-k", str(keys)).stdout
    assert "fault cleared: LID_OPEN by the supervisor" in faro("journal", "show", str(file)).stdout
    csv = faro("journal", "show", str(file), "--csv", "--name", "provisioned").stdout
    assert len(csv.strip().splitlines()) == 2
    data = bytearray(file.read_bytes())
    data[data.index(b"\n") + 1 + 128 * 2 + 20] ^= 4
    file.write_bytes(data)
    bad = faro("journal", "verify", str(file))
    assert bad.exit_code == 1
    assert "BAD record 3" in bad.stdout
    mine = str(folder / "technician.keys")  # a role's file is enough
    assert faro("seal", "-p", live.url("shoe"), "-k", mine).exit_code == 0
    line = _refusal(faro("seal", "-p", live.url("shoe"), "-k", mine, "--role", "table"))
    assert "not the table's but the technician's" in line
    assert "office's" in _refusal(faro("journal", "verify", str(file), "-k", mine))
    assert "lid open" in _refusal(faro("seal", "-p", live.url("shoe"), "-k", str(keys), "--off"))
    _renew_keys(live, folder, tmp_path / "new")


def _renew_keys(live: LiveTable, old: Path, new: Path) -> None:
    """The technician asks; the inspector sees the same fingerprint and confirms."""
    port = live.url("shoe")
    live.do(lambda: live.rig.boards["shoe"].set_lid(True))
    live.do(lambda: live.wait_ms(1_500))
    asked = faro("provision", "-p", port, "-k", str(old / "technician.keys"), str(new), "--json")
    told = json.loads(asked.stdout)
    assert told["deed"] > 0
    assert faro("seal", "-p", port, "-k", str(new / "technician.keys")).exit_code == 1
    confirmed = faro("confirm", "-p", port, "-k", str(old / "inspector.keys"), "--yes")
    assert confirmed.exit_code == 0 and told["fingerprint"] in confirmed.output
    assert faro("seal", "-p", port, "-k", str(new / "technician.keys")).exit_code == 0
    assert faro("seal", "-p", port, "-k", str(old / "technician.keys")).exit_code == 1


# -- everything wrong --------------------------------------------------------------------------


def test_port__missing__says_so() -> None:
    assert "there is no port" in _refusal(faro("status", "-p", "/dev/no-such-port"))


def test_port__nothing_listens__says_so() -> None:
    assert "nothing listens" in _refusal(faro("status", "-p", "socket://127.0.0.1:1"))


def test_port__not_a_faro_board__says_so() -> None:
    master, slave = pty.openpty()
    try:
        assert "is it a Faro board" in _refusal(faro("status", "-p", os.ttyname(slave)))
    finally:
        os.close(master)
        os.close(slave)


def test_port__busy__says_so(live: LiveTable) -> None:
    from faro.wire.transports import SerialTransport

    holder = SerialTransport(live.url("meter"))
    try:
        assert "in use" in _refusal(faro("status", "-p", live.url("meter")))
    finally:
        holder.close()


def test_setting__unknown__lists_the_known(live: LiveTable) -> None:
    line = _refusal(faro("settings", "-p", live.url("meter"), "colour"))
    assert "there is no setting 'colour'" in line
    assert "seats" in line


def test_setting__no_keys__says_how(live: LiveTable) -> None:
    assert "--keys" in _refusal(faro("settings", "-p", live.url("meter"), "seats", "5"))


def test_key_file__readable_by_others__refused(live: LiveTable, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text("{}")
    path.chmod(0o644)
    line = _refusal(faro("settings", "-p", live.url("meter"), "-k", str(path), "seats", "5"))
    assert "chmod 600" in line


def test_key_file__not_one__refused(live: LiveTable, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text("hello")
    path.chmod(0o600)
    line = _refusal(faro("settings", "-p", live.url("meter"), "-k", str(path), "seats", "5"))
    assert "is not a key file" in line


@pytest.mark.parametrize("content", [b"", b"hello", b"\x00" * 500, b'{"format": "x"}\n'])
def test_journal__not_a_journal__refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert str(path) in _refusal(faro("journal", "verify", str(path)))


def test_address__nonsense__usage_error() -> None:
    result = faro("status", "-p", "x", "-a", "table9")
    assert result.exit_code == 2
    assert "is not an address" in result.stderr


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("/bin/false-python", "is not a program"),
        ("/bin/true", "is not a MicroPython"),
        (sys.executable, "not MicroPython"),
    ],
)
def test_micropython__unsupported__one_line(
    monkeypatch: pytest.MonkeyPatch, program: str, words: str
) -> None:
    monkeypatch.setenv("MICROPYTHON", program)
    assert words in _refusal(faro("sim", "-b", "shoe"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--reference", "README.md"), "README.md is not a Faro image"),
        (("--reference", "/no/image"), "cannot read /no/image"),
        (("--reference", "README.md", "--base", "/no/base"), "'/no/base' does not exist"),
    ],
)
def test_attest__file_that_is_none__one_clear_line(words: tuple[str, ...], told: str) -> None:
    result = CliRunner().invoke(main, ["attest", "-p", "/dev/none", *words])
    assert result.exit_code != 0 and told in result.output + str(result.exception or "")
    assert not isinstance(result.exception, OSError)
