"""Several servers behind one address: worlds land where they belong, and one that ends takes only its own along."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from community import Person
from farm import DEPLOY, NAMES, Farm
from postly import create_post
from worlds import MIRA_EMAIL, Control, World, assert_ends, assert_problem, titles

WORLDS = 120
CLIENTS = 32
WITHIN = 60.0
"""What the proxy notices, it has noticed by then."""


@pytest.fixture
def farm(start, tmp_path):
    farm = Farm(start, tmp_path)
    yield farm
    farm.close()


@pytest.fixture
def control(farm):
    with Control(farm) as control:
        yield control


def instance(world: World) -> str:
    return world.id.split("-")[0]


def write_as_mira(farm: Farm, world: World, title: str):
    """A post of a user who need not log in: passwords take long to check, on purpose."""
    with Control(farm, prefix=world.prefix) as inside, world.connect() as connection:
        create_post(connection, inside.mint("postly", MIRA_EMAIL, world.id)["token"], title)


def use(farm: Farm, number: int, door: str) -> World:
    """What a test does with its world, all through the proxy: the world has this and nothing of others."""
    with Control(farm) as control:
        world = control.make(door, id=f"test-{number}") if number % 2 else control.make(door)
    title = f"Written in {world.id}"
    write_as_mira(farm, world, title)
    if number % 10 == 0:
        ada, joe = Person(world), Person(world, "Joe")
        with ada.listen() as socket:
            post = joe.post(title)
            assert socket.event() == ("new_post", post)
    found = [title for title in titles(world) if title.startswith("Written in")]
    assert found == [title]
    return world


def test_worlds_land_where_they_belong(farm, control):
    doors = cycle(["prefix", "header", "cookie"])
    with ThreadPoolExecutor(CLIENTS) as clients:
        worlds = list(clients.map(lambda number: use(farm, number, next(doors)), range(WORLDS)))
    assert len({world.id for world in worlds}) == WORLDS
    assert Counter(instance(world) for world in worlds) == dict.fromkeys(NAMES, WORLDS // len(NAMES))
    for name, server in farm.servers.items():
        with Control(server) as itself:
            its_own = {world.id for world in worlds if instance(world) == name}
            assert set(itself.names()) == its_own | {"default"}
    # By the ways of the control plane alone.
    for world in worlds[:: WORLDS // 12]:
        assert control.show(world.id)["id"] == world.id
        assert control.clock(world.id)["world"] == world.id
        fork = control.send("POST", f"/worlds/{world.id}/fork", {}, 201)
        assert fork["id"].split("-")[0] == instance(world)
        control.delete(world.id)
        control.refuse("GET", f"/worlds/{world.id}", None, 404, f"'{instance(world)}'", world.id)


def test_every_door_leads_to_the_server_of_the_world(farm, control):
    for _ in NAMES:
        world = control.make()
        name = instance(world)
        with farm.connect() as connection:
            for path, fields in [
                (f"/w/{world.id}/__mockpostly/v1/version", {}),
                (f"/f/slow/w/{world.id}/__mockpostly/v1/version", {}),
                ("/__mockpostly/v1/version", {"X_Mockpostly_World": world.id}),
                ("/__mockpostly/v1/version", {"Cookie": f"a=b; mockpostly_world={world.id}"}),
                (f"/w/{name}-default/__mockpostly/v1/version", {"X_Mockpostly_World": "m9-w1"}),
                ("/__mockpostly/v1/version", {"X_Mockpostly_World": f"{name}-default", "Cookie": "mockpostly_world=m9-w1"}),
            ]:
                answer = connection.ask("GET", path, **fields)
                assert json.loads(answer.body).get("instance") == name, (path, fields, answer)


def test_what_names_no_world_is_for_the_first_server(farm, control):
    for _ in NAMES:
        assert control.get("/version")["instance"] == "m0"
    control.save("here", world="default")
    assert control.snapshots() == ["here"]


def test_a_world_in_the_body_alone_is_refused_with_its_instance(farm, control):
    worlds = {instance(world): world for world in [control.make() for _ in NAMES]}
    problem = control.refuse("POST", "/reset", {"world": worlds["m1"].id}, 404, "'m1'", "'m0'")
    assert "path, header or cookie" in problem["hint"]


def test_one_that_ends_takes_only_its_worlds_along(farm, control):
    worlds = [control.make() for _ in range(4 * len(NAMES))]
    sockets = [(instance(world), Person(world).listen()) for world in worlds]
    farm.servers["m1"].kill()
    # From the first moment on, whether the proxy knows already or not.
    for world in worlds:
        with world.connect() as connection:
            answer = connection.ask("GET", "/api/posts")
        if instance(world) == "m1":
            assert_problem(answer, 404, world.id, "instance 'm1'", "worlds are gone")
        else:
            assert answer.status == 200
    for name, socket in sockets:
        if name == "m1":
            assert_ends(socket)
        else:
            socket.assert_silent()
            socket.close()
    assert {instance(control.make()) for _ in range(6)} == {"m0", "m2"}

    farm.servers["m1"] = farm.serve("m1")
    until = time.monotonic() + WITHIN
    while instance(new := control.make(ttl="1m")) != "m1":
        assert time.monotonic() < until, "the server has not come back"
        control.delete(new.id)
    write_as_mira(farm, new, "Written after the return")
    assert titles(new)[0] == "Written after the return"
    for world in worlds:
        with world.connect() as connection:
            answer = connection.ask("GET", "/api/posts")
        if instance(world) == "m1":
            assert_problem(answer, 404, "The instance 'm1' has no world", "started anew")
        else:
            assert answer.status == 200


def test_the_documentation_shows_the_problem(farm):
    text = (DEPLOY.parent / "docs/scale.md").read_text()
    shown = json.loads(text.split("```json\n")[1].split("```")[0])
    with farm.servers["m0"].connect() as connection:
        answer = connection.ask("GET", "/w/m1-4kx7q-w1/api/posts")
    assert answer.json() == shown


def test_a_server_that_is_to_go_gets_no_new_worlds(start, tmp_path):
    farm = Farm(start, tmp_path, draining="m1")
    try:
        with Control(farm) as control:
            assert {instance(control.make()) for _ in range(6)} == {"m0", "m2"}
            with farm.connect() as connection:
                answer = connection.ask("GET", "/w/m1-default/__mockpostly/v1/version")
            assert answer.json()["instance"] == "m1"
    finally:
        farm.close()


def test_the_command_line_reaches_worlds_through_the_proxy(farm, control, cli):
    for world in [control.make() for _ in NAMES]:
        write_as_mira(farm, world, "Gone soon")
        succeed(cli, farm, world, "reset")
        assert "Gone soon" not in titles(world)
        succeed(cli, farm, world, "clock", "advance", "1h")
        assert "/api/posts" in succeed(cli, farm, world, "requests")


def succeed(cli, farm: Farm, world: World, *command: str) -> str:
    told = cli(*command, "--url", farm.url, "--world", world.id)
    assert told.returncode == 0, told.stderr
    return told.stdout.decode() if isinstance(told.stdout, bytes) else told.stdout


def test_fixtures_of_pytest_run_against_the_farm(farm, tmp_path):
    package = DEPLOY.parent / "Packages/Python"
    test = tmp_path / "test_feed.py"
    test.write_text((package / "examples/test_feed.py").read_text())
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "xdist.plugin", "-p", "mockpostly.pytest_plugin", test],
        env={
            **os.environ,
            "PYTHONPATH": str(package / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "MOCKPOSTLY_URL": farm.url,
        },
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
    )
    assert told.returncode == 0, told.stdout + told.stderr
