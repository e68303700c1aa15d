"""The catalogue of what can break: tests, `faro sim --fault`, the bench and the docs list it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hw_sim.rig import BoardRig, Rig

Action = Callable[[Rig, BoardRig], None]


@dataclass(frozen=True)
class SimFault:
    """One way to break a board.  `board_fault` is what its firmware must report, if anything."""

    id: str
    kinds: tuple[str, ...]
    part: str
    effect: str
    meaning: str
    board_fault: str | None
    start: Action
    stop: Action
    within_ms: int = 5_000  # in which the firmware notices
    needs_card: bool = False  # shows when the next card passes


_BOTH = ("shoe", "meter")


def _set(part: Callable[[Rig, BoardRig], object], **values: object) -> Action:
    """Attributes of a part are changed."""

    def apply(rig: Rig, board: BoardRig) -> None:
        for name, value in values.items():
            setattr(part(rig, board), name, value)

    return apply


def _dead(part: Callable[[Rig, BoardRig], object]) -> tuple[Action, Action]:
    """A part answers no more; and again."""
    return _set(part, is_dead=True), _set(part, is_dead=False)


def _bus(rig: Rig, _board: BoardRig) -> object:
    return rig.bus.noise


def _usb(_rig: Rig, board: BoardRig) -> object:
    return board.usb.noise


def _noise(line: Callable[[Rig, BoardRig], object], ppm: int) -> Action:
    return _set(line, flip_ppm=ppm, drop_ppm=ppm)


def _segment(bits: int) -> Action:
    def apply(_rig: Rig, board: BoardRig) -> None:
        if board.display:
            board.display.stuck_bits[0] = bits

    return apply


def _mouth_blocked(is_blocked: bool) -> Action:
    return lambda _rig, board: board.gates["mouth"].set_blocked(is_blocked)


def _mouth_dead(is_card: bool | None) -> Action:
    return lambda _rig, board: board.gates["mouth"].set_stuck(is_card)


def _camera(index: int, is_dead: bool) -> Action:
    """What a camera lacks shows when the next card passes."""

    def apply(_rig: Rig, board: BoardRig) -> None:
        board.cameras.is_dead[index] = is_dead

    return apply


def _colour_sensor(is_dead: bool) -> Action:
    def apply(_rig: Rig, board: BoardRig) -> None:
        board.colour.is_dead = is_dead

    return apply


def _lid(is_open: bool) -> Action:
    return lambda _rig, board: board.set_lid(is_open)


def _supply(supply_mv: int) -> Action:
    return _set(lambda _rig, board: board, supply_mv=supply_mv)


def _twelve_volts(is_there: bool) -> Action:
    return lambda _rig, board: board.wiring["PIN_POWER_FAIL"].show(not is_there)


def _entropy_stuck(_rig: Rig, board: BoardRig) -> None:
    def give(n: int) -> bytes:
        return bytes(n)

    board.board.entropy = give


def _entropy_biased(rig: Rig, board: BoardRig) -> None:
    """Five samples of six are the same; never so many in a row that it looks stuck."""
    rng = rig.kernel.rng(board.board.name + "/biased")
    count = 0

    def give(n: int) -> bytes:
        nonlocal count
        count += n
        return bytes(rng.randrange(1, 256) if i % 6 == 0 else 0 for i in range(count - n, count))

    board.board.entropy = give


def _entropy_well(rig: Rig, board: BoardRig) -> None:
    board.board.entropy = rig.kernel.rng(board.board.name + "/mended").randbytes


# id, boards, part, effect, meaning, what the firmware reports, how to break it, how to mend it
CATALOGUE: tuple[SimFault, ...] = (
    SimFault("fram-a-dead", _BOTH, "FRAM A", "answers no more", "chip or solder joint gone",
             "FRAM_A_LOST", *_dead(lambda _rig, board: board.frams[0])),
    SimFault("fram-b-dead", _BOTH, "FRAM B", "answers no more", "chip or solder joint gone",
             "FRAM_B_LOST", *_dead(lambda _rig, board: board.frams[1])),
    SimFault("expander-dead", ("meter",), "MCP23017", "answers no more",
             "seat cable unplugged: no bet sensors, no lamps", "EXPANDER_LOST",
             *_dead(lambda _rig, board: board.expander)),
    SimFault("display-dead", ("meter",), "HT16K33", "answers no more",
             "display cable unplugged", "DISPLAY_LOST",
             *_dead(lambda _rig, board: board.display)),
    SimFault("display-segment", ("meter",), "HT16K33", "one segment stays lit",
             "a wrong amount could be shown", "DISPLAY_LOST", _segment(0x01), _segment(0)),
    SimFault("mouth-blocked", ("shoe",), "mouth gate", "beam stays broken",
             "a card is stuck half way out", "GATE_STUCK",
             _mouth_blocked(True), _mouth_blocked(False)),
    SimFault("mouth-dead", ("shoe",), "mouth gate", "always sees a card",
             "dirt on the sensor, or it is dead", "GATE_STUCK",
             _mouth_dead(True), _mouth_dead(None)),
    SimFault("camera-a-dead", ("shoe",), "line camera A", "gives no picture",
             "cable off, or lamps out: one index of two is not seen", "CAMERA_LOST",
             _camera(0, True), _camera(0, False), needs_card=True),
    SimFault("camera-b-dead", ("shoe",), "line camera B", "gives no picture",
             "cable off, or lamps out: one index of two is not seen", "CAMERA_LOST",
             _camera(1, True), _camera(1, False), needs_card=True),
    SimFault("colour-dead", ("shoe",), "TCS34725", "answers no more",
             "the colour of the backs is not seen", "BACK_SENSOR",
             _colour_sensor(True), _colour_sensor(False), needs_card=True),
    SimFault("lid-open", _BOTH, "lid switch", "lid is open", "somebody reaches inside",
             "LID_OPEN", _lid(True), _lid(False)),
    SimFault("entropy-stuck", _BOTH, "ring oscillator", "always the same sample",
             "the generator would repeat itself", "ENTROPY", _entropy_stuck, _entropy_well),
    SimFault("entropy-biased", _BOTH, "ring oscillator", "one sample value five times of six",
             "the generator could be guessed", "ENTROPY", _entropy_biased, _entropy_well,
             within_ms=64_000),
    SimFault("supply-low", _BOTH, "supply", "4.3 V instead of 5 V", "brown-out, or a bad supply",
             "SUPPLY_LOW", _supply(4_300), _supply(5_000)),
    SimFault("supply-12v", _BOTH, "supply", "12 V gone, USB holds the board",
             "lamps, sensors' lights and motors are dead", "SUPPLY_LOW",
             _twelve_volts(False), _twelve_volts(True)),
    SimFault("line-cut", ("meter",), "no-more-bets line", "wire to the shoe is cut",
             "nobody would say when the first card leaves", "FREEZE_DISAGREES",
             lambda _rig, board: board.wiring["PIN_NO_MORE_BETS"].cut(),
             lambda _rig, board: board.say_no_more_bets(False)),
    SimFault("plug-pulled", _BOTH, "supply", "no power", "somebody pulled the plug",
             None, lambda _rig, board: board.board.power_off(),
             lambda _rig, board: board.board.power_on()),
    SimFault("usb-noise", _BOTH, "USB line", "1 % of bytes damaged or lost", "bad cable",
             None, _noise(_usb, 5_000), _noise(_usb, 0)),
    SimFault("usb-cut", _BOTH, "USB line", "no bytes get through", "cable unplugged",
             None, _set(_usb, is_cut=True), _set(_usb, is_cut=False)),
    SimFault("bus-noise", _BOTH, "RS-485 line", "1 % of bytes damaged or lost",
             "missing terminator", None, _noise(_bus, 5_000), _noise(_bus, 0)),
    SimFault("bus-cut", _BOTH, "RS-485 line", "no bytes get through", "cable unplugged",
             None, _set(_bus, is_cut=True), _set(_bus, is_cut=False)),
)  # fmt: skip

BY_ID = {fault.id: fault for fault in CATALOGUE}
