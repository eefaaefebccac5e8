#include "dejavu.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The places of Debian's fonts-dejavu-core, Fedora, Arch and macOS (all users), and the copy that
// scripts/install-libraries makes of a font found elsewhere.
//
// scripts/build-release packs it with gzip, for 0.4 MB less of program.
static const unsigned char font[] = {
#if defined(MOCKPOSTLY_EMBED_SEED_IMAGE) && __has_embed("../../../.build/generated/DejaVuSans.ttf.gz")
#define PACKED 1
#embed "../../../.build/generated/DejaVuSans.ttf.gz"
#elif __has_embed("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
#embed "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
#elif __has_embed("/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf")
#embed "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"
#elif __has_embed("/usr/share/fonts/TTF/DejaVuSans.ttf")
#embed "/usr/share/fonts/TTF/DejaVuSans.ttf"
#elif __has_embed("/Library/Fonts/DejaVuSans.ttf")
#embed "/Library/Fonts/DejaVuSans.ttf"
#elif __has_embed("../../../.build/generated/DejaVuSans.ttf")
#embed "../../../.build/generated/DejaVuSans.ttf"
#else
    0
#endif
};

#if PACKED

#include <stdlib.h>
#include <zlib.h>

unsigned char *mockpostly_dejavu(size_t *size)
{
    // The last four bytes are the size of what was packed (RFC 1952 section 2.3.1).
    const unsigned char *end = font + sizeof font - 4;
    *size = end[0] | (size_t)end[1] << 8 | (size_t)end[2] << 16 | (size_t)end[3] << 24;
    unsigned char *bytes = malloc(*size);
    if (!bytes) return NULL;
    z_stream stream = {
        .next_in = (Bytef *)font,
        .avail_in = sizeof font,
        .next_out = bytes,
        .avail_out = (uInt)*size,
    };
    // 16 more than the largest window: with the header of gzip.
    int code = inflateInit2(&stream, 16 + MAX_WBITS);
    if (code == Z_OK) {
        code = inflate(&stream, Z_FINISH);
        inflateEnd(&stream);
    }
    if (code == Z_STREAM_END && stream.avail_out == 0) return bytes;
    free(bytes);
    return NULL;
}

#else

#include <stdlib.h>
#include <string.h>

unsigned char *mockpostly_dejavu(size_t *size)
{
    if (sizeof font <= 1) return NULL;
    *size = sizeof font;
    unsigned char *bytes = malloc(*size);
    return bytes ? memcpy(bytes, font, *size) : NULL;
}

#endif

bool mockpostly_has_dejavu(void)
{
    return sizeof font > 1;
}
