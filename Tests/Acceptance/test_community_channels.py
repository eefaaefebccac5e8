"""Phoenix Channels on one socket: refs, joins, leaves, replies, close codes, both serializers."""

from __future__ import annotations

import json
import os
import signal
import struct

import pytest

from community import (
    BINARY,
    CLOSE,
    NONE,
    PING,
    PONG,
    TEXT,
    TOPIC,
    Message,
    Person,
    skip_without,
)

VERSIONS = ["1.0.0", "2.0.0"]
UNMATCHED = ("error", {"reason": "unmatched topic"})
UNHANDLED = ("error", {"reason": "unhandled event"})


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


# MARK: Refs


@pytest.mark.parametrize("ref", ["1", "x", "", 0, 7, 123456789012, None], ids=repr)
def test_a_reply_carries_the_very_ref(socket, ref):
    socket.push(None, ref, "phoenix", "heartbeat")
    answer = socket.receive()
    assert refs(answer) == both(socket, None, ref)
    assert type(answer.ref) is type(ref)
    assert (answer.topic, answer.event) == ("phoenix", "phx_reply")
    assert answer.reply == ("ok", {})


def test_join_ref_and_ref_are_two_things(socket, ada):
    socket.push("11", "1", TOPIC, "phx_join")
    answer = socket.receive()
    assert refs(answer) == both(socket, "11", "1")
    assert answer.reply == ("ok", {})
    post = ada.post()
    event = socket.receive()
    assert (event.event, event.payload) == ("new_post", post)
    assert refs(event) == both(socket, "11", None)
    socket.push("11", "2", TOPIC, "shout")
    answer = socket.receive()
    assert refs(answer) == both(socket, "11", "2")
    assert answer.reply == UNHANDLED
    socket.push("11", "3", TOPIC, "phx_leave")
    answer = socket.receive()
    assert refs(answer) == both(socket, "11", "3")
    assert answer.reply == ("ok", {})
    closed = socket.receive()
    assert (closed.event, closed.payload, closed.topic) == ("phx_close", {}, TOPIC)
    assert refs(closed) == both(socket, "11", "11")


def test_a_join_without_join_ref(socket, ada):
    """The effective join_ref is the ref; phxsocket joins like this, with numbers."""
    without = None if socket.vsn.startswith("2") else NONE
    socket.push(without, 5, TOPIC, "phx_join")
    answer = socket.receive()
    assert refs(answer) == both(socket, None, 5)
    assert answer.reply == ("ok", {})
    ada.post()
    assert refs(socket.receive()) == both(socket, 5, None)
    socket.push(without, 6, TOPIC, "phx_leave")
    assert refs(socket.receive()) == both(socket, 5, 6)
    closed = socket.receive()
    assert closed.event == "phx_close"
    # What was stored: null.
    assert refs(closed) == both(socket, None, None)


# MARK: Joins and leaves


def test_who_has_not_joined_the_community_is_told_so(shared_server):
    stranger = Person(shared_server, "Stranger", joins=False)
    for vsn in VERSIONS:
        with stranger.open(vsn) as socket:
            for _ in range(2):
                socket.push("3", "3", TOPIC, "phx_join")
                answer = socket.receive()
                assert refs(answer) == both(socket, "3", "3")
                assert answer.reply == ("error", {"reason": "unauthorized"})
            ada = Person(shared_server)
            ada.post()
            assert socket.beat() == [], "not subscribed"
            stranger.join()
            socket.join()
            post = ada.post()
            assert socket.event() == ("new_post", post)
            stranger.leave()
            assert socket.receive().event == "phx_close"


@pytest.mark.parametrize(
    "topic", ["community:other", "community", "community:feed:1", "Community:feed", "", "x" * 300]
)
def test_topics_that_nobody_serves(socket, topic):
    socket.push("3", "3", topic, "phx_join")
    answer = socket.receive()
    assert refs(answer) == both(socket, None, "3")
    assert answer.topic == topic
    assert answer.reply == UNMATCHED


def test_messages_without_a_join(socket):
    for topic in (TOPIC, "phoenix", "other"):
        socket.push("3", "4", topic, "shout", {"a": 1})
        answer = socket.receive()
        assert refs(answer) == both(socket, None, "4")
        assert answer.reply == UNMATCHED
    socket.push("3", "5", TOPIC, "phx_leave")
    answer = socket.receive()
    assert refs(answer) == both(socket, "3", "5")
    assert answer.reply == ("ok", {})
    socket.assert_silent()


