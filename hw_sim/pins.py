"""A pin of the chip: what the firmware drives, what the world drives, and who watches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from boards.wiring import Signal, load_signals

_OUT = 1
_PULL_UP = 1
_IRQ_FALLING = 4
_IRQ_RISING = 8


class SimPin:
    """Level of one pin.  `on_edge` raises the interrupt; `watchers` are parts on an output.

    `listeners` are parts of the chip that see an input without its interrupt.
    """

    def __init__(self, number: int, on_edge: Callable[[int], None]) -> None:
        self.number = number
        self.watchers: list[Callable[[int], None]] = []
        self.listeners: list[Callable[[int], None]] = []
        self.pwm_watchers: list[Callable[[int], None]] = []
        self.pwm_duty_u16 = 0
        self.outside: int | None = None  # the resistor beside the pin
        self._on_edge = on_edge
        self._world: int | None = None
        self.reset()

    def reset(self) -> None:
        """Out of reset every pin is an input without a pull, and no interrupt is armed."""
        self.is_output = False
        self._out = 0
        self._pull = 0
        self._trigger = 0
        self.set_pwm(0)
        self._tell_watchers()

    def level(self) -> int:
        if self.is_output:
            return self._out
        if self._world is not None:
            return self._world
        if self.outside is not None:
            return self.outside
        return 1 if self._pull == _PULL_UP else 0

    def drive(self, level: int | None) -> None:
        """The world puts a level on the pin (None: lets go)."""
        before = self.level()
        self._world = level
        after = self.level()
        if before == after:
            return
        for listener in self.listeners:
            listener(after)
        if self._trigger & (_IRQ_RISING if after else _IRQ_FALLING):
            self._on_edge(after)

    @property
    def has_pull_up(self) -> bool:
        return self._pull == _PULL_UP

    # -- from the firmware -----------------------------------------------------------------

    def configure(self, arg: int) -> None:
        self.is_output = arg & 0xF == _OUT
        self._pull = arg >> 4 & 0xF
        if arg >> 9 & 1:
            self._out = arg >> 8 & 1
        self._tell_watchers()

    def write(self, level: int) -> None:
        self._out = level
        self._tell_watchers()

    def set_trigger(self, trigger: int) -> None:
        self._trigger = trigger

    def set_pwm(self, duty_u16: int) -> None:
        self.pwm_duty_u16 = duty_u16
        for watcher in self.pwm_watchers:
            watcher(duty_u16)

    def _tell_watchers(self) -> None:
        for watcher in self.watchers:
            watcher(self.level())


class SignalPin:
    """A pin with its row in board.toml: the world says what is, the row makes a level of it."""

    def __init__(self, pin: SimPin, row: Signal) -> None:
        self.pin = pin
        self.row = row
        pin.outside = row.rest

    def show(self, is_active: bool) -> None:
        """The world: pressed or not, there or not."""
        self.pin.drive(self.row.level(is_active))

    def cut(self) -> None:
        """The wire is off: what is soldered beside the pin holds it."""
        self.pin.drive(None)

    @property
    def is_active(self) -> bool:
        return self.row.is_active(self.pin.level())

    def watch(self, tell: Callable[[bool], None]) -> None:
        """A part on an output hears what it is told, at every write."""
        self.pin.watchers.append(lambda level: tell(self.row.is_active(level)))


class Wiring:
    """All signals of one board by their names in board.py."""

    def __init__(self, reference: str, pin: Callable[[int], SimPin]) -> None:
        rows = load_signals(reference)
        self._pins = {name: SignalPin(pin(row.pin), row) for name, row in rows.items()}

    def __getitem__(self, name: str) -> SignalPin:
        return self._pins[name]

    def __iter__(self) -> Iterator[SignalPin]:
        return iter(self._pins.values())
