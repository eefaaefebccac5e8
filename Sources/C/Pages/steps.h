// What pages were before they were written, so that writes can be undone.
#pragma once

#include "image.h"

/// What some writes have overwritten, in the order of the writes.
///
/// Each record is the bytes that were there, then a `struct record_end`: so it is read from its end.
struct records {
    uint8_t *bytes;
    size_t count, capacity;
};

struct record_end {
    /// The chunk that was written, where in it, and how many bytes are before this.
    uint32_t index;
    uint16_t start, length;
};

struct mockpostly_step {
    /// The size of the file when the step began.
    size_t size;
    struct records records;
    /// With more bytes of records, those of the same bytes are made one.
    size_t tidy_at;
    /// The content that was replaced as a whole, after the records were made; NULL for none.
    mockpostly_image *whole;
    /// How many chunks of it the new content did not share.
    size_t replaced;
};

/// The step that is being made.
struct step_log {
    bool is_kept;
    /// Whether memory was short, so that the step cannot be undone.
    bool is_lost;
    /// Its records keep their memory from step to step.
    mockpostly_step step;
};

/// Begins a step of a file of `size` bytes.
void log_begin(struct step_log *log, size_t size);
/// Keeps those of `length` bytes from `start` on of a chunk that `written` changes, which is about to
/// be written there; NULL keeps them all.
void log_keep(
    struct step_log *log, size_t index, size_t start, size_t length, const uint8_t *present,
    const uint8_t *written
);
/// Takes over the content that is about to be replaced by `image`; the first one of a step counts.
void log_replace(struct step_log *log, mockpostly_image *present, const mockpostly_image *image);
/// Ends the step and hands it over; NULL when it cannot be undone.
mockpostly_step *log_end(struct step_log *log);
/// Frees what the log holds.
void log_free(struct step_log *log);

/// Takes the last record off; false when there is none. Its bytes are valid until the next is added.
bool take_record(struct records *records, struct record_end *end, const uint8_t **bytes);
/// Adds records of those of `length` bytes from `start` on of a chunk that differ from `written`; false
/// when memory is short.
bool add_difference(
    struct records *records, size_t index, size_t start, size_t length, const uint8_t *present,
    const uint8_t *written
);
/// Adds the records of later writes; false when memory is short.
bool add_records(struct records *records, const struct records *newer);
/// Takes note that no bytes are twice in the step's records now, or that there was no memory to see to it.
void step_tidied(mockpostly_step *step);

/// What a chunk is before it is written.
extern const uint8_t zeros[CHUNK];
