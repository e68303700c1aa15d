"""Pins and addresses of the shoe board (RP2350B); feeds the loader and shoe."""

NAME = "shoe_pico2"
KIND = "shoe"
DEFAULT_ADDRESS = 0xA0

# Raw entropy: one bit of the ring oscillator (RP2350 data sheet 8.3.11).
ROSC_RANDOMBIT = 0x400E8020

# Supply and lid. The latch remembers an opening while the board had no power.
PIN_POWER_FAIL = 1
PIN_LID = 2
PIN_LID_LATCH = 3
PIN_LID_LATCH_CLEAR = 6
ADC_SUPPLY = 40

# I2C bus: two FRAM chips and the colour sensor for the card's back.
I2C_ID = 0
PIN_SDA = 4
PIN_SCL = 5
I2C_HZ = 400_000
FRAM_ADDRESSES = (0x50, 0x51)
TCS34725_ADDRESS = 0x29

# The person at the table.
PIN_LAMP_RED = 8
PIN_LAMP_GREEN = 9
PIN_LAMP_BLUE = 10
PIN_BUZZER = 15
PIN_BUTTON_A = 37
PIN_BUTTON_B = 38

# Lines to others: RS-485 to the host, "no more bets" to the meter board.
UART_ID = 0
PIN_UART_TX = 12
PIN_UART_RX = 13
PIN_RS485_DE = 14
UART_BAUD = 115200
PIN_NO_MORE_BETS = 7

# Line cameras. SI, CLK and the lights are next to each other: one PIO program drives all four.
PIN_CAMERA_SI = 16
PIN_CAMERA_CLK = 17
PIN_CAMERA_LED_GREEN = 18
PIN_CAMERA_LED_RED = 19
ADC_CAMERA_A = 42
ADC_CAMERA_B = 43

# Feed roller. PIO reads the encoder, which takes two pins in a row.
PIN_ENCODER_A = 20
PIN_ENCODER_B = 21
PIN_FEED_PWM = 28
PIN_FEED_DIR = 29
ADC_FEED_CURRENT = 41

# Trays, the pick roller's clutch, the flap that leads cards back to the feed tray.
PIN_FEED_TRAY = 11
PIN_OUTPUT_TRAY = 44
PIN_RETURN_FLAP = 45
PIN_PICK_CLUTCH = 46

# Carousel, ejector, output gate.
PIN_STEPPER_STEP = 22
PIN_STEPPER_DIR = 26
PIN_STEPPER_ENABLE = 27
PIN_HOME = 34
PIN_EJECTOR = 35
PIN_GATE_LOCK = 36

# Light gates along the card's way.
PIN_GATE_FEED = 30
PIN_GATE_CAROUSEL = 31
PIN_GATE_MOUTH = 32
PIN_GATE_OUTPUT = 39
PIN_GATE_THROAT = 47  # at the cameras, where both directions pass
PIN_FACE_UP = 33

# Levels that mean something, as the rows in board.toml say (a test compares them).
ACTIVE_NO_MORE_BETS = 0  # as in reset: the meter's coupler is dark
ACTIVE_SWITCHES = 0  # buttons
ACTIVE_LID = 0  # closed
ACTIVE_POWER_FAIL = 0
ACTIVE_FACE_UP = 1
ACTIVE_TRAYS = 1  # cards in it, or its wire is cut
SUPPLY_FULL_SCALE_MV = 6_600  # of the 5 V rail, at 3.3 V on the pin


def chip():
    """Addresses and request numbers of this board's chip."""
    from firmware.drivers import rp2350

    return rp2350


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


def pictures_flash():
    """The sectors of the service file."""
    from firmware.drivers import flash_map

    return flash_map.pictures()


def templates_flash():
    """The sectors of the enrolled deck."""
    from firmware.drivers import flash_map

    return flash_map.templates()


def line_camera():
    """The pair of line cameras."""
    from firmware.drivers import rp2350
    from firmware.drivers.line_camera import LineCamera

    gates = (PIN_GATE_MOUTH, PIN_GATE_THROAT, PIN_GATE_THROAT)  # as line_camera numbers the ways
    return LineCamera(rp2350, PIN_CAMERA_SI, PIN_ENCODER_A, ADC_CAMERA_A, ADC_CAMERA_B, gates)


def roller_encoder():
    """The feed roller's encoder, followed by PIO."""
    from firmware.drivers import rp2350
    from firmware.drivers.roller_encoder import RollerEncoder

    return RollerEncoder(rp2350, PIN_ENCODER_A)


def step_generator():
    """Steps for the carousel, made by PIO."""
    from firmware.drivers.step_generator import StepGenerator

    return StepGenerator(PIN_STEPPER_STEP, PIN_STEPPER_DIR, PIN_STEPPER_ENABLE)


def card_reader(reader):
    """Who says which card passed the throat: the cameras' reader."""
    return reader
