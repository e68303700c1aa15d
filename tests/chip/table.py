"""A jackpot table round the emulated meter: the same people as round the simulated one."""

from __future__ import annotations

from faro.sim.scenarios.jackpot import JackpotTable
from faro.wire.client import Client
from faro.wire.keys import DeviceKeys
from hw_sim.chip.board import ChipBoard
from hw_sim.chip.transports import UsbTransport

_TIMEOUT_MS = 400


class ChipTable(JackpotTable):
    """Places wagers, deals and claims; hands act on the chip's pins instead of simulated ones."""

    def __init__(self, board: ChipBoard, keys: DeviceKeys | None = None) -> None:
        self.chip = board
        self.client = Client(UsbTransport(board), timeout_ms=_TIMEOUT_MS, tries=4)
        self._keys = keys
        self._role = ""
        self._life = -1

    def provision(self) -> DeviceKeys:
        identity = self.client.hello()
        keys = DeviceKeys.create(identity.unique_id, "meter")
        self.chip.lid(True)
        self.wait(100)
        self.client.provision(keys)
        self.chip.lid(False)
        self.wait(100)
        self.client.open_session(keys, "technician")
        self.client.request("CLEAR_FAULT", fault=10)
        self._role = "technician"
        self._life = self._lives()
        return keys

    @property
    def keys(self) -> DeviceKeys:
        if self._keys is None:
            self._keys = self.provision()
        return self._keys

    def as_role(self, role: str) -> Client:
        keys = self.keys
        if self._role != role or self._life != self._lives():
            self.client.open_session(keys, role)
            self._role = role
            self._life = self._lives()
        return self.client

    def wait(self, duration_ms: int) -> None:
        self.chip.run(duration_ms)

    def place(self, *seats: int) -> None:
        for seat in seats:
            self.chip.seat(seat, True)
        self.wait(20)

    def take(self, *seats: int) -> None:
        for seat in seats:
            self.chip.seat(seat, False)
        self.wait(20)

    def line(self, is_on: int) -> None:
        self.chip.show("PIN_NO_MORE_BETS", bool(is_on))
        self.wait(20)

    def lamps(self) -> int:
        levels = self.chip.look()["seatLamps"]
        return (levels if self.chip.rows["SEAT_LAMPS"].active else ~levels) & 0x7F

    def shown(self) -> str:
        return self.chip.shown()

    def _lives(self) -> int:
        return sum(self.chip.resets.values())
