// The font that is embedded in the program, if the machine that built it had one.

#ifndef MOCKPOSTLY_DEJAVU_H
#define MOCKPOSTLY_DEJAVU_H

#include <stdbool.h>
#include <stddef.h>

// A copy of the font, which the caller frees, with its size; NULL when none is embedded, or no memory
// is left.
unsigned char *mockpostly_dejavu(size_t *size);

// Whether a font is embedded.
bool mockpostly_has_dejavu(void);

#endif
