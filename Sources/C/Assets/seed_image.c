#include "assets.h"
#include "seed_image_switch.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

#if MOCKPOSTLY_HAS_SEED_IMAGE

static const unsigned char image[] = {
#embed "../../../.build/generated/seed.image"
};

const unsigned char *mockpostly_asset_seed_image(size_t *size)
{
    *size = sizeof image;
    return image;
}

#else

const unsigned char *mockpostly_asset_seed_image(size_t *size)
{
    *size = 0;
    return NULL;
}

#endif
