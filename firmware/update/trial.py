"""A new image's trial: it runs well and stays, or fails its self-test and goes."""

from firmware.trust import slots as sl
from firmware.update.rows import EV_UPDATE_ACTIVATED, EV_UPDATE_FAILED


class Trial:
    """`loaded` is what the loader left: it is told when the trial is over."""

    def __init__(self, slots, commit, loaded, restart):
        self._slots = slots
        self._commit = commit
        self._loaded = loaded
        self._restart = restart

    def is_on(self):
        return self._slots.state == sl.ST_TRYING

    def confirm(self):
        """The image runs well: from now on it is the one that boots."""
        slots = self._slots
        counter, slot = slots.candidate_counter, slots.candidate
        if self.is_on() and slots.handle(sl.SEV_RAN_WELL):
            self._commit(EV_UPDATE_ACTIVATED, counter, slot)
            self._loaded.trial_over()

    def give_up(self):
        """The image failed its self-test: back to the one before."""
        slots = self._slots
        counter, slot = slots.candidate_counter, slots.candidate
        if slots.handle(sl.SEV_FAILED, sl.RESULT_SELF_TEST):
            self._commit(EV_UPDATE_FAILED, counter, slot, sl.RESULT_SELF_TEST)
            self._restart()
