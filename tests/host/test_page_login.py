"""`faro table --host 0.0.0.0`: nothing shown or done before a login, and then what a role may."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from faro.page.server import STATIC
from faro.wire.keys import DeviceKeys
from firmware.core.rows import SUPERVISOR
from tests.proofs.page.client import PageProcess, Tab
from tests.wire.sim_process import running_sim

pytestmark = pytest.mark.campaign

PASSPHRASE = "four roses"
ELSEWHERE = "127.0.0.2"  # the page's machine by another address than the one it opened


@contextmanager
def boards(folder: Path) -> Iterator[tuple[str, ...]]:
    """Simulated ones, and how a page is started there."""
    keys, links = folder / "keys", folder / "links"
    options = ("--provisioned", "--enrolled", "--keys", str(keys), "--links", str(links))
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("FARO_RUN", str(folder / "run"))
        with running_sim(*options):
            seal(keys)
            ports = ("--shoe", str(links / "shoe"), "--meter", str(links / "meter"))
            yield (*ports, "--keys", str(keys), "--host", "0.0.0.0")


def seal(keys: Path) -> None:
    """The supervisor's key is under a passphrase; a stranger's is one that no board knows."""
    for board in ("shoe", "meter"):
        path = keys / board / "supervisor.keys"
        found = DeviceKeys.load(path)
        path.unlink()
        found.save(path, PASSPHRASE)
        strange = DeviceKeys.create(found.unique_id, found.board).of_role("inspector")
        strange.save(keys / board / "stranger.keys")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageProcess]:
    folder = tmp_path_factory.mktemp("login")
    with boards(folder) as options:
        page = PageProcess(folder, *options)
        yield page
        page.stop()


def entered(page: PageProcess, person: str, passphrase: str = "") -> Tab:
    """A tab with somebody in it."""
    tab = page.tab()
    assert tab.ask(login=person, passphrase=passphrase)["ok"]
    tab.until(lambda: "jackpot" in tab.view and tab.scene)
    return tab


def kinds(tab: Tab) -> set[str]:
    """What a tab was told of the table."""
    told = {"view": tab.view, "scene": tab.scene, "events": tab.events, "picture": tab.pictures}
    return {kind for kind, what in told.items() if what}


def reads(tab: Tab) -> int:
    return sum(event["name"] == "CARD_READ" for event in tab.events)


EACH = (
    {"do": "look"}, {"do": "deal QH"}, {"act": "open_table", "game": "csp", "seats": [1]},
    {"act": "deal_round"}, {"act": "set_time", "board": "shoe"}, {"truth": True},
    {"recording": True}, {"logout": True}, {"act": "confirm_hit"},
)  # fmt: skip


def test_before_login__everything_happens_at_the_table__nothing_is_told_or_done(
    page: PageProcess,
) -> None:
    stranger = page.tab()
    quiet = page.tab(more="&quiet=1")
    with entered(page, "table") as dealer:
        for asked in EACH:
            for tab in (stranger, quiet):
                assert tab.refused(**asked) == "log in first"
        seen, read = len(dealer.pictures), reads(dealer)  # a login brings the earlier ones
        dealer.do("deal QH 9S")
        dealer.until(lambda: len(dealer.pictures) >= seen + 2)
        dealer.until(lambda: reads(dealer) >= read + 2)
        for tab in (stranger, quiet):
            assert tab.refused(do="look") == "log in first"
            assert kinds(tab) == set() and "truth" not in tab.scene
            assert [one["kind"] for one in tab.others] == ["login"] and tab.hello["needs_login"]
    stranger.socket.close()
    quiet.socket.close()


def answer(page: PageProcess, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(page.host, timeout=10)
    connection.request("GET", path, headers=headers)
    got = connection.getresponse()
    found = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return found


def test_http__files_alone__no_cookie_and_nothing_of_the_table(page: PageProcess) -> None:
    for path, file in (("/", "index.html"), ("/supervisor", "supervisor.html")):
        status, headers, body = answer(page, path)
        assert status == 200 and body == (STATIC / file).read_bytes()
        assert "set-cookie" not in headers and headers["cache-control"] == "no-store"
    for path in ("/ws", "/view", "/events", "/static/", "/picture/1", "/openapi.json"):
        assert answer(page, path)[0] in (404, 405), path
    port = page.host.split(":")[1]
    assert answer(page, "/", Host=f"{ELSEWHERE}:{port}")[0] == 200
    for host in (f"evil.example:{port}", f"{ELSEWHERE}:1", ELSEWHERE, "", f"0x7f.1:{port}"):
        assert answer(page, "/", Host=host)[0] in (400, 403), host


def test_socket__no_token_or_another_origin__turned_away(page: PageProcess) -> None:
    port = page.host.split(":")[1]
    assert page.tab(token="x").closed_with() == 4403
    for origin in ("http://evil.example", f"http://{ELSEWHERE}:{port}", f"https://{page.host}"):
        with pytest.raises(InvalidStatus) as refused:
            page.tab(origin=origin)
        assert refused.value.response.status_code == 403
    with socket.create_connection(("127.0.0.1", int(port))) as bare:  # no Origin at all
        bare.sendall(
            f"GET /ws?token={page.token} HTTP/1.1\r\nHost: {page.host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Cookie: session=supervisor; role=supervisor\r\n\r\n".encode()
        )
        assert bare.recv(200).startswith(b"HTTP/1.1 403")


WRONG: tuple[dict[str, Any], ...] = (
    {"login": "supervisor"}, {"login": "supervisor", "passphrase": PASSPHRASE.upper()},
    {"login": "supervisor", "passphrase": None}, {"login": "office"}, {"login": "../shoe/office"},
    {"login": ["supervisor"]}, {"login": "", "passphrase": ""}, {"login": "stranger"},
)  # fmt: skip


def test_login__wrong_passphrase_name_or_key__refused_and_nothing_told(page: PageProcess) -> None:
    tab = page.tab()
    for asked in WRONG:
        error = tab.refused(**asked)
        assert error and "\n" not in error and PASSPHRASE not in error
        assert tab.refused(do="look") == "log in first", asked
    assert kinds(tab) == set()
    assert tab.ask(login="supervisor", passphrase=PASSPHRASE)["ok"]
    tab.until(lambda: any(event["name"] == "AUTH_FAILED" for event in tab.events))
    tab.socket.close()


OPEN = {"act": "open_table", "game": "csp", "seats": [1]}


def test_roles__each_does_its_own_alone__two_in_one_browser_and_one_after_the_other(
    page: PageProcess,
) -> None:
    boss = entered(page, "supervisor", PASSPHRASE)
    other = entered(page, "inspector")
    boss.act("open_table", game="csp", seats=[1])
    for asked in ({"act": "deal_round"}, {"act": "decide", "seat": 1, "decision": "plays"}):
        assert "only table" in boss.refused(**asked)
    for asked in (OPEN, {"act": "confirm_hit"}, {"act": "close_table"}):
        assert "supervisor" in other.refused(**asked)
    assert "supervisor" in other.refused(act="answer", case=1, fact="spare", value="no")
    # one after the other in one tab: the second is not the first as well
    assert boss.ask(login="inspector")["ok"]
    assert "supervisor" in boss.refused(**OPEN)
    # a login that fails leaves the one that was there
    assert "no key file" in boss.refused(login="nobody")
    assert boss.others[-1]["role"] == "inspector" and boss.ask(do="look")["ok"]
    assert boss.ask(login="supervisor", passphrase=PASSPHRASE)["ok"]
    boss.act("close_table")
    for tab in (boss, other):
        tab.socket.close()


def test_logout__nothing_more_comes__not_even_with_the_truth_switched_on(page: PageProcess) -> None:
    with entered(page, "table") as dealer:
        gone = entered(page, "inspector")
        gone.ask(truth=True)
        gone.until(lambda: gone.scene.get("truth"))
        assert gone.ask(logout=True)["ok"] and gone.others[-1]["person"] is None
        gone.view, gone.scene, gone.events, gone.pictures = {}, {}, [], []
        seen = len(dealer.pictures)
        dealer.do("deal QH every=200")
        dealer.until(lambda: len(dealer.pictures) > seen)
        for asked in EACH:
            assert gone.refused(**asked) == "log in first"
        assert kinds(gone) == set()
        assert gone.ask(login="inspector")["ok"]
        gone.until(lambda: gone.scene and gone.view)
        assert "truth" not in gone.scene
        gone.socket.close()


def test_tab_closed_while_it_logs_in__nobody_stays_logged_in(page: PageProcess) -> None:
    """A person has one session for all tabs: what is left of one would never end."""
    for _ in range(3):
        tab = page.tab()
        tab.send(json.dumps({"id": 1, "login": "supervisor", "passphrase": PASSPHRASE}))
        tab.socket.close()
    with entered(page, "inspector") as tab:
        before = proofs(tab)
        boss = entered(page, "supervisor", PASSPHRASE)
        tab.until(lambda: proofs(tab) > before)
        boss.socket.close()


def proofs(tab: Tab) -> int:
    """How often the supervisor has proved a key."""
    opened = [event["fields"] for event in tab.events if event["name"] == "SESSION_OPENED"]
    return sum(fields["role"] == SUPERVISOR for fields in opened)


def test_page_started_anew__the_old_address_opens_nothing(tmp_path: Path) -> None:
    """A page of its own: nobody else's is stopped."""
    with boards(tmp_path) as options:
        page = PageProcess(tmp_path, *options)
        assert page.stop()[0] == 130
        port = page.host.split(":")[1]
        again = PageProcess(tmp_path, *options, "--page-port", port)
        try:
            assert again.host == page.host and again.token != page.token
            assert again.tab(token=page.token).closed_with() == 4403
            assert again.tab().refused(do="look") == "log in first"
        finally:
            again.stop()
