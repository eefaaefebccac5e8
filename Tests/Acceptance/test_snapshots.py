"""Snapshots: saved, restored, compared, deleted; and what bad requests get."""

from __future__ import annotations

import pytest

from community import Person
from conftest import MIRA
from dummyjson import Client
from postly import create_post, delete, log_in
from rawhttp import json_request
from worlds import MIRA_EMAIL, NOTHING, Control, assert_problem, titles, write

MEMBERS = {"name", "world", "bytes", "rows", "createdAt", "file"}
SUMMARY = {"world", "posts", "users", "comments", "counts", "milliseconds"}
BAD_NAMES = ["", "..", ".", "a/b", "../a", "a\\b", ".hidden", "x" * 65, "a b", "a\u0000b", "ü"]


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def kept(start, tmp_path):
    """A server with a directory of snapshots."""
    with Control(start("--snapshot-dir", tmp_path / "snapshots")) as control:
        control.directory = tmp_path / "snapshots"
        yield control


# MARK: Saving and restoring


def test_a_snapshot_from_save_to_delete(control):
    before = titles(control.default())
    made = control.save("first")
    assert set(made) == MEMBERS
    assert made["name"] == "first" and made["world"] == "default" and made["file"] is None
    assert made["bytes"] > 0 and made["rows"] > 100
    assert control.get("/snapshots/first") == made
    assert control.get("/snapshots") == {"snapshots": [made]}

    write(control.default(), "Soon gone")
    control.save("second")
    told = control.restore("first")
    assert set(told) == SUMMARY and told["world"] == "default"
    assert titles(control.default()) == before
    control.restore("second")
    assert titles(control.default()) == ["Soon gone", *before]
    assert control.snapshots() == ["first", "second"]

    control.send("DELETE", "/snapshots/first", status=204)
    assert control.snapshots() == ["second"]
    for method, path in (
        ("GET", "/snapshots/first"),
        ("DELETE", "/snapshots/first"),
        ("POST", "/snapshots/first/restore"),
        ("GET", "/snapshots/first/diff?world=default"),
    ):
        control.refuse(method, path, NOTHING, 404, "first", "second")
    assert titles(control.default())[0] == "Soon gone"


def test_a_snapshot_goes_into_any_world(control):
    source, target = control.make(), control.make(from_="empty")
    write(source, "Of the source")
    assert control.save("own", source.id)["world"] == source.id
    assert control.save("of-source", source.id, of="default")["world"] == "default"
    assert control.restore("own", target.id, of=source.id)["world"] == target.id
    control.reset(target.id)
    control.delete(source.id)
    assert control.restore("of-source", target.id, of="default")["world"] == target.id
    assert titles(target)[0] == "Of the source"
    assert titles(control.default())[0] != "Of the source"
    control.reset(target.id)
    assert titles(target) == [], "a restore is a write; a reset goes back further"


def test_workers_save_under_the_same_name(control):
    """Each world has its own snapshots, and takes them with it."""
    for number in range(1100):
        world = control.make(id=f"worker{number}", from_="empty")
        control.save("before", world.id)
        control.delete(world.id)
    one, other = control.make(), control.make()
    for world in (one, other):
        write(world, f"In {world.id}")
        control.save("before", world.id)
    for world in (one, other):
        control.reset(world.id)
        control.restore("before", world.id)
        assert titles(world)[0] == f"In {world.id}"
    control.refuse("POST", "/snapshots/before/restore", {}, 404, "before", one.id, other.id)


def test_a_snapshot_has_every_system(start):
    with Control(start("--dummyjson-writes", "keep")) as control:
        world = control.make()
        ada = Person(world, "Ada")
        post = ada.post("Kept")
        ada.like(post)
        app = Client(world)
        app.send("PUT", "/posts/7", {"title": "Kept"})
        control.save("all", world.id)
        ada.delete(post)
        app.send("DELETE", "/posts/7")
        control.restore("all", world.id)
        assert ada.send("GET", f"/posts/{post['id']}")["liked_by_user_ids"] == [ada.id]
        assert app.get("/posts/7")["title"] == "Kept"


def test_a_name_is_overwritten_only_if_told_so(control):
    control.save("once")
    write(control.default(), "Later")
    body = {"name": "once", "world": "default"}
    assert control.refuse("POST", "/snapshots", body, 409, "once")["title"] == "Snapshot exists"
    control.refuse("POST", "/snapshots", {**body, "overwrite": False}, 409, "once")
    control.restore("once")
    assert "Later" not in titles(control.default())
    write(control.default(), "Later still")
    control.save("once", overwrite=True)
    control.reset()
    control.restore("once")
    assert titles(control.default())[0] == "Later still"
    assert control.snapshots() == ["once"]


