#include "dejavu.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The places of Debian's fonts-dejavu-core, Fedora, Arch and macOS (all users), and the copy that
// scripts/install-libraries makes of a font found elsewhere.
static const unsigned char font[] = {
#if __has_embed("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
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

const unsigned char *mockpostly_dejavu(size_t *size)
{
    *size = sizeof font > 1 ? sizeof font : 0;
    return *size > 0 ? font : NULL;
}
