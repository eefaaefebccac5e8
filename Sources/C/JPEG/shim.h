// libjpeg-turbo: writing JPEG. Its header needs these two first.

#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
