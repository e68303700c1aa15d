"""Steps with a moment of their own: hands act then, also while a host waits for its answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from faro.sim.scenario_file import Step
from hw_sim.kernel import Kernel


class Meanwhile:
    """Lets time pass up to a moment, and what hands do before it happen when it is due.

    They are not in the simulator's calendar: a board's program would run in other slices than it
    did when nobody knew what comes, and a recording be no longer the same byte for byte.
    """

    def __init__(self, kernel: Kernel, act: Callable[[Step], None]) -> None:
        self._kernel = kernel
        self._act = act
        self._due: deque[Step] = deque()

    def put(self, hands: Sequence[Step]) -> None:
        self._due.extend(hands)

    def run_until(self, at_us: int, is_done: Callable[[], bool] = lambda: False) -> None:
        while not is_done() and self._due and self._due[0].at_us <= at_us:
            if self._kernel.run_until(self._due[0].at_us, is_done):
                return
            self._act(self._due.popleft())
        self._kernel.run_until(at_us, is_done)
