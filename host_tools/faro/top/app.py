"""`faro top`: one screen of the table, drawn anew when something has changed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar, Protocol

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key, Resize
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from faro.page.viewer import Viewer
from faro.top import lines
from faro.top.keys import KEYS, offered
from faro.top.menu_screen import MenuScreen, PassphraseScreen
from faro.top.prompt import names, request_of, usage
from faro.top.state import State
from faro.top.waiting import matters
from faro.top.wants import Ask, Menu, Press, Prompt, Say, Want
from faro.wire.errors import BadInput, FaroError

LEAST_WIDTH, LEAST_HEIGHT = 72, 20  # all seats, a question, one event
_LOG_LEAST = 3
_DRAW_S = 0.1  # at most ten times a second
_LEAVE_S = 2.0
_FRAME_LINES = 5  # title, what was done, footer, two headings


class Hub(Protocol):
    """The page's hub, as far as a viewer needs it."""

    def join(self, viewer: Viewer) -> None: ...
    async def leave(self, viewer: Viewer) -> None: ...
    async def carry_out(self, viewer: Viewer, asked: dict[str, Any]) -> None: ...


class PromptInput(Input):
    """Takes keys in the order in which they come; what follows Enter at once belongs to no line."""

    is_sent = False

    async def _on_key(self, event: Key) -> None:
        if self.is_sent:
            event.stop()
            event.prevent_default()
        elif event.key == "enter":
            event.stop()
            event.prevent_default()
            self.is_sent = True
            await self.action_submit()


