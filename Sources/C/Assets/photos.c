#include "assets.h"
#include "packing.h"

static const struct asset photos[] = {
#define PATH seed/pexels/photos.json
#include "file.h"
};

const unsigned char *mockpostly_asset_photos(size_t *size)
{
    *size = photos[0].size;
    return photos[0].bytes;
}