@pytest.mark.parametrize("name", BAD_NAMES, ids=repr)
def test_bad_names(kept, name):
    problem = kept.refuse("POST", "/snapshots", {"name": name}, 400)
    assert problem["title"] == "Bad name"
    assert kept.snapshots() == []
    assert not list(kept.directory.parent.rglob("*.sqlite"))


@pytest.mark.parametrize("path", ["..%2Fa", "a%2Fb", "%2e%2e", "..", "a%00", ".a"])
def test_bad_names_in_paths(kept, path):
    outside = kept.directory.parent / "a"
    outside.write_bytes(b"Not yours")
    for method, more in (("GET", ""), ("DELETE", ""), ("POST", "/restore"), ("GET", "/diff")):
        answer = kept.ask(method, f"/snapshots/{path}{more}")
        assert answer.status in (400, 404), answer
        assert_problem(answer, answer.status)
    assert outside.read_bytes() == b"Not yours"


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({}, 400, ["name"]),
        ({"name": 5}, 400, ["name"]),
        ({"name": "a", "world": "nope"}, 404, ["nope", "default"]),
        ({"name": "a", "overwrite": "yes"}, 400, ["overwrite"]),
        ({"name": "a", "wrold": "default"}, 400, ["wrold", "world"]),
        ([], 400, []),
    ],
)
def test_snapshots_that_are_refused(control, body, status, words):
    control.refuse("POST", "/snapshots", body, status, *words)
    assert control.snapshots() == []


# MARK: Differences


def test_the_rows_that_differ(control):
    world = control.make()
    with world.connect() as connection:
        token = log_in(connection, **MIRA)
        changed = create_post(connection, token, "To be changed")["_id"]
        removed = create_post(connection, token, "To be removed")["_id"]
        control.save("before", world.id)
        same = control.get(f"/snapshots/before/diff?world={world.id}")
        assert same == {
            "from": f"snapshot:{world.id}/before",
            "to": f"world:{world.id}",
            "tables": [],
            "truncated": False,
        }
        added = create_post(connection, token, "Added")["_id"]
        connection.send(
            json_request("PUT", f"/api/posts/{changed}", {"title": "Was changed"}, token)
        )
        assert connection.read_answer().status == 200
        assert delete(connection, f"/api/posts/{removed}", token).status == 200
    control.save("after", world.id)
    told = control.get(f"/snapshots/before/diff?world={world.id}")
    other = control.get(f"/snapshots/before/diff?snapshot=after&of={world.id}")
    assert other == {**told, "to": f"snapshot:{world.id}/after"}
    (posts,) = [entry for entry in told["tables"] if entry["table"] == "post"]
    assert (posts["added"], posts["changed"], posts["removed"]) == (1, 1, 1)
    assert posts["keys"] == {"added": [added], "changed": [changed], "removed": [removed]}
    for entry in told["tables"]:
        assert set(entry) == {"table", "added", "changed", "removed", "keys"}
        assert entry["added"] + entry["changed"] + entry["removed"] > 0
        for kind in ("added", "changed", "removed"):
            assert len(entry["keys"][kind]) == min(100, entry[kind])
    back = control.get(f"/snapshots/after/diff?snapshot=before&of={world.id}")
    (posts,) = [entry for entry in back["tables"] if entry["table"] == "post"]
    assert posts["keys"] == {"added": [removed], "changed": [changed], "removed": [added]}
    control.restore("before", world.id)
    assert control.get(f"/snapshots/before/diff?world={world.id}")["tables"] == []


def test_at_most_a_hundred_keys(control):
    control.save("before")
    with control.server.connect() as connection:
        token = control.mint("postly", MIRA_EMAIL)["token"]
        for number in range(130):
            create_post(connection, token, f"Post {number}")
    told = control.get("/snapshots/before/diff?world=default")
    (posts,) = [entry for entry in told["tables"] if entry["table"] == "post"]
    assert posts["added"] == 130 and len(posts["keys"]["added"]) == 100
    assert told["truncated"] is True


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("?snapshot=nope", 404, ["nope", "one"]),
        ("?world=nope", 404, ["nope", "default"]),
        ("?world=default&snapshot=one", 400, ["world", "snapshot"]),
        ("?wrold=default", 400, ["wrold"]),
    ],
)
def test_differences_that_are_refused(control, query, status, words):
    control.save("one")
    control.refuse("GET", f"/snapshots/one/diff{query}", NOTHING, status, *words)


def test_one_snapshot_too_many(start):
    with Control(start("--max-snapshots", "2")) as control:
        control.save("one")
        control.save("two")
        body = {"name": "three", "world": "default"}
        control.refuse("POST", "/snapshots", body, 429, "2", "--max-snapshots")
        control.save("two", overwrite=True)
        control.send("DELETE", "/snapshots/one", NOTHING, 204)
        control.save("three")
        assert control.snapshots() == ["three", "two"]
