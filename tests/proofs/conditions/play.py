"""Plays one story under one condition; what its own steps expect is what is judged."""

from __future__ import annotations

from itertools import cycle

from faro.sim import scenario_file
from faro.sim.play import Player
from faro.sim.scenario_file import Step
from hw_sim.power import Cut
from tests.conftest import has_failed
from tests.proofs.conditions.conditions import Condition
from tests.proofs.conditions.stories import stories

_REST_MS = 1_500
_LOOK_MS = 50
_CUT_WITHIN_MS = 6_000
_COMES = ("ask", "login", "type")  # somebody comes to the table


class ConditionedPlayer(Player):
    """As `faro play`, at another table."""

    condition: Condition

    def put(self, condition: Condition) -> None:
        """Before power comes."""
        self.condition = condition
        uptimes, drifts = cycle(condition.uptimes_ms), cycle(condition.drifts_ppm)
        for board in self.rig.boards.values():
            board.board.vm.clock.start_at(next(uptimes))
            board.board.vm.clock.drift(next(drifts), self.rig.kernel.now_us)

    def run_steps(self) -> None:
        self._pass_days()
        super().run_steps()

    def _carry_out(self, step: Step) -> None:
        if step.kind in _COMES and not step.at_us:
            self._pass_days()
        before = {name for name, b in self.rig.boards.items() if b.board.is_powered}
        super()._carry_out(step)
        if self.condition.second_cut >= 0:
            for name, board in self.rig.boards.items():
                if board.board.is_powered and name not in before:
                    self._cut_again(name)

    def _pass_days(self) -> None:
        """Nobody is here, so nobody is logged in any more; where something moves, it is no time."""
        if not self.condition.idle_days or not self._rests():
            return
        self.hosts.leave()
        self.rig.pass_idle_days(self.condition.idle_days)

    def _rests(self) -> bool:
        for _ in range(_REST_MS // _LOOK_MS):
            machines = [b.machine for b in self.rig.boards.values() if b.machine is not None]
            if any(machine.motor.duty for machine in machines):
                return False
            self.rig.kernel.run_for_ms(_LOOK_MS)
        return True

    def _cut_again(self, name: str) -> None:
        """Power has come back: it goes once more, and comes again."""
        board = self.rig.boards[name].board
        supply = board.supply
        supply.cut = Cut(supply.operations + self.condition.second_cut, "torn")
        self.rig.kernel.run_for_ms(_CUT_WITHIN_MS, lambda: not board.is_powered)
        supply.cut = None
        if not board.is_powered:
            board.power_on()


def wrong_with(story: str, condition: Condition) -> str:
    """What came instead of what the story tells; nothing if all is well."""
    try:
        player = ConditionedPlayer(scenario_file.load(stories()[story]))
        with player:
            player.put(condition)
            player.run()
            failed = [name for name in player.rig.boards if has_failed(player.rig, name)]
            bites = sum(b.board.watchdog_bites for b in player.rig.boards.values())
    except Exception as error:  # noqa: BLE001 (one broken case must not hide the others)
        return f"{type(error).__name__}: {error}"[:400]
    if failed:
        return f"PROGRAM_ERROR in the journal of {', '.join(failed)}"
    return f"{bites} bites of the watchdog" if bites else ""
