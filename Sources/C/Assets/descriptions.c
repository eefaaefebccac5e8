#include "assets.h"
#include "packing.h"

// scripts/describe makes these files; a build that it was not called for does without.
#if MOCKPOSTLY_ASSETS_ARE_PACKED
#define MADE(name) QUOTED(../../../.build/generated/name.gz)
#else
#define MADE(name) QUOTED(../../../.build/generated/name)
#endif

#if __has_embed(MADE(openapi.json)) && __has_embed(MADE(openapi-control.json))

static const unsigned char openapi[] = {
#embed MADE(openapi.json)
};

static const unsigned char openapi_control[] = {
#embed MADE(openapi-control.json)
};

const unsigned char *mockpostly_asset_openapi_json(size_t *size)
{
    *size = sizeof openapi;
    return openapi;
}

const unsigned char *mockpostly_asset_openapi_control_json(size_t *size)
{
    *size = sizeof openapi_control;
    return openapi_control;
}

#else

const unsigned char *mockpostly_asset_openapi_json(size_t *size)
{
    *size = 0;
    return NULL;
}

const unsigned char *mockpostly_asset_openapi_control_json(size_t *size)
{
    *size = 0;
    return NULL;
}

#endif
