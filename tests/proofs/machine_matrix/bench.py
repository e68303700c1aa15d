"""A shoe board with machine, keys and client: what every check of the shuffler starts from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from faro.sim.rig import Rig
from faro.wire.dictionary import own_dictionary
from faro.wire.errors import Refused
from faro.wire.events import Event
from faro.wire.keys import ROLES, DeviceKeys
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine import Machine
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.rig import BoardRig
from hw_sim.vm import ROOT

IDENTITY = ROOT / "boards/sim/shoe_by_identity"  # reads without pictures
RED = 1
BLUE = 2
_POLL_MS = 100
_SETTLED = (
    c.ST_EMPTY,
    c.ST_READY,
    c.ST_OFFERED,
    c.ST_REFUSED,
    c.ST_UNLOADED,
    c.ST_CALLING,
)


class ShuffleBench:
    """Drives the real firmware over its USB line, in virtual time."""

    def __init__(
        self, seed: int = 1, extra_path: Sequence[Path] = (), is_optical: bool = False
    ) -> None:
        """With `is_optical` every card is really read from its picture by the recogniser."""
        self.rig = Rig(("shoe",), seed, extra_path if is_optical else (*extra_path, IDENTITY))
        self.board: BoardRig = self.rig.boards["shoe"]
        machine = self.board.machine
        if machine is None:
            raise ValueError("a shoe has a machine")
        self.machine: Machine = machine
        if is_optical:
            from faro.sim.scenarios.enrolled import enrol
            from hw_sim.world.throat import CameraThroat

            enrol(self.board)
            self.throat = CameraThroat(self.board)
        self.rig.start()
        self.client = self.rig.client("shoe")
        self.keys = self._provision()
        self.role = ""
        self.as_role("supervisor")

    def __enter__(self) -> ShuffleBench:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.rig.close()

    def _provision(self) -> DeviceKeys:
        self.client.hello()
        opened_ms = self.rig.kernel.now_us // 1000
        keys = self.rig.provision("shoe")
        told = next(event for event in self.client.events(0) if event.name == "LID_OPENED")
        self.clock_from_ms = opened_ms - told.time_ms  # the loader works before the clock runs
        return keys

    # -- talking ---------------------------------------------------------------------------

    def as_role(self, role: str) -> None:
        if role != self.role:
            self.client.open_session(self.keys, role)
            self.role = role

    def ask(self, name: str, role: str = "supervisor", **fields: Any) -> dict[str, Any]:
        self.as_role(role)
        return self.client.request(name, **fields).fields

    def cycle(self) -> dict[str, Any]:
        return self.client.request("GET_CYCLE").fields

    def state(self) -> int:
        return self.cycle()["state"]

    def events(self, after: int = 0) -> list[Event]:
        return list(self.client.events(after))

    def last_event(self) -> int:
        return self.client.status()["last_event"]

    def faults(self) -> list[str]:
        """Names of the active faults."""
        names = {number: spec.name for number, spec in own_dictionary().faults.items()}
        records = self.client.request("GET_FAULTS", first=0).fields["records"]
        return [
            names[int.from_bytes(records[i : i + 2], "little")] for i in range(0, len(records), 10)
        ]

    def fault_name(self, number: int) -> str:
        return own_dictionary().faults[number].name

    def clear_faults(self) -> list[str]:
        """Clear what can be cleared, each with a role that may; gives what stays."""
        for number, spec in own_dictionary().faults.items():
            if spec.name in self.faults():
                role = next(r for r, bit in ROLES.items() if bit & spec.clearing_roles)
                self.as_role(role)
                try:
                    self.client.request("CLEAR_FAULT", fault=number)
                except Refused:
                    continue
        self.as_role("supervisor")
        return self.faults()

    # -- cycles ----------------------------------------------------------------------------

    def load(self, cards: list[SimCard] | None = None, back: int = RED) -> list[SimCard]:
        """Put a pack into the feed tray; without one a new deck, every card a little different."""
        deck = new_deck(back, self.rig.kernel.rng("deck")) if cards is None else cards
        self.machine.load(deck)
        return deck

    def start(self, mode: int = 1, decks: int = 1) -> None:
        self.ask("SHUFFLE", mode=mode, decks=decks)

    def settle(self, limit_ms: int = 90_000, states: Sequence[int] = _SETTLED) -> int:
        """Let time pass until the cycle rests; gives the state."""
        kernel = self.rig.kernel
        end_us = kernel.now_us + limit_ms * 1000
        while kernel.now_us < end_us:
            state = self.state()
            if state in states:
                return state
            kernel.run_for_ms(_POLL_MS)
        return self.state()

    def until(self, is_so: Callable[[], bool], limit_ms: int = 60_000) -> bool:
        """Let time pass until something is so in the machine."""
        return self.rig.kernel.run_for_ms(limit_ms, is_so)

    def shuffled(self, decks: int = 1) -> int:
        """Start a shuffle and wait for its end."""
        self.start(1, decks)
        return self.settle(limit_ms=1_200_000)

    def inside(self) -> int:
        return sum(map(len, self.machine.drum.compartments))

    def census(self) -> Counter[int]:
        """Every card of the table by its own number: to prove that none got lost."""
        return Counter(id(card) for card in self.machine.every_card())
