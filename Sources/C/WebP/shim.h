// libwebp: writing WebP.

#include <webp/encode.h>
