"""When the pieces of work are done: a trial first, then what somebody asked for, the spare last."""

import asyncio

from firmware.trust.slots import ST_STABLE

_PROVE_MS = 3_000  # a new image has run well when everything has been up for so long
_ABANDON_MS = 120_000  # an update that nobody goes on with for so long has to begin again
_TURN_MS = 1  # pause between two pieces of work: the link and the watch go first
_SPARE_FIRST_MS = 30_000  # a board that has just booted has better things to do
_SPARE_TURN_MS = 20


class Worker:
    """Two tasks, `run` and `keep_spare`; `wake` when there is work for the first."""

    def __init__(self, trial, updater, attestor, mirror, slots, may_erase):
        self._trial = trial
        self._updater = updater
        self._attestor = attestor
        self._mirror = mirror
        self._slots = slots
        self._may_erase = may_erase
        self._work = asyncio.Event()

    def wake(self):
        self._work.set()

    def begin(self, total_bytes):
        """An update begins: the spare slot is its, and no copy any more."""
        result = self._updater.begin(total_bytes)
        if result == 0:
            self._mirror.restart()
        return result

    async def run(self, is_well):
        """Prove a new image, or go back to the one before; then work when somebody asks."""
        if self._trial.is_on():
            if not is_well:
                self._trial.give_up()
            await asyncio.sleep_ms(_PROVE_MS)
            self._trial.confirm()
        while True:
            await self._work_off()
            if self._updater.is_over():
                await self._work.wait()
                continue
            try:
                await asyncio.wait_for_ms(self._work.wait(), _ABANDON_MS)
            except asyncio.TimeoutError:
                self._updater.abandon()

    async def _work_off(self):
        while self._updater.step() or self._attestor.step():
            await asyncio.sleep_ms(_TURN_MS)
        self._work.clear()

    async def keep_spare(self):
        """The spare slot becomes the same as the running one, while nothing else needs it."""
        await asyncio.sleep_ms(_SPARE_FIRST_MS)
        while True:
            await asyncio.sleep_ms(_SPARE_TURN_MS if self.renew_spare() else _SPARE_FIRST_MS)

    def renew_spare(self):
        """One piece of it; False when there is none, or not now."""
        is_free = self._slots.state == ST_STABLE and self._updater.is_over()
        return is_free and self._may_erase() and self._mirror.step()
