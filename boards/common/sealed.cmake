# Included by boards/*/mpconfigvariant_sealed.cmake: no prompt.
list(APPEND MICROPY_SOURCE_BOARD ${CMAKE_CURRENT_LIST_DIR}/sealed.c)
add_link_options(-Wl,--wrap=pyexec_friendly_repl -Wl,--wrap=pyexec_raw_repl)
