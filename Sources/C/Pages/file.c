#include <stdlib.h>

#include "log.h"

struct mockpostly_file {
    sqlite3 *database;
    /// Frames in the log after which a commit checkpoints it; 0 for never.
    int limit;
    /// The content at some time, or NULL. When `is_current` is false it may be any content.
    mockpostly_image *image;
    bool is_current;
    mockpostly_file_state image_state;
    /// A bit for each page that may differ from `image`.
    uint64_t *changed;
    size_t words;
    /// The smallest size of the database since `image`, in pages: those after it may have been cut
    /// off, and a page that came again need not have been written.
    size_t lasting;
    /// How far the log was looked through, and whether another log was before it.
    mockpostly_file_state state;
    bool is_other_log;
    /// The commits of other connections, and the frames, at the last update.
    int64_t data_version;
    uint32_t updated_frames;
    /// The log in the present transaction; set by mockpostly_file_update.
    struct log_view view;
};

mockpostly_file *mockpostly_file_new(struct sqlite3 *database) {
    mockpostly_file *file = calloc(1, sizeof *file);
    if (file) file->database = database;
    return file;
}

void mockpostly_file_free(mockpostly_file *file) {
    if (file->limit > 0) sqlite3_wal_hook(file->database, NULL, NULL);
    mockpostly_image_release(file->image);
    free(file->changed);
    free(file);
}

// Changed pages

static bool is_changed(const mockpostly_file *file, size_t index) {
    size_t word = index / 64;
    return word < file->words && file->changed[word] >> index % 64 & 1;
}

static void set_changed(mockpostly_file *file, size_t index) {
    size_t word = index / 64;
    if (word >= file->words) {
        size_t words = word + word / 2 + 16;
        uint64_t *changed = realloc(file->changed, words * sizeof *changed);
        if (!changed) {
            file->is_current = false;
            return;
        }
        memset(changed + file->words, 0, (words - file->words) * sizeof *changed);
        file->changed = changed;
        file->words = words;
    }
    file->changed[word] |= (uint64_t)1 << index % 64;
}

static void note_size(mockpostly_file *file, uint32_t pages) {
    if (pages < file->lasting) file->lasting = pages;
}

/// Notes the pages in frames that came since the last call, and the size after the last of them.
static void note(mockpostly_file *file, const struct log_view *view) {
    const struct log_header *header = &view->header;
    if (memcmp(file->state.salt, header->salt, sizeof header->salt) != 0) {
        file->is_other_log = true;
        memcpy(file->state.salt, header->salt, sizeof header->salt);
        file->state.frames = 0;
    }
    note_size(file, header->pages);
    if (file->state.frames > header->frames) file->is_current = false;
    for (uint32_t frame = file->state.frames + 1; file->is_current && frame <= header->frames;) {
        uint32_t page = page_in_frame(view, frame++);
        if (page) {
            set_changed(file, page - 1);
        } else {
            file->is_current = false;
        }
    }
    file->state.frames = header->frames;
}

static int after_commit(void *context, sqlite3 *database, const char *name, int frames) {
    mockpostly_file *file = context;
    // Without an image there is nothing to compare; a commit then costs 1 % less.
    if (file->is_current) {
        struct log_view view;
        file->is_current = view_log(database, &view);
        if (file->is_current) note(file, &view);
    }
    // A failed checkpoint is tried again after the next commit, as in SQLite itself.
    if (frames >= file->limit) sqlite3_wal_checkpoint(database, name);
    return SQLITE_OK;
}

void mockpostly_file_watch(mockpostly_file *file, int limit) {
    file->limit = limit > 0 ? limit : 1;
    sqlite3_wal_hook(file->database, after_commit, file);
}

void mockpostly_file_checkpoint(mockpostly_file *file) {
    struct log_view view;
    if (!view_log(file->database, &view)) return;
    int limit = file->limit > 0 ? file->limit : 1000;
    if (view.header.frames < (uint32_t)limit) return;
    sqlite3_wal_checkpoint(file->database, "main");
}

/// Notes the sizes after commits of other connections, which came since the last update.
static void note_sizes(mockpostly_file *file) {
    for (uint32_t frame = file->updated_frames + 1; frame <= file->view.header.frames; frame++) {
        uint32_t pages;
        if (read_size(&file->view, frame, &pages) != SQLITE_OK) file->is_current = false;
        if (!file->is_current) return;
        if (pages) note_size(file, pages);
    }
}

bool mockpostly_file_update(mockpostly_file *file, int64_t data_version) {
    if (!view_log(file->database, &file->view)) {
        file->is_current = false;
        return false;
    }
    note(file, &file->view);
    // Every commit of this connection was noted, and all in the present log. Those of others may
    // have been in a log that is no more.
    if (data_version != file->data_version) {
        if (file->is_other_log) file->is_current = false;
        if (file->is_current) note_sizes(file);
    }
    file->is_other_log = false;
    file->data_version = data_version;
    file->updated_frames = file->state.frames;
    return true;
}

