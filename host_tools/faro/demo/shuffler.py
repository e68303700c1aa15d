"""The demo's scene about shuffling: a deck is shuffled, dealt, jams, is recovered; all recorded."""

from __future__ import annotations

from typing import Any

from faro.demo.rounds import tell_hands
from faro.demo.scene import Say
from faro.rounds.story import stories
from faro.sim.rig import Rig
from faro.sim.scenarios.enrolled import enrol
from faro.words import board as words
from firmware.cards.codes import card_named
from firmware.rounds.games.catalogue import number_of
from firmware.rounds.games.vocabulary import DEVICE
from firmware.shuffler import cycle as c
from hw_sim.mechanics.machine import Machine
from hw_sim.mechanics.machine_cards import SimCard, new_deck
from hw_sim.rig import BoardRig
from hw_sim.world.throat import CameraThroat

_RED, _BLUE = 1, 2
_TOLD = (
    "STEP_DONE",
    "PACK_VERDICT",
    "CARD_FINDING",
    "CYCLE_READY",
    "SHUFFLE_COMMITTED",
    "GATE_OPENED",
    "PACKET_OFFERED",
    "JAM_FOUND",
    "RETRIED",
    "CALLED",
    "FAULT_RAISED",
    "RULING_MADE",
)


def shuffler_scene(say: Say) -> None:
    """Real firmware, real recognition, simulated mechanics; a few seconds."""
    with Rig(("shoe",), seed=7) as rig:
        _Scene(say, rig).run()


class _Scene:
    def __init__(self, say: Say, rig: Rig) -> None:
        self._say = say
        self._rig = rig
        self._board: BoardRig = rig.boards["shoe"]
        enrol(self._board)
        CameraThroat(self._board)
        rig.start()
        self._client = rig.client("shoe")
        self._keys = rig.provision("shoe")
        self._seen = self._client.status()["last_event"]

    @property
    def _machine(self) -> Machine:
        if self._board.machine is None:
            raise ValueError("a shoe has a machine")
        return self._board.machine

    def run(self) -> None:
        self._client.open_session(self._keys, "supervisor")
        self._ask("OPEN_TABLE", game=number_of("csp"), equipment=DEVICE, decks=1, areas=1 << 3)
        self._shuffle_and_deal()
        self._missing_card()
        self._jam()

    def _shuffle_and_deal(self) -> None:
        self._say("a red deck is put in; every card is read by two cameras on its way in")
        self._machine.load(new_deck(_RED, self._rig.kernel.rng("deck")))
        self._ask("SHUFFLE", mode=1, decks=1)
        self._settle()
        self._tell()
        self._say("Caribbean Stud, seat 4: five cards for the dealer, read again going out")
        self._deal_packet()
        self._tell()
        self._say("five for seat 4; the board knows whose they are (CSP 7.4)")
        self._deal_packet()
        self._rig.kernel.run_for_ms(5_000)
        self._ask("END_ROUND", is_void=0)
        tell_hands(self._say, stories(self._client.events(0))[1])
        self._tell()
        self._ask("ABORT_CYCLE")
        self._empty()

    def _deal_packet(self) -> None:
        self._ask("DELIVER", cards=5)
        self._settle()
        self._machine.take_output()
        self._settle()

    def _missing_card(self) -> None:
        self._say("a blue deck in which somebody replaced the queen of diamonds by a second jack")
        deck = new_deck(_BLUE)
        deck[card_named("QD")] = SimCard(card_named("JD"), _BLUE)
        self._machine.load(deck)
        self._ask("SHUFFLE", mode=1, decks=1)
        self._settle()
        self._tell()
        self._ask("ABORT_CYCLE")
        self._empty()
        self._clear("PACK_REFUSED")

    def _jam(self) -> None:
        self._say("a card with a bent corner gets stuck in the throat")
        deck = new_deck(_BLUE)
        deck[9].jam_at_mm, deck[9].jam_wiggles = 70.0, 99
        self._machine.load(deck)
        self._ask("SHUFFLE", mode=1, decks=1)
        self._settle()
        self._tell()

    # -- small things ----------------------------------------------------------------------

    def _ask(self, name: str, **fields: Any) -> None:
        self._client.request(name, **fields)

    def _settle(self) -> None:
        rest = (c.ST_EMPTY, c.ST_READY, c.ST_OFFERED, c.ST_REFUSED, c.ST_UNLOADED, c.ST_CALLING)
        self._rig.kernel.run_for_ms(200)
        while self._client.request("GET_CYCLE").fields["state"] not in rest:
            self._rig.kernel.run_for_ms(500)

    def _empty(self) -> None:
        """A supervisor opens the lid's service door and takes the cards out of the output tray."""
        self._settle()
        self._machine.output.clear()
        self._machine.path.tray.clear()
        self._machine.clear_way()
        self._machine.load([])
        self._rig.kernel.run_for_ms(300)

    def _clear(self, name: str) -> None:
        numbers = {spec.name: n for n, spec in self._client.protocol.dictionary.faults.items()}
        self._ask("CLEAR_FAULT", fault=numbers[name])

    def _tell(self) -> None:
        for event in self._client.events(self._seen):
            self._seen = event.number
            if event.name in _TOLD:
                sentence = words.event_sentence(event.name, event.fields)
                self._say(f"[dim]{event.time_ms / 1000:7.2f} s  [/]{sentence}")
