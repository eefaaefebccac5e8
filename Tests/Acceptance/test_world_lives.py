"""What becomes of a world: forks, resets, deletions, a time to live; and who is in it then."""

from __future__ import annotations

import re
import threading
import time
from datetime import datetime, timedelta

import pytest

from community import LONG_POLL, Person, Phoenix
from dummyjson import Client, bearer
from postly import SMALL_TARGET, create_post, register
from rawhttp import Connection, ConnectionEnded, json_request, request
from worlds import (
    DOORS,
    FROZEN,
    MIRA_EMAIL,
    NOTHING,
    WORLD_MEMBERS,
    Control,
    World,
    assert_ends,
    assert_problem,
    titles,
    wait_until_refused,
    write,
)

LATE = {"mode": "freeze", "now": "2027-01-01T00:00:00Z"}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


def instant(text: str) -> datetime:
    assert TIME.fullmatch(text), text
    return datetime.fromisoformat(text)


# MARK: Showing and forking


def test_a_world_is_shown_as_it_is(control):
    world = control.make(ttl="30m", randomSeed=7, clock=FROZEN)
    assert world.info["randomSeed"] == 7
    assert world.info["ttl"] == "30m"
    assert world.info["clock"] == {
        "mode": "freeze",
        "now": "2026-01-01T00:00:00.000000Z",
        "rate": 0,
    }
    before = control.show(world.id)
    write(world, "One more")
    shown = control.show(world.id)
    assert shown["posts"] == before["posts"] + 1
    assert shown["createdAt"] == before["createdAt"]
    assert instant(shown["lastUsedAt"]) >= instant(before["lastUsedAt"])
    (told,) = [entry for entry in control.get("/worlds")["worlds"] if entry["id"] == world.id]
    again = control.show(world.id)
    for name in WORLD_MEMBERS - {"lastUsedAt", "expiresAt"}:
        assert told[name] == again[name], name


def test_a_fork(control):
    parent = control.make(randomSeed=5, clock=LATE, ttl="2h")
    write(parent, "Before the fork")
    answer = control.ask("POST", f"/worlds/{parent.id}/fork", {"id": "child"})
    assert answer.status == 201 and answer.header("Location").endswith("/worlds/child")
    info = answer.json()
    assert info["id"] == "child" and info["from"] == f"world:{parent.id}"
    assert info["clock"] == parent.info["clock"], "a fork keeps the clock"
    child = World(control.server, info, "prefix")
    assert titles(child) == titles(parent)
    write(child, "In the child")
    write(parent, "In the parent")
    assert titles(child)[:2] == ["In the child", "Before the fork"]
    assert titles(parent)[:2] == ["In the parent", "Before the fork"]
    control.reset("child")
    assert titles(child)[0] == "Before the fork", "a reset goes back to the fork"
    control.delete(parent.id)
    control.reset("child")
    assert titles(child)[0] == "Before the fork", "also when the parent is gone"
    told = control.send(
        "POST", "/worlds/child/fork", {"clock": "2030-05-05T05:05:05Z", "port": 0}, 201
    )
    assert told["clock"]["mode"] == "run" and told["clock"]["now"].startswith("2030-05-05T05:05:0")
    assert told["port"] > 0
    assert titles(World(control.server, told, "port"))[0] == "Before the fork"


def test_a_fork_of_the_default_world_without_a_body(control):
    write(control.default(), "Forked")
    made = control.send("POST", "/worlds/default/fork", status=201)
    assert titles(World(control.server, made, "header"))[0] == "Forked"
    control.refuse("POST", "/worlds/nope/fork", {}, 404, "nope", made["id"])


def test_generations_of_forks(control):
    """Each goes on by itself when those before it change or are gone."""
    worlds = [control.make(from_="empty")]
    with worlds[0].connect() as connection:
        register(connection, "me@example.com", "pw")
    for number in range(12):
        parent = worlds[-1]
        token = control.mint("postly", "me@example.com", parent.id)["token"]
        with parent.connect() as connection:
            create_post(connection, token, f"Generation {number}")
        worlds.append(control.make(from_=f"world:{parent.id}"))
        with parent.connect() as connection:
            create_post(connection, token, "Too late for the fork")
    for world in worlds[1:-1:2]:
        control.delete(world.id)
    left = [worlds[0], *worlds[2:-1:2], worlds[-1]]
    for world in left:
        number = worlds.index(world)
        told = set(titles(world)) - {"Too late for the fork"}
        wanted = min(number + 1, 12)
        assert told == {f"Generation {n}" for n in range(wanted)}


# MARK: Resets


def test_a_reset_is_of_one_world(control):
    one, two = control.make(), control.make()
    for world in (one, two, control.default()):
        write(world, "Written")
    told = control.send("POST", f"/worlds/{one.id}/reset")
    assert set(told) == {"world", "posts", "users", "comments", "counts", "milliseconds"}
    assert told["world"] == one.id
    assert titles(one)[0] != "Written" == titles(two)[0] == titles(control.default())[0]


