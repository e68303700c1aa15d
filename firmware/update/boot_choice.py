"""Which slot the boot loader runs: only a proved image, or one on trial.

Fed the store, the slots' flash and the reset cause by the loader.  A slot is accepted by its
signature; before the first signed image has run, the image that the board came with is accepted
by its hash alone.

| the store says | then |
|---|---|
| an update waits, or was on trial | its trial, while it is the image that was staged |
| slot in use | that one |
| it is damaged | the other one if it holds the same image, else the other one on trial |
| nothing yet | of two images the older one; a signed one first, if there is a signer |
| no signer | the hash alone decides |
| lost, silent or blank | the hash alone decides; of two images the older one, which was proved |
| a cell is lost | as above, but no trial begins: nothing can be written down |
"""

from firmware.store.cells import CELL_KEYS
from firmware.store.states import ST_BLANK
from firmware.trust import slots as sl
from firmware.trust.image import IMAGE_CHANGED, IMAGE_OK, check_slot
from firmware.trust.keys import SIGNER_AT, SIGNER_BYTES
from firmware.update.rows import (
    EV_IMAGE_REFUSED,
    EV_UPDATE_FAILED,
    UNSIGNED_NO_IMAGE,
    UNSIGNED_NO_KEY,
    UNSIGNED_STORE_LOST,
)

_BOTH = (sl.SLOT_A, sl.SLOT_B)


class BootChoice:
    """`store` was looked at, nothing repaired; it is opened if something must be written."""

    def __init__(self, store, slot_flash, board_name, is_power_on):
        self._store = store
        self._slot_flash = slot_flash
        self._board_name = board_name
        self._is_power_on = is_power_on
        self.unsigned = 0
        self.is_trial = False
        self.damage = []  # what opening the store found
        self._slots = slots = sl.Slots(store, _illegal)
        self._is_looked_at = False
        self._key = None
        # kept apart: a store with another lost cell closes when it is opened for writing
        self._minimum = slots.minimum_counter
        self._active = slots.active
        self._proved = slots.proved
        self._was_stable = slots.state == sl.ST_STABLE
        self.header = None  # of the slot that was looked at last

    def choose(self):
        """The slot to run; NO_SLOT: none may run."""
        if not self._store.is_open:
            is_new = self._store.state == ST_BLANK
            self.unsigned = UNSIGNED_NO_KEY if is_new else UNSIGNED_STORE_LOST
            return self._older(self._verify_whole)
        key = bytes(self._store.view(CELL_KEYS)[SIGNER_AT : SIGNER_AT + SIGNER_BYTES])
        if key == bytes(SIGNER_BYTES):
            self.unsigned = UNSIGNED_NO_KEY
        else:
            self._key = key
        return self._candidate() or self._settled()

    def needed(self):
        """In words, for the person at a board that runs nothing."""
        text = "whole, for " + self._board_name
        if self._key is None:
            return text
        return text + ", signed by this board's signer, counter %d or higher" % self._minimum

    def _older(self, accept):
        """Nobody can say which image was proved: an update is signed, and newer."""
        best, best_header, least = sl.NO_SLOT, None, 0
        for slot in _BOTH:
            if accept(slot) == IMAGE_OK:
                age = self.header.counter if self.header.signature_bytes else -1
                if best == sl.NO_SLOT or age < least:
                    best, best_header, least = slot, self.header, age
        self.header = best_header
        return best

    def _candidate(self):
        """The slot on trial, if it may be tried (again) and holds what was staged."""
        slots = self._slots
        if self._was_stable or not self._can_change():
            return sl.NO_SLOT
        slot = slots.candidate
        if slots.state == sl.ST_TRYING:
            # Ended by itself or by the watchdog: its fault.  Without power: not its fault,
            # unless it happens each time.
            if not self._is_power_on:
                return self._give_up(sl.SEV_FAILED, sl.RESULT_ENDED)
            if slots.tries >= sl.MAX_TRIES:
                return self._give_up(sl.SEV_FAILED, sl.RESULT_CUT_TOO_OFTEN)
        code = self._verify(slot, self._key)
        if code == IMAGE_OK and self.header.counter != slots.candidate_counter:
            code = IMAGE_CHANGED  # somebody wrote the slot since
        if code != IMAGE_OK:
            slots.add_note(EV_IMAGE_REFUSED, slot, code, slots.candidate_counter)
            return self._give_up(sl.SEV_REFUSED, sl.RESULT_REFUSED_AT_BOOT)
        return self._try(slot)

    def _try(self, slot):
        self._slots.handle(sl.SEV_STARTED)
        self._store.commit()  # before it runs: whatever it does, the next boot knows
        self.is_trial = True
        return slot

    def _give_up(self, event, result):
        slots = self._slots
        slots.add_note(EV_UPDATE_FAILED, slots.candidate, result, slots.candidate_counter)
        slots.handle(event, result)
        self._store.commit()
        return sl.NO_SLOT

    def _settled(self):
        """No trial goes on: the slot in use, or what can stand in for it."""
        active = self._active
        if active == sl.NO_SLOT:
            return self._first()
        code = self._accept(active)
        if code == IMAGE_OK:
            return active
        spare = sl.other(active)
        is_whole = self._accept(spare) == IMAGE_OK
        can_change = self._can_change()
        if can_change:
            self._slots.add_note(EV_IMAGE_REFUSED, active, code)
        slot = self._stand_in(spare, can_change) if is_whole else sl.NO_SLOT
        self._store.commit()
        return slot

    def _stand_in(self, spare, can_change):
        """The other slot for a damaged one."""
        slots, header = self._slots, self.header
        build = header.build.encode()
        # an unsigned one must not end a trial: its counter would keep the signed ones out
        if self._key is None or self.unsigned or header.identity == self._proved:
            if can_change:
                slots.switch(header.counter, build, 0)
            return spare
        if not can_change:
            self.is_trial = True  # the board is locked; this lets it say why
            return spare
        if not self._was_stable:
            return sl.NO_SLOT  # its trial has just ended; the next boot begins another
        slots.pick(spare, header.counter, build, 0, 0)
        return self._try(spare)

    def _first(self):
        """Nothing was in use yet: a signed image before an unsigned one."""
        return self._older(self._verify_signed) or self._older(self._accept)

    def _accept(self, slot):
        """A signer's key that comes before any image must not leave nothing."""
        code = self._verify_signed(slot)
        if code != IMAGE_OK and self._key is not None and self._minimum == 0:
            if self._verify_whole(slot) == IMAGE_OK:
                self.unsigned = UNSIGNED_NO_IMAGE
                return IMAGE_OK
        return code

    def _verify_signed(self, slot):
        return self._verify(slot, self._key)

    def _verify_whole(self, slot):
        return self._verify(slot, None)

    def _verify(self, slot, key):
        region = self._slot_flash(slot)
        code, self.header = check_slot(region, self._board_name, self._minimum, key)
        return code

    def _can_change(self):
        """Opens and repairs the store, once; False when a cell is lost: nothing can be written."""
        store = self._store
        if not self._is_looked_at:
            self._is_looked_at = True
            store.open()
            self.damage = store.take_damage()
        return store.is_open


def _illegal(state, event):
    raise RuntimeError("slots: state %d, event %d" % (state, event))
