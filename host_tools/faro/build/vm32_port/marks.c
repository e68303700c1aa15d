// What only a measurement needs, outside the heap: high-water marks, memory like mapped flash.
//
// FARO_MARKS names a file of six 32-bit words (struct marks); it is shared with the simulator, so
// marks outlive a board whose plug is pulled, and whoever writes zeros begins anew.
// FARO_COLLECT_EVERY: a collection after so many bytes, so that short peaks are seen as well.

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "py/gc.h"
#include "py/mpstate.h"
#include "py/obj.h"
#include "py/objarray.h"
#include "py/runtime.h"

struct marks {
    uint32_t total_bytes;        // of the heap
    uint32_t most_used_bytes;    // alive after a collection
    uint32_t least_block_bytes;  // the largest free piece, where it was smallest
    uint32_t used_bytes;         // after the last collection
    uint32_t block_bytes;        // the largest free piece then
    uint32_t collections;
};

static struct marks *marks;

void faro_make_executable(void *start, size_t size) {
    uintptr_t page = sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)start & ~(page - 1);
    uintptr_t end = ((uintptr_t)start + size + page - 1) & ~(page - 1);
    mprotect((void *)first, end - first, PROT_READ | PROT_WRITE | PROT_EXEC);
}

void __real_gc_init(void *start, void *end);
void __wrap_gc_init(void *start, void *end) {
    __real_gc_init(start, end);
    const char *every = getenv("FARO_COLLECT_EVERY");
    if (every) {
        MP_STATE_MEM(gc_alloc_threshold) = atoi(every) / MICROPY_BYTES_PER_GC_BLOCK;
    }
    const char *path = getenv("FARO_MARKS");
    int fd = path ? open(path, O_RDWR) : -1;
    if (fd >= 0) {
        void *map = mmap(NULL, sizeof(*marks), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        marks = map == MAP_FAILED ? NULL : map;
        close(fd);
    }
}

void __real_gc_collect(void);
void __wrap_gc_collect(void) {
    __real_gc_collect();
    if (marks == NULL) {
        return;
    }
    gc_info_t info;
    gc_info(&info);
    marks->total_bytes = info.total;
    marks->used_bytes = info.used;
    marks->block_bytes = info.max_free * MICROPY_BYTES_PER_GC_BLOCK;
    if (info.used > marks->most_used_bytes) {
        marks->most_used_bytes = info.used;
    }
    if (marks->collections == 0 || marks->block_bytes < marks->least_block_bytes) {
        marks->least_block_bytes = marks->block_bytes;
    }
    marks->collections++;
}

// mapped_flash.region(n): n bytes that the heap does not hold, where the chip has flash.
static mp_obj_t region(mp_obj_t size_in) {
    size_t size = mp_obj_get_int(size_in);
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        m_malloc_fail(size);
    }
    return mp_obj_new_bytearray_by_ref(size, map);
}
static MP_DEFINE_CONST_FUN_OBJ_1(region_obj, region);

static const mp_rom_map_elem_t mapped_flash_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_mapped_flash) },
    { MP_ROM_QSTR(MP_QSTR_region), MP_ROM_PTR(&region_obj) },
};
static MP_DEFINE_CONST_DICT(mapped_flash_globals, mapped_flash_table);

const mp_obj_module_t mapped_flash_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&mapped_flash_globals,
};
MP_REGISTER_MODULE(MP_QSTR_mapped_flash, mapped_flash_module);
