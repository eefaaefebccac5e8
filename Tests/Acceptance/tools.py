"""Programs of the system that tests use."""

from __future__ import annotations

import os
import shutil

import pytest

USUAL_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"


def tool(name: str, package: str) -> str:
    """Where a program is, which Debian has in `package`.

    Where there is none the test is skipped; in CI, which installs it, the test fails.
    """
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{USUAL_PATH}")
    if found:
        return found
    words = f"{name} is missing: scripts/install-libraries --test installs it (Debian: {package})"
    if os.environ.get("CI", "") not in ("", "false", "0"):
        pytest.fail(words, pytrace=False)
    pytest.skip(words)
