#include "assets.h"
#include "packing.h"

static const struct asset descriptions[] = {
#define PATH openapi.yaml
#include "file.h"
#define PATH openapi-control.yaml
#include "file.h"
};

static const struct asset seeds[] = {
#include "../../../seed/files.h"
};

static const struct asset banks[] = {
#define PATH seed/banks/bicycles.json
#include "file.h"
#define PATH seed/banks/birds.json
#include "file.h"
#define PATH seed/banks/bread.json
#include "file.h"
#define PATH seed/banks/chess.json
#include "file.h"
#define PATH seed/banks/coffee.json
#include "file.h"
#define PATH seed/banks/common.json
#include "file.h"
#define PATH seed/banks/gardens.json
#include "file.h"
#define PATH seed/banks/hiking.json
#include "file.h"
#define PATH seed/banks/languages.json
#include "file.h"
#define PATH seed/banks/names.json
#include "file.h"
#define PATH seed/banks/notebooks.json
#include "file.h"
#define PATH seed/banks/photography.json
#include "file.h"
#define PATH seed/banks/pottery.json
#include "file.h"
#define PATH seed/banks/repair.json
#include "file.h"
#define PATH seed/banks/sea.json
#include "file.h"
#define PATH seed/banks/sky.json
#include "file.h"
#define PATH seed/banks/trains.json
#include "file.h"
};

const unsigned char *mockpostly_asset_openapi(size_t *size)
{
    *size = descriptions[0].size;
    return descriptions[0].bytes;
}

const unsigned char *mockpostly_asset_openapi_control(size_t *size)
{
    *size = descriptions[1].size;
    return descriptions[1].bytes;
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
