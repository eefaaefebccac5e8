"""What is asked about processes by their ids."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path


def wait_until(condition, within: float = 60.0, what: str = "it"):
    """Waits until `condition()` is true, and gives what it gave."""
    until = time.monotonic() + within
    while not (result := condition()):
        assert time.monotonic() < until, f"{what} did not come to pass within {within} s"
        time.sleep(0.01)
    return result


def _processes() -> dict[int, tuple[int, str]]:
    """The parent and the command line of each process that has not ended."""
    found = {}
    if not Path("/proc/self/stat").exists():
        command = ["ps", "-A", "-ww", "-o", "pid=,ppid=,stat=,args="]
        for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines():
            own, parent, state, words = [*line.split(None, 3), ""][:4]
            if not state.startswith("Z"):
                found[int(own)] = (int(parent), words)
        return found
    for process in Path("/proc").glob("[0-9]*"):
        if (told := _process(process)) is not None:
            found[int(process.name)] = told
    return found


def _state(place: Path) -> tuple[str, int]:
    """The state of the process whose folder this is, such as `S`, and its parent."""
    state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
    return state, int(parent)


def _process(place: Path) -> tuple[int, str] | None:
    """The parent and the command line of the process whose folder this is, unless it has ended."""
    try:
        state, parent = _state(place)
        words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # One that has ended, and that nobody asked after, is none.
    return None if state in "ZX" else (parent, words.strip())


def _alive(pids: list[int]) -> list[int]:
    """Those of the processes that are there."""
    if Path("/proc/self/stat").exists():
        return [pid for pid in pids if _process(Path(f"/proc/{pid}")) is not None]
    return sorted(_processes().keys() & set(pids))


def is_alive(pid: int) -> bool:
    """Whether there is such a process."""
    return _alive([pid]) != []


def is_stopped(pid: int) -> bool:
    """Whether a process of Linux was stopped, as by Ctrl-Z."""
    return _state(Path(f"/proc/{pid}"))[0] == "T"


def children(pid: int) -> dict[int, str]:
    """The children of a process, each with its command line."""
    return {own: words for own, (parent, words) in _processes().items() if parent == pid}


def started_with(beginning: str) -> list[int]:
    """The processes whose command line begins so."""
    return [own for own, (_, words) in _processes().items() if words.startswith(beginning)]


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


def assert_gone(pids: list[int], within: float = 60.0):
    """None of the processes is there, now or within a time."""
    until = time.monotonic() + within
    while left := _alive(pids):
        if time.monotonic() >= until:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            raise AssertionError(f"still there after {within} s: {left}")
        time.sleep(0.02)
