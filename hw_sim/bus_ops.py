"""Operations of the sim bus, one number each; both ends import this file.

`unit` says which pin, bus or channel; `arg` is a 32-bit argument; some carry payload.
"""

# answered at once
WAIT = 1  # arg: µs or -1; answered when that time or an input comes.  unit: WAIT_* bits; what the
# firmware would have to fetch otherwise comes along: bytes of a stream, the oldest interrupt with
# the roller's count
SYNC = 2  # local time has reached the horizon; answered when the rest has caught up
IRQ_FETCH = 3  # value: kind | unit << 8 | detail << 16, or -1
PIN_READ = 4
ADC_READ = 5
I2C_XFER = 6  # unit: bus; arg: address | bytes to read << 8; value: 0 or -errno
STREAM_READ = 8  # unit: stream; arg: at most this many bytes
FLASH_PROGRAM = 10  # arg: offset; payload: bytes
FLASH_ERASE = 11  # arg: sector
ENTROPY = 12  # arg: bytes wanted
UNIQUE_ID = 13
RESET_CAUSE = 14
RESET = 16  # no answer: the board boots again
STREAM_HELD = 17  # unit: stream; value: bytes that wait in it
ENCODER_READ = 24  # value: counts of the feed roller's encoder
SAMPLES_COUNT = 26  # value: conversions that DMA has carried into memory
SAMPLES_TAKE = 27  # the same and no more from here on; arg: the most; payload: their bytes
SM_PLACE = 28  # unit: state machine; value: where it is, counted from its first instruction
SM_TOLD = 30  # unit: state machine; value: words that it has pushed since SM_COUNT
CARD_TAKE = 31  # value: code | back << 8 of the oldest card that passed unread, or -1

# posted, no answer
PIN_MODE = 32  # arg: mode | pull << 4 | value << 8 (bit 9 set: value given)
PIN_WRITE = 33
PIN_IRQ = 34  # arg: trigger mask
PWM_SET = 35  # arg: duty_u16
STREAM_OPEN = 36  # arg: baud (0: no line rate), unit: stream
STREAM_WRITE = 37  # payload: bytes
WDT_START = 38  # arg: timeout in ms
WDT_FEED = 39
TIMER_START = 40  # unit: timer; arg: 1 periodic, 0 one-shot; payload <q: period in µs
TIMER_STOP = 41
IRQS_OFF = 44  # arg: µs from now in which the chip serves no interrupt
STREAM_CATCH = 43  # arg: bytes that DMA will carry from a UART while interrupts are off
SM_INIT = 50  # unit: state machine; arg: Hz; payload: first pin that it reads, program's name
SM_ACTIVE = 51  # arg: 1 runs, 0 stands
SM_RESTART = 52  # at the first instruction again; the queues stay
SM_FEED = 53  # payload: words that DMA will put into its queue
SM_CUT = 54  # DMA puts no more into it; what lies in the queue stays
SM_COUNT = 55  # arg: DMA channel that tells when so many words were pushed; payload <I: how many
SAMPLES_START = 56  # arg: conversions that DMA will carry into memory
ADC_QUEUE = 57  # arg: 1 each conversion goes into the converter's queue too

FIRST_POSTED = PIN_MODE

WAIT_READS = 1  # the answer may carry bytes of a stream (value: which)
WAIT_MASKED = 2  # interrupts are held back: it may bring none

# kinds of interrupt
IRQ_PIN = 1
IRQ_TIMER = 2
IRQ_STREAM = 3
IRQ_DMA = 5  # unit: channel

# flags of an answer
FLAG_IRQ = 1
FLAG_READABLE_SHIFT = 8

AHEAD_BYTES = 256  # so many bytes of a stream may come with the answer to a wait

# streams: UARTs have their own number, the USB serial port comes after them
STREAM_USB = 7

RESET_POWER_ON = 1
RESET_WATCHDOG = 3
