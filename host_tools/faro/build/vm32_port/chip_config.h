// Read instead of mpconfigport.h: the port's own settings, and what must differ from them.
#include "mpconfigport.h"

// 4 kB on the C stack for each nested import, and imports nest 20 deep.
#undef MICROPY_ALLOC_PATH_MAX
#define MICROPY_ALLOC_PATH_MAX (256)

void faro_make_executable(void *start, size_t size);
#undef MP_PLAT_ALLOC_EXEC
#undef MP_PLAT_FREE_EXEC
#define MP_PLAT_ALLOC_EXEC(min_size, ptr, size) \
    do { \
        *ptr = m_new(byte, min_size); \
        *size = min_size; \
        faro_make_executable(*ptr, min_size); \
    } while (0)
#define MP_PLAT_FREE_EXEC(ptr, size) m_del(byte, ptr, size)
