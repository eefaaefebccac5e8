"""Random orders to the control plane, held against a model of what worlds and snapshots hold."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from rawhttp import json_request, request
from worlds import MIRA_EMAIL, Control

SEED = 20261123
STEPS = 500
MIRAS_TOKEN = "mira-sol-token-for-trying-the-feed-out-0000"
FEED = "/api/community/posts"


@dataclass(frozen=True)
class Content:
    """What was written to a world, on top of the seed; nothing at all where there is no seed."""

    seeded: bool = True
    posts: tuple[str, ...] = ()
    feed: tuple[str, ...] = ()
    records: tuple[str, ...] = ()


@dataclass
class Model:
    now: Content
    began: Content


class Walk:
    """Takes random steps and looks at what has become of it."""

    def __init__(self, control: Control, source: random.Random):
        self.control, self.source = control, source
        self.worlds = {"default": Model(Content(), Content())}
        self.snapshots: dict[str, Content] = {}
        self.exports: list[tuple[bytes, Content]] = []
        self.serial = 0
        self.taken: Counter[str] = Counter()
        page = self.get("", "/api/posts?page=1&limit=1")
        self.seeded_posts = page["pagination"]["total"]
        self.seeded_feed = self.get("", FEED)["meta"]["total_count"]

    def get(self, prefix: str, path: str):
        data = request("GET", prefix + path, Authorization=f"Bearer {MIRAS_TOKEN}")
        self.control.connection.send(data)
        answer = self.control.connection.read_answer()
        assert answer.status == 200, f"{prefix}{path}: {answer}"
        return answer.json()

    def text(self) -> str:
        self.serial += 1
        return f"Text {self.serial}"

    def any_world(self) -> str:
        return self.source.choice(list(self.worlds))

    def step(self):
        orders = [
            (8, self.publish),
            (4, self.feed),
            (4, self.record),
            (3, self.create),
            (2, self.fork),
            (2, self.reset),
            (2, self.reset_some),
            (3, self.save),
            (2, self.drop_snapshot),
            (1, self.export),
        ]
        if len(self.worlds) > 1:
            orders.append((2, self.delete))
        if len(self.worlds) > 12:
            orders.append((8, self.delete))
        if self.snapshots:
            orders += [(4, self.restore), (2, self.compare)]
        if self.exports:
            orders.append((2, self.bring_in))
        (order,) = self.source.choices([o for _, o in orders], [w for w, _ in orders])
        self.taken[order.__name__] += 1
        return order()

    # MARK: Writes

    def prefix(self, name: str) -> str:
        return "" if name == "default" else f"/w/{name}"

    def write(self, name: str, path: str, value, token: str | None = None):
        self.control.connection.send(json_request("POST", self.prefix(name) + path, value, token))
        answer = self.control.connection.read_answer("POST")
        assert answer.status == 201, answer

    def change(self, name: str, **members):
        world = self.worlds[name]
        world.now = Content(**{**world.now.__dict__, **members})

    def publish(self):
        name = self.any_world()
        if not self.worlds[name].now.seeded:
            return None
        token = self.control.mint("postly", MIRA_EMAIL, name)["token"]
        title = self.text()
        self.write(name, "/api/posts", {"title": title, "content": "x"}, token)
        self.change(name, posts=(title, *self.worlds[name].now.posts))
        return name

    def feed(self):
        name = self.any_world()
        if not self.worlds[name].now.seeded:
            return None
        text = self.text()
        self.write(name, FEED, {"content": text}, MIRAS_TOKEN)
        self.change(name, feed=(text, *self.worlds[name].now.feed))
        return name

    def record(self):
        name = self.any_world()
        title = self.text()
        if not self.worlds[name].now.seeded:
            return None
        self.write(name, "/posts/add", {"title": title, "userId": 5})
        self.change(name, records=(*self.worlds[name].now.records, title))
        return name

    # MARK: Worlds

    def create(self):
        name = f"w{self.serial}"
        self.serial += 1
        other = self.any_world()
        origins = {
            "seed": Content(),
            "empty": Content(seeded=False),
            "default": self.worlds["default"].now,
            f"world:{other}": self.worlds[other].now,
        }
        for snapshot, content in self.snapshots.items():
            origins[f"snapshot:{snapshot}"] = content
        origin, content = self.source.choice(list(origins.items()))
        self.control.make(id=name, from_=origin)
        self.worlds[name] = Model(content, content)
        return name

    def fork(self):
        parent, name = self.any_world(), f"w{self.serial}"
        self.serial += 1
        self.control.send("POST", f"/worlds/{parent}/fork", {"id": name}, 201)
        content = self.worlds[parent].now
        self.worlds[name] = Model(content, content)
        return name

    def delete(self):
        name = self.source.choice([name for name in self.worlds if name != "default"])
        self.control.delete(name)
        del self.worlds[name]

    def reset(self):
        name = self.any_world()
        self.control.reset(name)
        self.worlds[name].now = self.worlds[name].began
        return name

    def reset_some(self):
        name = self.any_world()
        world = self.worlds[name]
        if world.now.seeded != world.began.seeded:
            return None
        systems = {"postly": "posts", "community": "feed", "dummyjson": "records"}
        scope = self.source.sample(list(systems), self.source.randrange(1, 3))
        self.control.reset(name, scope=scope)
        self.change(name, **{systems[s]: getattr(world.began, systems[s]) for s in scope})
        return name

    # MARK: Snapshots and files

    def save(self):
        world, name = self.any_world(), f"s{self.source.randrange(5)}"
        self.control.save(name, world, of="default", overwrite=True)
        self.snapshots[name] = self.worlds[world].now
        return world

    def restore(self):
        world, name = self.any_world(), self.source.choice(list(self.snapshots))
        self.control.restore(name, world, of="default")
        self.worlds[world].now = self.snapshots[name]
        return world

    def drop_snapshot(self):
        if len(self.snapshots) > 2:
            name = self.source.choice(list(self.snapshots))
            self.control.send("DELETE", f"/snapshots/{name}", status=204)
            del self.snapshots[name]

    def compare(self):
        world, name = self.any_world(), self.source.choice(list(self.snapshots))
        told = self.control.get(f"/snapshots/{name}/diff?world={world}&of=default")
        old, new = self.snapshots[name], self.worlds[world].now
        if old.seeded and new.seeded:
            changed = {entry["table"]: entry for entry in told["tables"]}
            added, removed = set(new.posts) - set(old.posts), set(old.posts) - set(new.posts)
            counts = changed.get("post", {"added": 0, "removed": 0})
            assert (counts["added"], counts["removed"]) == (len(added), len(removed))
        return world

    def export(self):
        world = self.any_world()
        format = self.source.choice(["seed", "sqlite"])
        self.exports.append((self.control.export(format, world), self.worlds[world].now))
        self.exports = self.exports[-3:]
        return world

    def bring_in(self):
        world = self.any_world()
        data, content = self.source.choice(self.exports)
        self.control.bring_in(data, world)
        self.worlds[world].now = content
        return world

    # MARK: Looking

    def look_at(self, name: str):
        content, prefix = self.worlds[name].now, self.prefix(name)
        count = len(content.posts)
        page = self.get(prefix, f"/api/posts?page=1&limit={count + 1}")
        seeded = self.seeded_posts if content.seeded else 0
        assert page["pagination"]["total"] == seeded + count, name
        ours = [post["title"] for post in page["posts"] if post["title"].startswith("Text ")]
        assert ours == list(content.posts), name
        if content.seeded:
            shown = self.get(prefix, f"{FEED}?per_page={min(50, len(content.feed) + 1)}")
            assert shown["meta"]["total_count"] == self.seeded_feed + len(content.feed)
            ours = [p["content"] for p in shown["data"] if p["content"].startswith("Text ")]
            assert ours == list(content.feed)[:50], name
        records = self.get(prefix, "/posts?limit=0&skip=251&select=title")["posts"]
        assert [record["title"] for record in records] == list(content.records), name

    def look_at_everything(self):
        for name in self.worlds:
            self.look_at(name)
        assert sorted(self.control.names()) == sorted(self.worlds)
        assert self.control.snapshots() == sorted(self.snapshots)


@pytest.mark.parametrize("kind", ["memory", "files", "no-cache"])
def test_a_random_walk(start, tmp_path, kind):
    flags = {
        "memory": [],
        "files": ["--data", tmp_path / "data.db", "--snapshot-dir", tmp_path / "snapshots"],
        "no-cache": ["--no-cache"],
    }[kind]
    flags += ["--dummyjson-writes", "keep", "--quiet"]
    server = start(*flags)
    source = random.Random(f"{SEED} {kind}")
    with Control(server) as control:
        walk = Walk(control, source)
        for number in range(STEPS):
            name = walk.step()
            if name:
                walk.look_at(name)
            if number % 50 == 49:
                walk.look_at_everything()
        assert all(walk.taken[order] >= 10 for order in ("create", "restore", "bring_in", "delete"))
    print(f"model: {dict(walk.taken)}")
    if kind == "files":
        server.kill()
        with Control(start(*flags)) as control:
            again = Walk(control, source)
            again.seeded_posts, again.seeded_feed = walk.seeded_posts, walk.seeded_feed
            again.worlds = {"default": walk.worlds["default"]}
            again.snapshots = walk.snapshots
            again.look_at_everything()
            for name in walk.snapshots:
                control.restore(name)
                again.worlds["default"].now = walk.snapshots[name]
                again.look_at_everything()
