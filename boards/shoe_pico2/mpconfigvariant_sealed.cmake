include(${MICROPY_BOARD_DIR}/../common/sealed.cmake)
