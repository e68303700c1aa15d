"""The screen of 80 x 24 at a table that only notes what is asked: layout, keys, prompt, menus."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from faro.page.viewer import Viewer
from faro.top.app import Top
from tests.unit.top.fake_hub import QUESTION, RULING, FakeHub

Do = Callable[[Top, "Pilot[None]"], Awaitable[None]]


def played(hub: FakeHub, do: Do, size: tuple[int, int] = (80, 24)) -> Top:
    """Run the screen, let it hear everything, do something there."""

    async def run() -> Top:
        viewer = Viewer("table" if hub.is_simulated else "", False, False)
        app = Top(hub, viewer, hub.follow)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            await do(app, pilot)
        return app

    return asyncio.run(run())


async def settled(app: Top, pilot: Pilot[None]) -> None:
    """All that was put to the viewer is drawn."""
    for _ in range(100):
        await pilot.pause(0.02)
        if app.state.events and not app._viewer.wake.is_set():
            return
    raise AssertionError("the screen hears nothing")


def screen_text(app: Top) -> list[str]:
    """What stands on the terminal, line by line."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def pressed(*keys: str) -> Do:
    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pilot.press(*keys)
        await settled(app, pilot)

    return do


def test_screen__seven_seats_and_a_ruling__all_of_it_fits() -> None:
    async def do(app: Top, _pilot: Pilot[None]) -> None:
        shown = screen_text(app)
        text = "\n".join(shown)
        assert len(shown) == 24 and max(map(len, shown)) <= 80
        assert "SIMULATION" in shown[0] and "the dealer" in shown[0]
        assert shown[-1].startswith("n card") and shown[-1].endswith("q quit")
        for words in ("▸ shoe", "meter", "50002.13", "Caribbean Stud Poker · round 4 · dealt",
                      "dealer   Q♥", "7 A·", "Ruling, case 2", "All wagers", "Events",
                      "card 30"):  # fmt: skip
            assert words in text
        assert sum("00:55:24" in line for line in shown) >= 3

    played(FakeHub(cases=[RULING]), do)


def test_screen__keys__each_asks_once_and_shows_the_answer() -> None:
    requests = {
        "n": {"do": "deal"}, "r": {"act": "deal_round"}, "2": {"do": "bet place 2"},
        "1": {"do": "bet take 1"}, "j": {"do": "fault mouth-blocked"},
        "u": {"do": "plug pull board=shoe"}, "i": {"do": "lid open board=shoe"},
        "p": {"do": "time pause"}, "full_stop": {"do": "time step 100"},
        "plus": {"do": "time x 2"}, "e": {"act": "end_round"},
    }  # fmt: skip
    hub = FakeHub()

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pressed(*requests)(app, pilot)
        assert "✓ done so  faro x" in screen_text(app)[-2]

    played(hub, do)
    assert hub.asked == list(requests.values())


def test_screen__tab__keys_are_for_the_other_board() -> None:
    hub = FakeHub()
    played(hub, pressed("tab", "u", "tab", "u"))
    assert [row["do"] for row in hub.asked] == ["plug pull board=meter", "plug pull board=shoe"]


def test_screen__question__login_by_enter_then_no_by_its_letter() -> None:
    hub = FakeHub(cases=[QUESTION])

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pressed("enter", "enter")(app, pilot)
        assert hub.asked == [{"login": "supervisor"}]
        assert "supervisor" in screen_text(app)[0]
        await pressed("enter", "enter")(app, pilot)  # the second one chooses nothing
        assert hub.asked == [{"login": "supervisor"}]
        await pressed("n")(app, pilot)

    played(hub, do)
    assert hub.asked[1:] == [{"act": "answer", "case": 1, "fact": "misread", "value": "no"}]


def test_screen__prompt__verb_typed_with_its_usage_shown() -> None:
    hub = FakeHub()

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"deal QH")
        await pilot.pause()
        shown = screen_text(app)
        assert shown[-1] == "deal QH" and shown[-2].startswith("deal [CARD|COUNT")
        await pressed("enter")(app, pilot)
        assert screen_text(app)[-1].startswith("n card")
        await pressed("q")(app, pilot)

    app = played(hub, do)
    assert hub.asked == [{"do": "deal QH"}] and hub.has_left and app.return_code == 0


def test_screen__prompt__typed_faster_than_it_is_drawn__no_letter_is_a_key() -> None:
    hub = FakeHub()

    async def do(app: Top, pilot: Pilot[None]) -> None:
        for character in ":deal QH\r1n":  # all of them before the screen has a turn
            key = {":": "colon", " ": "space", "\r": "enter"}.get(character, character)
            app.post_message(events.Key(key, character))
        await settled(app, pilot)

    played(hub, do)
    assert hub.asked == [{"do": "deal QH"}]