bool mockpostly_file_needs_log(mockpostly_file *file) {
    struct log_view view;
    return view_log(file->database, &view) && is_log_used_up(&view);
}

// The image

/// Makes `image` the content in the state up to which the log was looked through.
static void keep(mockpostly_file *file, mockpostly_image *image) {
    mockpostly_image_retain(image);
    mockpostly_image_release(file->image);
    file->image = image;
    file->is_current = true;
    file->image_state = file->state;
    file->lasting = image->count;
    if (file->words) memset(file->changed, 0, file->words * sizeof *file->changed);
}

mockpostly_image *mockpostly_file_image(
    const mockpostly_file *file, mockpostly_file_state *state
) {
    if (!file->is_current) return NULL;
    *state = file->image_state;
    mockpostly_image_retain(file->image);
    return file->image;
}

void mockpostly_file_adopt(
    mockpostly_file *file, mockpostly_image *image, mockpostly_file_state state
) {
    file->state = state;
    keep(file, image);
    // The header has numbers of its own in each file.
    set_changed(file, 0);
    file->is_other_log = false;
    // No version is negative: the image is given up unless the log is still the same.
    file->data_version = -1;
    file->updated_frames = state.frames;
}

/// The last frame of each page in the log, by the page's index; NULL without memory.
static uint32_t *last_frames(const struct log_view *view) {
    uint32_t count = view->header.pages;
    uint32_t *frames = calloc((size_t)count + 1, sizeof *frames);
    if (!frames) return NULL;
    for (uint32_t frame = 1; frame <= view->header.frames; frame++) {
        uint32_t page = page_in_frame(view, frame);
        if (page >= 1 && page <= count) frames[page - 1] = frame;
    }
    return frames;
}

/// Whether a page of the file is known to be that of its image.
static bool is_known(const mockpostly_file *file, size_t index) {
    return file->is_current && index < file->lasting && !is_changed(file, index);
}

size_t mockpostly_file_unread(const mockpostly_file *file) {
    size_t pages = 0;
    for (size_t index = 0; index < file->view.header.pages; index++) {
        if (!is_known(file, index)) pages++;
    }
    return pages * CHUNK;
}

/// The page at `index` as a chunk: that of the image if it has the same bytes, or a new one.
static place read_chunk(mockpostly_file *file, size_t index, uint32_t frame, int *code) {
    struct chunk *chunk = new_chunk();
    *code = chunk ? read_page(&file->view, (uint32_t)index + 1, frame, chunk->bytes) : SQLITE_NOMEM;
    if (*code != SQLITE_OK) {
        free(chunk);
        return 0;
    }
    if (index == 0) {
        // Memory has no write-ahead log; see mockpostly_image_copy.
        chunk->bytes[WRITE_VERSION] = 1;
        chunk->bytes[READ_VERSION] = 1;
    }
    if (file->image && index < file->image->count) {
        place old = file->image->chunks[index];
        if (memcmp(bytes_at(old), chunk->bytes, CHUNK) == 0) {
            free(chunk);
            retain_chunk(old);
            return old;
        }
    }
    return (place)chunk;
}

/// Whether the log is still the one that was looked at: else another process has begun it again,
/// which it may do while this one reads the database file alone.
static bool is_same_log(const mockpostly_file *file) {
    struct log_view now;
    return view_log(file->database, &now)
        && memcmp(now.header.salt, file->view.header.salt, sizeof now.header.salt) == 0;
}

mockpostly_image *mockpostly_file_read(mockpostly_file *file, int *code) {
    size_t count = file->view.header.pages;
    *code = SQLITE_NOMEM;
    if (file->is_current && file->image->count == count && mockpostly_file_unread(file) == 0) {
        *code = SQLITE_OK;
        mockpostly_image_retain(file->image);
        return file->image;
    }
    uint32_t *frames = last_frames(&file->view);
    mockpostly_image *image = frames ? new_image(count * CHUNK) : NULL;
    if (image) *code = SQLITE_OK;
    for (size_t index = 0; *code == SQLITE_OK && index < count; index++) {
        if (is_known(file, index)) {
            image->chunks[index] = file->image->chunks[index];
            retain_chunk(image->chunks[index]);
        } else {
            image->chunks[index] = read_chunk(file, index, frames[index], code);
        }
    }
    free(frames);
    if (*code == SQLITE_OK && !is_same_log(file)) *code = SQLITE_BUSY;
    if (*code != SQLITE_OK) {
        mockpostly_image_release(image);
        return NULL;
    }
    keep(file, image);
    return image;
}

// Replacing

