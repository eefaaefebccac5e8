"""Packs the programs of one version in a folder as an artifact bundle for SwiftPM (SE-0305).

usage: bundle.py VERSION FOLDER

Takes them out of the archives, and writes mockpostly-VERSION.artifactbundle.zip beside these. The
files have the time SOURCE_DATE_EPOCH.
"""

import json
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

# A program of Linux is static: it needs no C library of the system.
TRIPLES = {
    "linux-aarch64": ["aarch64-unknown-linux-gnu", "aarch64-swift-linux-musl"],
    "linux-x86_64": ["x86_64-unknown-linux-gnu", "x86_64-swift-linux-musl"],
    "macos-aarch64": ["arm64-apple-macosx"],
    "macos-x86_64": ["x86_64-apple-macosx"],
}


def main(version: str, folder: Path):
    programs = {}
    for platform in TRIPLES:
        archive = folder / f"mockpostly-{version}-{platform}.tar.gz"
        if archive.exists():
            with tarfile.open(archive) as tar:
                programs[platform] = tar.extractfile(f"mockpostly-{version}/bin/mockpostly").read()
    if not programs:
        sys.exit(f"bundle: there is no archive of version {version} in {folder}")
    variants = [
        {"path": f"{platform}/mockpostly", "supportedTriples": TRIPLES[platform]}
        for platform in programs
    ]
    info = {
        "schemaVersion": "1.0",
        "artifacts": {
            "mockpostly": {"type": "executable", "version": version, "variants": variants}
        },
    }
    bundle = folder / f"mockpostly-{version}.artifactbundle.zip"
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        add(packed, "info.json", json.dumps(info, indent=2).encode() + b"\n", 0o644)
        for platform, program in programs.items():
            add(packed, f"{platform}/mockpostly", program, 0o755)


def add(packed: zipfile.ZipFile, name: str, data: bytes, mode: int):
    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))
    entry = zipfile.ZipInfo(f"mockpostly.artifactbundle/{name}", date[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3  # Unix, whose modes follow
    entry.external_attr = (0o100000 | mode) << 16
    packed.writestr(entry, data)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
