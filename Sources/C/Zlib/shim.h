// zlib: DEFLATE (RFC 1951) in its own and in gzip's format.

#include <zlib.h>
