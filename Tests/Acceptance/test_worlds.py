"""Private worlds: how they begin, what they are called, how many there may be."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

import pytest

from community import Person
from dummyjson import Client
from postly import SMALL_TARGET, all_posts, create_post, log_in, register
from worlds import (
    NEW_YEAR,
    NOTHING,
    WORLD_MEMBERS,
    Control,
    World,
    assert_problem,
    titles,
    write,
)

SCENARIOS = ["empty-feed", "heavy-user", "unicode", "expired-session", "everything-draft"]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture(scope="module")
def shared_control(shared_server):
    with Control(shared_server) as control:
        yield control


def instant(text: str) -> datetime:
    assert TIME.fullmatch(text), text
    return datetime.fromisoformat(text)


# MARK: Making worlds


def test_a_new_world_is_described(control, server):
    answer = control.ask("POST", "/worlds", {"id": "one"})
    assert answer.status == 201
    made = answer.json()
    assert set(made) == WORLD_MEMBERS
    assert made["id"] == "one" and made["from"] == "seed" and made["scenario"] is None
    assert made["port"] is None and made["ttl"] == "1h"
    life = instant(made["expiresAt"]) - instant(made["lastUsedAt"])
    assert abs(life - timedelta(hours=1)) < timedelta(seconds=1)
    assert set(made["clock"]) == {"mode", "now", "rate"}
    assert (made["clock"]["mode"], made["clock"]["rate"]) == ("run", 1)
    base = f"localhost:{server.port}/w/one"
    assert made["baseUrls"] == {
        "postly": f"http://{base}/api",
        "postlySlash": f"http://{base}/api/",
        "dummyjson": f"http://{base}",
        "community": f"http://{base}/api/community",
        "socket": f"ws://{base}/community",
        "pexels": f"http://{base}/v1",
        "wreely": f"http://{base}/services",
        "wreelyBeta": f"http://{base}/wreely",
    }
    assert answer.header("Location").endswith("/__mockpostly/v1/worlds/one")
    default = control.show("default")
    assert {made[name] for name in ("posts", "users", "comments")} == {
        default[name] for name in ("posts", "users", "comments")
    }


def test_the_default_world_is_described(control, server):
    whole = control.get("/worlds")
    assert set(whole) == {"worlds", "limit"} and whole["limit"] == 500
    (default,) = whole["worlds"]
    assert set(default) == WORLD_MEMBERS
    assert default["id"] == "default"
    assert default["ttl"] is None and default["expiresAt"] is None
    assert default["baseUrls"]["postly"] == f"http://localhost:{server.port}/api"
    assert default["baseUrls"]["socket"] == f"ws://localhost:{server.port}/community"


def test_without_a_body_or_a_name_a_name_is_made(control):
    made = [control.send("POST", "/worlds", *body, status=201) for body in ([], [{}], [{}])]
    names = [world["id"] for world in made]
    assert len(set(names)) == 3
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}", name)
    assert control.names() == ["default", *names] or sorted(control.names()[1:]) == sorted(names)


def test_the_location_leads_to_the_world(control, server):
    for host in (f"localhost:{server.port}", f"127.0.0.1:{server.port}"):
        answer = control.ask("POST", "/worlds", {}, host=host)
        location = answer.header("Location")
        if location.startswith("http"):
            assert location.startswith(f"http://{host}/")
            location = location.removeprefix(f"http://{host}")
        shown = control.connection.ask("GET", location)
        assert shown.status == 200 and shown.json()["id"] == answer.json()["id"]
        for url in answer.json()["baseUrls"].values():
            assert f"//{host}/w/" in url, "URLs are told as the client calls the server"


def test_only_systems_that_are_served_have_urls(start):
    with Control(start("--dialects", "postly,pexels")) as control:
        assert set(control.make().info["baseUrls"]) == {"postly", "postlySlash", "pexels"}


ORIGINS = ["seed", "default", "empty", "snapshot:kept", "world:other"]


def prepare(control):
    """A default world, a snapshot and a world that all differ from the seed and each other."""
    other = control.make(id="other")
    write(other, "Of the other world")
    write(control.default(), "Of the snapshot")
    control.save("kept")
    write(control.default(), "Of the default world")


@pytest.mark.parametrize("origin", ORIGINS)
def test_what_a_world_begins_with(control, origin):
    seeded = titles(control.default())
    prepare(control)
    world = control.make(from_=origin)
    # A snapshot is told with its world.
    assert world.info["from"] == origin.replace("snapshot:", "snapshot:default/")
    wanted = {
        "seed": seeded,
        "default": ["Of the default world", "Of the snapshot", *seeded],
        "empty": [],
        "snapshot:kept": ["Of the snapshot", *seeded],
        "world:other": ["Of the other world", *seeded],
    }[origin]
    assert titles(world) == wanted
    assert world.info["posts"] >= len(wanted)
    shown = control.show(world.id)
    assert shown["posts"] == world.info["posts"]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_copy_and_what_it_was_made_of_go_apart(control, origin):
    prepare(control)
    world = control.make(from_=origin)
    before = titles(world)
    sources = [control.default(), World(control.server, control.show("other"), "prefix")]
    kept = [titles(source) for source in sources]
    for number, source in enumerate(sources):
        write(source, f"Written later {number}")
    assert titles(world) == before
    if origin == "empty":
        with world.connect() as connection:
            create_post(connection, register(connection, "a@example.com", "pw"), "In the copy")
    else:
        write(world, "In the copy")
    assert titles(world) == ["In the copy", *before]
    for number, source in enumerate(sources):
        assert titles(source) == [f"Written later {number}", *kept[number]]
    assert titles(control.make(from_="snapshot:kept"))[0] == "Of the snapshot"
    control.reset(world.id)
    assert titles(world) == before


def test_a_world_of_the_seed_of_this_server(start, tmp_path):
    seed = tmp_path / "seed.json"
    seed.write_text(
        json.dumps(
            {
                "users": [{"email": "one@example.com", "name": "One", "password": "pw"}],
                "posts": [
                    {
                        "author": "one@example.com",
                        "title": "The only one",
                        "content": "Here.",
                        "createdAt": "2026-01-01T00:00:00Z",
                    }
                ],
            }
        )
    )
    with Control(start("--seed", seed)) as control:
        assert titles(control.make()) == titles(control.default()) == ["The only one"]
        assert titles(control.make(from_="empty")) == []
    with Control(start("--seed", "empty")) as control:
        assert titles(control.make()) == []
        assert control.make().info["users"] == 0


def test_everything_is_copied(start):
    """Every system's content, and not only what Postly shows."""
    with Control(start("--dummyjson-writes", "keep")) as control:
        original = control.make(from_="seed")
        ada = Person(original, "Ada")
        feed_post = ada.post("Copied")
        ada.like(feed_post)
        ada.comment(feed_post, "Copied too")
        client = Client(original)
        client.send("PUT", "/posts/1", {"title": "Copied as well"})
        client.send("DELETE", "/todos/3")
        address = client.send("POST", "/c/generate", {"json": {"a": 1}, "method": "GET"})["url"]
        path = address[address.index("/c/") :]
        control.save("all", original.id)
        copies = [control.make(from_=f"world:{original.id}"), control.make(from_=f"snapshot:{original.id}/all")]
        for copy in copies:
            eve = Person(copy, "Eve")
            (post,) = [p for p in eve.page("/posts")["data"] if p["id"] == feed_post["id"]]
            assert post["content"] == "Copied" and post["liked_by_user_ids"] == [ada.id]
            assert post["comments_count"] == 1
            app = Client(copy)
            assert app.get("/posts/1")["title"] == "Copied as well"
            assert app.get("/todos/3", 404)
            assert app.get(path) == {"a": 1}
            app.send("PUT", "/posts/1", {"title": "Of the copy"})
        assert client.get("/posts/1")["title"] == "Copied as well"
        assert Client(control.default()).get("/todos/3")["id"] == 3


