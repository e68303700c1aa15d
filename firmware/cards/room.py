"""Wiring of the cards: a pass → both cameras → agree or refuse → census → events and faults."""

import asyncio
import gc
from time import ticks_ms

from firmware.cards import card_pass as cp
from firmware.cards import pack_audit as pa
from firmware.cards import pass_reasons as pr
from firmware.cards.back_colour import NO_BACK
from firmware.cards.card_store import CardStore
from firmware.cards.census import Census
from firmware.cards.codes import CARDS_PER_DECK, CUT_CARD, OTHER_DECK, TWO_CARDS, UNREADABLE
from firmware.cards.enrolment import ORDERS, WHY_FLASH, WHY_INCOMPLETE, EnrolSession, close_pairs
from firmware.cards.reader import CardReader
from firmware.cards.recognise import templates
from firmware.cards.refusal_burst import RefusalBurst
from firmware.cards.requests import CardCommands
from firmware.cards.rows import (
    CFG_BURST_REFUSALS,
    CFG_DECKS,
    CFG_DIRTY_PIXELS,
    CFG_LIGHT_WARN_PERCENT,
    CFG_ONE_CAMERA_ALLOWED,
    EV_CAMERA_TREND,
    EV_CARD_PULLED_BACK,
    EV_CARD_READ,
    EV_CARD_REFUSED,
    EV_CARD_STRANGE,
    EV_CONTRADICTION,
    EV_ENROL_BEGUN,
    EV_FRAMES_READ,
    FAULT_BACK_SENSOR,
    FAULT_CAMERA_LOST,
    FAULT_ENCODER,
    FAULT_GLASS_DIRTY,
    FAULT_LIGHT_WEAK,
    FAULT_NOT_ENROLLED,
    FAULT_ONE_CAMERA,
    FAULT_PACK_BAD,
    FAULT_REFUSAL_BURST,
    FLAG_FED_AGAIN,
    FLAG_NO_BACK,
    FLAG_ONE_CAMERA,
    NO_FRAME,
)
from firmware.core.errors import ERR_NO_SPACE, ERR_OUT_OF_RANGE

_STILL_PASSES = 3  # the gate saw so many cards, the roller none: it is broken
_NO_CARD = 0xFF
_COVERED_MS = 40  # the colour sensor measures for 24 ms, and the card must cover it all the time
NOT_ENROLLED = 0
ENROLLED = 1
ENROLLING = 2
ENROL_GOOD = 3  # all runs went well: to be kept or not
ENROL_FAILED = 4
TREND_LIGHT = 1
TREND_DIRT = 2


