#include "start.h"

#if defined(__linux__)
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static bool has_set_root;

/// Without /proc, as in a chroot, Swift's runtime cannot find the file that it is linked into, and
/// ends the process before `main` ("Unable to obtain Swift runtime path"). It looks for it only to
/// find its program for backtraces, and not when SWIFT_ROOT says where that is.
///
/// Runs before the constructors without a priority, which those of the runtime are.
__attribute__((constructor(101))) static void begin(void) {
    char path[1];
    if (readlink("/proc/self/exe", path, sizeof path) >= 0 || getenv("SWIFT_ROOT")) return;
    has_set_root = setenv("SWIFT_ROOT", "/", 0) == 0;
}

void mockpostly_started(void) {
    // The children of `exec` must not have it.
    if (has_set_root) unsetenv("SWIFT_ROOT");
}
#else
void mockpostly_started(void) {}
#endif
