"""Boards against the chips' data sheets: pin functions, clashes and wiring tables."""

import importlib
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from boards.wiring import load_ports, load_signals

REPO = Path(__file__).parents[2]
BOARDS = ("shoe_pico2", "meter_pico")


class Module(NamedTuple):
    """Pins that a module brings out, and the first analogue one (data sheets, GPIO functions)."""

    pins: frozenset[int]
    adc_first: int
    adc_count: int
    pio_pins: range


MODULES = {
    # RP2040 in a Pico: 23, 24, 25 and 29 serve the module itself.
    "Raspberry Pi Pico": Module(frozenset([*range(23), 26, 27, 28]), 26, 3, range(32)),
    # RP2350B: 0, 23, 24, 25 serve the module; a PIO block sees 32 pins, by default 0…31.
    "WeAct Studio RP2350B Core": Module(
        frozenset([*range(1, 23), *range(26, 48)]), 40, 8, range(32)
    ),
}
BOTH = {
    "PIN_LAMP_RED PIN_LAMP_GREEN PIN_LAMP_BLUE PIN_BUZZER PIN_BUTTON_A PIN_BUTTON_B PIN_LID "
    "PIN_LID_LATCH PIN_LID_LATCH_CLEAR ADC_SUPPLY PIN_POWER_FAIL PIN_SDA PIN_SCL PIN_UART_TX "
    "PIN_UART_RX PIN_RS485_DE PIN_NO_MORE_BETS"
}
ONLY = {
    "shoe_pico2": "PIN_GATE_FEED PIN_GATE_CAROUSEL PIN_GATE_MOUTH PIN_FACE_UP PIN_FEED_PWM "
    "PIN_FEED_DIR PIN_ENCODER_A PIN_ENCODER_B ADC_FEED_CURRENT PIN_STEPPER_STEP PIN_STEPPER_DIR "
    "PIN_STEPPER_ENABLE PIN_HOME PIN_EJECTOR PIN_GATE_LOCK PIN_CAMERA_SI PIN_CAMERA_CLK "
    "PIN_GATE_OUTPUT PIN_GATE_THROAT PIN_FEED_TRAY PIN_OUTPUT_TRAY PIN_RETURN_FLAP PIN_PICK_CLUTCH "
    "ADC_CAMERA_A ADC_CAMERA_B PIN_CAMERA_LED_GREEN PIN_CAMERA_LED_RED",
    "meter_pico": "PIN_MCP_INT PIN_KEY_SUPERVISOR PIN_KEY_INSPECTOR",
}
SAFE = {
    "PIN_NO_MORE_BETS": "no more bets",  # CSP 5.6
    "PIN_LID": "lid open",
    "PIN_RS485_DE": "listens",
    "PIN_LID_LATCH_CLEAR": "latch works",
    "PIN_GATE_LOCK": "gate locked",
    "PIN_EJECTOR": "drawn back by its spring",
    "PIN_RETURN_FLAP": "cards go out",
    "PIN_PICK_CLUTCH": "it stands",
    "PIN_STEPPER_ENABLE": "free",
    "PIN_FEED_PWM": "brakes",
    "PIN_GATE_FEED": "card in the feed gate",
    "PIN_GATE_CAROUSEL": "card in the carousel gate",
    "PIN_GATE_MOUTH": "card in the mouth",
    "PIN_GATE_OUTPUT": "card in the output branch",
    "PIN_GATE_THROAT": "card at the cameras of the shuffling device",
    "PIN_FACE_UP": "face where the back must be",
    "PIN_OUTPUT_TRAY": "cards in the output tray",
    "PIN_FEED_TRAY": "cards in the feed tray",
}
TOGETHER = {  # one constant for signals that are alike
    "SWITCHES": ("PIN_BUTTON_A", "PIN_BUTTON_B", "PIN_KEY_SUPERVISOR", "PIN_KEY_INSPECTOR"),
    "TRAYS": ("PIN_FEED_TRAY", "PIN_OUTPUT_TRAY"),
}
# What PIO 0 waits for or drives: it sees 32 pins from its base on (RP2350 data sheet, GPIOBASE).
PIO_0 = [
    "PIN_CAMERA_SI",
    "PIN_CAMERA_CLK",
    "PIN_CAMERA_LED_GREEN",
    "PIN_CAMERA_LED_RED",
    "PIN_ENCODER_A",
    "PIN_ENCODER_B",
    "PIN_STEPPER_STEP",
    "PIN_GATE_MOUTH",
    "PIN_GATE_THROAT",
]
PIO_0_PINS = range(16, 48)


