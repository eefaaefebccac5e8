#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "content.h"

/// The start of a file's name; the address of its pages follows.
#define PREFIX "/mockpostly-pages/"

/// SQLite's handle of an open file.
struct open_file {
    sqlite3_file base;
    mockpostly_pages *pages;
};

static sqlite3_vfs *standard;

// Files

mockpostly_pages *mockpostly_pages_new(mockpostly_image *image) {
    mockpostly_pages *pages = calloc(1, sizeof *pages);
    if (!pages) return NULL;
    pages->references = 1;
    if (image) {
        mockpostly_image_retain(image);
        pages->image = image;
        pages->size = image->size;
    }
    return pages;
}

/// Releases all content of the file.
static void empty(mockpostly_pages *pages) {
    mockpostly_image_release(pages->image);
    pages->image = NULL;
    for (size_t index = 0; pages->chunks && index < chunks_for(pages->size); index++) {
        release_chunk(pages->chunks[index]);
    }
    free(pages->chunks);
    pages->chunks = NULL;
    pages->capacity = 0;
    pages->size = 0;
    pages->is_marked = false;
}

void mockpostly_pages_release(mockpostly_pages *pages) {
    if (--pages->references > 0) return;
    log_free(&pages->log);
    empty(pages);
    free(pages);
}

void mockpostly_pages_name(const mockpostly_pages *pages, char name[64]) {
    snprintf(name, 64, PREFIX "%llx", (unsigned long long)(uintptr_t)pages);
}

const uint8_t *chunk_bytes(const mockpostly_pages *pages, size_t index) {
    return bytes_at(pages->image ? pages->image->chunks[index] : pages->chunks[index]);
}

bool reserve_chunks(mockpostly_pages *pages, size_t count) {
    if (count <= pages->capacity) return true;
    size_t capacity = pages->capacity + pages->capacity / 2;
    if (capacity < count) capacity = count + 16;
    place *chunks = realloc(pages->chunks, capacity * sizeof *chunks);
    if (!chunks) return false;
    pages->chunks = chunks;
    pages->capacity = capacity;
    return true;
}

bool own_table(mockpostly_pages *pages) {
    if (!pages->image) return true;
    mockpostly_image *image = pages->image;
    if (!reserve_chunks(pages, image->count)) return false;
    for (size_t index = 0; index < image->count; index++) {
        retain_chunk(image->chunks[index]);
        pages->chunks[index] = image->chunks[index];
    }
    pages->image = NULL;
    mockpostly_image_release(image);
    return true;
}

uint8_t *writable_chunk(mockpostly_pages *pages, size_t index, bool keeps) {
    place present = pages->chunks[index];
    if (present && !is_borrowed(present)) {
        struct chunk *chunk = (struct chunk *)present;
        if (atomic_load_explicit(&chunk->references, memory_order_acquire) == 1) return chunk->bytes;
    }
    struct chunk *chunk = new_chunk();
    if (!chunk) return NULL;
    if (keeps && present) {
        memcpy(chunk->bytes, bytes_at(present), CHUNK);
    } else if (keeps) {
        memset(chunk->bytes, 0, CHUNK);
    }
    release_chunk(present);
    pages->chunks[index] = (place)chunk;
    return chunk->bytes;
}

/// Keeps what `length` bytes of a chunk are before `written` replaces them, or before they are cut off.
static void keep(
    mockpostly_pages *pages, size_t index, size_t start, size_t length, const uint8_t *written
) {
    if (!pages->log.is_kept) return;
    log_keep(&pages->log, index, start, length, chunk_bytes(pages, index), written);
}

bool extend_file(mockpostly_pages *pages, size_t size) {
    if (size <= pages->size) return true;
    size_t before = chunks_for(pages->size), after = chunks_for(size);
    if (!reserve_chunks(pages, after)) return false;
    if (pages->size % CHUNK) {
        // Bytes after the end of the shorter file must read as zeros now.
        size_t within = pages->size % CHUNK;
        keep(pages, before - 1, within, CHUNK - within, zeros);
        uint8_t *last = writable_chunk(pages, before - 1, true);
        if (!last) return false;
        memset(last + within, 0, CHUNK - within);
    }
    for (size_t index = before; index < after; index++) pages->chunks[index] = 0;
    for (size_t index = before; index < after; index++) {
        // All chunks must exist, even if they are only zeros.
        if (!writable_chunk(pages, index, true)) {
            pages->size = index * CHUNK > pages->size ? index * CHUNK : pages->size;
            return false;
        }
    }
    pages->size = size;
    return true;
}

