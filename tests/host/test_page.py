"""`faro table` as a process with a simulator of its own, and tabs by WebSocket."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from websockets.exceptions import InvalidStatus

from faro.cli import main
from faro.sim.control import do, find_control
from faro.sim.scenario_file import parse
from faro.wire.keys import DeviceKeys
from tests.proofs.page.client import PageProcess
from tests.wire.sim_process import running_sim

pytestmark = pytest.mark.campaign

# dealer first, then seat 2 (CSP 7.3): a Royal Flush against nothing
ROYAL = "2S TD 6S JD TS QD AS KD 5H AD"


@contextmanager
def served(folder: Path) -> Iterator[PageProcess]:
    page = PageProcess(folder)
    with page.tab() as tab:
        tab.do("time x 4")  # people at this table need not wait as long
    yield page
    page.stop()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    """For all tests that open no game: the start takes a second of the processor."""
    with served(tmp_path_factory.mktemp("page")) as page:
        yield page
        with page.tab() as tab:
            assert tab.view["table"]["phase"] == "closed", "who plays has an own page"


@pytest.fixture
def own_page(tmp_path: Path) -> Iterator[PageProcess]:
    """Rounds, cases and jackpots stay at a table: who plays shares it with nobody."""
    with served(tmp_path / "page") as page:
        yield page


def test_hello__everything_a_page_needs__then_view_scene_and_history(page: PageProcess) -> None:
    with page.tab() as tab:
        hello = tab.hello
        assert hello["is_simulated"] and not hello["needs_login"]
        assert [game["id"] for game in hello["games"]] == ["tcp", "fcp", "csp", "tcb", "ldb"]
        people = {person["id"]: person for person in hello["people"]}
        assert {"supervisor", "inspector", "technician"} <= people.keys() and "office" not in people
        actions = {action["id"]: action for action in hello["actions"]}
        assert actions["answer"]["roles"] == ["supervisor"]
        assert actions["deal_round"]["roles"] == ["table"]
        assert actions["confirm_hit"]["command"].startswith("faro jackpot confirm")
        assert len(hello["faults"]) > 40 and {"deal", "bet"} <= {v["name"] for v in hello["verbs"]}
        assert all(hello[name] for name in ("mistakes", "reasons", "findings", "version"))
        tab.until(lambda: tab.scene and tab.events)
        assert len(tab.scene["boards"]["shoe"]["machine"]["compartments"]) == 54
        assert "truth" not in tab.scene
        assert {event["board"] for event in tab.events} == {"shoe", "meter"}
        assert {"SELF_TEST_PASSED", "BOOTED"} <= {event["name"] for event in tab.events}
        with page.tab(more="&quiet=1") as tablet:
            tablet.ask(act="set_time", board="shoe")
            assert tablet.scene == {}


def test_round__bet_deal_settle__hands_pictures_jackpot_and_two_logins(
    own_page: PageProcess,
) -> None:
    with own_page.tab() as tab, own_page.tab() as other:
        pool = tab.until(lambda: tab.view.get("jackpot"))["pool_cents"]
        opened = tab.ask(act="open_table", game="csp", seats=[2])
        (frame,) = opened["frames"]
        assert frame["name"] == "OPEN_TABLE" and bytes.fromhex(frame["sent"])[0] == 0
        assert opened["command"].endswith("--game csp --seats 2 --equipment shoe")
        tab.act("pack_loaded")
        tab.do("bet place 2")
        tab.until(lambda: tab.view["jackpot"]["antes"] == [2])
        tab.until(lambda: tab.scene["boards"]["meter"]["bets"][1])
        tab.do(f"deal {ROYAL} every=250")
        shown = tab.until(lambda: tab.view["table"]["phase"] == "dealt" and tab.view["table"])
        assert shown["hands"]["2"]["cards"] == ["TD", "JD", "QD", "KD", "AD"]
        tab.until(lambda: len(tab.pictures) == 10)
        assert [picture["card"] for picture in tab.pictures] == ROYAL.split()
        assert {picture["place"] for picture in tab.pictures} == {"mouth"}
        with own_page.tab() as later:
            later.until(lambda: later.pictures == tab.pictures)
        tab.until(lambda: tab.ask(act="end_round")["ok"])
        tab.until(lambda: any(event["name"] == "HIT_PENDING" for event in tab.events))
        win = tab.until(lambda: [w for w in tab.view["jackpot"]["pending"] if w["hand"]])[0]
        assert win["hand"] == "Royal Flush" and win["amount_cents"] > pool
        assert "supervisor" in tab.refused(act="confirm_hit")

        tab.login("supervisor")
        assert tab.others[-1] == {"kind": "login", "person": "supervisor", "role": "supervisor"}
        tab.act("confirm_hit")
        deed = other.until(lambda: other.view["jackpot"]["deed"])
        which = {"act": "confirm", "board": "meter", "number": deed["number"]}
        assert "who asked" in tab.refused(**which)
        assert "log in" in other.refused(**which)
        other.login("inspector")
        assert other.ask(**which)["ok"]
        hits = tab.until(lambda: tab.view["jackpot"]["hits"])
        assert hits[0]["amount_cents"] == win["amount_cents"]
        tab.until(lambda: tab.view["jackpot"]["state"] == "wagers open")
        assert tab.ask(logout=True)["ok"] and tab.others[-1]["person"] is None
        assert "supervisor" in tab.refused(act="confirm_hit")
        tab.do("bet take all")


def test_jam__question_answer_ruling__cleared(own_page: PageProcess) -> None:
    with own_page.tab() as tab:
        tab.login("supervisor")
        tab.act("open_table", game="ldb", seats=[1], equipment="device")
        tab.act("pack_loaded")
        tab.do("deal 9H 7S every=400")
        tab.do("load order in=tray")
        tab.do("fault jam-throat in=feed at=2")
        tab.act("shuffle_start")
        tab.until(lambda: tab.view["machine"]["is_calling"])
        tab.until(lambda: [row["name"] for row in tab.view["boards"]["shoe"]["faults"]] == ["JAM"])
        tab.until(lambda: {"id": "jam-throat", "board": "shoe"} in tab.scene["broken"])

        def question() -> Any:
            return next((case for case in tab.view["cases"] if case["question"]), None)

        tab.until(question)
        tab.until(lambda: question().get("outcomes"))
        while case := question():
            tab.until(lambda: tab.view["table"]["sentence"] == case["ask"])
            tab.act("answer", case=case["case"], fact=case["question"], value="no")
            tab.until(lambda: question() is None or question()["question"] != case["question"])
        ruled = tab.until(lambda: [c for c in tab.view["cases"] if c.get("text")])[-1]
        assert ruled["rule"].startswith("LDB 11")
        tab.do("fault jam-throat off")
        tab.act("clear_fault", board="shoe", fault="JAM")
        tab.act("shuffle_cleared")
        for step in ruled["steps"]:
            if step["open"]:
                tab.act("step_done", case=ruled["case"], step=step["number"])
        tab.until(lambda: tab.view["machine"]["step"] == "unloaded")
        tab.until(lambda: not tab.view["boards"]["shoe"]["faults"])
        tab.do("clear all")
        told = tab.ask(recording=True)
        assert told["ok"]
        tab.until(lambda: tab.others[-1]["kind"] == "recording")
        scenario = parse(tab.others[-1]["yaml"], Path("page.yaml"))
        assert any(step.text == "fault jam-throat off" for step in scenario.steps)


BAD = (
    '"deal"', "{", "[]", "{}", "null", "[" * 20_000, "\u0000", '{"id": null}',
)  # fmt: skip
ABSURD = (
    {"do": ""}, {"do": 7}, {"do": "deal 1Z"}, {"do": "dance"}, {"do": "seed " + "9" * 400},
    {"act": "dance"}, {"act": None}, {"act": ["open_table"]}, {"act": "open_table"},
    {"act": "open_table", "game": "csp", "seats": [99]},
    {"act": "open_table", "game": "csp", "seats": "x" * 9_000},
    {"act": "decide", "seat": 1e300, "decision": "plays"},
    {"act": "clear_fault", "board": "shoe", "fault": "x" * 5_000},
    {"act": "deal_round"}, {"act": "end_round"}, {"act": "deal_mistake", "kind": "murder"},
    {"act": "answer", "case": 1, "fact": "spare", "value": True}, {"act": "void_round"},
    {"login": "nobody"}, {"login": {}}, {"login": "supervisor", "passphrase": []},
    {"truth": 1}, {"do": "look", "act": "close_table"},
)  # fmt: skip


def test_bad_input__each__one_clear_error_and_nothing_changed(page: PageProcess) -> None:
    with page.tab() as tab:
        before = {name: tab.view["boards"][name]["last_event"] for name in ("shoe", "meter")}
        for text in BAD:
            tab.send(text)
            answer = tab.answer_to_nothing()
            assert not answer["ok"] and answer["error"] and "\n" not in answer["error"]
        for asked in ABSURD:
            error = tab.refused(**asked)
            assert error and "\n" not in error and len(error) < 400, asked
        assert tab.ask(do="look")["ok"]
        tab.until(lambda: tab.view["boards"]["shoe"]["uptime_s"])
        after = {name: tab.view["boards"][name]["last_event"] for name in ("shoe", "meter")}
        assert after["shoe"] - before["shoe"] <= 1  # the refusal to a closed table is no event
        assert tab.view["table"]["phase"] == "closed"


def test_message_too_long__closes_that_tab_alone(page: PageProcess) -> None:
    with page.tab() as other, page.tab() as tab:
        tab.send(json.dumps({"id": 1, "do": "x" * 70_000}))
        assert tab.closed_with() == 1009
        assert other.ask(do="look")["ok"]


def status(page: PageProcess, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    request = urllib.request.Request(f"http://{page.host}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers)


def test_strangers__wrong_origin_host_or_token__turned_away(page: PageProcess) -> None:
    for origin in ("http://evil.example", "null", f"https://{page.host}"):
        with pytest.raises(InvalidStatus) as refused:
            page.tab(origin=origin)
        assert refused.value.response.status_code == 403
    assert page.tab(token="wrong").closed_with() == 4403
    assert status(page, "/", Host="evil.example")[0] == 403
    assert status(page, "/", Origin="http://evil.example")[0] == 403
    code, headers = status(page, "/")
    assert code == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert status(page, "/static/../desk.py")[0] == 404
    assert status(page, "/static/%2e%2e/desk.py")[0] == 404


def test_tab_that_does_not_read__stops_nobody(page: PageProcess) -> None:
    with page.tab() as tab, page.tab() as sleeper:
        sleeper.ask(truth=True)  # and from here on it reads nothing
        for _ in range(5):
            tab.do("clear tray")
            tab.do("load shuffled in=tray decks=8")
        begun_s = time.monotonic()
        assert tab.ask(act="set_time", board="shoe")["ok"]
        assert time.monotonic() - begun_s < 10
        tab.do("clear all")


def _is_pressed(events: list[dict[str, Any]]) -> bool:
    return any(event["name"] == "BUTTON_PRESSED" for event in events)


def test_time__paused__waits_and_steps_and_goes_on(page: PageProcess) -> None:
    with page.tab() as tab:
        tab.do("time pause")
        tab.until(lambda: tab.scene["is_paused"])
        assert "time stands still" in tab.refused(act="set_time", board="shoe")
        tab.do("button A")
        count = len(tab.events)
        assert tab.do("time step 500") == "500 ms passed"
        # the desk hears it while time goes on: in these 500 ms, or when it is its turn
        tab.until(lambda: _is_pressed(tab.events[count:]) or not tab.do("time step 50"))
        assert tab.view["boards"]["shoe"]["is_there"]
        tab.do("time go")
        tab.until(lambda: not tab.scene["is_paused"])
        assert tab.ask(act="set_time", board="shoe")["ok"]


def test_plug_pulled__said_with_age__and_back(page: PageProcess) -> None:
    with page.tab() as tab:
        tab.do("plug pull board=meter")
        tab.until(lambda: not tab.view["boards"]["meter"]["is_there"])
        assert tab.view["boards"]["meter"]["name"] == "meter_pico"
        assert not tab.scene["boards"]["meter"]["is_powered"]
        assert not tab.ask(act="set_time", board="meter")["ok"]
        tab.do("plug in board=meter")
        tab.until(lambda: tab.view["boards"]["meter"]["is_there"])


def test_round__by_the_dealer_alone__and_with_a_mistake(own_page: PageProcess) -> None:
    with own_page.tab() as tab:
        tab.act("open_table", game="tcp", seats=[4])
        assert tab.act("deal_round") == "6 cards dealt"
        shown = tab.until(lambda: tab.view["table"]["phase"] == "dealt" and tab.view["table"])
        assert [len(hand["cards"]) for hand in shown["hands"].values()] == [3, 3]
        assert "press End round first" in tab.refused(act="deal_round")
        tab.until(lambda: tab.ask(act="end_round")["ok"])
        tab.act("deal_mistake", kind="joker")
        tab.until(lambda: any(c["finding_name"] == "foreign_card" for c in tab.view["cases"]))


def test_boards_that_are_there__no_hands__and_hole_cards_only_for_those_who_may_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By TCP the page does not know that they are simulated: as at real ones."""
    monkeypatch.setenv("FARO_RUN", str(tmp_path / "sim"))
    keys, links = str(tmp_path / "keys"), tmp_path / "links"
    options = ("--tcp", "--provisioned", "--enrolled", "--keys", keys, "--links", str(links))
    with running_sim(*options) as ports:
        which = ("--shoe", ports["shoe-tcp"], "--meter", ports["meter-tcp"], "--keys", keys)
        page = PageProcess(tmp_path / "page", *which)
        try:
            with page.tab() as tab, page.tab() as boss:
                assert not tab.hello["is_simulated"] and tab.hello["verbs"] == []
                assert "real" in tab.refused(do="look")
                assert "only table or supervisor" in tab.refused(
                    act="open_table", game="tcp", seats=[3]
                )
                assert "no action" in tab.refused(act="deal_round")
                boss.login("supervisor")
                boss.act("open_table", game="tcp", seats=[3])
                boss.act("pack_loaded")
                do(find_control(links), ["deal", "QH", "9S", "6D"])
                known = boss.until(
                    lambda: boss.view["table"]["cards"] == 3 and boss.view["table"]["hands"]
                )
                assert known["0"]["cards"] == ["QH", "6D"]
                hidden = tab.until(
                    lambda: tab.view["table"]["cards"] == 3 and tab.view["table"]["hands"]
                )
                assert hidden["0"]["count"] == 2 and hidden["0"]["cards"] == []
                assert not any(event["name"] == "CARD_READ" for event in tab.events)
                boss.act("void_round")
                tab.until(lambda: sum(e["name"] == "CARD_READ" for e in tab.events) == 3)
                boss.act("close_table")
                assert tab.pictures == [] and boss.pictures == []
                do(find_control(links), ["time", "step", "20000"])  # room is made for pictures
                for line in ("insert 7C", "mark labelled", "deal"):
                    do(find_control(links), line.split())
                kept = boss.until(lambda: boss.pictures and boss.pictures[0])
                assert kept["is_refused"] and kept["number"] == 1 and kept["place"] == "kept"
                assert kept["clearness"] and kept["camera"] in "AB"
                assert kept[kept["camera"].lower()].startswith("data:image/png;base64,")
                tab.login("technician")
                tab.until(lambda: tab.pictures == boss.pictures)
        finally:
            code, _errors = page.stop()
        assert code == 130 and page.left_over() == []


