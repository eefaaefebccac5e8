// Databases in memory whose pages are shared until they are written.
//
// Copying a database, or replacing one by another, costs at most a table of pointers. A database in
// a file shares its pages with images too, so that only changed ones are read or written.
#pragma once

#include <stdbool.h>
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
/// The bytes of the image from `index` times 4,096 on, of which 4,096 can be read; NULL after its end.
///
/// They are valid as long as the image.
const uint8_t *mockpostly_image_page(const mockpostly_image *image, size_t index);
/// Whether two images have the same 4,096 bytes there; bytes that they share are not read.
bool mockpostly_image_shares(
    const mockpostly_image *image, const mockpostly_image *other, size_t index
);

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
/// What the pages of a file were before some writes.
///
/// It belongs to the file's thread.
typedef struct mockpostly_step mockpostly_step;

/// Keeps what pages are before they are written, from now on.
void mockpostly_pages_keep(mockpostly_pages *pages);
/// Hands over what was kept since the last call, and begins the next step; NULL when memory was short,
/// and then nothing before can be undone.
mockpostly_step *mockpostly_pages_cut(mockpostly_pages *pages);
/// Undoes the writes since `step` began; all later steps must have been undone before.
///
/// As with mockpostly_pages_replace, no connection may hold a lock. What was written since the last
/// step was cut is lost. False when memory is short: then the content is of no use.
bool mockpostly_pages_revert(mockpostly_pages *pages, mockpostly_step *step);
/// Adds to `older` what the next step `newer` has kept, which was just cut and is of no use afterwards;
/// false when memory is short, and then neither can be undone.
bool mockpostly_pages_append(
    mockpostly_pages *pages, mockpostly_step *older, mockpostly_step *newer
);
/// About how many bytes of memory only the step holds.
size_t mockpostly_step_bytes(const mockpostly_step *step);
/// Whether the whole content was replaced in it.
bool mockpostly_step_is_whole(const mockpostly_step *step);
void mockpostly_step_free(mockpostly_step *step);

/// Bytes of pages that are not shared with an image.
size_t mockpostly_pages_private(const mockpostly_pages *pages);

struct sqlite3;

/// The pages of a database file with a write-ahead log, and an image that has most of them.
///
/// The image is the content when it was last read or replaced here; the pages that were written
/// since are known from the log. It belongs to its connection's thread.
typedef struct mockpostly_file mockpostly_file;

/// A point in the sequence of commits: the log, and how many of its frames were there.
typedef struct {
    uint32_t salt[2];
    uint32_t frames;
} mockpostly_file_state;

/// For the main database of an open connection; NULL when memory is short.
mockpostly_file *mockpostly_file_new(struct sqlite3 *database);
/// Must be called before the connection is closed.
void mockpostly_file_free(mockpostly_file *file);
/// Notes the pages of each commit of the connection from now on, and checkpoints the log after a
/// commit when it has at least `limit` frames, as sqlite3_wal_autocheckpoint does.
void mockpostly_file_watch(mockpostly_file *file, int limit);
/// Checkpoints a log that has reached the limit; only outside a transaction.
void mockpostly_file_checkpoint(mockpostly_file *file);

/// Looks for pages that were written since the last call; false when the log cannot be read.
///
/// To be called in a transaction, before the functions below. `data_version` is SQLite's count of
/// the commits of other connections (PRAGMA data_version).
bool mockpostly_file_update(mockpostly_file *file, int64_t data_version);
/// How many bytes have to be read for the content as an image.
size_t mockpostly_file_unread(const mockpostly_file *file);
/// The content as an image, retained for the caller; NULL and an SQLite result code on failure.
mockpostly_image *mockpostly_file_read(mockpostly_file *file, int *code);
/// How many bytes have to be written to replace the content by `image`; SIZE_MAX when that takes
/// reading the whole file.
size_t mockpostly_file_unwritten(const mockpostly_file *file, const mockpostly_image *image);
/// Replaces the content by `image`, and returns an SQLite result code.
///
/// SQLITE_MISMATCH when only SQLite itself can do that. Only in a write transaction, which has
/// written nothing and must be committed then. With `syncs` it waits for the disk.
int mockpostly_file_replace(mockpostly_file *file, mockpostly_image *image, bool syncs);
/// Whether the log is empty or used up, so that SQLite must write to it before
/// mockpostly_file_replace.
bool mockpostly_file_needs_log(mockpostly_file *file);

/// The last image, retained for the caller, and when it was the content; NULL when there is none.
mockpostly_image *mockpostly_file_image(
    const mockpostly_file *file, mockpostly_file_state *state
);
/// Takes over an image that another connection has read or written in `state`.
void mockpostly_file_adopt(
    mockpostly_file *file, mockpostly_image *image, mockpostly_file_state state
);
