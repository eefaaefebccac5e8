"""The files of the wheel, and where it runs."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import stat
import struct
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest

from mockpostly._binary import find_binary

sys.path.insert(0, str(Path(__file__).parent.parent))

from wheel_platform import platform_tags

PACKAGE = Path(__file__).parent.parent

WHEELS = sorted(Path(os.environ.get("MOCKPOSTLY_WHEELS", ".")).glob("mockpostly-*.whl"))


def test_there_are_two():
    assert [wheel.name.endswith("-any.whl") for wheel in WHEELS].count(True) == 1
    assert len(WHEELS) == 2


@pytest.mark.parametrize("wheel", WHEELS, ids=lambda wheel: wheel.name)
def test_the_record_is_right(wheel: Path):
    with zipfile.ZipFile(wheel) as file:
        assert file.testzip() is None
        names = file.namelist()
        record = next(name for name in names if name.endswith(".dist-info/RECORD"))
        rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(file.read(record).decode()))}
        assert sorted(rows) == sorted(names) and rows[record] == ["", ""]
        for name in names:
            data = file.read(name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            assert name == record or rows[name] == [f"sha256={digest}", str(len(data))]
        modes = {entry.filename: entry.external_attr >> 16 for entry in file.infolist()}
        runnable = [name for name, mode in modes.items() if mode & stat.S_IXUSR]
        program = [] if "-any" in wheel.name else ["mockpostly/bin/mockpostly"]
        assert runnable == program
        assert "mockpostly/py.typed" in names
        skill = PACKAGE.parents[1] / "skills/mockpostly/SKILL.md"
        assert file.read("mockpostly/SKILL.md") == skill.read_bytes()
        assert not [name for name in names if "test" in name and "pytest_plugin" not in name]


def test_the_tags_are_those_of_the_name():
    for wheel in WHEELS:
        with zipfile.ZipFile(wheel) as file:
            name = next(name for name in file.namelist() if name.endswith("/WHEEL"))
            lines = file.read(name).decode().splitlines()
        tags = [line[5:] for line in lines if line.startswith("Tag: ")]
        platforms = wheel.stem.split("-")[4].split(".")
        assert tags == [f"py3-none-{platform}" for platform in platforms]


def test_the_command_becomes_the_program():
    command = Path(sysconfig.get_path("scripts")) / "mockpostly"
    ended = subprocess.run([command, "serve", "--port", "x"], capture_output=True, text=True)
    assert ended.returncode == 2 and "--port" in ended.stderr
    for run in ([command], [sys.executable, "-m", "mockpostly"]):
        said = subprocess.run([*run, "--version"], capture_output=True, text=True, check=True)
        assert said.stdout.split()[:2] == ["mockpostly", distribution("mockpostly").version]
    # The process is the program itself, so a signal reaches it.
    serving = subprocess.Popen([command, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert serving.stdout and "ready on" in serving.stdout.readline()
    assert (
        b"python" not in Path(f"/proc/{serving.pid}/cmdline").read_bytes()
        or not Path("/proc").exists()
    )
    serving.terminate()
    assert serving.wait(30) == 0
    serving.stdout.close()


def pip_wheel(folder: Path, binary: str) -> "subprocess.CompletedProcess[str]":
    """Has pip build the package from the clone, with what this environment has."""
    pip = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "-q"]
    return subprocess.run(
        [*pip, "--no-build-isolation", "--wheel-dir", str(folder), str(PACKAGE)],
        env={**os.environ, "MOCKPOSTLY_BIN": binary},
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 builds wheels")
def test_pip_builds_the_wheel_from_a_clone(tmp_path: Path):
    packed = next(wheel for wheel in WHEELS if not wheel.name.endswith("-any.whl"))
    done = pip_wheel(tmp_path, find_binary())
    assert done.returncode == 0, done.stderr
    assert (tmp_path / packed.name).read_bytes() == packed.read_bytes()


def test_pip_in_a_clone_without_a_program_says_what_to_run(tmp_path: Path):
    done = pip_wheel(tmp_path, str(tmp_path / "nowhere"))
    said = done.stdout + done.stderr
    assert done.returncode == 1 and "Run 'scripts/build-release' in the clone first" in said, said
    assert "Traceback" not in said


def elf(machine: int, segment: int) -> bytes:
    head = bytearray(64)
    head[:4] = b"\x7fELF"
    struct.pack_into("<H", head, 18, machine)
    struct.pack_into("<Q", head, 32, 64)
    struct.pack_into("<HH", head, 54, 56, 1)
    return bytes(head) + struct.pack("<I", segment) + bytes(52)


def mach(machine: int, version: int, library: bytes) -> bytes:
    build = struct.pack("<IIIIII", 0x32, 24, 1, version, 0, 0)
    path = library + bytes(8 - len(library) % 8)
    load = struct.pack("<IIIIII", 0x0C, 24 + len(path), 24, 0, 0, 0) + path
    return struct.pack("<IIIIIIII", 0xFEEDFACF, machine, 0, 2, 2, 0, 0, 0) + build + load


@pytest.mark.parametrize(
    ("program", "tags"),
    [
        (elf(0x3E, 1), ["manylinux_2_17_x86_64", "musllinux_1_1_x86_64"]),
        (elf(0xB7, 1), ["manylinux_2_17_aarch64", "musllinux_1_1_aarch64"]),
        (mach(0x0100000C, 15 << 16, b"/usr/lib/libSystem.dylib"), ["macosx_15_0_arm64"]),
        (mach(0x01000007, 13 << 16 | 3 << 8, b"/usr/lib/libz.dylib"), ["macosx_13_0_x86_64"]),
    ],
)
def test_platforms(tmp_path: Path, program: bytes, tags):
    (tmp_path / "program").write_bytes(program)
    assert platform_tags(tmp_path / "program") == tags


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (elf(0x3E, 3), "not static"),
        (elf(0x28, 1), "no wheels for the machine 0x28"),
        (mach(0x0100000C, 15 << 16, b"/opt/homebrew/lib/libssl.dylib"), "needs /opt/homebrew"),
        (b"#!/bin/sh\n", "neither"),
    ],
)
def test_programs_that_no_wheel_can_have(tmp_path: Path, program: bytes, words: str):
    (tmp_path / "program").write_bytes(program)
    with pytest.raises(ValueError, match=words):
        platform_tags(tmp_path / "program")
