// Brotli (RFC 7932).

#include <brotli/decode.h>
#include <brotli/encode.h>
