"""Slow work waits for its own kind only: log-ins, pictures and contents pass one another."""

from __future__ import annotations

import json
import select

import pytest

from conftest import MIRA
from postly import log_in
from rawhttp import json_request, request
from worlds import BASE

LONG = 120.0
SMALL_SEED = {"users": [{"name": "A", "email": "a@example.com", "password": "p"}]}


def large_seed(posts: int) -> dict:
    """A seed whose import takes seconds; all posts have one title."""
    date = "2025-01-01T00:00:00Z"
    post = {"author": "a@example.com", "title": "One", "content": "Two", "createdAt": date}
    return {**SMALL_SEED, "posts": [post] * posts}


def is_answered(connection) -> bool:
    return bool(select.select([connection.socket], [], [], 0)[0])


def begin_import(server, seed: dict, world: str):
    connection = server.connect()
    connection.send(json_request("POST", f"{BASE}/import?world={world}", seed))
    return connection


@pytest.fixture
def server(start):
    server = start("--quiet", "--worker-queue", "32")
    with server.connect() as connection:
        for name in ("large", "small"):
            connection.send(json_request("POST", f"{BASE}/worlds", {"id": name}))
            assert connection.read_answer().status == 201
    return server


def test_others_pass_a_large_import(server):
    large = begin_import(server, large_seed(100_000), "large")
    with server.connect() as connection:
        log_in(connection, **MIRA)
        for path in ("/image/120x80", "/icon/abc/64", "/api/posts"):
            assert connection.ask("GET", path).status == 200
        connection.send(json_request("POST", f"{BASE}/import?world=small", SMALL_SEED))
        assert connection.read_answer().status == 200
        for body in ({"id": "fork", "from": "world:small"}, {"id": "drawn", "scenario": "unicode"}):
            connection.send(json_request("POST", f"{BASE}/worlds", body))
            assert connection.read_answer().status == 201
        connection.send(json_request("POST", f"{BASE}/reset", {"world": "small"}))
        assert connection.read_answer().status == 200
        assert connection.ask("GET", f"{BASE}/export?world=small").status == 200
    assert not is_answered(large), "the large import was too quick to be passed"
    answer = large.read_answer(within=LONG)
    assert answer.status == 200 and json.loads(answer.body)["posts"] == 100_000
    large.close()


def test_a_full_lane_refuses_and_the_others_do_not(start):
    server = start("--quiet", "--worker-queue", "2")
    drawing = [server.connect() for _ in range(3)]
    for number, connection in enumerate(drawing):
        connection.send(request("GET", f"/image/4000x4000/00000{number}/fff/webp?text={number}"))
        if number == 1:
            # Both are in their lane when a later request has come through the loop.
            with server.connect() as other:
                assert other.ask("GET", "/api/posts").status == 200
    assert drawing[2].read_answer(within=LONG).status == 503
    with server.connect() as connection:
        log_in(connection, **MIRA)
        # Larger pictures wait, small ones do not.
        for path in ("/image/120x80", "/image/600x600/webp", "/icon/abc/64"):
            assert connection.ask("GET", path).status == 200
        connection.send(json_request("POST", f"{BASE}/import", SMALL_SEED))
        assert connection.read_answer().status == 200
    assert not is_answered(drawing[1]), "the large pictures were too quick to be passed"
    for connection in drawing[:2]:
        assert connection.read_answer(within=LONG).status == 200
    for connection in drawing:
        connection.close()
