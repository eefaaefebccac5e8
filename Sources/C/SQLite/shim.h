#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

#ifdef __APPLE__
#include <dlfcn.h>
#endif

// Swift does not see casts in macros.
static inline sqlite3_destructor_type mockpostly_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Swift does not see result codes that a macro computes.
static const int mockpostly_sqlite_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;

// Swift does not see variadic functions.
static inline int mockpostly_sqlite_config_none(int option) { return sqlite3_config(option); }
static inline int mockpostly_sqlite_config_int(int option, int value) {
    return sqlite3_config(option, value);
}
static inline int mockpostly_sqlite_db_config_int(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

// The functions for rows that are about to be written (sqlite.org/c3ref/preupdate_blobwrite.html).
// A library may be built without them, which a program that is linked with it finds out here.
typedef void (*mockpostly_sqlite_row_hook)(
    void *context, sqlite3 *db, int operation, char const *database, char const *table,
    sqlite3_int64 old_rowid, sqlite3_int64 new_rowid);

#ifdef __APPLE__
static inline int mockpostly_sqlite_hook_rows(
    sqlite3 *db, mockpostly_sqlite_row_hook hook, void *context) {
    typedef void *(*function)(sqlite3 *, mockpostly_sqlite_row_hook, void *);
    function set = (function)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_hook");
    if (set) set(db, hook, context);
    return set != 0;
}
static inline int mockpostly_sqlite_row_value(
    sqlite3 *db, int is_new, int column, sqlite3_value **value) {
    typedef int (*function)(sqlite3 *, int, sqlite3_value **);
    function get = (function)dlsym(
        RTLD_DEFAULT, is_new ? "sqlite3_preupdate_new" : "sqlite3_preupdate_old");
    return get ? get(db, column, value) : SQLITE_MISUSE;
}
#else
static inline int mockpostly_sqlite_hook_rows(
    sqlite3 *db, mockpostly_sqlite_row_hook hook, void *context) {
    sqlite3_preupdate_hook(db, hook, context);
    return 1;
}
static inline int mockpostly_sqlite_row_value(
    sqlite3 *db, int is_new, int column, sqlite3_value **value) {
    return is_new ? sqlite3_preupdate_new(db, column, value)
                  : sqlite3_preupdate_old(db, column, value);
}
#endif
