"""What becomes of the server where few files may be open, or none is left."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path

import pytest

from postly import SMALL_TARGET, register
from rawhttp import ConnectionEnded, request
from test_limits import assert_closed_with, assert_healthy, never
from worlds import Control, assert_problem

on_linux = pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="the limit of another process is changed on Linux"
)


def files_at_most(number: int):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, number))

    return set_limit


def processor_time(pid: int) -> float:
    """Seconds that a process has used."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class NoFilesLeft:
    """A server that can open no further file, until the `with` block ends."""

    def __init__(self, server):
        self.pid = server.pid
        # What a start leaves for later opens a file. It is done when this account is made,
        # which waits for the same thread. The connection stays: its end would free a file.
        self.connection = server.connect()
        register(self.connection, "noor@example.com", "a long password")

    def __enter__(self):
        self.before = resource.prlimit(self.pid, resource.RLIMIT_NOFILE)
        # A new file gets the lowest number that is free: there must be no gap below the limit.
        taken = {int(name) for name in os.listdir(f"/proc/{self.pid}/fd")}
        free = next(number for number in range(len(taken) + 1) if number not in taken)
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, (free, self.before[1]))

    def __exit__(self, *_):
        resource.prlimit(self.pid, resource.RLIMIT_NOFILE, self.before)
        self.connection.close()


@pytest.mark.parametrize("number", [16, 64, 127])
def test_with_too_few_files_it_does_not_start(cli, number):
    done = cli("serve", "--port", "0", before_exec=files_at_most(number))
    assert done.returncode == 3
    assert done.stdout == ""
    assert f"only {number} files may be open, and at least 128 are needed" in done.stderr
    assert "ulimit -n" in done.stderr


def test_with_just_enough_files_all_that_are_allowed_are_served(start):
    server = start("--verbose", before_exec=files_at_most(128))
    allowed = int(server.wait_for_log(r"at most (\d+) connections")[1])
    # Worlds with ports take what is theirs, and no connection's place.
    with Control(server) as control:
        made = 0
        while (answer := control.ask("POST", "/worlds", {"port": 0})).status == 201:
            made += 1
            assert made < 20, "there is no end of ports"
        problem = assert_problem(answer, 409, "Too many open files", "ulimit -n")
        assert "too many files are open" in problem["detail"]
        assert made >= 4
    held = [server.connect() for _ in range(allowed)]
    for connection in held:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    for _ in range(3):
        with server.connect() as refused:
            assert_closed_with(refused, 503)
    for connection in held:
        connection.close()


@on_linux
def test_without_a_file_left_clients_are_turned_away_and_the_others_go_on(start):
    server = start()
    held = [server.connect() for _ in range(5)]
    for connection in held:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    with NoFilesLeft(server):
        for speaks in (False, True) * 5:
            with server.connect() as refused:
                if speaks:
                    refused.send_if_open(request("GET", SMALL_TARGET))
                try:
                    assert_closed_with(refused, 503)
                except ConnectionEnded:
                    # What it has sent was not read before the end.
                    assert speaks
            for connection in held:
                assert connection.ask("GET", SMALL_TARGET).status == 400
    assert_healthy(server)


@on_linux
def test_without_a_file_left_it_waits_without_work(start):
    server = start()
    with server.connect() as held:
        assert held.ask("GET", SMALL_TARGET).status == 400
        with NoFilesLeft(server):
            waiting = [server.connect() for _ in range(20)]
            before = processor_time(server.pid)
            began = time.monotonic()
            never.wait(1)
            assert processor_time(server.pid) - before < 0.3 * (time.monotonic() - began)
            assert held.ask("GET", SMALL_TARGET).status == 400
            for connection in waiting:
                connection.close()
    assert_healthy(server)


@on_linux
def test_without_a_file_left_what_wants_one_says_so(start, tmp_path):
    server = start("--snapshot-dir", tmp_path / "kept", "--data", tmp_path / "data.sqlite")
    with Control(server) as control:
        control.send("POST", "/snapshots", {"name": "before"}, status=201)
        with NoFilesLeft(server):
            answer = control.ask("POST", "/worlds", {"id": "a", "port": 0})
            assert_problem(answer, 409, "Too many open files", "ulimit -n")
            answer = control.ask("POST", "/snapshots", {"name": "after"})
            assert_problem(answer, 500, "Too many open files")
            answer = control.ask("POST", "/snapshots/before/restore", {})
            assert_problem(answer, 500, "Too many open files")
            assert_problem(control.ask("GET", "/snapshots"), 500, "Too many open files")
            # These need no file.
            for format in ("sqlite", "seed"):
                assert control.ask("GET", f"/export?format={format}").status == 200
            assert control.ask("POST", "/worlds", {"id": "b"}).status == 201
        names = [entry["name"] for entry in control.get("/snapshots")["snapshots"]]
        assert names == ["before"]
        control.send("POST", "/snapshots", {"name": "after"}, status=201)
        control.send("POST", "/worlds", {"id": "a", "port": 0}, status=201)
    assert_healthy(server)
