#include "log.h"

#include <stdlib.h>

/// Sizes and places of the format.
enum {
    VERSION = 3007000,
    LOG_HEADER = 32,
    FRAME_HEADER = 24,
    FRAME = FRAME_HEADER + CHUNK,
    /// The wal-index comes in blocks: page numbers of frames, then a hash table of them.
    BLOCK = 32768,
    HASH_TABLE = 16384,
    SLOTS = 8192,
    FRAMES_OF_BLOCK = 4096,
    /// The first block begins with two headers and the state of checkpoints.
    INDEX_HEADER = 136,
    BACKFILLED = 96,
    FRAMES_OF_FIRST = FRAMES_OF_BLOCK - INDEX_HEADER / 4,
    /// Frames that are written by one system call.
    BATCH = 16
};

_Static_assert(sizeof(struct log_header) == 48, "the format has 48 bytes");

/// Adds bytes, a multiple of eight, to the checksum of the format.
static void add_to_sum(uint32_t sum[2], const void *bytes, size_t length) {
    uint32_t first = sum[0], second = sum[1];
    for (size_t at = 0; at < length; at += 8) {
        uint32_t pair[2];
        memcpy(pair, (const uint8_t *)bytes + at, 8);
        first += pair[0] + second;
        second += pair[1] + first;
    }
    sum[0] = first;
    sum[1] = second;
}

static bool is_big_endian(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

static volatile uint8_t *block(const struct log_view *view, uint32_t number, bool extends) {
    void volatile *bytes = NULL;
    int code = view->database->pMethods->xShmMap(
        view->database, (int)number, BLOCK, extends, &bytes
    );
    return code == SQLITE_OK ? bytes : NULL;
}

bool view_log(sqlite3 *database, struct log_view *view) {
    memset(view, 0, sizeof *view);
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &view->database);
    if (code != SQLITE_OK || !view->database || !view->database->pMethods) return false;
    code = sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &view->log);
    // Without a log it is the rollback journal, which is only open while pages are written.
    if (code != SQLITE_OK || !view->log || !view->log->pMethods) return false;
    if (view->database->pMethods->iVersion < 2) return false;
    view->index = block(view, 0, false);
    if (!view->index) return false;
    // A writer changes the second copy first; if they are the same, none was just doing that.
    struct log_header second;
    for (int attempt = 0; attempt < 100; attempt++) {
        memcpy(&view->header, (const void *)view->index, sizeof second);
        view->database->pMethods->xShmBarrier(view->database);
        memcpy(&second, (const void *)(view->index + sizeof second), sizeof second);
        if (memcmp(&view->header, &second, sizeof second) != 0) continue;
        uint32_t sum[2] = {0, 0};
        add_to_sum(sum, &second, offsetof(struct log_header, sum));
        return memcmp(sum, second.sum, sizeof sum) == 0 && second.is_ready
            && second.version == VERSION && second.page_size == CHUNK
            && second.is_big_endian == is_big_endian();
    }
    return false;
}

bool is_log_used_up(const struct log_view *view) {
    uint32_t backfilled = *(volatile uint32_t *)(view->index + BACKFILLED);
    return backfilled >= view->header.frames;
}

/// Where the wal-index has a frame.
struct entry {
    volatile uint32_t *pages;
    volatile uint16_t *hash;
    /// The position in `pages`.
    uint32_t index;
    /// How many frames the block can have.
    uint32_t capacity;
};

static bool find_entry(
    const struct log_view *view, uint32_t frame, bool extends, struct entry *entry
) {
    bool is_first = frame <= FRAMES_OF_FIRST;
    uint32_t number = is_first ? 0 : (frame - FRAMES_OF_FIRST - 1) / FRAMES_OF_BLOCK + 1;
    volatile uint8_t *bytes = is_first ? view->index : block(view, number, extends);
    if (!bytes) return false;
    entry->pages = (volatile uint32_t *)(bytes + (is_first ? INDEX_HEADER : 0));
    entry->hash = (volatile uint16_t *)(bytes + HASH_TABLE);
    entry->index = is_first ? frame - 1 : (frame - FRAMES_OF_FIRST - 1) % FRAMES_OF_BLOCK;
    entry->capacity = is_first ? FRAMES_OF_FIRST : FRAMES_OF_BLOCK;
    return true;
}

uint32_t page_in_frame(const struct log_view *view, uint32_t frame) {
    struct entry entry;
    return find_entry(view, frame, false, &entry) ? entry.pages[entry.index] : 0;
}

static sqlite3_int64 place_of_frame(uint32_t frame) {
    return LOG_HEADER + (sqlite3_int64)(frame - 1) * FRAME;
}

