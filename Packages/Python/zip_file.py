"""A zip file of compressed entries, the same bytes for the same entries.

The module `zipfile` cannot take data that something else has compressed.
"""

from __future__ import annotations

import struct
import time
import zlib
from dataclasses import dataclass

#: Wheels know no other method than this.
_DEFLATED = 8
_MADE_BY_UNIX = 3 << 8 | 20
_NEEDS = 20
#: The names are UTF-8.
_FLAGS = 0x800


@dataclass(frozen=True)
class Entry:
    """A file in a zip file."""

    name: str
    data: bytes
    is_executable: bool = False

    @property
    def mode(self) -> int:
        return 0o100755 if self.is_executable else 0o100644


def write_zip(entries: list[Entry], date: time.struct_time) -> bytes:
    """The bytes of a zip file with these entries, all of the same time, which is even seconds."""
    day = (date.tm_year - 1980) << 9 | date.tm_mon << 5 | date.tm_mday
    moment = date.tm_hour << 11 | date.tm_min << 5 | date.tm_sec // 2
    files, directory = bytearray(), bytearray()
    for entry in entries:
        name, packed = entry.name.encode(), _compress(entry.data)
        common = struct.pack(
            "<HHHHHIIIHH",
            _NEEDS,
            _FLAGS,
            _DEFLATED,
            moment,
            day,
            zlib.crc32(entry.data),
            len(packed),
            len(entry.data),
            len(name),
            0,
        )
        directory += b"PK\1\2" + struct.pack("<H", _MADE_BY_UNIX) + common
        directory += struct.pack("<HHHII", 0, 0, 0, entry.mode << 16, len(files)) + name
        files += b"PK\3\4" + common + name + packed
    count = len(entries)
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(files), 0)
    return bytes(files + directory + b"PK\5\6" + end)


def _compress(data: bytes) -> bytes:
    """The data compressed as well as can be, by libdeflate."""
    import deflate

    packed = bytes(deflate.deflate_compress(data, 12))
    if zlib.decompress(packed, -15) != data:
        raise RuntimeError("libdeflate has not kept what it has compressed")
    return packed
