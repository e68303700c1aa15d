"""The motor's current: gone in the interrupt, and gone again when the program stops the motor."""

from __future__ import annotations

from tests.helpers.mp_run import run_in_micropython

ON_VM = """
import sys

class Pin:
    OUT = 1
    def __init__(self, *_how, **_more): ...
    def value(self, level): ...

class Pwm:
    duty = 0
    fails_at = None
    def __init__(self, *_how, **_more): ...
    def duty_u16(self, duty):
        if Pwm.fails_at == duty:  # the interrupt falls just before this write
            Pwm.fails_at = None
            roller.cut()
        Pwm.duty = duty

class Adc:
    def __init__(self, *_how): ...

class Module: ...
machine = Module()
machine.Pin, machine.PWM, machine.ADC = Pin, Pwm, Adc
sys.modules["machine"] = machine
from firmware.drivers.feed_roller import FeedRoller

roller = FeedRoller(0, 1, 2)
Pwm.fails_at = 50 * 65535 // 100
roller.run(50)
roller.run(0)  # what the edge of the supply's warning has the program do
print(Pwm.duty)
"""


def test_run__supply_fails_between_two_writes_of_it__the_halt_takes_the_current_away() -> None:
    assert run_in_micropython(ON_VM).split() == ["0"]