class Cards:
    """Fed the mouth gate's edges; `on_reading(position, code, back, flags)` hears every card."""

    def __init__(self, base, board):
        self._base = base
        self._settings = base.settings
        self.reader = CardReader(base, board)
        self.kept = CardStore(base, board)
        self.census = Census(base)
        self.enrolment = None  # a session of the technician
        self.on_reading = _nobody
        self.is_next_out = _never  # the next card has left the mouth, and its end waits in the ring
        self._pass = cp.CardPass()
        self._burst = RefusalBurst()
        self._still = 0
        self._entered = asyncio.Event()
        self._more = asyncio.Event()
        self.is_reading = False  # a card that has passed is not accounted for yet
        self._is_out = False  # a card's end is being looked at
        self._is_picture_free = False  # the last card's is read, and kept if it had to be
        self._tasks = None
        self._has_passed = False  # a card since the last heartbeat
        self._is_quiet = True
        self._pairs = b""
        self._last_why = 0
        base.settings.allow_only(CFG_DECKS, pa.PACKS)
        base.on_present(FAULT_NOT_ENROLLED, lambda: self.reader.recogniser is None)
        base.on_present(FAULT_BACK_SENSOR, lambda: not self.reader.setup())
        base.on_present(FAULT_CAMERA_LOST, lambda: self.reader.dead != 0)
        base.on_present(FAULT_ONE_CAMERA, lambda: self.reader.dead != 0)
        self.reader.before_next = self.settle
        CardCommands(self, base)

    def start(self):
        """Once the boot is recorded: the enrolled deck and the census from before it."""
        self.reader.use(self.kept.load_deck())
        for camera in (0, 1):
            self.reader.trends[camera].restart(self.kept.light(camera))
        self.census.restore()
        self._tasks = (
            asyncio.create_task(self._look_at_backs()),
            asyncio.create_task(self._read_on()),
        )

    async def _look_at_backs(self):
        """The back is looked at in the middle of a pass: at its end the card may be gone."""
        while True:
            await self._entered.wait()
            self._entered.clear()
            await asyncio.sleep_ms(_COVERED_MS)
            # an edge that nobody has looked at yet may be the card's end
            if self._pass.is_inside() and self._base.ring.is_empty():
                self.reader.sense()

    async def _read_on(self):
        """A long look takes a quarter of a second: the loop is kept for one piece at a time."""
        while True:
            await self._more.wait()
            self._more.clear()
            while self.is_reading:
                self._base.clock.update(ticks_ms())
                self._read(self.reader.go_on())
                self._base.pump()
                await asyncio.sleep_ms(1)  # 0 could bring the next piece before an input's task

    # -- the application's calls -----------------------------------------------------------

    def edge(self, level, time_ms, count):
        """One edge of the mouth gate; what passed, as sense.card_pass names it.

        `count` is where the roller stood then: this may be so late that it draws the next card.
        """
        card_pass = self._pass
        self._has_passed = True
        if not card_pass.edge(level, time_ms):
            if card_pass.is_inside():
                self._entered.set()
            return cp.NOTHING
        reader = self.reader
        self._is_out = True
        reader.finish(count)
        self._is_out = False
        return card_pass.judge(reader.travel_um, reader.camera.lines[0] > 0)

    def pulled_back(self):
        """A card was drawn halfway and pushed back: nobody learns which one."""
        drawn_mm = max(self._pass.length_um // 1000, self.reader.camera.lines[0] // 5)
        self._base.record(EV_CARD_PULLED_BACK, drawn_mm, min(self._pass.duration_ms, 0xFFFF))

    def passed(self, what):
        """A card has left the shoe: say which one, or that nobody knows."""
        reader = self.reader
        self._look_at_parts(what)
        if self.enrolment is not None:
            self.enrolment.card(what)
        elif reader.recogniser is None:
            if reader.camera.lines[0]:
                self._base.raise_fault(FAULT_NOT_ENROLLED)
        else:
            reader.is_one_camera_allowed = self._settings.get(CFG_ONE_CAMERA_ALLOWED) == 1
            self._read(reader.begin(what, self._pass.length_um))
            if self.is_reading:
                self._more.set()
            return
        self._base.moved()

    def settle(self):
        """Before the next card's pictures, and before a request that may ask for this one."""
        while self.is_reading:
            self._read(self.reader.go_on())

    def feed_again(self):
        """The next card is one that was set apart."""
        self.settle()
        return self.census.feed_again()

    # -- enrolment -------------------------------------------------------------------------

    def enrol_begin(self, order, role):
        """The technician feeds a new deck from now on; 0 or minus an error."""
        if order >= ORDERS:
            return -ERR_OUT_OF_RANGE
        gc.collect()
        try:
            self.enrolment = EnrolSession(self.reader, self._base.record, order)
        except MemoryError:
            return -ERR_NO_SPACE
        self._base.record(EV_ENROL_BEGUN, order, role)
        return 0

    def enrol_end(self, is_kept):
        """Store the new deck when it is good and wanted; otherwise the old one stays."""
        session = self.enrolment
        self.enrolment = None
        if session.is_good and is_kept:
            self._pairs = close_pairs(session.block)
            reads = session.block[templates.H_READS]
            kept = self.kept
            if kept.keep_deck(session.block, reads, len(self._pairs) // 3, session.lights):
                self.reader.read_with(session.checker)
                for camera in (0, 1):
                    self.reader.trends[camera].restart(kept.light(camera))
            else:
                session.why = WHY_FLASH
        elif not session.is_over:
            session.why = WHY_INCOMPLETE
        self._last_why = session.why
        gc.collect()

    def enrol_report(self):
        """State, order, cards, refused, version, why, next card, reason, CRC, close pairs."""
        session = self.enrolment
        kept = self.kept
        if session is None:
            state = ENROLLED if self.reader.recogniser is not None else NOT_ENROLLED
            return (state, 0, 0, 0, kept.version, self._last_why, 0xFF, 0, kept.crc, self._pairs)
        state = ENROLLING
        if session.is_over:
            state = ENROL_GOOD if session.is_good else ENROL_FAILED
        return (
            state,
            session.order,
            session.cards,
            session.refused,
            kept.version,
            session.why,
            session.next_card(),
            session.reason,
            kept.crc,
            b"",
        )

    # -- housekeeping ----------------------------------------------------------------------

    def frames_read(self):
        """Somebody reads the service file: recorded, as evidence."""
        self._base.record(EV_FRAMES_READ, self.kept.frames.count())

    def tick(self):
        """Once a heartbeat, while no card is near: make room in the service file."""
        self._is_quiet = not self._pass.is_inside() and not self._has_passed
        self._has_passed = False
        if self._is_quiet and self.reader.recogniser is not None:
            self.kept.frames.service()

    def is_near(self):
        """A card is in the mouth, or was there within the last heartbeat: another may follow."""
        is_near = self.is_reading or self._has_passed or self._pass.is_inside()
        return is_near or not self._is_quiet

    # -- one reading -----------------------------------------------------------------------

    def _read(self, code):
        """The reader has said what it is, or needs another piece of time."""
        self.is_reading = code < 0
        if self.is_reading:
            return
        self._account(code)
        self._is_picture_free = False
        self._look_at_trends()
        self._base.moved()

    def _free_picture(self):
        self._is_picture_free = True
        self._take_ahead()

    def _take_ahead(self):
        """Between two writes: the next card's pictures, for the cameras to see the one after it."""
        if self._is_picture_free and self._has_next():
            self._is_picture_free = False
            self.reader.take_early()

    def _has_next(self):
        """The next card is out of the mouth: the cameras must be ready before another one comes."""
        return self._is_out or self.is_next_out()

    def _account(self, code):
        """Census first, then the events; faults last."""
        census = self.census
        reader = self.reader
        back = reader.back
        flags = FLAG_FED_AGAIN if census.is_feeding_again() else 0
        if reader.dead:
            flags |= FLAG_ONE_CAMERA
        if back == NO_BACK:
            flags |= FLAG_NO_BACK
        finding = census.take(code, back, reader.doubt)
        position = census.position
        if code < CARDS_PER_DECK and finding != pa.WRONG_BACK:
            self._base.record(EV_CARD_READ, position, code, back, flags)
            if finding == pa.CONTRADICTION:
                self._contradicted(code, position)
        elif code in (UNREADABLE, TWO_CARDS):
            self._refused(code, position)
        else:
            self._strange(code, position, back)
        self._free_picture()
        is_refused = code >= CARDS_PER_DECK and code != CUT_CARD
        self.on_reading(position, OTHER_DECK if finding == pa.WRONG_BACK else code, back, flags)
        if self._burst.take(is_refused, self._settings.get(CFG_BURST_REFUSALS)):
            self._burst.forget()
            self._base.raise_fault(FAULT_REFUSAL_BURST, position)

    def _refused(self, code, position):
        a, b = self.reader.reasons
        frame = NO_FRAME
        for camera in (0, 1):
            # the picture that was read is of no use to the technician
            if self.reader.camera.lines[camera] and not self.reader.is_read_by(camera):
                why = self.reader.reasons[camera]
                frame = self._keep_frame(camera, why, code, position, 0, frame)
        self._free_picture()
        self._base.record(EV_CARD_REFUSED, position, code, a, b, frame)

    def _contradicted(self, card, position):
        earlier = self.census.earlier
        frame = self._keep_frame(0, pr.CONTRADICTED, card, position, earlier, NO_FRAME)
        self._keep_frame(1, pr.CONTRADICTED, card, position, earlier, frame)
        self._free_picture()
        self._base.record(EV_CONTRADICTION, card, position, earlier, frame)
        self._base.raise_fault(FAULT_PACK_BAD, position)  # CSP 14.9, TCB 12.13

    def _strange(self, code, position, back):
        card = _NO_CARD
        if code < CARDS_PER_DECK:
            card, code = code, OTHER_DECK
        self._base.record(EV_CARD_STRANGE, position, code, back, card)
        if self.census.is_bad(code):
            self._base.raise_fault(FAULT_PACK_BAD, position)

    def _keep_frame(self, camera, why, code, position, earlier, first):
        """45 ms; there is always time for one of a card, and for another if nobody hurries."""
        source = self.reader.camera
        if first != NO_FRAME and self._has_next():
            self.kept.frames.dropped += 1
            return first
        number = self.kept.frames.keep(
            why,
            code,
            camera,
            source.lines[camera],
            position,
            earlier,
            self._base.clock.utc_s(),
            source.green[camera],
            source.red[camera],
        )
        return number % NO_FRAME if number else NO_FRAME

    # -- parts -----------------------------------------------------------------------------

    def _look_at_parts(self, what):
        base = self._base
        reader = self.reader
        self._still = self._still + 1 if what == cp.NO_TRAVEL else 0
        if self._still >= _STILL_PASSES and reader.recogniser is not None:
            base.raise_fault(FAULT_ENCODER)
        if not reader.is_back_known:
            base.raise_fault(FAULT_BACK_SENSOR)
        if reader.dead:
            is_allowed = self._settings.get(CFG_ONE_CAMERA_ALLOWED) == 1 and reader.dead != 3
            base.raise_fault(FAULT_ONE_CAMERA if is_allowed else FAULT_CAMERA_LOST, reader.dead)

    def _look_at_trends(self):
        settings = self._settings
        for camera in (0, 1):
            trend = self.reader.trends[camera]
            if trend.level_percent < settings.get(CFG_LIGHT_WARN_PERCENT):
                self._warn(FAULT_LIGHT_WEAK, camera, TREND_LIGHT, trend)
            if trend.dirty_pixels >= settings.get(CFG_DIRTY_PIXELS):
                self._warn(FAULT_GLASS_DIRTY, camera, TREND_DIRT, trend)

    def _warn(self, fault, camera, kind, trend):
        base = self._base
        if not base.is_fault_active(fault):
            base.record(EV_CAMERA_TREND, camera + 1, kind, trend.level_percent, trend.dirty_pixels)
            base.raise_fault(fault, camera + 1)


def _never():
    return False


def _nobody(_position, _code, _back, _flags):
    """For a board without games."""
