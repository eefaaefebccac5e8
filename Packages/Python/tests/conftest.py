"""What the tests of the package share. They run against the installed wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

pytest_plugins = ["pytester"]

#: Runs pytest in a process of its own, with arguments, and returns how it has ended.
RunTests = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the inner runs put their temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def environment(folder: Path) -> "dict[str, str]":
    """The variables of an inner run: none of those that this run was given."""
    kept = {
        name: v for name, v in os.environ.items() if not name.startswith(("MOCKPOSTLY", "PYTEST"))
    }
    binary = os.environ.get("MOCKPOSTLY_BIN")
    return {**kept, "TMPDIR": str(folder), **({"MOCKPOSTLY_BIN": binary} if binary else {})}


@pytest.fixture
def run_tests(tmp_path: Path, environment: "dict[str, str]", folder: Path) -> RunTests:
    """Runs the tests in a text; afterwards nothing of the run may be left."""
    place = tmp_path / "project"
    place.mkdir()

    def run(
        source: str, *arguments: str, ini: str = "", **variables: str
    ) -> "subprocess.CompletedProcess[str]":
        (place / "pytest.ini").write_text(f"[pytest]\naddopts = -p no:cacheprovider\n{ini}")
        (place / "test_inner.py").write_text(source)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=place,
            env={**environment, **variables},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert list(folder.glob("*mockpostly*")) == [], done.stdout
        return done

    return run
