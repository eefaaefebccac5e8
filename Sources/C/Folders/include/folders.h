#pragma once

/// Lets two paths of one file system change names, at once; -1 with `errno` where that is not possible.
int mockpostly_exchange(const char *one, const char *other);
