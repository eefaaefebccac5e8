#include "colors.h"

#include <string.h>

static uint32_t color_at(const uint8_t *rgba, size_t index)
{
    uint32_t color;
    memcpy(&color, rgba + 4 * index, sizeof color);
    return color;
}

// The slot that holds `color`, or else the free slot where it belongs. There are twice as many
// slots as colours, so the search is short.
static uint32_t slot_of(const struct mockpostly_palette *palette, uint32_t color)
{
    uint32_t slot = color * 0x9E3779B1u >> (32 - MOCKPOSTLY_PALETTE_BITS);
    while (palette->slots[slot] && palette->colors[palette->slots[slot] - 1] != color) {
        slot = (slot + 1) & (MOCKPOSTLY_PALETTE_SLOTS - 1);
    }
    return slot;
}

bool mockpostly_palette_fill(struct mockpostly_palette *palette, const uint8_t *rgba,
                             size_t pixels, int limit)
{
    memset(palette, 0, sizeof *palette);
    for (size_t index = 0; index < pixels; index++) {
        uint32_t color = color_at(rgba, index);
        if (index > 0 && color == color_at(rgba, index - 1)) {
            continue;
        }
        uint32_t slot = slot_of(palette, color);
        if (palette->slots[slot]) {
            continue;
        }
        if (palette->count == limit) {
            return false;
        }
        palette->colors[palette->count] = color;
        palette->count += 1;
        palette->slots[slot] = (uint16_t)palette->count;
    }
    return true;
}

void mockpostly_palette_apply(const struct mockpostly_palette *palette, const uint8_t *rgba,
                              size_t pixels, uint8_t *indices)
{
    for (size_t index = 0; index < pixels; index++) {
        uint32_t color = color_at(rgba, index);
        if (index > 0 && color == color_at(rgba, index - 1)) {
            indices[index] = indices[index - 1];
        } else {
            indices[index] = (uint8_t)(palette->slots[slot_of(palette, color)] - 1);
        }
    }
}

bool mockpostly_is_opaque(const uint8_t *rgba, size_t pixels)
{
    for (size_t index = 0; index < pixels; index++) {
        if (rgba[4 * index + 3] != 255) {
            return false;
        }
    }
    return true;
}
