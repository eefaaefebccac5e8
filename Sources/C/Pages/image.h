// Definitions that images and files share.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "pages.h"

/// How many bytes are shared or copied at a time: SQLite's default page size, but any page size
/// works.
#define CHUNK 4096

/// Offsets in the header of a database (SQLite: "Database File Format", 1.3), and its length.
enum {
    PAGE_SIZE = 16,
    WRITE_VERSION = 18,
    READ_VERSION = 19,
    RESERVED_BYTES = 20,
    CHANGE_COUNTER = 24,
    PAGE_COUNT = 28,
    SCHEMA_COOKIE = 40,
    LARGEST_ROOT = 52,
    TEXT_ENCODING = 56,
    INCREMENTAL_VACUUM = 64,
    VERSION_VALID_FOR = 92,
    HEADER = 100
};

/// A shared block of bytes. Only the holder of the single reference may write to it.
struct chunk {
    atomic_uint references;
    uint8_t bytes[CHUNK];
};

/// A chunk's bytes: a `struct chunk *`, or with the lowest bit set a pointer to borrowed bytes.
typedef uintptr_t place;

struct mockpostly_image {
    atomic_uint references;
    size_t size;
    size_t count;
    place chunks[];
};

/// Whether the chunk's bytes belong to the program, so that they are neither counted nor freed.
static inline bool is_borrowed(place chunk) { return chunk & 1; }

static inline const uint8_t *bytes_at(place chunk) {
    if (is_borrowed(chunk)) return (const uint8_t *)(chunk & ~(place)1);
    return ((struct chunk *)chunk)->bytes;
}

/// How many chunks hold `size` bytes; the last one may be used in part.
static inline size_t chunks_for(size_t size) { return (size + CHUNK - 1) / CHUNK; }

/// Numbers in a database are big-endian.
static inline uint32_t number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline void put_number(uint8_t *bytes, uint32_t number) {
    for (int place = 0; place < 4; place++) bytes[place] = (uint8_t)(number >> (24 - 8 * place));
}

struct chunk *new_chunk(void);
void retain_chunk(place chunk);
void release_chunk(place chunk);
/// An image for `size` bytes whose chunks are not set yet; NULL when memory is short.
mockpostly_image *new_image(size_t size);
