// Encoders for pictures, and access to glyphs.
//
// libpng and libjpeg report an error by a long jump, which must not cross Swift frames, so their
// calls and the target of the jump are here. FreeType's calls are here because macros choose its
// modules.

#ifndef MOCKPOSTLY_IMAGES_H
#define MOCKPOSTLY_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A growing byte buffer; all members must be zero at first.
struct mockpostly_bytes {
    uint8_t *start;
    size_t count;
    size_t capacity;
};

// Makes room for `more` bytes at the end; false when memory is short, and then nothing has changed.
bool mockpostly_bytes_reserve(struct mockpostly_bytes *bytes, size_t more);
void mockpostly_bytes_free(struct mockpostly_bytes *bytes);

// The encoders write a picture of width × height pixels, four bytes per pixel: red, green, blue,
// alpha (not premultiplied). They return false on failure; `out` must be freed in any case.

// Uses a palette for at most 256 colours. The alpha channel is left out when all pixels are opaque.
bool mockpostly_write_png(const uint8_t *rgba, int width, int height, struct mockpostly_bytes *out);

// `quality` is 0 to 100. JPEG has no alpha: the caller must have put the picture on a background.
bool mockpostly_write_jpeg(const uint8_t *rgba, int width, int height, int quality,
                           struct mockpostly_bytes *out);

// `quality` is 0 to 100; a picture with few colours is encoded without loss.
bool mockpostly_write_webp(const uint8_t *rgba, int width, int height, int quality,
                           struct mockpostly_bytes *out);

// The embedded font, or one of the system's. All measures are in font units, y upwards.
struct mockpostly_font;

struct mockpostly_font_measures {
    int units_per_em;
    int ascender;   // above the baseline, positive
    int descender;  // below it, negative
    int cap_height;
};

// A step of an outline to its last point; points before that are control points.
enum mockpostly_step_kind {
    MOCKPOSTLY_MOVE,   // one point
    MOCKPOSTLY_LINE,   // one point
    MOCKPOSTLY_CONIC,  // a control point and the end
    MOCKPOSTLY_CUBIC,  // two control points and the end
};

struct mockpostly_step {
    enum mockpostly_step_kind kind;
    float x[3];
    float y[3];
};

// NULL when there is no font at all; to be closed with mockpostly_font_close.
struct mockpostly_font *mockpostly_font_open(void);
void mockpostly_font_close(struct mockpostly_font *font);

struct mockpostly_font_measures mockpostly_font_measure(const struct mockpostly_font *font);

// The glyph for `scalar`; 0, the glyph for missing characters, when the font has none.
uint32_t mockpostly_font_glyph(struct mockpostly_font *font, uint32_t scalar);
// The distance from this glyph's origin to that of the next, in font units; 0 when unknown.
int mockpostly_font_advance(struct mockpostly_font *font, uint32_t glyph);
// The correction to the advance of `left` when `right` follows, in font units; mostly 0.
int mockpostly_font_kerning(struct mockpostly_font *font, uint32_t left, uint32_t right);

// Writes the first `capacity` steps of the outline. Returns how many steps it has in all, or 0 when
// it has none or cannot be read.
size_t mockpostly_font_outline(struct mockpostly_font *font, uint32_t glyph,
                               struct mockpostly_step *steps, size_t capacity);

// Whether a font is embedded in the program.
bool mockpostly_font_is_built_in(void);

#endif
