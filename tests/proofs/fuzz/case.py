"""One case: a board in a state, the steps, and then whether it is still what it was."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faro.jackpot.reconcile import reconcile
from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.dictionary import board_dictionaries
from faro.wire.errors import FaroError
from faro.wire.framing import Frame
from faro.wire.keys import SessionKey
from firmware.board.rows import FAULT_RECORD, MSG_GET_FAULTS, MSG_STATUS
from firmware.link.rows import MSG_CLOSE_SESSION, MSG_HELLO
from hw_sim.vm import BoardCrashed, BoardHung
from tests.proofs.fuzz.lines import CONTROL_ADDRESS, Asked, Lines, plain
from tests.proofs.fuzz.meter_states import STATES as METER_STATES
from tests.proofs.fuzz.oracle import AnswerCheck, Broken, check_faults, crash_kind
from tests.proofs.fuzz.scene import Scene
from tests.proofs.fuzz.shoe_states import STATES as SHOE_STATES
from tests.proofs.fuzz.steps import BUS, ENDS, NOBODY, USB, CaseDraw, Step

STATES = {state.name: state for state in (*SHOE_STATES, *METER_STATES)}
_QUIET_MS = 20_000  # the heap is cleaned and looked at once in 16 s
_HEAP_STEPS = 16  # STATUS tells the free heap in these
_MOST_HEAP_STEPS = 1  # that may be taken for good: a table opened, templates loaded


@dataclass
class Result:
    """What came of a case; `broken` is empty when everything held."""

    state: str
    number: int
    steps: list[Step]
    broken: str = ""
    detail: str = ""
    frames: int = 0
    answers: Counter[str] = field(default_factory=Counter[str])
    tried: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])


def draw(state: str, seed: int, number: int) -> tuple[list[Step], str]:
    """The steps of a case, and the role that is only to be left alone."""
    case = CaseDraw(board_dictionaries()[STATES[state].kind], seed, state, number)
    return case.steps(), case.control


class Case:
    """Runs steps on a board in a state."""

    def __init__(self, state: str, control: str, overlays: Sequence[Path] = ()) -> None:
        self._known = board_dictionaries()[STATES[state].kind]
        self._check = AnswerCheck(self._known)
        self.answers: Counter[str] = Counter()
        self.end = ""  # the message that ended the case on purpose
        self._leaving: set[SessionKey] = set()
        self.scene: Scene = STATES[state].prepare(overlays)
        self._unheard_end = ""  # one whose answer another board's frame may have destroyed
        self._is_reset_waiting = self.scene.is_reset_waiting
        scene = self.scene
        self.lines = Lines(
            scene.rig,
            scene.board,
            self._known,
            scene.keys,
            scene.is_bus_shared,
            self._answered,
            self._check.check_push,
        )
        self._control = control
        self._boots = scene.board.board.boots
        self._open_control()
        self._faults = self._active_faults()
        self._heap_free = self._heap()
        self._books = self._differences()

    # -- the steps -------------------------------------------------------------------------

    def run(self, steps: Sequence[Step]) -> None:
        """Broken, or a simulator's error, when something did not hold."""
        for step in steps:
            self._take(step)
            if self.end:
                break
        else:
            self.lines.wait(_QUIET_MS)
            self._check_boots()
        if self.end:
            self._check_end()
        else:
            self._check_board()

    def _take(self, step: Step) -> None:
        if step.do == "ask":
            for _ in range(max(step.value, 1)):
                self._ask(step)
        elif step.do == "bytes":
            self.lines.send(step)
        elif step.do == "wait":
            self.lines.wait(step.value)
        else:
            self.scene.happen(step.do, step.value)
            if step.do == "plug":
                self._boots += 1
                self._leaving |= self.lines.forget_sessions()
                check_faults(self._known, self._faults, self._active_faults())
                self._open_control()
        if not self.end:
            self._check_boots()

    def _ask(self, step: Step) -> None:
        asked = self.lines.ask(step)
        if step.message == MSG_CLOSE_SESSION and asked.session is not None:
            self._leaving.add(asked.session)
            self.lines.forget(asked.session)
        if asked.answer is not None or step.is_piped or self.end:
            return
        question = self._check.name(asked)
        if asked.is_owed:
            self._check_boots()
            if not self.end:
                raise Broken(f"no answer to {question}")
        elif self.scene.is_bus_shared and question in ENDS:
            self._unheard_end = question

    def _answered(self, asked: Asked) -> None:
        if self.end:
            return
        question = self._check.name(asked)
        answer = self._check.check(asked)
        self.answers[answer] += 1
        session = asked.session
        is_open = session is not None and session not in self._leaving
        if answer == "no_session" and is_open and question != "OPEN_SESSION":
            self._check_boots()
            if not self.end:
                raise Broken("a session was lost")
            return
        if answer == "PENDING":
            self._is_reset_waiting = question == "RESET_STORE"
        is_reset = question == "CONFIRM" and self._is_reset_waiting
        if answer == "OK" and (question in ENDS or is_reset):
            self.end = question

    # -- the board as a whole --------------------------------------------------------------

    def _check_end(self) -> None:
        """Ended on purpose: it comes back and answers, if it was not left to the REPL."""
        if self.end == "ENTER_SERVICE":
            return
        board = self.scene.board.board
        self.scene.rig.kernel.run_for_ms(60_000, lambda: board.boots > self._boots)
        self.scene.rig.wait_ready(60_000)
        self.lines.find_board()
        self._say_hello(USB)

    def _check_board(self) -> None:
        scene = self.scene
        board = scene.board.board
        for port in (USB, BUS):
            self._say_hello(port)
        self._check_boots()
        for asked in self.lines.unanswered():
            raise Broken(f"no answer to {self._check.name(asked)} in a burst")
        if board.vm.log_text().strip():
            raise Broken("the firmware printed something", board.vm.log_text()[-400:])
        check_faults(self._known, self._faults, self._active_faults())
        if scene.keys is not None:
            self._ask_control()
        heap_free = self._heap()
        if heap_free < self._heap_free - _MOST_HEAP_STEPS:
            raise Broken("the heap did not come back", f"{self._heap_free} then {heap_free} of 16")
        differences = self._differences()
        if differences != self._books:
            raise Broken("the books do not agree with the journal", "; ".join(differences))

    def _check_boots(self) -> None:
        if self.scene.board.board.boots == self._boots:
            return
        if not self._unheard_end:
            raise Broken("the board restarted")
        self.end = self._unheard_end

    def _differences(self) -> list[str]:
        """Between a meter's books and its journal; every event of a shoe can be read."""
        scene = self.scene
        events = list(scene.rig.client(scene.name).events(0))
        if scene.board.expander is None:
            return []
        books = reconcile(events)
        books.compare(JackpotTable(scene.rig, scene.name).meters())
        return [difference.text for difference in books.differences]

    def _say_hello(self, port: str) -> None:
        for message, payload in ((MSG_HELLO, bytes(17)), (MSG_STATUS, b"")):
            for _ in range(5 if self.scene.is_bus_shared else 1):
                asked = self.lines.ask(plain(message, payload, NOBODY, port))
                if asked.answer is not None:
                    break
            else:
                raise Broken(f"no answer to {self._check.name(asked)} on {port} afterwards")

    def _fields(self, message: int, payload: bytes = b"") -> tuple[dict[str, int], bytes]:
        asked = self.lines.ask(plain(message, payload))
        if not isinstance(asked.answer, Frame):
            raise Broken(f"no answer to {self._check.name(asked)} afterwards")
        layout = self._known.messages[asked.answer.kind].layout
        fields = layout.unpack(asked.answer.payload)
        return fields, asked.answer.payload[layout.fmt.size :]

    def _heap(self) -> int:
        """Free sixteenths of the heap."""
        fields, _ = self._fields(MSG_STATUS)
        return fields["heap_free_bytes"] * _HEAP_STEPS // max(fields["heap_total_bytes"], 1)

    def _active_faults(self) -> set[int]:
        found: set[int] = set()
        size = struct.calcsize(FAULT_RECORD[0])
        while True:
            fields, records = self._fields(MSG_GET_FAULTS, bytes((len(found),)))
            for at in range(0, len(records), size):
                found.add(struct.unpack_from(FAULT_RECORD[0], records, at)[0])
            if not fields["count"]:
                return found

    # -- somebody else's session -----------------------------------------------------------

    def _open_control(self) -> None:
        if self.scene.keys is not None:
            voice = self.lines.voice(self._control, USB, CONTROL_ADDRESS)
            voice.open(self.scene.keys)

    def _ask_control(self) -> None:
        step = plain(MSG_STATUS, sender=self._control)
        asked = self.lines.ask(step, CONTROL_ADDRESS)
        if asked.answer is None or not asked.answer.tag:
            raise Broken("the session of another role does not work any more")


def run_case(
    state: str,
    seed: int,
    number: int,
    steps: Sequence[Step] | None = None,
    overlays: Sequence[Path] = (),
) -> Result:
    """Draw a case and run it, or run these steps instead."""
    drawn, control = draw(state, seed, number)
    result = Result(state, number, list(drawn if steps is None else steps))
    result.tried = {(step.sender, step.message) for step in result.steps if step.do == "ask"}
    case = Case(state, control, overlays)
    try:
        case.run(result.steps)
    except Broken as broken:
        result.broken, result.detail = broken.kind, str(broken)
    except BoardCrashed as crash:
        case.lines.look()  # its last words
        if case.end != "ENTER_SERVICE":
            result.broken, result.detail = crash_kind(str(crash)), str(crash)
    except (BoardHung, FaroError) as error:
        result.broken, result.detail = f"{type(error).__name__}: {error}", str(error)
    finally:
        case.scene.rig.close()
    result.frames, result.answers = case.lines.frames, case.answers
    return result
