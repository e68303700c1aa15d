"""The cards' room: mouth → reading → account → rounds; enrolment and service file beside it."""

import asyncio
from time import ticks_ms

from firmware.board.buttons import BUTTON_A
from firmware.board.guard import SRC_FIRST
from firmware.cards.account import Account
from firmware.cards.census import Census
from firmware.cards.deck_store import DeckStore
from firmware.cards.enrolment import DeckEnrolment
from firmware.cards.handover import PictureHandover
from firmware.cards.mouth import Mouth
from firmware.cards.pack_audit import PACKS
from firmware.cards.part_watch import PartWatch
from firmware.cards.picture_ring import PictureRing
from firmware.cards.reading import Reading
from firmware.cards.requests import REQUESTS
from firmware.cards.rows import CFG_DECKS, CFG_ONE_CAMERA_ALLOWED
from firmware.cards.service_pictures import ServicePictures
from firmware.drivers.edge_input import EdgeInput

SRC_MOUTH = SRC_FIRST


class Cards:
    """Fed the mouth's edges; of the other inputs it only knows that a reading must end first."""

    def __init__(self, board, pins, reader, shuffler, rounds):
        self.board = board
        self.reader = reader
        self._gate = EdgeInput(
            pins.PIN_GATE_MOUTH, SRC_MOUTH, board.ring, board.wake.set, False, reader.count
        )
        handover = PictureHandover(reader, self._is_end_waiting)
        ring = PictureRing(pins.pictures_flash())
        self.pictures = ServicePictures(board, reader, ring, handover)
        self.census = Census(board, rounds.pack_failed, rounds.pack_passed)
        account = Account(board, reader, self.census, self.pictures, handover, rounds, ticks_ms)
        self.enrolment = DeckEnrolment(board, reader, DeckStore(board, pins.templates_flash()))
        parts = PartWatch(board, reader)
        self._reading = Reading(board, reader, parts, self.enrolment, account, handover)
        self._mouth = Mouth(board, pins.PIN_GATE_MOUTH, reader, self._reading, shuffler, rounds)
        self._tasks = None
        self.settle, self.take_ahead = self._reading.settle, handover.take_ahead
        board.settings.allow_only(CFG_DECKS, PACKS)
        board.settings.allow_only(CFG_ONE_CAMERA_ALLOWED, (0,))  # alone a technician takes it back
        board.on(self, REQUESTS)

    def start(self):
        """Once the boot is recorded: the enrolled deck and the census from before it."""
        self.enrolment.start()
        self.census.restore()
        self._tasks = (
            asyncio.create_task(self._mouth.look_at_backs()),
            asyncio.create_task(self._reading.read_on(ticks_ms)),
        )

    def edge(self, source, level, time_ms):
        """One edge of any input; True when it was the mouth's or a button's."""
        if source == SRC_MOUTH:
            self._mouth.edge(level, time_ms)
            return True
        self._reading.settle()
        if self.board.buttons.edge(source, level, time_ms) == BUTTON_A:
            self.census.feed_again()
        return source < SRC_MOUTH

    def tick(self, now_ms):
        """Once a heartbeat."""
        self._mouth.tick(now_ms)
        if self._mouth.is_quiet():
            self.pictures.make_room()

    def is_near(self):
        """A card is on its way, or another may follow: nothing that takes long may begin."""
        return self.is_reading or self._mouth.is_near()

    @property
    def is_reading(self):
        """A card that has passed is not accounted for yet."""
        return self._reading.is_open

    def feed_again(self):
        """The next card is one that was set apart."""
        self._reading.settle()
        return self.census.feed_again()

    def _is_end_waiting(self):
        return self.board.ring.holds(SRC_MOUTH, 1) and self._gate.level() == 1
