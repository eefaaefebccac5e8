"""What is asked about processes by their ids."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path


def wait_until(condition, within: float = 10.0, what: str = "it"):
    """Waits until `condition()` is true, and gives what it gave."""
    until = time.monotonic() + within
    while not (result := condition()):
        assert time.monotonic() < until, f"{what} did not come to pass within {within} s"
        time.sleep(0.01)
    return result


def is_alive(pid: int) -> bool:
    """Whether there is such a process; one that has ended, and that nobody asked after, is none."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    state = shown.stdout.strip()
    return bool(state) and not state.startswith("Z")


def children(pid: int) -> dict[int, str]:
    """The children of a process, each with its command line."""
    shown = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True
    )
    found = {}
    for line in shown.stdout.splitlines():
        own, parent, state, words = line.split(None, 3)
        if int(parent) == pid and not state.startswith("Z"):
            found[int(own)] = words
    return found


def guards(pid: int) -> list[int]:
    """The processes that guard what an `exec` has started."""
    return [child for child, words in children(pid).items() if " exec-guard " in words]


def numbers_in(path: Path, count: int) -> list[int]:
    """The process ids that a script writes to a file, one a line, when all are there."""

    def whole():
        text = path.read_text() if path.exists() else ""
        lines = text.splitlines()
        return lines if len(lines) >= count and text.endswith("\n") else None

    return [int(line) for line in wait_until(whole, what=f"{count} process ids in {path.name}")]


def assert_gone(pids: list[int], within: float = 8.0):
    """None of the processes is there, now or within a time."""
    until = time.monotonic() + within
    while left := [pid for pid in pids if is_alive(pid)]:
        if time.monotonic() >= until:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"still there after {within} s: {left}")
        time.sleep(0.02)
