// The write-ahead log of a database file, below SQLite (SQLite: "WAL-mode File Format").
#pragma once

#include <sqlite3.h>

#include "image.h"

/// The header of the wal-index, in the byte order of the machine.
struct log_header {
    uint32_t version;
    uint32_t unused;
    uint32_t change;
    uint8_t is_ready;
    /// Whether the checksums in the log read numbers as big-endian.
    uint8_t is_big_endian;
    uint16_t page_size;
    /// The number of committed frames, each a page, in the log.
    uint32_t frames;
    /// The size of the database after the last commit.
    uint32_t pages;
    uint32_t frame_sum[2];
    /// Differs each time the log is begun again.
    uint32_t salt[2];
    uint32_t sum[2];
};

/// What a connection sees of its database file and the log beside it.
struct log_view {
    sqlite3_file *database;
    sqlite3_file *log;
    volatile uint8_t *index;
    struct log_header header;
};

/// A page to write: its number, from 1, and its `CHUNK` bytes.
struct new_page {
    uint32_t number;
    const uint8_t *bytes;
};

/// Looks at the log of the main database; false when it has none that this code knows.
///
/// The frames counted in the view stay as they are as long as a transaction is open.
bool view_log(sqlite3 *database, struct log_view *view);

/// The number of the page in a frame of the log, from 1; 0 when the wal-index cannot be read.
uint32_t page_in_frame(const struct log_view *view, uint32_t frame);

/// Whether a writer should begin the log again, as SQLite does before its next frame.
bool is_log_used_up(const struct log_view *view);

/// Reads a page of the database: from `frame` of the log or, when that is 0, from the file.
int read_page(const struct log_view *view, uint32_t page, uint32_t frame, uint8_t *bytes);

/// Reads the size of the database after the commit that ends with `frame`, in pages; 0 when none
/// ends there.
int read_size(const struct log_view *view, uint32_t frame, uint32_t *pages);

/// Adds pages to the log as one commit, after which the database has `size` pages.
///
/// Only inside a write transaction that has written nothing, and that then must be committed. With
/// `syncs` it waits for the disk. When it fails, nothing has changed.
int append_pages(
    struct log_view *view, const struct new_page *pages, size_t count, uint32_t size, bool syncs
);
