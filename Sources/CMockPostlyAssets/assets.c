#include "assets.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

static const unsigned char openapi[] = {0};

static const unsigned char seed_essays_code[] = {
#embed "../../seed/postly/essays-code.json"
};

static const unsigned char seed_essays_home[] = {
#embed "../../seed/postly/essays-home.json"
};

static const unsigned char seed_essays_kitchen[] = {
#embed "../../seed/postly/essays-kitchen.json"
};

static const unsigned char seed_essays_languages[] = {
#embed "../../seed/postly/essays-languages.json"
};

static const unsigned char seed_essays_outdoors[] = {
#embed "../../seed/postly/essays-outdoors.json"
};

static const unsigned char seed_essays_places[] = {
#embed "../../seed/postly/essays-places.json"
};

static const unsigned char seed_people[] = {
#embed "../../seed/postly/people.json"
};

static const unsigned char bank_none[] = {'{', '}'};

static const struct asset seeds[] = {
    {"seed/postly/essays-code.json", seed_essays_code, sizeof seed_essays_code},
    {"seed/postly/essays-home.json", seed_essays_home, sizeof seed_essays_home},
    {"seed/postly/essays-kitchen.json", seed_essays_kitchen, sizeof seed_essays_kitchen},
    {"seed/postly/essays-languages.json", seed_essays_languages, sizeof seed_essays_languages},
    {"seed/postly/essays-outdoors.json", seed_essays_outdoors, sizeof seed_essays_outdoors},
    {"seed/postly/essays-places.json", seed_essays_places, sizeof seed_essays_places},
    {"seed/postly/people.json", seed_people, sizeof seed_people},
};

static const struct asset banks[] = {
    {"none.json", bank_none, sizeof bank_none},
};

const unsigned char *mockpostly_asset_openapi(size_t *size)
{
    *size = sizeof openapi;
    return openapi;
}

size_t mockpostly_asset_seed_count(void)
{
    return sizeof seeds / sizeof *seeds;
}

const char *mockpostly_asset_seed_name(size_t index)
{
    return seeds[index].name;
}

const unsigned char *mockpostly_asset_seed(size_t index, size_t *size)
{
    *size = seeds[index].size;
    return seeds[index].bytes;
}

size_t mockpostly_asset_bank_count(void)
{
    return sizeof banks / sizeof *banks;
}

const char *mockpostly_asset_bank_name(size_t index)
{
    return banks[index].name;
}

const unsigned char *mockpostly_asset_bank(size_t index, size_t *size)
{
    *size = banks[index].size;
    return banks[index].bytes;
}