mockpostly_image *mockpostly_pages_freeze(mockpostly_pages *pages) {
    if (!pages->image) {
        mockpostly_image *image = new_image(pages->size);
        if (!image) return NULL;
        // The image takes over the references; from now on the file finds its chunks through the
        // image.
        if (image->count) memcpy(image->chunks, pages->chunks, image->count * sizeof(place));
        free(pages->chunks);
        pages->chunks = NULL;
        pages->capacity = 0;
        pages->image = image;
    }
    mockpostly_image_retain(pages->image);
    return pages->image;
}

void outdate(mockpostly_pages *pages) {
    if (!pages->is_marked && pages->size >= HEADER) {
        pages->change_counter = number_at(chunk_bytes(pages, 0) + CHANGE_COUNTER);
        pages->schema_cookie = number_at(chunk_bytes(pages, 0) + SCHEMA_COOKIE);
    }
    pages->change_counter++;
    pages->schema_cookie++;
}

void put_image(mockpostly_pages *pages, mockpostly_image *image) {
    mockpostly_image_retain(image);
    empty(pages);
    pages->image = image;
    pages->size = image->size;
}

void mockpostly_pages_replace(mockpostly_pages *pages, mockpostly_image *image) {
    if (pages->log.is_kept) log_replace(&pages->log, mockpostly_pages_freeze(pages), image);
    outdate(pages);
    put_image(pages, image);
    pages->is_marked = true;
}

size_t mockpostly_pages_private(const mockpostly_pages *pages) {
    if (pages->image) return 0;
    size_t bytes = 0;
    for (size_t index = 0; index < chunks_for(pages->size); index++) {
        place chunk = pages->chunks[index];
        if (is_borrowed(chunk)) continue;
        unsigned references =
            atomic_load_explicit(&((struct chunk *)chunk)->references, memory_order_relaxed);
        if (references == 1) bytes += CHUNK;
    }
    return bytes;
}

// Functions that SQLite calls

/// Puts a number of the header into `bytes`, which were read from offset `start`, where they
/// overlap.
static void mark(uint8_t *bytes, size_t start, size_t length, size_t at, uint32_t number) {
    uint8_t digits[4];
    put_number(digits, number);
    for (size_t place = 0; place < 4; place++) {
        if (at + place >= start && at + place < start + length) {
            bytes[at + place - start] = digits[place];
        }
    }
}

static int file_read(sqlite3_file *file, void *target, int length, sqlite3_int64 offset) {
    mockpostly_pages *pages = ((struct open_file *)file)->pages;
    uint8_t *bytes = target;
    size_t start = (size_t)offset, wanted = (size_t)length;
    size_t there = start < pages->size ? pages->size - start : 0;
    size_t count = wanted < there ? wanted : there;
    for (size_t done = 0; done < count;) {
        size_t within = (start + done) % CHUNK;
        size_t part = CHUNK - within < count - done ? CHUNK - within : count - done;
        memcpy(bytes + done, chunk_bytes(pages, (start + done) / CHUNK) + within, part);
        done += part;
    }
    if (pages->is_marked && start < HEADER) {
        mark(bytes, start, count, CHANGE_COUNTER, pages->change_counter);
        mark(bytes, start, count, VERSION_VALID_FOR, pages->change_counter);
        mark(bytes, start, count, SCHEMA_COOKIE, pages->schema_cookie);
    }
    if (count == wanted) return SQLITE_OK;
    memset(bytes + count, 0, wanted - count);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *file, const void *source, int length, sqlite3_int64 offset) {
    mockpostly_pages *pages = ((struct open_file *)file)->pages;
    const uint8_t *bytes = source;
    size_t start = (size_t)offset, count = (size_t)length;
    // Not between what is kept and its writing: until then it is what the content is.
    tidy_if_large(pages, &pages->log.step);
    if (!own_table(pages) || !extend_file(pages, start + count)) return SQLITE_FULL;
    for (size_t done = 0; done < count;) {
        size_t within = (start + done) % CHUNK;
        size_t part = CHUNK - within < count - done ? CHUNK - within : count - done;
        size_t index = (start + done) / CHUNK;
        keep(pages, index, within, part, bytes + done);
        uint8_t *chunk = writable_chunk(pages, index, part < CHUNK);
        if (!chunk) return SQLITE_FULL;
        memcpy(chunk + within, bytes + done, part);
        done += part;
    }
    if (start == 0 && count >= HEADER) pages->is_marked = false;
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    mockpostly_pages *pages = ((struct open_file *)file)->pages;
    if (!own_table(pages)) return SQLITE_NOMEM;
    size_t wanted = (size_t)size;
    if (wanted >= pages->size) return extend_file(pages, wanted) ? SQLITE_OK : SQLITE_FULL;
    tidy_if_large(pages, &pages->log.step);
    size_t within = wanted % CHUNK, left = pages->size - wanted;
    if (within) {
        size_t rest = CHUNK - within < left ? CHUNK - within : left;
        keep(pages, wanted / CHUNK, within, rest, NULL);
    }
    for (size_t index = chunks_for(wanted); index < chunks_for(pages->size); index++) {
        keep(pages, index, 0, CHUNK, NULL);
        release_chunk(pages->chunks[index]);
    }
    pages->size = wanted;
    return SQLITE_OK;
}

