#if defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <stdio.h>
#endif

#include "folders.h"

int mockpostly_exchange(const char *one, const char *other) {
#if defined(__linux__)
    // By number, as not every C library has a function for it; 2 is RENAME_EXCHANGE.
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u);
#else
    return renamex_np(one, other, RENAME_SWAP);
#endif
}
