"""An image proves itself: one on trial stays or goes, none older runs after the one in use."""

from firmware.trust import slots as sl
from firmware.update.rows import EV_UPDATE_ACTIVATED, EV_UPDATE_FAILED, UNSIGNED_NO_KEY


class Trial:
    """`loaded` is what the loader left: it is told when the trial is over."""

    def __init__(self, slots, commit, loaded, restart, signer):
        self._slots = slots
        self._commit = commit
        self._loaded = loaded
        self._restart = restart
        self._signer = signer  # a function: the store may have been made new since the loader ran

    def is_on(self):
        """Not if the loader could not ask the store, and so ran the image before."""
        return self._loaded.is_trial and self._slots.state == sl.ST_TRYING

    def unsigned(self):
        """Why nobody has checked the running image's signature; 0: it is right."""
        return self._loaded.unsigned or (0 if self._signer() else UNSIGNED_NO_KEY)

    def is_settled(self):
        """The image in use runs, as far as the store can say."""
        return self._slots.state == sl.ST_STABLE and self._slots.active == self._loaded.slot

    def settle(self):
        """The image in use has run well, whoever put it there: no older one runs after it."""
        slots, loaded = self._slots, self._loaded
        if self.is_settled():
            slots.set_proved(loaded.identity)
            if not self.unsigned() and loaded.counter > slots.minimum_counter:
                slots.raise_minimum(loaded.counter)
            slots.commit()

    def confirm(self):
        """The image runs well: from now on it is the one that boots."""
        slots = self._slots
        counter, slot = slots.candidate_counter, slots.candidate
        if self.is_on() and slots.handle(sl.SEV_RAN_WELL):
            slots.set_proved(self._loaded.identity)
            self._commit(EV_UPDATE_ACTIVATED, counter, slot)
            self._loaded.trial_over()

    def give_up(self):
        """The image failed its self-test: back to the one before."""
        slots = self._slots
        counter, slot = slots.candidate_counter, slots.candidate
        if slots.handle(sl.SEV_FAILED, sl.RESULT_SELF_TEST):
            self._commit(EV_UPDATE_FAILED, counter, slot, sl.RESULT_SELF_TEST)
            self._restart()
