#include "left_out.h"

#if MOCKPOSTLY_STATIC_LIBRARIES

#include <stddef.h>

/// For functions that return 0 when they fail, or when there is nothing to do.
int mockpostly_zero(void) { return 0; }

/// For functions that return 1 for success, and others that return a code for failure.
int mockpostly_one(void) { return 1; }

/// For functions that return a pointer, or NULL when they fail.
void *mockpostly_null(void) { return NULL; }

#endif
