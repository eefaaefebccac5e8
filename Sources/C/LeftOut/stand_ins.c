#include "left_out.h"

#if MOCKPOSTLY_STATIC_LIBRARIES

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/// For functions that return 0 when they fail, or when there is nothing to do.
int mockpostly_zero(void) { return 0; }

/// For functions that return 1 for success, and others that return a code for failure.
int mockpostly_one(void) { return 1; }

/// For functions that return a pointer, or NULL when they fail.
void *mockpostly_null(void) { return NULL; }

/// For tables that are named but not read.
const uint64_t mockpostly_empty_table[2] = {0};

// SQL has these functions, and nothing calls them: right, but without tables of their own.
double mockpostly_tan(double x) { return sin(x) / cos(x); }
double mockpostly_atan(double x) { return atan2(x, 1); }

/// For descriptions in Swift: the empty `String` as it is returned, in two registers.
struct mockpostly_text {
    uint64_t count, object;
};
struct mockpostly_text mockpostly_empty_text(void)
{
    return (struct mockpostly_text){0, 0xe000000000000000};
}

#endif
