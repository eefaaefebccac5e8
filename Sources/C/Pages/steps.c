#include "steps.h"

#include <stdlib.h>

/// A record begins and ends where such a piece of a chunk does.
#define PIECE 64
/// How many bytes are compared at a time as long as they are the same.
#define BLOCK 512

/// Fewer bytes of records are not looked through for bytes that were written twice.
#define LEAST_TO_TIDY (256 * 1024)

const uint8_t zeros[CHUNK];

// Records

static bool reserve(struct records *records, size_t more) {
    if (records->capacity - records->count >= more) return true;
    size_t capacity = records->capacity + records->capacity / 2 + more + 1024;
    uint8_t *bytes = realloc(records->bytes, capacity);
    if (!bytes) return false;
    records->bytes = bytes;
    records->capacity = capacity;
    return true;
}

static bool add_record(
    struct records *records, size_t index, size_t start, size_t length, const uint8_t *present
) {
    struct record_end end = {
        .index = (uint32_t)index, .start = (uint16_t)start, .length = (uint16_t)length
    };
    if (!reserve(records, length + sizeof end)) return false;
    memcpy(records->bytes + records->count, present + start, length);
    memcpy(records->bytes + records->count + length, &end, sizeof end);
    records->count += length + sizeof end;
    return true;
}

bool add_records(struct records *records, const struct records *newer) {
    if (newer->count == 0) return true;
    if (!reserve(records, newer->count)) return false;
    memcpy(records->bytes + records->count, newer->bytes, newer->count);
    records->count += newer->count;
    return true;
}

bool take_record(struct records *records, struct record_end *end, const uint8_t **bytes) {
    if (records->count == 0) return false;
    memcpy(end, records->bytes + records->count - sizeof *end, sizeof *end);
    records->count -= sizeof *end + end->length;
    *bytes = records->bytes + records->count;
    return true;
}

/// Whether two pieces differ.
static inline bool differ(const uint8_t *one, const uint8_t *other) {
    typedef uint64_t words __attribute__((vector_size(PIECE)));
    words first, second;
    memcpy(&first, one, PIECE);
    memcpy(&second, other, PIECE);
    return __builtin_reduce_or(first ^ second) != 0;
}

/// The first of the pieces from `at` on that differs in two texts, or that is the same; `end` when there
/// is none.
static inline size_t next_piece(
    const uint8_t *one, const uint8_t *other, size_t at, size_t end, bool differs
) {
    // Most of a page stays the same. For less than a block a call would take longer.
    while (differs && end - at >= BLOCK && memcmp(one + at, other + at, BLOCK) == 0) at += BLOCK;
    while (end - at >= PIECE && differ(one + at, other + at) != differs) at += PIECE;
    if (end - at >= PIECE || at == end) return at;
    return (memcmp(one + at, other + at, end - at) != 0) == differs ? at : end;
}

bool add_difference(
    struct records *records, size_t index, size_t start, size_t length, const uint8_t *present,
    const uint8_t *written
) {
    const uint8_t *old = present + start;
    for (size_t at = 0; at < length;) {
        size_t first = next_piece(old, written, at, length, true);
        at = next_piece(old, written, first, length, false);
        size_t count = at - first;
        if (count && !add_record(records, index, start + first, count, present)) return false;
    }
    return true;
}

// The step that is being made

void log_begin(struct step_log *log, size_t size) {
    log->is_kept = true;
    log->is_lost = false;
    log->step.size = size;
    log->step.tidy_at = LEAST_TO_TIDY;
    log->step.replaced = 0;
}

void log_keep(
    struct step_log *log, size_t index, size_t start, size_t length, const uint8_t *present,
    const uint8_t *written
) {
    mockpostly_step *step = &log->step;
    // What comes after the old end goes when the size is set back.
    if (!log->is_kept || log->is_lost || step->whole || index >= chunks_for(step->size)) return;
    bool fits = written ? add_difference(&step->records, index, start, length, present, written)
                        : add_record(&step->records, index, start, length, present);
    if (!fits) log->is_lost = true;
}

void log_replace(struct step_log *log, mockpostly_image *present, const mockpostly_image *image) {
    mockpostly_step *step = &log->step;
    if (!log->is_kept || step->whole) return mockpostly_image_release(present);
    if (!present) {
        log->is_lost = true;
        return;
    }
    step->whole = present;
    for (size_t index = 0; index < present->count; index++) {
        bool is_shared = index < image->count && image->chunks[index] == present->chunks[index];
        if (!is_shared) step->replaced++;
    }
}

/// A step of its own with copies of the records; NULL when memory is short.
static mockpostly_step *copy(const mockpostly_step *made) {
    mockpostly_step *step = malloc(sizeof *step);
    if (!step) return NULL;
    *step = *made;
    step->records = (struct records){0};
    if (made->records.count == 0) return step;
    step->records.bytes = malloc(made->records.count);
    if (!step->records.bytes) {
        free(step);
        return NULL;
    }
    memcpy(step->records.bytes, made->records.bytes, made->records.count);
    step->records.count = step->records.capacity = made->records.count;
    return step;
}

mockpostly_step *log_end(struct step_log *log) {
    mockpostly_step *made = &log->step;
    mockpostly_step *step = log->is_kept && !log->is_lost ? copy(made) : NULL;
    if (!step) mockpostly_image_release(made->whole);
    made->whole = NULL;
    made->records.count = 0;
    // One large step does not hold its memory for the small ones.
    if (made->records.capacity > LEAST_TO_TIDY) {
        free(made->records.bytes);
        made->records = (struct records){0};
    }
    log->is_kept = false;
    return step;
}

void log_free(struct step_log *log) {
    mockpostly_image_release(log->step.whole);
    free(log->step.records.bytes);
    *log = (struct step_log){0};
}

// Steps

void mockpostly_step_free(mockpostly_step *step) {
    if (!step) return;
    mockpostly_image_release(step->whole);
    free(step->records.bytes);
    free(step);
}

size_t mockpostly_step_bytes(const mockpostly_step *step) {
    size_t table = step->whole ? step->whole->count * sizeof(place) : 0;
    return sizeof *step + step->records.count + step->replaced * sizeof(struct chunk) + table;
}

bool mockpostly_step_is_whole(const mockpostly_step *step) { return step->whole; }

void step_tidied(mockpostly_step *step) {
    size_t twice = 2 * step->records.count;
    step->tidy_at = twice > LEAST_TO_TIDY ? twice : LEAST_TO_TIDY;
}
