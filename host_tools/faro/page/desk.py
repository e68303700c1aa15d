"""The desk: the one thread that owns both boards' ports.

It runs the table program turn by turn, looks at the boards, and carries out what people ask for.
It survives boards that are unplugged, restarted or exchanged: their last data stay, with age.
"""

from __future__ import annotations

import queue
import re
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from faro.output import plain
from faro.page.clock import TableClock
from faro.page.kept_pictures import READERS, KeptPictures
from faro.page.looks import Looks
from faro.page.people import Person
from faro.page.port import FIRST_SENDER, LAST_SENDER, DeskPort
from faro.page.sections import Data, event_of, next_action, sentence
from faro.table.link import GONE
from faro.table.run import TableRun
from faro.table.state_file import TableState
from faro.wire.client import Client
from faro.wire.dictionary import Fields
from faro.wire.errors import BadInput, BoardSetBack, FaroError
from faro.wire.keys import DeviceKeys

_QUIET_S = 0.2  # of the table's time, between two turns when nothing happens
_LEAST_QUIET_S = 0.01
_FRESH_MS = 2_000  # a board that was busy for less is still there
_END_S = 5
_MOST_NOTICES = 20
_MOST_WAITING = 64  # requests of people that are not carried out yet
_HISTORY = 200
_EVENT_LINE = re.compile(r"(shoe|meter) \d+: ")


@dataclass
class Session:
    """A person who has proved a key: one client for each board, opened when it is needed."""

    person: Person
    role: str
    keys: dict[str, DeviceKeys]
    sender: int
    clients: dict[str, Client] = field(default_factory=dict[str, Client])
    tabs: int = 1


Job = Callable[["Desk"], Any]


