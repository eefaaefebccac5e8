"""Child processes that never outlive the benchmark, and what /proc says about them."""

import os
import signal
import subprocess
import time

_TICKS = os.sysconf("SC_CLK_TCK")


class Processes:
    """Starts processes; leaving the `with` block ends those still running, each by its id."""

    def __init__(self):
        self._running = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self._running[:]):
            self.stop(process)

    def start(self, command, log, **variables):
        """Starts `command` with `variables` in its environment and standard error in the file `log`."""
        with open(log, "ab") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env={**environment(), **variables},
                close_fds=False,
            )
        self._running.append(process)
        return process

    def stop(self, process, timeout=3):
        """Asks `process` to end, and ends it after `timeout` seconds."""
        if process in self._running:
            self._running.remove(process)
        if process.poll() is not None:
            return
        for _ in range(timeout):
            # Again each second: nginx misses a signal that comes just before it waits for events.
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=1)
                return
            except subprocess.TimeoutExpired:
                pass
        process.kill()
        process.wait()


def environment():
    """The environment without what would configure the server behind the benchmark's back."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("MOCKPOSTLY_") and name not in ("PORT", "HOST", "JWT_SECRET_KEY")
    }
    kept["SWIFT_BACKTRACE"] = "enable=no"
    return kept


def cpu_seconds(pid):
    """User and system time of process `pid`, all threads."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident_bytes(pid):
    """Resident memory of process `pid`, after it had a moment to come to rest."""
    time.sleep(0.3)
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    raise RuntimeError(f"process {pid} has no resident memory")
