"""The one server that all processes of a test run share.

A run is a folder in the directory for temporary files:

    members     each process of the run holds a shared lock on it
    users       a named pipe that each process of the run holds open
    start       locked by the process that starts the server
    url         where the server is, once it is ready
    failure     why it did not start
    log         what it has logged; the server holds a shared lock on it

The server is that of `mockpostly exec`, whose command reads the named pipe. When the last process
of the run has ended, in whatever way, the pipe is at its end, so the command ends, and with it the
server. Then the folder goes too: the command deletes it, or the last process does. Should both have
been killed at once, a later run deletes it.
"""

from __future__ import annotations

import fcntl
import os
import select
import shutil
import stat
import subprocess
import tempfile
import threading
import weakref
from dataclasses import dataclass
from typing import IO, Dict, List, Optional, Tuple, Union

from ._binary import find_binary
from ._errors import MockPostlyError
from ._server import Server

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

_PREFIX = "mockpostly-run-"
#: Seconds until a server that says nothing has failed to start; one with a large seed takes some.
_LONGEST_START = 120.0
#: Seconds until a server that was told to end is left alone.
_LONGEST_END = 10.0
#: The most bytes of the log that an error shows.
_LOG_SHOWN = 4000

# It says where the server is, waits for the last user, and deletes the folder.
_COMMAND = """
printf '%s\\n' "$MOCKPOSTLY_URL"
exec >/dev/null
read -r _ || rm -rf -- "$1"
"""


@dataclass(frozen=True)
class Order:
    """How a server is started."""

    #: Options of `mockpostly serve`.
    arguments: Tuple[str, ...]
    #: The program; None for the usual one.
    binary: Optional[str]
    #: The token that its control plane wants; None for none.
    admin_token: Optional[str]
    #: Where paths in the arguments start.
    directory: Union[str, "os.PathLike[str]"]


