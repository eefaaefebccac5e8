#include "assets.h"
#include "packing.h"

static const struct asset documents[] = {
#define PATH seed/dummyjson/posts.json
#include "file.h"
#define PATH seed/dummyjson/users.json
#include "file.h"
#define PATH seed/dummyjson/comments.json
#include "file.h"
#define PATH seed/dummyjson/todos.json
#include "file.h"
#define PATH seed/dummyjson/quotes.json
#include "file.h"
#define PATH seed/dummyjson/products.json
#include "file.h"
#define PATH seed/dummyjson/recipes.json
#include "file.h"
#define PATH seed/dummyjson/carts.json
#include "file.h"
};

const unsigned char *mockpostly_asset_documents(int kind, size_t *size)
{
    *size = documents[kind].size;
    return documents[kind].bytes;
}
