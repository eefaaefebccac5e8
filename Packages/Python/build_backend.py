"""Builds the wheel for `pip install Packages/Python`, in a clone with the program (PEP 517).

The program is the one that MOCKPOSTLY_BIN names, or .build/mockpostly; nothing compiles it here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NoReturn

_ROOT = Path(__file__).resolve().parent.parent.parent


def build_wheel(wheel_directory: str, *_unused: Any) -> str:
    """Makes the wheel with the program; returns its name, or ends with what to run first."""
    binary = _binary()
    from make_wheel import make_packed

    return make_packed(binary, Path(wheel_directory)).name


def prepare_metadata_for_build_wheel(metadata_directory: str, *_unused: Any) -> str:
    """Writes what the wheel says of itself, so that pip need not make the wheel for it too."""
    binary = _binary()
    from make_wheel import packed

    wheel = packed(binary)
    for entry in wheel.entries():
        if entry.name.startswith(wheel.info) and not entry.name.endswith("/RECORD"):
            path = Path(metadata_directory, entry.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(entry.data)
    return wheel.info


def _binary() -> Path:
    named = os.environ.get("MOCKPOSTLY_BIN")
    binary = Path(named) if named else _ROOT / ".build" / "mockpostly"
    if not os.access(binary, os.X_OK) or binary.is_dir():
        _stop(
            f"there is no program at {binary}. Run 'scripts/build-release' in the clone first, or "
            "set MOCKPOSTLY_BIN to a program that you have, then run pip again"
        )
    if sys.version_info < (3, 11):
        _stop("Python 3.11 builds the wheel; with it, run 'make dist' and install dist/*.whl here")
    return binary.resolve()


def build_sdist(*_unused: Any) -> NoReturn:
    """There is none: the program is not built from what it would have."""
    _stop("there is no source distribution; run 'pip wheel Packages/Python' for a wheel")


def _stop(words: str) -> NoReturn:
    sys.exit(f"mockpostly: {words}.")