def test_a_second_join_ends_the_first(socket, ada):
    socket.push("1", "1", TOPIC, "phx_join")
    socket.receive()
    socket.push("2", "2", TOPIC, "phx_join")
    answer = socket.receive()
    assert refs(answer) == both(socket, "2", "2")
    assert answer.reply == ("ok", {})
    closed = socket.receive()
    assert closed.event == "phx_close"
    assert refs(closed) == both(socket, "1", "1")
    post = ada.post()
    event = socket.receive()
    assert (event.event, event.payload) == ("new_post", post)
    assert refs(event) == both(socket, "2", None)
    socket.assert_silent()


def test_messages_of_an_earlier_join_are_ignored(socket):
    socket.push("1", "1", TOPIC, "phx_join")
    socket.push("2", "2", TOPIC, "phx_join")
    for _ in range(3):
        socket.receive()
    for event in ("phx_leave", "shout"):
        socket.push("1", "3", TOPIC, event)
    socket.push("2", "4", TOPIC, "shout")
    answer = socket.receive()
    assert refs(answer) == both(socket, "2", "4")
    assert answer.reply == UNHANDLED


def test_after_a_leave_nothing_comes(socket, ada):
    socket.push("1", "1", TOPIC, "phx_join")
    socket.push("1", "2", TOPIC, "phx_leave")
    assert [socket.receive().event for _ in range(3)] == ["phx_reply", "phx_reply", "phx_close"]
    ada.post()
    socket.assert_silent()
    socket.push("4", "4", TOPIC, "phx_join")
    assert socket.receive().reply == ("ok", {})


def test_the_payload_of_a_join_is_ignored(ada):
    with ada.open() as socket:
        for payload in ({"config": {"broadcast": {}}}, {"access_token": "x"}, [], "text", 5, None):
            socket.send(TEXT, json.dumps(["9", "9", TOPIC, "phx_join", payload]).encode())
            while (answer := socket.receive()).event == "phx_close":
                pass
            assert answer.reply == ("ok", {})


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


# MARK: Frames


def test_a_binary_frame_of_1_0_0_is_json(ada):
    with ada.open("1.0.0") as socket:
        socket.send(BINARY, socket.text(NONE, 1, "phoenix", "heartbeat", {}))
        assert socket.receive().ref == 1


def binary_push(join_ref: str, ref: str, topic: str, event: str, payload: bytes) -> bytes:
    parts = [part.encode() for part in (join_ref, ref, topic, event)]
    return bytes([0, *map(len, parts)]) + b"".join(parts) + payload


def test_binary_pushes_of_2_0_0(ada):
    with ada.open() as socket:
        data = os.urandom(1000)
        socket.send(BINARY, binary_push("6", "7", TOPIC, "photo", data))
        answer = socket.receive()
        assert (refs(answer), answer.reply) == ((None, "7"), UNMATCHED)
        socket.push("6", "6", TOPIC, "phx_join")
        socket.receive()
        socket.send(BINARY, binary_push("6", "8", TOPIC, "photo", data))
        answer = socket.receive()
        assert (refs(answer), answer.reply) == (("6", "8"), UNHANDLED)
        socket.send(BINARY, binary_push("6", "9", TOPIC, "photo", b""))
        assert socket.receive().ref == "9"


def test_longer_arrays_and_more_keys_are_taken(ada):
    with ada.open() as socket:
        socket.send(TEXT, b' [ null , "1" , "phoenix","heartbeat",{}, 5, {"a":1}] ')
        assert socket.receive().ref == "1"
    with ada.open("1.0.0") as socket:
        socket.send(
            TEXT,
            b'{"extra":[],"ref":"1","payload":{},"event":"heartbeat",'
            b'"topic":"phoenix","join_ref":null}',
        )
        assert socket.receive().ref == "1"


def test_a_message_in_fragments_with_pings_between(ada):
    with ada.open() as socket:
        text = '[null,"ż🐚","phoenix","heartbeat",{}]'.encode()
        socket.send(TEXT, b"", final=False)
        for place in range(len(text)):
            socket.send(0, text[place : place + 1], final=False)
            if place % 7 == 0:
                socket.send(PING, b"%d" % place)
                assert socket.read() == (PONG, b"%d" % place)
        socket.send(0, b"")
        assert socket.receive().ref == "ż🐚"


# MARK: The end of a socket


UNDECODABLE = {
    "1.0.0": [
        b"",
        b"nonsense",
        b"null",
        b"[]",
        b'["1","1","phoenix","heartbeat",{}]',
        b"{}",
        b'{"topic":"phoenix","event":"heartbeat","payload":{}}',
        b'{"topic":"phoenix","event":"heartbeat","ref":"1"}',
        b'{"topic":"phoenix","payload":{},"ref":"1"}',
        b'{"event":"heartbeat","payload":{},"ref":"1"}',
    ],
    "2.0.0": [
        b"",
        b"nonsense",
        b"{}",
        b"[]",
        b'[null,"1","phoenix","heartbeat"]',
        b'{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}',
        b'[null,"1","phoenix","heartbeat",{}',
    ],
}


