"""Every limit with a small value, and what many or hostile connections must not break."""

from __future__ import annotations

import json
import random
import re
import resource
import select
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
@pytest.mark.parametrize("before", [b"", request("GET", SMALL_TARGET)], ids=["first", "second"])
def test_a_head_that_trickles_in_is_cut_off_at_the_deadline(start, before):
    server = start("--head-timeout", "500ms")
    data = request("GET", SMALL_TARGET, X_Padding="a" * 200)
    with server.connect() as connection, server.connect() as other:
        if before:
            connection.send(before)
            assert connection.read_answer().status == 400
        started = time.monotonic()
        sent = 0
        # Each byte comes well within the limit: a timer that each read restarts never fires.
        while not connection.readable(0.1):
            connection.send(data[sent : sent + 1])
            sent += 1
            assert time.monotonic() - started < 4, "still open after 4 s"
            assert other.ask("GET", SMALL_TARGET).status == 400
        took = time.monotonic() - started
        assert_closed_with(connection, 408)
        assert 0.4 <= took <= 4, f"closed after {took:.2f} s"


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
        assert_closed_with(connection, 408, within=4)
        connection.close()


@pytest.mark.limits
@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: 100\r\n\r\n{",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["length", "chunked"],
)
def test_a_body_that_stops_is_cut_off(start, framing):
    server = start("--body-timeout", "500ms")
    with server.connect() as connection:
        started = time.monotonic()
        connection.send(
            b"POST /api/auth/login/email HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\n" + framing
        )
        assert_closed_with(connection, 408, within=4)
        assert 0.4 <= time.monotonic() - started <= 4
    assert_healthy(server)


@pytest.mark.limits
def test_a_slow_body_that_makes_progress_is_not_cut_off(start):
    server = start("--body-timeout", "1500ms")
    body = json.dumps({"email": "nobody@example.com", "password": "x"}).encode()
    head = request("POST", "/api/auth/login/email", body, Content_Type="application/json")
    head = head[: -len(body)]
    with server.connect() as connection:
        started = time.monotonic()
        connection.send(head)
        step = len(body) // 8 + 1
        for index in range(0, len(body), step):
            assert not connection.readable(0.25), "answered before the body was complete"
            connection.send(body[index : index + step])
        assert connection.read_answer().json() == {"error": "Invalid credentials"}
        assert time.monotonic() - started > 1.5, "the pace was too fast to show anything"


@pytest.mark.limits
def test_an_idle_connection_is_closed_without_a_word(start):
    server = start("--idle-timeout", "500ms")
    with server.connect() as connection:
        assert connection.ask("GET", SMALL_TARGET).status == 400
        started = time.monotonic()
        assert connection.read_to_end(within=4) == b""
        assert 0.35 <= time.monotonic() - started <= 4


@pytest.mark.limits
def test_a_connection_that_is_used_is_not_idle(start):
    server = start("--idle-timeout", "1500ms")
    with server.connect() as connection:
        started = time.monotonic()
        while time.monotonic() - started < 2:
            assert connection.ask("GET", SMALL_TARGET).status == 400
            assert not connection.readable(0.25)


@pytest.mark.limits
def test_a_connection_that_never_says_anything_is_closed(start):
    server = start("--idle-timeout", "500ms", "--head-timeout", "500ms")
    with server.connect() as connection:
        left = connection.read_to_end(within=4)
        assert left == b"" or left.startswith(b"HTTP/1.1 408 ")


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


@pytest.mark.limits
def test_a_client_that_does_not_read_is_cut_off(start, big_seed):
    server = start("--seed", big_seed, "--write-timeout", "500ms")
    size = len(big_answer(server))
    count = 30
    with server.connect(receive_buffer=4096) as connection:
        connection.send(request("GET", BIG) * count)
        waiter = select.poll()
        waiter.register(connection.socket, 0)
        # Not reading is the test; a reset would end the wait early.
        waiter.poll(2500)
        assert_healthy(server)
        received = len(connection.read_to_end(within=60))
        assert received < size * count / 2, "all answers came: the stall was never noticed"


@pytest.mark.limits
def test_a_client_that_pauses_for_less_than_the_limit_gets_everything(start, big_seed):
    server = start("--seed", big_seed, "--write-timeout", "3s")
    expected = big_answer(server)
    with server.connect(receive_buffer=4096) as connection:
        connection.send(request("GET", BIG) * 10)
        never.wait(0.7)
        for _ in range(10):
            assert connection.read_answer().body == expected
        assert connection.ask("GET", SMALL_TARGET).status == 400


# MARK: Sizes


def test_a_head_over_its_limit(start):
    server = start("--max-head", "2KiB")
    with server.connect() as connection:
        assert connection.ask("GET", SMALL_TARGET, X_A="a" * 1500).status == 400
        connection.send_if_open(request("GET", SMALL_TARGET, X_A="a" * 2100))
        assert_closed_with(connection, 431)
    with server.connect() as connection:
        connection.send_if_open(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Never-Ending: " + b"a" * 2048
        )
        assert_closed_with(connection, 431)


def test_the_limit_of_the_head_can_be_raised(start):
    server = start("--max-head", "64KiB")
    with server.connect() as connection:
        padding = {f"X_{number}": "a" * 2000 for number in range(20)}
        assert connection.ask("GET", SMALL_TARGET, **padding).status == 400


