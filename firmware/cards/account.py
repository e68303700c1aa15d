"""The account of a reading: census first, then its event, then the rounds; faults last."""

from array import array

from firmware.cards import pack_audit as pa
from firmware.cards import pass_reasons as pr
from firmware.cards import rows
from firmware.cards.back_colour import NO_BACK
from firmware.cards.codes import CARDS_PER_DECK, CUT_CARD, OTHER_DECK, TWO_CARDS, UNREADABLE
from firmware.cards.refusal_burst import RefusalBurst

_NO_CARD = 0xFF


class Account:
    """Fed the code of each card; the rest of what the reader found is in its attributes."""

    def __init__(self, board, reader, census, pictures, handover, rounds, now):
        self._board = board
        self._reader = reader
        self._census = census
        self._pictures = pictures
        self._handover = handover
        self._rounds = rounds
        self._now = now
        self._burst = RefusalBurst()
        self._last_at = array("H", (0 for _ in range(CARDS_PER_DECK)))  # position, 0: none
        self._last_doubts = bytearray(CARDS_PER_DECK)

    def take(self, code):
        """One card, or what it is instead."""
        self._rounds.card_comes()
        census = self._census
        back = self._reader.back
        flags = self._flags()
        found = census.take(code, back, self._reader.doubt)
        position = census.position
        if code < CARDS_PER_DECK and found != pa.WRONG_BACK:
            self._board.record(rows.EV_CARD_READ, position, code, back, flags)
            if found == pa.CONTRADICTION:
                self._contradicted(code, position)
            elif self._rounds.is_doubled(code, flags):
                self._doubled(code, position)
            self._last_at[code] = position
            self._last_doubts[code] = self._reader.doubt
        elif code in (UNREADABLE, TWO_CARDS):
            self._refused(code, position)
        else:
            self._strange(code, position, back)
        self._handover.free()
        told = OTHER_DECK if found == pa.WRONG_BACK else code
        self._rounds.card_read(told, flags, census.is_running, self._now())
        is_refused = code >= CARDS_PER_DECK and code != CUT_CARD
        if self._burst.take(is_refused, self._board.settings.get(rows.CFG_BURST_REFUSALS)):
            self._burst.forget()
            self._board.raise_fault(rows.FAULT_REFUSAL_BURST, position)

    def _flags(self):
        flags = rows.FLAG_FED_AGAIN if self._census.is_feeding_again() else 0
        if self._reader.dead:
            flags |= rows.FLAG_ONE_CAMERA
        if self._reader.back == NO_BACK:
            flags |= rows.FLAG_NO_BACK
        return flags

    def _refused(self, code, position):
        reader = self._reader
        picture = rows.NO_FRAME
        for camera in (0, 1):
            # the picture that was read is of no use to the technician
            if reader.camera.lines[camera] and not reader.is_read_by(camera):
                why = reader.reasons[camera]
                picture = self._pictures.keep(camera, why, code, position, 0, picture)
        self._handover.free()
        a, b = reader.reasons
        self._board.record(rows.EV_CARD_REFUSED, position, code, a, b, picture)

    def _contradicted(self, card, position):
        earlier = self._census.earlier
        keep = self._pictures.keep
        picture = keep(0, pr.CONTRADICTED, card, position, earlier, rows.NO_FRAME)
        keep(1, pr.CONTRADICTED, card, position, earlier, picture)
        self._handover.free()
        self._board.record(rows.EV_CONTRADICTION, card, position, earlier, picture)
        self._board.raise_fault(rows.FAULT_PACK_BAD, position)  # CSP 14.9, TCB 12.13

    def _doubled(self, card, position):
        """A deal's card that came too often may be a misreading: evidence for who looks at it.

        The earlier one has left its reading and how clear that was; its pictures were of a card
        that fitted, and each one kept costs 45 ms and an erase of four sectors.
        """
        earlier = self._last_at[card]
        keep = self._pictures.keep
        picture = keep(0, pr.DOUBLED, card, position, earlier, rows.NO_FRAME)
        keep(1, pr.DOUBLED, card, position, earlier, picture)
        self._handover.free()
        doubts = (self._reader.doubt, self._last_doubts[card])
        self._board.record(rows.EV_CARD_DOUBLED, card, position, earlier, picture, *doubts)

    def _strange(self, code, position, back):
        card = _NO_CARD
        if code < CARDS_PER_DECK:
            card, code = code, OTHER_DECK
        self._board.record(rows.EV_CARD_STRANGE, position, code, back, card)
        if self._census.is_bad(code):
            self._board.raise_fault(rows.FAULT_PACK_BAD, position)