# -- the end, and what cannot begin --------------------------------------------------------------


def faro(*words: str) -> Result:
    return CliRunner().invoke(main, ["table", "--no-browser", *words])


def test_page_port_busy__one_line_and_nothing_started() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = faro("--page-port", port)
    assert done.exit_code == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and f"port {port} is in use" in done.stderr


def test_board_missing__one_line(tmp_path: Path) -> None:
    none, keys = str(tmp_path / "none"), tmp_path / "keys"
    (keys / "shoe").mkdir(parents=True)
    DeviceKeys.create("00" * 8, "shoe").of_role("table").save(keys / "shoe" / "table.keys")
    for code, words, told in (
        (2, ("--shoe", none), "--keys is missing"),
        (2, ("--shoe", none, "--keys", none), "there are no key files"),
        (1, ("--shoe", none, "--keys", str(keys)), f"there is no port {none}"),
        (2, ("--meter", none), "go with --shoe"),
        (2, ("--host", "203.0.113.7"), "cannot listen at 203.0.113.7"),
    ):
        done = faro("--page-port", "0", *words)
        assert done.exit_code == code and done.stderr.count("\n") == 1 and told in done.stderr


def test_other_commands__do_not_load_the_server() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from faro.cli import main;"
        "[CliRunner().invoke(main, words) for words in (['--help'], ['table', '--help'],"
        " ['status', '-p', 'none'], ['table', 'open', '--help'])];"
        "print([m for m in ('starlette', 'uvicorn', 'websockets', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_ctrl_c__clean__nothing_left_running(tmp_path: Path) -> None:
    """A page of its own: nobody else's is stopped."""
    page = PageProcess(tmp_path)
    with page.tab() as tab:
        code, errors = page.stop(signal.SIGINT)
        assert tab.closed_with() in (1001, 1012)
    assert code == 130 and errors.splitlines()[-1] == "stopped"
    assert page.left_over() == []
    with pytest.raises(OSError):
        page.tab()
