// The content of the file of one connection.
#pragma once

#include "steps.h"

struct mockpostly_pages {
    /// One reference for the owner, one for the connection that has the file open.
    int references;
    size_t size;
    /// The content while nothing was written since; a write copies its table of places to `chunks`.
    mockpostly_image *image;
    place *chunks;
    size_t capacity;
    /// Whether the counters below replace those in the header, until SQLite writes its own.
    bool is_marked;
    uint32_t change_counter;
    uint32_t schema_cookie;
    struct step_log log;
};

/// Makes room for `count` entries in the file's own table; false when memory is short.
bool reserve_chunks(mockpostly_pages *pages, size_t count);
/// Copies the image's table of chunks for this file, unless that was done; false without memory.
bool own_table(mockpostly_pages *pages);
/// Sets counters that tell SQLite that its cache is out of date; before the content is changed.
void outdate(mockpostly_pages *pages);
/// Makes `image` the content.
void put_image(mockpostly_pages *pages, mockpostly_image *image);
/// The bytes of a chunk of the file.
const uint8_t *chunk_bytes(const mockpostly_pages *pages, size_t index);
/// The bytes of a chunk for writing, shared with nobody; NULL when memory is short.
///
/// Unless `keeps` is set the old bytes are not copied, because all of them will be overwritten.
uint8_t *writable_chunk(mockpostly_pages *pages, size_t index, bool keeps);
/// Extends the file to at least `size` bytes; false when memory is short.
bool extend_file(mockpostly_pages *pages, size_t size);
/// Keeps what `step`, the last one before the present content, has overwritten in fewer bytes, if it
/// has many.
void tidy_if_large(const mockpostly_pages *pages, mockpostly_step *step);