def test_sockets_stay_over_a_reset_and_are_told_nothing(control):
    world = control.make()
    mira = "mira-sol-token-for-trying-the-feed-out-0000"
    with Phoenix(world, mira) as phoenix:
        phoenix.join()
        control.reset(world.id)
        phoenix.assert_silent()
        ada = Person(world, "Ada")
        post = ada.post("After the reset")
        assert phoenix.event() == ("new_post", post)


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


SCOPES = ["postly", "dummyjson", "community"]


@pytest.mark.parametrize("scope", [*([name] for name in SCOPES), ["postly", "community"], SCOPES])
def test_a_reset_of_some_systems(start, scope):
    with Control(start("--dummyjson-writes", "keep")) as control:
        world = control.make()
        write(world, "Of Postly")
        Person(world, "Ada")
        with world.connect() as connection:
            connection.send(
                json_request(
                    "POST",
                    "/api/community/posts",
                    {"content": "Of the community"},
                    "mira-sol-token-for-trying-the-feed-out-0000",
                )
            )
            assert connection.read_answer().status == 201
        Client(world).send("PUT", "/posts/1", {"title": "Of DummyJSON"})
        told = control.reset(world.id, scope=scope)
        assert told["scope"] == scope and told["world"] == world.id
        feed = world.session().get(
            world.url + "/api/community/posts",
            headers=bearer("mira-sol-token-for-trying-the-feed-out-0000"),
            timeout=60,
        )
        found = {
            "postly": titles(world)[0] == "Of Postly",
            "community": feed.json()["data"][0]["content"] == "Of the community",
            "dummyjson": Client(world).get("/posts/1")["title"] == "Of DummyJSON",
        }
        assert found == {name: name not in scope for name in SCOPES}


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"scope": ["postly", "cobol"]}, 400, ["cobol", "postly", "dummyjson"]),
        ({"scope": []}, 400, ["scope"]),
        ({"scope": "postly"}, 400, ["scope"]),
        ({"disconnect": "yes"}, 400, ["disconnect"]),
        ({"world": "a/b"}, (400, 404), ["a/b"]),
        ({"everything": True}, 400, ["everything"]),
    ],
)
def test_resets_that_are_refused(control, body, status, words):
    write(control.default(), "Still here")
    answer = control.ask("POST", "/reset", body)
    assert answer.status in (status if isinstance(status, tuple) else (status,))
    assert_problem(answer, answer.status, *words)
    assert titles(control.default())[0] == "Still here"


def test_random_numbers_start_again_with_a_given_seed(control):
    worlds = [control.make(randomSeed=11, clock=FROZEN), control.make(randomSeed=12, clock=FROZEN)]

    def tried(world):
        with world.connect() as connection:
            token = control.mint("postly", MIRA_EMAIL, world.id)["token"]
            return [create_post(connection, token, "The same") for _ in range(3)], token

    firsts = [tried(world) for world in worlds]
    for world, first in zip(worlds, firsts):
        control.reset(world.id)
        assert tried(world) == first
    assert firsts[0] != firsts[1]


# MARK: Deleting


def test_a_deleted_world_is_gone(control):
    world = control.make("port", id="doomed")
    inside = world.connect()
    assert inside.ask("GET", SMALL_TARGET).status == 400
    control.delete("doomed")
    assert_problem(world.through("prefix").ask("GET", "/api/posts"), 404, "doomed", "default")
    assert_problem(world.through("header").ask("GET", "/api/posts"), 404, "doomed")
    for method in ("GET", "DELETE"):
        assert_problem(control.ask(method, "/worlds/doomed"), 404, "doomed")
    assert control.names() == ["default"]
    wait_until_refused(world.port)
    # What was open to its port is closed, or refuses.
    try:
        inside.send(request("GET", SMALL_TARGET))
        assert inside.read_answer().status == 404
    except (ConnectionEnded, OSError):
        pass
    inside.close()
    assert control.make(id="doomed").info["posts"] == world.info["posts"], "the name is free again"


@pytest.mark.parametrize("door", DOORS)
def test_deleting_closes_sockets(control, door):
    world, other = control.make(door), control.make(door)
    ada = Person(world, "Ada")
    sockets = [ada.listen() for _ in range(5)]
    kept = Person(other, "Eve").listen()
    control.delete(world.id)
    for phoenix in sockets:
        assert_ends(phoenix)
    kept.assert_silent()
    kept.close()


