"""What becomes of sockets, requests and worlds when a world is reset, ends or is deleted."""

from __future__ import annotations

import threading

import pytest

from community import Person
from rawhttp import Connection, ConnectionEnded, json_request
from worlds import (
    Control,
    assert_ends,
    assert_problem,
)


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.mark.parametrize("how", ["reset", "restore"])
def test_sockets_are_dropped_if_told_so(control, how):
    world, other = control.make(), control.make()
    control.save("now", world.id)
    dropped, kept = Person(world, "Ada").listen(), Person(other, "Eve").listen()
    if how == "reset":
        control.reset(world.id, disconnect=True)
    else:
        control.restore("now", world.id, disconnect=True)
    assert_ends(dropped)
    kept.assert_silent()
    kept.close()


def test_deleting_while_a_password_is_hashed(control):
    """A worker's answer comes for a world that is no more."""
    for number in range(30):
        world = control.make(from_="empty", door="prefix" if number % 2 else "port")
        with world.connect() as connection:
            account = {"email": "late@example.com", "name": "Late", "password": "pw"}
            connection.send(json_request("POST", "/api/auth/register", account))
            control.delete(world.id)
            try:
                answer = connection.read_answer()
                assert answer.status in (201, 404, 503), answer
            except ConnectionEnded:
                pass
    assert control.names() == ["default"]


def test_an_open_socket_is_a_use(control):
    world = control.make(ttl="5s", id="listened-to")
    with Person(world, "Ada").listen() as phoenix:
        # It was used last before the other one was made.
        idle = control.make(ttl="5s", from_="empty")
        control.wait_until_gone(idle.id)
        phoenix.assert_silent()
        assert world.id in control.names()
    control.wait_until_gone(world.id)


def page(connection) -> tuple:
    answer = connection.ask("GET", "/api/posts?page=1&limit=1000")
    assert answer.status == 200, answer
    posts = answer.json()
    assert posts["pagination"]["total"] == len(posts["posts"])
    return tuple(post["_id"] for post in posts["posts"])


def test_writers_and_deletions_at_once(control):
    """Each request is answered: in its world, or that it is no more."""
    failures, done = [], threading.Event()
    names = [f"busy{number}" for number in range(4)]

    def use(name: str):
        try:
            with Connection(control.server.address()) as own:
                while not done.is_set():
                    answer = own.ask("GET", f"/w/{name}/api/posts?page=1&limit=5")
                    assert answer.status in (200, 404)
                    if answer.status == 404:
                        assert_problem(answer, 404, name)
                    else:
                        assert len(answer.json()["posts"]) == 5
        except BaseException as failure:
            failures.append(failure)

    users = [threading.Thread(target=use, args=(name,)) for name in names]
    for user in users:
        user.start()
    for _ in range(40):
        for name in names:
            control.make(id=name)
        for name in names:
            control.delete(name)
    done.set()
    for user in users:
        user.join(60)
    assert not failures, failures[0]
