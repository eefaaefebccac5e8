#include "assets.h"
#include "packing.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

struct asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

static const unsigned char openapi[] = {
#embed ASSET(openapi.yaml)
};

static const unsigned char openapi_control[] = {
#embed ASSET(openapi-control.yaml)
};

static const unsigned char seed_community[] = {
#embed ASSET(seed/postly/community.json)
};

static const unsigned char seed_composed[] = {
#embed ASSET(seed/postly/composed.json)
};

static const unsigned char seed_essays_code[] = {
#embed ASSET(seed/postly/essays-code.json)
};

static const unsigned char seed_essays_home[] = {
#embed ASSET(seed/postly/essays-home.json)
};

static const unsigned char seed_essays_kitchen[] = {
#embed ASSET(seed/postly/essays-kitchen.json)
};

static const unsigned char seed_essays_languages[] = {
#embed ASSET(seed/postly/essays-languages.json)
};

static const unsigned char seed_essays_outdoors[] = {
#embed ASSET(seed/postly/essays-outdoors.json)
};

static const unsigned char seed_essays_places[] = {
#embed ASSET(seed/postly/essays-places.json)
};

static const unsigned char seed_people[] = {
#embed ASSET(seed/postly/people.json)
};

static const unsigned char seed_wreely[] = {
#embed ASSET(seed/wreely/wreely.json)
};

static const unsigned char bank_bicycles[] = {
#embed ASSET(seed/banks/bicycles.json)
};

static const unsigned char bank_birds[] = {
#embed ASSET(seed/banks/birds.json)
};

static const unsigned char bank_bread[] = {
#embed ASSET(seed/banks/bread.json)
};

static const unsigned char bank_chess[] = {
#embed ASSET(seed/banks/chess.json)
};

static const unsigned char bank_coffee[] = {
#embed ASSET(seed/banks/coffee.json)
};

static const unsigned char bank_common[] = {
#embed ASSET(seed/banks/common.json)
};

static const unsigned char bank_gardens[] = {
#embed ASSET(seed/banks/gardens.json)
};

static const unsigned char bank_hiking[] = {
#embed ASSET(seed/banks/hiking.json)
};

static const unsigned char bank_languages[] = {
#embed ASSET(seed/banks/languages.json)
};

static const unsigned char bank_names[] = {
#embed ASSET(seed/banks/names.json)
};

static const unsigned char bank_notebooks[] = {
#embed ASSET(seed/banks/notebooks.json)
};

static const unsigned char bank_photography[] = {
#embed ASSET(seed/banks/photography.json)
};

static const unsigned char bank_pottery[] = {
#embed ASSET(seed/banks/pottery.json)
};

static const unsigned char bank_repair[] = {
#embed ASSET(seed/banks/repair.json)
};

static const unsigned char bank_sea[] = {
#embed ASSET(seed/banks/sea.json)
};

static const unsigned char bank_sky[] = {
#embed ASSET(seed/banks/sky.json)
};

static const unsigned char bank_trains[] = {
#embed ASSET(seed/banks/trains.json)
};

static const struct asset seeds[] = {
    {"seed/postly/community.json", seed_community, sizeof seed_community},
    {"seed/postly/composed.json", seed_composed, sizeof seed_composed},
    {"seed/postly/essays-code.json", seed_essays_code, sizeof seed_essays_code},
    {"seed/postly/essays-home.json", seed_essays_home, sizeof seed_essays_home},
    {"seed/postly/essays-kitchen.json", seed_essays_kitchen, sizeof seed_essays_kitchen},
    {"seed/postly/essays-languages.json", seed_essays_languages, sizeof seed_essays_languages},
    {"seed/postly/essays-outdoors.json", seed_essays_outdoors, sizeof seed_essays_outdoors},
    {"seed/postly/essays-places.json", seed_essays_places, sizeof seed_essays_places},
    {"seed/postly/people.json", seed_people, sizeof seed_people},
    {"seed/wreely/wreely.json", seed_wreely, sizeof seed_wreely},
};

static const struct asset banks[] = {
    {"seed/banks/bicycles.json", bank_bicycles, sizeof bank_bicycles},
    {"seed/banks/birds.json", bank_birds, sizeof bank_birds},
    {"seed/banks/bread.json", bank_bread, sizeof bank_bread},
    {"seed/banks/chess.json", bank_chess, sizeof bank_chess},
    {"seed/banks/coffee.json", bank_coffee, sizeof bank_coffee},
    {"seed/banks/common.json", bank_common, sizeof bank_common},
    {"seed/banks/gardens.json", bank_gardens, sizeof bank_gardens},
    {"seed/banks/hiking.json", bank_hiking, sizeof bank_hiking},
    {"seed/banks/languages.json", bank_languages, sizeof bank_languages},
    {"seed/banks/names.json", bank_names, sizeof bank_names},
    {"seed/banks/notebooks.json", bank_notebooks, sizeof bank_notebooks},
    {"seed/banks/photography.json", bank_photography, sizeof bank_photography},
    {"seed/banks/pottery.json", bank_pottery, sizeof bank_pottery},
    {"seed/banks/repair.json", bank_repair, sizeof bank_repair},
    {"seed/banks/sea.json", bank_sea, sizeof bank_sea},
    {"seed/banks/sky.json", bank_sky, sizeof bank_sky},
    {"seed/banks/trains.json", bank_trains, sizeof bank_trains},
};

const unsigned char *mockpostly_asset_openapi(size_t *size)
{
    *size = sizeof openapi;
    return openapi;
}

const unsigned char *mockpostly_asset_openapi_control(size_t *size)
{
    *size = sizeof openapi_control;
    return openapi_control;
}

int mockpostly_assets_are_packed(void)
{
    return MOCKPOSTLY_ASSETS_ARE_PACKED;
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
