"""Packs a folder into a .tar.gz whose bytes depend on its files alone.

usage: archive.py FOLDER ARCHIVE
"""

import gzip
import os
import sys
import tarfile
from pathlib import Path


def main(folder: Path, archive: Path):
    level = 1 if os.environ.get("PACKING_OF_MOCKPOSTLY") == "quick" else 9
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", level, file, mtime=0) as packed,
        tarfile.open(mode="w", fileobj=packed, format=tarfile.USTAR_FORMAT) as tar,
    ):
        for path in [folder, *sorted(folder.rglob("*"))]:
            tar.add(path, path.relative_to(folder.parent), recursive=False, filter=anonymous)


def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """The entry as one of root, with the time of the build."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
    return entry


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
