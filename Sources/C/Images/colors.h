// A picture's colours, numbered in the order of their first use.

#ifndef MOCKPOSTLY_COLORS_H
#define MOCKPOSTLY_COLORS_H

#include "images.h"

enum {
    MOCKPOSTLY_PALETTE_LIMIT = 256,
    MOCKPOSTLY_PALETTE_BITS = 9,
    MOCKPOSTLY_PALETTE_SLOTS = 1 << MOCKPOSTLY_PALETTE_BITS,
};

// The colours by number, and a hash table with open addressing to find a colour's number.
struct mockpostly_palette {
    int count;
    // Four bytes each, in memory order: red, green, blue, alpha.
    uint32_t colors[MOCKPOSTLY_PALETTE_LIMIT];
    // Index of a colour plus 1, or 0 in a free slot.
    uint16_t slots[MOCKPOSTLY_PALETTE_SLOTS];
};

// Collects the colours of a picture; false when there are more than `limit`, which is at most
// MOCKPOSTLY_PALETTE_LIMIT.
bool mockpostly_palette_fill(struct mockpostly_palette *palette, const uint8_t *rgba,
                             size_t pixels, int limit);

// Writes the numbers of the pixels' colours, all of which must have been collected.
void mockpostly_palette_apply(const struct mockpostly_palette *palette, const uint8_t *rgba,
                              size_t pixels, uint8_t *indices);

// Whether the alpha of all pixels is 255.
bool mockpostly_is_opaque(const uint8_t *rgba, size_t pixels);

#endif
