"""What the parser of HTTP refuses, on a connection: once for each status."""

from __future__ import annotations

import json

import pytest

from rawhttp import HTTP_DATE, request

HOST = b"Host: localhost\r\n"
FEED = b"GET /api/posts?page=1&limit=1 HTTP/1.1\r\n"
LOGIN = b"POST /api/auth/login/email HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
INNER = b"GET /__mockpostly/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A complete request: where a body could be taken for a request, this is the body."""


REJECTED = [
    ("method with a parenthesis", b"GE(T /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", 400),
    ("length over the limit", LOGIN + b"Content-Length: 8388609\r\n\r\n", 413),
    ("target over 8 KiB", b"GET /" + b"a" * 8192 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 414),
    ("unknown expectation", LOGIN + b"Content-Length: 2\r\nExpect: a-unicorn\r\n\r\n{}", 417),
    ("101 fields", FEED + HOST + b"X: a\r\n" * 100 + b"\r\n", 431),
    ("an unknown coding", LOGIN + b"Transfer-Encoding: gzip\r\n\r\n" + INNER, 501),
    ("version 2.0", FEED.replace(b"/1.1", b"/2.0") + HOST + b"\r\n", 505),
]


def assert_refused(connection, status):
    """One JSON answer that closes the connection, and nothing after it."""
    answer = connection.read_answer()
    assert answer.status == status, f"{answer.status} {answer.body!r}"
    assert answer.header("Content-Type") == "application/json"
    assert [word.strip().lower() for word in (answer.header("Connection") or "").split(",")] == [
        "close"
    ]
    assert HTTP_DATE.fullmatch(answer.header("Date") or "")
    assert answer.header("Server") is None
    assert answer.body.endswith(b"}\n")
    body = json.loads(answer.body)
    assert set(body) == {"error"}
    assert isinstance(body["error"], str) and 0 < len(body["error"]) <= 200
    left = connection.read_to_end()
    assert left == b"", f"more came after the refusal: {left[:300]!r}"


def assert_healthy(server):
    with server.connect() as connection:
        answer = connection.ask("GET", "/__mockpostly/v1/live")
        assert answer.status == 200 and answer.json() == {"status": "live"}


@pytest.mark.parametrize(
    ("data", "status"), [row[1:] for row in REJECTED], ids=[row[0] for row in REJECTED]
)
def test_refused(shared_server, data, status):
    with shared_server.connect() as connection:
        connection.send_if_open(data)
        assert_refused(connection, status)
    assert_healthy(shared_server)


def test_a_refusal_answers_what_came_before_it_in_order(shared_server):
    with shared_server.connect() as connection:
        good = b"".join(request("GET", f"/api/posts/n{number}") for number in range(5))
        connection.send(good + FEED + HOST + b"X-A : b\r\n\r\n" + request("GET", "/api/posts/after"))
        for number in range(5):
            assert connection.read_answer().json()["error"].startswith(f"'n{number}'")
        assert_refused(connection, 400)