def uart_of(pin: int) -> tuple[int, str]:
    return (pin + 4) // 8 % 2, ("TX", "RX", "CTS", "RTS")[pin % 4]


def i2c_of(pin: int) -> tuple[int, str]:
    return pin // 2 % 2, ("SDA", "SCL")[pin % 2]


def pwm_slice_of(pin: int) -> int:
    return pin // 2 % 8 if pin < 32 else 8 + pin // 2 % 4


def load(board: str) -> tuple[ModuleType, dict[str, int], dict[str, dict[str, object]]]:
    module = importlib.import_module(f"boards.{board}.board")
    pins = {k: v for k, v in vars(module).items() if k.startswith(("PIN_", "ADC_"))}
    return module, pins, tomllib.loads((REPO / "boards" / board / "board.toml").read_text())


@pytest.mark.parametrize("board", BOARDS)
def test_board__names__are_the_ones_the_firmware_uses(board: str) -> None:
    module, pins, _ = load(board)
    assert set(pins) == set(" ".join([*BOTH, ONLY[board]]).split())
    assert (module.I2C_HZ, module.UART_BAUD) == (400_000, 115_200)
    assert module.FRAM_ADDRESSES == (0x50, 0x51)


@pytest.mark.parametrize("board", BOARDS)
def test_board__pins__exist_are_unique_and_can_do_it(board: str) -> None:
    module, pins, facts = load(board)
    chip = MODULES[str(facts["chip"]["module"])]
    assert len(set(pins.values())) == len(pins), "two names on one pin"
    assert set(pins.values()) <= chip.pins
    analogue = range(chip.adc_first, chip.adc_first + chip.adc_count)
    assert all(pin in analogue for name, pin in pins.items() if name.startswith("ADC_"))
    assert i2c_of(module.PIN_SDA) == (module.I2C_ID, "SDA")
    assert i2c_of(module.PIN_SCL) == (module.I2C_ID, "SCL")
    assert uart_of(module.PIN_UART_TX) == (module.UART_ID, "TX")
    assert uart_of(module.PIN_UART_RX) == (module.UART_ID, "RX")
    slices = [pwm_slice_of(row.pin) for row in load_signals(board).values() if row.way == "pwm"]
    assert len(slices) == len(set(slices)), "what shares a slice shares its frequency"
    for row in load_signals(board).values():
        assert row.way != "pio" or row.pin in chip.pio_pins, row.name


def test_shoe__pins_that_one_pio_program_drives__are_neighbours() -> None:
    _, pins, _ = load("shoe_pico2")
    assert pins["PIN_ENCODER_B"] == pins["PIN_ENCODER_A"] + 1
    camera = ("PIN_CAMERA_SI", "PIN_CAMERA_CLK", "PIN_CAMERA_LED_GREEN", "PIN_CAMERA_LED_RED")
    first = pins[camera[0]]
    assert [pins[name] for name in camera] == list(range(first, first + 4))


def test_shoe__what_pio_0_sees__lies_in_its_window() -> None:
    _, pins, _ = load("shoe_pico2")
    assert all(pins[name] in PIO_0_PINS for name in PIO_0)


