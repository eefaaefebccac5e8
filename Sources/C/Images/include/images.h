// Writing pictures and reading glyphs.
//
// libpng and libjpeg report an error by a long jump, which must not cross Swift: their calls, and
// the jump's target, are here. So are FreeType's, whose modules are picked by macros.

#ifndef MOCKPOSTLY_IMAGES_H
#define MOCKPOSTLY_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes that grow; all zeros at first.
struct mockpostly_bytes {
    uint8_t *start;
    size_t count;
    size_t capacity;
};

// Room for `more` bytes at the end; false when memory is out, and then nothing has changed.
bool mockpostly_bytes_reserve(struct mockpostly_bytes *bytes, size_t more);
void mockpostly_bytes_free(struct mockpostly_bytes *bytes);

// Each writes a picture of width × height pixels, four bytes a pixel: red, green, blue, alpha (not
// premultiplied). False when it could not; `out` then holds nothing of use, yet has to be freed.

// A palette where 256 colours are enough. The alpha channel is left out when nothing shows through.
bool mockpostly_write_png(const uint8_t *rgba, int width, int height, struct mockpostly_bytes *out);

// `quality` is 0 to 100. JPEG has no alpha: the caller has put the picture on a background.
bool mockpostly_write_jpeg(const uint8_t *rgba, int width, int height, int quality,
                           struct mockpostly_bytes *out);

// `quality` is 0 to 100; a picture of few colours is kept exactly.
bool mockpostly_write_webp(const uint8_t *rgba, int width, int height, int quality,
                           struct mockpostly_bytes *out);

// The built-in font, or one of the system's. All measures are in units of the font, y upwards.
struct mockpostly_font;

struct mockpostly_font_measures {
    int units_per_em;
    int ascender;   // above the baseline, positive
    int descender;  // below it, negative
    int cap_height;
};

// A step of an outline: to x[0], y[0] or by way of control points to the last of them.
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

// Null when there is no font at all.
struct mockpostly_font *mockpostly_font_open(void);
void mockpostly_font_close(struct mockpostly_font *font);

struct mockpostly_font_measures mockpostly_font_measure(const struct mockpostly_font *font);

// 0, the glyph for what is missing, when the font has none for `scalar`.
uint32_t mockpostly_font_glyph(struct mockpostly_font *font, uint32_t scalar);
int mockpostly_font_advance(struct mockpostly_font *font, uint32_t glyph);
int mockpostly_font_kerning(struct mockpostly_font *font, uint32_t left, uint32_t right);

// The outline's steps, at most `capacity` of them. Returns how many it has, or 0 when it has none
// or cannot be read.
size_t mockpostly_font_outline(struct mockpostly_font *font, uint32_t glyph,
                               struct mockpostly_step *steps, size_t capacity);

// Whether a font is inside the program.
bool mockpostly_font_is_built_in(void);

#endif
