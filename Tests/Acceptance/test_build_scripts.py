"""What the release is linked with: `scripts/unpin` and `scripts/left-out.txt`."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from conftest import REPOSITORY
from tools import tool

SCRIPTS = REPOSITORY / "scripts"
STAND_INS = REPOSITORY / "Sources/C/LeftOut"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the release is linked so on Linux")

OBJECT = """
    .section swift5_types, "aR", @progbits
    .quad 1
    .section plain, "aR", @progbits
    .quad 2
    .section other, "a", @progbits
    .quad 3
    .section .text.unused, "axR", @progbits
unused:
    ret
"""


def run(*words: object) -> str:
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def marks(file) -> dict[str, bool]:
    """Whether each section of an object file is marked to be kept."""
    sections = re.findall(r"^  \[ *\d+\] (\S+) +\S+ +(?:[0-9a-f]+ +){4}([A-Z]*)", run("readelf", "-SW", file), re.M)
    return {name: "R" in flags for name, flags in sections}


@pytest.fixture
def archive(tmp_path):
    """An archive with an object file between two files that are none, one of them of odd length."""
    (tmp_path / "unused.s").write_text(OBJECT)
    (tmp_path / "a.txt").write_text("odd")
    (tmp_path / "z.txt").write_text("\x7fELF is how it begins")
    run(tool("clang", "clang"), "-c", tmp_path / "unused.s", "-o", tmp_path / "unused.o")
    made = tmp_path / "made.a"
    names = ["a.txt", "unused.o", "z.txt"]
    run(tool("ar", "binutils"), "rc", made, *(tmp_path / name for name in names))
    return made


def test_the_marks_of_lists_alone_are_kept(archive, tmp_path):
    copy, folder = tmp_path / "copy.a", tmp_path / "copies"
    folder.mkdir()
    before = archive.read_bytes()
    run(SCRIPTS / "unpin", archive, copy)
    assert archive.read_bytes() == before
    assert run("ar", "t", copy).split() == ["a.txt", "unused.o", "z.txt"]
    run("ar", "x", "--output", folder, copy)
    wanted = {"swift5_types": True, "plain": True, "other": False, ".text.unused": True}
    assert {name: marks(tmp_path / "unused.o")[name] for name in wanted} == wanted
    wanted["plain"] = wanted[".text.unused"] = False
    assert {name: marks(folder / "unused.o")[name] for name in wanted} == wanted
    # Nothing else is changed: one byte of the flags of each of the two sections.
    after = copy.read_bytes()
    assert len(after) == len(before)
    assert sum(one != other for one, other in zip(before, after)) == 2


def test_what_is_no_archive_is_copied(tmp_path):
    (tmp_path / "file").write_bytes(b"!<thin>\nsomething else")
    run(SCRIPTS / "unpin", tmp_path / "file", tmp_path / "copy")
    assert (tmp_path / "copy").read_bytes() == (tmp_path / "file").read_bytes()


def left_out() -> list[tuple[str, list[str]]]:
    """The lines of the list: what stands in, for what."""
    lines = (SCRIPTS / "left-out.txt").read_text().splitlines()
    parts = [line.split(": ") for line in lines if line and not line.startswith("#")]
    assert all(len(part) == 2 for part in parts)
    return [(replacement, symbols.split()) for replacement, symbols in parts]


def test_each_symbol_is_left_out_once():
    symbols = [symbol for _, symbols in left_out() for symbol in symbols]
    assert len(symbols) > 200 and len(symbols) == len(set(symbols))


def test_every_stand_in_exists_and_is_used(tmp_path):
    defined = set()
    for source in sorted(STAND_INS.glob("*.c")):
        made = tmp_path / f"{source.stem}.o"
        options = ["-DMOCKPOSTLY_STATIC_LIBRARIES", "-I", STAND_INS / "include"]
        run(tool("clang", "clang"), "-c", *options, source, "-o", made)
        defined |= set(run("nm", "--defined-only", "--format=just-symbols", made).split())
    used = {replacement for replacement, _ in left_out()}
    own = {name for name in defined if name.startswith("mockpostly_")}
    # The others are functions of the libraries themselves.
    assert used - own == {"abort", "EC_GFp_mont_method"}
    assert own <= used
