"""Scenario files: played; a bad one is refused with file and line before anything runs."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from faro.cli import main
from faro.sim import play as play_module
from faro.sim import scenario_file
from faro.sim.play import Player, ScenarioFailed
from faro.sim.scenario_file import ScenarioError

HEAD = "title: A try\nboards: [meter]\nready: [provisioned]\nsteps:\n"

BAD = (
    ("", "x.yaml:1: a scenario has 'title:' and 'steps:'"),
    ("just words", "x.yaml:1: a scenario has"),
    ("title: [", "x.yaml:1: "),
    ("title: A\nsteps:\n  - do: look\ncolour: red", "x.yaml:4: there is no 'colour'"),
    ("title: A\ntitle: B", "x.yaml:2: 'title' stands there twice"),
    ("title: A", "x.yaml:1: 'steps' is missing"),
    ("title: A\nsteps: do", "x.yaml:2: steps are a list"),
    ("title: A\nboards: [lamp]\nsteps: []", "x.yaml:2: 'lamp' is not a board: shoe, meter"),
    ("title: A\nboards: shoe\nsteps: []", "x.yaml:2: here stands a list"),
    ("title: A\nseed: -3\nsteps: []", "x.yaml:2: '-3' is not a number"),
    ("title: A\nready: [sealed]\nsteps: []", "x.yaml:2: boards can be provisioned and enrolled"),
    ("title: A\nreads: minds\nsteps: []", "x.yaml:2: cards are read by pictures or identity"),
    (HEAD + "  - look", "x.yaml:5: a step is, for example, - do: deal QH"),
    (HEAD + "  - dance: now", "x.yaml:5: a step is one of do, pass, wait"),
    (HEAD + "  - do: look\n    say: hm", "x.yaml:5: a step is one of"),
    (HEAD + "  - do: look\n    within: 3 s", "x.yaml:6: beside 'do' stands at, not 'within'"),
    (HEAD + "  - type: rm -rf x", "x.yaml:5: 'rm -rf x' is no command such as"),
    (HEAD + "  - type: faro dance", "x.yaml:5: 'faro dance' is no command"),
    (HEAD + "  - type: faro 'status", "x.yaml:5: \"faro 'status\": No closing quotation"),
    (HEAD + "  - damage: ../x 4", "x.yaml:5: '../x 4' is no file and byte"),
    (HEAD + "  - damage: x.journal", "x.yaml:5: 'x.journal' is no file and byte"),
    (HEAD + "  - damage: meter slot_c 4", "x.yaml:5: 'meter slot_c 4' is no file and byte"),
    (HEAD + "  - damage: shoe slot_b 4", "x.yaml:5: 'shoe slot_b 4' is no file and byte"),
    (HEAD + "  - damage: meter slot_b x", "x.yaml:5: 'meter slot_b x' is no file and byte"),
    (HEAD + "  - do: lok", "x.yaml:5: there is no verb 'lok': look"),
    (HEAD + "  - do: look\n  - do: bet place 9", "x.yaml:6: bet: '9' is not a seat"),
    (HEAD + "  - do: lid open board=shoe", "x.yaml:5: there is no board 'shoe' here: meter"),
    (HEAD + "  - pass: soon", "x.yaml:5: 'soon' is not a time such as 500 ms"),
    (HEAD + "  - wait: meter BET_PLACD", "x.yaml:5: meter reports no 'BET_PLACD'; near: BET_"),
    (HEAD + "  - wait: meter CARD_READ", "x.yaml:5: meter reports no 'CARD_READ'"),
    (HEAD + "  - wait: meter BET_PLACED chip=1", "x.yaml:5: BET_PLACED has no field 'chip'"),
    (HEAD + "  - wait: meter BET_PLACED seat", "x.yaml:5: 'seat' is not field=value"),
    (HEAD + "  - wait: meter FAULT_RAISED fault=NONE", "x.yaml:5: fault=NONE: right is a number"),
    (HEAD + "  - wait: shoe BOOTED", "x.yaml:5: there is no board 'shoe' here: meter"),
    (HEAD + "  - ask: meter boss STATUS", "x.yaml:5: 'boss' is nobody's role"),
    (HEAD + "  - ask: meter table", "x.yaml:5: 'meter table' is too short"),
    (HEAD + "  - ask: meter table FREZE", "x.yaml:5: meter knows no request 'FREZE'; near: FREEZE"),
    (HEAD + "  - ask: meter table CLAIM seat=3", "x.yaml:5: CLAIM: round, hand_class missing"),
    *((f"{HEAD}  - ask: meter table TELL_HANDS cards=hands:{cards}",
       f"x.yaml:5: cards=hands:{cards}: right is")
      for cards in ("8=TS,JS,QS,KS,AS", "0=TS,JS,QS,KS,AS", "3=TS,JS", "3=T,J,Q,K,A", "TS", "3")),
    (HEAD + "  - ask: meter table FREEZE\n    refused: tired", "x.yaml:5: there is no error"),
    (HEAD + "  - ask: meter table FREEZE\n    at: soon", "x.yaml:6: 'soon' is not a time such as"),
    (HEAD + "  - login: meter boss", "x.yaml:5: right would be: meter and a role: table, "),
    (HEAD + "  - login: meter", "x.yaml:5: 'meter' is too short; right would be: BOARD ROLE"),
    (HEAD + "  - login: shoe table", "x.yaml:5: there is no board 'shoe' here: meter"),
    (HEAD + "  - expect: meter joy", "x.yaml:5: 'joy' cannot be expected; right are fault"),
    (HEAD + "  - expect: meter fault JAM", "x.yaml:5: meter knows no fault 'JAM'"),
    (HEAD + "  - expect: meter cards tray 5", "x.yaml:5: right would be: meter cards"),
    (HEAD + "  - tell: lamp", "x.yaml:5: 'lamp': tell names a board: meter"),
    (HEAD + "  - repeat: often\n    steps: []", "x.yaml:5: 'often' is not a number"),
    (HEAD + "  - repeat: 2", "x.yaml:5: 'steps' is missing beside 'repeat'"),
    (HEAD + "  - repeat: 2\n    steps:\n      - do: lok", "x.yaml:7: there is no verb 'lok'"),
)  # fmt: skip


def faro(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("x.yaml")


@pytest.mark.parametrize(("text", "told"), BAD, ids=[told for _, told in BAD])
def test_play__bad_file__one_line_and_no_board_started(
    file: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    monkeypatch.setattr(play_module, "Rig", None)
    file.write_text(text)
    result = faro("play", file)
    assert result.exit_code == 2 and isinstance(result.exception, SystemExit)
    assert result.stderr.startswith(f"faro: {told}") and result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [("no-such", "there is no scenario 'no-such'"), ("/no/such.yaml", "cannot read /no/such.yaml")],
)
def test_play__no_file__one_line(name: str, told: str) -> None:
    result = faro("play", name)
    assert result.exit_code == 2 and told in result.stderr


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"[" * 3_000, b"a: *x", b"x" * (5 << 20)])
def test_load__bytes_of_any_kind__refused_as_no_scenario(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    with pytest.raises(ScenarioError, match=r"x\.yaml"):
        scenario_file.load(file)


def _player(steps: str) -> Player:
    return Player(scenario_file.parse(HEAD + steps, Path("x.yaml")))


def test_play__what_does_not_come__named_with_line_and_what_came() -> None:
    wrong = {
        "  - wait: meter BET_PLACED seat=2\n    within: 1 s": "x.yaml:7: .* not within 1000 ms",
        "  - expect: meter lamp red": "x.yaml:7: expect: .* it is green",
        "  - expect: meter fault SUPPLY_LOW": "x.yaml:7: .* it is no fault",
        "  - expect: meter display 1.00": "x.yaml:7: .* it is 50000.00",
        "  - expect: meter no-event BET_PLACED": "x.yaml:7: .* it is 1 such events",
        "  - ask: meter supervisor FREEZE": "x.yaml:7: .*FREEZE was refused",
        "  - ask: meter table STATUS\n    refused: busy": "x.yaml:7: .* carried out, not refused",
        "  - do: cable usb in": "x.yaml:7: usb-cut at meter is not broken",
        "  - type: faro table close": "x.yaml:7: .*no role|x.yaml:7: .*needs a role",
        "  - type: faro status\n    refused: gone": "x.yaml:7: it was carried out, not refused",
        "  - type: faro status -p shoe\n    refused: gone": "x.yaml:7: it was refused otherwise: ",
        "  - damage: nothing 4": "x.yaml:7: damage: nothing 4: there is no such byte",
        "  - damage: meter slot_a 99999999": "x.yaml:7: .* there is no such byte",
    }
    first = "  - do: bet place 5\n  - wait: meter BET_PLACED seat=5\n"
    for steps, told in wrong.items():
        with _player(first + steps) as player, pytest.raises(ScenarioFailed, match=told):
            player.run()


TIMED = """\
  - login: meter table
    at: 5.0 s
  - do: cable usb pull
    at: 5.2 s
  - ask: meter table TELL_ANTES antes=2 wagers=255
    at: 5.3 s
  - do: cable usb in
    at: 6.0 s
  - login: meter supervisor
    at: 7.0 s
  - ask: meter table FREEZE
    at: 7.3 s
  - do: bet place 2
    at: 7.1 s
  - ask: meter supervisor FREEZE
    at: 7.5 s
    refused: not_allowed
  - do: plug pull
    at: 8.0 s
  - ask: meter supervisor CONFIRM_HIT round=1
    at: 8.1 s
    refused: no_answer
  - do: plug in
    at: 8.2 s
