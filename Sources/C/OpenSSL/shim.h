#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include "certificates.h"

// The constructors of the parameter list return structs with pointers to the caller's text, which
// Swift does not keep alive long enough.
static inline int mockpostly_hmac_init(
    EVP_MAC_CTX *context, const char *digest, const unsigned char *key, size_t key_size) {
    OSSL_PARAM parameters[2];
    parameters[0] = OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)digest, 0);
    parameters[1] = OSSL_PARAM_construct_end();
    return EVP_MAC_init(context, key, key_size, parameters);
}

// Makes an RSA key from its numbers, which are copied; NULL on failure. In C because Swift does not
// see the macro EVP_PKEY_KEYPAIR.
static inline EVP_PKEY *mockpostly_rsa_key(
    const BIGNUM *modulus, const BIGNUM *public_exponent, const BIGNUM *private_exponent,
    const BIGNUM *prime1, const BIGNUM *prime2, const BIGNUM *exponent1,
    const BIGNUM *exponent2, const BIGNUM *coefficient) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "RSA", NULL);
    if (builder != NULL && context != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, public_exponent)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_D, private_exponent)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR1, prime1)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR2, prime2)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT1, exponent1)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT2, exponent2)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_COEFFICIENT1, coefficient)
        && (parameters = OSSL_PARAM_BLD_to_param(builder)) != NULL
        && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1) {
        key = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    return key;
}

// SHA-1 and SHA-256 by libcrypto's low-level functions, whose context is a plain struct: on the
// stack, and copied by assignment. EVP has the same code behind a context on the heap, which costs
// 1,000 instructions more a digest and 2,000 more a code of HMAC. OpenSSL 3 has deprecated these
// functions but keeps them. All return 1 for success.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static inline int mockpostly_sha1(const void *bytes, size_t count, unsigned char *digest) {
    SHA_CTX context;
    return SHA1_Init(&context) && SHA1_Update(&context, bytes, count) && SHA1_Final(digest, &context);
}

static inline int mockpostly_sha256(const void *bytes, size_t count, unsigned char *digest) {
    SHA256_CTX context;
    return SHA256_Init(&context) && SHA256_Update(&context, bytes, count)
        && SHA256_Final(digest, &context);
}

static inline int mockpostly_sha256_start(SHA256_CTX *context) { return SHA256_Init(context); }

static inline int mockpostly_sha256_add(SHA256_CTX *context, const void *bytes, size_t count) {
    return SHA256_Update(context, bytes, count);
}

static inline int mockpostly_sha256_finish(SHA256_CTX *context, unsigned char *digest) {
    return SHA256_Final(digest, context);
}

#pragma GCC diagnostic pop
