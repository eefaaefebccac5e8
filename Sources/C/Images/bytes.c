#include "images.h"

#include <stdlib.h>

bool mockpostly_bytes_reserve(struct mockpostly_bytes *bytes, size_t more)
{
    if (bytes->capacity - bytes->count >= more) {
        return true;
    }
    if (more > SIZE_MAX / 4 || bytes->capacity > SIZE_MAX / 4) {
        return false;
    }
    size_t capacity = bytes->capacity * 2 + more;
    if (capacity < 4096) {
        capacity = 4096;
    }
    uint8_t *start = realloc(bytes->start, capacity);
    if (!start) {
        return false;
    }
    bytes->start = start;
    bytes->capacity = capacity;
    return true;
}

void mockpostly_bytes_free(struct mockpostly_bytes *bytes)
{
    free(bytes->start);
    *bytes = (struct mockpostly_bytes){0};
}
