"""The whole firmware behind a croupier's desk: cards through the mouth, facts over the link."""

from __future__ import annotations

from pathlib import Path

import hw_sim.rig
from faro.rounds.story import RoundStory, stories
from faro.sim.rig import Rig, make_program
from faro.wire.client import Client
from faro.wire.errors import Refused
from faro.wire.events import Event
from firmware.rounds.deal_order import DECISION_NAMES
from firmware.rounds.games import catalogue
from firmware.rounds.telling import TELL_NAMES
from hw_sim.parts.line_camera import PIXELS, ROWS, Catch
from tests.conftest import provisioned, usb_client

CODED_CARDS = Path(__file__).resolve().parents[1] / "scenario" / "coded_cards"
PASS_MS = 120
PAUSE_MS = 130  # a quick dealer: four cards a second
CARD_UM = 66_200  # from one beam of the gate to the other
TELLS = {name: number for number, name in TELL_NAMES}


class CodedTable(Rig):
    """Shoe and meter; only the shoe's cameras see numbers instead of pictures."""

    def __init__(self, seed: int = 1, main: Path = CODED_CARDS) -> None:
        overlays = {"shoe": (main,)}
        hw_sim.rig.Rig.__init__(
            self,
            lambda board: make_program(board, overlays.get(board.partition("_")[0], ())),
            ("shoe", "meter"),
            seed,
        )
        self._clients = 0


def coded_rig(seed: int = 1, main: Path = CODED_CARDS, has_meter: bool = False) -> Rig:
    """A shoe whose cameras see numbers instead of pictures; on and ready."""
    rig = CodedTable(seed, main) if has_meter else Rig(("shoe",), seed, extra_path=(main,))
    rig.power_on()
    rig.wait_ready()
    return rig


class CardFeed:
    """Cards through the mouth, as numbers in pictures."""

    def __init__(self, rig: hw_sim.rig.Rig) -> None:
        self._board = rig.boards["shoe"]
        self._noise = 0

    def start(self, code: int) -> None:
        """One card goes past the cameras and out of the mouth, from now on."""
        board = self._board
        self._noise = (self._noise + 1) % 200
        head = bytes([code, self._noise, 255, 0])  # some contrast, and no two pictures the same
        frame = head * (ROWS * PIXELS // len(head))
        board.cameras.enter(Catch(green=(frame, frame), red=(frame, frame)))
        board.gates["mouth"].set_blocked(True)
        board.encoder.move(CARD_UM, PASS_MS * 1000)
        board.board.kernel.after(PASS_MS * 1000, self._gone)

    def _gone(self) -> None:
        self._board.cameras.leave()
        self._board.gates["mouth"].set_blocked(False)


class BoardDesk:
    """Implements hw_sim.world.croupier.Desk on a running board."""

    def __init__(self, rig: Rig, game: str, equipment: str, decks: int) -> None:
        self.rig = rig
        self.board = rig.boards["shoe"]
        self.keys = provisioned(rig, "shoe")
        self.client: Client = usb_client(rig, "shoe")
        self.client.open_session(self.keys, "table")
        self.events: list[Event] = []
        self.refusals: list[str] = []
        self._feed = CardFeed(rig)
        self.client.request(
            "OPEN_TABLE",
            game=catalogue.number_of(game),
            equipment=1 if equipment == "device" else 0,
            decks=decks,
            areas=1,
        )

    # -- Desk ------------------------------------------------------------------------------

    def reading(self, code: int) -> None:
        """One card, and the time until the next."""
        self._feed.start(code)
        self.rig.kernel.run_for_ms(PASS_MS + PAUSE_MS)

    def set_seats(self, seats: tuple[int, ...]) -> None:
        self._ask("SET_AREAS", areas=sum(1 << (seat - 1) for seat in seats))

    def new_pack(self) -> None:
        self._ask("PACK_LOADED")

    def decide(self, seat: int, decision: str) -> None:
        self._ask("DECIDE", seat=seat, decision=DECISION_NAMES.index(decision))

    def tell(self, what: str, place: int, number: int, value: int) -> None:
        self._ask("TELL_ROUND", told=TELLS[what], place=place, card_number=number, value=value)

    def void_round(self) -> None:
        boss = usb_client(self.rig, "shoe")
        boss.protocol.own = 0x82
        boss.open_session(self.keys, "supervisor")
        boss.request("END_ROUND", is_void=1)
        boss.close_session()

    def end_round(self) -> bool:
        self.rig.kernel.run_for_ms(5_000)
        try:
            self._ask("END_ROUND", is_void=0)
        except Refused as refusal:
            assert refusal.name == "cards_short", refusal
            self.refusals.append(refusal.name)
            return False
        return True

    # -- what it has recorded --------------------------------------------------------------

    def news(self) -> list[Event]:
        """Events since the last look."""
        after = self.events[-1].number if self.events else 0
        fresh = list(self.client.events(after))
        self.events += fresh
        return fresh

    def story(self) -> RoundStory:
        """The last round, put together from the journal."""
        self.news()
        found = stories(self.events)
        return found[max(found)]

    def _ask(self, name: str, **fields: int) -> None:
        self.client.request(name, **fields)
        self.rig.kernel.run_for_ms(300)  # nobody pulls a card in the same moment
