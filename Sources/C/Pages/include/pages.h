// Databases in memory whose pages are shared until they are written.
//
// Copying a database, or replacing one by another, costs at most a table of pointers.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// An immutable database; any thread may use and release it.
typedef struct mockpostly_image mockpostly_image;

/// The file of one connection: an image, and the pages that differ from it.
///
/// It belongs to the connection's thread.
typedef struct mockpostly_pages mockpostly_pages;

/// Registers the virtual file system for such files with SQLite; returns an SQLite result code.
int mockpostly_pages_register(void);
/// The name of that virtual file system.
const char *mockpostly_pages_vfs(void);

/// An image with a copy of `size` bytes; NULL when memory is short.
mockpostly_image *mockpostly_image_copy(const void *bytes, size_t size);
/// An image of `size` bytes that must stay unchanged until the process ends; NULL when memory is
/// short.
mockpostly_image *mockpostly_image_borrow(const void *bytes, size_t size);
/// Counts one more owner of the image, on any thread.
void mockpostly_image_retain(mockpostly_image *image);
void mockpostly_image_release(mockpostly_image *image);
size_t mockpostly_image_size(const mockpostly_image *image);
/// Copies all bytes of the image to `bytes`.
void mockpostly_image_read(const mockpostly_image *image, void *bytes);

/// A file that starts with `image`, or empty if that is NULL; NULL when memory is short.
mockpostly_pages *mockpostly_pages_new(mockpostly_image *image);
/// Ends the owner's reference; the file is freed when its connection has closed it too.
void mockpostly_pages_release(mockpostly_pages *pages);
/// Writes the name under which SQLite opens the file, at most 64 bytes with its NUL.
void mockpostly_pages_name(const mockpostly_pages *pages, char name[64]);
/// The content as an image, retained for the caller; NULL when memory is short.
///
/// It is the same image as before when nothing was written since.
mockpostly_image *mockpostly_pages_freeze(mockpostly_pages *pages);
/// Replaces the content by `image`.
///
/// No connection may hold a lock on the file; the next one to take a lock notices the change.
void mockpostly_pages_replace(mockpostly_pages *pages, mockpostly_image *image);
/// Bytes of pages that are not shared with an image.
size_t mockpostly_pages_private(const mockpostly_pages *pages);
