"""The platforms of a program, as the names of wheels have them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

_ELF_MACHINES = {0x3E: "x86_64", 0xB7: "aarch64"}
_MACH_MACHINES = {0x01000007: "x86_64", 0x0100000C: "arm64"}

_PT_INTERP = 3
_LC_BUILD_VERSION = 0x32
_LC_LOAD_DYLIB = (0x0C, 0x80000018, 0x8000001F)
_OWN_LIBRARIES = ("/usr/lib/", "/System/")


def platform_tags(binary: Path) -> list[str]:
    """The platforms on which a program runs; one of Linux has to be static.

    Raises ValueError when it is for no platform that wheels have, or when it needs libraries that
    are not part of the system.
    """
    data = binary.read_bytes()
    if data[:4] == b"\x7fELF":
        machine = _elf_machine(data)
        # A static program needs no C library, so that of any Linux will do.
        return [f"manylinux_2_17_{machine}", f"musllinux_1_1_{machine}"]
    if data[:4] == b"\xcf\xfa\xed\xfe":
        return [_mach_tag(data)]
    raise ValueError("it is neither a program of Linux nor one of macOS")


def _elf_machine(data: bytes) -> str:
    (machine,) = struct.unpack_from("<H", data, 18)
    if machine not in _ELF_MACHINES:
        raise ValueError(f"there are no wheels for the machine {machine:#x}")
    (start,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    for number in range(count):
        (kind,) = struct.unpack_from("<I", data, start + number * size)
        if kind == _PT_INTERP:
            raise ValueError("it is not static, and may not run on another Linux")
    return _ELF_MACHINES[machine]


def _mach_tag(data: bytes) -> str:
    (machine,) = struct.unpack_from("<I", data, 4)
    if machine not in _MACH_MACHINES:
        raise ValueError(f"there are no wheels for the machine {machine:#x}")
    least = None
    for kind, command in _mach_commands(data):
        if kind == _LC_BUILD_VERSION:
            (version,) = struct.unpack_from("<I", command, 12)
            # Since macOS 11 wheels name the major version alone.
            least = (version >> 16, (version >> 8) & 0xFF if version >> 16 < 11 else 0)
        elif kind in _LC_LOAD_DYLIB:
            (offset,) = struct.unpack_from("<I", command, 8)
            library = command[offset:].split(b"\0")[0].decode()
            if not library.startswith(_OWN_LIBRARIES):
                raise ValueError(f"it needs {library}, which other machines may not have")
    if least is None:
        raise ValueError("it does not say for which macOS it was built")
    return f"macosx_{least[0]}_{least[1]}_{_MACH_MACHINES[machine]}"


def _mach_commands(data: bytes) -> Iterator[tuple[int, bytes]]:
    (count,) = struct.unpack_from("<I", data, 16)
    place = 32
    for _ in range(count):
        kind, size = struct.unpack_from("<II", data, place)
        yield kind, data[place : place + size]
        place += size
