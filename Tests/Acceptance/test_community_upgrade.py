"""Opening sockets: the checks of the upgrade request in their order, and what is agreed upon."""

from __future__ import annotations

import base64
import json

import pytest
from websockets.sync.client import connect as open_websocket

from community import (
    SOCKET,
    TEXT,
    Frames,
    Person,
    accept_of,
    masked_frame,
    skip_without,
    upgrade,
)
from rawhttp import request

WRONG = "a" * 43


@pytest.fixture(scope="module")
def ada(shared_server):
    return Person(shared_server, "Ada")


def answer_to(server, data: bytes):
    with server.connect() as connection:
        connection.send(data)
        return connection.read_answer()


def assert_refused(answer, status: int):
    """Refused in Phoenix's way: a status, and nothing else."""
    assert (answer.status, answer.body) == (status, b""), answer


# MARK: The checks, each with everything after it wrong as well


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_another_method_is_refused_first(shared_server, ada, method):
    for query in ("?vsn=9&token=x", f"?vsn=2.0.0&token={ada.token}"):
        assert_refused(answer_to(shared_server, request(method, SOCKET + query, b"")), 400)


def test_another_origin_is_refused_before_the_version(binary, start):
    skip_without(binary, "--community-origin")
    server = start("--community-origin", "http://app.test", "--seed", "empty")
    ada = Person(server)
    good = f"{SOCKET}?vsn=2.0.0&token={ada.token}"
    assert_refused(answer_to(server, upgrade(good, Origin="http://evil.test")), 403)
    assert_refused(answer_to(server, upgrade(good, Origin="http://app.test.evil.test")), 403)
    assert_refused(answer_to(server, upgrade(good, Origin="null")), 403)
    assert answer_to(server, upgrade(good, Origin="http://app.test")).status == 101
    assert answer_to(server, upgrade(good)).status == 101, "who is no page has no origin"


def test_every_origin_is_allowed_by_default(shared_server, ada):
    target = f"{SOCKET}?vsn=2.0.0&token={ada.token}"
    assert answer_to(shared_server, upgrade(target, Origin="http://evil.test")).status == 101


@pytest.mark.parametrize(
    "vsn",
    [
        "",
        "2",
        "2.0",
        "2.0.0.0",
        "2.1.0",
        "1.1.0",
        "3.0.0",
        "0.0.1",
        "x",
        "2.0.x",
        "v2.0.0",
        "2.0.0 ",
    ],
)
def test_versions_that_are_refused(shared_server, ada, vsn):
    target = f"{SOCKET}?vsn={vsn.replace(' ', '%20')}&token="
    assert_refused(answer_to(shared_server, upgrade(target + WRONG)), 403)
    assert_refused(answer_to(shared_server, upgrade(target + ada.token)), 403)


@pytest.mark.parametrize("vsn", ["vsn=1.0.0&", "vsn=1.0.7&", "vsn=2.0.0&", "vsn=2.0.15&", ""])
def test_versions_that_are_taken(shared_server, ada, vsn):
    with Frames(shared_server.connect(), f"{SOCKET}?{vsn}token={ada.token}") as frames:
        if vsn.startswith("vsn=2"):
            frames.send(TEXT, b'[null,"1","phoenix","heartbeat",{}]')
            reply = {"status": "ok", "response": {}}
            assert json.loads(frames.read()[1]) == [None, "1", "phoenix", "phx_reply", reply]
        else:
            frames.send(TEXT, b'{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}')
            assert frames.read()[1].startswith(b"{")


def test_without_a_version_it_is_1_0_0(shared_server, ada):
    with Frames(shared_server.connect(), f"{SOCKET}?token={ada.token}") as frames:
        frames.send(TEXT, b'{"topic":"phoenix","event":"heartbeat","payload":{},"ref":7}')
        kind, data = frames.read()
        assert kind == TEXT and b'"ref":7' in data and data.startswith(b"{")


@pytest.mark.parametrize("token", [None, "", WRONG, "x", "%00", "%ff", "a" * 5000])
def test_tokens_that_are_refused(shared_server, token):
    query = "" if token is None else f"&token={token}"
    # A plain GET as well: the token is looked at before the handshake.
    for fields in ({}, {"Upgrade": None, "Connection": None}):
        data = upgrade(f"{SOCKET}?vsn=2.0.0{query}", **fields)
        assert_refused(answer_to(shared_server, data), 403)


@pytest.mark.parametrize(
    "fields, word",
    [
        ({"Connection": None, "Upgrade": None}, b"connection"),
        ({"Connection": "keep-alive"}, b"connection"),
        ({"Upgrade": "h2c"}, b"upgrade"),
        ({"Sec_WebSocket_Key": None}, b"key"),
    ],
)
def test_what_is_no_handshake_after_all(shared_server, ada, fields, word):
    data = upgrade(f"{SOCKET}?vsn=2.0.0&token={ada.token}", **fields)
    answer = answer_to(shared_server, data)
    assert answer.status == 400
    assert word in answer.body.lower(), answer.body
    assert answer.header("Content-Type").startswith("text/plain")


