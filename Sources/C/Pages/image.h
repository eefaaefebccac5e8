// What images and files have in common.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "pages.h"

/// How many bytes are shared or copied at once; SQLite's usual page, though any page size will do.
#define CHUNK 4096

/// Places in the header of a database (SQLite: "Database File Format", 1.3), and its length.
enum {
    WRITE_VERSION = 18,
    READ_VERSION = 19,
    CHANGE_COUNTER = 24,
    SCHEMA_COOKIE = 40,
    VERSION_VALID_FOR = 92,
    HEADER = 100
};

/// Shared bytes. Whoever holds the only reference may write to them.
struct chunk {
    atomic_uint references;
    uint8_t bytes[CHUNK];
};

/// Where a chunk's bytes are: a `struct chunk`, or, with the lowest bit set, bytes of the program.
typedef uintptr_t place;

struct mockpostly_image {
    atomic_uint references;
    size_t size;
    size_t count;
    place chunks[];
};

static inline bool is_borrowed(place chunk) { return chunk & 1; }

static inline const uint8_t *bytes_at(place chunk) {
    if (is_borrowed(chunk)) return (const uint8_t *)(chunk & ~(place)1);
    return ((struct chunk *)chunk)->bytes;
}

static inline size_t chunks_for(size_t size) { return (size + CHUNK - 1) / CHUNK; }

struct chunk *new_chunk(void);
void retain_chunk(place chunk);
void release_chunk(place chunk);
/// An image with room for `count` places, all of them unset; NULL without memory.
mockpostly_image *new_image(size_t size);
