// A database in memory whose pages are shared until they are written: copying one, and putting one
// in the place of another, costs a table of pointers or nothing at all.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A database that never changes; any thread may use and release it.
typedef struct mockpostly_image mockpostly_image;

/// The file of one connection: an image, and the pages in which it differs from it. It belongs to the
/// connection's thread.
typedef struct mockpostly_pages mockpostly_pages;

/// Registers the virtual file system of such files with SQLite; an SQLite result code.
int mockpostly_pages_register(void);
/// Its name.
const char *mockpostly_pages_vfs(void);

/// An image of `size` bytes, copied; NULL without memory.
mockpostly_image *mockpostly_image_copy(const void *bytes, size_t size);
/// An image of `size` bytes that stay as they are as long as the program runs; NULL without memory.
mockpostly_image *mockpostly_image_borrow(const void *bytes, size_t size);
void mockpostly_image_retain(mockpostly_image *image);
void mockpostly_image_release(mockpostly_image *image);
size_t mockpostly_image_size(const mockpostly_image *image);
/// Copies all bytes of the image to `bytes`.
void mockpostly_image_read(const mockpostly_image *image, void *bytes);

/// A file that holds `image`, or nothing when it is NULL; NULL without memory.
mockpostly_pages *mockpostly_pages_new(mockpostly_image *image);
/// Ends the owner's hold on the file; it goes with the connection that has it open.
void mockpostly_pages_release(mockpostly_pages *pages);
/// Writes the name under which SQLite opens the file, at most 64 bytes with its NUL.
void mockpostly_pages_name(const mockpostly_pages *pages, char name[64]);
/// What the file holds, retained; the same image again when nothing was written since. NULL without
/// memory.
mockpostly_image *mockpostly_pages_freeze(mockpostly_pages *pages);
/// Makes the file hold `image`. No connection may have a lock on it; the next one to take one sees
/// that another has written.
void mockpostly_pages_replace(mockpostly_pages *pages, mockpostly_image *image);
/// Bytes of pages that no image shares.
size_t mockpostly_pages_private(const mockpostly_pages *pages);
