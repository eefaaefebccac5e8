"""Worlds that many use at once: what a copy has, what a deletion ends, signals, sockets of Unix."""

from __future__ import annotations

import json
import signal
import threading
import time

import pytest

from community import Person
from conftest import MIRA
from mockserver import quiet_port
from postly import SMALL_TARGET, create_post, log_in, register
from rawhttp import Connection, ConnectionEnded, request
from worlds import (
    BASE,
    MIRA_EMAIL,
    Control,
    assert_ends,
    assert_problem,
    titles,
    wait_until_refused,
)

LIST = "/api/posts?page=1&limit=1"


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


def test_many_write_while_worlds_are_copied(control):
    """What was acknowledged before a copy was asked for is in it; nothing is there by half."""
    token = control.mint("postly", MIRA_EMAIL)["token"]
    acknowledged, done, failures = [], threading.Event(), []

    def write(number: int):
        try:
            with control.server.connect() as connection:
                count = 0
                while not done.is_set():
                    count += 1
                    title = f"Writer {number} {count}"
                    create_post(connection, token, title)
                    acknowledged.append(title)
        except BaseException as failure:
            failures.append(failure)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for writer in writers:
        writer.start()
    for number in range(30):
        before = list(acknowledged)
        copy = control.make(from_="default", id=f"copy{number}")
        stored = titles(copy)
        assert set(before) <= set(stored)
        ours = [title for title in stored if title.startswith("Writer")]
        for writer in range(3):
            counts = [int(t.split()[2]) for t in ours if t.startswith(f"Writer {writer} ")]
            assert counts == list(range(len(counts), 0, -1)), "no gap"
        control.delete(copy.id)
    done.set()
    for writer in writers:
        writer.join(60)
    assert not failures, failures[0]


def test_two_who_make_the_same_world(control):
    answers = []

    def make():
        with Control(control.server) as own:
            answers.append(own.ask("POST", "/worlds", {"id": "same"}).status)

    makers = [threading.Thread(target=make) for _ in range(8)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join(60)
    assert sorted(answers) == [201] + [409] * 7


def test_an_old_connection_does_not_reach_the_next_world_on_the_port(control):
    one = control.make("port", id="one", port=quiet_port())
    with one.connect() as old:
        assert old.ask("GET", SMALL_TARGET).status == 400
        control.delete("one")
        wait_until_refused(one.port)
        two = control.make("port", id="two", port=one.port)
        with two.connect() as connection:
            register(connection, "two@example.com", "pw")
        try:
            answer = old.ask("GET", LIST)
            assert_problem(answer, 404)
        except (ConnectionEnded, OSError):
            pass
        with two.connect() as connection:
            assert connection.ask("GET", LIST).status == 200


def test_requests_under_way_when_a_world_goes(control):
    """A body that comes late, an upgrade, a delay: each gets an answer or an end."""
    world = control.make(id="w")
    token = control.mint("postly", MIRA_EMAIL, "w")["token"]
    body = json.dumps({"title": "Late", "content": "x"}).encode()
    with world.connect() as late, world.connect() as delayed:
        head = request(
            "POST",
            "/api/posts",
            body,
            Content_Type="application/json",
            Authorization=f"Bearer {token}",
            Expect="100-continue",
        )
        late.send(head[: -len(body)])
        assert late.read_answer().status == 100
        delayed.send(request("GET", "/posts/1?delay=200"))
        control.delete("w")
        late.socket.sendall(body)
        assert_problem(late.read_answer("POST"), 404, "w")
        try:
            assert delayed.read_answer().status in (200, 404)
        except ConnectionEnded:
            pass
    assert control.names() == ["default"]


def test_a_signal_resets_the_default_world_only(control):
    world = control.make()
    for one in (world, control.default()):
        with one.connect() as connection:
            create_post(connection, log_in(connection, **MIRA), "Still here?")
    control.server.signal(signal.SIGUSR1)
    until = time.monotonic() + 60
    while titles(control.default())[0] == "Still here?":
        assert time.monotonic() < until, "not reset"
    assert titles(world)[0] == "Still here?"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_end_with_many_worlds_is_orderly(control, number):
    worlds = [control.make("port" if n % 2 else "prefix") for n in range(30)]
    sockets = [Person(world, "Ada").listen() for world in worlds[:10]]
    control.server.signal(number)
    for phoenix in sockets:
        assert_ends(phoenix)
    assert control.server.wait() == 0


def test_worlds_over_a_unix_socket(start, tmp_path):
    path = tmp_path / "socket"
    with Control(start("--unix-socket", path)) as control:
        control.make(id="w", from_="empty")
        with Connection(str(path)) as connection:
            assert connection.ask("GET", "/w/w" + LIST).json()["posts"] == []
            answer = connection.ask("GET", LIST, X_Mockpostly_World="w")
            assert answer.json()["posts"] == []
            made = connection.ask("POST", BASE + "/worlds", b'{"id":"x"}')
            assert made.status == 201
            assert made.json()["baseUrls"]["postly"].endswith("/w/x/api")
        assert control.names() == ["default", "w", "x"]
