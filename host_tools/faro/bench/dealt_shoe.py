"""A simulated shoe that has dealt a few hundred cards (in virtual time) when its port opens."""

from __future__ import annotations

import json
import signal

from faro.sim.rig import Rig
from hw_sim.gateway import PtyPort
from hw_sim.pacing import PacedRunner, use_one_core
from hw_sim.world.shoe import ShoeWorld

_CARDS = 400
_INTERVAL_MS = 100


def main() -> None:
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _frame: stopped.append(number))
    use_one_core()
    with Rig(("shoe",)) as rig:
        rig.start()
        shoe = ShoeWorld(rig.boards["shoe"])
        for i in range(_CARDS):
            rig.kernel.after((500 + i * _INTERVAL_MS) * 1000, lambda: shoe.pull_card(5))
        rig.kernel.run_for_ms(1000 + _CARDS * _INTERVAL_MS)
        rig.boards["shoe"].set_lid(True)  # so that the client can give it keys
        port = PtyPort(rig.boards["shoe"].usb_host)
        print(json.dumps({"shoe": port.url}), flush=True)
        runner = PacedRunner(rig, [port])
        runner.run(lambda: bool(stopped))
        runner.close()


if __name__ == "__main__":
    main()
