"""Plays a scenario file in virtual time: hands, hosts in their roles, and what must come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from faro.board.commands import faults_of
from faro.sim.hosts import Hosts
from faro.sim.meanwhile import Meanwhile
from faro.sim.ready import enrol_all, provision_all
from faro.sim.rig import Rig
from faro.sim.scenario_file import FOREVER, Scenario, ScenarioError, Step
from faro.sim.scenarios.shuffler import BY_IDENTITY
from faro.sim.step_words import NO_ANSWER, Asked, Awaited, Expected
from faro.sim.typed import Typist
from faro.wire.errors import FaroError, Refused
from faro.wire.events import Event
from faro.words.board import event_sentence
from hw_sim.hands.hands import Hands
from hw_sim.hands.words import BadWords
from hw_sim.parts.ht16k33 import digits_text

_HOST = ("login", "ask", "wait", "expect", "tell", "type")
_POLL_MS = 200
_CHATTER = ("LINK_", "SESSION_")  # told only when asked for
_LAST_NAMED = 4  # events that a failed wait names


class ScenarioFailed(FaroError):
    """Something did not come as the file says."""


def _nobody(_step: Step, _text: str) -> None:
    """Nobody wants to hear how it goes."""


class Player:
    """One table, from power-on; `hear(step, text)` is told of each step."""

    def __init__(
        self,
        scenario: Scenario,
        hear: Callable[[Step, str], None] = _nobody,
    ) -> None:
        self.scenario = scenario
        self._hear = hear
        for step in scenario.steps:
            self._check_ends(step)
        is_optical = scenario.reads == "pictures"
        by_identity = () if is_optical else (BY_IDENTITY,)
        self.rig = Rig(scenario.boards, scenario.seed, shoe_path=by_identity)
        self._seen: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._start: dict[str, int] = {}
        self._typist: Typist | None = None
        self.hands = Hands(self.rig, is_optical=is_optical)
        self._meanwhile = Meanwhile(self.rig.kernel, self._carry_out)
        self.hosts = Hosts(self.rig, self._meanwhile)
        if "enrolled" in scenario.ready:
            enrol_all(self.rig)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_exc: object) -> None:
        if self._typist is not None:
            self._typist.close()
        self.rig.close()

    def run(self) -> None:
        """All of it; ScenarioFailed names file, line and what came instead."""
        self.start()
        self.run_steps()

    def start(self) -> None:
        """Power, keys: what the file says the boards start with."""
        self.rig.start()
        if "provisioned" in self.scenario.ready:
            self.hosts.keys = provision_all(self.rig)
        if _has_host(self.scenario.steps):
            for name in self.rig.boards:  # what came before the first step is nobody's news
                last = self.hosts.client(name).status()["last_event"]
                self._start[name] = self._seen[name] = last

    def run_steps(self) -> None:
        self._run(self.scenario.steps)

    def _run(self, steps: Sequence[Step]) -> None:
        for is_timed, some in groupby(steps, lambda step: step.kind != "pass" and step.at_us > 0):
            if is_timed:
                self._run_timed(list(some))
                continue
            for step in some:
                if step.kind == "repeat":
                    for _ in range(step.times):
                        self._run(step.steps)
                else:
                    self._carry_out(step)

    def _run_timed(self, steps: Sequence[Step]) -> None:
        """Each at its moment."""
        steps = sorted(steps, key=lambda step: step.at_us)
        self._meanwhile.put([step for step in steps if step.kind == "do"])
        for step in steps:
            self.hosts.listen_until(step.at_us)
            if step.kind != "do":
                self._carry_out(step)

    def _carry_out(self, step: Step) -> None:
        try:
            self._hear(step, getattr(self, f"_{step.kind}")(step))
        except (BadWords, FaroError) as error:
            if isinstance(error, ScenarioFailed):
                raise
            raise ScenarioFailed(f"{self._place(step)}: {error}") from None

    def _check_ends(self, step: Step) -> None:
        if step.times == FOREVER:
            raise ScenarioError(f"{self._place(step)}: 'forever' is for faro sim")
        for inner in step.steps:
            self._check_ends(inner)

    # -- steps -----------------------------------------------------------------------------

    def _do(self, step: Step) -> str:
        if not step.at_us:
            return self.hands.run(step.text)
        return self.hands.do(step.text).told  # something else may happen meanwhile

    def _pass(self, step: Step) -> str:
        self.rig.kernel.run_until(self.rig.kernel.now_us + step.at_us)
        return ""

    def _say(self, step: Step) -> str:
        return step.text

    def _login(self, step: Step) -> str:
        asked: Asked | None = step.asked
        assert asked is not None
        self.hosts.login(asked.board, asked.role, step.proof_us)
        return ""

    def _ask(self, step: Step) -> str:
        asked: Asked | None = step.asked
        assert asked is not None
        client = self.hosts.as_role(asked.board, asked.role)
        if asked.refused == NO_ANSWER:
            client.send(asked.message, **asked.fields)  # nobody waits for what did not come
            return asked.refused
        try:
            answer = client.request(asked.message, **asked.fields)
        except Refused as refusal:
            if asked.refused and refusal.name == asked.refused:
                return f"refused: {refusal.name}"
            raise
        if asked.refused:
            raise self._failed(step, f"it was carried out, not refused as {asked.refused}")
        return answer.name

    def _type(self, step: Step) -> str:
        self.hosts.leave()
        return self.typist.type(list(step.typed), step.refused)

    def _damage(self, step: Step) -> str:
        *where, byte = step.typed
        try:
            if len(where) == 2:
                board, slot = self.rig.boards[where[0]], where[1]
                board.write_region(slot, _turned(board.read_region(slot), int(byte)))
            else:
                path = self.typist.folder / where[0]
                path.write_bytes(_turned(path.read_bytes(), int(byte)))
        except (OSError, IndexError):
            raise self._failed(step, "there is no such byte") from None
        return "one bit turned"

    def _wait(self, step: Step) -> str:
        awaited: Awaited | None = step.awaited
        assert awaited is not None
        kernel = self.rig.kernel
        due_us = kernel.now_us + step.within_ms * 1000
        first = self._seen[awaited.board]
        found: list[Event] = []
        while True:
            after = found[-1].number if found else first
            for event in self.hosts.events(awaited.board, after):
                found.append(event)
                if awaited.fits(event.name, event.fields):
                    self._seen[awaited.board] = event.number
                    return event_sentence(event.name, event.fields)
            if kernel.now_us >= due_us:
                came = ", ".join(_brief(event) for event in found[-_LAST_NAMED:]) or "nothing"
                raise self._failed(step, f"not within {step.within_ms} ms; {came} came last")
            kernel.run_for_ms(_POLL_MS)

    def _expect(self, step: Step) -> str:
        expected: Expected | None = step.expected
        assert expected is not None
        seen, is_so = self._look(expected)
        if not is_so:
            raise self._failed(step, f"it is {seen}")
        return seen

    def _look(self, expected: Expected) -> tuple[str, bool]:
        """What is there, and whether it is as expected."""
        board, words = self.rig.boards[expected.board], expected.words
        if expected.what in ("fault", "no-fault"):
            names = [fault["name"] for fault in faults_of(self.hosts.client(expected.board))]
            is_there = any(name in words for name in names) if words else bool(names)
            return ", ".join(names) or "no fault", is_there == (expected.what == "fault")
        if expected.what == "lamp":
            return board.lamp.colour, board.lamp.colour == words[0]
        if expected.what == "display":
            shown = digits_text(board.display.segments()) if board.display else ""
            return shown or "dark", shown == words[0]
        if expected.what == "cards":
            machine = board.machine
            assert machine is not None
            counts = {
                "tray": len(machine.path.tray),
                "way": len(machine.path.cards),
                "carousel": sum(map(len, machine.drum.compartments)),
                "output": len(machine.output),
            }
            return f"{counts[words[0]]} in {words[0]}", counts[words[0]] == int(words[1])
        awaited = expected.awaited
        assert awaited is not None
        events = self.hosts.events(expected.board, self._start[expected.board])
        found = [event for event in events if awaited.fits(event.name, event.fields)]
        is_wanted = expected.what == "event"
        return f"{len(found)} such events", bool(found) == is_wanted

    def _tell(self, step: Step) -> str:
        board, *names = step.text.split()
        events = self.hosts.events(board, self._told.get(board, self._start[board]))
        if events:
            self._told[board] = events[-1].number
        return "\n".join(
            f"{event.time_ms / 1000:7.2f} s  {event_sentence(event.name, event.fields)}"
            for event in events
            if event.name in names or (not names and not event.name.startswith(_CHATTER))
        )

    @property
    def typist(self) -> Typist:
        if self._typist is None:
            self._typist = Typist(self.rig, self.hosts.keys)
        return self._typist

    def _place(self, step: Step) -> str:
        return f"{self.scenario.path}:{step.line}"

    def _failed(self, step: Step, what: str) -> ScenarioFailed:
        return ScenarioFailed(f"{self._place(step)}: {step.kind}: {step.text}: {what}")


def _has_host(steps: Sequence[Step]) -> bool:
    """Whether somebody talks to the boards; a recording has the bytes themselves."""
    return any(step.kind in _HOST or _has_host(step.steps) for step in steps)


def _turned(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def _brief(event: Event) -> str:
    fields: dict[str, Any] = event.fields
    return " ".join([event.name, *(f"{k}={v}" for k, v in fields.items() if isinstance(v, int))])
