"""The demo's scene about wires: one is cut, and the table lands on the safe side."""

from __future__ import annotations

from faro.demo.scene import Say
from faro.sim.rig import Rig
from faro.sim.scenarios.jackpot import JackpotTable
from faro.words import board as words


def scene(say: Say) -> None:
    """The shoe and the meter, joined by the line "no more bets" alone."""
    with Rig(("shoe", "meter"), seed=7) as rig:
        rig.start()
        rig.kernel.run_for_ms(500)
        table = JackpotTable(rig, "meter")
        table.place(2)
        table.antes(2)
        table.wait(300)
        say(f"seat 2 bets on the jackpot: lamp {table.lamp_pattern(2)}")
        seen = table.client.status()["last_event"]
        table.board.wiring["PIN_NO_MORE_BETS"].cut()
        say("the cable between shoe and meter is pulled out: no current, so no more bets (CSP 5.6)")
        table.wait(500)
        table.place(5)
        table.wait(4_500)
        for event in table.client.events(seen):
            if not event.name.startswith("LINK_"):
                say(f"[dim]meter [/]{words.event_sentence(event.name, event.fields)}")
