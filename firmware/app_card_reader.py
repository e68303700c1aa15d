"""Wiring of what sees a card: cameras, roller, colour of the back, face-up sensor, recogniser."""

from binascii import crc32

from firmware.core.cards import CARDS_PER_DECK, FACE_UP, TWO_CARDS, UNREADABLE
from firmware.drivers.input_pin import InputPin
from firmware.drivers.tcs34725 import Tcs34725
from firmware.health.camera_trend import CameraTrend
from firmware.recognise import reasons
from firmware.recognise.index_view import IndexView
from firmware.recognise.recogniser import Recogniser
from firmware.sense import card_pass as cp
from firmware.sense import pass_reasons as pr
from firmware.sense.back_colour import NO_BACK, colour_of

CAMERAS = 2
_FEWEST_LINES = 72
_SAMPLE_STEP = 97  # prime to the line: every column and line gets looked at
_FLAT = 6  # a live camera's picture of anything has more contrast than this


class CardReader:
    """`finish()` at the end of a pass, `read(what)` for its meaning; results in the attributes."""

    def __init__(self, base, board):
        self.camera = board.line_camera()
        self.encoder = board.roller_encoder()
        self.travel_um = self.encoder.travel_um
        self._colour = Tcs34725(base.i2c, board.TCS34725_ADDRESS)
        self._face_up = InputPin(board.PIN_FACE_UP)
        self.recogniser = None
        self.view = IndexView()
        self.trends = (CameraTrend(), CameraTrend())
        self.codes = bytearray(CAMERAS)
        self.reasons = bytearray(CAMERAS)
        self.dead = 0  # bits of the cameras that gave no picture in the last pass
        self.back = NO_BACK
        self.is_face_up = False
        self.is_back_known = False
        self.is_one_camera_allowed = False
        self.doubt = 0
        self._crcs = [0, 0]
        self.setup()

    def setup(self):
        """Switch the colour sensor on; False when it does not answer."""
        try:
            self.is_back_known = self._colour.setup()
        except OSError:
            self.is_back_known = False
        return self.is_back_known

    def use(self, block):
        """Read by this enrolled deck from now on; None: no deck."""
        self.recogniser = None if block is None else Recogniser(block, self.view)

    def finish(self):
        """The card has left the gate: frames, colour and face-up sensor as they are now."""
        self.camera.take()
        self.back = self._read_back()
        self.is_face_up = self._face_up.level() == 1
        self.dead = 0
        if self.camera.lines:
            for camera in range(CAMERAS):
                if _is_flat(self.camera.green[camera], self.camera.lines):
                    self.dead |= 1 << camera
        return self.camera.lines

    def read(self, what):
        """A card or one of NOT_CARDS; `what` is the pass's own finding."""
        code = self._before_the_picture(what)
        if code >= 0:
            return code
        if self._is_frame_twice():
            return self._refuse(pr.FRAME_TWICE)
        doubt = 0
        for camera in range(CAMERAS):
            if not self.dead >> camera & 1:
                self._read_one(camera)
                doubt = max(doubt, self.doubt)
        self.doubt = doubt
        return self._agree()

    def is_read_by(self, camera):
        return self.codes[camera] < CARDS_PER_DECK

    # -- steps -----------------------------------------------------------------------------

    def _before_the_picture(self, what):
        self.codes[0] = self.codes[1] = UNREADABLE
        self.doubt = 0
        if what == cp.TWO_CARDS:
            self._refuse(pr.TWO_AT_ONCE)
            return TWO_CARDS
        if what == cp.NO_TRAVEL:
            return self._refuse(pr.NOT_MOVED)
        if what == cp.ODD_LENGTH:
            return self._refuse(pr.LENGTH)
        if self.camera.lines < _FEWEST_LINES:
            return self._refuse(pr.TOO_FEW_LINES)
        for camera in range(CAMERAS):
            self.reasons[camera] = pr.CAMERA_DARK if self.dead >> camera & 1 else 0
        if self.dead and (self.dead == 3 or not self.is_one_camera_allowed):
            return UNREADABLE
        return -1

    def _read_one(self, camera):
        recogniser = self.recogniser
        lines = self.camera.lines
        code = recogniser.read(self.camera.green[camera], self.camera.red[camera], lines)
        self.codes[camera] = code
        self.reasons[camera] = recogniser.reason
        if recogniser.reason not in (reasons.NO_PAPER, reasons.NO_EDGE):
            self.trends[camera].take(self.view.paper, self.view.white)
        if code < CARDS_PER_DECK:
            found = recogniser.decision
            rank = found.rank_diff * 255 // max(found.rank_next, 1)
            suit = found.suit_diff * 255 // max(found.suit_next, 1)
            self.doubt = max(rank, suit)

    def _agree(self):
        """Both ends must say the same (DESIGN 4); what they differ about is refused."""
        a, b = self.codes
        if self.dead:
            a = b = self.codes[0 if self.dead == 2 else 1]
        if self.is_face_up:
            if a < CARDS_PER_DECK or b < CARDS_PER_DECK:
                return self._refuse(pr.FACE_UP_UNSURE)
            return FACE_UP
        if a == b:
            return a
        if a < CARDS_PER_DECK and b < CARDS_PER_DECK:
            return self._refuse(reasons.SENSORS_DIFFER)
        return UNREADABLE

    def _refuse(self, reason):
        self.reasons[0] = self.reasons[1] = reason
        return UNREADABLE

    def _is_frame_twice(self):
        """Two passes never give the same noise: the same bytes are the same frame."""
        is_twice = False
        for camera in range(CAMERAS):
            crc = crc32(self.camera.green[camera])
            if crc == self._crcs[camera] and not self.dead >> camera & 1:
                is_twice = True
            self._crcs[camera] = crc
        return is_twice

    def _read_back(self):
        sensor = self._colour
        try:
            sensor.read()
        except OSError:
            self.is_back_known = False
            return NO_BACK
        if not self.is_back_known:
            return NO_BACK
        return colour_of(sensor.clear, sensor.red, sensor.green, sensor.blue)


def _is_flat(frame, lines):
    """No contrast anywhere: no light, no sensor, or a cable that came off."""
    least = 255
    most = 0
    for at in range(0, lines * 128, _SAMPLE_STEP):
        value = frame[at]
        if value < least:
            least = value
        if value > most:
            most = value
    return most - least < _FLAT
