"""The service file's pictures: kept of cards that were refused, given to the technician."""

from firmware.cards.rows import EV_FRAMES_READ, NO_FRAME


class ServicePictures:
    """`ring` is the file; a picture is kept only while there is time for it."""

    def __init__(self, board, reader, ring, handover):
        self._board = board
        self._reader = reader
        self._handover = handover
        self.ring = ring

    def keep(self, camera, why, code, position, earlier, first):
        """45 ms; there is always time for one of a card, and for another if nobody hurries.

        Gives the number of the card's `first` picture, or NO_FRAME.
        """
        if first != NO_FRAME and self._handover.has_next():
            self.ring.drop()
            return first
        source = self._reader.camera
        number = self.ring.keep(
            why,
            code,
            camera,
            source.lines[camera],
            position,
            earlier,
            self._board.clock.utc_s(),
            source.green[camera],
            source.red[camera],
        )
        if first == NO_FRAME and number:
            return number % NO_FRAME
        return first

    def note_reading(self):
        """Somebody reads the file: recorded, as evidence."""
        self._board.record(EV_FRAMES_READ, self.ring.count())

    def make_room(self):
        """While no card is near: a sector made blank for the next ones."""
        if self._reader.recogniser is not None:
            self.ring.service()
