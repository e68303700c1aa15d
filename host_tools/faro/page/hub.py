"""Joins desk, scene and tabs: what is new goes to everybody, what a tab asks for is done."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import nullcontext
from importlib.metadata import version
from typing import Any, cast

from faro.page import actions, chosen_hands, sections, table_lock
from faro.page.clock import TableClock
from faro.page.dealing import MISTAKES, WORK, Dealer, at_simulator
from faro.page.desk import Desk, Job, Session
from faro.page.kept_pictures import MOST_SHOWN
from faro.page.params import take
from faro.page.people import Person
from faro.page.pictures import NamedPictures
from faro.page.recording import Recording
from faro.page.scene import Scene
from faro.page.table_lock import TableLock
from faro.page.viewer import Viewer
from faro.ruling.cases import with_outcomes
from faro.wire.errors import BadInput, FaroError
from faro.wire.keys import DeviceKeys, KeyFileError
from firmware.rounds.findings import NO_PLACE

Data = dict[str, Any]
_KEYS = ("do", "act", "login", "logout", "truth", "recording")
_MOST_ERROR = 300
_WRONG_S = 0.5  # after a wrong passphrase, until the next one is tried
_STANDS = "time stands still: let it go on first"


class Hub:
    """Lives in the server's loop; the desk calls `news` from its own thread."""

    def __init__(self, clock: TableClock, people: dict[str, Person], needs_login: bool) -> None:
        self.clock = clock
        self.people = people
        self.needs_login = needs_login
        self.viewers: set[Viewer] = set()
        self.desk: Desk | None = None
        self.scene: Scene | None = None
        self.recording: Recording | None = None
        self.about: Data = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pictures = NamedPictures(self._show_picture)
        self._shown: deque[Data] = deque(maxlen=MOST_SHOWN)
        self._kept: deque[Data] = deque(maxlen=MOST_SHOWN)
        self._outcomes: dict[str, Any] = {}
        self._tasks: set[asyncio.Future[None]] = set()
        self._unlocking = asyncio.Lock()
        self._lock = TableLock(self._show_busy)

    # -- news ------------------------------------------------------------------------------

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def news(self, changed: Data, events: list[Data]) -> None:
        """From the desk's thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, changed, events)

    def _spread(self, changed: Data, events: list[Data]) -> None:
        self._pictures.heard(events)
        is_in_play = self._is_in_play
        for viewer in self.viewers:
            viewer.put_sections(changed)
            viewer.put_events(events, is_in_play)
            viewer.put_kept([], is_in_play)
        for case in changed.get("cases", []):
            if case["question"] and "outcomes" not in case:
                self._tasks.add(task := asyncio.ensure_future(self._add_outcomes(case)))
                task.add_done_callback(self._tasks.discard)

    @property
    def _is_in_play(self) -> bool:
        table: Data = self.desk.sections.get("table", {}) if self.desk else {}
        return bool(table.get("is_in_play"))

    async def _add_outcomes(self, case: Data) -> None:
        """What follows from each answer, by the firmware's own rows; once for each question."""
        key = str([case[name] for name in ("game", "finding_name", "state", "equipment", "facts")])
        if key in self._outcomes:
            return
        self._outcomes[key] = []
        try:
            told = await asyncio.to_thread(with_outcomes, case)
        except (FaroError, ImportError):
            return  # without a simulator's MicroPython there is nobody to ask
        self._outcomes[key] = told["outcomes"]
        if self.desk is not None:
            self.desk.submit(lambda desk: desk.looks.add(case["case"], told["outcomes"]))

    def _show_busy(self) -> None:
        """At once, before the answer to whoever asked: nobody is held up by what is over."""
        told = {"kind": "view", "sections": {"busy": {"text": self._lock.text}}}
        for viewer in self.viewers:
            if viewer.is_shown_anything:
                viewer.put(told)

    def on_scene(self, news: Data) -> None:
        if self.scene is None:
            return
        whole = self.scene.whole
        self.clock.told(whole["speed"], whole["is_paused"], whole["now_ms"])
        for viewer in self.viewers:
            viewer.put_scene(news)

    # -- pictures --------------------------------------------------------------------------

    def on_picture(self, picture: Data) -> None:
        told = {**picture, **{end: f"data:image/png;base64,{picture[end]}" for end in "ab"}}
        told |= {"card": "", "text": "", "is_refused": False, "clearness": ""}
        if picture["place"] == "throat":
            self._show_picture(told)
        else:
            self._pictures.picture(told)

    def _show_picture(self, picture: Data) -> None:
        self._shown.append(picture)
        for viewer in self.viewers:
            viewer.put_picture(picture)

    def kept_picture(self, picture: Data) -> None:
        """From the desk's thread: what the shoe itself has kept."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._keep_picture, picture)

    def _keep_picture(self, picture: Data) -> None:
        self._kept.append(picture)
        for viewer in self.viewers:
            viewer.put_kept([picture], self._is_in_play)

    # -- a tab -----------------------------------------------------------------------------

    def join(self, viewer: Viewer) -> None:
        self.viewers.add(viewer)
        viewer.put(self._hello())
        viewer.put({"kind": "login", "person": None, "role": viewer.role})
        self._show_all(viewer)
        self._show_pictures(viewer)

    def _show_pictures(self, viewer: Viewer) -> None:
        """To who sees the table for the first time: the newest ones."""
        for picture in self._shown:
            viewer.put_picture(picture)

    def _show_all(self, viewer: Viewer) -> None:
        if self.desk is not None:
            viewer.put_sections(self.desk.view())
            viewer.put_events(self.desk.history(), self._is_in_play, is_history=True)
        viewer.put_sections({"busy": {"text": self._lock.text}})
        viewer.put_kept(list(self._kept), self._is_in_play)
        if self.scene is not None:
            self._show_scene(viewer)

    def _show_scene(self, viewer: Viewer) -> None:
        if self.scene is not None:
            viewer.put_scene({**self.scene.whole, "truth": self.scene.truth}, is_whole=True)

    def _hello(self) -> Data:
        return {
            "kind": "hello",
            "is_simulated": self.scene is not None,
            "needs_login": self.needs_login,
            "games": sections.games(),
            "faults": self.about.get("faults", []),
            "actions": [action.as_json() for action in self._actions()],
            "verbs": self.about.get("verbs", []),
            "people": [person.as_json() for person in self.people.values()],
            "mistakes": [{"id": m.id, "title": m.title} for m in MISTAKES],
            "hands": [{"id": h.id, "game": h.game, "title": h.title} for h in chosen_hands.HANDS],
            "locked": [*table_lock.VERBS, *table_lock.ACTIONS],
            "reasons": actions.reasons(),
            "findings": actions.findings(),
            "version": version("faro-table"),
        }

    def _actions(self) -> list[actions.Action]:
        return list(actions.ACTIONS) if self.scene is None else at_simulator()

    async def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        if viewer.session is not None:
            await self._logout(viewer)

    # -- what a tab asks for ---------------------------------------------------------------

    async def carry_out(self, viewer: Viewer, asked: Data) -> None:
        """One request; whatever it is, an answer follows."""
        id = asked.get("id")
        try:
            done = await self._carry_out(viewer, asked)
            viewer.put({"kind": "done", "id": id, "ok": True, "command": "", "frames": [], **done})
        except FaroError as error:
            text = str(error)[:_MOST_ERROR]
            viewer.put({"kind": "done", "id": id, "ok": False, "error": text})
        except Exception:
            text = "the page met bad code: see where it was started"
            viewer.put({"kind": "done", "id": id, "ok": False, "error": text})
            raise

    async def _carry_out(self, viewer: Viewer, asked: Data) -> Data:
        wanted = [key for key in _KEYS if key in asked]
        if len(wanted) != 1:
            raise BadInput(f"not understood: a request has one of {', '.join(_KEYS)}")
        if wanted[0] == "login":
            return await self._login(viewer, asked)
        if not viewer.is_shown_anything:
            raise BadInput("log in first")
        if wanted[0] == "do":
            return await self._do(asked["do"])
        if wanted[0] == "act":
            return await self._act(viewer, asked)
        if wanted[0] == "logout":
            await self._logout(viewer)
            return {"told": "logged out"}
        if wanted[0] == "truth":
            return self._set_truth(viewer, asked["truth"])
        return self._tell_recording(viewer)

    async def _do(self, line: Any) -> Data:
        if not isinstance(line, str) or not line.strip():
            raise BadInput("do: a line such as 'deal QH 9S'")
        is_locked = line.split()[0] in table_lock.VERBS
        with self._lock.move() if is_locked else nullcontext():
            return {"told": await self.hand(line), "command": f"faro sim do {line}"}

    async def hand(self, line: str) -> str:
        """A verb at the simulated table."""
        if self.scene is None:
            raise BadInput("these boards are real: nobody's hands are in this page")
        done = await self.scene.do(line)
        if self.recording is not None:
            self.recording.done(line, done["at_us"])
        return done["told"]

    async def _act(self, viewer: Viewer, asked: Data) -> Data:
        known = {action.id: action for action in self._actions()}
        name = asked["act"]
        if not isinstance(name, str) or name not in known:
            raise BadInput(f"there is no action {str(name)[:40]!r}")
        action = known[name]
        values = {key: value for key, value in asked.items() if key not in ("id", "act")}
        found = take(name, action.params, values)
        session = self._who(viewer, action)
        if self.clock.is_paused:
            raise FaroError(_STANDS)
        defaults = {param.name: param.default for param in action.params if not param.is_needed}
        command = _filled(action.command, {**defaults, **values})
        if name in WORK and action.do is None:
            work, text = WORK[name]
            async with self._lock.job(text):
                dealer = Dealer(self, session)
                told = await work(dealer, found)
            return {"told": told, "command": dealer.command or command}
        with self._lock.move() if name in table_lock.ACTIONS else nullcontext():
            return {**await self._at_boards(action, session, found), "command": command}

    async def _at_boards(
        self, action: actions.Action, session: Session | None, found: Data
    ) -> Data:
        do = action.do
        assert do is not None  # a dealer's work has its own way
        told, frames = await self.at_desk(lambda desk: desk.acted(lambda: do(desk, session, found)))
        for line in action.hands if self.scene is not None else ():
            await self.hand(line)
        return {"told": told, "frames": frames}

    def _who(self, viewer: Viewer, action: actions.Action) -> Session | None:
        """As whom: the person who is logged in, else the table where the viewer is that."""
        if viewer.session is not None and viewer.session.role in action.roles:
            return viewer.session
        if viewer.own_role in action.roles:
            return None
        roles = " or ".join(action.roles)
        raise FaroError(f"only {roles} may do this: log in as one")

    async def at_desk(self, job: Job) -> Any:
        if self.desk is None:
            raise FaroError("there is no board here")
        done: Future[Any] = self.desk.submit(job)
        return await asyncio.wrap_future(done)

    async def _login(self, viewer: Viewer, asked: Data) -> Data:
        person = self.people.get(str(asked["login"]))
        passphrase = asked.get("passphrase", "")
        if person is None:
            raise BadInput(f"there is no key file of {str(asked['login'])[:40]!r}")
        if not isinstance(passphrase, str):
            raise BadInput("the passphrase is a text")
        if self.clock.is_paused:
            raise FaroError(_STANDS)
        role, keys = await self._unlock(person, passphrase)
        session: Session = await self.at_desk(lambda desk: desk.login(person, role, keys))
        await self._logout(viewer, is_told=False)
        if viewer not in self.viewers:  # gone meanwhile: nobody would ever log out
            await self.at_desk(lambda desk: desk.logout(session))
            raise FaroError("the tab has been closed")
        viewer.session = session
        viewer.put({"kind": "login", "person": person.id, "role": session.role})
        self._show_all(viewer)
        if self.needs_login:
            self._show_pictures(viewer)
        return {"told": f"{person.id} is logged in as {session.role}"}

    async def _unlock(self, person: Person, passphrase: str) -> tuple[str, dict[str, DeviceKeys]]:
        """Not at the desk, where the table program would wait; one at a time, whoever guesses."""
        async with self._unlocking:
            try:
                return await asyncio.to_thread(person.unlock, passphrase)
            except KeyFileError:
                await asyncio.sleep(_WRONG_S)
                raise

    async def _logout(self, viewer: Viewer, is_told: bool = True) -> None:
        session, viewer.session = viewer.session, None
        viewer.forget()
        if is_told:
            viewer.put({"kind": "login", "person": None, "role": viewer.role})
        if session is not None and not self.clock.is_paused:
            await self.at_desk(lambda desk: desk.logout(session))

    def _set_truth(self, viewer: Viewer, is_on: Any) -> Data:
        if self.scene is None or not isinstance(is_on, bool):
            raise BadInput("truth: true or false, at simulated boards")
        viewer.has_truth = is_on
        self._show_scene(viewer)
        return {"told": "the truth is shown" if is_on else "the truth is hidden"}

    def _tell_recording(self, viewer: Viewer) -> Data:
        if self.recording is None:
            raise BadInput("nothing is recorded at real boards")
        viewer.put({"kind": "recording", "yaml": self.recording.yaml()})
        return {"told": "as a scenario file"}


def _filled(template: str, values: Data) -> str:
    """The command with what was chosen."""
    text = template
    for name, value in values.items():
        text = text.replace("{" + name + "}", _shown(value))
    return text


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(str, cast(list[Any], value))) or "none"
    return "none" if value == NO_PLACE else str(value)
