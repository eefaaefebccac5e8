"""Delays, the rate limit, and what many or impatient clients must not break."""

from __future__ import annotations

import resource
import signal
import threading
import time

import pytest

from dummyjson import Client, bearer
from rawhttp import request


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


# MARK: Delays


def test_a_delay_is_waited_and_holds_up_nobody(app, shared_server):
    with shared_server.connect() as slow, shared_server.connect() as quick:
        started = time.monotonic()
        slow.send(request("GET", "/posts/1?delay=700") + request("GET", "/posts/2"))
        count = 0
        while not slow.readable(0):
            assert quick.ask("GET", "/test").status == 200
            count += 1
        assert time.monotonic() - started >= 0.69
        # One that had to wait would be the only one.
        assert count >= 3
        assert [slow.read_answer().json()["id"] for _ in range(2)] == [1, 2], "in order"
    assert app.get("/auth/me?delay=10", 401)["message"] == "Access Token is required"
    assert app.call("POST", "/posts/add?delay=10", json={"userId": 1}).status_code == 201
    assert app.call("GET", "/posts/1/nope?delay=10").status_code == 404


@pytest.mark.limits
def test_a_delay_is_no_idleness(start):
    short = [f"--{name}-timeout" for name in ("idle", "head", "body", "write")]
    server = start(*(word for name in short for word in (name, "300ms")))
    with server.connect() as connection:
        started = time.monotonic()
        assert connection.ask("GET", "/posts/1?delay=1200").json()["id"] == 1
        assert time.monotonic() - started >= 1.19


@pytest.mark.timeout(60)
def test_five_thousand_delays_at_once(start):
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
            asked = 0
            while not connections[0].readable(0.01):
                assert quick.ask("GET", "/posts?limit=3", within=2).status == 200
                asked += 1
            assert asked >= 10
        assert time.monotonic() - started >= 4.99
        for number, connection in enumerate(connections):
            answer = connection.read_answer(within=60)
            assert answer.status == 200
            assert answer.json() == {"id": number % 251 + 1}
        took = time.monotonic() - started
        assert took < 25, f"answered one after the other, in {took:.1f} s"
        # The connections are as good as new.
        for connection in connections[::100]:
            assert connection.ask("GET", "/test").status == 200
    finally:
        for connection in connections:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert Client(server).get("/posts/1")["id"] == 1


def test_a_stop_waits_for_a_short_delay_and_not_for_a_long_one(server):
    with server.connect() as short, server.connect() as long:
        short.send(request("GET", "/posts/1?delay=600"))
        long.send(request("GET", "/posts/1?delay=5000"))
        with server.connect() as other:
            assert other.ask("GET", "/test").status == 200
        started = time.monotonic()
        server.signal(signal.SIGTERM)
        assert short.read_answer().json()["id"] == 1
        assert server.wait(5) == 0
        assert time.monotonic() - started <= 4.5


def test_clients_that_leave_during_a_delay(server):
    for number in range(200):
        connection = server.connect()
        connection.send(request("GET", f"/posts/{number + 1}?delay=300"))
        if number % 2:
            connection.abort()
        else:
            connection.close()
    app = Client(server)
    assert app.get("/posts/1?delay=400")["id"] == 1
    assert app.get("/test") == {"status": "ok", "method": "GET"}


# MARK: Rate limit


def counted(server, count):
    """The answers to `count` pipelined requests, all in one window, and who has asked."""
    for part in range(1, 4):
        address = f"192.0.2.{part}"
        with server.connect() as connection:
            connection.send(request("GET", "/test", X_Forwarded_For=address) * count)
            answers = [connection.read_answer() for _ in range(count)]
        # Otherwise the window ended in the middle; the next one has just begun.
        if len({answer.header("X-RateLimit-Reset") for answer in answers}) == 1:
            break
    return answers, address


def test_the_hundred_and_first_request_is_refused(start):
    server = start("--dummyjson-rate-limit")
    answers, _ = counted(server, 103)
    for number, answer in enumerate(answers, 1):
        assert answer.header("X-RateLimit-Limit") == "100"
        assert answer.header("X-RateLimit-Remaining") == str(max(100 - number, 0))
        end = int(answer.header("X-RateLimit-Reset"))
        assert end % 10 == 0 and 0 <= end - time.time() + 1 <= 12
        if number <= 100:
            assert answer.status == 200 and answer.header("X-Frame-Options") == "SAMEORIGIN"
            continue
        assert answer.status == 429
        assert answer.json() == {"message": "request limit exceeded, please wait a few seconds"}
        assert answer.header("Retry-After") == "10"
        assert answer.header("X-Powered-By") == "Express"
        for field in ("X-Frame-Options", "Vary", "Access-Control-Allow-Credentials"):
            assert answer.header(field) is None, field


def test_addresses_are_counted_apart(start):
    server = start("--dummyjson-rate-limit")

    def remaining(**fields):
        with server.connect() as connection:
            answer = connection.ask("GET", "/posts/1", **fields)
        return int(answer.header("X-RateLimit-Remaining")), answer.header("X-RateLimit-Reset")

    for part in range(1, 4):
        one, two, three = (f"192.0.{part}.{host}" for host in (1, 2, 9))
        told = [
            remaining(X_Forwarded_For=one),
            remaining(X_Forwarded_For=f"{one}, {three}"),
            remaining(X_Forwarded_For=two),
            remaining(X_Forwarded_For=f"::ffff:{two}"),
            remaining(X_Forwarded_For=three),
        ]
        # Otherwise the window ended in the middle; the next one has just begun.
        if len({end for _, end in told}) == 1:
            break
    assert [left for left, _ in told] == [99, 98, 99, 98, 99]


def test_the_limit_is_for_dummyjson_alone(start):
    server = start("--dummyjson-rate-limit")
    answers, address = counted(server, 101)
    assert answers[-1].status == 429
    with server.connect() as connection:
        for path in ("/api/posts?limit=1", "/__mockpostly/v1/live", "/"):
            answer = connection.ask("GET", path, X_Forwarded_For=address)
            assert answer.status == 200 and answer.header("X-RateLimit-Limit") is None


def test_without_the_flag_nobody_is_counted(app, shared_server):
    with shared_server.connect() as connection:
        connection.send(request("GET", "/test") * 300)
        for _ in range(300):
            answer = connection.read_answer()
            assert answer.status == 200 and answer.header("X-RateLimit-Limit") is None


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
        thread.join(60)
    assert not failures, failures[0]
