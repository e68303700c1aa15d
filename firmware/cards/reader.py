"""What sees a card: cameras, roller, colour of the back, face-up sensor, recogniser."""

from binascii import crc32

from firmware.cards import card_pass as cp
from firmware.cards import pass_reasons as pr
from firmware.cards.agreement import agree
from firmware.cards.back_colour import NO_BACK, colour_of
from firmware.cards.beams import THROAT_HALF_UM
from firmware.cards.camera_trend import CameraTrend
from firmware.cards.codes import BLANK, CARDS_PER_DECK, CUT_CARD, TWO_CARDS, UNREADABLE
from firmware.cards.recognise import reasons, templates
from firmware.cards.recognise.index_view import IndexView
from firmware.cards.recognise.recogniser import Recogniser
from firmware.cards.rows import CFG_ONE_CAMERA_ALLOWED
from firmware.drivers.camera_ways import WAY_MOUTH
from firmware.drivers.input_pin import InputPin
from firmware.drivers.tcs34725 import Tcs34725

CAMERAS = 2
_STEP_UM = 50  # of the roller, one count
_BEAMS_UM = 2 * THROAT_HALF_UM  # the mouth's gate is two beams too: so much more the roller turns
_FEWEST_LINES = 72
_SHORTEST_UM = 54_000  # of a card, the roller's slip taken out
_LONGEST_UM = 72_000
_SAMPLE_STEP = 97  # prime to the line: every column and line gets looked at
_FLAT = 6  # a live camera's picture of anything has more contrast than this


