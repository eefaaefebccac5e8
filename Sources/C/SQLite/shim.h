#include <sqlite3.h>

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
