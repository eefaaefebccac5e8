"""Starts the real program, waits until it is ready, and ends it by its process id."""

from __future__ import annotations

import atexit
import errno
import fcntl
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import termios
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import requests

from rawhttp import Connection

START_DEADLINE = 60.0
QUIET_PORTS = range(20000, 30000)
"""Ports that no system picks by itself, so that one is still free when it is used again."""
READY_LINE = re.compile(r"mockpostly ready on (\S+)\n")
KEPT_VARIABLES = (
    "PATH",
    "TMPDIR",
    "LANG",
    "LD_LIBRARY_PATH",
    "ASAN_OPTIONS",
    "LSAN_OPTIONS",
    "UBSAN_OPTIONS",
    "TSAN_OPTIONS",
    "LLVM_PROFILE_FILE",
)

WITHOUT_FLAG = {
    "cache-size": True,
    "community-idle-timeout": True,
    "community-poll-timeout": True,
    "durability": True,
    "forwarded": True,
    "insecure-cookies": False,
    "pexels-strict": False,
    "seed-dir": True,
    "max-custom-bytes": True,
    "max-custom-responses": True,
    "max-message": True,
    "tls-rsa": False,
    "upstream-timeout": True,
    "ws-compression": False,
    **dict.fromkeys(
        "max-head max-body max-import max-connections head-timeout body-timeout idle-timeout"
        " write-timeout max-pipelined-output max-buffered worker-queue max-worlds max-snapshots"
        " journal-entries journal-body journal-size journal-total history on-unknown".split(),
        True,
    ),
}
"""The options that are set by variables alone, and whether they take a value."""