/// Whether a page of `image` has to be written; `present` is the page in the file, if it was read.
static bool differs(
    const mockpostly_file *file,
    const mockpostly_image *image,
    size_t index,
    const uint8_t *present
) {
    // The header has counters, which a replacement moves on.
    if (index == 0) return true;
    const uint8_t *wanted = bytes_at(image->chunks[index]);
    if (present) return memcmp(present, wanted, CHUNK) != 0;
    if (!is_known(file, index)) return true;
    place old = file->image->chunks[index];
    return old != image->chunks[index] && memcmp(bytes_at(old), wanted, CHUNK) != 0;
}

size_t mockpostly_file_unwritten(const mockpostly_file *file, const mockpostly_image *image) {
    if (!file->is_current) return SIZE_MAX;
    size_t pages = 0;
    for (size_t index = 0; index < image->count; index++) {
        if (differs(file, image, index, NULL)) pages++;
    }
    return pages * CHUNK;
}

/// Whether the pages of `image` fit into the file, whose header is `present`.
static bool fits(const mockpostly_image *image, const uint8_t *present) {
    // SQLite leaves out a page at 1 GiB for its locks.
    if (image->size < CHUNK || image->size % CHUNK || image->size >= (1u << 30)) return false;
    const uint8_t *header = bytes_at(image->chunks[0]);
    if (memcmp(header, present, PAGE_SIZE) != 0) return false;
    // What a connection learns of a file only when it opens it.
    return memcmp(header + PAGE_SIZE, present + PAGE_SIZE, 2) == 0
        && number_at(header + TEXT_ENCODING) == number_at(present + TEXT_ENCODING)
        && header[RESERVED_BYTES] == present[RESERVED_BYTES]
        && !number_at(header + LARGEST_ROOT) == !number_at(present + LARGEST_ROOT)
        && !number_at(header + INCREMENTAL_VACUUM) == !number_at(present + INCREMENTAL_VACUUM);
}

/// Makes in `header` the first page of the file from that of `image`; `header` is the present one.
///
/// Changed counters tell all connections that their caches are out of date.
static void make_header(uint8_t *header, const mockpostly_image *image) {
    uint32_t change_counter = number_at(header + CHANGE_COUNTER) + 1;
    uint32_t schema_cookie = number_at(header + SCHEMA_COOKIE) + 1;
    memcpy(header, bytes_at(image->chunks[0]), CHUNK);
    header[WRITE_VERSION] = header[READ_VERSION] = 2;
    put_number(header + PAGE_COUNT, (uint32_t)image->count);
    put_number(header + CHANGE_COUNTER, change_counter);
    put_number(header + VERSION_VALID_FOR, change_counter);
    put_number(header + SCHEMA_COOKIE, schema_cookie);
}

/// Collects the pages to write; `header` is the new first page.
static int collect(
    const mockpostly_file *file,
    const mockpostly_image *image,
    const uint32_t *frames,
    const uint8_t *header,
    struct new_page *pages,
    size_t *count
) {
    uint8_t present[CHUNK];
    for (size_t index = 0; index < image->count; index++) {
        const uint8_t *read = NULL;
        if (!file->is_current && index > 0 && index < file->view.header.pages) {
            int code = read_page(&file->view, (uint32_t)index + 1, frames[index], present);
            if (code != SQLITE_OK) return code;
            read = present;
        }
        if (!differs(file, image, index, read)) continue;
        const uint8_t *bytes = index == 0 ? header : bytes_at(image->chunks[index]);
        pages[(*count)++] = (struct new_page){.number = (uint32_t)index + 1, .bytes = bytes};
    }
    return SQLITE_OK;
}

int mockpostly_file_replace(mockpostly_file *file, mockpostly_image *image, bool syncs) {
    uint8_t header[CHUNK];
    uint32_t *frames = last_frames(&file->view);
    struct new_page *pages = malloc((image->count + 1) * sizeof *pages);
    int code = frames && pages ? SQLITE_OK : SQLITE_NOMEM;
    if (code == SQLITE_OK) code = read_page(&file->view, 1, frames[0], header);
    if (code == SQLITE_OK && !fits(image, header)) code = SQLITE_MISMATCH;
    size_t count = 0;
    if (code == SQLITE_OK) {
        make_header(header, image);
        code = collect(file, image, frames, header, pages, &count);
    }
    if (code == SQLITE_OK) {
        code = append_pages(&file->view, pages, count, (uint32_t)image->count, syncs);
    }
    free(pages);
    free(frames);
    if (code != SQLITE_OK) return code;
    mockpostly_file_state state = {.frames = file->view.header.frames};
    memcpy(state.salt, file->view.header.salt, sizeof state.salt);
    mockpostly_file_adopt(file, image, state);
    return SQLITE_OK;
}
