#include "left_out.h"

#if MOCKPOSTLY_STATIC_LIBRARIES

#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

// libcrypto's provider names all algorithms there are, so that a static program would carry them
// all. Those that scripts/left-out.txt names have this empty table instead of theirs, and are taken
// out of the provider's lists: asking for one fails as in a libcrypto that was built without it.
const OSSL_DISPATCH mockpostly_no_algorithm[] = {{0, NULL}};

enum { operations = OSSL_OP__HIGHEST + 1, most_functions = 32 };

// Set while libcrypto starts the provider, once, and not changed after.
static OSSL_FUNC_provider_query_operation_fn *query_all;
static const OSSL_ALGORITHM *lists[operations];
static OSSL_DISPATCH functions[most_functions];

/// The algorithms of a kind; the list belongs to the provider.
static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache)
{
    const OSSL_ALGORITHM *all = query_all(provider, operation, no_cache);
    const int is_known = operation >= 0 && operation < operations && lists[operation] != NULL;
    return is_known ? lists[operation] : all;
}

/// A copy of `all` without those that are left out, which is never freed; NULL without memory.
static const OSSL_ALGORITHM *shortened(const OSSL_ALGORITHM *all)
{
    size_t count = 1;
    while (all[count - 1].algorithm_names != NULL) {
        count++;
    }
    OSSL_ALGORITHM *list = OPENSSL_malloc(count * sizeof *list);
    if (list == NULL) return NULL;
    size_t kept = 0;
    for (size_t index = 0; index < count; index++) {
        if (all[index].implementation != mockpostly_no_algorithm) list[kept++] = all[index];
    }
    return list;
}

OSSL_provider_init_fn __real_ossl_default_provider_init, __wrap_ossl_default_provider_init;

/// Starts the default provider with the lists shortened; returns 1 for success.
int __wrap_ossl_default_provider_init(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider)
{
    if (!__real_ossl_default_provider_init(handle, in, out, provider)) return 0;
    for (size_t index = 0; (*out)[index].function_id != 0; index++) {
        // The last place stays empty, as the end.
        if (index + 1 >= most_functions) return 0;
        functions[index] = (*out)[index];
        if (functions[index].function_id != OSSL_FUNC_PROVIDER_QUERY_OPERATION) continue;
        query_all = OSSL_FUNC_provider_query_operation(&functions[index]);
        functions[index].function = (void (*)(void))query;
    }
    if (query_all == NULL) return 0;
    for (int operation = 0; operation < operations; operation++) {
        int no_cache = 0;
        const OSSL_ALGORITHM *all = query_all(*provider, operation, &no_cache);
        if (all != NULL && lists[operation] == NULL && (lists[operation] = shortened(all)) == NULL) {
            return 0;
        }
    }
    *out = functions;
    return 1;
}

/// Names the digests that certificates are signed with; all else is fetched from the provider.
void mockpostly_add_digests(void)
{
    EVP_add_digest(EVP_md5());
    EVP_add_digest(EVP_md5_sha1());
    EVP_add_digest(EVP_sha1());
    EVP_add_digest(EVP_sha224());
    EVP_add_digest(EVP_sha256());
    EVP_add_digest(EVP_sha384());
    EVP_add_digest(EVP_sha512());
}

#endif
