#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What an operation on a connection came to. In C because much of OpenSSL's interface is macros.
enum mockpostly_tls_result {
    MOCKPOSTLY_TLS_MOVED,
    MOCKPOSTLY_TLS_WANTS_READ,
    MOCKPOSTLY_TLS_WANTS_WRITE,
    MOCKPOSTLY_TLS_ENDED,
    MOCKPOSTLY_TLS_BROKEN,
    MOCKPOSTLY_TLS_REFUSED,
};

static inline enum mockpostly_tls_result mockpostly_tls_outcome(SSL *tls, int result) {
    switch (SSL_get_error(tls, result)) {
    case SSL_ERROR_NONE: return MOCKPOSTLY_TLS_MOVED;
    case SSL_ERROR_WANT_READ: return MOCKPOSTLY_TLS_WANTS_READ;
    case SSL_ERROR_WANT_WRITE: return MOCKPOSTLY_TLS_WANTS_WRITE;
    case SSL_ERROR_ZERO_RETURN: return MOCKPOSTLY_TLS_ENDED;
    case SSL_ERROR_SSL: return MOCKPOSTLY_TLS_REFUSED;
    default: return MOCKPOSTLY_TLS_BROKEN;
    }
}

// Reads up to `size` bytes; handshakes first where that is due.
static inline enum mockpostly_tls_result
mockpostly_tls_read(SSL *tls, void *bytes, size_t size, size_t *count) {
    ERR_clear_error();
    return mockpostly_tls_outcome(tls, SSL_read_ex(tls, bytes, size, count));
}

static inline enum mockpostly_tls_result
mockpostly_tls_write(SSL *tls, const void *bytes, size_t size, size_t *count) {
    ERR_clear_error();
    return mockpostly_tls_outcome(tls, SSL_write_ex(tls, bytes, size, count));
}

// What both ends have in common; NULL without memory. TLS 1.2 and 1.3.
static inline SSL_CTX *mockpostly_tls_context(const SSL_METHOD *method) {
    SSL_CTX *context = SSL_CTX_new(method);
    if (context == NULL) { return NULL; }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    // A write that the socket takes in part is repeated from another place, and an idle connection
    // keeps no buffers.
    SSL_CTX_set_mode(
        context,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
            | SSL_MODE_RELEASE_BUFFERS);
    return context;
}

// Settings for the connections of a server; NULL without memory.
static inline SSL_CTX *mockpostly_tls_server(void) {
    SSL_CTX *context = mockpostly_tls_context(TLS_server_method());
    if (context == NULL) { return NULL; }
    SSL_CTX_set_session_id_context(context, (const unsigned char *)"mockpostly", 10);
    SSL_CTX_sess_set_cache_size(context, 1024);
    return context;
}

// Settings for the connections of a client, which checks certificates; NULL without memory.
static inline SSL_CTX *mockpostly_tls_client(void) {
    static const unsigned char protocols[] = "\x08http/1.1";
    SSL_CTX *context = mockpostly_tls_context(TLS_client_method());
    if (context == NULL) { return NULL; }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_alpn_protos(context, protocols, sizeof protocols - 1);
    return context;
}

// Whether the environment names authorities, or the places that OpenSSL was built for have some.
static inline int mockpostly_tls_has_default_authorities(void) {
    return getenv(X509_get_default_cert_file_env()) != NULL
        || getenv(X509_get_default_cert_dir_env()) != NULL
        || access(X509_get_default_cert_file(), R_OK) == 0
        || access(X509_get_default_cert_dir(), R_OK) == 0;
}

// Has a client's connection accept only a certificate for `host`, a name or a numeric address.
static inline int mockpostly_tls_expect(SSL *tls, const char *host) {
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1) { return 1; }
    ERR_clear_error();
    return SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1;
}

// Why this end does not trust the certificate of the other, in OpenSSL's words; NULL when it does.
static inline const char *mockpostly_tls_distrust(const SSL *tls) {
    long result = SSL_get_verify_result(tls);
    return result == X509_V_OK ? NULL : X509_verify_cert_error_string(result);
}

// What clients call the server by SNI; NULL when they do not.
static inline const char *mockpostly_tls_name(const SSL *tls) {
    return SSL_get_servername(tls, TLSEXT_NAMETYPE_host_name);
}

// Whether the client calls the server by a name that its certificate is not for.
static inline int mockpostly_tls_is_misnamed(const SSL *tls) {
    const char *name = mockpostly_tls_name(tls);
    X509 *certificate = SSL_get_certificate(tls);
    return name != NULL && certificate != NULL && X509_check_host(certificate, name, 0, 0, NULL) == 0;
}

// The last error of the thread: the alert that the client sent, or -1.
static inline int mockpostly_tls_alert(void) {
    unsigned long error = ERR_peek_last_error();
    int reason = ERR_GET_REASON(error);
    if (ERR_GET_LIB(error) != ERR_LIB_SSL || reason < SSL_AD_REASON_OFFSET) { return -1; }
    return reason - SSL_AD_REASON_OFFSET;
}

// The last error of the thread in OpenSSL's words.
static inline const char *mockpostly_tls_words(void) {
    return ERR_reason_error_string(ERR_peek_last_error());
}

// Why a file could not be read: in the words of the system if they are the first error of the
// thread, as when there is no such file, otherwise in those of OpenSSL.
static inline const char *mockpostly_tls_file_words(void) {
    unsigned long first = ERR_peek_error();
    return ERR_SYSTEM_ERROR(first) ? strerror(ERR_GET_REASON(first)) : mockpostly_tls_words();
}