@pytest.mark.parametrize("board", BOARDS)
def test_rows__pins_and_ways__are_those_of_board_py(board: str) -> None:
    module, pins, facts = load(board)
    rows = load_signals(board)
    assert {name: row.pin for name, row in rows.items()} == pins
    chip = MODULES[str(facts["chip"]["module"])]
    for name, row in rows.items():
        if name.startswith("ADC_"):
            assert row.way == f"adc {row.pin - chip.adc_first}", name
        elif name in ("PIN_SDA", "PIN_SCL"):
            assert row.way == f"i2c {module.I2C_ID}", name
        elif name.startswith("PIN_UART"):
            assert row.way == f"uart {module.UART_ID}", name
        else:
            assert row.way in ("in", "out", "pwm", "pio"), name


@pytest.mark.parametrize("board", BOARDS)
def test_rows__levels__are_those_of_board_py(board: str) -> None:
    """The firmware's constants are no second truth: each one has its row."""
    module, _, _ = load(board)
    rows = load_signals(board) | load_ports(board)
    told = {name: value for name, value in vars(module).items() if name.startswith("ACTIVE_")}
    for name, level in told.items():
        short = name.removeprefix("ACTIVE_")
        for row in [rows[n] for n in TOGETHER.get(short, (f"PIN_{short}", short)) if n in rows]:
            assert row.active == level, row.name
    assert rows["ADC_SUPPLY"].full_scale == module.SUPPLY_FULL_SCALE_MV


@pytest.mark.parametrize("board", BOARDS)
def test_rows__every_level__has_two_meanings_and_something_that_holds_it(board: str) -> None:
    for row in (load_signals(board) | load_ports(board)).values():
        assert row.active in (-1, 0, 1), row.name
        assert (row.active >= 0) == bool(row.means) == bool(row.otherwise), row.name
        if row.way in ("in", "out"):
            assert row.active >= 0, row.name
            assert row.rest is not None or row.name == "PIN_LID_LATCH", row.name
        assert row.outside.rpartition(" ")[2] in ("", "up", "down"), row.name
        assert row.inside in ("", "up"), "a pull-down of the RP2350 does not hold (erratum E9)"


@pytest.mark.parametrize("name", SAFE)
@pytest.mark.parametrize("board", BOARDS)
def test_rows__nobody_drives_the_pin__safe_side(board: str, name: str) -> None:
    """In reset, with a cut wire, without power."""
    row = load_signals(board).get(name)
    if row is not None and row.rest is not None:
        assert row.meaning(row.rest) == SAFE[name]


@pytest.mark.parametrize("board", BOARDS)
def test_wiring__addresses__are_told(board: str) -> None:
    module, _, _ = load(board)
    text = (REPO / "boards" / board / "WIRING.md").read_text()
    for name, value in vars(module).items():
        if name.endswith("_ADDRESS") and name != "DEFAULT_ADDRESS":
            assert f"0x{value:02X}".lower() in text.lower(), name


def test_wiring__bill_of_materials__has_every_part_of_the_table() -> None:
    for board in BOARDS:
        text = (REPO / "boards" / board / "WIRING.md").read_text()
        wiring, parts = text.split("## Bill of materials")
        listed: set[str] = set()
        for cell in re.findall(r"^\| ([A-Z][^|]*) \|", parts, re.M):
            for item in cell.split(", "):
                first, _, last = item.partition("–")
                letters, low = re.sub(r"\d", "", first), re.sub(r"\D", "", first)
                high = re.sub(r"\D", "", last) or low
                listed |= {f"{letters}{n}" for n in range(int(low), int(high) + 1)}
        # A letter and a number, but neither a pin, nor a stepping, an erratum, or a driver input.
        used = set(re.findall(r"\b((?:U|B|Q|S|H|Y|LS|BT)\d+)\b", wiring))
        assert used <= listed, (board, used - listed)


@pytest.mark.parametrize("board", BOARDS)
def test_board_toml__says_the_same_as_board_py(board: str) -> None:
    module, _, facts = load(board)
    assert facts["name"] == module.NAME == board
    assert facts["app"] == f"firmware.{module.KIND}"
    assert facts["address"] == module.DEFAULT_ADDRESS
    main = (REPO / "boards" / board / "main.py").read_text()
    assert f"from firmware.{module.KIND} import main" in main
