"""The committed photos of the Pexels dialect are those that their words give (no server)."""

from __future__ import annotations

import subprocess
import sys

from conftest import REPOSITORY


def test_composing_again_changes_nothing():
    done = subprocess.run(
        [sys.executable, REPOSITORY / "seed" / "pexels-words" / "compose", "--check"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
