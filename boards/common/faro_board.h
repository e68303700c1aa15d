// What the boards have in common: included by boards/*/mpconfigboard.h.

// Builds vfs.VfsRom; any size will do, the slots have their own place.
#define MICROPY_HW_ROMFS_BYTES (4096)
// MicroPython may not mount a ROMFS before the loader has checked it.
#define MICROPY_VFS_ROM_IOCTL (0)

// The USB port is the table's serial line, and nothing else.
#define MICROPY_HW_ENABLE_USB_RUNTIME_DEVICE (0)
#define MICROPY_PY_MACHINE_I2C_TARGET (0)

// Blocks whose children the collector has still to look at; when they do not fit, it looks through
// the whole heap again.
#define MICROPY_ALLOC_GC_STACK_SIZE (256)
