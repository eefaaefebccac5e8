"""Sockets of the feed that the server ends: with a membership, a token, a stop, or a silence."""

from __future__ import annotations

import signal
import struct

import pytest

from community import (
    CLOSE,
    NONE,
    PING,
    PONG,
    TEXT,
    Message,
    Person,
    skip_without,
)

VERSIONS = ["1.0.0", "2.0.0"]


@pytest.fixture(scope="module")
def ada(shared_server):
    return Person(shared_server, "Ada")


@pytest.fixture(params=VERSIONS)
def socket(ada, request):
    """A socket of Ada's, not joined, in each serializer."""
    with ada.open(request.param) as socket:
        yield socket


def both(socket, join_ref, ref):
    """join_ref and ref as they arrive: 1.0.0 never has the first."""
    return (join_ref if socket.vsn.startswith("2") else NONE, ref)


def refs(message: Message):
    return (message.join_ref, message.ref)


def test_leaving_the_community_closes_the_channel_and_not_the_socket(shared_server):
    bob = Person(shared_server, "Bob")
    ada = Person(shared_server, "Ada")
    with bob.listen() as first, bob.listen("1.0.0") as second, ada.listen() as other:
        bob.leave()
        for socket in (first, second):
            closed = socket.receive()
            assert (closed.event, closed.payload) == ("phx_close", {})
            assert refs(closed) == both(socket, socket.join_ref, socket.join_ref)
            assert socket.beat() == []
        post = ada.post()
        assert other.event() == ("new_post", post)
        for socket in (first, second):
            socket.assert_silent()
        bob.join()
        first.join()
        post = ada.post()
        assert first.event() == ("new_post", post)


def test_a_revoked_token_ends_its_sockets(shared_server):
    bob = Person(shared_server, "Bob")
    other = bob.new_token()
    with bob.listen() as first, bob.open("1.0.0") as second:
        kept = bob.token
        bob.token = other
        with bob.listen() as third:
            headers = {"Authorization": f"Bearer {kept}"}
            bob.send("DELETE", "/tokens/current", status=204, headers=headers)
            assert first.read_close() == 1001
            assert second.read_close() == 1001
            post = bob.post()
            assert third.event() == ("new_post", post)


def test_a_stop_tells_the_sockets(start):
    server = start("--seed", "empty")
    ada = Person(server)
    with ada.listen() as joined, ada.open("1.0.0") as idle:
        server.signal(signal.SIGTERM)
        assert joined.read_close() == 1012
        assert idle.read_close() == 1012
    assert server.wait() == 0


def test_a_stop_does_not_wait_for_sockets_that_are_silent(start):
    server = start("--seed", "empty")
    ada = Person(server)
    with ada.listen() as silent:
        server.signal(signal.SIGTERM)
        assert server.wait() == 0
        kind, data = silent.read()
        assert (kind, data[:2]) == (CLOSE, struct.pack(">H", 1012))


@pytest.mark.limits
def test_a_silent_socket_is_ended(binary, start):
    skip_without(binary, "community-idle-timeout")
    # A neighbour may hold up the others for seconds.
    server = start("--seed", "empty", "--community-idle-timeout", "5s")
    ada = Person(server)
    with ada.listen() as silent, ada.listen() as busy, ada.listen() as pinging:
        frame = (TEXT, b"")
        while frame[0] == TEXT:
            # What the server sends is no sign of life of the client.
            ada.post()
            assert [message.event for message in busy.beat()] == ["new_post"]
            pinging.send(PING, b"x")
            while pinging.read() != (PONG, b"x"):
                pass
            frame = silent.read()
            while frame[0] == TEXT and silent.connection.readable(0.5):
                frame = silent.read()
        assert frame[0] == CLOSE and frame[1][:2] == struct.pack(">H", 1002)
        assert busy.beat() == []


@pytest.mark.limits
def test_a_connection_that_died_is_noticed(binary, start):
    skip_without(binary, "community-idle-timeout")
    server = start("--seed", "empty", "--community-idle-timeout", "500ms")
    ada = Person(server)
    with ada.open() as socket:
        assert socket.read() == (CLOSE, struct.pack(">H", 1002))
        # No answer to it: the server ends the connection all the same.
        assert socket.connection.read_to_end() == b""