class Desk:
    """`submit` hands a job to the thread; `on_news` gets sections that changed, and events."""

    def __init__(
        self,
        shoe: DeskPort,
        meter: DeskPort | None,
        state: Path,
        clock: TableClock,
        on_news: Callable[[Data, list[Data]], None],
        is_acking: bool = False,
        on_picture: Callable[[Data], None] | None = None,
    ) -> None:
        """`is_acking`: what was heard may be overwritten; real boards have a host that keeps it.
        `on_picture` gets what the shoe has kept of refused cards, once somebody may read that.
        """
        self.shoe = shoe
        self.meter = meter
        self.ports = {port.board: port for port in (shoe, meter) if port is not None}
        self.clock = clock
        self.sections: Data = {}
        self.looks = Looks(shoe, meter, self._wall_ms)
        self.sessions: dict[str, Session] = {}
        self._state = state
        self._on_news = on_news
        self._is_acking = is_acking
        self._on_picture = on_picture
        self._kept = self._new_kept()
        self._notices: list[str] = []
        self._seen_s = dict.fromkeys(self.ports, 0.0)
        self._jobs: queue.Queue[tuple[Job, Future[Any]]] = queue.Queue(_MOST_WAITING)
        self._is_over = threading.Event()
        self._told: Data = {}
        self._history: list[Data] = []
        self._program = self._new_program()
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    # -- from other threads ----------------------------------------------------------------

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        if self._thread.is_alive():
            self._thread.join(_END_S)

    def is_over(self) -> bool:
        return self._is_over.is_set()

    def submit(self, job: Job) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            self._jobs.put_nowait((job, done))
        except queue.Full:
            done.set_exception(BadInput("too much is waiting to be done: try again"))
        return done

    # -- people, in the desk's thread ------------------------------------------------------

    def ask(self, session: Session | None, board: str, name: str, **fields: Any) -> Fields:
        """A request as somebody; without a session as the table."""
        return self.client(session, board).request(name, **fields).fields

    def client(self, session: Session | None, board: str) -> Client:
        """This person's own client at a board; its session is opened anew where the port was."""
        if board not in self.ports:
            raise BadInput(f"there is no {board} at this table")
        port = self.ports[board]
        if session is None:
            return port.client
        client = session.clients.get(board)
        if client is None or client.transport is not port.client.transport:
            if board not in session.keys:
                raise BadInput(f"{session.person.id} has no key for the {board}")
            client = port.client_for(session.role, session.sender)
            client.open_session(session.keys[board], session.role)
            session.clients[board] = client
        return client

    def acted(self, act: Callable[[], str]) -> tuple[str, list[dict[str, str]]]:
        """Do something for a person; what it told, and the frames that it sent."""
        for port in self.ports.values():
            port.take_sent()
        told = act()
        return told, [frame for port in self.ports.values() for frame in port.take_sent()]

    def choose_round(self, number: int) -> None:
        """A person's answer to the table program's question; 0: none of them."""
        question = self._program.core.question
        if question is None:
            raise BadInput("nobody asks for a round")
        if number and number not in question[1]:
            raise BadInput(f"one of {', '.join(map(str, question[1]))}, or none")
        self._program.core.match(question[0], number)

    def login(self, person: Person, role: str, keys: dict[str, DeviceKeys]) -> Session:
        """Proves the keys to each board that is there; a second tab uses the same session."""
        known = self.sessions.get(person.id)
        if known is not None:
            known.tabs += 1
            return known
        session = Session(person, role, keys, self._free_sender())
        proved = 0
        for board in self.ports:
            if board in keys:
                try:
                    self.client(session, board)
                    proved += 1
                except GONE:
                    pass
        if not proved:
            raise FaroError("no board is there to prove the key to")
        self.sessions[person.id] = session
        if self._kept is not None:
            self._kept.retry()
        return session

    def logout(self, session: Session) -> None:
        session.tabs -= 1
        if session.tabs:
            return
        del self.sessions[session.person.id]
        for client in session.clients.values():
            try:
                client.close_session()
            except FaroError:
                pass  # the board has gone, and the session with it

    def _free_sender(self) -> int:
        used = {session.sender for session in self.sessions.values()}
        free = [n for n in range(FIRST_SENDER, LAST_SENDER + 1) if n not in used]
        if not free:
            raise BadInput("too many people are logged in: somebody must log out first")
        return free[0]

    # -- the thread ------------------------------------------------------------------------

    def _wall_ms(self) -> int:
        return int(self.clock.wall_s() * 1000)

    def _new_program(self) -> TableRun:
        say = self._say
        return TableRun(TableState(self._state), self.shoe, self.meter, say, self.clock.table_ms)

    def _new_kept(self) -> KeptPictures | None:
        return KeptPictures(self._on_picture) if self._on_picture is not None else None

    def _say(self, text: str) -> None:
        """What the table program says; events stand in the log anyway."""
        if not _EVENT_LINE.match(text):
            self._notices = [*self._notices, plain(text)][-_MOST_NOTICES:]

    def _run(self) -> None:
        while not self.is_over():
            try:
                is_told = self.step()
            except Exception:  # noqa: BLE001 (a page that stands still tells nobody why)
                traceback.print_exc()
                self._say("the page met bad code: see where it was started")
                is_told = False
            if not is_told and self._jobs.empty():
                self._wait_for_job()
        for port in self.ports.values():
            port.drop()

    def step(self) -> bool:
        """One round: people, table program, looks, news; False when nothing was told a board."""
        self._work()
        is_told = self._turn()
        self._look()
        is_fetching = self._fetch_pictures()
        self._publish()
        return is_told or is_fetching

    def _wait_for_job(self) -> None:
        try:
            job = self._jobs.get(timeout=max(_QUIET_S / max(self.clock.speed, 1), _LEAST_QUIET_S))
        except queue.Empty:
            return
        self._do(*job)

    def _work(self) -> None:
        while not self.is_over():
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            self._do(*job)

    def _do(self, job: Job, done: Future[Any]) -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(job(self))
        except Exception as error:  # noqa: BLE001 (told to the person who asked)
            done.set_exception(error)
        self.looks.hurry()

    def _turn(self) -> bool:
        """One turn of the table program; True when it had something to tell."""
        try:
            return self._program.turn()
        except BoardSetBack as error:
            self._say(f"{error}; the table program begins anew")
            self._state.unlink(missing_ok=True)
            self._program = self._new_program()
            self.looks = Looks(self.shoe, self.meter, self._wall_ms)
            self._kept = self._new_kept()
        except FaroError as error:  # a first start needs both boards
            self._drop_gone(error)
        return False

    def _drop_gone(self, error: FaroError) -> None:
        if isinstance(error, GONE):
            for port in self.ports.values():
                if not self._is_answering(port):
                    port.drop()

    def _is_answering(self, port: DeskPort) -> bool:
        try:
            port.request("STATUS")
        except FaroError as error:
            port.trouble = str(error)
            return False
        return True

    def _look(self) -> None:
        for name, port in self.ports.items():
            for event in port.heard:
                self.looks.take(name, event)
            try:
                found = self.looks.turn(name)
            except FaroError as error:
                self._trouble(port, error)
                continue
            if found:
                port.trouble = ""
                self._seen_s[name] = self.clock.wall_s()
                self.sections |= found

    def _trouble(self, port: DeskPort, error: FaroError) -> None:
        if isinstance(error, GONE):
            port.drop()
        port.trouble = str(error)

    def _fetch_pictures(self) -> bool:
        """A few requests for the shoe's own pictures, as somebody who may read them."""
        if self._kept is None:
            return False
        for event in self.shoe.heard:
            self._kept.take(event.name)
        session = self._reader()
        try:
            return session is not None and self._kept.turn(self.client(session, "shoe"))
        except FaroError as error:
            self._trouble(self.shoe, error)
        return False

    def _reader(self) -> Session | None:
        """The supervisor before the technician, who is told nothing during a round."""
        may = [s for s in self.sessions.values() if s.role in READERS and "shoe" in s.keys]
        return min(may, key=lambda session: READERS.index(session.role), default=None)

    def _publish(self) -> None:
        events: list[Data] = []
        for name, port in self.ports.items():
            events += [{"board": name, **event_of(event)} for event in port.heard]
            if port.heard and self._is_acking:
                self._ack(port)
            port.heard.clear()
        view = self._view()
        changed = {name: value for name, value in view.items() if self._told.get(name) != value}
        self._told = view
        self._history = [*self._history, *events][-_HISTORY:]
        if changed or events:
            self._on_news(changed, events)

    def _ack(self, port: DeskPort) -> None:
        try:
            port.client.send("ACK", number=port.heard[-1].number, credit_frames=0)
        except FaroError:
            pass  # the next events bring the next one

    def history(self) -> list[Data]:
        return self._history

    def view(self) -> Data:
        """All sections as they were told last."""
        return self._told

    def _view(self) -> Data:
        found = self.sections
        view: Data = {"boards": {name: self._board(name) for name in self.ports}}
        for name in ("table", "machine", "cases", "health"):
            if name in found:
                view[name] = found[name]
        deed = found.get("meter_deed") or found.get("shoe_deed")
        if "jackpot" in found:
            view["jackpot"] = {**found["jackpot"], "deed": deed}
        view["program"] = {"notices": self._notices, "question": self._program.core.question}
        if "table" in view:
            view["table"] = {**view["table"], "sentence": sentence(view),
                             "next": next_action(view), "stopped_text": _stopped(view)}  # fmt: skip
        return view

    def _board(self, name: str) -> Data:
        last = self.sections.get(name, {"faults": [], "port": self.ports[name].port})
        age_ms = int((self.clock.wall_s() - self._seen_s[name]) * 1000)
        if age_ms < _FRESH_MS or not self.ports[name].trouble:
            return {**last, "is_there": name in self.sections, "age_ms": 0, "trouble": ""}
        age_ms = age_ms // 1000 * 1000 if self._seen_s[name] else 0
        trouble = self.ports[name].trouble
        return {**last, "is_there": False, "age_ms": age_ms, "trouble": trouble}


def _stopped(view: Data) -> str:
    cases = view.get("cases", [])
    return next((case["stopped"] for case in reversed(cases) if case["stopped"]), "")
