"""Private worlds of a server with a seed or a data file, and how many there may be."""

from __future__ import annotations

import json

import pytest

from community import Person
from dummyjson import Client
from worlds import (
    Control,
    World,
    titles,
    write,
)


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


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
