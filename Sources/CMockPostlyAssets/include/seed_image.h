#ifndef MOCKPOSTLY_SEED_IMAGE_H
#define MOCKPOSTLY_SEED_IMAGE_H

#include <stddef.h>

/// The standard seed as an SQLite database file, or NULL in a build without one.
///
/// scripts/build-release makes it with the program's own `seed image` command, so that a start
/// copies pages instead of reading JSON. The bytes live as long as the process.
const unsigned char *_Nullable mockpostly_asset_seed_image(size_t *_Nonnull size);

#endif