@pytest.mark.parametrize(
    "vsn, text", [(vsn, text) for vsn, texts in UNDECODABLE.items() for text in texts]
)
def test_an_undecodable_message_ends_the_socket(ada, vsn, text):
    with ada.listen(vsn) as socket:
        socket.send(TEXT, text)
        assert socket.read_close() == 1011


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\x01\x00\x00\x00\x00",
        b"\x02\x00\x00",
        b"\x00\x01\x01\x01",
        b"\x00\x05\x01\x01\x01abc",
        b"\x00\xff\xff\xff\xff",
    ],
)
def test_an_undecodable_binary_push_ends_the_socket(ada, data):
    with ada.listen() as socket:
        socket.send(BINARY, data)
        assert socket.read_close() == 1011


def test_a_text_that_is_not_utf8(ada):
    with ada.open() as socket:
        socket.send(TEXT, b'[null,"\xff","phoenix","heartbeat",{}]')
        assert socket.read_close() == 1007


@pytest.mark.parametrize(
    "frame",
    [
        b"\x81\x02{}",
        b"\xc1\x80\x00\x00\x00\x00",
        b"\x83\x80\x00\x00\x00\x00",
        b"\x80\x80\x00\x00\x00\x00",
        b"\x09\x80\x00\x00\x00\x00",
        b"\x89\xfe\x00\x7e\x00\x00\x00\x00" + b"\x00" * 126,
    ],
    ids=["unmasked", "reserved bit", "reserved kind", "nothing to go on with", "split", "long"],
)
def test_frames_against_the_rules(ada, frame):
    with ada.open() as socket:
        socket.connection.send(frame)
        assert socket.read_close() == 1002


def test_a_message_over_8_mib_is_refused_by_its_head(ada):
    with ada.open() as socket:
        # Not one byte of the payload follows.
        socket.connection.send(b"\x81\xff" + struct.pack(">Q", (8 << 20) + 1) + b"\0\0\0\0")
        assert socket.read_close() == 1009


def test_a_message_of_8_mib_is_taken(ada):
    with ada.open() as socket:
        head, tail = b'[null,"1","phoenix","heartbeat","', b'"]'
        socket.send(TEXT, head + b"a" * ((8 << 20) - len(head) - len(tail)) + tail)
        assert socket.receive(20).ref == "1"


@pytest.mark.parametrize("code", [1000, 1001, 3000, 4999])
def test_a_close_is_echoed_and_then_the_server_ends_the_connection(ada, code):
    with ada.listen() as socket:
        socket.send(CLOSE, struct.pack(">H", code) + b"bye")
        kind, data = socket.read()
        assert kind == CLOSE
        assert struct.unpack(">H", data[:2]) == (code,)
        assert socket.connection.read_to_end() == b""


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
    assert server.wait(5) == 0


def test_a_stop_does_not_wait_for_sockets_that_are_silent(start):
    server = start("--seed", "empty")
    ada = Person(server)
    with ada.listen() as silent:
        server.signal(signal.SIGTERM)
        assert server.wait(5) == 0
        kind, data = silent.read()
        assert (kind, data[:2]) == (CLOSE, struct.pack(">H", 1012))


@pytest.mark.limits
def test_a_silent_socket_is_ended(binary, start):
    skip_without(binary, "--community-idle-timeout")
    server = start("--seed", "empty", "--community-idle-timeout", "1s")
    ada = Person(server)
    with ada.listen() as silent, ada.listen() as busy, ada.listen() as pinging:
        for number in range(5):
            ada.post()
            # What the server sends is no sign of life of the client.
            assert not silent.connection.buffer
            assert [message.event for message in busy.beat()] == ["new_post"]
            pinging.send(PING, b"x")
            while pinging.read() != (PONG, b"x"):
                pass
            if number < 4:
                # The pace is what is tested here.
                assert not busy.connection.readable(0.25)
        while (frame := silent.read())[0] == TEXT:
            pass
        assert frame[0] == CLOSE and frame[1][:2] == struct.pack(">H", 1002)
        assert busy.beat() == []


@pytest.mark.limits
def test_a_connection_that_died_is_noticed(binary, start):
    skip_without(binary, "--community-idle-timeout")
    server = start("--seed", "empty", "--community-idle-timeout", "500ms")
    ada = Person(server)
    with ada.open() as socket:
        assert socket.read(5) == (CLOSE, struct.pack(">H", 1002))
        # No answer to it: the server ends the connection all the same.
        assert socket.connection.read_to_end(9) == b""
