"""The demo's scene about cards: enrolled, counted, a dirty one refused, a wrong pack named."""

from __future__ import annotations

from collections.abc import Iterable

from faro.cards.deck_check import census
from faro.cards.enrolment import report
from faro.demo.scene import Say, live_shoe, provisioned
from faro.wire.client import Client
from faro.words import board as words
from faro.words.cards import card_text
from firmware.cards.codes import card_named
from hw_sim.live import LiveTable
from hw_sim.world.cards import Card, pack
from hw_sim.world.shoe import ShoeWorld

_CADENCE_MS = 200
_TOLD = ("CARD_REFUSED", "CARD_STRANGE", "CONTRADICTION", "AUDIT_PASSED", "AUDIT_FAILED")


def run(say: Say) -> None:
    """The scene, on a shoe of its own whose deck was enrolled before (faro enrol)."""
    with live_shoe(seed=9, speed=20.0) as live:  # fast: most of it is waiting for cards
        CardScene(say, live).run()


class CardScene:
    """A supervisor and a hand at one shoe."""

    def __init__(self, say: Say, live: LiveTable) -> None:
        self._say = say
        self._live = live
        self._world = ShoeWorld(live.rig.boards["shoe"])
        self._seen = 0

    def run(self) -> None:
        keys = provisioned(self._live)
        with Client.open(self._live.url("shoe"), timeout_ms=1_000) as client:
            client.open_session(keys, "supervisor")
            self._say(report(client).lines()[0])
            self._good_pack(client)
            self._bad_pack(client)

    def _good_pack(self, client: Client) -> None:
        there = pack(1, self._live.rig.kernel.rng("demo"))
        self._say(f"52 shuffled cards; a finger mark on the {_name(there[9])}:")
        client.request("AUDIT_BEGIN", decks=1, back=0)
        there[9] = there[9].but(spoil=(("sticker", "a", 1.0),))
        self._look(client)
        self._painted(client, there[0])
        self._feed_all(client, there[1:])
        client.request("AUDIT_END", is_whole=1)
        self._tell(client)

    def _painted(self, client: Client, card: Card) -> None:
        """Something opaque on one index: what it leaves is enough, or it is asked for again."""
        self._feed([card.but(spoil=(("patch", "a", 0.8),))])
        if client.request("GET_AUDIT").fields["unread_cards"]:
            self._say(f"white paint on the {_name(card)}: refused")
            client.request("FEED_AGAIN")
            self._feed([card])
        else:
            self._say(f"white paint on the {_name(card)}: read by what the paint leaves")

    def _bad_pack(self, client: Client) -> None:
        self._say("the same number of cards, but a jack for a queen, and a joker:")
        there = pack(1, self._live.rig.kernel.rng("demo2"))
        there = [card.but(face="JD") if card.face == "QD" else card for card in there]
        there.insert(20, Card("JOKER"))
        client.request("AUDIT_BEGIN", decks=1, back=0)
        self._feed_all(client, there, is_patient=False)
        client.request("AUDIT_END", is_whole=1)
        self._tell(client)
        for line in census(client).lines():
            self._say(f"[cyan]{line}[/]")

    def _feed_all(self, client: Client, cards: Iterable[Card], is_patient: bool = True) -> None:
        """Each refused card wiped, button A, and through the shoe again."""
        for card in cards:
            self._feed([card])
            while is_patient and client.request("GET_AUDIT").fields["unread_cards"]:
                client.request("FEED_AGAIN")
                self._feed([card.but(spoil=())])

    def _feed(self, cards: Iterable[Card]) -> None:
        def act() -> None:
            for card in cards:
                self._world.feed(card)
                self._live.wait_ms(_CADENCE_MS)

        self._live.do(act)

    def _look(self, client: Client) -> None:
        for event in client.events(self._seen):
            self._seen = event.number

    def _tell(self, client: Client) -> None:
        for event in client.events(self._seen):
            self._seen = event.number
            if event.name in _TOLD:
                self._say(f"[dim]shoe  [/]{words.event_sentence(event.name, event.fields)}")


def _name(card: Card) -> str:
    return card_text(card_named(card.face))