class Top(App[None]):
    """Keys lead to wants (keys.py); a want is a request, a menu, words for the prompt."""

    CSS = """
    Screen { background: ansi_default; }
    #main { height: 1fr; overflow: hidden; }
    #title { height: 1; text-style: reverse bold; }
    #title.simulation { background: ansi_yellow; color: ansi_black; text-style: bold; }
    #boards, #table, #matter { height: auto; }
    #table, #matter, #log { border-top: solid ansi_default; border-title-style: bold; }
    #matter.waits { border-title-style: bold reverse; }
    #log { height: 1fr; }
    #told, #footer, #usage { height: 1; }
    #prompt { height: 1; border: none; padding: 0; background: ansi_default; }
    #usage { display: none; }
    Screen.typing > #told, Screen.typing > #footer { display: none; }
    Screen.typing > #usage { display: block; }
    #small { display: none; width: 100%; height: 100%; content-align: center middle; }
    Screen.too-small > * { display: none; }
    Screen.too-small > #small { display: block; }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None  # keys are for the screen until the prompt is asked for
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", "quit", priority=True, show=False),
        Binding("q", "leave", "quit", show=False),
        Binding("tab", "choose", "board", priority=True, show=False),  # not the next widget
        Binding("pageup", "scroll(1)", "older", show=False),
        Binding("pagedown", "scroll(-1)", "newer", show=False),
        Binding("escape", "prompt_away", "away", show=False),
        *(Binding(key.key, f"press('{key.key}')", key.help, priority=True, show=False)
          for key in KEYS),  # in the order in which they are typed, however fast
    ]  # fmt: skip

    def __init__(self, hub: Hub, viewer: Viewer, follow: Callable[[], Awaitable[object]]) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.state = State()
        self.failure = ""
        self._hub = hub
        self._viewer = viewer
        self._follow = follow
        self._chosen = "shoe"
        self._back = 0  # events below those shown
        self._busy: list[str] = []
        self._drawn: dict[str, Content] = {}
        self._asked_before = ""
        self._number = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="main"):
            for id in ("title", "boards", "table", "matter", "log"):
                yield Static(id=id)
        yield Static(id="told")
        yield Static(id="usage")
        yield PromptInput(id="prompt", placeholder="deal QH 9S", compact=True)
        yield Static(id="footer")
        yield Static(id="small")

    async def on_mount(self) -> None:
        self._show_prompt(False)
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.exit)
        try:
            await self._follow()
        except FaroError as error:
            self.failure = str(error)
            self.exit()
            return
        self._hub.join(self._viewer)
        self.run_worker(self._listen(), name="listen")

    async def _listen(self) -> None:
        while True:
            await self._viewer.wake.wait()
            for message in self._viewer.take(with_view=True):
                self.state.take(message)
            self._ring()
            self.draw()
            await asyncio.sleep(_DRAW_S)

    def _ring(self) -> None:
        """Once for each new question."""
        asked = next((case["ask"] for case in self.state.cases if case.get("ask")), "")
        if asked and asked != self._asked_before:
            self.bell()
        self._asked_before = asked

    # -- drawing ---------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        width, height = event.size
        is_small = width < LEAST_WIDTH or height < LEAST_HEIGHT
        self.screen_stack[0].set_class(is_small, "too-small")
        if is_small:
            self._show_prompt(False)
            while len(self.screen_stack) > 1:
                self.pop_screen()
        need = f"{LEAST_WIDTH} x {LEAST_HEIGHT}"
        text = f"This terminal is {width} x {height}:\nfaro top needs {need}."
        self._put("small", Content(text))
        self.draw()

    def draw(self) -> None:
        """Only what has changed is written to the terminal."""
        state = self.state
        width, height = self.size
        if not state.hello or not width:
            return
        base = self.screen_stack[0]
        base.query_one("#title").set_class(state.is_simulated, "simulation")
        boards = lines.board_lines(state, self._chosen, width)
        table = lines.table_lines(state, width)
        used = _FRAME_LINES + len(boards.plain.split("\n")) + len(table.plain.split("\n"))
        waiting = matters(state)
        room = max(height - used - _LOG_LEAST - 1, 2)
        matter = lines.matter_lines(state, waiting, room, width)
        used += 1 + len(matter.plain.split("\n"))
        self._head("table", lines.table_title(state))
        self._head("matter", waiting[0].head if waiting else "Now")
        base.query_one("#matter").set_class(any(m.items for m in waiting[:1]), "waits")
        self._head("log", f"Events: {state.group}" if state.group else "Events")
        self._put("title", lines.title_line(state, width))
        self._put("boards", boards)
        self._put("table", table)
        self._put("matter", matter)
        events = state.log()
        self._put("log", lines.log_lines(events, max(height - used, 1), self._back, width))
        self._put("told", lines.told_line(state.last, ", ".join(self._busy), width))
        keys = [(key.sign, key.short) for key in offered(state) if key.short]
        self._put("footer", lines.footer_line([*keys, ("q", "quit")], width))

    def _head(self, id: str, text: str) -> None:
        pane = self.screen_stack[0].query_one(f"#{id}")
        if pane.border_title != text:
            pane.border_title = text

    def _put(self, id: str, content: Content) -> None:
        before = self._drawn.get(id)
        if before is None or not before.is_same(content):
            self._drawn[id] = content
            self.screen_stack[0].query_one(f"#{id}", Static).update(content)

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are letters where something is typed, and a menu has its own."""
        if action not in ("press", "choose"):
            return True
        return len(self.screen_stack) == 1 and self.focused is None

    def action_press(self, name: str) -> None:
        key = next(key for key in KEYS if key.key == name)
        if key not in offered(self.state):
            self._say("these boards are real: nobody's hands are in this program")
            return
        want = key.want(self.state, self._chosen)
        if want is not None:
            self._fulfil(want)

    def action_choose(self) -> None:
        names = list(self.state.boards)
        if names:
            at = names.index(self._chosen) if self._chosen in names else -1
            self._chosen = names[(at + 1) % len(names)]
            self.draw()

    def action_scroll(self, by: int) -> None:
        page = max(self.query_one("#log").size.height - 1, 1)
        most = max(len(self.state.log()) - page, 0)
        self._back = min(max(self._back + by * page, 0), most)
        self.draw()

    async def action_leave(self) -> None:
        """A login does not outlive the screen."""
        try:
            await asyncio.wait_for(self._hub.leave(self._viewer), _LEAVE_S)
        except TimeoutError:
            pass  # the board has gone, and its session with it
        self.exit()

    # -- wants -----------------------------------------------------------------------------

    def _fulfil(self, want: Want | None) -> None:
        match want:
            case Ask(request):
                self._ask(request)
            case Prompt(line):
                self._show_prompt(True, line)
            case Press(key):
                self.simulate_key(key)
            case Say(text):
                self._say(text)
            case Menu():
                self.push_screen(MenuScreen(want), self._fulfil)
            case None:
                pass

    def _say(self, text: str) -> None:
        self.state.last = {"ok": True, "told": text}
        self.draw()

    def _refuse(self, text: str) -> None:
        self.state.last = {"ok": False, "error": text}
        self.draw()

    def _ask(self, request: dict[str, Any]) -> None:
        people = {person["id"]: person for person in self.state.hello.get("people", [])}
        person = people.get(request.get("login", ""), {})
        if person.get("needs_passphrase") and "passphrase" not in request:
            self.push_screen(
                PassphraseScreen(person["id"]),
                lambda text: None if text is None else self._ask({**request, "passphrase": text}),
            )
            return
        self.run_worker(self._carry_out(request))

    async def _carry_out(self, request: dict[str, Any]) -> None:
        what = str(request.get("do") or request.get("act") or "log in")
        self._number += 1
        self._busy.append(what)
        self.draw()
        try:
            await self._hub.carry_out(self._viewer, {"id": self._number, **request})
        finally:
            self._busy.remove(what)
            self._viewer.wake.set()

    # -- prompt ----------------------------------------------------------------------------

    def _show_prompt(self, is_shown: bool, line: str = "") -> None:
        """At once: who types fast has typed the next letter already."""
        base = self.screen_stack[0]
        prompt = base.query_one("#prompt", PromptInput)
        base.set_class(is_shown, "typing")
        prompt.display = is_shown
        if is_shown:
            prompt.suggester = SuggestFromList(names(self.state.hello))
            prompt.is_sent = False
            prompt.value = line
            prompt.cursor_position = len(line)
            base.set_focus(prompt, scroll_visible=False)
        else:
            base.set_focus(None)

    def action_prompt_away(self) -> None:
        self._show_prompt(False)

    @on(Input.Changed, "#prompt")
    def _tell_usage(self, event: Input.Changed) -> None:
        told = usage(event.value, self.state.hello) or "a verb or an action; Esc leaves"
        self._put("usage", Content.styled(told, "dim").truncate(self.size.width, ellipsis=True))

    @on(Input.Submitted, "#prompt")
    def _take_line(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        self._show_prompt(False)
        if not line:
            return
        try:
            if line.split()[0] == "save" and len(line.split()) == 2:
                self.run_worker(self._save(Path(line.split()[1])))
            else:
                self._ask(request_of(line, self.state.hello))
        except BadInput as error:
            self._refuse(str(error))

    async def _save(self, path: Path) -> None:
        """What was done, as a scenario file; one that is there stays."""
        await self._carry_out({"recording": True})
        for message in self._viewer.take(with_view=True):
            self.state.take(message)
        if not self.state.yaml:
            return
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(self.state.yaml)
        except OSError as error:
            self._refuse(f"cannot write {path}: {error.strerror}")
            return
        self._say(f"saved: faro play {path}")
