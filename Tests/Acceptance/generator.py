"""Runs of schemathesis, each in a copy of a process that has imported it once.

As a program it reads runs from stdin, a line of JSON each, and writes a line with the exit code of each.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from pathlib import Path

IMPORTED = (
    "schemathesis.cli",
    "schemathesis.cli.commands.run.executor",
    "schemathesis.engine.core",
    "schemathesis.openapi.loaders",
    "schemathesis.specs.openapi.schemas",
    "schemathesis.transport.requests",
)


class Generator:
    """The process that has imported schemathesis; it ends with its user."""

    def __init__(self, directory: Path):
        self.process = subprocess.Popen(
            [sys.executable, __file__], cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, directory: Path, environment: dict[str, str], *arguments: str) -> tuple[int, str]:
        """One run in a directory; gives its exit code, and what it has written."""
        said = directory / "schemathesis.out"
        order = {"directory": str(directory), "environment": environment, "arguments": arguments, "said": str(said)}
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        code = self.process.stdout.readline()
        assert code, f"the generator has ended with {self.process.wait(60)}"
        return int(code), said.read_text()

    def close(self):
        self.process.stdin.close()
        assert self.process.wait(60) == 0
        self.process.stdout.close()


def one_run(order: dict):
    """Becomes the program `schemathesis`, with an environment and an output of its own."""
    from schemathesis.cli import schemathesis

    os.chdir(order["directory"])
    os.environ.clear()
    os.environ.update(order["environment"])
    output = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    schemathesis(order["arguments"], prog_name="schemathesis")


def main():
    for name in IMPORTED:
        __import__(name)
    # A run is over before it has left behind much.
    gc.disable()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            one_run(json.loads(line))
            sys.exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
