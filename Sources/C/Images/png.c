#include "colors.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

// The state of one write, outside the stack frame that the long jump returns to.
struct writing {
    png_structp png;
    png_infop info;
    const uint8_t *rgba;
    size_t width;
    size_t height;
    bool is_indexed;
    struct mockpostly_palette palette;
    uint8_t *row;
    struct mockpostly_bytes *out;
};

static void fail(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static void append(png_structp png, png_bytep bytes, png_size_t count)
{
    struct mockpostly_bytes *out = png_get_io_ptr(png);
    if (!mockpostly_bytes_reserve(out, count)) {
        png_error(png, "out of memory");
    }
    memcpy(out->start + out->count, bytes, count);
    out->count += count;
}

static void flush(png_structp png)
{
    (void)png;
}

static int index_bits(int colors)
{
    return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

static void describe_palette(struct writing *writing)
{
    png_color colors[MOCKPOSTLY_PALETTE_LIMIT];
    png_byte alphas[MOCKPOSTLY_PALETTE_LIMIT];
    int transparent = 0;
    for (int index = 0; index < writing->palette.count; index++) {
        png_byte color[4];
        memcpy(color, &writing->palette.colors[index], sizeof color);
        colors[index] = (png_color){color[0], color[1], color[2]};
        alphas[index] = color[3];
        if (color[3] != 255) {
            transparent = index + 1;
        }
    }
    png_set_PLTE(writing->png, writing->info, colors, writing->palette.count);
    if (transparent > 0) {
        png_set_tRNS(writing->png, writing->info, alphas, transparent, NULL);
    }
}

static bool write(struct writing *writing)
{
    png_structp png = writing->png;
    png_infop info = writing->info;
    if (setjmp(png_jmpbuf(png))) {
        return false;
    }
    png_set_write_fn(png, writing->out, append, flush);

    size_t pixels = writing->width * writing->height;
    bool is_opaque = mockpostly_is_opaque(writing->rgba, pixels);
    int bits = writing->is_indexed ? index_bits(writing->palette.count) : 8;
    int type = writing->is_indexed ? PNG_COLOR_TYPE_PALETTE
               : is_opaque         ? PNG_COLOR_TYPE_RGB
                                   : PNG_COLOR_TYPE_RGB_ALPHA;
    png_set_IHDR(png, info, (png_uint_32)writing->width, (png_uint_32)writing->height, bits, type,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (writing->is_indexed) {
        describe_palette(writing);
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
        png_set_compression_level(png, 6);
    } else {
        // Gradients differ little from the row above. Trying all filters would cost more time than
        // it saves space.
        png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP | PNG_FILTER_SUB);
        png_set_compression_level(png, 3);
    }
    png_write_info(png, info);
    if (writing->is_indexed) {
        png_set_packing(png);
    } else if (is_opaque) {
        png_set_filler(png, 0, PNG_FILLER_AFTER);
    }
    for (size_t y = 0; y < writing->height; y++) {
        const uint8_t *row = writing->rgba + 4 * y * writing->width;
        if (writing->is_indexed) {
            mockpostly_palette_apply(&writing->palette, row, writing->width, writing->row);
            row = writing->row;
        }
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    return true;
}

bool mockpostly_write_png(const uint8_t *rgba, int width, int height, struct mockpostly_bytes *out)
{
    struct writing writing = {
        .rgba = rgba,
        .width = (size_t)width,
        .height = (size_t)height,
        .out = out,
    };
    writing.is_indexed = mockpostly_palette_fill(
        &writing.palette, rgba, writing.width * writing.height, MOCKPOSTLY_PALETTE_LIMIT);
    writing.row = malloc(writing.width);
    writing.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    if (writing.png) {
        writing.info = png_create_info_struct(writing.png);
    }
    bool is_written = writing.row && writing.info && write(&writing);
    png_destroy_write_struct(&writing.png, &writing.info);
    free(writing.row);
    return is_written;
}
