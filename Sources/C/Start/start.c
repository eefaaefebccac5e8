#include "start.h"

#include <stddef.h>

#if defined(__linux__)
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static bool has_set_root;
static char *const *arguments;

/// What Swift's runtime takes from /proc, which a chroot may lack.
///
/// It cannot find the file that it is linked into, and ends the process before `main` ("Unable to obtain
/// Swift runtime path"). It looks for it only to find its program for backtraces, and not when SWIFT_ROOT
/// says where that is. And it knows no arguments then: glibc hands them to constructors as to `main`
/// (`call_init` in csu/libc-start.c, elf/dl-init.c).
///
/// Runs before the constructors without a priority, which those of the runtime are.
__attribute__((constructor(101))) static void begin(int count, char **values) {
#if defined(__GLIBC__)
    if (count > 0) arguments = values;
#else
    (void)count, (void)values;
#endif
    char path[1];
    if (readlink("/proc/self/exe", path, sizeof path) >= 0 || getenv("SWIFT_ROOT")) return;
    has_set_root = setenv("SWIFT_ROOT", "/", 0) == 0;
}

void mockpostly_started(void) {
    // The children of `exec` must not have it.
    if (has_set_root) unsetenv("SWIFT_ROOT");
}

char *const *mockpostly_arguments(void) { return arguments; }
#else
void mockpostly_started(void) {}

char *const *mockpostly_arguments(void) { return NULL; }
#endif
