// The font that is embedded in the program, if the machine that built it had one.

#ifndef MOCKPOSTLY_DEJAVU_H
#define MOCKPOSTLY_DEJAVU_H

#include <stddef.h>

// NULL when no font is embedded; else `size` is set to its bytes.
const unsigned char *mockpostly_dejavu(size_t *size);

#endif
