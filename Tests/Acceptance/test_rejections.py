"""What the HTTP parser refuses, and the unusual things it must not refuse, byte by byte."""

from __future__ import annotations

import json

import pytest

from conftest import MIRA
from postly import SMALL_TARGET, log_in
from rawhttp import HTTP_DATE, NothingCame, request

HOST = b"Host: localhost\r\n"
FEED = b"GET /api/posts?page=1&limit=1 HTTP/1.1\r\n"
LOGIN = b"POST /api/auth/login/email HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
INNER = b"GET /__mockpostly/v1/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A complete request: where a body could be taken for a request, this is the body."""


def get(fields: bytes) -> bytes:
    return FEED + HOST + fields + b"\r\n"


def target(text: bytes, method: bytes = b"GET") -> bytes:
    return method + b" " + text + b" HTTP/1.1\r\n" + HOST + b"\r\n"


def post(fields: bytes, body: bytes = b"") -> bytes:
    return LOGIN + fields + b"\r\n" + body


def chunked(body: bytes) -> bytes:
    return post(b"Transfer-Encoding: chunked\r\n", body)


def long_head(size: int) -> bytes:
    """A head of exactly `size` bytes, made of fields well under 100."""
    start = FEED + HOST
    fields = b""
    number = 0
    while len(start) + len(fields) + 2 < size:
        room = size - len(start) - len(fields) - 2
        name = b"X-%02d: " % number
        value = min(1000, room - len(name) - 2)
        if room - len(name) - 2 - value in range(1, 12):
            value -= 20
        fields += name + b"a" * value + b"\r\n"
        number += 1
    head = start + fields + b"\r\n"
    assert len(head) == size and number < 90
    return head


def fields(count: int) -> bytes:
    """A request with exactly `count` header fields, Host included."""
    return get(b"".join(b"X-%d: a\r\n" % number for number in range(count - 1)))


BAD = 400

