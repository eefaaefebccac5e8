"""What many or hostile connections must not break."""

from __future__ import annotations

import json
import random
import re
import resource
import threading
import time

import pytest

from conftest import MIRA
from postly import SMALL_TARGET, create_post, log_in, register
from rawhttp import json_request, request

LIVE = "/__mockpostly/v1/live"
never = threading.Event()
"""Never set: waiting for it is the pace of a slow sender, where the pace is the test."""


def assert_healthy(server):
    with server.connect() as connection:
        assert connection.ask("GET", LIVE).json() == {"status": "live"}


def assert_closed_with(connection, status, within=60.0):
    answer = connection.read_answer(within=within)
    assert answer.status == status, answer
    assert set(answer.json()) == {"error"}
    assert (answer.header("Connection") or "").lower() == "close"
    assert connection.read_to_end() == b""


def metric_sum(server, pattern):
    """The sum of all samples whose name matches `pattern`."""
    with server.connect() as connection:
        text = connection.ask("GET", "/__mockpostly/v1/metrics").body.decode()
    found = re.findall(rf"^({pattern})(?:\{{[^\n]*\}})? ([0-9.e+]+)$", text, re.MULTILINE)
    assert found, f"no metric {pattern} in\n{text}"
    return sum(float(row[-1]) for row in found)


# MARK: Timers


@pytest.mark.limits
def test_many_slow_heads_do_not_keep_others_waiting(start):
    server = start("--head-timeout", "800ms")
    slow = [server.connect() for _ in range(200)]
    for connection in slow:
        connection.send(b"GET /api/posts HTTP/1.1\r\nHost: loc")
    with server.connect() as quick:
        for _ in range(20):
            assert quick.ask("GET", "/api/posts?limit=1").status == 200
    for connection in slow:
        assert_closed_with(connection, 408)
        connection.close()


@pytest.fixture
def big_seed(tmp_path):
    """A seed whose feed of 40 posts is over 800 kB in one answer."""
    user = {"name": "Ines Vale", "email": "ines@example.com"}
    posts = [
        {
            "author": "ines@example.com",
            "title": f"Long read {number}",
            "content": f"word{number} " * 3500,
            "createdAt": f"2026-01-01T00:00:{number:02}Z",
        }
        for number in range(40)
    ]
    folder = tmp_path / "big-seed"
    folder.mkdir()
    (folder / "seed.json").write_text(json.dumps({"users": [user], "posts": posts}))
    return folder


BIG = "/api/posts?page=1&limit=40"


def big_answer(server):
    with server.connect() as connection:
        answer = connection.ask("GET", BIG)
    assert answer.status == 200 and len(answer.body) > 800_000
    return answer.body


# MARK: Sizes


def test_a_large_body_within_the_default_limit(start):
    server = start("--seed", "empty")
    with server.connect() as connection:
        token = register(connection, "big@example.com", "pw")
        content = "salt and café " * 400_000
        assert create_post(connection, token, "Big", content)["content"] == content
        connection.send_if_open(
            json_request("POST", "/api/posts", {"title": "x", "content": "y" * (8 << 20)}, token)
        )
        assert_closed_with(connection, 413)
    assert_healthy(server)


# MARK: Many connections


def test_a_low_limit_of_open_files_means_fewer_connections(start):
    """Without a file for it, a connection could not even be told that there are too many."""

    def few_files():
        resource.setrlimit(resource.RLIMIT_NOFILE, (500, 500))

    server = start("--verbose", before_exec=few_files)
    allowed = int(server.wait_for_log(r"at most (\d+) connections")[1])
    assert 100 <= allowed < 500
    held = [server.connect() for _ in range(allowed)]
    for connection in held:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    with server.connect() as refused:
        assert_closed_with(refused, 503)
    for connection in held:
        connection.close()


def test_five_thousand_connections_at_once(start):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 5200
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"only {hard} open files are allowed here")

    # The usual limit of a shell: the server must raise it to what its own flags promise.
    def usual_limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))

    server = start(before_exec=usual_limit)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    connections = []
    try:
        for number in range(5000):
            connection = server.connect()
            connection.send(request("GET", f"/api/posts/c{number}"))
            connections.append(connection)
        for round in range(2):
            for number, connection in enumerate(connections):
                answer = connection.read_answer(within=60)
                assert answer.status == 400
                assert answer.json()["error"].startswith(f"'c{number}' is not")
            if round == 0:
                for number, connection in enumerate(connections):
                    connection.send(request("GET", f"/api/posts/c{number}"))
    finally:
        for connection in connections:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert_healthy(server)


# MARK: Pipelining


