"""What the README shows works as it stands, and so do the examples."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)


def test_the_tests(run_tests):
    tests = [block for block in BLOCKS if "def test_" in block]
    assert len(tests) == 4
    done = run_tests("\n\n".join(tests), "-n", "8", "--strict-markers")
    assert done.returncode == 0 and "7 passed" in done.stdout, done.stdout + done.stderr


def test_the_program(environment):
    (program,) = [block for block in BLOCKS if "def test_" not in block]
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.startswith("http://localhost:"), done.stderr


def test_the_examples(run_tests):
    for example in (PACKAGE / "examples").glob("test_*.py"):
        done = run_tests(example.read_text("utf-8"), "-n", "8")
        assert done.returncode == 0, done.stdout + done.stderr
