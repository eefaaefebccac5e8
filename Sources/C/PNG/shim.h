// libpng: writing PNG.

#include <png.h>
