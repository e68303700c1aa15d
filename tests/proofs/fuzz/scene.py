"""A board in one of its main states, and what people do at its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faro.sim.rig import Rig
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from firmware.cards.codes import CARDS_PER_DECK, name_of
from hw_sim.mechanics.machine_cards import new_deck
from hw_sim.rig import BoardRig
from hw_sim.world.cards import Card
from hw_sim.world.shoe import ShoeWorld

SEATS = 7
_BOOT_MS = 60_000
_FIRST_LOOK_MS = 2_100  # a board has looked at its heap, with which the end is compared


@dataclass
class Scene:
    """What a state's `prepare` gives; `name` is the board's on the rig."""

    rig: Rig
    name: str
    keys: DeviceKeys | None = None
    is_bus_shared: bool = False  # other boards speak on RS-485
    has_machine_cards: bool = False  # cards are read by identity in the throat, none at the mouth
    is_reset_waiting: bool = False  # a RESET_STORE waits for its second role
    sensors: set[int] = field(default_factory=set[int])
    is_lid_open: bool = False
    is_line_on: bool = False

    @property
    def board(self) -> BoardRig:
        return self.rig.boards[self.name]

    def client(self, role: str = "") -> Client:
        """Whoever prepares the state, on USB."""
        client = self.rig.client(self.name)
        client.hello()
        if role and self.keys is not None:
            client.open_session(self.keys, role)
        return client

    def deal(self, *faces: str) -> None:
        """Cards through the mouth, one after another."""
        world = ShoeWorld(self.board)
        for face in faces:
            world.feed(Card(face))
            self.rig.kernel.run_for_ms(700)

    # -- what people do --------------------------------------------------------------------

    def happen(self, what: str, value: int) -> None:
        """One of the steps that are no bytes on a line."""
        board = self.board
        if what == "lid":
            self.is_lid_open = not self.is_lid_open
            board.set_lid(self.is_lid_open)
        elif what == "press":
            board.press("AB"[value & 1])
        elif what == "plug":
            self.plug()
        elif board.expander is not None:
            self._at_the_meter(what, value % SEATS)
        elif board.machine is not None:
            self._at_the_shoe(what, value)
        self.rig.kernel.run_for_ms(150)

    def plug(self) -> None:
        """Pull it, and put it in again."""
        self.board.board.power_off()
        self.rig.kernel.run_for_ms(300)
        self.board.board.power_on()
        self.rig.wait_ready(_BOOT_MS)

    def _at_the_meter(self, what: str, seat: int) -> None:
        if what == "line":
            self.is_line_on = not self.is_line_on
            self.board.say_no_more_bets(self.is_line_on)
        elif what == "bet" and self.board.expander is not None:
            self.sensors ^= {seat}
            self.board.expander.set_sensor(seat, seat in self.sensors)

    def _at_the_shoe(self, what: str, value: int) -> None:
        machine = self.board.machine
        if machine is None:
            return
        if what == "take":
            machine.take_output()
        elif what == "card" and not self.has_machine_cards:
            self.deal(name_of(value % CARDS_PER_DECK))
        elif what == "card" and not machine.path.tray:
            machine.load(new_deck(1))


@dataclass(frozen=True)
class State:
    """A main state of a board; `prepare(overlays)` brings a fresh one into it."""

    name: str
    kind: str
    prepare: Callable[[Sequence[Path]], Scene]


def powered(kind: str, overlays: Sequence[Path] = (), is_provisioned: bool = True) -> Scene:
    """A board after its self-test, with keys or as it comes from the bench."""
    scene = Scene(Rig((kind,), 1, overlays), kind)
    try:
        if kind == "shoe":
            from faro.sim.scenarios.enrolled import enrol  # brings the optics along

            enrol(scene.board)
        scene.rig.power_on()
        scene.rig.wait_ready(_BOOT_MS)
        scene.rig.kernel.run_for_ms(_FIRST_LOOK_MS)
        if is_provisioned:
            scene.keys = scene.rig.provision(kind)
    except BaseException:
        scene.rig.close()
        raise
    return scene