def test_a_world_of_a_data_file(start, tmp_path):
    """The default world is kept in a file; the others are in memory."""
    data = tmp_path / "data.db"
    server = start("--data", data)
    with Control(server) as control:
        write(control.default(), "Kept in the file")
        copy = control.make(from_="default", id="copy")
        assert titles(copy)[0] == "Kept in the file"
        write(copy, "Only in the copy")
        assert titles(control.default())[0] == "Kept in the file"
    server.stop()
    with Control(start("--data", data)) as control:
        assert control.names() == ["default"]
        assert titles(control.default())[0] == "Kept in the file"
        assert "Kept in the file" not in titles(control.make(from_="seed"))


@pytest.mark.parametrize("seed", ["18446744073709551615", 18446744073709551615, 0, "42"])
def test_random_seeds(shared_control, seed):
    world = shared_control.make(from_="empty", randomSeed=seed)
    assert world.info["randomSeed"] == int(seed)
    shared_control.delete(world.id)


# MARK: Scenarios


def test_scenarios_are_listed(shared_control):
    told = shared_control.get("/scenarios")["scenarios"]
    assert [entry["name"] for entry in told] == SCENARIOS
    for entry in told:
        assert set(entry) == {"name", "summary"} and entry["summary"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_world_with_a_scenario(control, name):
    world = control.make(scenario=name)
    assert world.info["scenario"] == name
    assert set(world.info) - {"people"} == WORLD_MEMBERS
    people = world.info.get("people", [])
    if people is not None:
        for person in people:
            assert "@" in person["email"] and set(person) <= {"email", "password", "token"}
    with world.connect() as connection:
        published = all_posts(connection)
        drafts = all_posts(connection, "draft")
        for person in people:
            if person.get("password") is not None:
                assert log_in(connection, person["email"], person["password"])
        if name == "heavy-user":
            assert len(published) + len(drafts) >= 10_000
            counts = {}
            for post in published + drafts:
                email = post["author"]["email"]
                counts[email] = counts.get(email, 0) + 1
            assert counts[people[0]["email"]] >= 10_000
        if name == "empty-feed":
            assert published == [] and world.info["users"] > 0 and people
        if name == "everything-draft":
            assert published == [] and drafts
        if name == "unicode":
            text = json.dumps(published, ensure_ascii=False)
            assert any(ord(letter) > 0xFFFF for letter in text)
            assert any("\u0590" <= letter <= "\u06ff" for letter in text), "right to left"
        if name == "expired-session":
            tokens = [person["token"] for person in people if person.get("token")]
            assert tokens
            answer = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {tokens[0]}")
            assert answer.status == 401 and answer.json() == {"msg": "Token has expired"}


def test_a_scenario_is_what_a_reset_brings_back(control):
    world = control.make(scenario="everything-draft")
    with world.connect() as connection:
        register(connection, "new@example.com", "pw")
        before = control.show(world.id)["users"]
        control.reset(world.id)
        assert control.show(world.id)["users"] == before - 1
        assert all_posts(connection) == []


def test_a_scenario_and_an_origin_exclude_each_other(shared_control):
    before = shared_control.names()
    body = {"scenario": "unicode", "from": "seed"}
    shared_control.refuse("POST", "/worlds", body, 400, "scenario", "from")
    assert shared_control.names() == before


# MARK: Names

GOOD_NAMES = ["a", "A", "0", "_", "-", "a.b", "w1.2.3", "x" * 64, "default2", "DEFAULT", "a.b.c"]
BAD_NAMES = [
    "",
    ".",
    "..",
    ".a",
    "a/b",
    "../a",
    "/",
    "a b",
    "a%2Fb",
    "ä",
    "世界",
    "a\nb",
    "a\u0000",
    "x" * 65,
    "a.",
    "a..b",
    "a?b",
    "a#b",
    "a:b",
    "a\\b",
]


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_good_names(shared_control, name):
    world = shared_control.make(id=name, from_="empty")
    assert world.id == name
    for door in ("prefix", "header"):
        assert world.through(door).ask("GET", SMALL_TARGET).status == 400
    assert shared_control.show(name)["id"] == name
    shared_control.delete(name)


@pytest.mark.parametrize("name", BAD_NAMES, ids=repr)
def test_bad_names(shared_control, name):
    before = shared_control.names()
    problem = shared_control.refuse("POST", "/worlds", {"id": name}, 400)
    assert problem["title"] == "Bad name"
    shared_control.refuse("POST", "/worlds/default/fork", {"id": name}, 400)
    assert shared_control.names() == before


def test_a_name_is_taken_once(control):
    world = control.make(id="once", from_="empty")
    for body in ({"id": "once"}, {"id": "default"}):
        problem = control.refuse("POST", "/worlds", body, 409, body["id"])
        assert problem["title"] == "World exists"
    control.refuse("POST", "/worlds/default/fork", {"id": "once"}, 409, "once")
    assert control.show("once")["posts"] == world.info["posts"] == 0


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"from": "nope"}, 400, ["nope", "seed", "empty", "default"]),
        ({"from": "world:nope"}, 404, ["nope", "default"]),
        ({"from": "world:"}, (400, 404), []),
        ({"from": "snapshot:nope"}, 404, ["nope", "known"]),
        ({"from": "snapshot:../etc"}, (400, 404), ["'..'"]),
        ({"from": 7}, 400, ["from"]),
        ({"from": None}, 400, ["from"]),
        ({"scenario": "nope"}, 400, ["nope", *SCENARIOS]),
        ({"scenario": 7}, 400, ["scenario"]),
        ({"ttl": "soon"}, 400, ["soon"]),
        ({"ttl": "-5m"}, 400, ["-5m"]),
        ({"ttl": 5}, 400, ["ttl"]),
        ({"port": -1}, 400, ["port"]),
        ({"port": 65536}, 400, ["65536"]),
        ({"port": "80"}, 400, ["port"]),
        ({"port": 1.5}, 400, ["port"]),
        ({"randomSeed": "lucky"}, 400, ["lucky"]),
        ({"randomSeed": -1}, 400, ["randomSeed"]),
        ({"randomSeed": 1.5}, 400, ["randomSeed"]),
        ({"randomSeed": "18446744073709551616"}, 400, ["18446744073709551616"]),
        ({"clock": "yesterday"}, 400, ["yesterday"]),
        ({"clock": "2026-02-30T00:00:00Z"}, 400, ["2026-02-30T00:00:00Z"]),
        ({"clock": {"mode": "backwards"}}, 400, ["backwards", "run", "freeze", "scale"]),
        ({"clock": {"now": NEW_YEAR}}, 400, ["mode"]),
        ({"clock": {"mode": "freeze", "rate": 2}}, 400, ["rate"]),
        ({"clock": {"mode": "scale", "rate": 0}}, 400, ["rate"]),
        ({"clock": {"mode": "run", "zone": "CET"}}, 400, ["zone"]),
        ({"clock": 5}, 400, ["clock"]),
        ({"id": 5}, 400, ["id"]),
        ({"name": "x"}, 400, ["name", "id"]),
        ([], 400, []),
        ("x", 400, []),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, (dict, list, str)) else None,
)
def test_worlds_that_are_refused(shared_control, body, status, words):
    if "known" not in shared_control.snapshots():
        shared_control.save("known")
    before = shared_control.names()
    answer = shared_control.ask("POST", "/worlds", body)
    assert answer.status in (status if isinstance(status, tuple) else (status,)), answer
    assert_problem(answer, answer.status, *words)
    assert shared_control.names() == before


