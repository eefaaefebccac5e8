#include "image.h"

#include <stdlib.h>

struct chunk *new_chunk(void) {
    struct chunk *chunk = malloc(sizeof *chunk);
    if (chunk) atomic_init(&chunk->references, 1);
    return chunk;
}

void retain_chunk(place chunk) {
    if (is_borrowed(chunk)) return;
    atomic_fetch_add_explicit(&((struct chunk *)chunk)->references, 1, memory_order_relaxed);
}

void release_chunk(place chunk) {
    if (!chunk || is_borrowed(chunk)) return;
    struct chunk *held = (struct chunk *)chunk;
    if (atomic_fetch_sub_explicit(&held->references, 1, memory_order_acq_rel) == 1) free(held);
}

mockpostly_image *new_image(size_t size) {
    size_t count = chunks_for(size);
    mockpostly_image *image = calloc(1, sizeof *image + count * sizeof(place));
    if (!image) return NULL;
    atomic_init(&image->references, 1);
    image->size = size;
    image->count = count;
    return image;
}

mockpostly_image *mockpostly_image_copy(const void *bytes, size_t size) {
    mockpostly_image *image = new_image(size);
    if (!image) return NULL;
    for (size_t index = 0; index < image->count; index++) {
        struct chunk *chunk = new_chunk();
        if (!chunk) {
            mockpostly_image_release(image);
            return NULL;
        }
        size_t start = index * CHUNK;
        size_t length = size - start < CHUNK ? size - start : CHUNK;
        memcpy(chunk->bytes, (const uint8_t *)bytes + start, length);
        memset(chunk->bytes + length, 0, CHUNK - length);
        image->chunks[index] = (place)chunk;
    }
    if (size >= HEADER) {
        // Marks the image as a database without a write-ahead log, which memory cannot have
        // (SQLite: "Database File Format", 1.3.3).
        uint8_t *header = ((struct chunk *)image->chunks[0])->bytes;
        if (header[WRITE_VERSION] == 2) header[WRITE_VERSION] = 1;
        if (header[READ_VERSION] == 2) header[READ_VERSION] = 1;
    }
    return image;
}

mockpostly_image *mockpostly_image_borrow(const void *bytes, size_t size) {
    // Bytes are only borrowed at an even address and in whole chunks; else they are copied.
    if ((uintptr_t)bytes & 1 || size % CHUNK) return mockpostly_image_copy(bytes, size);
    mockpostly_image *image = new_image(size);
    if (!image) return NULL;
    for (size_t index = 0; index < image->count; index++) {
        image->chunks[index] = (place)((const uint8_t *)bytes + index * CHUNK) | 1;
    }
    return image;
}

void mockpostly_image_retain(mockpostly_image *image) {
    atomic_fetch_add_explicit(&image->references, 1, memory_order_relaxed);
}

void mockpostly_image_release(mockpostly_image *image) {
    if (!image) return;
    if (atomic_fetch_sub_explicit(&image->references, 1, memory_order_acq_rel) != 1) return;
    for (size_t index = 0; index < image->count; index++) release_chunk(image->chunks[index]);
    free(image);
}

size_t mockpostly_image_size(const mockpostly_image *image) { return image->size; }

void mockpostly_image_read(const mockpostly_image *image, void *bytes) {
    for (size_t index = 0; index < image->count; index++) {
        size_t start = index * CHUNK;
        size_t length = image->size - start < CHUNK ? image->size - start : CHUNK;
        memcpy((uint8_t *)bytes + start, bytes_at(image->chunks[index]), length);
    }
}

const uint8_t *mockpostly_image_page(const mockpostly_image *image, size_t index) {
    return index < image->count ? bytes_at(image->chunks[index]) : NULL;
}

bool mockpostly_image_shares(
    const mockpostly_image *image, const mockpostly_image *other, size_t index
) {
    if (index >= image->count || index >= other->count) return false;
    place one = image->chunks[index], two = other->chunks[index];
    return one == two || memcmp(bytes_at(one), bytes_at(two), CHUNK) == 0;
}
