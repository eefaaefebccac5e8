"""Where the program is: the one that MOCKPOSTLY_BIN names, or the one in this package."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from typing import Optional

from ._errors import MockPostlyError

_NAME = "mockpostly"


def find_binary(binary: Optional[str] = None) -> str:
    """The path of the program.

    It is `binary`, else what the variable MOCKPOSTLY_BIN names, else the one that this package
    carries. Raises MockPostlyError when there is none, or when it cannot be run.
    """
    named = binary or os.environ.get("MOCKPOSTLY_BIN")
    if named:
        found = shutil.which(os.path.expanduser(named))
        if found is None:
            source = "" if binary else " of MOCKPOSTLY_BIN"
            raise MockPostlyError(f"the program '{named}'{source} is not there, or cannot be run")
        return os.path.abspath(found)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", _NAME)
    if not os.path.isfile(path):
        raise MockPostlyError(_without_binary())
    if not os.access(path, os.X_OK):
        try:
            os.chmod(path, 0o755)  # an installer has dropped the mode
        except OSError as error:
            raise MockPostlyError(f"'{path}' cannot be run: chmod +x it ({error})") from None
    return path


def _without_binary() -> str:
    return (
        f"this package has no program for {sys.platform} on {platform.machine()}: there are wheels "
        "for Linux (x86_64, aarch64; glibc and musl) and macOS 15 (arm64, x86_64). Build it with "
        "'scripts/build-release' in the repository and set MOCKPOSTLY_BIN to .build/mockpostly, "
        "or set MOCKPOSTLY_URL to a server that runs elsewhere, such as in a container."
    )