static int file_close(sqlite3_file *file) {
    mockpostly_pages_release(((struct open_file *)file)->pages);
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    *size = (sqlite3_int64)((struct open_file *)file)->pages->size;
    return SQLITE_OK;
}

// A file has one connection, so there is nothing to lock, and no disk to wait for.
static int file_sync(sqlite3_file *file, int flags) { return SQLITE_OK; }
static int file_lock(sqlite3_file *file, int level) { return SQLITE_OK; }
static int file_check_lock(sqlite3_file *file, int *result) {
    *result = 0;
    return SQLITE_OK;
}
static int file_control(sqlite3_file *file, int operation, void *argument) { return SQLITE_NOTFOUND; }
static int file_sector_size(sqlite3_file *file) { return CHUNK; }
static int file_characteristics(sqlite3_file *file) {
    return SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL | SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

static bool is_ours(const char *name) {
    return name && strncmp(name, PREFIX, sizeof PREFIX - 1) == 0;
}

static int vfs_open(
    sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *given
) {
    // All other names, such as those of temporary files, go to the standard file system.
    if (!is_ours(name)) return standard->xOpen(standard, name, file, flags, given);
    file->pMethods = NULL;
    if (!(flags & SQLITE_OPEN_MAIN_DB)) return SQLITE_CANTOPEN;
    unsigned long long address = strtoull(name + sizeof PREFIX - 1, NULL, 16);
    mockpostly_pages *pages = (mockpostly_pages *)(uintptr_t)address;
    pages->references++;
    ((struct open_file *)file)->pages = pages;
    file->pMethods = &methods;
    if (given) *given = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
    return is_ours(name) ? SQLITE_OK : standard->xDelete(standard, name, syncs);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    if (!is_ours(name)) return standard->xAccess(standard, name, flags, result);
    // No journal of such a file ever exists.
    *result = 0;
    return SQLITE_OK;
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int size, char *full) {
    if (!is_ours(name)) return standard->xFullPathname(standard, name, size, full);
    snprintf(full, (size_t)size, "%s", name);
    return SQLITE_OK;
}

static int vfs_randomness(sqlite3_vfs *vfs, int size, char *bytes) {
    return standard->xRandomness(standard, size, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    return standard->xSleep(standard, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *day) { return standard->xCurrentTime(standard, day); }

static int vfs_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    return standard->xCurrentTimeInt64(standard, time);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *words) {
    return standard->xGetLastError ? standard->xGetLastError(standard, size, words) : 0;
}

static sqlite3_vfs page_system = {
    .iVersion = 2,
    .szOsFile = sizeof(struct open_file),
    .zName = "mockpostly-pages",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_name,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
    .xCurrentTimeInt64 = vfs_time_64,
};

const char *mockpostly_pages_vfs(void) { return page_system.zName; }

int mockpostly_pages_register(void) {
    standard = sqlite3_vfs_find(NULL);
    if (!standard) return SQLITE_ERROR;
    if (standard->szOsFile > page_system.szOsFile) page_system.szOsFile = standard->szOsFile;
    page_system.mxPathname = standard->mxPathname;
    return sqlite3_vfs_register(&page_system, 0);
}
