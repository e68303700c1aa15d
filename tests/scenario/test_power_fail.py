"""The supply's warning: what draws current goes off in the interrupt."""

from __future__ import annotations

from faro.sim.scenarios.shuffler import shuffler_table
from hw_sim.mechanics.machine_cards import new_deck


def test_power_failing__while_cards_move__outputs_are_off_before_anything_is_recorded() -> None:
    with shuffler_table(4) as table:
        table.machine.load(new_deck(1))
        table.client.request("SHUFFLE", mode=1, decks=1)
        wiring = table.shoe.wiring
        pwm, enable = wiring["PIN_FEED_PWM"].pin, wiring["PIN_STEPPER_ENABLE"].pin
        table.rig.kernel.run_for_ms(20_000, lambda: pwm.pwm_duty_u16 > 0 and enable.level() == 0)
        last = table.client.status()["last_event"]
        table.rig.kernel.run_for_ms(20_000, lambda: pwm.pwm_duty_u16 > 0 and enable.level() == 0)
        wiring["PIN_POWER_FAIL"].show(True)
        table.rig.kernel.run_for_ms(1)
        assert pwm.pwm_duty_u16 == 0 and enable.level() == 1
        for name in ("EJECTOR", "GATE_LOCK", "RETURN_FLAP", "PICK_CLUTCH"):
            assert not wiring[f"PIN_{name}"].is_active
        table.wait_ms(15)
        assert pwm.pwm_duty_u16 == 0 and enable.level() == 1  # nothing is switched on again
        wiring["PIN_POWER_FAIL"].show(False)
        table.wait_ms(3_000)
        names = [event.name for event in table.client.events(last)]
        assert "POWER_FAILING" in names and "CALLED" in names
