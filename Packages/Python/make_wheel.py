"""Makes the wheels of the package, byte for byte the same in each run.

    python3 make_wheel.py BINARY FOLDER

One wheel carries the program BINARY, for the platform that it was built for. The other carries
none: it is for platforms without a wheel, where it says what to do, and can use a server elsewhere.
SOURCE_DATE_EPOCH, if set, is the time of the files in it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import tomllib

from wheel_platform import platform_tags
from zip_file import Entry, write_zip

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
SOURCES = HERE / "src"


@dataclass(frozen=True)
class Wheel:
    """A wheel to be made."""

    version: str
    tags: list[str]
    binary: Path | None

    @property
    def info(self) -> str:
        """The folder with what the wheel says of itself."""
        return f"mockpostly-{self.version}.dist-info"

    @property
    def name(self) -> str:
        """The name of the file, with the set of tags in short: `py3-none-a.b`."""
        platforms = ".".join(tag.split("-")[2] for tag in self.tags)
        return f"mockpostly-{self.version}-py3-none-{platforms}.whl"

    def entries(self) -> list[Entry]:
        """All files, sorted, with the list of them at the end, as the format recommends."""
        entries = [
            Entry(str(path.relative_to(SOURCES)), path.read_bytes())
            for path in sorted(SOURCES.rglob("*"))
            if path.is_file() and path.suffix in (".py", ".typed")
        ]
        skill = (REPOSITORY / "skills/mockpostly/SKILL.md").read_bytes()
        entries.append(Entry("mockpostly/SKILL.md", skill))
        if self.binary:
            program = self.binary.read_bytes()
            entries.append(Entry("mockpostly/bin/mockpostly", program, is_executable=True))
        project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        licence = (REPOSITORY / "LICENSE").read_bytes()
        entries += [
            Entry(f"{self.info}/METADATA", self._metadata(project).encode()),
            Entry(f"{self.info}/WHEEL", self._wheel().encode()),
            Entry(f"{self.info}/entry_points.txt", _entry_points(project).encode()),
            Entry(f"{self.info}/licenses/LICENSE", licence),
        ]
        entries.sort(key=lambda entry: (entry.name.startswith(self.info), entry.name))
        record = f"{self.info}/RECORD"
        lines = [
            f"{entry.name},sha256={_digest(entry.data)},{len(entry.data)}" for entry in entries
        ]
        return [*entries, Entry(record, "\n".join([*lines, f"{record},,", ""]).encode())]

    def _metadata(self, project: dict) -> str:
        lines = [
            "Metadata-Version: 2.4",
            f"Name: {project['name']}",
            f"Version: {self.version}",
            f"Summary: {project['description']}",
            f"Author: {', '.join(author['name'] for author in project['authors'])}",
            f"License-Expression: {project['license']}",
            *(f"License-File: {name}" for name in project["license-files"]),
            f"Keywords: {','.join(project['keywords'])}",
            *(f"Classifier: {classifier}" for classifier in project["classifiers"]),
            f"Requires-Python: {project['requires-python']}",
            *(f"Requires-Dist: {dependency}" for dependency in project["dependencies"]),
            "Description-Content-Type: text/markdown",
            "",
            (HERE / project["readme"]).read_text(encoding="utf-8"),
        ]
        return "\n".join(lines)

    def _wheel(self) -> str:
        lines = [
            "Wheel-Version: 1.0",
            "Generator: mockpostly",
            f"Root-Is-Purelib: {'false' if self.binary else 'true'}",
            *(f"Tag: {tag}" for tag in self.tags),
            "",
        ]
        return "\n".join(lines)


def _entry_points(project: dict) -> str:
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    return "\n".join(
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in points.items())
        for group, points in groups.items()
    )


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _version(binary: Path) -> str:
    """The version of a program, which is that of the wheel."""
    words = subprocess.run(
        [binary, "--version"], check=True, capture_output=True, text=True
    ).stdout.split()
    if words[:1] != ["mockpostly"]:
        sys.exit(f"make_wheel: {binary} is no mockpostly: it says {' '.join(words[:5])!r}")
    return words[1]


def packed(binary: Path) -> Wheel:
    """The wheel that carries a program; ends with the reason when none can."""
    try:
        tags = [f"py3-none-{platform}" for platform in platform_tags(binary)]
    except ValueError as error:
        sys.exit(f"make_wheel: {binary} cannot be in a wheel: {error}")
    return Wheel(_version(binary), tags, binary)


def write(wheel: Wheel, folder: Path) -> Path:
    """Writes a wheel into a folder; returns its path."""
    # No file of a zip can be older than 1980.
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH") or 0), 315532800)
    path = folder / wheel.name
    path.write_bytes(write_zip(wheel.entries(), time.gmtime(epoch)))
    return path


def make_packed(binary: Path, folder: Path) -> Path:
    """Makes the wheel that carries a program; returns its path."""
    return write(packed(binary), folder)


def main() -> None:
    """Makes both wheels and prints their paths and sizes."""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} BINARY FOLDER")
    binary, folder = Path(sys.argv[1]), Path(sys.argv[2])
    if not os.access(binary, os.X_OK):
        sys.exit(f"make_wheel: {binary} is no program; scripts/build-release makes it")
    carrying = packed(binary)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"mockpostly-{carrying.version}-py3-*.whl"):
        old.unlink()
    for wheel in (carrying, Wheel(carrying.version, ["py3-none-any"], None)):
        path = write(wheel, folder)
        print(f"{path} {path.stat().st_size}")


if __name__ == "__main__":
    main()