class Run:
    """This process's part in a run."""

    def __init__(self, folder: str) -> None:
        """Takes part in the run in `folder`. Raises OSError when there is none."""
        self.folder = folder
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._held: List[int] = []
        self._owner = os.getpid()
        try:
            self._held.append(_lock(self._path("members"), fcntl.LOCK_SH))
            # For reading too, so that it need not wait for the server's command to open it.
            self._held.append(os.open(self._path("users"), os.O_RDWR | os.O_NONBLOCK))
        except OSError:
            self._let_go()
            raise
        _forget_in_children(self)

    @classmethod
    def begin(cls) -> Run:
        """Begins a run, whose server starts at its first use."""
        _sweep()
        # A later run sweeps only folders with the final name, which have a lock from the beginning.
        hidden = tempfile.mkdtemp(prefix="." + _PREFIX)
        folder = os.path.join(os.path.dirname(hidden), _PREFIX + hidden.rpartition("-")[2])
        os.mkfifo(os.path.join(hidden, "users"), 0o600)
        for name in ("members", "start", "log"):
            open(os.path.join(hidden, name), "wb").close()
        lock = _lock(os.path.join(hidden, "members"), fcntl.LOCK_SH)
        try:
            os.rename(hidden, folder)
            return cls(folder)
        finally:
            os.close(lock)

    def server(self, order: Order) -> Server:
        """The server of the run, which is started if no process of the run has done so.

        Raises MockPostlyError with the last lines of its log when it does not start.
        """
        start = _lock(self._path("start"), fcntl.LOCK_EX)
        try:
            url, failure = self._read("url"), self._read("failure")
            if not url and not failure:
                try:
                    url = self._start(order)
                    self._write("url", url)
                except MockPostlyError as error:
                    failure = error.message
                    self._write("failure", failure)
        finally:
            os.close(start)
        if failure:
            raise MockPostlyError(failure)
        return Server(url, order.admin_token, is_own=True, log=self.log)

    def log(self) -> str:
        """The last lines of the server's log."""
        try:
            with open(self._path("log"), "rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - _LOG_SHOWN))
                return file.read().decode(errors="replace").strip()
        except OSError:
            return ""

    def leave(self) -> None:
        """Ends this process's part; the last one waits for the end of the server."""
        if os.getpid() != self._owner or not self._held:
            return
        self._let_go(but_members=True)
        # The lock of a process that is not the last one goes with the attempt.
        is_last = _try_lock(self._held[0])
        if is_last:
            self._wait_for_end()
        self._let_go()
        if is_last:
            shutil.rmtree(self.folder, ignore_errors=True)
        if self._process is not None and self._process.poll() is None:
            # Others still use the server, which is not waited for any more.
            self._process.returncode = 0

    def _start(self, order: Order) -> str:
        """Starts the server, and returns its URL when it is ready."""
        command = [find_binary(order.binary), "exec", *order.arguments]
        command += ["--", "/bin/sh", "-c", _COMMAND, "mockpostly", self.folder]
        users = os.open(self._path("users"), os.O_RDONLY)
        log = _lock(self._path("log"), fcntl.LOCK_SH, os.O_WRONLY | os.O_APPEND)
        ready, said = os.pipe()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=users,
                stdout=said,
                stderr=log,
                cwd=order.directory,
                env=_environment(order),
                # A Ctrl-C on the terminal is for the tests, which need the server to the end.
                start_new_session=True,
            )
        except OSError as error:
            os.close(ready)
            raise MockPostlyError(f"the server cannot be started: {error}") from None
        finally:
            for descriptor in (users, log, said):
                os.close(descriptor)
        with open(ready, "rb", buffering=0) as lines:
            return self._wait_for_start(self._process, lines, order)

    def _wait_for_start(
        self, process: "subprocess.Popen[bytes]", lines: IO[bytes], order: Order
    ) -> str:
        if not select.select([lines], [], [], _LONGEST_START)[0]:
            process.kill()
            process.wait()
            raise MockPostlyError(
                f"the server was not ready within {_LONGEST_START:g} seconds\n{self.log()}"
            )
        url = lines.readline().decode().strip()
        if url:
            return url
        code = process.wait()
        options = f" with the options {' '.join(order.arguments)}" if order.arguments else ""
        raise MockPostlyError(f"the server did not start{options} (exit code {code})\n{self.log()}")

    def _wait_for_end(self) -> None:
        """Waits for the server, which has a lock on its log as long as it lives."""
        if self._process is not None:
            try:
                self._process.wait(_LONGEST_END)
            except subprocess.TimeoutExpired:
                return
        try:
            log = os.open(self._path("log"), os.O_RDONLY)
        except OSError:
            return  # the folder is gone, which is the last that the command does
        waiting = threading.Thread(target=_wait_for_lock, args=(log,), daemon=True)
        waiting.start()
        waiting.join(_LONGEST_END)

    def _let_go(self, but_members: bool = False) -> None:
        first = 1 if but_members else 0
        held, self._held = self._held[first:], self._held[:first]
        for descriptor in held:
            os.close(descriptor)

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def _read(self, name: str) -> str:
        try:
            with open(self._path(name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def _write(self, name: str, text: str) -> None:
        with open(self._path(name), "w", encoding="utf-8") as file:
            file.write(text)


def _environment(order: Order) -> Dict[str, str]:
    environment = dict(os.environ)
    environment.pop("MOCKPOSTLY_ADMIN_TOKEN", None)
    if order.admin_token:
        environment["MOCKPOSTLY_ADMIN_TOKEN"] = order.admin_token
    return environment


def _lock(path: str, kind: int, flags: int = os.O_RDWR) -> int:
    """Opens a file and waits for a lock on it; the lock ends with the descriptor."""
    descriptor = os.open(path, flags)
    try:
        fcntl.flock(descriptor, kind)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _try_lock(descriptor: int) -> bool:
    """Whether this process is the only one with a lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _wait_for_lock(descriptor: int) -> None:
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    os.close(descriptor)


def _forget_in_children(run: Run) -> None:
    """A process that a test forks is no part of the run: the server does not wait for it."""
    reference = weakref.ref(run)

    def forget() -> None:
        run = reference()
        if run is not None:
            run._let_go()

    os.register_at_fork(after_in_child=forget)


def _sweep() -> None:
    """Deletes the folders of runs of which nothing is left."""
    place = tempfile.gettempdir()
    for name in os.listdir(place):
        if not name.startswith(_PREFIX):
            continue
        folder = os.path.join(place, name)
        try:
            state = os.lstat(folder)
            if not stat.S_ISDIR(state.st_mode) or state.st_uid != os.getuid():
                continue
            locks = [os.open(os.path.join(folder, file), os.O_RDWR) for file in ("members", "log")]
        except OSError:
            continue  # another run is deleting it
        try:
            if all(_try_lock(lock) for lock in locks):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            for lock in locks:
                os.close(lock)
