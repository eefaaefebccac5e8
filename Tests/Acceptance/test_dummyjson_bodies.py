"""Bodies of requests: their size, codings, character sets and kinds."""

from __future__ import annotations

import json
import re
import time

import pytest

from dummyjson import CODINGS, Client
from dummyjson import post_bytes as sent

TOO_LARGE = {"message": "request entity too large"}


@pytest.fixture
def app(shared_server):
    return Client(shared_server)


def resident_kib(pid):
    """Resident memory in KiB, or None where there is no /proc."""
    try:
        status = open(f"/proc/{pid}/status", encoding="ascii").read()
    except FileNotFoundError:
        return None
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])


def body_of(length: int) -> bytes:
    """A post whose JSON is exactly `length` bytes long."""
    frame = b'{"userId":1,"title":""}'
    return frame[:-2] + b"x" * (length - len(frame)) + frame[-2:]


# MARK: Size


def test_a_body_of_300_000_bytes_is_read_and_one_byte_more_is_not(app):
    answer = sent(app, body_of(300_000))
    assert answer.status_code == 201 and len(answer.json()["title"]) == 300_000 - 23
    for path in ("/posts/add", "/posts/1/nope", "/auth/login"):
        answer = sent(app, body_of(300_001), path=path)
        assert (answer.status_code, answer.json()) == (413, TOO_LARGE), path
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    frame = b"userId=1&title="
    assert sent(app, frame + b"x" * (300_000 - len(frame)), **form).status_code == 201
    answer = sent(app, frame + b"x" * (300_001 - len(frame)), **form)
    assert (answer.status_code, answer.json()) == (413, TOO_LARGE)


def test_a_body_in_chunks(app):
    pieces = (body_of(300_000)[start : start + 7919] for start in range(0, 300_000, 7919))
    assert sent(app, pieces).status_code == 201
    pieces = (body_of(300_001)[start : start + 7919] for start in range(0, 300_001, 7919))
    assert sent(app, pieces).status_code == 413


def test_a_body_that_nobody_reads_may_be_large(app):
    """Other content types are ignored, as long as the server takes bodies of this size."""
    answer = sent(app, b"x" * 400_000, path="/test", Content_Type="text/plain")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


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


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_compressed_bodies(app, coding):
    pack = CODINGS[coding][0]
    answer = sent(app, pack(b'{"userId":1,"title":"small"}'), coding)
    assert answer.status_code == 201 and answer.json()["title"] == "small"
    assert sent(app, pack(body_of(300_000)), coding).status_code == 201
    answer = sent(app, pack(body_of(300_001)), coding)
    assert (answer.status_code, answer.json()) == (413, TOO_LARGE)
    form = sent(
        app, pack(b"userId=1&title=f"), coding, Content_Type="application/x-www-form-urlencoded"
    )
    assert form.status_code == 201 and form.json()["title"] == "f"
    broken = sent(app, b"\x1f\x8b not at all", coding)
    assert broken.status_code == 400 and set(broken.json()) == {"message"}
    cut = sent(app, pack(body_of(50_000))[:-20], coding)
    assert cut.status_code == 400 and set(cut.json()) == {"message"}


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_bomb_is_not_inflated(server, coding):
    app = Client(server)
    bomb = CODINGS[coding][0](b" " * 200_000_000)
    assert len(bomb) < 300_000
    app.get("/posts/1")
    before = resident_kib(server.pid)
    started = time.monotonic()
    for _ in range(20):
        answer = sent(app, bomb, coding)
        assert (answer.status_code, answer.json()) == (413, TOO_LARGE)
    assert time.monotonic() - started < 10
    if before is not None:
        assert resident_kib(server.pid) - before < 64 * 1024


def test_bodies_that_cannot_be_read(app):
    for coding in ("zzz", "br", "gzip, gzip"):
        answer = sent(app, b"{}", coding)
        assert answer.status_code == 415
        assert answer.json() == {"message": f'unsupported content encoding "{coding}"'}
    answer = sent(app, b"{}", Content_Type="application/json; charset=latin1")
    assert answer.status_code == 415
    assert answer.json() == {"message": 'unsupported charset "LATIN1"'}
    for text, message in {
        "hello": "Unexpected token 'h', \"hello\" is not valid JSON",
        "{": "Expected property name or '}' in JSON at position 1 (line 1 column 2)",
        '{"a":}': 'Unexpected token \'}\', "{"a":}" is not valid JSON',
        '{"a":1': (
            "Expected ',' or '}' after property value in JSON at position 6 (line 1 column 7)"
        ),
    }.items():
        for path in ("/posts/add", "/posts/1/nope", "/posts?limit=abc", "/auth/me"):
            answer = sent(app, text.encode(), path=path)
            assert (answer.status_code, answer.json()) == (400, {"message": message}), path
    deep = b"[" * 100_000
    assert sent(app, deep).status_code == 400
    assert sent(app, b"[" * 20_000 + b"]" * 20_000, path="/posts/add").status_code in (400, 201)


def test_files_of_a_multipart_body(start):
    app = Client(start("--max-body", "26MiB"))

    def upload(*sizes):
        files = [("file", (f"{n}.bin", b"\xff" * size)) for n, size in enumerate(sizes)]
        return app.call("POST", "/posts/add", files=files, data={"userId": "1", "title": "x"})

    assert upload(4 << 20).text == '{"id":252,"title":"x","userId":"1"}'
    assert upload(1, 2, 3, 4, 5).status_code == 201
    assert upload(*[4_900_000] * 4).status_code == 201, "up to 25 MB in all"
    answer = upload(*[(5 << 20) - 1] * 5)
    assert (answer.status_code, answer.json()) == (413, {"message": "Request payload too large"})
    answer = upload((5 << 20) + 1)
    assert (answer.status_code, answer.json()) == (
        400,
        {"message": "Error processing multipart data: File too large"},
    )
    assert upload(*[1] * 6).status_code == 400
    answer = app.call(
        "POST", "/posts/add", data=b"x", headers={"Content-Type": "multipart/form-data"}
    )
    assert answer.json() == {"message": "Malformed multipart/form-data header: missing boundary"}
    answer = app.call(
        "POST", "/posts/add", data=b"x", headers={"Content-Type": "multipart/form-data; boundary=b"}
    )
    assert answer.json() == {"message": "Malformed multipart/form-data request"}


def test_names_of_a_multipart_body(app):
    """As clients send lists and objects: the same name again, brackets, and both."""
    fields = [("userId", "1"), ("tags[]", "a"), ("tags[]", "b"), ("reactions[likes]", "3")]
    parts = [(name, (None, value)) for name, value in fields]
    made = app.call("POST", "/posts/add", files=parts).json()
    assert made["tags"] == ["a", "b"] and made["reactions"] == {"likes": "3"}
    parts = [("userId", (None, "1")), ("tags", (None, "a")), ("tags", (None, "b"))]
    assert app.call("POST", "/posts/add", files=parts).json()["tags"] == ["a", "b"]


def test_texts_of_any_kind_come_back(app):
    for text in ["\u2028\u2029", "😀" * 5, "a\u0301 á", "\x7f\u0080", '\\"\b\f\n\r\t/', "\u0001"]:
        answer = app.call("POST", "/posts/add", json={"userId": 1, "title": text})
        assert answer.json()["title"] == text
        assert answer.text == '{"id":252,"title":%s,"userId":1}' % json.dumps(
            text, ensure_ascii=False
        )
