"""Systems with less than usual: no /proc, and nothing that can be written to."""

from __future__ import annotations

import re
import shutil
import subprocess
import urllib.request
from contextlib import contextmanager

import pytest


@pytest.fixture
def confined(binary):
    """Starts the program under bwrap; `options` say what it finds there."""
    if not shutil.which("bwrap"):
        pytest.fail("this test needs bwrap: run scripts/install-libraries --test", pytrace=False)
    probe = ["bwrap", "--ro-bind", "/", "/", "true"]
    refusal = subprocess.run(probe, capture_output=True, text=True, check=False)
    if refusal.returncode != 0:
        pytest.skip(f"this machine lets nobody make a container: {refusal.stderr.strip()}")

    @contextmanager
    def run(*options: str):
        server = subprocess.Popen(
            ["bwrap", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", *options]
            # The program may itself be below /tmp.
            + ["--ro-bind", binary, binary]
            + ["--unsetenv", "XDG_RUNTIME_DIR", "--unsetenv", "TMPDIR"]
            + [binary, "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            found = None
            while found is None:
                line = server.stdout.readline()
                assert line, server.stderr.read()
                found = re.search(r"mockpostly ready on (http://\S+)", line)
            with urllib.request.urlopen(f"{found[1]}/posts/1", timeout=60) as answer:
                assert answer.status == 200
            server.terminate()
            yield server.communicate(timeout=60)[1]
        finally:
            server.kill()
            server.communicate()

    return run


def test_it_serves_without_proc(confined):
    with confined("--tmpfs", "/proc") as log:
        assert "error" not in log


@pytest.mark.parametrize("options", [[], ["--tmpfs", "/tmp"]], ids=["all", "but /tmp"])
def test_on_a_read_only_system_nothing_is_an_error(confined, options):
    with confined("--proc", "/proc", *(options or ["--ro-bind", "/tmp", "/tmp"])) as log:
        assert "error" not in log and "warning" not in log
