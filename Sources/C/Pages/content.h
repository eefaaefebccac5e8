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
