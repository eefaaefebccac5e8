#include <stdlib.h>

#include "content.h"

void mockpostly_pages_keep(mockpostly_pages *pages) {
    log_free(&pages->log);
    log_begin(&pages->log, pages->size);
}

mockpostly_step *mockpostly_pages_cut(mockpostly_pages *pages) {
    mockpostly_step *step = log_end(&pages->log);
    log_begin(&pages->log, pages->size);
    return step;
}

bool mockpostly_pages_append(
    mockpostly_pages *pages, mockpostly_step *older, mockpostly_step *newer
) {
    // The content that was replaced has all pages already.
    if (older->whole) return true;
    if (!add_records(&older->records, &newer->records)) return false;
    older->whole = newer->whole;
    older->replaced = newer->replaced;
    newer->whole = NULL;
    tidy_if_large(pages, older);
    return true;
}

/// Puts back what a step has overwritten; the file has all chunks that it had then. False when memory is
/// short.
static bool put_back(mockpostly_pages *pages, mockpostly_step *step) {
    size_t count = chunks_for(step->size);
    struct record_end end;
    for (const uint8_t *bytes; take_record(&step->records, &end, &bytes);) {
        if (end.index >= count) continue;
        uint8_t *chunk = writable_chunk(pages, end.index, end.length < CHUNK);
        if (!chunk) return false;
        memcpy(chunk + end.start, bytes, end.length);
    }
    return true;
}

bool mockpostly_pages_revert(mockpostly_pages *pages, mockpostly_step *step) {
    // The step that is being made begins anew, and has nothing of what is done here.
    mockpostly_step_free(log_end(&pages->log));
    outdate(pages);
    if (step->whole) put_image(pages, step->whole);
    pages->is_marked = true;
    if (!own_table(pages) || !extend_file(pages, step->size)) return false;
    if (!put_back(pages, step)) return false;
    for (size_t index = chunks_for(step->size); index < chunks_for(pages->size); index++) {
        release_chunk(pages->chunks[index]);
    }
    pages->size = step->size;
    log_begin(&pages->log, pages->size);
    return true;
}

// Tidying

/// The chunks that a step has written, as they were when it began.
struct before {
    uint8_t **chunks;
    size_t count;
};

static void free_before(struct before *before) {
    for (size_t index = 0; before->chunks && index < before->count; index++) {
        free(before->chunks[index]);
    }
    free(before->chunks);
}

/// Copies a chunk to `bytes`; what the file does not have any more are zeros, as after it was extended.
static void read_present(const mockpostly_pages *pages, size_t index, uint8_t *bytes) {
    size_t start = index * CHUNK;
    size_t left = start < pages->size ? pages->size - start : 0;
    size_t count = left < CHUNK ? left : CHUNK;
    if (count) memcpy(bytes, chunk_bytes(pages, index), count);
    memset(bytes + count, 0, CHUNK - count);
}

/// Makes the chunks of the time when a step began; false when memory is short.
static bool look_back(
    const mockpostly_pages *pages, const mockpostly_step *step, struct before *before
) {
    before->count = chunks_for(step->size);
    before->chunks = calloc(before->count + 1, sizeof *before->chunks);
    if (!before->chunks) return false;
    struct records records = step->records;
    struct record_end end;
    for (const uint8_t *bytes; take_record(&records, &end, &bytes);) {
        if (end.index >= before->count) continue;
        uint8_t **chunk = &before->chunks[end.index];
        if (!*chunk) {
            *chunk = malloc(CHUNK);
            if (!*chunk) return false;
            read_present(pages, end.index, *chunk);
        }
        memcpy(*chunk + end.start, bytes, end.length);
    }
    return true;
}

void tidy_if_large(const mockpostly_pages *pages, mockpostly_step *step) {
    if (step->records.count <= step->tidy_at || step->whole) return;
    struct before before = {0};
    struct records tidied = {0};
    bool fits = look_back(pages, step, &before);
    for (size_t index = 0; fits && index < before.count; index++) {
        if (!before.chunks[index]) continue;
        uint8_t present[CHUNK];
        read_present(pages, index, present);
        fits = add_difference(&tidied, index, 0, CHUNK, before.chunks[index], present);
    }
    free_before(&before);
    free(fits ? step->records.bytes : tidied.bytes);
    if (fits) step->records = tidied;
    step_tidied(step);
}
