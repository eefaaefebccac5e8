#include "colors.h"

#include <string.h>

#include <webp/encode.h>

static int append(const uint8_t *bytes, size_t count, const WebPPicture *picture)
{
    struct mockpostly_bytes *out = picture->custom_ptr;
    if (!mockpostly_bytes_reserve(out, count)) {
        return 0;
    }
    memcpy(out->start + out->count, bytes, count);
    out->count += count;
    return 1;
}

bool mockpostly_write_webp(const uint8_t *rgba, int width, int height, int quality,
                           struct mockpostly_bytes *out)
{
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigPreset(&config, WEBP_PRESET_DRAWING, (float)quality)
        || !WebPPictureInit(&picture)) {
        return false;
    }
    struct mockpostly_palette palette;
    size_t pixels = (size_t)width * (size_t)height;
    bool is_flat = mockpostly_palette_fill(&palette, rgba, pixels, MOCKPOSTLY_PALETTE_LIMIT);
    if (is_flat) {
        config.lossless = 1;
        config.method = 0;
        config.quality = 0;
    } else {
        config.method = 1;
        config.segments = 1;
    }
    picture.use_argb = is_flat;
    picture.width = width;
    picture.height = height;
    picture.writer = append;
    picture.custom_ptr = out;
    int stride = 4 * width;
    bool is_opaque = mockpostly_is_opaque(rgba, pixels);
    bool is_written = (is_opaque ? WebPPictureImportRGBX(&picture, rgba, stride)
                                 : WebPPictureImportRGBA(&picture, rgba, stride))
        && WebPEncode(&config, &picture);
    WebPPictureFree(&picture);
    return is_written;
}