def test_pipelined_requests_keep_their_order_when_one_is_slow(server):
    """A login waits for the password hash in the worker; what follows must not overtake it."""
    with server.connect() as connection:
        data = b""
        for number in range(20):
            data += json_request("POST", "/api/auth/login/email", MIRA)
            data += request("GET", f"/api/posts/s{number}")
        connection.send(data)
        for number in range(20):
            assert "accessToken" in connection.read_answer().json()
            assert connection.read_answer().json()["error"].startswith(f"'s{number}' is not")


@pytest.mark.limits
def test_a_client_that_does_not_read_stops_being_served(start, big_seed):
    """The server must not work ahead: unsent answers are capped, not collected in memory."""
    server = start("--seed", big_seed, "--max-pipelined-output", "64KiB", "--quiet")
    expected = big_answer(server)
    count = 120
    with server.connect(receive_buffer=4096) as connection:
        before = resident_kib(server.pid)
        connection.send(request("GET", BIG) * count)
        done = metric_sum(server, r"\w*requests\w*_total")
        calm = 0
        until = time.monotonic() + 60
        while calm < 4:
            assert time.monotonic() < until, "the server never stopped answering into the void"
            never.wait(0.05)
            now = metric_sum(server, r"\w*requests\w*_total")
            # One of them is the look at the metrics itself.
            calm = calm + 1 if now - done <= 1 else 0
            done = now
        if before is not None:
            assert resident_kib(server.pid) - before < 48 * 1024
        for number in range(count):
            assert connection.read_answer(within=60).body == expected, f"answer {number}"
        assert connection.ask("GET", SMALL_TARGET).status == 400


def resident_kib(pid):
    """Resident memory in KiB, or None where there is no /proc."""
    try:
        status = open(f"/proc/{pid}/status", encoding="ascii").read()
    except FileNotFoundError:
        return None
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])


# MARK: Rude endings


def test_resets_in_the_middle_of_an_answer(start, big_seed):
    server = start("--seed", big_seed)
    for number in range(100):
        connection = server.connect(receive_buffer=4096)
        connection.send(request("GET", BIG) * 5)
        if number % 2:
            assert connection.readable(60)
            connection.socket.recv(1 + number * 37)
        connection.abort()
    assert_healthy(server)
    assert big_answer(server)


def test_resets_while_the_password_is_hashed(server):
    for _ in range(50):
        connection = server.connect()
        connection.send(json_request("POST", "/api/auth/login/email", MIRA))
        connection.abort()
    with server.connect() as connection:
        log_in(connection, **MIRA)
        assert connection.ask("GET", SMALL_TARGET).status == 400


def test_clients_that_connect_and_leave(server):
    for number in range(500):
        connection = server.connect()
        if number % 2:
            connection.abort()
        else:
            connection.close()
    assert_healthy(server)


# MARK: Garbage

GOOD = [
    request("GET", "/api/posts?page=1&limit=2"),
    request("HEAD", "/api/posts"),
    request("OPTIONS", "/api/posts", Origin="http://a.example"),
    json_request("POST", "/api/auth/login/email", {"email": "a@example.com", "password": "b"}),
    b"POST /api/posts HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"3;x=y\r\nabc\r\n0\r\nX-T: 1\r\n\r\n",
]


def garbage(source: random.Random) -> bytes:
    """Random bytes, or good requests that were damaged."""
    if source.random() < 0.3:
        return source.randbytes(source.randrange(1, 3000))
    data = bytearray(b"".join(source.choices(GOOD, k=source.randrange(1, 4))))
    for _ in range(source.randrange(1, 6)):
        at = source.randrange(len(data))
        match source.randrange(4):
            case 0:
                data[at] = source.randrange(256)
            case 1:
                del data[at : at + source.randrange(1, 20)]
                data += b"x"
            case 2:
                data[at:at] = source.choice(
                    [b"\r\n", b"\x00", b" ", b"\n", b":", b"%", b"\xff" * 9]
                )
            case 3:
                data[at:at] = data[: source.randrange(1, 60)]
    return bytes(data)


def test_garbage_on_twenty_connections(server):
    source = random.Random(20260214)
    for _ in range(15):
        connections = []
        for _ in range(20):
            data = garbage(source)
            connection = server.connect()
            connection.send_if_open(data)
            connections.append((connection, data))
        for connection, data in connections:
            try:
                connection.finish_sending()
            except OSError:
                pass
            left = connection.read_to_end()
            connection.close()
            assert left == b"" or left.startswith(b"HTTP/1.1 "), f"{data!r} got {left[:80]!r}"
            assert b"HTTP/1.1 5" not in left.replace(b"HTTP/1.1 501 ", b"").replace(
                b"HTTP/1.1 505 ", b""
            ), f"{data!r} got {left[:200]!r}"
    assert_healthy(server)