REJECTED = [
    # Methods
    ("method with a parenthesis", b"GE(T /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("method with an at sign", b"G@T /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("method with a byte above 127", b"G\xc3\x89T /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("method with NUL", b"G\x00T /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("no method", b" /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    (
        "start of a TLS handshake",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\r\n\r\n",
        BAD,
    ),
    # Targets
    ("two spaces before the target", b"GET  /api/posts HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("two spaces after the target", b"GET /api/posts  HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("tab instead of a space", b"GET\t/api/posts\tHTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("space after the version", b"GET /api/posts HTTP/1.1 \r\n" + HOST + b"\r\n", (BAD, 505)),
    ("space in the target", target(b"/api/posts?q=a b"), BAD),
    ("tab in the target", target(b"/api/posts\t"), BAD),
    ("control character in the target", target(b"/api/\x01posts"), BAD),
    ("NUL in the target", target(b"/api/posts\x00"), BAD),
    ("DEL in the target", target(b"/api/posts\x7f"), BAD),
    ("bare CR in the target", target(b"/api/posts\r"), BAD),
    ("fragment in the target", target(b"/api/posts#top"), BAD),
    ("empty target", b"GET  HTTP/1.1\r\n" + HOST + b"\r\n", BAD),
    ("target without a slash", target(b"api/posts"), BAD),
    ("target that is only a query", target(b"?page=1"), BAD),
    ("asterisk for GET", target(b"*"), BAD),
    ("asterisk and more for OPTIONS", target(b"*/api", b"OPTIONS"), BAD),
    ("authority for GET", target(b"localhost:80"), BAD),
    ("absolute target of another scheme", target(b"ftp://localhost/api/posts"), BAD),
    ("percent without digits", target(b"/api/posts/%"), BAD),
    ("percent with one digit", target(b"/api/posts/%4"), BAD),
    ("percent with other letters", target(b"/api/posts/%zz"), BAD),
    ("percent with a sign", target(b"/api/posts/%+1"), BAD),
    ("percent-encoded NUL", target(b"/api/posts/%00"), BAD),
    ("bad percent in the query", target(b"/api/posts/search?q=%zz"), BAD),
    ("encoded NUL in the query", target(b"/api/posts/search?q=%00"), BAD),
    ("target over 8 KiB", target(b"/" + b"a" * 8192), 414),
    ("query over 8 KiB", target(b"/api/posts/search?q=" + b"a" * 8192), 414),
    # Versions
    ("version 1.2", FEED.replace(b"/1.1", b"/1.2") + HOST + b"\r\n", 505),
    ("version 1.9", FEED.replace(b"/1.1", b"/1.9") + HOST + b"\r\n", 505),
    ("version 2.0", FEED.replace(b"/1.1", b"/2.0") + HOST + b"\r\n", 505),
    ("version 0.9", FEED.replace(b"/1.1", b"/0.9") + HOST + b"\r\n", 505),
    ("HTTP/2 preface", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (BAD, 505)),
    ("version 1.10", FEED.replace(b"/1.1", b"/1.10") + HOST + b"\r\n", (BAD, 505)),
    ("version in lower case", FEED.replace(b"HTTP", b"http") + HOST + b"\r\n", (BAD, 505)),
    ("another protocol", FEED.replace(b"HTTP", b"HTTX") + HOST + b"\r\n", (BAD, 505)),
    ("no version", b"GET /api/posts\r\n\r\n", (BAD, 505)),
    # Line ends
    ("bare LF after the request line", FEED[:-2] + b"\n" + HOST + b"\r\n", BAD),
    ("bare LF after a field", get(b"X-A: b\n"), BAD),
    ("bare LF at the end of the head", FEED + HOST + b"\n", BAD),
    ("bare LF everywhere", (FEED + HOST + b"\r\n").replace(b"\r", b""), BAD),
    ("bare LF in a value", get(b"X-A: b\nX-C: d\r\n"), BAD),
    ("bare CR in a value", get(b"X-A: b\rX-C: d\r\n"), BAD),
    ("CR before CRLF", get(b"X-A: b\r\r\n"), BAD),
    # Fields
    ("field name with a parenthesis", get(b"X(A: b\r\n"), BAD),
    ("field name with an at sign", get(b"X@A: b\r\n"), BAD),
    ("field name with a space", get(b"X A: b\r\n"), BAD),
    ("field name with a byte above 127", get(b"X-\xc3\xa9: b\r\n"), BAD),
    ("field name with NUL", get(b"X\x00A: b\r\n"), BAD),
    ("field name with a control character", get(b"X\x01A: b\r\n"), BAD),
    ("empty field name", get(b": b\r\n"), BAD),
    ("field without a colon", get(b"X-A\r\n"), BAD),
    ("space before the colon", get(b"X-A : b\r\n"), BAD),
    ("tab before the colon", get(b"X-A\t: b\r\n"), BAD),
    ("folded line with a space", get(b"X-A: b\r\n c\r\n"), BAD),
    ("folded line with a tab", get(b"X-A: b\r\n\tc\r\n"), BAD),
    ("space before the first field", FEED + b" " + HOST + b"\r\n", BAD),
    ("blank folded line", get(b"X-A: b\r\n \r\n"), BAD),
    ("NUL in a value", get(b"X-A: b\x00c\r\n"), BAD),
    ("control character in a value", get(b"X-A: b\x08c\r\n"), BAD),
    ("escape in a value", get(b"X-A: \x1b[31m\r\n"), BAD),
    ("DEL in a value", get(b"X-A: b\x7fc\r\n"), BAD),
    ("101 fields", fields(101), 431),
    ("head over 32 KiB", long_head(32 * 1024 + 1), 431),
    # Host
    ("no Host", FEED + b"\r\n", BAD),
    ("two equal Hosts", FEED + HOST + HOST + b"\r\n", BAD),
    ("two different Hosts", FEED + HOST + b"Host: example.test\r\n\r\n", BAD),
    ("no Host with an absolute target", b"GET http://localhost/ HTTP/1.1\r\n\r\n", BAD),
    # Content-Length
    ("negative length", post(b"Content-Length: -2\r\n", b"{}"), BAD),
    ("length with a plus", post(b"Content-Length: +2\r\n", b"{}"), BAD),
    ("hexadecimal length", post(b"Content-Length: 0x2\r\n", b"{}"), BAD),
    ("length with a fraction", post(b"Content-Length: 2.0\r\n", b"{}"), BAD),
    ("length with a letter", post(b"Content-Length: 2a\r\n", b"{}"), BAD),
    ("length with a space inside", post(b"Content-Length: 2 2\r\n", b"{}"), BAD),
    ("empty length", post(b"Content-Length:\r\n", b"{}"), BAD),
    ("list of equal lengths", post(b"Content-Length: 2, 2\r\n", b"{}"), BAD),
    ("list of different lengths", post(b"Content-Length: 2,3\r\n", b"{}"), BAD),
    ("two equal lengths", post(b"Content-Length: 2\r\n" * 2, b"{}"), BAD),
    (
        "two different lengths",
        post(b"Content-Length: %d\r\nContent-Length: 0\r\n" % len(INNER), INNER),
        BAD,
    ),
    (
        "two different lengths, the small one first",
        post(b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(INNER), INNER),
        BAD,
    ),
    ("length over the limit", post(b"Content-Length: 8388609\r\n"), 413),
    ("length beyond 64 bits", post(b"Content-Length: 18446744073709551617\r\n"), 413),
    ("length of 40 digits", post(b"Content-Length: " + b"9" * 40 + b"\r\n"), 413),
    # Transfer-Encoding and what could smuggle a request
    (
        "length and chunked",
        post(
            b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % len(INNER),
            b"0\r\n\r\n" + INNER,
        ),
        BAD,
    ),
    (
        "chunked and length",
        post(b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"0\r\n\r\n" + INNER),
        BAD,
    ),
    (
        "length with a space before its colon",
        post(b"Content-Length : %d\r\n" % len(INNER), INNER),
        BAD,
    ),
    (
        "chunked with a space before its colon",
        post(b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n" + INNER),
        BAD,
    ),
    ("an unknown coding", post(b"Transfer-Encoding: xchunked\r\n", INNER), 501),
    ("gzip", post(b"Transfer-Encoding: gzip\r\n", INNER), 501),
    (
        "gzip, then chunked",
        post(b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n" + INNER),
        501,
    ),
    (
        "chunked, then gzip",
        post(b"Transfer-Encoding: chunked, gzip\r\n", b"0\r\n\r\n" + INNER),
        501,
    ),
    ("chunked twice", post(b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n"), 501),
    ("identity", post(b"Transfer-Encoding: identity\r\n", INNER), 501),
    ("chunked with a parameter", post(b"Transfer-Encoding: chunked;q=1\r\n", b"0\r\n\r\n"), 501),
    ("quoted chunked", post(b'Transfer-Encoding: "chunked"\r\n', b"0\r\n\r\n"), 501),
    ("no coding", post(b"Transfer-Encoding:\r\n", INNER), (BAD, 501)),
    ("two chunked fields", post(b"Transfer-Encoding: chunked\r\n" * 2, b"0\r\n\r\n"), (BAD, 501)),
    (
        "an unknown coding hidden behind chunked",
        post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", b"0\r\n\r\n" + INNER),
        (BAD, 501),
    ),
    (
        "length and an unknown coding",
        post(b"Content-Length: 4\r\nTransfer-Encoding: xchunked\r\n", INNER),
        (BAD, 501),
    ),
    (
        "chunked with a vertical tab",
        post(b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n" + INNER),
        (BAD, 501),
    ),
    (
        "chunked in HTTP/1.0",
        chunked(b"0\r\n\r\n").replace(b"HTTP/1.1", b"HTTP/1.0"),
        BAD,
    ),
    # Chunks
    ("chunk size with a plus", chunked(b"+3\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size with a minus", chunked(b"-3\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size with 0x", chunked(b"0x3\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size after a space", chunked(b" 3\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size that is no number", chunked(b"xyz\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size with an underscore", chunked(b"1_0\r\n" + b"a" * 16 + b"\r\n0\r\n\r\n"), BAD),
    ("no chunk size", chunked(b"\r\nabc\r\n0\r\n\r\n"), BAD),
    ("extension without a size", chunked(b";a=b\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size of 17 digits", chunked(b"00000000000000003\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk size of 16 digits, over the limit", chunked(b"fffffffffffffff3\r\nabc\r\n"), 413),
    ("chunk over the limit", chunked(b"800001\r\n"), 413),
    ("bare LF after the chunk size", chunked(b"3\nabc\r\n0\r\n\r\n"), BAD),
    ("bare LF after the chunk data", chunked(b"3\r\nabc\n0\r\n\r\n"), BAD),
    ("bare CR in a chunk line", chunked(b"3;a\rb\r\nabc\r\n0\r\n\r\n"), BAD),
    ("bare LF in a chunk extension", chunked(b"3;a\nb\r\nabc\r\n0\r\n\r\n"), BAD),
    ("NUL in a chunk extension", chunked(b"3;a\x00\r\nabc\r\n0\r\n\r\n"), BAD),
    ("chunk data too long", chunked(b"3\r\nabcd\r\n0\r\n\r\n"), BAD),
    ("chunk data without CRLF", chunked(b"3\r\nabc0\r\n\r\n"), BAD),
    ("chunk line over 4 KiB", chunked(b"3;a=" + b"b" * 4096 + b"\r\nabc\r\n0\r\n\r\n"), (BAD, 431)),
    ("last chunk ended by LF", chunked(b"0\r\n\n"), BAD),
    ("trailer without a colon", chunked(b"0\r\nX-A\r\n\r\n"), BAD),
    ("trailer with a space before the colon", chunked(b"0\r\nX-A : b\r\n\r\n"), BAD),
    ("trailer with a bad name", chunked(b"0\r\nX(A: b\r\n\r\n"), BAD),
    ("folded trailer", chunked(b"0\r\nX-A: b\r\n c\r\n\r\n"), BAD),
    ("NUL in a trailer", chunked(b"0\r\nX-A: \x00\r\n\r\n"), BAD),
    ("bare LF after a trailer", chunked(b"0\r\nX-A: b\n\r\n"), BAD),
    ("too many trailers", chunked(b"0\r\n" + b"X: y\r\n" * 200 + b"\r\n"), (BAD, 431)),
    (
        "trailers too long",
        chunked(
            b"0\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 1000) for n in range(40)) + b"\r\n"
        ),
        (BAD, 431),
    ),
    # Expectations and tunnels
    ("unknown expectation", post(b"Content-Length: 2\r\nExpect: a-unicorn\r\n", b"{}"), 417),
    ("two expectations", post(b"Content-Length: 2\r\nExpect: 100-continue, x\r\n", b"{}"), 417),
    ("CONNECT", target(b"localhost:443", b"CONNECT"), 501),
    ("CONNECT with a path", target(b"/api/posts", b"CONNECT"), 501),
]


def assert_refused(connection, status):
    """One JSON answer that closes the connection, and nothing after it."""
    answer = connection.read_answer()
    expected = status if isinstance(status, tuple) else (status,)
    assert answer.status in expected, f"{answer.status} {answer.body!r}"
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


@pytest.mark.parametrize(
    ("data", "status"), [row[1:] for row in REJECTED[::6]], ids=[row[0] for row in REJECTED[::6]]
)
def test_refused_after_a_good_request(shared_server, data, status):
    with shared_server.connect() as connection:
        connection.send_if_open(request("GET", SMALL_TARGET) + data)
        assert connection.read_answer().json()["error"].startswith("'not-an-id'")
        assert_refused(connection, status)


SHORT = [row for row in REJECTED if len(row[1]) < 1000][::5]


@pytest.mark.parametrize(
    ("data", "status"), [row[1:] for row in SHORT], ids=[row[0] for row in SHORT]
)
def test_refused_byte_by_byte(shared_server, data, status):
    with shared_server.connect() as connection:
        for index in range(len(data)):
            if connection.readable(0) or not connection.send_if_open(data[index : index + 1]):
                break
        assert_refused(connection, status)


def test_a_refusal_answers_what_came_before_it_in_order(shared_server):
    with shared_server.connect() as connection:
        good = b"".join(request("GET", f"/api/posts/n{number}") for number in range(5))
        connection.send(good + get(b"X-A : b\r\n") + request("GET", "/api/posts/after"))
        for number in range(5):
            assert connection.read_answer().json()["error"].startswith(f"'n{number}'")
        assert_refused(connection, 400)


# MARK: What must not be refused


@pytest.fixture(scope="module")
def token(shared_server):
    with shared_server.connect() as connection:
        return log_in(connection, **MIRA)


def creation(token: str, fields: bytes) -> bytes:
    return (
        b"POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Authorization: Bearer " + token.encode() + b"\r\n" + fields + b"\r\n"
    )


def body_of(content: str) -> bytes:
    return json.dumps({"title": "Framing", "content": content, "status": "framing"}).encode()


def assert_created(connection, content):
    answer = connection.read_answer()
    assert answer.status == 201, answer
    assert answer.json()["content"] == content
    assert connection.ask("GET", SMALL_TARGET).status == 400


TEXT = "in pieces: é 猫 🦊 " * 20

CHUNKINGS = {
    "one chunk": lambda body: b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body),
    "upper-case sizes": lambda body: b"%X\r\n%s\r\n0\r\n\r\n" % (len(body), body),
    "leading zeros": lambda body: b"%016x\r\n%s\r\n0000\r\n\r\n" % (len(body), body),
    "chunks of one byte": lambda body: (
        b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    ),
    "extensions": lambda body: (
        b'3;ext=1\r\n%s\r\n%x;a;b="c d"\r\n%s\r\n0;last\r\n\r\n'
        % (body[:3], len(body) - 3, body[3:])
    ),
    "trailers": lambda body: (
        b"%x\r\n%s\r\n0\r\nX-Checksum: 1\r\nX-More: \t2 \r\n\r\n" % (len(body), body)
    ),
    "a chunk line just under 4 KiB": lambda body: (
        b"%x;a=%s\r\n%s\r\n0\r\n\r\n" % (len(body), b"b" * 4000, body)
    ),
}


@pytest.mark.parametrize("encode", CHUNKINGS.values(), ids=CHUNKINGS.keys())
def test_chunked_bodies(shared_server, token, encode):
    with shared_server.connect() as connection:
        connection.send(creation(token, b"Transfer-Encoding: chunked\r\n") + encode(body_of(TEXT)))
        assert_created(connection, TEXT)


@pytest.mark.parametrize("name", ["extensions", "trailers"])
def test_a_chunked_request_sent_byte_by_byte(shared_server, token, name):
    data = creation(token, b"Transfer-Encoding: chunked\r\n") + CHUNKINGS[name](body_of(TEXT))
    with shared_server.connect() as connection:
        for index in range(len(data)):
            connection.send(data[index : index + 1])
        assert_created(connection, TEXT)


def test_an_empty_chunked_body_is_an_empty_body(shared_server, token):
    with shared_server.connect() as connection:
        connection.send(creation(token, b"Transfer-Encoding: chunked\r\n") + b"0\r\n\r\n")
        assert connection.read_answer().json()["error"].startswith("400 Bad Request")
        assert connection.ask("GET", SMALL_TARGET).status == 400


def test_a_body_with_a_length_in_two_parts(shared_server, token):
    body = body_of(TEXT)
    with shared_server.connect() as connection:
        connection.send(creation(token, b"Content-Length: %d\r\n" % len(body)) + body[:7])
        assert not connection.readable(0.1)
        connection.send(body[7:])
        assert_created(connection, TEXT)


def test_a_body_that_looks_like_a_request_is_a_body(shared_server):
    """A route that ignores its body must still take it off the connection."""
    with shared_server.connect() as connection:
        connection.send(
            request("GET", SMALL_TARGET, INNER) + request("DELETE", "/api/posts/x", INNER)
        )
        connection.send(request("GET", "/api/nothing", INNER) + request("GET", SMALL_TARGET))
        assert [connection.read_answer().status for _ in range(4)] == [400, 401, 404, 400]
        assert not connection.readable(0.1)


ACCEPTED = [
    ("leading CRLF", b"\r\n" + request("GET", SMALL_TARGET)),
    ("two leading CRLF", b"\r\n\r\n" + request("GET", SMALL_TARGET)),
    ("absolute target", request("GET", "http://example.test" + SMALL_TARGET)),
    ("absolute target with a port", request("GET", "http://127.0.0.1:9" + SMALL_TARGET)),
    ("field names in any case", request("GET", SMALL_TARGET).replace(b"Host", b"hOsT")),
    ("no space after the colon", request("GET", SMALL_TARGET).replace(b": ", b":")),
    ("tabs around a value", request("GET", SMALL_TARGET).replace(b": ", b":\t ")),
    ("empty value", request("GET", SMALL_TARGET, X_A="")),
    ("tab inside a value", request("GET", SMALL_TARGET, X_A="b\tc")),
    ("bytes above 127 in a value", request("GET", SMALL_TARGET, X_A="\xc3\xa9\xff")),
    (
        "every sort of name character",
        request("GET", SMALL_TARGET).replace(b"\r\n\r\n", b"\r\nX!#$%&'*+-.^_`|~09: b\r\n\r\n"),
    ),
    ("a Host that is not ours", request("GET", SMALL_TARGET).replace(b"localhost", b"10.0.2.2:99")),
    ("100 fields", fields(100).replace(b"/api/posts?page=1&limit=1", SMALL_TARGET.encode())),
    (
        "a head of 32 KiB less a few bytes",
        long_head(32 * 1024 - 16).replace(b"/api/posts?page=1&limit=1", SMALL_TARGET.encode()),
    ),
    ("a length of zero", request("GET", SMALL_TARGET, b"")),
    (
        "a length with leading zeros",
        request("GET", SMALL_TARGET).replace(b"\r\n\r\n", b"\r\nContent-Length: 000\r\n\r\n"),
    ),
    (
        "spaces around a length",
        request("GET", SMALL_TARGET).replace(b"\r\n\r\n", b"\r\nContent-Length: \t0  \r\n\r\n"),
    ),
    (
        "an upgrade that is not taken",
        request("GET", SMALL_TARGET, Connection="upgrade", Upgrade="h2c"),
    ),
]


@pytest.mark.parametrize("data", [row[1] for row in ACCEPTED], ids=[row[0] for row in ACCEPTED])
def test_accepted_and_kept_open(shared_server, data):
    with shared_server.connect() as connection:
        for _ in range(2):
            connection.send(data)
            answer = connection.read_answer()
            assert answer.json()["error"].startswith("'not-an-id'"), answer
            assert "close" not in (answer.header("Connection") or "").lower()
            assert HTTP_DATE.fullmatch(answer.header("Date") or "")
            assert answer.header("Server") is None


def test_a_long_target_just_under_the_limit(shared_server):
    words = "a" * (8192 - len("/api/posts/search?q=") - 1)
    with shared_server.connect() as connection:
        answer = connection.ask("GET", f"/api/posts/search?q={words}")
        assert answer.status == 200 and answer.json() == []


def test_a_good_request_byte_by_byte(shared_server):
    with shared_server.connect() as connection:
        data = request("GET", SMALL_TARGET, X_Long="a" * 500)
        for index in range(len(data)):
            connection.send(data[index : index + 1])
        assert connection.read_answer().status == 400
        assert not connection.readable(0.1)


@pytest.mark.parametrize("value", ["close", "Close", "foo, Close", "keep-alive, close", ",close"])
def test_close_is_found_in_a_list(shared_server, value):
    with shared_server.connect() as connection:
        connection.send(request("GET", SMALL_TARGET, Connection=value) + INNER)
        answer = connection.read_answer()
        assert answer.json()["error"].startswith("'not-an-id'")
        assert (answer.header("Connection") or "").lower() == "close"
        assert connection.read_to_end() == b""


def test_close_is_found_in_a_second_field(shared_server):
    with shared_server.connect() as connection:
        connection.send(request("GET", SMALL_TARGET, Connection="foo", connection="close"))
        assert (connection.read_answer().header("Connection") or "").lower() == "close"
        assert connection.read_to_end() == b""


@pytest.mark.parametrize("value", ["closed", "x-close", "keep-alive", '"close"'])
def test_words_like_close_do_not_close(shared_server, value):
    with shared_server.connect() as connection:
        for _ in range(2):
            assert connection.ask("GET", SMALL_TARGET, Connection=value).status == 400


def test_http_1_0_closes(shared_server):
    with shared_server.connect() as connection:
        connection.send(b"GET %s HTTP/1.0\r\n\r\n" % SMALL_TARGET.encode() + INNER)
        answer = connection.read_answer()
        assert answer.json()["error"].startswith("'not-an-id'")
        assert connection.read_to_end() == b""


def test_http_1_0_with_keep_alive_stays_open(shared_server):
    data = b"GET %s HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" % SMALL_TARGET.encode()
    with shared_server.connect() as connection:
        for _ in range(3):
            connection.send(data)
            answer = connection.read_answer()
            assert answer.status == 400
            assert (answer.header("Connection") or "").lower() == "keep-alive"


def test_expect_100_continue_gets_its_interim_answer_first(shared_server, token):
    body = body_of("after the interim answer")
    with shared_server.connect() as connection:
        connection.send(
            creation(token, b"Expect: 100-continue\r\nContent-Length: %d\r\n" % len(body))
        )
        interim = connection.read_answer()
        assert interim.status == 100
        assert not connection.readable(0.1), "the final answer came before the body"
        connection.send(body)
        assert_created(connection, "after the interim answer")


def test_expect_100_continue_with_chunks_in_any_case(shared_server, token):
    with shared_server.connect() as connection:
        connection.send(creation(token, b"Transfer-Encoding: chunked\r\nExpect: 100-Continue\r\n"))
        assert connection.read_answer().status == 100
        connection.send(CHUNKINGS["one chunk"](body_of(TEXT)))
        assert_created(connection, TEXT)


def test_expect_100_continue_with_a_body_over_the_limit_gets_no_interim_answer(shared_server):
    with shared_server.connect() as connection:
        connection.send(post(b"Content-Length: 99999999\r\nExpect: 100-continue\r\n"))
        assert_refused(connection, 413)


def test_expect_in_http_1_0_is_ignored(shared_server):
    with shared_server.connect() as connection:
        connection.send(
            b"POST /api/auth/login/email HTTP/1.0\r\nContent-Type: application/json\r\n"
            b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"
        )
        assert connection.read_answer().json() == {"error": "Email and password are required"}
        assert connection.read_to_end() == b""


@pytest.mark.parametrize(
    "path", ["/api/posts?page=1&limit=3", "/", "/api/nothing", "/api/posts/bad", "/api/auth/check"]
)
def test_head_has_no_body_and_the_next_answer_is_aligned(shared_server, path):
    with shared_server.connect() as connection:
        connection.send(
            request("HEAD", path) + request("GET", path) + request("HEAD", path) + INNER
        )
        head = connection.read_answer("HEAD")
        full = connection.read_answer()
        again = connection.read_answer("HEAD")
        assert connection.read_answer().json() == {"status": "live"}
    assert head.status == full.status == again.status
    assert head.header("Content-Length") == full.header("Content-Length") == str(len(full.body))
    assert full.body
    assert head.header("Content-Type") == full.header("Content-Type")


def test_options_of_a_known_path(shared_server):
    with shared_server.connect() as connection:
        answer = connection.ask("OPTIONS", "/api/posts")
        assert answer.status == 200 and answer.body == b""
        assert answer.header("Content-Length") == "0"
        assert answer.header("Content-Type") == "text/html; charset=utf-8"
        assert set(answer.header("Allow").split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
        assert connection.ask("GET", SMALL_TARGET).status == 400


def test_options_of_the_server_as_a_whole_is_not_refused_by_the_parser(shared_server):
    with shared_server.connect() as connection:
        answer = connection.ask("OPTIONS", "*")
        assert answer.status in (200, 204, 404)
        assert connection.ask("GET", SMALL_TARGET).status == 400


@pytest.mark.parametrize("method", ["TRACE", "PATCH", "BREW", "get", "PROPFIND"])
def test_other_methods_go_to_the_dialect(shared_server, method):
    with shared_server.connect() as connection:
        refused = connection.ask(method, "/api/posts")
        assert refused.status == 405 and b"<h1>Method Not Allowed</h1>" in refused.body
        assert set(refused.header("Allow").split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
        unknown = connection.ask(method, "/api/nothing")
        assert unknown.status == 404 and b"<h1>Not Found</h1>" in unknown.body


def test_an_incomplete_request_gets_no_answer_yet(shared_server):
    with shared_server.connect() as connection:
        connection.send(request("GET", SMALL_TARGET)[:-1])
        with pytest.raises(NothingCame):
            connection.read_answer(within=0.2)
        connection.send(b"\n")
        assert connection.read_answer().status == 400
