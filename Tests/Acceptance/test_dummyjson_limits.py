"""Delays, large bodies, and what many or impatient clients must not break."""

from __future__ import annotations

import re
import resource
import threading
import time

import pytest

from dummyjson import CODINGS, Client, bearer, post_bytes
from rawhttp import request

TOO_LARGE = {"message": "request entity too large"}


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


# MARK: Delays


@pytest.mark.limits
def test_a_delay_is_no_idleness(start):
    short = [f"--{name}-timeout" for name in ("idle", "head", "body", "write")]
    server = start(*(word for name in short for word in (name, "300ms")))
    with server.connect() as connection:
        started = time.monotonic()
        assert connection.ask("GET", "/posts/1?delay=1200").json()["id"] == 1
        assert time.monotonic() - started >= 1.19


def test_five_thousand_delays_at_once(start):
    """One after the other they would take seven hours."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 5200
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"only {hard} open files are allowed here")

    def usual_limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))

    server = start("--quiet", before_exec=usual_limit)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    connections = []
    try:
        started = time.monotonic()
        for number in range(5000):
            connection = server.connect()
            connection.send(request("GET", f"/posts/{number % 251 + 1}?delay=5000&select=id"))
            connections.append(connection)
        with server.connect() as quick:
            while not connections[0].readable(0.01):
                assert quick.ask("GET", "/posts?limit=3").status == 200
        assert time.monotonic() - started >= 4.99
        for number, connection in enumerate(connections):
            answer = connection.read_answer(within=150)
            assert answer.status == 200
            assert answer.json() == {"id": number % 251 + 1}
        # The connections are as good as new.
        for connection in connections[::100]:
            assert connection.ask("GET", "/test").status == 200
    finally:
        for connection in connections:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert Client(server).get("/posts/1")["id"] == 1


# MARK: Bodies


def body_of(length: int) -> bytes:
    """A post whose JSON is exactly `length` bytes long."""
    frame = b'{"userId":1,"title":""}'
    return frame[:-2] + b"x" * (length - len(frame)) + frame[-2:]


@pytest.mark.parametrize("is_in_chunks", [False, True], ids=["whole", "chunks"])
def test_a_body_of_300_000_bytes_is_read_and_one_byte_more_is_not(app, is_in_chunks):
    def sent(length):
        data = body_of(length)
        pieces = (data[start : start + 7919] for start in range(0, length, 7919))
        return post_bytes(app, pieces if is_in_chunks else data)

    answer = sent(300_000)
    assert answer.status_code == 201 and len(answer.json()["title"]) == 300_000 - 23
    answer = sent(300_001)
    assert (answer.status_code, answer.json()) == (413, TOO_LARGE)


@pytest.mark.parametrize("framing", [b"Content-Length: 1048577", b"Transfer-Encoding: chunked"])
def test_a_body_over_what_the_server_takes_at_all(start, framing):
    """Refused before it is read, and in the words of the system whose path it is."""
    server = start("--max-body", "1MiB")
    for path, words in (
        (b"/posts/add", TOO_LARGE),
        (b"/w/default/auth/login", TOO_LARGE),
        (b"/api/posts", {"error": "The request body is too large."}),
    ):
        with server.connect() as connection:
            connection.send(
                b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\n" + framing + b"\r\n\r\n"
            )
            if b"chunked" in framing:
                connection.send(b"100001\r\n")
            answer = connection.read_answer()
            assert (answer.status, answer.json()) == (413, words), path
            assert connection.read_to_end() == b""
    assert Client(server).get("/test")["status"] == "ok"


def resident_bytes(pid: int) -> int | None:
    """The most memory that a process has had, or None where there is no /proc."""
    try:
        status = open(f"/proc/{pid}/status", encoding="ascii").read()
    except FileNotFoundError:
        return None
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_bomb_is_not_inflated(server, coding):
    app = Client(server)
    size = 200_000_000
    bomb = CODINGS[coding][0](b" " * size)
    assert len(bomb) < 300_000
    app.get("/posts/1")
    before = resident_bytes(server.pid)
    for _ in range(20):
        answer = post_bytes(app, bomb, coding)
        assert (answer.status_code, answer.json()) == (413, TOO_LARGE)
    if before is not None:
        assert resident_bytes(server.pid) - before < size / 3


def test_large_files_of_a_multipart_body(start):
    app = Client(start("--max-body", "26MiB"))

    def upload(*sizes):
        files = [("file", (f"{n}.bin", b"\xff" * size)) for n, size in enumerate(sizes)]
        return app.call("POST", "/posts/add", files=files, data={"userId": "1", "title": "x"})

    assert upload(*[4_900_000] * 4).status_code == 201, "up to 25 MB in all"
    answer = upload(*[(5 << 20) - 1] * 5)
    assert (answer.status_code, answer.json()) == (413, {"message": "Request payload too large"})


# MARK: Many at once


def test_mixed_requests_from_many_threads(server):
    failures = []

    def work(number):
        try:
            app = Client(server)
            token = app.log_in()["accessToken"]
            for step in range(25):
                one = (number * 31 + step) % 251 + 1
                assert app.get(f"/posts/{one}")["id"] == one
                assert app.get("/auth/me", headers=bearer(token))["id"] == 1
                page = app.get(f"/posts?limit=5&skip={one - 1}")["posts"]
                assert [post["id"] for post in page] == list(range(one, min(one + 5, 252)))
                assert app.send("PUT", f"/posts/{one}", {"title": f"{number}"})["title"] == str(
                    number
                )
                assert app.call("GET", f"/icon/{one}/32").status_code == 200
        except AssertionError as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
