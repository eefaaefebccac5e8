"""Snapshots of many worlds and of every system."""

from __future__ import annotations

import pytest

from community import Person
from dummyjson import Client
from worlds import Control, titles, write


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


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
