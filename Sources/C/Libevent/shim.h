// libevent's headers define _GNU_SOURCE midway. These two come first so that Foundation and this
// module agree on fd_set.
#include <sys/select.h>
#include <sys/types.h>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netdb.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/dns.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/util.h>

#ifdef __linux__
#include <sys/prctl.h>

/// Swift cannot call `prctl`, whose arguments vary in number.
static inline int mockpostly_adopt_orphans(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Gives memory that is free back to the system; the C library of GNU keeps it otherwise.
static inline void mockpostly_release_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
