# The shoe: a WeAct Studio RP2350B Core, defined as MicroPython's own board is.
set(MODEL_DIR ${MICROPY_PORT_DIR}/boards/WEACTSTUDIO_RP2350B_CORE)
set(PICO_BOARD "weactstudio_rp2350b_core")
set(PICO_PLATFORM "rp2350")
set(PICO_NUM_GPIOS 48)
list(APPEND PICO_BOARD_HEADER_DIRS ${MODEL_DIR})
set(MICROPY_BOARD_PINS ${MODEL_DIR}/pins.csv)
include(${MICROPY_BOARD_DIR}/../common/faro.cmake)