def test_another_version_of_websockets(shared_server, ada):
    data = upgrade(f"{SOCKET}?vsn=2.0.0&token={ada.token}", Sec_WebSocket_Version="12")
    answer = answer_to(shared_server, data)
    assert answer.status in (400, 426)
    assert answer.body


# MARK: What is read


def test_the_last_of_repeated_parameters_counts(shared_server, ada):
    good = f"{SOCKET}?vsn=9.9.9&token={WRONG}&x=1&token={ada.token}&vsn=2.0.0"
    assert answer_to(shared_server, upgrade(good)).status == 101
    bad = f"{SOCKET}?vsn=2.0.0&token={ada.token}&token={WRONG}"
    assert_refused(answer_to(shared_server, upgrade(bad)), 403)


def test_the_order_of_parameters_does_not_count(shared_server, ada):
    for query in (f"token={ada.token}&vsn=2.0.0", f"a=b&vsn=2.0.0&c&token={ada.token}&=&"):
        assert answer_to(shared_server, upgrade(f"{SOCKET}?{query}")).status == 101


def test_header_names_and_values_in_any_case(shared_server, ada):
    data = upgrade(
        f"{SOCKET}?vsn=2.0.0&token={ada.token}",
        Connection="keep-alive, UPGRADE",
        Upgrade="WebSocket",
    )
    answer = answer_to(shared_server, data)
    assert answer.status == 101
    assert answer.header("Sec-WebSocket-Accept") == accept_of("dGhlIHNhbXBsZSBub25jZQ==")
    assert answer.header("Sec-WebSocket-Extensions") is None
    assert answer.header("Sec-WebSocket-Protocol") is None


def encoded(token: str) -> str:
    return base64.urlsafe_b64encode(token.encode()).decode().rstrip("=")


def test_the_token_as_a_subprotocol(shared_server, ada):
    offer = f"phoenix, base64url.bearer.phx.{encoded(ada.token)}"
    with Frames(
        shared_server.connect(), f"{SOCKET}?vsn=2.0.0", Sec_WebSocket_Protocol=offer
    ) as frames:
        assert frames.answer.header("Sec-WebSocket-Protocol") == "phoenix"
        frames.send(TEXT, b'["1","1","community:feed","phx_join",{}]')
        assert b'"ok"' in frames.read()[1]
    wrong = f"phoenix, base64url.bearer.phx.{encoded(WRONG)}"
    for offer in (wrong, "phoenix", "base64url.bearer.phx.", "phoenix, base64url.bearer.phx.%%%"):
        data = upgrade(f"{SOCKET}?vsn=2.0.0", Sec_WebSocket_Protocol=offer)
        assert_refused(answer_to(shared_server, data), 403)


def test_other_subprotocols_are_not_selected(shared_server, ada):
    data = upgrade(
        f"{SOCKET}?vsn=2.0.0&token={ada.token}", Sec_WebSocket_Protocol="graphql-ws, chat"
    )
    answer = answer_to(shared_server, data)
    assert answer.status == 101
    assert answer.header("Sec-WebSocket-Protocol") is None


def test_frames_may_come_with_the_request(shared_server, ada):
    """A client must wait for the 101; one that does not loses nothing."""
    data = upgrade(f"{SOCKET}?vsn=2.0.0&token={ada.token}")
    beat = b'[null,"%d","phoenix","heartbeat",{}]'
    with shared_server.connect() as connection:
        connection.send(data + masked_frame(TEXT, beat % 1) + masked_frame(TEXT, beat % 2))
        assert connection.read_answer().status == 101
        received = b""
        while received.count(b"phx_reply") < 2:
            received += connection._take(1, 1e12)
        assert received.index(b'"1"') < received.index(b'"2"')


def test_a_request_before_and_none_after(shared_server, ada):
    """A socket may be opened on a connection that has been in use."""
    with shared_server.connect() as connection:
        for _ in range(3):
            answer = connection.ask("GET", "/api/community/me", Authorization=f"Bearer {ada.token}")
            assert answer.status == 200
        assert_refused(connection.ask("GET", SOCKET), 403)
        frames = Frames(connection, f"{SOCKET}?vsn=2.0.0&token={ada.token}")
        frames.send(TEXT, b'["1","1","community:feed","phx_join",{}]')
        assert b'"ok"' in frames.read()[1]


@pytest.mark.parametrize("compression", ["deflate", None])
def test_the_websockets_library(shared_server, ada, compression):
    url = f"ws://127.0.0.1:{shared_server.port}{SOCKET}?vsn=2.0.0&token={ada.token}"
    with open_websocket(url, compression=compression) as websocket:
        websocket.send('["1","1","community:feed","phx_join",{}]')
        assert '"ok"' in websocket.recv(10)
        post = ada.post("x" * 3000)
        assert '"new_post"' in websocket.recv(10)
        ada.delete(post)
        assert f'{{"id":{post["id"]}}}' in websocket.recv(10)
        pong = websocket.ping()
        assert pong.wait(10)
    assert websocket.close_code == 1000
