#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>

// The parameter list's constructors return structs by value with pointers to the caller's text,
// which Swift cannot keep alive for the call.
static inline int mockpostly_hmac_init(
    EVP_MAC_CTX *context, const char *digest, const unsigned char *key, size_t key_size) {
    OSSL_PARAM parameters[2];
    parameters[0] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0);
    parameters[1] = OSSL_PARAM_construct_end();
    return EVP_MAC_init(context, key, key_size, parameters);
}
