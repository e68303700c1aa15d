"""Pins and addresses of the meter board (RP2040); flashed as /board.py, feeds app_meter."""

NAME = "meter_pico"
KIND = "meter"
DEFAULT_ADDRESS = 0xB0

# Flash behind MicroPython's own image, in sectors of 4096 bytes: littlefs, then journal.
SECTOR_BYTES = 4096
BOOT_IMAGE_BYTES = 640 * 1024  # MicroPython and what is frozen in it: attested too
STORAGE_SECTORS = 352
JOURNAL_SECTORS = 176
LITTLEFS_SECTORS = STORAGE_SECTORS - JOURNAL_SECTORS

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


def usb_port():
    """Open the USB serial line that carries the frames."""
    from firmware.drivers.usb_cdc import UsbCdc

    return UsbCdc()


def raw_entropy():
    """A function that gives one raw sample of the chip's entropy source."""
    from firmware.drivers.entropy_source import RingOscillator

    return RingOscillator(ROSC_RANDOMBIT).sample


def journal_flash():
    """Open the journal's sectors; OSError 19 when a stock file system lies over them."""
    from firmware.drivers.journal_flash import open_sectors

    return open_sectors(LITTLEFS_SECTORS, JOURNAL_SECTORS)
