#include "assets.h"
#include "packing.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char photos[] = {
#embed ASSET(seed/pexels/photos.json)
};

const unsigned char *mockpostly_asset_photos(size_t *size)
{
    *size = sizeof photos;
    return photos;
}
