"""`--dummyjson-writes keep`: what is written is there, until a reset."""

from __future__ import annotations

import threading

import pytest

from dummyjson import COUNTS, Client
from rawhttp import json_request, request

KEEP = ("--dummyjson-writes", "keep")


@pytest.fixture
def app(start):
    """A client of a server that keeps what is written."""
    return Client(start(*KEEP))


def snapshot(app: Client) -> dict:
    """Everything that the lists hold."""
    return {kind: app.call("GET", f"/{kind}?limit=0").text for kind in [*COUNTS, "quotes"]}


# MARK: Several clients


def test_many_clients_add_at_once(start):
    server = start(*KEEP, "--quiet")
    made, lock = [], threading.Lock()

    def add(name):
        client = Client(server)
        for number in range(40):
            body = {"userId": 1, "title": f"{name} {number}"}
            identifier = client.send("POST", "/posts/add", body, 201)["id"]
            with lock:
                made.append((identifier, body["title"]))

    threads = [threading.Thread(target=add, args=(name,)) for name in "abcde"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(identifier for identifier, _ in made) == list(range(252, 452))
    stored = {post["id"]: post["title"] for post in Client(server).all("posts")[251:]}
    assert stored == dict(made)


# MARK: Reset, restart, crash


def test_a_reset_brings_the_seed_back(app):
    before = snapshot(app)
    for _ in range(2):
        app.send("POST", "/posts/add", {"userId": 1}, 201)
        app.send("POST", "/users/add", {"username": "guest", "password": "guest"}, 201)
        app.send("PUT", "/products/1", {"title": "x"})
        app.send("DELETE", "/users/1")
        assert snapshot(app) != before
        app.reset()
        assert snapshot(app) == before
        assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 252
        app.reset()
    assert app.log_in()["id"] == 1


def test_a_reset_is_for_both_systems(app):
    account = {"email": "new@example.com", "name": "New", "password": "pw"}
    app.send("POST", "/api/auth/register", account, 201)
    app.send("DELETE", "/posts/1")
    app.reset()
    assert app.get("/posts/1")["id"] == 1
    assert app.send("POST", "/api/auth/register", account, 201)


def test_echo_keeps_nothing_in_a_file(start, tmp_path):
    app = Client(start("--data", tmp_path / "echo.sqlite"))
    before = snapshot(app)
    app.send("POST", "/posts/add", {"userId": 1}, 201)
    app.send("PUT", "/users/1", {"password": "x"})
    app.send("DELETE", "/users/2")
    assert snapshot(app) == before
    assert app.log_in()["id"] == 1


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_with_a_file_what_was_answered_is_kept(start, tmp_path, end):
    options = (*KEEP, "--data", tmp_path / "kept.sqlite")
    server = start(*options)
    app = Client(server)
    app.send("POST", "/users/add", {"username": "guest", "password": "guestpass"}, 201)
    app.send("PUT", "/posts/2", {"title": "Kept title", "body": "A quokka."})
    app.send("DELETE", "/users/3")
    for number in range(5):
        app.send("POST", "/posts/add", {"userId": 209, "title": f"Kept {number}"}, 201)
    app.send("DELETE", "/posts/256")
    before = snapshot(app)
    getattr(server, end)()

    app = Client(start(*options))
    old, new = server.url, app.base
    assert {kind: text.replace(old, new) for kind, text in before.items()} == snapshot(app)
    assert app.log_in({"username": "guest", "password": "guestpass"})["id"] == 209
    assert app.get("/posts/search?q=quokka")["posts"][0]["id"] == 2
    assert app.get("/users/3", 404)
    assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 257, "256 was there once"
    app.reset()
    assert app.get("/posts?limit=1")["total"] == 251 and app.get("/users/3")["id"] == 3


def test_nothing_that_was_told_is_lost_when_it_is_killed(start, tmp_path):
    """Adds without pause on one connection, with the end in the middle."""
    options = (*KEEP, "--data", tmp_path / "killed.sqlite", "--quiet")
    told = {}
    for round in range(3):
        server = start(*options)
        app = Client(server)
        stored = {post["id"]: post["title"] for post in app.all("posts")[251:]}
        assert told.items() <= stored.items(), "an acknowledged post is lost"
        # What was sent and not answered may have happened.
        assert len(stored) - len(told) <= 60
        told = stored
        with server.connect() as connection:
            titles = [f"{round}.{number}" for number in range(120)]
            for title in titles:
                body = {"userId": 1, "title": title}
                connection.send(json_request("POST", "/posts/add", body))
            for title in titles[:60]:
                answer = connection.read_answer()
                assert answer.status == 201
                told[answer.json()["id"]] = title
            server.kill()
    app = Client(start(*options))
    stored = {post["id"]: post["title"] for post in app.all("posts")[251:]}
    assert told.items() <= stored.items()
    ids = list(stored)
    assert ids == sorted(set(ids))


def test_a_write_that_waited_is_kept_as_well(start, tmp_path):
    options = (*KEEP, "--data", tmp_path / "late.sqlite")
    server = start(*options)
    app = Client(server)
    assert (
        app.send("POST", "/posts/add?delay=150", {"userId": 1, "title": "Late"}, 201)["id"] == 252
    )
    assert app.send("DELETE", "/posts/1?delay=50")["isDeleted"] is True
    server.kill()
    app = Client(start(*options))
    assert app.get("/posts/252")["title"] == "Late" and app.get("/posts/1", 404)


def test_a_file_written_with_keep_and_served_with_echo(start, tmp_path):
    """What was kept stays; new writes are answered and forgotten."""
    data = tmp_path / "kept.sqlite"
    server = start(*KEEP, "--data", data)
    Client(server).send("POST", "/posts/add", {"userId": 1, "title": "Kept"}, 201)
    server.stop()
    server = start("--data", data)
    app = Client(server)
    assert app.get("/posts/252")["title"] == "Kept"
    app.send("DELETE", "/posts/252")
    assert app.send("POST", "/posts/add", {"userId": 1}, 201)["id"] == 253
    server.stop()
    assert Client(start(*KEEP, "--data", data)).get("/posts")["total"] == 252


def test_pipelined_writes_and_reads_see_each_other(start):
    server = start(*KEEP)
    with server.connect() as connection:
        for number in range(252, 282):
            body = {"userId": 1, "title": f"T{number}"}
            connection.send(json_request("POST", "/posts/add", body))
            connection.send(request("GET", f"/posts/{number}"))
        for number in range(252, 282):
            assert connection.read_answer().json()["id"] == number
            assert connection.read_answer().json()["title"] == f"T{number}"
