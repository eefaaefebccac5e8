"""Runs of pytest whose tests wait, so that parts of them can be killed."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Dict, List

#: Seconds until what should have ended counts as left over.
TIMEOUT = 60.0

_SOURCE = """
import os, pytest

@pytest.mark.parametrize("number", range({workers}))
def test_waits(world, number):
    # The outer test has it open for writing until the tests may go on.
    with open({go!r}) as go:
        with open({begun!r}, "w") as begun:
            begun.write(f"{{os.getpid()}}\\n")
        go.read()
    world.clock.now

def test_later(world):
    pass
"""


class Life:
    """A run of pytest with so many `workers` of xdist, or none, whose tests wait."""

    def __init__(self, place: Path, environment: Dict[str, str], workers: int) -> None:
        self.temporary = Path(environment["TMPDIR"])
        begun, go = str(place / "begun"), str(place / "go")
        for pipe in (begun, go):
            os.mkfifo(pipe)
        source = _SOURCE.format(workers=max(1, workers), begun=begun, go=go)
        (place / "test_life.py").write_text(source)
        (place / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
        # Open for both ends, so that nobody waits for the other one to open it.
        self._go = os.open(go, os.O_RDWR)
        says = os.open(begun, os.O_RDWR)
        how = ["-n", str(workers)] if workers else ["-p", "no:xdist"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *how],
            cwd=place,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            #: The processes whose tests wait.
            self.users = self._begun(says, max(1, workers))
        except BaseException:
            self.process.kill()
            raise
        finally:
            os.close(says)

    def _begun(self, says: int, count: int) -> List[int]:
        """Waits until so many tests wait; fails with what the run has printed if it ends before."""
        end = os.pidfd_open(self.process.pid)
        poll = select.poll()
        for descriptor in (says, end):
            poll.register(descriptor, select.POLLIN)
        said = b""
        try:
            while said.count(b"\n") < count:
                if says not in dict(poll.poll(TIMEOUT * 1000)):
                    self.process.kill()
                    printed = self.process.communicate(timeout=TIMEOUT)[0]
                    raise AssertionError(f"its tests do not wait:\n{printed}")
                said += os.read(says, 4096)
        finally:
            os.close(end)
        return [int(line) for line in said.split()]

    def release(self) -> str:
        """Lets the tests go on, and returns what the run has printed until its end."""
        os.close(self._go)
        return self.process.communicate(timeout=TIMEOUT)[0]

    def processes(self) -> Dict[int, str]:
        """The command lines of the processes of the run, by the variable TMPDIR."""
        mark = f"TMPDIR={self.temporary}".encode()
        found = {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdigit() or int(folder.name) == os.getpid():
                continue
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    if command:
                        found[int(folder.name)] = command
            except OSError:
                pass  # it has ended
        return found

    def part(self, name: str) -> List[int]:
        """The processes of a part: controller, workers, worker, server, keeper or guard."""
        if name == "controller":
            return [self.process.pid]
        if name == "workers":
            return self.users
        if name == "worker":
            return self.users[:1]
        marks = {"server": " exec ", "keeper": "/bin/sh -c", "guard": "exec-guard"}
        return [
            pid
            for pid, command in self.processes().items()
            if (command.startswith("/bin/sh") if name == "keeper" else marks[name] in command)
            and not command.startswith(sys.executable)
        ]

    def kill(self, *parts: str) -> None:
        """Kills parts with SIGKILL, so that none can react to the end of another."""
        pids = [pid for part in parts for pid in self.part(part)]
        assert pids, self.processes()
        for signal_ in (signal.SIGSTOP, signal.SIGKILL):
            for pid in pids:
                os.kill(pid, signal_)

    def wait_for_end(self) -> None:
        """Waits until no process of the run is left."""
        while True:
            left = self.processes()
            if not left:
                return
            for pid, command in left.items():
                try:
                    descriptor = os.pidfd_open(pid)
                except ProcessLookupError:
                    continue
                poll = select.poll()
                poll.register(descriptor, select.POLLIN)
                ended = poll.poll(TIMEOUT * 1000)
                os.close(descriptor)
                assert ended, f"left over: {command}"
                if pid == self.process.pid:
                    self.process.wait()

    def folders(self) -> List[str]:
        """What the run has left among the temporary files."""
        return sorted(path.name for path in self.temporary.glob("*mockpostly*"))
