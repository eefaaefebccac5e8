// The files of the repository that are embedded in the program.
//
// All pointers are to constant data that lives as long as the process. Only names end in a NUL
// byte; for all other data `size` is set to the number of bytes. Texts may be packed.

#ifndef MOCKPOSTLY_ASSETS_H
#define MOCKPOSTLY_ASSETS_H

#include <stddef.h>

/// Whether all texts, which is everything but the seed image, are packed with gzip.
int mockpostly_assets_are_packed(void);

/// The API description, `openapi.yaml`.
const unsigned char *_Nonnull mockpostly_asset_openapi(size_t *_Nonnull size);

/// The description of the control plane, `openapi-control.yaml`.
const unsigned char *_Nonnull mockpostly_asset_openapi_control(size_t *_Nonnull size);

/// `openapi.yaml` as JSON; NULL in a program that was built without it.
const unsigned char *_Nullable mockpostly_asset_openapi_json(size_t *_Nonnull size);

/// `openapi-control.yaml` as JSON; NULL in a program that was built without it.
const unsigned char *_Nullable mockpostly_asset_openapi_control_json(size_t *_Nonnull size);

/// How many documents the built-in seed has.
size_t mockpostly_asset_seed_count(void);

/// The path of a seed document in the repository; `index` is below the count.
const char *_Nonnull mockpostly_asset_seed_name(size_t index);

/// The text of a seed document; `index` is below the count.
const unsigned char *_Nonnull mockpostly_asset_seed(size_t index, size_t *_Nonnull size);

/// The text of a file of seed/dummyjson.
///
/// `kind` counts from 0: posts, users, comments, todos, quotes, products, recipes, carts.
const unsigned char *_Nonnull mockpostly_asset_documents(int kind, size_t *_Nonnull size);

/// The text of seed/pexels/photos.json.
const unsigned char *_Nonnull mockpostly_asset_photos(size_t *_Nonnull size);

/// How many files of sentences and names there are.
size_t mockpostly_asset_bank_count(void);

/// The path of such a file in the repository; `index` is below the count.
const char *_Nonnull mockpostly_asset_bank_name(size_t index);

/// The text of such a file; `index` is below the count.
const unsigned char *_Nonnull mockpostly_asset_bank(size_t index, size_t *_Nonnull size);

/// How many files the dashboard has.
size_t mockpostly_asset_dashboard_count(void);

/// The path of such a file, relative to Sources/Dashboard; `index` is below the count.
const char *_Nonnull mockpostly_asset_dashboard_name(size_t index);

/// The text of such a file; `index` is below the count.
const unsigned char *_Nonnull mockpostly_asset_dashboard(size_t index, size_t *_Nonnull size);

/// The standard seed as an SQLite database file; NULL in a program that only has it as JSON.
///
/// scripts/build-release makes it with the program's own `seed image` command, so that a start
/// copies pages instead of reading JSON. The bytes live as long as the process.
const unsigned char *_Nullable mockpostly_asset_seed_image(size_t *_Nonnull size);

#endif
