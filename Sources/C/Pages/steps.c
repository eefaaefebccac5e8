#include "steps.h"

#include <stdlib.h>

static bool is_seen(const struct step_log *log, size_t index) {
    return index / 8 < log->seen_bytes && log->seen[index / 8] >> index % 8 & 1;
}

/// Sets the bit of a chunk; false when memory is short.
static bool see(struct step_log *log, size_t index) {
    if (index / 8 >= log->seen_bytes) {
        size_t bytes = index / 8 + index / 16 + 64;
        uint8_t *seen = realloc(log->seen, bytes);
        if (!seen) return false;
        memset(seen + log->seen_bytes, 0, bytes - log->seen_bytes);
        log->seen = seen;
        log->seen_bytes = bytes;
    }
    log->seen[index / 8] |= (uint8_t)(1 << index % 8);
    return true;
}

/// Adds a chunk, whose reference the step takes over; false when memory is short.
static bool add(mockpostly_step *step, size_t index, place chunk) {
    if (step->count == step->capacity) {
        size_t capacity = step->capacity * 2 + 16;
        struct kept_chunk *kept = realloc(step->kept, capacity * sizeof *kept);
        if (!kept) return false;
        step->kept = kept;
        step->capacity = capacity;
    }
    step->kept[step->count++] = (struct kept_chunk){.index = index, .chunk = chunk};
    return true;
}

bool log_begin(struct step_log *log, size_t size) {
    log->is_lost = false;
    log->step = calloc(1, sizeof *log->step);
    if (!log->step) return false;
    log->step->size = size;
    return true;
}

void log_keep(struct step_log *log, size_t index, place chunk) {
    mockpostly_step *step = log->step;
    // What comes after the old end goes when the size is set back.
    if (!step || log->is_lost || step->whole || index >= chunks_for(step->size)) return;
    if (is_seen(log, index)) return;
    if (!see(log, index) || !add(step, index, chunk)) {
        log->is_lost = true;
        return;
    }
    retain_chunk(chunk);
}

void log_replace(struct step_log *log, mockpostly_image *present, const mockpostly_image *image) {
    mockpostly_step *step = log->step;
    if (!step || step->whole) return mockpostly_image_release(present);
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

mockpostly_step *log_end(struct step_log *log) {
    mockpostly_step *step = log->step;
    log->step = NULL;
    if (!step) return NULL;
    for (size_t place = 0; place < step->count; place++) {
        log->seen[step->kept[place].index / 8] = 0;
    }
    if (!log->is_lost) return step;
    // A chunk that could not be added may have its bit.
    if (log->seen) memset(log->seen, 0, log->seen_bytes);
    mockpostly_step_free(step);
    return NULL;
}

void log_free(struct step_log *log) {
    mockpostly_step_free(log->step);
    free(log->seen);
    *log = (struct step_log){0};
}

// Steps

void mockpostly_step_free(mockpostly_step *step) {
    if (!step) return;
    for (size_t place = 0; place < step->count; place++) release_chunk(step->kept[place].chunk);
    mockpostly_image_release(step->whole);
    free(step->kept);
    free(step);
}

size_t mockpostly_step_bytes(const mockpostly_step *step) {
    size_t chunks = step->count + step->replaced;
    size_t table = step->whole ? step->whole->count * sizeof(place) : 0;
    return sizeof *step + chunks * (sizeof(struct chunk) + sizeof(struct kept_chunk)) + table;
}

bool mockpostly_step_is_whole(const mockpostly_step *step) { return step->whole; }

bool mockpostly_step_append(mockpostly_step *older, mockpostly_step *newer) {
    // The content that was replaced has all pages already.
    if (older->whole) return true;
    struct step_log known = {.step = older};
    bool fits = true;
    for (size_t place = 0; fits && place < older->count; place++) {
        fits = see(&known, older->kept[place].index);
    }
    for (size_t place = 0; fits && place < newer->count; place++) {
        log_keep(&known, newer->kept[place].index, newer->kept[place].chunk);
        fits = !known.is_lost;
    }
    free(known.seen);
    if (!fits) return false;
    older->whole = newer->whole;
    older->replaced = newer->replaced;
    newer->whole = NULL;
    return true;
}
