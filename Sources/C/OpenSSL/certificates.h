// What certificates need of libcrypto and Swift does not see: macros and functions with a variable
// number of arguments.
#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// A new key on the curve P-256; NULL on failure.
static inline EVP_PKEY *mockpostly_new_p256_key(void) { return EVP_EC_gen("P-256"); }

// A new RSA key; NULL on failure.
static inline EVP_PKEY *mockpostly_new_rsa_key(unsigned int bits) { return EVP_RSA_gen(bits); }

// Releases what libcrypto has allocated for its caller.
static inline void mockpostly_release(void *memory) { OPENSSL_free(memory); }

// The number of an extension or of a part of a name, of those that are used here.
static const int mockpostly_common_name = NID_commonName;
static const int mockpostly_organization = NID_organizationName;
static const int mockpostly_qualifier = NID_dnQualifier;
static const int mockpostly_basic_constraints = NID_basic_constraints;
static const int mockpostly_key_usage = NID_key_usage;
static const int mockpostly_extended_key_usage = NID_ext_key_usage;
static const int mockpostly_subject_key_identifier = NID_subject_key_identifier;
static const int mockpostly_authority_key_identifier = NID_authority_key_identifier;
static const int mockpostly_subject_alternative_name = NID_subject_alt_name;
