#include "content.h"

bool mockpostly_pages_keep(mockpostly_pages *pages) {
    log_free(&pages->log);
    return log_begin(&pages->log, pages->size);
}

mockpostly_step *mockpostly_pages_cut(mockpostly_pages *pages) {
    mockpostly_step *step = log_end(&pages->log);
    if (log_begin(&pages->log, pages->size)) return step;
    mockpostly_step_free(step);
    return NULL;
}

bool mockpostly_pages_revert(mockpostly_pages *pages, mockpostly_step *step) {
    outdate(pages);
    if (step->whole) put_image(pages, step->whole);
    pages->is_marked = true;
    size_t wanted = chunks_for(step->size), present = chunks_for(pages->size);
    if (!own_table(pages) || !reserve_chunks(pages, wanted)) return false;
    for (size_t index = present; index < wanted; index++) pages->chunks[index] = 0;
    for (size_t place = 0; place < step->count; place++) {
        struct kept_chunk kept = step->kept[place];
        retain_chunk(kept.chunk);
        release_chunk(pages->chunks[kept.index]);
        pages->chunks[kept.index] = kept.chunk;
    }
    for (size_t index = wanted; index < present; index++) release_chunk(pages->chunks[index]);
    pages->size = step->size;
    // The step that is being made begins anew.
    mockpostly_step_free(log_end(&pages->log));
    return log_begin(&pages->log, pages->size);
}
