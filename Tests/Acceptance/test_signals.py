"""Ending and resetting by signals."""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import sys
import time
from pathlib import Path

import pytest

from conftest import MIRA
from postly import SMALL_TARGET, all_posts, create_post, log_in
from processes import wait_until
from rawhttp import Connection, json_request, request

BOTH = [signal.SIGTERM, signal.SIGINT]
ALL = [*BOTH, signal.SIGHUP]


def begun(connection: Connection, token: str, content: str) -> bytes:
    """Starts a request that the server has certainly seen; gives the body still to be sent."""
    body = json.dumps({"title": "In flight", "content": content}).encode()
    head = request(
        "POST",
        "/api/posts",
        body,
        Content_Type="application/json",
        Authorization=f"Bearer {token}",
        Expect="100-continue",
    )
    connection.send(head[: -len(body)])
    assert connection.read_answer().status == 100
    return body


@pytest.mark.parametrize("number", ALL)
def test_idle_connections_do_not_hold_up_the_end(server, number):
    idle = [server.connect() for _ in range(20)]
    for connection in idle:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    untouched = server.connect()
    server.signal(number)
    assert server.wait() == 0
    for connection in [*idle, untouched]:
        assert connection.read_to_end() == b""
        connection.close()


@pytest.mark.parametrize("number", ALL)
def test_a_request_in_flight_is_finished(server, number):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        body = begun(connection, token, "Finished in time.")
        server.signal(number)
        assert_stops_listening(server)
        connection.send(body)
        answer = connection.read_answer()
        assert answer.status == 201, answer
        assert answer.json()["content"] == "Finished in time."
        assert (answer.header("Connection") or "").lower() == "close"
        assert connection.read_to_end() == b""
    assert server.wait() == 0


def assert_stops_listening(server):
    """Waits until no new connection is taken, while the process is still there."""
    until = time.monotonic() + 60
    while True:
        try:
            server.connect().close()
        except ConnectionRefusedError:
            break
        except ConnectionResetError:
            # Caught between the two: the listener went away while this one was waiting.
            pass
        assert time.monotonic() < until, "new connections are still taken"
    assert server.process.poll() is None, "ended before the request in flight was done"


def test_passwords_being_hashed_are_finished(server):
    connections = [server.connect() for _ in range(10)]
    for number, connection in enumerate(connections):
        account = {"email": f"late{number}@example.com", "name": "Late", "password": "pw"}
        connection.send(json_request("POST", "/api/auth/register", account))
    # The worker takes them one by one: the first answer shows that the others are waiting.
    assert connections[0].read_answer().status == 201
    server.signal(signal.SIGTERM)
    for connection in connections[1:]:
        assert connection.read_answer().status == 201
        assert connection.read_to_end() == b""
        connection.close()
    assert server.wait() == 0


def test_what_was_in_flight_is_in_the_data_file(start, tmp_path):
    data = tmp_path / "data.db"
    server = start("--data", data, "--seed", "standard")
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        body = begun(connection, token, "Kept.")
        server.signal(signal.SIGTERM)
        assert_stops_listening(server)
        connection.send(body)
        made = connection.read_answer().json()
    assert server.wait() == 0
    left = [path.name for path in tmp_path.iterdir() if path.name.startswith("data.db-")]
    assert not left, f"an orderly end leaves {left}"
    again = start("--data", data, "--seed", "standard")
    with again.connect() as connection:
        assert all_posts(connection)[0] == made


@pytest.mark.parametrize("number", ALL)
def test_a_request_that_never_ends_is_not_waited_for(start, number):
    """No other limit than that of the end is near."""
    server = start("--body-timeout", "1h", "--idle-timeout", "1h")
    with server.connect() as connection:
        begun(connection, log_in(connection, **MIRA), "Never sent.")
        server.signal(number)
        assert server.wait() == 0


def test_a_second_signal_ends_at_once(start):
    """The first one alone waits two seconds; what else an end takes is the same for both."""
    patient = time_of_an_end(start())
    # A neighbour may hold one of them up.
    assert min(time_of_an_end(start(), signal.SIGINT) for _ in range(3)) < patient / 2


