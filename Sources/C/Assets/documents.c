#include "assets.h"
#include "packing.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char posts[] = {
#embed ASSET(seed/dummyjson/posts.json)
};

static const unsigned char users[] = {
#embed ASSET(seed/dummyjson/users.json)
};

static const unsigned char comments[] = {
#embed ASSET(seed/dummyjson/comments.json)
};

static const unsigned char todos[] = {
#embed ASSET(seed/dummyjson/todos.json)
};

static const unsigned char quotes[] = {
#embed ASSET(seed/dummyjson/quotes.json)
};

static const unsigned char products[] = {
#embed ASSET(seed/dummyjson/products.json)
};

static const unsigned char recipes[] = {
#embed ASSET(seed/dummyjson/recipes.json)
};

static const unsigned char carts[] = {
#embed ASSET(seed/dummyjson/carts.json)
};

static const struct {
    const unsigned char *bytes;
    size_t size;
} documents[] = {
    {posts, sizeof posts},
    {users, sizeof users},
    {comments, sizeof comments},
    {todos, sizeof todos},
    {quotes, sizeof quotes},
    {products, sizeof products},
    {recipes, sizeof recipes},
    {carts, sizeof carts},
};

const unsigned char *mockpostly_asset_documents(int kind, size_t *size)
{
    *size = documents[kind].size;
    return documents[kind].bytes;
}
