"""What is kept of the enrolled deck over power cuts: its templates, and the light at enrolment."""

import struct

from firmware.cards.recognise import templates
from firmware.cards.rows import EV_ENROLLED, FAULT_TEMPLATES_BAD
from firmware.cards.template_places import PLACES, TemplatePlaces
from firmware.store.cells import CELL_CARDS

# in CELL_CARDS: place + 1 of the deck in use (0: none), spare, version, size, CRC, light A, B
_DECK = "<BBHIIBB"
CENSUS_AT = 32  # the census keeps its part behind


class DeckStore:
    """The deck changes only by `keep_deck`."""

    def __init__(self, board, region):
        self._board = board
        self._store = board.store
        self._places = TemplatePlaces(region)
        board.on_present(FAULT_TEMPLATES_BAD, lambda: self._is_bad)
        self._is_bad = False
        self._light = (0, 0)
        self.version = 0
        self.crc = 0
        self.place = 0

    def load_deck(self):
        """The enrolled deck; None when there is none, or none that is whole."""
        if not self._store.is_open:
            return None
        place, _spare, self.version, size_bytes, self.crc, light_a, light_b = struct.unpack_from(
            _DECK, self._store.view(CELL_CARDS), 0
        )
        self.place = place
        self._light = (light_a, light_b)
        if place == 0:
            return None
        block = self._places.load(place - 1, size_bytes, self.crc)
        self._is_bad = block is None or not templates.is_good(block)
        if self._is_bad:
            self._board.raise_fault(FAULT_TEMPLATES_BAD, self.version)
            return None
        return block

    def light(self, camera):
        """The paper's level at enrolment."""
        return self._light[camera]

    def keep_deck(self, block, reads, close_pairs, lights):
        """The new deck and its event, or the old one: never half; False when it did not hold."""
        place = self.place % PLACES + 1  # the one that is not in use
        crc = self._places.write(place - 1, block)
        if crc is None:
            return False
        self.version = (self.version + 1) & 0xFFFF
        self.place = place
        self.crc = crc
        self._light = lights
        self._is_bad = False
        cell = self._store.edit(CELL_CARDS)
        struct.pack_into(
            _DECK, cell, 0, place, 0, self.version, len(block), crc, lights[0], lights[1]
        )
        self._board.commit(EV_ENROLLED, self.version, crc, reads, close_pairs)
        return True
