"""Ways in which the file of a database can be at fault."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path


def foreign_database(path: Path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE other (x)")
        database.execute("PRAGMA user_version = 1")
    database.close()


def newer(path: Path):
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9999")
        database.execute("PRAGMA journal_mode = DELETE")
    database.close()


def flip(path: Path, start: int, count: int):
    data = bytearray(path.read_bytes())
    for place in range(start, min(len(data), start + count)):
        data[place] ^= 0xFF
    path.write_bytes(data)


def replace(path: Path, data: bytes):
    path.write_bytes(data)


DAMAGES = {
    "empty": lambda path: replace(path, b""),
    "no database": lambda path: replace(path, b"Hello, this is a text.\n" * 300),
    "cut off in the head": lambda path: os.truncate(path, 50),
    "cut off at a page": lambda path: os.truncate(path, 4096 * 3),
    "cut off inside a page": lambda path: os.truncate(path, path.stat().st_size - 1000),
    "foreign": lambda path: (path.unlink(), foreign_database(path)),
    "newer": newer,
    "first page": lambda path: flip(path, 0, 4096),
    "tree": lambda path: flip(path, 4096 * 2, 4096 * 40),
    "zeros": lambda path: replace(path, b"\0" * path.stat().st_size),
}
