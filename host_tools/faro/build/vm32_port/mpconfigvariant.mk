# What the simulator does not use is left out; what is left links without shared libraries.
MICROPY_FORCE_32BIT = 1
MICROPY_PY_BTREE = 0
MICROPY_PY_THREAD = 0
MICROPY_PY_TERMIOS = 0
MICROPY_PY_SOCKET = 0
MICROPY_PY_FFI = 0
MICROPY_PY_SSL = 0
MICROPY_SSL_MBEDTLS = 0
MICROPY_VFS_FAT = 0
MICROPY_VFS_LFS1 = 0
CFLAGS += -DMP_CONFIGFILE='<chip_config.h>'
LDFLAGS += -static -Wl,--wrap=gc_init -Wl,--wrap=gc_collect
