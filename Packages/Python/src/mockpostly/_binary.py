"""Where the program is: named by MOCKPOSTLY_BIN, in this package, or on the PATH."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from typing import Optional

from ._errors import MockPostlyError, ProgramMissing

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

_NAME = "mockpostly"


def find_binary(binary: Optional[str] = None) -> str:
    """The path of the program.

    It is `binary`, else what the variable MOCKPOSTLY_BIN names, else the one that this package
    carries, else `mockpostly` on the PATH. Raises ProgramMissing when there is none at all, and
    MockPostlyError when the one that is named, or carried, cannot be run.
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
        installed = _on_path()
        if installed is None:
            raise ProgramMissing(_without_binary())
        return installed
    if not os.access(path, os.X_OK):
        try:
            os.chmod(path, 0o755)  # an installer has dropped the mode
        except OSError as error:
            raise MockPostlyError(f"'{path}' cannot be run: chmod +x it ({error})") from None
    return path


def _on_path() -> Optional[str]:
    """The first program of the name on the PATH.

    Scripts do not count: they are the commands of this package and of others like it, which look
    for the program themselves, so that they would start each other without end.
    """
    for folder in os.get_exec_path():
        path = os.path.join(folder, _NAME)
        if folder and os.path.isfile(path) and os.access(path, os.X_OK):
            try:
                with open(path, "rb") as file:
                    is_script = file.read(2) == b"#!"
            except OSError:
                is_script = False  # who may run it need not be allowed to read it
            if not is_script:
                return os.path.abspath(path)
    return None


def _without_binary() -> str:
    return (
        f"this package has no program for {sys.platform} on {platform.machine()}, and there is "
        "none on the PATH: there are wheels "
        "for Linux (x86_64, aarch64; glibc and musl) and macOS 15 (arm64, x86_64). Build it with "
        "'scripts/build-release' in the repository and set MOCKPOSTLY_BIN to .build/mockpostly, "
        "or set MOCKPOSTLY_URL to a server that runs elsewhere, such as in a container."
    )
