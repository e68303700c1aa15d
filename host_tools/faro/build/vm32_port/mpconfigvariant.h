// The unix port as a 32-bit program whose heap costs what it costs on the chip (ports/rp2).

#define MICROPY_CONFIG_ROM_LEVEL (MICROPY_CONFIG_ROM_LEVEL_EXTRA_FEATURES)

// As ports/rp2/mpconfigport.h has them; what they cost lies in the heap.
#define MICROPY_FLOAT_IMPL (MICROPY_FLOAT_IMPL_FLOAT)
#define MICROPY_QSTR_BYTES_IN_HASH (1)
#define MICROPY_SCHEDULER_DEPTH (8)

// Native code from a .mpy goes to the heap as on the chip, so that it is counted; the port would
// put it into pages of its own.
#define MICROPY_PERSISTENT_CODE_TRACK_FUN_DATA (1)
#define MICROPY_PERSISTENT_CODE_TRACK_BSS_RODATA (0)

#include "../mpconfigvariant_common.h"

#undef MICROPY_MALLOC_USES_ALLOCATED_SIZE
#undef MICROPY_MEM_STATS
