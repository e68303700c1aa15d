"""Where the test board has the shoe's parts; hw_sim/chip/js/bench/board.mjs has the same list."""

HOME = 3
BUTTON = 7
MOUTH = 11
FEED = 12
THROAT = 14
CAMERA_SI = 16  # CLK, green lamp and red lamp follow
ENCODER_A = 20  # B follows
STEP = 22
DIR = 23
ENABLE = 24
FEED_PWM = 25
FEED_DIR = 6
ADC_CAMERA_A = 26
ADC_CAMERA_B = 27
ADC_CURRENT = 28
ADC_SUPPLY = 29
UART_TX = 0
UART_RX = 1
RS485_DE = 2
