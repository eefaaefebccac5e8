// The font inside the program, if there was one where it was built.

#ifndef MOCKPOSTLY_DEJAVU_H
#define MOCKPOSTLY_DEJAVU_H

#include <stddef.h>

// Null when there was none.
const unsigned char *mockpostly_dejavu(size_t *size);

#endif