class CardReader:
    """`finish()` at the end of a pass, `begin(what)` for its meaning; results in the attributes."""

    def __init__(self, board, pins):
        self.camera = pins.line_camera()
        self._encoder = pins.roller_encoder()
        self.count = self._encoder.count
        self._settings = board.settings
        self._colour = Tcs34725(board.i2c, pins.TCS34725_ADDRESS)
        self._face_up = InputPin(pins.PIN_FACE_UP)
        self._is_face = pins.ACTIVE_FACE_UP
        self.recogniser = None
        self.view = IndexView()
        self.trends = (CameraTrend(), CameraTrend())
        self.codes = bytearray(CAMERAS)
        self.reasons = bytearray(CAMERAS)
        self.dead = 0  # bits of the cameras that gave no picture in the last pass
        self.back = NO_BACK
        self.is_face_up = False
        self.is_back_known = False
        self._sensed_back = NO_BACK
        self._is_sensed_face_up = False
        self._usual_back = NO_BACK
        self.doubt = 0
        self.travel_um = 0  # of the last card
        self._count = self._encoder.count()
        self._is_taken = False  # the pictures are of a card whose end nobody has looked at yet
        self._camera = CAMERAS  # which is being read
        self._length_um = 0
        self.slip_percent = 100  # lines that the index took, against its enrolment
        self._crcs = [0, 0]
        self._is_brief = False
        self._looks_by = None  # the recogniser of this look: another deck begins with another card
        self.may_look_again = False  # the last pass had a brief look only, and its pictures count
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

    def read_with(self, recogniser):
        """The same with one that is there already and looks through this reader's view."""
        self.recogniser = recogniser

    def look_at_mouth(self):
        """The next card is drawn by hand; its way begins where the roller stands now."""
        if self.camera.watch(WAY_MOUTH):
            self._count = self._encoder.count()

    def sense(self):
        """While the card lies over the sensors of its back, well inside the gate."""
        self._sensed_back = self._read_back()
        self._is_sensed_face_up = self._face_up.level() == self._is_face

    def take_early(self):
        """The last card's pictures are done with, and the next card is out: ready for a third."""
        if not self._is_taken:
            self._is_taken = True
            self.camera.take()

    def finish(self, count):
        """The card has left the gate, where the roller stood at `count`: its pictures and back."""
        if not self._is_taken:
            self.camera.take()
        self._is_taken = False
        self._take_travel(count)
        self.back = self._sensed_back
        self.is_face_up = self._is_sensed_face_up
        self._sensed_back = NO_BACK
        self._is_sensed_face_up = False
        self.dead = 0
        lines = self.camera.lines
        for camera in range(CAMERAS):
            if lines[camera] and _is_flat(self.camera.green[camera], lines[camera]):
                self.dead |= 1 << camera
        if self.dead == 3 and self._is_other_back():
            self.dead = 0  # not both cameras at once: something dark passed
        return lines[0]

    def begin(self, what, length_um, is_brief=False):
        """A card or one of NOT_CARDS; -1 as long as there is more to `go_on` with.

        `what` and `length_um` are the pass's own findings.
        """
        code = self._before_the_picture(what)
        if code >= 0:
            return code
        if self._is_picture_twice():
            return self._refuse(pr.PICTURE_TWICE)
        self._is_brief = is_brief
        self._length_um = length_um
        self._camera = -1
        return self._next_camera()

    def go_on(self):
        """One piece more of a long look."""
        recogniser = self._looks_by
        recogniser.go_on()
        if recogniser.pieces_left:
            return -1
        self._note(self._camera)
        return self._next_camera()

    def _next_camera(self):
        """A brief look by each camera that has read nothing, up to one that needs a long look."""
        while self._camera < CAMERAS - 1:
            self._camera = camera = self._camera + 1
            if not self.dead >> camera & 1 and not self.is_read_by(camera):
                self._look(camera)
                if not self._is_brief and self._looks_by.pieces_left:
                    return -1
                self._note(camera)
        self.may_look_again = self._is_brief
        return self._judge(self._length_um)

    def _judge(self, length_um):
        """What both cameras' codes, the back and the length make together."""
        code = agree(self.codes[0], self.codes[1], self.dead, self.is_face_up)
        if code < 0:
            return self._refuse(-code)
        if code == BLANK and self._is_other_back():
            return CUT_CARD  # coloured plastic, the same on both sides (3.1)
        if code < CARDS_PER_DECK:
            code = self._judge_length(code, length_um)
        if code < CARDS_PER_DECK and self.back != NO_BACK:
            self._usual_back = self.back
        return code

    def read_pass(self, length_um):
        """For the machine, whose rollers moved the card: code | back << 8, -1 without a picture.

        A brief look: rollers are running, and the loop must be back before the next edge.
        """
        self.may_look_again = False
        self._is_taken = False
        if not self.finish(self._encoder.count()):
            return -1
        code = UNREADABLE
        if self.recogniser is not None:
            code = self.begin(cp.PASSED, length_um, True)
        return code | self.back << 8

    def look_again(self):
        """The last pass once more, when nothing moves: who read nothing takes his time.

        Only if it `may_look_again`; -1 as long as there is more to `go_on` with.
        """
        self._is_brief = False
        self._camera = -1
        return self._next_camera()

    def seen_by_one(self):
        """What one camera read of the last card where the other read nothing."""
        a, b = self.codes
        if (a < CARDS_PER_DECK) == (b < CARDS_PER_DECK):
            return UNREADABLE
        return min(a, b)

    def is_read_by(self, camera):
        return self.codes[camera] < CARDS_PER_DECK

    # -- steps -----------------------------------------------------------------------------

    def _take_travel(self, count):
        moved_um = (count - self._count) * _STEP_UM
        self.travel_um = max(moved_um - _BEAMS_UM, 0) if moved_um > 0 else moved_um
        self._count = count

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
        if min(self.camera.lines) < _FEWEST_LINES:
            return self._refuse(pr.TOO_FEW_LINES)
        for camera in range(CAMERAS):
            self.reasons[camera] = pr.CAMERA_DARK if self.dead >> camera & 1 else 0
        if self.dead == 3 or (self.dead and self._settings.get(CFG_ONE_CAMERA_ALLOWED) != 1):
            return UNREADABLE
        return -1

    def _look(self, camera):
        lines = self.camera.lines[camera]
        self._looks_by = self.recogniser
        self._looks_by.begin(self.camera.green[camera], self.camera.red[camera], lines)

    def _note(self, camera):
        """What the recogniser has found in a camera's picture."""
        recogniser = self._looks_by
        code = recogniser.name()
        self.codes[camera] = code
        self.reasons[camera] = recogniser.reason
        if recogniser.reason not in (reasons.NO_PAPER, reasons.NO_EDGE):
            self.trends[camera].take(self.view.paper, self.view.white)
        if code < CARDS_PER_DECK:
            found = recogniser.decision
            doubt = min(max(found.rank_diff, found.suit_diff) >> 4, 255)
            self.doubt = max(self.doubt, doubt)
            boxes = self.view.boxes
            self.slip_percent = (
                (boxes[6] + boxes[7]) * 100 // max(recogniser.block[templates.H_SUIT_MID], 1)
            )

    def _judge_length(self, code, length_um):
        """The picture tells how much the roller slipped; without that a card is 63 mm."""
        true_um = length_um // 100 * 100 * 100 // max(self.slip_percent, 1)
        if true_um > _LONGEST_UM:
            self._refuse(pr.TWO_AT_ONCE)
            return TWO_CARDS
        return code if true_um >= _SHORTEST_UM else self._refuse(pr.LENGTH)

    def _is_other_back(self):
        """Not the colour of the cards before it."""
        usual = self._usual_back
        return usual != NO_BACK and self.back != NO_BACK and self.back != usual

    def _refuse(self, reason):
        self.reasons[0] = self.reasons[1] = reason
        return UNREADABLE

    def _is_picture_twice(self):
        """Two passes never give the same noise: the same bytes are the same picture."""
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


def _is_flat(picture, lines):
    """No contrast anywhere: no light, no sensor, or a cable that came off."""
    least = 255
    most = 0
    for at in range(0, lines * 128, _SAMPLE_STEP):
        value = picture[at]
        if value < least:
            least = value
        if value > most:
            most = value
    return most - least < _FLAT
