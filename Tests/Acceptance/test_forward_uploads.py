"""`--upstream`: bodies of requests go on as they come, and no faster than the real server takes them."""

from __future__ import annotations

import hashlib
import re
import socket
from pathlib import Path

import pytest
import requests
from processes import wait_until
from rawhttp import Connection, request
from uploadserver import UploadServer
from worlds import Control, assert_problem

PIECE = bytes(range(256)) * 4096
LONG = 200_000


@pytest.fixture
def real():
    server = UploadServer()
    yield server
    server.stop()


@pytest.fixture
def forwarding(start, real):
    """Makes a server before `real` with settings by variable: `forwarding(MAX_BODY="1MiB")`."""

    def make(**settings: str):
        environment = {f"MOCKPOSTLY_{name}": value for name, value in settings.items()}
        return start("--seed", "empty", "--upstream", real.url, environment=environment)

    return make


@pytest.fixture
def forward(forwarding):
    return forwarding(MAX_BODY="1MiB")


def head(path: str, length: int | None, *fields: str) -> bytes:
    framing = (
        "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    )
    return "\r\n".join(
        [f"POST {path} HTTP/1.1", "Host: localhost", framing, *fields, "", ""]
    ).encode()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def connected(server) -> Connection:
    return Connection(("127.0.0.1", server.port))


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
def test_the_beginning_arrives_before_the_end_is_sent(forward, real, chunked):
    first, rest = PIECE[:1000], PIECE[1000:LONG]
    with connected(forward) as connection:
        connection.send(head("/up/take", None if chunked else LONG))
        connection.send(chunk(first) if chunked else first)
        assert real.seen.wait(60)
        connection.send(chunk(rest) + b"0\r\n\r\n" if chunked else rest)
        got = connection.read_answer("POST").json()
        # The connection goes on with the next request.
        connection.send(request("POST", "/up/take", b"short"))
        assert connection.read_answer("POST").json()["count"] == 5
    assert (got["count"], got["sha"]) == (
        LONG,
        hashlib.sha256(first + rest).hexdigest(),
    )
    framing = (
        ("transfer-encoding", "chunked") if chunked else ("content-length", str(LONG))
    )
    assert framing in got["fields"].items()
    assert len({"transfer-encoding", "content-length"} & set(got["fields"])) == 1


def test_a_body_beyond_the_limit_of_this_server_goes_on_and_takes_no_memory(forward):
    def peak() -> int:
        found = re.search(
            r"VmHWM:\s+(\d+) kB", Path(f"/proc/{forward.pid}/status").read_text()
        )
        assert found is not None
        return int(found[1])

    before, count = peak(), 96
    with connected(forward) as connection:
        connection.send(head("/up/take", count * len(PIECE)))
        for _ in range(count):
            connection.send(PIECE)
        assert connection.read_answer("POST").json()["count"] == count * len(PIECE)
    assert peak() - before < 12_000
    # What this server answers itself has the limit.
    with connected(forward) as connection:
        connection.send(head("/api/posts", 2 << 20))
        assert connection.read_answer("POST").status == 413


def test_a_first_chunk_beyond_the_limit_of_this_server_goes_on(forward):
    data = PIECE + PIECE
    with connected(forward) as connection:
        # In one segment with the head, as a client sends that writes its buffer as one chunk.
        begin = head("/up/take", None) + b"3\r\nabc\r\n%x\r\n" % len(data)
        connection.send(begin + data + b"\r\n0\r\n\r\n")
        got = connection.read_answer("POST").json()
    assert (got["count"], got["sha"]) == (
        len(data) + 3,
        hashlib.sha256(b"abc" + data).hexdigest(),
    )
    # What this server answers itself has the limit.
    with connected(forward) as connection:
        begin = head("/api/posts", None) + b"%x\r\n" % len(data)
        connection.send_if_open(begin + data[:1000])
        assert connection.read_answer("POST").status == 413


def test_a_short_body_beyond_the_limit_of_this_server_goes_on(forwarding):
    server = forwarding(MAX_BODY="8KiB")
    with connected(server) as connection:
        for count in (8192, 8193, 65536):
            connection.send(request("POST", "/up/take", PIECE[:count]))
            assert connection.read_answer("POST").json()["count"] == count


def test_a_client_is_not_read_while_the_real_server_takes_nothing(forward, real):
    with connected(forward) as connection:
        connection.send(head("/up/slow", 64 << 20))
        connection.socket.settimeout(1)
        sent = 0
        with pytest.raises(TimeoutError):
            while True:
                sent += connection.socket.send(PIECE)
        # Only what the buffers of three sockets hold.
        assert sent < 32 << 20
        real.let_go.set()
        connection.socket.settimeout(60)
        rest = (64 << 20) - sent
        while rest:
            rest -= connection.socket.send(PIECE[: min(rest, len(PIECE))])
        assert connection.read_answer("POST").json()["count"] == 64 << 20


def test_the_body_is_asked_for_when_the_real_server_was_reached(forward, real, start):
    for length in (LONG, None, 64 << 20):
        with connected(forward) as connection:
            connection.send(head("/up/take", length, "Expect: 100-continue"))
            assert connection.read_answer("POST").status == 100
            if length == LONG:
                connection.send(PIECE[:LONG])
                got = connection.read_answer("POST").json()
                assert got["count"] == LONG and "expect" not in got["fields"]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    server = start("--seed", "empty", "--upstream", f"http://127.0.0.1:{port}")
    with connected(server) as connection:
        connection.send(head("/up/take", LONG, "Expect: 100-continue"))
        assert_problem(connection.read_answer("POST"), 502, "refuse")


def test_an_early_answer_ends_the_connection(forward):
    with connected(forward) as connection:
        connection.send(head("/up/early", 64 << 20) + PIECE)
        answer = connection.read_answer("POST")
        assert (answer.status, answer.body, answer.header("Connection")) == (
            413,
            b"no",
            "close",
        )


def test_an_answer_may_come_while_the_body_does(forward):
    with connected(forward) as connection:
        connection.send(head("/up/both", None) + chunk(b"one"))
        begun = b""
        while not begun.endswith(b"one\r\n"):
            begun += connection.socket.recv(65536)
        assert begun.startswith(b"HTTP/1.1 200 ")
        connection.send(chunk(b"two") + b"0\r\n\r\n")
        assert connection.read_to_end().endswith(b"3\r\ntwo\r\n0\r\n\r\n")


@pytest.mark.parametrize("how", ["gone", "half"])
def test_a_real_server_that_cuts_is_told(forward, how):
    with connected(forward) as connection:
        connection.send(head(f"/up/{how}", 64 << 20))
        connection.send_if_open(PIECE)
        assert_problem(connection.read_answer("POST"), 502, "has given no answer")


def test_what_a_client_does_not_end_is_cut_for_the_real_server(forward, real):
    with connected(forward) as connection:
        connection.send(head("/up/take", LONG) + PIECE[:1000])
        assert real.seen.wait(60)
    assert real.cut.wait(60)
    with Control(forward) as control:

        def noted():
            entries = control.get("/requests?path=/up/take")["requests"]
            return entries and entries[0]["status"] == 400

        wait_until(noted, what="the entry of the journal")


def test_chunks_that_are_none_are_refused(forward, real):
    with connected(forward) as connection:
        connection.send(head("/up/take", None) + chunk(b"one"))
        assert real.seen.wait(60)
        connection.send(b"rubbish\r\n")
        answer = connection.read_answer("POST")
        assert_problem(answer, 400, "chunked body is malformed")
        assert answer.header("Connection") == "close"
    assert real.cut.wait(60)


def test_a_client_that_stops_is_told_that_it_is_late(forwarding, real):
    server = forwarding(BODY_TIMEOUT="1s")
    with connected(server) as connection:
        connection.send(head("/up/take", LONG) + PIECE[:1000])
        assert_problem(connection.read_answer("POST"), 408, "took too long")
    assert real.cut.wait(60)


def test_an_upload_may_take_longer_than_an_answer(forwarding, real):
    server = forwarding(UPSTREAM_TIMEOUT="1s")
    with connected(server) as connection:
        connection.send(head("/up/take", None))
        # Longer in all than the answer may take, each pause shorter.
        for _ in range(5):
            connection.send(chunk(b"one"))
            assert not connection.readable(0.4)
        connection.send(b"0\r\n\r\n")
        assert connection.read_answer("POST").json()["count"] == 15
    with connected(server) as connection:
        connection.send(head("/up/slow", 64 << 20))
        connection.send_if_open(PIECE * 64)
        assert_problem(connection.read_answer("POST"), 504, "no answer within 1s")


def test_the_pause_of_a_client_is_no_silence_of_the_real_server(forwarding, real):
    server = forwarding(UPSTREAM_TIMEOUT="300ms")
    with connected(server) as connection:
        connection.send(head("/up/take", None) + chunk(b"one"))
        assert real.seen.wait(60)
        assert not connection.readable(1)
        connection.send(chunk(b"two") + b"0\r\n\r\n")
        assert connection.read_answer("POST").json()["count"] == 6
        # What is silent after the end is the real server.
        connection.send(head("/up/slow", None) + chunk(b"one") + b"0\r\n\r\n")
        assert_problem(connection.read_answer("POST"), 504, "no answer within 300ms")


def test_the_journal_has_the_beginning(forwarding, real):
    server = forwarding(JOURNAL_BODY="1KiB")
    with connected(server) as connection:
        connection.send(
            head("/up/take", None, "Content-Type: text/plain") + chunk(b"a" * 700)
        )
        assert real.seen.wait(60)
        connection.send(chunk(b"b" * 700) + b"0\r\n\r\n")
        assert connection.read_answer("POST").json()["count"] == 1400
    with Control(server) as control:
        [entry] = control.get("/requests")["requests"]
        [entry] = [control.get(f"/requests/{entry['number']}")]
    body = entry["request"]
    assert (
        body["body"].startswith("a" * 700 + "b" * 100) and "b" * 500 not in body["body"]
    )
    assert (entry["requestBytes"], body["cut"], entry["upstream"]) == (
        1400,
        True,
        real.url,
    )


def test_a_stub_for_the_parts_of_a_form_applies_to_long_bodies(forward):
    mapping = {
        "request": {
            "urlPath": "/up/take",
            "multipartPatterns": [{"bodyPatterns": [{"contains": "needle"}]}],
        },
        "response": {"status": 201},
    }
    url = f"{forward.url}/__admin/mappings"
    assert requests.post(url, json=mapping, timeout=60).status_code == 201
    files = {"file": ("a.bin", PIECE[:LONG] + b"needle")}
    answer = requests.post(f"{forward.url}/up/take", files=files, timeout=60)
    assert answer.status_code == 201
    files = {"file": ("a.bin", PIECE[:LONG])}
    answer = requests.post(f"{forward.url}/up/take", files=files, timeout=60)
    assert (answer.status_code, answer.json()["count"] > LONG) == (200, True)


def test_faults_stubs_and_patches_apply_to_long_bodies(forward, real):
    with Control(forward) as control:
        stub = {
            "match": {"path": "/up/take", "body": {"contains": "needle"}},
            "response": {"status": 201},
        }
        control.send("POST", "/stubs", stub, 201)
        control.send(
            "POST",
            "/faults",
            {"match": {"path": "/up/broken"}, "fault": {"status": 503}},
            201,
        )
        patch = {
            "match": {"path": "/up/changed"},
            "response": {"real": True, "status": 202},
        }
        control.send("POST", "/stubs", patch, 201)
    body = PIECE[:LONG]
    with connected(forward) as connection:
        connection.send(head("/up/take", LONG) + body[:-6] + b"needle")
        assert connection.read_answer("POST").status == 201
        connection.send(head("/up/take", LONG) + body)
        assert (
            connection.read_answer("POST").json()["sha"]
            == hashlib.sha256(body).hexdigest()
        )
        connection.send(head("/up/broken", LONG) + body)
        assert connection.read_answer("POST").status == 503
        connection.send(head("/up/changed", LONG) + body)
        answer = connection.read_answer("POST")
        assert (answer.status, answer.json()["count"]) == (202, LONG)
        # Elsewhere it goes on as it comes, beyond the limit of this server.
        connection.send(head("/up/other", 2 << 20) + PIECE * 2)
        assert connection.read_answer("POST").json()["count"] == 2 << 20
        connection.send(head("/up/broken", 2 << 20))
        assert connection.read_answer("POST").status == 413


def test_requests_that_wait_behind_an_upload_keep_their_order(forward, real):
    with connected(forward) as connection:
        connection.send(head("/up/take", None) + chunk(b"one"))
        assert real.seen.wait(60)
        connection.send(
            b"0\r\n\r\n"
            + request("GET", "/api/posts")
            + request("POST", "/up/take", b"two")
        )
        assert connection.read_answer("POST").json()["count"] == 3
        assert connection.read_answer("GET").json()["posts"] == []
        assert connection.read_answer("POST").json()["count"] == 3
