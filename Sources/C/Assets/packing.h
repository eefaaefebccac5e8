#ifndef MOCKPOSTLY_PACKING_H
#define MOCKPOSTLY_PACKING_H

#include <stddef.h>

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Whether the embedded files are packed, and ASSET(path): what #embed takes for a file of the
// repository.
//
// scripts/build-release packs them with gzip, for 2 MB less of program and less memory for the files
// that a server reads. Other builds must follow changes of the files at once.
#if defined(MOCKPOSTLY_EMBED_SEED_IMAGE) && __has_embed("../../../.build/generated/openapi.yaml.gz")
#define MOCKPOSTLY_ASSETS_ARE_PACKED 1
#define ASSET(path) QUOTED(../../../.build/generated/path.gz)
#else
#define MOCKPOSTLY_ASSETS_ARE_PACKED 0
#define ASSET(path) QUOTED(../../../path)
#endif

#define QUOTED(text) SPELLED(text)
#define SPELLED(text) #text

/// A file of the repository: its path, its bytes, and how many these are.
struct asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

#endif
