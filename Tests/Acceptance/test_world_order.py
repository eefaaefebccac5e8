"""Requests that share a tick of the server: each sees what those before it have done."""

from __future__ import annotations

import json
import signal
import threading
import time

import pytest

from community import Person
from conftest import MIRA
from mockserver import quiet_port
from postly import SMALL_TARGET, all_posts, create_post, log_in, register
from rawhttp import Connection, ConnectionEnded, json_request, request
from worlds import (
    BASE,
    FROZEN,
    MIRA_EMAIL,
    Control,
    World,
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


def send_all(connection, *requests: bytes):
    """Sends requests in one piece; gives their answers."""
    connection.send(b"".join(requests))
    methods = [data.split(b" ", 1)[0].decode() for data in requests]
    return [connection.read_answer(method) for method in methods]


def newest(answer) -> str:
    return answer.json()["posts"][0]["title"]


def publish(title: str, token: str, prefix: str = "") -> bytes:
    return json_request("POST", f"{prefix}/api/posts", {"title": title, "content": "x"}, token)


def post(path: str, value=None) -> bytes:
    return json_request("POST", BASE + path, {} if value is None else value)


def test_a_write_and_a_copy_in_one_breath(control):
    token = control.mint("postly", MIRA_EMAIL)["token"]
    answers = send_all(
        control.connection,
        publish("First", token),
        post("/worlds", {"id": "one", "from": "default"}),
        publish("Second", token),
        post("/worlds/default/fork", {"id": "two"}),
        publish("Third", token),
        request("GET", "/w/one" + LIST),
        request("GET", "/w/two" + LIST),
        request("GET", LIST),
    )
    assert [answer.status for answer in answers] == [201, 201, 201, 201, 201, 200, 200, 200]
    assert [newest(answer) for answer in answers[-3:]] == ["First", "Second", "Third"]


@pytest.mark.parametrize("data", [False, True], ids=["memory", "file"])
def test_writes_saves_and_restores_in_one_breath(start, tmp_path, data):
    flags = ["--data", tmp_path / "data.db"] if data else []
    with Control(start(*flags)) as control:
        token = control.mint("postly", MIRA_EMAIL)["token"]
        answers = send_all(
            control.connection,
            publish("First", token),
            post("/snapshots", {"name": "a"}),
            publish("Second", token),
            request("GET", LIST),
            post("/snapshots/a/restore"),
            request("GET", LIST),
            publish("Third", token),
            request("GET", LIST),
            post("/reset"),
            request("GET", LIST),
            post("/snapshots/a/restore"),
            request("GET", LIST),
        )
        assert {answer.status for answer in answers} == {200, 201}
        shown = [newest(answers[number]) for number in (3, 5, 7, 9, 11)]
        assert shown[0] == "Second" and shown[1] == "First" and shown[2] == "Third"
        assert shown[3] not in ("First", "Second", "Third") and shown[4] == "First"


def test_a_clock_that_moves_in_one_breath(control):
    world = control.make(clock=FROZEN, id="w")
    token = control.mint("postly", MIRA_EMAIL, "w")["token"]
    check = request("GET", "/w/w/api/auth/check", Authorization=f"Bearer {token}")
    move = post("/clock/advance", {"world": "w", "by": "168h"})
    back = post("/clock/advance", {"world": "w", "by": "-1h"})
    answers = send_all(control.connection, check, move, check, back, check)
    assert [answer.status for answer in answers] == [200, 200, 401, 200, 200]
    dates = [answers[number].header("Date") for number in (0, 2, 4)]
    assert dates == [
        "Thu, 01 Jan 2026 00:00:00 GMT",
        "Thu, 08 Jan 2026 00:00:00 GMT",
        "Wed, 07 Jan 2026 23:00:00 GMT",
    ]
    assert world.id == "w"


def test_a_world_made_used_and_deleted_in_one_breath(control):
    make, gone = post("/worlds", {"id": "w"}), request("DELETE", BASE + "/worlds/w")
    use = request("GET", "/w/w" + LIST)
    answers = send_all(control.connection, use, make, use, make, gone, use, gone, make, use, gone)
    assert [answer.status for answer in answers] == [
        404,
        201,
        200,
        409,
        204,
        404,
        404,
        201,
        200,
        204,
    ]
    assert control.names() == ["default"]


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


# MARK: Deleting from inside


@pytest.mark.parametrize("door", ["prefix", "header", "port"])
def test_a_world_is_deleted_from_inside(control, door):
    world = control.make(door, id="inner")
    with world.connect() as connection:
        connection.send(request("DELETE", BASE + "/worlds/inner"))
        assert connection.read_answer("DELETE").status == 204
    assert control.names() == ["default"]
    if door == "port":
        wait_until_refused(world.port)


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


def test_a_late_request_comes_into_the_next_world_of_the_name(control):
    """Its head came when the first was there; what counts is the world when it is answered."""
    control.make(id="w")
    body = json.dumps({"email": "l@example.com", "name": "L", "password": "pw"}).encode()
    with control.server.connect() as late:
        head = request("POST", "/w/w/api/auth/register", body, Content_Type="application/json")
        late.send(head[: -len(body)])
        control.delete("w")
        control.make(id="w", from_="empty")
        late.send(body)
        assert late.read_answer("POST").status in (201, 404)
    assert control.show("w")["users"] in (0, 1)


# MARK: Signals


def test_a_signal_resets_the_default_world_only(control):
    world = control.make()
    for one in (world, control.default()):
        with one.connect() as connection:
            create_post(connection, log_in(connection, **MIRA), "Still here?")
    control.server.signal(signal.SIGUSR1)
    until = time.monotonic() + 5
    while titles(control.default())[0] == "Still here?":
        assert time.monotonic() < until, "not reset"
    assert titles(world)[0] == "Still here?"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_end_with_many_worlds_is_orderly(control, number):
    worlds = [control.make("port" if n % 2 else "prefix") for n in range(30)]
    sockets = [Person(world, "Ada").listen() for world in worlds[:10]]
    started = time.monotonic()
    control.server.signal(number)
    for phoenix in sockets:
        assert_ends(phoenix)
    assert control.server.wait(5) == 0
    assert time.monotonic() - started < 3


# MARK: Names in odd places


def test_a_world_named_in_percent_codes(control):
    control.make(id="one", from_="empty")
    for path, status in (
        ("/w/%6Fne/api/posts?page=1&limit=1", (200, 404)),
        ("/w/one/../default/api/posts", (404, 308, 400)),
        ("//w/one/api/posts", (404, 308, 400)),
    ):
        answer = control.connection.ask("GET", path)
        assert answer.status in status, f"{path}: {answer}"
        if answer.status == 200:
            assert answer.json()["posts"] == []


@pytest.mark.parametrize("value", ["a/b", "..", "x" * 5000, "Ünï", "one, two", "one two", "\t"])
def test_a_world_in_a_header_that_is_none(control, value):
    control.make(id="one", from_="empty")
    answer = control.connection.ask("GET", LIST, X_Mockpostly_World=value)
    if value == "\t":
        assert answer.status in (200, 404)
        return
    assert_problem(answer, answer.status)
    assert answer.status in (400, 404)
    assert len(answer.body) < 2000


def test_two_headers_with_worlds(control):
    """Whatever counts, it is not by chance: the same one each time, or a refusal."""
    for name in ("one", "two"):
        world = control.make(id=name, from_="empty")
        with world.connect() as connection:
            create_post(connection, register(connection, "a@example.com", "pw"), f"In {name}")
    data = request("GET", LIST, X_Mockpostly_World="one", X_Extra="x")
    data = data.replace(b"X-Extra: x", b"X-Mockpostly-World: two")
    seen = set()
    for _ in range(5):
        (answer,) = send_all(control.connection, data)
        seen.add(newest(answer) if answer.status == 200 else answer.status)
    assert len(seen) == 1 and seen <= {"In one", 400, 404}, seen


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


# MARK: Numbers at their ends


@pytest.mark.parametrize(
    "body",
    [
        {"ttl": "99999999999h"},
        {"ttl": "9223372036854775807s"},
        {"ttl": "1ns"},
        {"ttl": "0.5s"},
        {"clock": {"mode": "scale", "rate": 1e6}},
        {"clock": {"mode": "scale", "rate": 1e-300}},
        {"clock": {"mode": "scale", "rate": 1e6, "now": "9999-12-31T23:59:59Z"}},
        {"clock": {"mode": "run", "now": "9999-12-31T23:59:59.999999Z"}},
        {"clock": {"mode": "freeze", "now": "0000-01-01T00:00:00Z"}},
        {"clock": "0001-01-01T00:00:00Z"},
    ],
    ids=json.dumps,
)
def test_worlds_at_the_ends(control, body):
    answer = control.ask("POST", "/worlds", {"id": "end", **body})
    assert answer.status in (201, 400), answer
    if answer.status == 400:
        assert_problem(answer, 400)
        return
    world = World(control.server, answer.json(), "prefix")
    if body.get("ttl") not in ("1ns", "0.5s"):
        for path in (LIST, "/posts/1", "/v1/curated", "/test"):
            assert world.ask("GET", path, Authorization="key").status == 200
        with world.connect() as connection:
            token = register(connection, "end@example.com", "pw")
            create_post(connection, token, "At the end")
            assert len(all_posts(connection)) > 100
        shown = control.show("end")
        json.dumps(shown)
    assert control.get("/clock")["world"] == "default"


@pytest.mark.parametrize("life", ["99999999999h", "1ms", "292277026596h"])
def test_lives_of_tokens_at_the_ends(control, life):
    for kind in ("expiresIn", "expiredFor"):
        for dialect, user in (("postly", MIRA_EMAIL), ("dummyjson", 1), ("google", "a@b.test")):
            body = {"dialect": dialect, "user": user, kind: life}
            answer = control.ask("POST", "/tokens", body)
            assert answer.status in (200, 400), answer
    assert control.send("GET", "/live")
