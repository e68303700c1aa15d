// The sealed variant: where MicroPython would open its prompt, the chip starts again.
// The linker puts these in the place of pyexec_friendly_repl and pyexec_raw_repl (--wrap).

#include "hardware/watchdog.h"

static void __attribute__((noreturn)) start_again(void) {
    watchdog_reboot(0, 0, 0);
    for (;;) {
    }
}

int __wrap_pyexec_friendly_repl(void) {
    start_again();
}

int __wrap_pyexec_raw_repl(void) {
    start_again();
}
