#include <sqlite3.h>

// A cast in a macro is invisible from Swift.
static inline sqlite3_destructor_type mockpostly_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// So are result codes that a macro adds up.
static const int mockpostly_sqlite_constraint_foreign_key = SQLITE_CONSTRAINT_FOREIGNKEY;

// Variadic functions are invisible from Swift.
static inline int mockpostly_sqlite_config_none(int option) { return sqlite3_config(option); }
static inline int mockpostly_sqlite_config_int(int option, int value) {
    return sqlite3_config(option, value);
}
static inline int mockpostly_sqlite_db_config_int(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}
