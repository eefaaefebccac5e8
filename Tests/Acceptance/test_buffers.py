"""What is held for all clients together has a limit, and is let go of with them."""

from __future__ import annotations

import base64
import os
import time
import zlib

import pytest

from community import SOCKET, Frames, Person, Phoenix, masked_frame
from processes import wait_until
from rawhttp import ConnectionEnded, json_request, request
from test_community_longpoll import Poller
from test_limits import assert_closed_with, assert_healthy, metric_sum, never, resident_kib
from worlds import BASE

MIB = 1 << 20
BODY = b'{"title":"' + b"x" * (MIB - 12) + b'"}'
PART = b'{"title":"' + b"x" * (MIB // 4 - 12) + b'"}'
"""Less than what a JSON body of DummyJSON may be."""


def held(server) -> float:
    return metric_sum(server, "mockpostly_buffered_bytes")


def wait_for_held(server, is_met, within: float = 60.0):
    until = time.monotonic() + within
    while not is_met(now := held(server)):
        assert time.monotonic() < until, f"{now} bytes are still held"
        never.wait(0.02)


def begin(server, target: str = "/api/posts", body: bytes = BODY):
    """A request of which all is sent but the last byte."""
    connection = server.connect()
    data = request("POST", target, body, Content_Type="application/json")
    connection.send_if_open(data[:-1])
    return connection


def test_bodies_beyond_the_limit_are_refused_and_the_others_are_answered(start):
    server = start("--max-buffered", "8MiB")
    before = resident_kib(server.pid)
    first = [begin(server) for _ in range(7)]
    wait_for_held(server, lambda bytes: bytes >= 7 * (MIB - 1))
    refused = [begin(server) for _ in range(40)]
    for connection in refused:
        assert_closed_with(connection, 503)
        connection.close()
    if before is not None:
        assert resident_kib(server.pid) - before < 40 * 1024
    # Small requests need no room of the others'.
    with server.connect() as connection:
        assert connection.ask("GET", "/api/posts?page=1&limit=5").status == 200
        assert connection.ask("GET", "/posts/1").status == 200
    for connection in first:
        connection.send(BODY[-1:])
        assert connection.read_answer().status == 401
        connection.close()
    wait_for_held(server, lambda bytes: bytes == 0)
    with begin(server) as connection:
        connection.send(BODY[-1:])
        assert connection.read_answer().status == 401
    assert metric_sum(server, "mockpostly_buffered_refused_total") == 40


def test_a_request_that_waits_counts_although_its_client_is_gone(start):
    server = start("--max-buffered", "1MiB")
    waiting = [begin(server, "/posts/add?delay=5000", PART) for _ in range(3)]
    for connection in waiting:
        connection.send(PART[-1:])
    wait_for_held(server, lambda bytes: bytes >= 3 * (len(PART) - 1))
    for connection in waiting:
        connection.abort()
    with begin(server, "/posts/add", PART + b" " * len(PART)) as refused:
        assert_closed_with(refused, 503)
    assert held(server) >= 3 * len(PART)
    wait_for_held(server, lambda bytes: bytes == 0)
    assert_healthy(server)


def test_unfinished_compressed_messages_beyond_the_limit_end_their_sockets(start):
    server = start("--max-buffered", "16MiB")
    ada = Person(server)
    before = resident_kib(server.pid)
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(b"x" * (4 * MIB)) + packer.flush(zlib.Z_SYNC_FLUSH)
    data = masked_frame(1, packed, final=False)
    data = bytes([data[0] | 0x40]) + data[1:]
    sockets = [
        Frames(
            server.connect(),
            f"{SOCKET}?vsn=2.0.0&token={ada.token}",
            Sec_WebSocket_Extensions="permessage-deflate",
        )
        for _ in range(40)
    ]
    for socket in sockets:
        socket.connection.send(data)
    wait_for_held(server, lambda bytes: bytes >= 12 * MIB)
    silent = list(sockets)

    def most_are_told() -> bool:
        for socket in [one for one in silent if one.connection.readable(0)]:
            assert socket.read_close() == 1013
            silent.remove(socket)
        return len(silent) <= 4

    wait_until(most_are_told, what="the end of 36 sockets")
    assert len(silent) >= 2
    if before is not None:
        assert resident_kib(server.pid) - before < 64 * 1024
    with Phoenix(server, ada.token) as other:
        other.join()
    for socket in sockets:
        socket.close()
    wait_for_held(server, lambda bytes: bytes == 0)


def test_messages_that_wait_for_a_poll_count(start):
    server = start("--max-buffered", "1MiB")
    answer = server.session().post(server.url + f"{BASE}/worlds", json={"id": "polled"})
    assert answer.status_code == 201
    ada = Person(server, prefix="/w/polled")
    pollers = [PollerOf(ada) for _ in range(8)]
    for poller in pollers:
        poller.join()
    for _ in range(60):
        ada.post("y" * 4900)
    assert 256 * 1024 < held(server) <= 1.2 * MIB
    assert metric_sum(server, "mockpostly_buffered_refused_total") > 0
    server.session().delete(server.url + f"{BASE}/worlds/polled")
    wait_for_held(server, lambda bytes: bytes == 0)


class PollerOf(Poller):
    """A poller in the world of its person."""

    def address(self):
        url, headers = super().address()
        return url.replace(self.person.server.url, self.person.base, 1), headers

    def join(self):
        message = '["1","1","community:feed","phx_join",{}]'
        assert self.ask("POST", message)["status"] == 200


def test_clients_that_leave_in_any_state_leave_nothing_behind(start):
    server = start("--max-buffered", "8MiB")
    ada = Person(server)
    handshake = request(
        "GET",
        f"{SOCKET}?vsn=2.0.0&token={ada.token}",
        Connection="Upgrade",
        Upgrade="websocket",
        Sec_WebSocket_Version="13",
        Sec_WebSocket_Key=base64.b64encode(os.urandom(16)).decode(),
    )
    whole = request("POST", "/posts/add?delay=300", PART, Content_Type="application/json")
    states = [
        b"GET /api/po",
        whole[:200],
        whole[:-1],
        whole,
        request("GET", "/products?limit=0") * 50,
        request("GET", "/test?delay=200") + request("GET", "/test") * 500,
        json_request("POST", "/api/auth/login/email", {"email": "a@b.example", "password": "x"})
        + whole,
        handshake + masked_frame(1, b"x" * 300_000)[:-1],
        handshake + masked_frame(1, b"x" * 300_000, final=False),
        b"nonsense\r\n\r\n" + b"x" * 100_000,
    ]
    for round in range(120):
        connection = server.connect(receive_buffer=4096)
        try:
            connection.send_if_open(states[round % len(states)])
        except ConnectionEnded:
            pass
        connection.abort() if round % 2 else connection.close()
    wait_for_held(server, lambda bytes: bytes == 0, within=60)
    assert_healthy(server)


@pytest.mark.parametrize("limit", ["--max-custom-responses=3", "--max-custom-bytes=30"])
def test_custom_responses_have_a_limit(start, limit):
    server = start(*limit.split("="))

    def make(number: int):
        with server.connect() as connection:
            value = {"json": {"n": number}, "method": "GET"}
            return connection.ask(
                "POST",
                "/c/generate",
                json_request("POST", "/", value).partition(b"\r\n\r\n")[2],
                Content_Type="application/json",
            )

    made = [make(number) for number in range(100, 103)]
    assert [answer.status for answer in made] == [200] * 3
    full = make(103)
    assert full.status == 507
    assert list(full.json()) == ["message"]
    assert full.json()["message"].startswith("No room for another custom response: at most ")
    # What is there already needs no room.
    assert make(101).json() == made[1].json()
    server.session().post(server.url + f"{BASE}/reset")
    assert make(103).status == 200
