// What pages were before they were written, so that writes can be undone.
#pragma once

#include "image.h"

/// A chunk of a file, and its number.
struct kept_chunk {
    size_t index;
    place chunk;
};

struct mockpostly_step {
    /// The size of the file when the step began.
    size_t size;
    /// What the chunks were then that were written since.
    struct kept_chunk *kept;
    size_t count, capacity;
    /// The content that was replaced as a whole, after the chunks above were written; NULL for none.
    mockpostly_image *whole;
    /// How many chunks of it the new content did not share.
    size_t replaced;
};

/// The step that is being made.
struct step_log {
    /// NULL while nothing is kept.
    mockpostly_step *step;
    /// A bit for each chunk, whether it is in the step.
    uint8_t *seen;
    size_t seen_bytes;
    /// Whether memory was short, so that the step cannot be undone.
    bool is_lost;
};

/// Begins a step of a file of `size` bytes; false when memory is short.
bool log_begin(struct step_log *log, size_t size);
/// Keeps `chunk`, which is about to be overwritten or released, unless that was done in this step.
void log_keep(struct step_log *log, size_t index, place chunk);
/// Takes over the content that is about to be replaced by `image`; the first one of a step counts.
void log_replace(struct step_log *log, mockpostly_image *present, const mockpostly_image *image);
/// Ends the step and hands it over; NULL when it cannot be undone.
mockpostly_step *log_end(struct step_log *log);
/// Frees what the log holds.
void log_free(struct step_log *log);
