"""Output that nobody reads: the server goes on, and ends when it is told to."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess

import pytest

from conftest import MIRA
from mockserver import clean_environment
from postly import SMALL_TARGET, log_in
from processes import wait_until
from rawhttp import Connection, request
from test_signals import assert_stops_listening, begun

MANY = 5000
"""Requests whose log lines no pipe has room for."""
DROPPED = re.compile(r"(\d+) log lines were dropped: nobody read them in time")


class Unread:
    """A program whose output goes to pipes that are read only when a test says so."""

    def __init__(self, command, directory, full=(), terminal=False):
        self.ready_file = directory / "ready.json"
        self.port = 0
        self.readers, writers = {}, {}
        for name in ("stdout", "stderr"):
            pair = os.openpty() if terminal else os.pipe()
            self.readers[name], writers[name] = pair
        for name in full:
            os.set_blocking(writers[name], False)
            with pytest.raises(BlockingIOError):
                while True:
                    os.write(writers[name], b"." * 512)
            os.set_blocking(writers[name], True)
        self.process = subprocess.Popen(
            [*map(str, command)],
            stdin=subprocess.DEVNULL,
            cwd=directory,
            env=clean_environment(directory),
            **writers,
        )
        for writer in writers.values():
            os.close(writer)

    def connect(self) -> Connection:
        def described():
            assert self.process.poll() is None, "ended"
            return self.ready_file.exists() and self.ready_file.read_text()

        self.port = json.loads(wait_until(described))["port"]
        return Connection(("127.0.0.1", self.port))

    def read(self, name, until=None) -> str:
        """What comes from one of the pipes, up to a pattern or to its end."""
        text, seen = "", 0
        while not (until and re.compile(until).search(text, seen)):
            seen = max(0, len(text) - 200)
            try:
                data = os.read(self.readers[name], 65536)
            except OSError:
                # How a terminal says that its other end is gone.
                data = b""
            if not data:
                assert until is None, f"no {until!r} in {text[-2000:]!r}"
                break
            text += data.decode(errors="replace")
        return text

    def end(self, number=signal.SIGTERM, within=60.0) -> int:
        self.process.send_signal(number)
        return self.process.wait(within)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(60)
        for reader in self.readers.values():
            os.close(reader)


@pytest.fixture
def unread(binary, tmp_path):
    made = []

    def run(*flags, command=(), **options):
        words = [binary, "exec" if command else "serve", "--port", "0", *flags]
        words += ["--ready-file", tmp_path / "ready.json", *(["--", *command] if command else [])]
        made.append(Unread(words, tmp_path, **options))
        return made[-1]

    yield run
    for one in made:
        one.close()


def ask_often(connection, count=MANY):
    """Asks `count` times, some requests at once."""
    one = request("GET", SMALL_TARGET)
    for _ in range(count // 50):
        connection.send(one * 50)
        for _ in range(50):
            assert connection.read_answer().status == 400


def dropped(connection) -> int:
    text = connection.ask("GET", "/__mockpostly/v1/metrics").body.decode()
    return int(re.search(r"^mockpostly_log_lines_dropped_total (\d+)$", text, re.MULTILINE)[1])


@pytest.mark.parametrize("flags", [(), ("--log-format", "json")], ids=["text", "json"])
@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
def test_a_log_that_nobody_reads_stops_nothing(unread, flags, terminal):
    server = unread("--seed", "empty", *flags, terminal=terminal)
    with server.connect() as connection:
        ask_often(connection)
        assert connection.ask("GET", "/__mockpostly/v1/live").status == 200
        # The buffer has room for some thousand lines.
        while not (lost := dropped(connection)):
            ask_often(connection, 1000)
        text = server.read("stderr", until=DROPPED)
        assert int(DROPPED.search(text)[1]) >= lost
        assert connection.ask("GET", "/api/last").status == 404
        server.read("stderr", until="/api/last")
    assert server.end() == 0


def test_what_was_logged_is_out_when_the_server_ends(unread):
    server = unread("--seed", "empty")
    with server.connect() as connection:
        ask_often(connection, 300)
    assert server.end() == 0
    assert len(server.read("stderr").splitlines()) == 300
    assert server.read("stdout").startswith("mockpostly ready on ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_whose_log_nobody_reads_ends_in_time(unread, number):
    server = unread("--seed", "empty")
    with server.connect() as connection:
        ask_often(connection)
        assert server.end(number) == 0


def test_a_second_signal_ends_it_too(unread):
    server = unread()
    with server.connect() as connection:
        ask_often(connection)
        begun(connection, log_in(connection, **MIRA), "Never sent.")
        server.process.send_signal(signal.SIGTERM)
        assert_stops_listening(server)
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(60)


def test_a_ready_line_that_nobody_reads_stops_nothing(unread):
    server = unread("--seed", "empty", full=["stdout", "stderr"])
    with server.connect() as connection:
        ask_often(connection, 100)
    # What waited comes when somebody reads after all.
    line = f"mockpostly ready on http://localhost:{server.port}\n"
    assert server.read("stdout", until=line).endswith("." + line)
    server.process.send_signal(signal.SIGTERM)
    assert len(server.read("stderr").splitlines()) == 100
    assert server.process.wait(60) == 0


def test_a_failed_export_at_the_end_waits_for_nobody(unread, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    server = unread("--seed", "empty", "--export-on-exit", folder / "end.json")
    with server.connect() as connection:
        ask_often(connection)
    folder.rmdir()
    assert server.end() == 1


def test_exec_goes_on_and_ends_without_a_reader(unread):
    server = unread("--seed", "empty", "--no-quiet", command=["sleep", "1000"])
    with server.connect() as connection:
        ask_often(connection)
        assert connection.ask("GET", "/__mockpostly/v1/live").status == 200
        assert server.end() == 128 + signal.SIGTERM
