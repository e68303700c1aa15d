"""Pins and addresses of the meter board (RP2040); feeds the loader and meter."""

NAME = "meter_pico"
KIND = "meter"
DEFAULT_ADDRESS = 0xB0

# Lines to others: RS-485 to host and linked tables, "no more bets" from the shoe board.
UART_ID = 0
PIN_UART_TX = 0
PIN_UART_RX = 1
PIN_RS485_DE = 2
UART_BAUD = 115200
PIN_NO_MORE_BETS = 3

# I2C bus: two FRAM chips, bet sensors and seat lamps, jackpot display.
I2C_ID = 0
PIN_SDA = 4
PIN_SCL = 5
I2C_HZ = 400_000
FRAM_ADDRESSES = (0x50, 0x51)
MCP23017_ADDRESS = 0x20
MCP23017_ANTE_ADDRESS = 0x21  # option: sensors under the antes
PIN_MCP_INT = 6
HT16K33_ADDRESS = 0x70

# Raw entropy: one bit of the ring oscillator (RP2040 data sheet, ROSC registers).
ROSC_RANDOMBIT = 0x4006001C

# Supply and lid. The latch remembers an opening while the board had no power.
PIN_POWER_FAIL = 7
PIN_LID = 16
PIN_LID_LATCH = 17
PIN_LID_LATCH_CLEAR = 18
ADC_SUPPLY = 26

# The person at the table.
PIN_LAMP_RED = 8
PIN_LAMP_GREEN = 9
PIN_LAMP_BLUE = 10
PIN_BUZZER = 19
PIN_BUTTON_A = 12
PIN_BUTTON_B = 13
PIN_KEY_SUPERVISOR = 14
PIN_KEY_INSPECTOR = 15

# Levels that mean something, as the rows in board.toml say (a test compares them).
ACTIVE_NO_MORE_BETS = 1  # a dark coupler, a cut wire and a shoe without power all say so
ACTIVE_BET_SENSORS = 0
ACTIVE_ANTE_SENSORS = 0
ACTIVE_MCP_INT = 0
ACTIVE_SWITCHES = 0  # buttons and keys
ACTIVE_LID = 0  # closed
ACTIVE_POWER_FAIL = 0
SUPPLY_FULL_SCALE_MV = 6_600  # of the 5 V rail, at 3.3 V on the pin


def chip():
    """Addresses and request numbers of this board's chip."""
    from firmware.drivers import rp2040

    return rp2040


def usb_port():
    """Open the USB serial line that carries the frames."""
    from firmware.drivers.usb_cdc import UsbCdc

    return UsbCdc()


def raw_entropy():
    """A function that gives one raw sample of the chip's entropy source."""
    from firmware.drivers.entropy_source import RingOscillator

    return RingOscillator(ROSC_RANDOMBIT).sample


def slot_flash(number):
    """The flash of firmware slot 1 or 2."""
    from firmware.drivers import flash_map

    return flash_map.slot(number)


def rom_window(slot, head_bytes, rom_bytes):
    """A slot's code where the chip maps it into memory."""
    from firmware.drivers import flash_window

    return flash_window.rom_window(slot, head_bytes, rom_bytes)


def base_window():
    """MicroPython and what is frozen in it, for attestation."""
    from firmware.drivers import flash_window

    return flash_window.base_window()


def journal_flash():
    """The journal's sectors."""
    from firmware.drivers import flash_map

    return flash_map.journal()