def flags_and_variables(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """Parts options, all written as flags, into flags and variables."""
    flags, variables, rest = [], {}, iter(words)
    for word in rest:
        name, _, value = word.removeprefix("--").partition("=")
        option = name.removeprefix("no-")
        if not word.startswith("--") or option not in WITHOUT_FLAG:
            flags.append(word)
            continue
        if WITHOUT_FLAG[option]:
            value = value or next(rest)
        else:
            value = "true"
        variables["MOCKPOSTLY_" + name.upper().replace("-", "_")] = value
    return flags, variables


running: list["MockServer"] = []
"""Servers not yet ended; their log is shown when a test fails."""


runtime_directory = tempfile.mkdtemp(prefix="mockpostly-tests-")
"""Where servers leave word of themselves, apart from those of the machine's users."""
atexit.register(shutil.rmtree, runtime_directory, ignore_errors=True)


kept_ports: list[int] = []
"""The locked files of the ports that this process uses."""


def quiet_port() -> int:
    """A free port that neither another test nor the system takes, now or later."""
    first = os.getpid() * 31 % len(QUIET_PORTS)
    for place in range(len(QUIET_PORTS)):
        port = QUIET_PORTS[(first + place) % len(QUIET_PORTS)]
        lock = os.open(
            f"{tempfile.gettempdir()}/mockpostly-tests-{os.getuid()}-{port}.lock",
            os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW,
            0o600,
        )
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
                with socket.socket(family) as probe:
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    probe.bind((address, port))
        except OSError as problem:
            # Without IPv6 there is nobody to take the port there.
            if problem.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                os.close(lock)
                continue
        kept_ports.append(lock)
        return port
    raise AssertionError("no port is free")


def clean_environment(home: Path, extra: dict[str, str] | None = None) -> dict[str, str]:
    """An environment with nothing in it that could configure the server, but for `extra`."""
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    own = {"HOME": str(home), "XDG_RUNTIME_DIR": runtime_directory}
    return {**kept, **own, **(extra or {})}


@dataclass
class MockServer:
    """One running `mockpostly serve`, or another command that serves."""

    binary: str
    arguments: list[str]
    directory: Path
    environment: dict[str, str] = field(default_factory=dict)
    before_exec: object = None
    terminal: bool | tuple[int, int] = False
    """Whether stderr is a terminal; its lines and columns, where they matter."""
    ready_file: Path | None = None
    word: str = "serve"
    said: str = ""
    """What another command has written to stdout after the ready line; it must have ended."""

    def __post_init__(self):
        self._log_bytes = bytearray()
        self.log_grew = threading.Condition()
        self.ended = False
        arguments, variables = flags_and_variables(self.arguments)
        command = [self.binary, self.word, *arguments]
        if self.ready_file is None:
            self.ready_file = self.directory / f"ready-{time.monotonic_ns()}.json"
        command += ["--ready-file", str(self.ready_file)]
        if self.terminal:
            log_reader, log_writer = os.openpty()
            if self.terminal is not True:
                termios.tcsetwinsize(log_writer, self.terminal)
        else:
            log_reader, log_writer = os.pipe()
        self.process = subprocess.Popen(
            command,
            stdin=log_writer if self.terminal else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log_writer,
            cwd=self.directory,
            env=clean_environment(self.directory, {**variables, **self.environment}),
            preexec_fn=self.before_exec,
        )
        os.close(log_writer)
        self.log_thread = threading.Thread(target=self._read_log, args=(log_reader,), daemon=True)
        self.log_thread.start()
        running.append(self)
        self.ready_line = self._read_ready_line()
        matched = READY_LINE.fullmatch(self.ready_line)
        if not matched:
            self.kill()
            raise AssertionError(f"not the ready line: {self.ready_line!r}\n{self.log_so_far}")
        self.told_url = matched[1]
        described = json.loads(self.ready_file.read_text())
        self.port = described["port"]
        # By number, so that all requests of a test come from one address.
        self.url = self.told_url.replace("//localhost:", "//127.0.0.1:")
        self.control = described["control"]

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def log(self) -> str:
        """All that the server wrote to stderr; it must have ended.

        Of what a running one wrote, the last lines may still be on their way: `wait_for_log`.
        """
        assert self.ended, "the log of a running server is not whole: stop() or wait_for_log()"
        return self.log_so_far

    @property
    def log_so_far(self) -> str:
        """What has arrived of stderr; for reports, and for where to wait from."""
        with self.log_grew:
            return self._log_bytes.decode(errors="replace")

    def _read_log(self, reader: int):
        while True:
            try:
                data = os.read(reader, 65536)
            except OSError as error:
                # A terminal's other end is gone: that is how Linux reports its end.
                if error.errno != errno.EIO:
                    raise
                data = b""
            if not data:
                os.close(reader)
                return
            with self.log_grew:
                self._log_bytes += data
                self.log_grew.notify_all()

    def wait_for_log(self, pattern: str, within: float = 60.0, start: int = 0) -> re.Match:
        """Waits until stderr, from character `start` on, has a match of `pattern`."""
        found = None

        def seen():
            nonlocal found
            found = re.search(pattern, self.log_so_far[start:])
            return found is not None

        with self.log_grew:
            assert self.log_grew.wait_for(seen, within), (
                f"no {pattern!r} on stderr within {within} s:\n"
                + self.log_so_far[start:]
            )
        return found

    def _read_ready_line(self) -> str:
        until = time.monotonic() + START_DEADLINE
        line = bytearray()
        descriptor = self.process.stdout.fileno()
        while not line.endswith(b"\n"):
            remaining = until - time.monotonic()
            readable = select.select([descriptor], [], [], max(0, remaining))[0]
            # One byte at a time, so that nothing after the line is swallowed here.
            data = os.read(descriptor, 1) if readable else b""
            if data:
                line += data
                continue
            why = "stdout ended" if readable else f"not ready within {START_DEADLINE} s"
            if not readable:
                self.process.kill()
            code = self.process.wait(60)
            self._forget()
            raise AssertionError(
                f"{why}, exit code {code}, stdout {bytes(line)!r}, stderr:\n{self.log_so_far}"
            )
        return line.decode()

    def address(self, host: str = "127.0.0.1"):
        return (host, self.port)

    def connect(self, receive_buffer: int | None = None) -> Connection:
        return Connection(self.address(), receive_buffer)

    def session(self) -> requests.Session:
        """An HTTP client without proxies or stored credentials."""
        session = requests.Session()
        session.trust_env = False
        return session

    def signal(self, number: int):
        self.process.send_signal(number)

    def wait(self, within: float = 60.0) -> int:
        """Waits for the end; gives the exit code and checks that stdout had one line only."""
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            problem = f"still running {within} s later; stderr:\n{self.log_so_far}"
            raise AssertionError(problem) from None
        rest = self.process.stdout.read()
        self._forget()
        self.said = rest.decode()
        assert rest == b"" or self.word != "serve", f"stdout has more than the ready line: {rest[:500]!r}"
        return code

    def stop(self):
        """Ends the server in an orderly way; it must exit 0."""
        if self.ended:
            return
        code = self.process.poll()
        if code is not None:
            self._forget()
            raise AssertionError(f"ended by itself with {code}; stderr:\n{self.log_so_far}")
        self.signal(signal.SIGTERM)
        code = self.wait()
        assert code == 0, f"exit code {code} after SIGTERM; stderr:\n{self.log_so_far}"

    def kill(self):
        """Ends the server with SIGKILL."""
        if self.ended:
            return
        self.process.kill()
        self.process.wait(60)
        self._forget()

    def _forget(self):
        self.ended = True
        self.log_thread.join(60)
        self.process.stdout.close()
        if self in running:
            running.remove(self)