def test_deleting_ends_a_poll_that_waits(control):
    world = control.make("prefix")
    ada = Person(world, "Ada")
    session = world.session()
    url = world.url + LONG_POLL + f"?vsn=2.0.0&token={ada.token}"
    url += "&token=" + session.get(url, timeout=60).json()["token"]
    got = []
    waiting = threading.Thread(
        target=lambda: got.append(outcome(lambda: session.get(url, timeout=60).json()["status"]))
    )
    waiting.start()
    # The poll is taken before the deletion: the same session answers one after another.
    assert world.ask("GET", SMALL_TARGET).status == 400
    started = time.monotonic()
    control.delete(world.id)
    waiting.join(60)
    assert not waiting.is_alive() and got
    assert time.monotonic() - started < 8, "not held until the poll's own end"


def outcome(action):
    """What an action gives, or the kind of its failure."""
    try:
        return action()
    except Exception as failure:  # any refusal will do for the caller
        return type(failure).__name__


def test_the_default_world_stays(control):
    control.refuse("DELETE", "/worlds/default", NOTHING, 409, "default")
    assert control.names() == ["default"]


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


def test_deleting_while_an_answer_is_delayed(control):
    world = control.make()
    with world.connect() as connection:
        connection.send(request("GET", "/posts/1?delay=300"))
        control.delete(world.id)
        try:
            assert connection.read_answer().status in (200, 404)
        except ConnectionEnded:
            pass
    assert control.send("GET", "/live") == {"status": "live"}


# MARK: A time to live


def test_a_world_that_is_not_used_ends(control):
    idle = control.make("port", ttl="1s", id="idle")
    inside = idle.connect()
    used = control.make(ttl="3s", id="used")
    kept = control.make(ttl=None, id="kept")
    assert kept.info["ttl"] is None and kept.info["expiresAt"] is None
    assert idle.info["ttl"] == "1s"
    until = time.monotonic() + 10
    while "idle" in control.names():
        assert time.monotonic() < until, "a world outlives its time"
        assert used.ask("GET", SMALL_TARGET).status == 400
    try:
        assert_problem(inside.ask("GET", SMALL_TARGET), 404)
    except (ConnectionEnded, OSError):
        pass
    inside.close()
    wait_until_refused(idle.port)
    assert_problem(idle.through("prefix").ask("GET", SMALL_TARGET), 404, "idle")
    assert set(control.names()) == {"default", "used", "kept"}
    control.wait_until_gone("used")
    assert control.names() == ["default", "kept"]


def test_an_open_socket_is_a_use(control):
    world = control.make(ttl="1s", id="listened-to")
    with Person(world, "Ada").listen() as phoenix:
        for _ in range(2):
            idle = control.make(ttl="1s", from_="empty")
            control.wait_until_gone(idle.id)
        phoenix.assert_silent()
        assert world.id in control.names()
    control.wait_until_gone(world.id)


def test_a_use_makes_it_live_on(control):
    world = control.make(ttl="1s", from_="empty")
    until = time.monotonic() + 2.5
    while time.monotonic() < until:
        assert world.ask("GET", SMALL_TARGET).status == 400
    shown = control.show(world.id)
    life = instant(shown["expiresAt"]) - instant(shown["lastUsedAt"])
    assert abs(life - timedelta(seconds=1)) < timedelta(milliseconds=2)
    control.wait_until_gone(world.id)


def test_the_clock_of_a_world_does_not_end_it(control):
    world = control.make(ttl="1m")
    control.advance("9600h", world.id)
    assert world.ask("GET", SMALL_TARGET).status == 400
    assert world.id in control.names()


def test_names_of_expired_worlds_are_free(control):
    control.make(id="again", ttl="100ms", from_="empty")
    control.wait_until_gone("again")
    assert control.make(id="again", from_="empty").info["id"] == "again"


# MARK: Requests in flight


@pytest.mark.timeout(60)
@pytest.mark.parametrize("how", ["reset", "restore"])
def test_a_request_sees_one_state_whole(control, how):
    """Readers see the old content or the new one, never something between."""
    world = control.make()
    with world.connect() as connection:
        token = control.mint("postly", MIRA_EMAIL, world.id)["token"]
        states = [page(connection)]
        if how == "restore":
            create_post(connection, token, "Of the snapshot")
            control.save("more", world.id)
            states.append(page(connection))
        for number in range(3):
            create_post(connection, token, f"To be gone {number}")
        states.append(page(connection))
    control.save("most", world.id)
    failures, done = [], threading.Event()

    def read():
        try:
            with world.connect() as own:
                while not done.is_set():
                    assert page(own) in states
        except BaseException as failure:
            failures.append(failure)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(60):
        if how == "reset":
            control.reset(world.id)
            control.restore("most", world.id)
        else:
            control.restore(("more", "most")[number % 2], world.id)
    done.set()
    for reader in readers:
        reader.join(60)
    assert not failures, failures[0]


def page(connection) -> tuple:
    answer = connection.ask("GET", "/api/posts?page=1&limit=1000")
    assert answer.status == 200, answer
    posts = answer.json()
    assert posts["pagination"]["total"] == len(posts["posts"])
    return tuple(post["_id"] for post in posts["posts"])


@pytest.mark.timeout(60)
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
