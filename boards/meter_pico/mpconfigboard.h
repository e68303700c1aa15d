// The meter: a Raspberry Pi Pico.
#define MICROPY_HW_BOARD_NAME "Raspberry Pi Pico"
#include "../common/faro_board.h"