int read_page(const struct log_view *view, uint32_t page, uint32_t frame, uint8_t *bytes) {
    sqlite3_file *file = frame ? view->log : view->database;
    sqlite3_int64 start =
        frame ? place_of_frame(frame) + FRAME_HEADER : (sqlite3_int64)(page - 1) * CHUNK;
    int code = file->pMethods->xRead(file, bytes, CHUNK, start);
    // A page at the end that was never used need not be in the file; it reads as zeros.
    return code == SQLITE_IOERR_SHORT_READ && !frame ? SQLITE_OK : code;
}

int read_size(const struct log_view *view, uint32_t frame, uint32_t *pages) {
    uint8_t header[FRAME_HEADER];
    sqlite3_int64 start = place_of_frame(frame);
    int code = view->log->pMethods->xRead(view->log, header, FRAME_HEADER, start);
    *pages = number_at(header + 4);
    return code;
}

/// Enters a new frame in the wal-index, after those that are there.
static bool enter_frame(const struct log_view *view, uint32_t frame, uint32_t page) {
    struct entry entry;
    if (!find_entry(view, frame, true, &entry)) return false;
    if (entry.pages[entry.index] || entry.index == 0) {
        // Left by a writer that did not commit, or by an earlier log.
        for (uint32_t slot = 0; slot < SLOTS; slot++) {
            if (entry.hash[slot] > entry.index) entry.hash[slot] = 0;
        }
        for (uint32_t other = entry.index; other < entry.capacity; other++) entry.pages[other] = 0;
    }
    uint32_t slot = page * 383 & (SLOTS - 1);
    while (entry.hash[slot]) slot = (slot + 1) & (SLOTS - 1);
    entry.pages[entry.index] = page;
    entry.hash[slot] = (uint16_t)(entry.index + 1);
    return true;
}

/// Fills in the frame of a page, and continues the checksum of the log with it.
///
/// `size` is that of the database when the frame ends a commit, else 0.
static void make_frame(
    uint8_t *frame, const struct new_page *page, uint32_t size, struct log_header *header
) {
    put_number(frame, page->number);
    put_number(frame + 4, size);
    memcpy(frame + 8, header->salt, 8);
    add_to_sum(header->frame_sum, frame, 8);
    add_to_sum(header->frame_sum, page->bytes, CHUNK);
    put_number(frame + 16, header->frame_sum[0]);
    put_number(frame + 20, header->frame_sum[1]);
    memcpy(frame + FRAME_HEADER, page->bytes, CHUNK);
}

static int write_frames(
    const struct log_view *view,
    struct log_header *header,
    const struct new_page *pages,
    size_t count,
    uint32_t size
) {
    uint8_t *batch = malloc((size_t)BATCH * FRAME);
    if (!batch) return SQLITE_NOMEM;
    int code = SQLITE_OK;
    for (size_t done = 0; code == SQLITE_OK && done < count;) {
        size_t part = count - done < BATCH ? count - done : BATCH;
        for (size_t index = 0; index < part; index++) {
            bool is_last = done + index + 1 == count;
            make_frame(batch + index * FRAME, &pages[done + index], is_last ? size : 0, header);
        }
        sqlite3_int64 start = place_of_frame(header->frames + 1);
        code = view->log->pMethods->xWrite(view->log, batch, (int)(part * FRAME), start);
        header->frames += (uint32_t)part;
        done += part;
    }
    free(batch);
    return code;
}

int append_pages(
    struct log_view *view, const struct new_page *pages, size_t count, uint32_t size, bool syncs
) {
    struct log_header header = view->header;
    // SQLite itself begins a log.
    if (header.frames == 0) return SQLITE_BUSY;
    if (count > UINT32_MAX - header.frames) return SQLITE_TOOBIG;
    int code = write_frames(view, &header, pages, count, size);
    if (code == SQLITE_OK && syncs) {
        code = view->log->pMethods->xSync(view->log, SQLITE_SYNC_NORMAL);
    }
    if (code != SQLITE_OK) return code;
    for (size_t index = 0; index < count; index++) {
        uint32_t frame = view->header.frames + 1 + (uint32_t)index;
        if (!enter_frame(view, frame, pages[index].number)) return SQLITE_IOERR_SHMMAP;
    }
    header.pages = size;
    header.change++;
    header.sum[0] = header.sum[1] = 0;
    uint32_t sum[2] = {0, 0};
    add_to_sum(sum, &header, offsetof(struct log_header, sum));
    memcpy(header.sum, sum, sizeof sum);
    // Readers trust the header when both copies are the same; all frames must be there before.
    view->database->pMethods->xShmBarrier(view->database);
    memcpy((void *)(view->index + sizeof header), &header, sizeof header);
    view->database->pMethods->xShmBarrier(view->database);
    memcpy((void *)view->index, &header, sizeof header);
    view->header = header;
    return SQLITE_OK;
}