def test_more_than_a_hundred_fields(start):
    server = start()
    for count, status in ((100, 400), (101, 431)):
        many = {f"X_{number}": "a" for number in range(count - 1)}
        with server.connect() as connection:
            connection.send(request("GET", SMALL_TARGET, **many))
            answer = connection.read_answer()
            assert answer.status == status
            assert (connection.read_to_end() == b"") if status == 431 else answer.json()


def test_a_target_over_8_kib(start):
    server = start()
    with server.connect() as connection:
        connection.send_if_open(b"GET /api/posts/search?q=" + b"a" * 9000)
        assert_closed_with(connection, 414)


def test_a_body_over_its_limit_is_refused_before_it_is_read(start):
    server = start("--max-body", "1KiB")
    exact = json.dumps({"email": "a@example.com", "password": ""}).encode().ljust(1024)
    with server.connect() as connection:
        connection.send(
            request("POST", "/api/auth/login/email", exact, Content_Type="application/json")
        )
        assert connection.read_answer().json() == {"error": "Email and password are required"}
        # Only the head is sent: an answer shows that nothing waits for the body.
        connection.send(
            b"POST /api/auth/login/email HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 1025\r\n\r\n"
        )
        assert_closed_with(connection, 413)


@pytest.mark.parametrize(
    "chunks",
    [b"401\r\n", b"400\r\n" + b" " * 1024 + b"\r\n1\r\n", b"ffffffff\r\n"],
    ids=["one", "two", "huge"],
)
def test_chunks_over_the_limit_are_refused_before_they_are_read(start, chunks):
    server = start("--max-body", "1024")
    head = (
        b"POST /api/auth/login/email HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with server.connect() as connection:
        connection.send(head + b"400\r\n" + b"{}".ljust(1024) + b"\r\n0\r\n\r\n")
        assert connection.read_answer().json() == {"error": "Email and password are required"}
        connection.send(head + chunks)
        assert_closed_with(connection, 413)


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


@pytest.mark.parametrize("speaks", [False, True], ids=["silent", "speaking"])
def test_the_connection_too_many_gets_503_and_the_others_go_on(start, speaks):
    server = start("--max-connections", "5")
    held = [server.connect() for _ in range(5)]
    for connection in held:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    for _ in range(10):
        with server.connect() as refused:
            if speaks:
                refused.send_if_open(request("GET", SMALL_TARGET))
            assert_closed_with(refused, 503)
    for connection in held:
        assert connection.ask("GET", SMALL_TARGET).status == 400
    held[0].close()
    until = time.monotonic() + 5
    while True:
        with server.connect() as connection:
            connection.send_if_open(request("GET", SMALL_TARGET))
            if (status := connection.read_answer().status) == 400:
                break
        assert status == 503 and time.monotonic() < until, "the free place is not given again"
    for connection in held[1:]:
        assert connection.ask("GET", SMALL_TARGET).status == 400
        connection.close()


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


@pytest.mark.timeout(60)
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


def test_a_thousand_pipelined_requests_are_answered_in_order(server):
    with server.connect() as connection:
        data = b"".join(request("GET", f"/api/posts/p{number}") for number in range(1000))
        sender = threading.Thread(target=connection.socket.sendall, args=(data,))
        sender.start()
        for number in range(1000):
            answer = connection.read_answer()
            assert answer.json()["error"].startswith(f"'p{number}' is not"), f"at {number}"
        sender.join(60)
        assert not connection.readable(0.05)


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


def test_pipelined_writes_and_reads_see_each_other(server):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        identifier = create_post(connection, token, "Counted")["_id"]
        connection.send(request("GET", f"/api/posts/{identifier}") * 300)
        views = [connection.read_answer().json()["views"] for _ in range(300)]
        assert views == list(range(1, 301))


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
        until = time.monotonic() + 15
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


def test_a_half_closed_client_still_gets_its_answer(server):
    with server.connect() as connection:
        connection.send(request("GET", "/api/posts?page=1&limit=1000"))
        connection.finish_sending()
        assert len(connection.read_answer().json()["posts"]) >= 100
        assert connection.read_to_end() == b""


def test_a_half_closed_client_gets_every_pipelined_answer(server):
    with server.connect() as connection:
        connection.send(
            request("GET", "/api/posts/a")
            + json_request("POST", "/api/auth/login/email", MIRA)
            + request("GET", "/api/posts/b")
        )
        connection.finish_sending()
        assert connection.read_answer().status == 400
        assert connection.read_answer().status == 200
        assert connection.read_answer().json()["error"].startswith("'b' is not")
        assert connection.read_to_end() == b""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GET /api/po",
        request("GET", SMALL_TARGET)[:-2],
        b"POST /api/auth/login/email HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        b"POST /api/auth/login/email HTTP/1.1\r\nHost: localhost\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ],
    ids=["nothing", "line", "head", "body", "chunk"],
)
def test_input_that_ends_in_the_middle_is_closed(server, data):
    with server.connect() as connection:
        connection.send(data)
        connection.finish_sending()
        left = connection.read_to_end(within=3)
        assert left == b"" or left.startswith(b"HTTP/1.1 400 ")
    assert_healthy(server)


def test_resets_in_the_middle_of_an_answer(start, big_seed):
    server = start("--seed", big_seed)
    for number in range(100):
        connection = server.connect(receive_buffer=4096)
        connection.send(request("GET", BIG) * 5)
        if number % 2:
            assert connection.readable(5)
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
