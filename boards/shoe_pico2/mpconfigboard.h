// The shoe: a WeAct Studio RP2350B Core, 16 MB of flash.
#define MICROPY_HW_BOARD_NAME "WeAct Studio RP2350B Core"
#define PICO_FLASH_SIZE_BYTES (16 * 1024 * 1024)
#include "../common/faro_board.h"

// The model's places, which the port does not take from its board header.
#define MICROPY_HW_UART0_TX (16)
#define MICROPY_HW_UART0_RX (17)
#define MICROPY_HW_UART0_CTS (-1)
#define MICROPY_HW_UART0_RTS (-1)