def time_of_an_end(server, *more) -> float:
    """How long a server takes that waits for the rest of a request, in seconds."""
    with server.connect() as connection:
        begun(connection, log_in(connection, **MIRA), "Never sent.")
        server.signal(signal.SIGTERM)
        assert_stops_listening(server)
        started = time.monotonic()
        for number in more:
            server.signal(number)
        server.wait()
        return time.monotonic() - started


def test_a_second_sighup_is_one_of_the_same_terminal(server):
    """A shell passes on what the terminal has sent already."""
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        body = begun(connection, token, "Finished all the same.")
        server.signal(signal.SIGHUP)
        assert_stops_listening(server)
        server.signal(signal.SIGHUP)
        connection.send(body)
        assert connection.read_answer().status == 201
    assert server.wait() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="a thread is stopped as Linux does it")
@pytest.mark.parametrize("number", BOTH)
def test_a_second_signal_ends_a_server_that_hangs(server, number):
    libc = ctypes.CDLL(None, use_errno=True)
    seize, interrupt = 0x4206, 0x4207
    for order in (seize, interrupt):
        # The process id is its first thread, which serves; the others go on.
        if libc.ptrace(order, server.pid, None, None) != 0:
            pytest.skip(f"threads cannot be stopped here: {os.strerror(ctypes.get_errno())}")
    assert os.WIFSTOPPED(os.waitpid(server.pid, 0)[1])
    server.signal(signal.SIGTERM)
    wait_until(lambda: signal.SIGTERM not in pending(server.pid), what="the first signal")
    server.signal(number)
    assert server.wait() == -number


def pending(pid: int) -> set[int]:
    """The signals that a process has not taken yet."""
    status = Path(f"/proc/{pid}/status").read_text()
    bits = int(re.search(r"^ShdPnd:\s*(\w+)", status, re.MULTILINE)[1], 16)
    return {number for number in range(1, 65) if bits >> (number - 1) & 1}


def test_sighup_tidies_up(start, tmp_path):
    server = start("--seed", "empty", "--export-on-exit", tmp_path / "end.json")
    server.signal(signal.SIGHUP)
    assert server.wait() == 0
    assert not server.ready_file.exists() and (tmp_path / "end.json").exists()


def test_sighup_that_is_ignored_stays_ignored(start):
    server = start(
        "--seed", "empty", before_exec=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    )
    server.signal(signal.SIGHUP)
    with server.connect() as connection:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    server.signal(signal.SIGUSR1)
    with server.connect() as connection:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    assert server.process.poll() is None


def test_sigusr1_resets_the_default_world(server):
    with server.connect() as connection:
        before = all_posts(connection)
        token = log_in(connection, **MIRA)
        create_post(connection, token, "Soon gone")
        assert connection.ask("GET", f"/api/posts/{before[3]['_id']}").status == 200
        assert all_posts(connection) != before
        server.signal(signal.SIGUSR1)
        until = time.monotonic() + 60
        while (now := all_posts(connection)) != before:
            assert time.monotonic() < until, "not reset"
        assert now == before
        check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert check.status == 200
    assert server.process.poll() is None


def test_sigusr1_under_load_breaks_nothing(server):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        before = len(all_posts(connection))
        for number in range(30):
            server.signal(signal.SIGUSR1)
            create_post(connection, token, f"Post {number}")
            assert connection.ask("GET", "/api/posts?page=1&limit=10").status == 200
        assert before <= len(all_posts(connection)) <= before + 30


def test_sigpipe_does_not_end_the_server(server):
    server.signal(signal.SIGPIPE)
    with server.connect() as connection:
        assert connection.ask("GET", SMALL_TARGET).status == 400


def test_a_closed_stderr_does_not_end_the_server(start):
    def without_stderr():
        reader, writer = os.pipe()
        os.dup2(writer, 2)
        os.close(reader)
        os.close(writer)

    server = start(before_exec=without_stderr)
    with server.connect() as connection:
        for _ in range(5):
            assert connection.ask("GET", SMALL_TARGET).status == 400


def test_a_stop_right_after_the_start_is_orderly_every_time(start):
    """The worker thread may still be busy then; the end of the process must not race with it."""
    for _ in range(80):
        start("--seed", "empty").stop()


def test_a_server_that_was_started_with_all_signals_blocked_ends_all_the_same(start):
    """SwiftPM starts so what its plugins run."""
    server = start(
        "--seed",
        "empty",
        before_exec=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()),
    )
    server.signal(signal.SIGTERM)
    assert server.wait() == 0
