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


def test_the_tests_of_the_page(run_tests):
    page = (PACKAGE.parents[1] / "docs" / "testing" / "pytest.md").read_text("utf-8")
    own = page.split("## Without the package")[0]
    tests = re.findall(r"```python\n(.*?)```", own, re.DOTALL)
    imports = "import pytest\nimport requests\nfrom mockpostly import Fault"
    done = run_tests("\n\n".join([imports, *tests]), "-n", "2", "--strict-markers")
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
