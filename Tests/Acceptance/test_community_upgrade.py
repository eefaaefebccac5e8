"""Sockets opened with a token in the subprotocol, and on a connection that has been in use."""

from __future__ import annotations

import base64

import pytest

from community import (
    SOCKET,
    TEXT,
    Frames,
    Person,
    upgrade,
)

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
