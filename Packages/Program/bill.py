"""Prints what a program is made of, as an SPDX 2.3 document (a bill of materials).

usage: bill.py PROGRAM VERSION PLATFORM
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

HOME = os.environ.get("MOCKPOSTLY_HOME_URL", "https://github.com/mockpostly/mockpostly")
LIBRARIES = {
    # The name for pkg-config: name, license, where it comes from.
    "libevent": ("libevent", "BSD-3-Clause", "https://libevent.org"),
    "sqlite3": ("SQLite", "blessing", "https://sqlite.org"),
    "libcrypto": ("OpenSSL", "Apache-2.0", "https://www.openssl.org"),
    "zlib": ("zlib", "Zlib", "https://zlib.net"),
    "libbrotlienc": ("Brotli", "MIT", "https://github.com/google/brotli"),
    "libpng": ("libpng", "libpng-2.0", "http://www.libpng.org/pub/png/libpng.html"),
    "libjpeg": ("libjpeg-turbo", "IJG AND BSD-3-Clause AND Zlib", "https://libjpeg-turbo.org"),
    "libwebp": ("libwebp", "BSD-3-Clause", "https://developers.google.com/speed/webp"),
    "freetype2": ("FreeType", "FTL OR GPL-2.0-or-later", "https://freetype.org"),
    "libpcre2-8": ("PCRE2", "BSD-3-Clause", "https://www.pcre.org"),
    "yaml-0.1": ("libyaml", "MIT", "https://pyyaml.org/wiki/LibYAML"),
}


def main(program: Path, version: str, platform: str):
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    whole = package("mockpostly", version, "MIT", HOME) | {
        "primaryPackagePurpose": "APPLICATION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
    }
    parts = [
        package(name, library_version(library), license_, place)
        for library, (name, license_, place) in LIBRARIES.items()
    ]
    parts.append(package("Swift", swift_version(), "Apache-2.0", "https://swift.org"))
    if platform.startswith("linux"):
        parts.append(package("glibc", glibc_version(), "LGPL-2.1-or-later", "https://gnu.org/s/libc"))
    parts.append(package("DejaVu-Sans", None, "Bitstream-Vera", "https://dejavu-fonts.github.io"))
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"mockpostly-{version}-{platform}",
        "documentNamespace": f"{HOME}/spdx/{version}/{platform}/{digest}",
        "creationInfo": {
            "created": datetime.fromtimestamp(
                int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc
            ).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: mockpostly contributors", "Tool: mockpostly-bill"],
        },
        "packages": [whole, *parts],
        "relationships": [
            relationship("SPDXRef-DOCUMENT", "DESCRIBES", whole),
            *(relationship(whole["SPDXID"], "CONTAINS", part) for part in parts),
        ],
    }
    print(json.dumps(document, indent=2))


def package(name: str, version: str | None, license_: str, place: str) -> dict:
    described = {
        "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
        "name": name,
        "downloadLocation": place,
        "filesAnalyzed": False,
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": license_,
        "copyrightText": "NOASSERTION",
    }
    return described | ({"versionInfo": version} if version else {})


def relationship(one: str, kind: str, other: dict) -> dict:
    return {
        "spdxElementId": one,
        "relationshipType": kind,
        "relatedSpdxElement": other["SPDXID"],
    }


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def library_version(library: str) -> str:
    return output("pkg-config", "--modversion", library)


def swift_version() -> str:
    return re.search(r"Swift version (\S+)", output("swift", "--version"))[1]


def glibc_version() -> str:
    return output("getconf", "GNU_LIBC_VERSION").split()[1]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