def test_screen__prompt__wrong_word_and_escape__nothing_asked() -> None:
    hub = FakeHub()

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pressed("colon", *"juggle", "enter")(app, pilot)
        assert "✗ there is no verb or action 'juggle'" in screen_text(app)[-2]
        await pressed("colon", *"deal", "escape", "n")(app, pilot)
        assert not app.screen.query_one("#prompt", Input).has_focus

    played(hub, do)
    assert hub.asked == [{"do": "deal"}]  # by the key n


def test_screen__open_a_game__menu_then_the_prompt_to_change_its_seats() -> None:
    hub = FakeHub()
    played(hub, pressed("o", "down", "down", "enter", "enter"))
    seats = [1, 2, 3, 4, 5, 6, 7]  # those with an ante
    asked = {"act": "open_table", "game": "csp", "seats": seats, "equipment": "shoe"}
    assert hub.asked == [asked]


def test_screen__help__a_key_can_be_chosen_there() -> None:
    hub = FakeHub()
    played(hub, pressed("question_mark", "down", "enter"))
    assert hub.asked == [{"act": "deal_round"}]


def test_screen__passphrase__asked_for_and_never_shown() -> None:
    hub = FakeHub()

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"login ann", "enter")
        await pilot.pause()
        await pilot.press(*"secret")
        assert "secret" not in "".join(screen_text(app))
        await pressed("enter")(app, pilot)
        assert "secret" not in "".join(screen_text(app))

    played(hub, do)
    assert hub.asked == [{"login": "ann", "passphrase": "secret"}]


def test_screen__real_boards__no_simulation_no_hands_no_cards_of_others() -> None:
    hub = FakeHub(is_simulated=False)

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pressed("n", "j", "u")(app, pilot)
        text = "\n".join(screen_text(app))
        assert "SIMULATION" not in text and "these boards are real" in text
        assert "▒▒" in text and "Q♥" not in text  # face down, nobody has logged in
        assert screen_text(app)[-1].startswith("⏎ answer")

    played(hub, do)
    assert hub.asked == []


def test_screen__refused__the_error_in_one_line() -> None:
    hub = FakeHub()
    hub.error = "no table is open: open one first"

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pressed("e")(app, pilot)
        assert screen_text(app)[-2] == "✗ no table is open: open one first"

    played(hub, do)


def test_screen__resized__too_small_says_so_and_comes_back() -> None:
    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pilot.press("f")
        await pilot.resize_terminal(60, 15)
        await pilot.pause()
        text = "\n".join(screen_text(app))
        assert "This terminal is 60 x 15" in text and "72 x 20" in text
        assert "SIMULATION" not in text and "n card" not in text
        for size in ((72, 20), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = screen_text(app)
            assert len(shown) == size[1] and max(map(len, shown)) <= size[0]
            assert "SIMULATION" in shown[0] and shown[-1].endswith("q quit")

    played(FakeHub(cases=[QUESTION]), do)


def test_screen__no_colour__the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(app: Top, _pilot: Pilot[None]) -> None:
        text = "\n".join(screen_text(app))
        assert app.no_color and "● green" in text and "ante wins 1:1" in text

    monkeypatch.setenv("NO_COLOR", "1")
    played(FakeHub(), do)


def test_screen__same_news_again__nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    update = Static.update

    def noted(self: Static, *args: object, **kwargs: object) -> None:
        drawn.append(str(self.id))
        update(self, *args, **kwargs)  # type: ignore[arg-type]

    async def do(app: Top, pilot: Pilot[None]) -> None:
        monkeypatch.setattr(Static, "update", noted)
        app._viewer.put_sections(app.state.view)
        await settled(app, pilot)
        assert drawn == []
        app._viewer.put_scene({"now_ms": 99_000})
        await settled(app, pilot)
        assert drawn == ["title"]

    played(FakeHub(), do)


def test_screen__events__page_up_and_down() -> None:
    async def do(app: Top, pilot: Pilot[None]) -> None:
        assert "card 30" in screen_text(app)[-3]
        await pressed("pageup")(app, pilot)
        assert "card 30" not in screen_text(app)[-3]
        await pressed("pagedown")(app, pilot)
        assert "card 30" in screen_text(app)[-3]

    played(FakeHub(), do)


def test_screen__save__a_new_file_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "x"
    keys = ("colon", *"save x", "enter")

    async def do(app: Top, pilot: Pilot[None]) -> None:
        await pressed(*keys)(app, pilot)
        assert path.read_text() == "title: Played\n"
        path.write_text("mine")
        await pressed(*keys)(app, pilot)
        assert "cannot write" in screen_text(app)[-2] and path.read_text() == "mine"

    played(FakeHub(), do)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_screen__quit__logs_out_first(key: str) -> None:
    hub = FakeHub()
    app = played(hub, pressed(key))
    assert hub.has_left and app.return_code == 0


def test_screen__quit_while_typing__ctrl_c_ends_it() -> None:
    hub = FakeHub()
    played(hub, pressed("colon", "d", "ctrl+c"))
    assert hub.has_left and hub.asked == []
