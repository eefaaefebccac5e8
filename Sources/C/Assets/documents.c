#include "assets.h"

// #embed is C23; Clang has it in every mode, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char posts[] = {
#embed "../../../seed/dummyjson/posts.json"
};

static const unsigned char users[] = {
#embed "../../../seed/dummyjson/users.json"
};

static const unsigned char comments[] = {
#embed "../../../seed/dummyjson/comments.json"
};

static const unsigned char todos[] = {
#embed "../../../seed/dummyjson/todos.json"
};

static const unsigned char quotes[] = {
#embed "../../../seed/dummyjson/quotes.json"
};

static const unsigned char products[] = {
#embed "../../../seed/dummyjson/products.json"
};

static const unsigned char recipes[] = {
#embed "../../../seed/dummyjson/recipes.json"
};

static const unsigned char carts[] = {
#embed "../../../seed/dummyjson/carts.json"
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