@pytest.mark.parametrize(
    ("method", "path", "named"),
    [
        ("GET", "/worlds?limit=5", "limit"),
        ("GET", "/worlds/default?x=1", "x"),
        ("POST", "/worlds?id=a", "id"),
        ("GET", "/clock?wrold=default", "wrold"),
        ("POST", "/reset?all=1", "all"),
        ("GET", "/snapshots?name=a", "name"),
        ("GET", "/export?fromat=seed", "fromat"),
    ],
)
def test_unknown_parameters_are_named(shared_control, method, path, named):
    problem = shared_control.refuse(method, path, NOTHING, 400, named)
    assert problem["title"] == "Unknown parameter"


# MARK: Limits


def test_the_number_of_worlds_is_limited(start):
    with Control(start("--max-worlds", "3")) as control:
        assert control.get("/worlds")["limit"] == 3
        worlds = [control.make(from_="empty") for _ in range(3)]
        for path in ("/worlds", "/worlds/default/fork"):
            control.refuse("POST", path, {}, 429, "3")
        assert len(control.names()) == 4
        control.delete(worlds[0].id)
        control.make()
        control.refuse("POST", "/worlds", {}, 429, "3")


def test_five_hundred_worlds_by_default(server):
    with Control(server) as control:
        for number in range(500):
            control.make(id=f"w{number}", ttl="5m")
        control.refuse("POST", "/worlds", {}, 429, "500")
        for number in (0, 123, 499):
            world = World(server, control.show(f"w{number}"), "prefix")
            assert write(world, f"In {number}")["title"] == f"In {number}"
        world = World(server, {"id": "w7", "port": None}, "prefix")
        assert titles(world) == titles(control.default())


@pytest.mark.parametrize("count", ["0", "1"])
def test_few_worlds(start, count):
    with Control(start("--max-worlds", count)) as control:
        for _ in range(int(count)):
            control.make()
        control.refuse("POST", "/worlds", {}, 429, count)
