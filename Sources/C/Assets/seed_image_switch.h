#ifndef MOCKPOSTLY_SEED_IMAGE_SWITCH_H
#define MOCKPOSTLY_SEED_IMAGE_SWITCH_H

// Whether this program carries the standard seed as a database image beside its JSON.
//
// Only a release build does: other builds must follow changes of the JSON files at once. The first
// of the two steps of a release build has no image yet, because its program makes the image.
#if defined(MOCKPOSTLY_EMBED_SEED_IMAGE) && __has_embed("../../../.build/generated/seed.image")
#define MOCKPOSTLY_HAS_SEED_IMAGE 1
#else
#define MOCKPOSTLY_HAS_SEED_IMAGE 0
#endif

#endif
