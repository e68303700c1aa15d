"""Simulated boards on real ports in real time, with hands, kept state and a recording."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from faro.sim.announce import check_links, simulated_ports
from faro.sim.flashable import FlashableBoard
from faro.sim.ready import enrol_all, provision_all, write_keys
from faro.sim.rig import Rig
from faro.sim.scenario_file import FOREVER, Scenario, ScenarioError, Step
from faro.wire.keys import DeviceKeys
from faro.wire.simulators import CONTROL, announced, run_folder
from hw_sim.gateway import Fork, LineEnd, PtyPort, TcpPort, make_link
from hw_sim.hands.control import ControlSocket
from hw_sim.hands.hands import Hands
from hw_sim.hands.heard_end import HeardEnd
from hw_sim.hands.recording import Recording
from hw_sim.hands.words import BadWords
from hw_sim.kept import KeptChips
from hw_sim.pacing import PacedRunner

_LIVE = ("do", "pass", "say", "repeat")  # what a running simulator can do by itself


@dataclass(frozen=True)
class Options:
    """As on the command line."""

    kinds: Sequence[str] = ("shoe", "meter")
    seed: int = 1
    speed: float = 1.0
    is_tcp: bool = False
    links: Path | None = None
    state: Path | None = None
    is_provisioned: bool = False
    is_enrolled: bool = False
    keys: Path | None = None
    record: Path | None = None
    is_blank: bool = False

    @property
    def keys_folder(self) -> Path:
        return self.keys or (self.state or self.links or Path()) / "keys"


class LiveSim:
    """Everything that `faro sim` runs; `urls` are the ports."""

    def __init__(self, options: Options, tell: Callable[[str], None]) -> None:
        self.options = options
        self.rig = Rig(options.kinds, options.seed)
        self.keys: dict[str, DeviceKeys] = {}
        self.urls: dict[str, str] = {}
        self._tell = tell
        self._stack = ExitStack()
        self._stack.callback(self.rig.close)

    def __enter__(self) -> LiveSim:
        try:
            self._start()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stack.close()

    def run(self, is_stopped: Callable[[], bool]) -> None:
        self.runner.run(is_stopped)

    def play(self, scenario: Scenario) -> None:
        """Let the steps happen beside everything else, in the table's own time."""
        for step in scenario.steps:
            _check_live(scenario, step)
        self._go_on(self._delays(scenario, scenario.steps))

    # -- start -----------------------------------------------------------------------------

    def _start(self) -> None:
        options, rig = self.options, self.rig
        check_links(options.links)
        known = self._keep_state()
        if options.is_enrolled and not known:
            enrol_all(rig, self._tell)
        for board in rig.boards.values():
            board.board.on_program_end = self._ended(board.board.name)
        if not options.is_blank:
            rig.start()  # nobody at the ports has to wait for a boot
        if options.is_provisioned:
            self._provision(known)
        ends = {name: HeardEnd(b.usb_host, rig.kernel) for name, b in rig.boards.items()}
        ends["bus"] = HeardEnd(rig.bus_host, rig.kernel)
        recording = self._recording()
        if recording:
            for name, end in ends.items():
                recording.listen(name, end)
        self.runner = PacedRunner(rig, [], options.speed)
        self._stack.callback(self.runner.close)
        for name, end in ends.items():
            if options.is_blank and name in rig.boards:
                self._open_blank(name)
            else:
                self._open(name, end)
        ports = simulated_ports(rig, self.urls, options.links)
        self._stack.enter_context(announced(ports))
        self.hands = Hands(rig, self.runner)
        self.hands.on_notice = self._tell
        if recording:
            self.hands.on_done = recording.note
        self._listen(ends)

    def _keep_state(self) -> bool:
        """Whether the boards remember an earlier run."""
        if self.options.state is None:
            return False
        kept = [KeptChips(b, self.options.state / name) for name, b in self.rig.boards.items()]
        for chips in kept:
            self._stack.callback(chips.close)
        return all(chips.is_known for chips in kept)

    def _provision(self, is_known: bool) -> None:
        folder = self.options.keys_folder
        if is_known:
            office = {name: folder / name / "office.keys" for name in self.rig.boards}
            self.keys = {name: DeviceKeys.load(path) for name, path in office.items()}
            return
        self.keys = provision_all(self.rig)
        for name, keys in self.keys.items():
            write_keys(keys, folder / name)

    def _recording(self) -> Recording | None:
        options = self.options
        if options.record is None:
            return None
        ready = [name for name, is_so in (("provisioned", options.is_provisioned),
                                          ("enrolled", options.is_enrolled)) if is_so]  # fmt: skip
        head = {
            "title": "Recorded at a running simulator",
            "seed": str(options.seed),
            "boards": f"[{', '.join(options.kinds)}]",
            "ready": f"[{', '.join(ready)}]",
        }
        recording = Recording(options.record, self.rig.kernel, head)
        self._stack.callback(recording.close)
        return recording

    def _open(self, name: str, end: LineEnd) -> None:
        links = self.options.links
        fork = Fork(end) if self.options.is_tcp else None
        pty = PtyPort(fork.tap() if fork else end, links / name if links else None)
        self.runner.add(pty)
        self.urls[name] = pty.url
        if fork:
            tcp = TcpPort(fork.tap())
            self.runner.add(tcp)
            self.urls[f"{name}-tcp"] = tcp.url

    def _open_blank(self, name: str) -> None:
        """A board that must be flashed first, by what its base offers."""
        links = self.options.links
        folder = Path(self._stack.enter_context(TemporaryDirectory()))
        board = FlashableBoard(self.rig.boards[name], folder, links / name if links else None)
        self.runner.add(board)
        self.urls[name] = board.url

    def _listen(self, hosts: dict[str, HeardEnd]) -> None:
        folder = run_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / f"{os.getpid()}.{CONTROL}"
        self.runner.add(ControlSocket(path, self.hands, self.runner, hosts))
        if self.options.links:
            link = self.options.links / CONTROL
            make_link(link, str(path))
            self._stack.callback(lambda: link.unlink(missing_ok=True))

    def _ended(self, name: str) -> Callable[[str], None]:
        def tell(text: str) -> None:
            last = text.splitlines()[-1].strip().rstrip(":")  # the error, or only the status
            self._tell(f"{name}: the program ended ({last}); its watchdog starts it again")

        return tell

    # -- scenarios in real time ------------------------------------------------------------

    def _delays(self, scenario: Scenario, steps: Sequence[Step]) -> Iterator[int]:
        """Carry out step by step; gives how long to wait before the next, in us."""
        for step in steps:
            if step.kind == "repeat":
                times = step.times
                while times == FOREVER or times > 0:
                    yield from self._delays(scenario, step.steps)
                    times -= times != FOREVER
            elif step.kind == "pass":
                yield step.at_us
            elif step.kind == "say":
                self._tell(step.text)
            else:
                yield max(0, step.at_us - self.rig.kernel.now_us)
                try:
                    yield self.hands.do(step.text).busy_ms * 1000
                except BadWords as error:
                    self._tell(f"{scenario.path}:{step.line}: {error}")
                    return

    def _go_on(self, delays: Iterator[int]) -> None:
        delay_us = next(delays, None)
        if delay_us is not None:
            self.rig.kernel.after(delay_us, lambda: self._go_on(delays))


def _check_live(scenario: Scenario, step: Step) -> None:
    if step.kind not in _LIVE:
        raise ScenarioError(
            f"{scenario.path}:{step.line}: {step.kind!r} needs a host of its own: faro play"
        )
    for inner in step.steps:
        _check_live(scenario, inner)