"""


def test_play__steps_with_moments__hands_act_while_a_host_waits_and_sessions_stay() -> None:
    """A request into a pulled cable is answered once the cable is in, and not a second later."""
    began_ms: dict[str, int] = {}
    with _player(TIMED) as player:
        player.start()
        kernel = player.rig.kernel
        player.hands.on_done = lambda words: began_ms.update({words[0]: kernel.now_us // 1000})
        player.run_steps()
        kernel.run_for_ms(3_000)
        events = list(player.hosts.client("meter").events(0))
    assert began_ms == {"cable": 6_000, "bet": 7_100, "plug": 8_200}
    names = [event.name for event in events]
    placed, told = (events[names.index(name)] for name in ("BET_PLACED", "ANTES_TOLD"))
    assert 0 < placed.time_ms - told.time_ms < 1_100
    assert names.index("ROUND_FROZEN") > names.index("BET_PLACED")
    assert names.count("SESSION_OPENED") == 3 and names.count("BOOTED") == 2


def test_play__all_kinds_of_steps__told_as_json(file: Path) -> None:
    file.write_text(
        HEAD + "  - say: Two seats bet.\n"
        "  - repeat: 2\n    steps:\n"
        "      - do: bet place 2,5\n"
        "      - wait: meter BET_PLACED seat=5\n        within: 2 s\n"
        "      - do: bet take all\n"
        "      - pass: 500 ms\n"
        "  - ask: meter anyone STATUS\n"
        "  - ask: meter anyone FREEZE\n    refused: no_session\n"
        "  - expect: meter event BET_PLACED seat=2\n"
        "  - expect: meter no-fault\n"
        "  - tell: meter BET_PLACED\n"
    )
    result = faro("play", "--json", file)
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    kinds = [step["step"] for step in told["steps"]]
    assert kinds == [
        "say",
        *["do", "wait", "do", "pass"] * 2,
        "ask",
        "ask",
        *["expect"] * 2,
        "tell",
    ]
    assert told["steps"][-1]["told"].count("seat 5") == 2


def test_play__same_file_twice__same_bytes_sessions_included() -> None:
    traces: list[object] = []
    for _ in range(2):
        with _player("  - ask: meter table FREEZE\n  - do: bet place 2\n") as player:
            line = player.rig.boards["meter"].usb
            line.trace = []
            player.run()
            traces.append(line.trace)
    assert traces[0] == traces[1]


def test_scenarios__that_come_with_the_simulator__play_by_name() -> None:
    assert faro("play", "-q", "first-round").exit_code == 0
    endless = faro("play", "busy")
    assert endless.exit_code == 2 and "'forever' is for faro sim" in endless.stderr


def test_play__forever__refused_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_module.Player, "start", None)
    assert "forever" in faro("play", "busy").stderr


def test_type__as_somebody_between_requests_of_others__each_has_its_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed in a folder of its own: nothing of this user's is read, and nothing is left."""
    monkeypatch.setenv("FARO_STATE_DIR", str(tmp_path / "ledgers"))
    told: list[str] = []
    steps = """
  - ask: meter supervisor TELL_ANTES antes=seats:2 wagers=0xFF
    refused: not_allowed
  - type: faro settings -k keys/meter/technician.keys seats 5
  - type: faro settings seats
  - ask: meter table TELL_ANTES antes=seats:2 wagers=0xFF
  - type: faro journal export here.journal
  - damage: here.journal 900
  - type: faro journal verify here.journal
    refused: was changed
  - type: faro sign new-key maker.key
"""
    scenario = scenario_file.parse(HEAD + steps, Path("x.yaml"))
    with contextlib.chdir(tmp_path), Player(scenario, lambda _, text: told.append(text)) as player:
        player.run()
        folder = player.typist.folder
    assert "seats = 5" in told[1] and "5" in told[2] and "BAD record" in told[-2]
    assert os.environ["FARO_STATE_DIR"] == str(tmp_path / "ledgers")
    assert not folder.exists() and list(tmp_path.iterdir()) == []


def test_play__cards_by_identity_beside_a_meter__both_boards_run() -> None:
    """The shoe's pins without cameras are the shoe's alone."""
    text = "title: A try\nreads: identity\nsteps:\n  - expect: shoe lamp green\n"
    with Player(scenario_file.parse(text + "  - expect: meter lamp green\n", Path("x.yaml"))) as p:
        p.run()
