"""Tests that run side by side, each in a world of its own.

    mockpostly exec -- pytest -n 4 docs/examples/test_posts.py

They want pytest, pytest-xdist and requests. What stands for the app here is `App`; your tests would
call your own code and hand it `world.url`.
"""

from __future__ import annotations

import os

import pytest
import requests

SERVER = os.environ["MOCKPOSTLY_URL"]
MIRA = "mira.sol@example.com"
THEO = "theo.lindqvist@example.com"


class World:
    """Posts, people, clock and ids that nobody else has."""

    def __init__(self, **order):
        self.session = requests.Session()
        if token := os.environ.get("MOCKPOSTLY_ADMIN_TOKEN"):
            self.session.headers["Authorization"] = f"Bearer {token}"
        # Should a test crash before it can delete its world, the server does ten minutes later.
        info = self.control("POST", "/worlds", {"ttl": "10m", **order})
        self.name = info["id"]
        self.url = info["baseUrls"]["postly"]

    def control(self, method: str, path: str, value=None):
        answer = self.session.request(method, f"{SERVER}/__mockpostly/v1{path}", json=value)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None

    def advance(self, by: str):
        self.control("POST", "/clock/advance", {"world": self.name, "by": by})

    def token(self, user: str, **how) -> str:
        order = {"world": self.name, "system": "postly", "user": user, **how}
        return self.control("POST", "/tokens", order)["token"]

    def save(self, name: str):
        """Snapshots belong to their world, so all tests can use the same names."""
        self.control("POST", "/snapshots", {"world": self.name, "name": name})

    def restore(self, name: str):
        self.control("POST", f"/snapshots/{name}/restore", {"world": self.name})

    def reset(self):
        self.control("POST", "/reset", {"world": self.name})

    def delete(self):
        answer = self.session.delete(f"{SERVER}/__mockpostly/v1/worlds/{self.name}")
        # The test may have deleted it, or its time may be over.
        assert answer.ok or answer.status_code == 404, answer.text


class App:
    """What is tested: something that reads and writes posts."""

    def __init__(self, url: str, token: str | None = None):
        self.url = url
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def posts(self) -> dict:
        return requests.get(f"{self.url}/posts", headers=self.headers).json()

    def total(self) -> int:
        return self.posts()["pagination"]["total"]

    def write(self, title: str) -> requests.Response:
        post = {"title": title, "content": "Salt and early light."}
        return requests.post(f"{self.url}/posts", json=post, headers=self.headers)


@pytest.fixture
def make_world():
    """Makes worlds that end with the test: `make_world(scenario="heavy-user")`."""
    worlds: list[World] = []

    def make(**order) -> World:
        worlds.append(World(**order))
        return worlds[-1]

    yield make
    for world in worlds:
        world.delete()


@pytest.fixture
def world(make_world) -> World:
    """A world with the server's seed."""
    return make_world()


@pytest.mark.parametrize("count", range(1, 17))
def test_nobody_else_writes_here(world, count):
    app = App(world.url, world.token(MIRA))
    before = app.total()
    for number in range(count):
        assert app.write(f"Post {number}").status_code == 201
    assert app.total() == before + count


def test_ids_and_dates_are_the_same_in_every_run(make_world):
    clock = {"mode": "freeze", "now": "2027-01-01T00:00:00Z"}
    first, second = (make_world(clock=clock, randomSeed=7) for _ in range(2))
    posts = [App(world.url, world.token(MIRA)).write("Once").json() for world in (first, second)]
    assert posts[0]["_id"] == posts[1]["_id"]
    assert posts[0]["createdAt"] == posts[1]["createdAt"]
    assert posts[0]["createdAt"].startswith("2027-01-01T00:00:00")


def test_a_session_ends_after_a_week(world):
    app = App(world.url, world.token(MIRA))
    world.advance("6d23h")
    assert app.write("In time").status_code == 201
    world.advance("2h")
    answer = app.write("Too late")
    assert (answer.status_code, answer.json()) == (401, {"msg": "Token has expired"})


@pytest.mark.parametrize(
    ("how", "status"),
    [({"expiredFor": "1s"}, 401), ({"break": "signature"}, 422), ({"break": "format"}, 422)],
)
def test_a_token_can_be_bad(world, how, status):
    assert App(world.url, world.token(MIRA, **how)).write("No").status_code == status


def test_a_token_is_good_in_its_own_world_alone(make_world):
    one, other = make_world(), make_world()
    assert App(one.url, one.token(MIRA)).write("Here").status_code == 201
    assert App(other.url, one.token(MIRA)).write("There").status_code == 422


def test_back_to_a_snapshot(world):
    app = App(world.url, world.token(THEO))
    app.write("Kept")
    kept = app.total()
    world.save("kept")
    app.write("Dropped")
    world.restore("kept")
    assert app.total() == kept
    world.reset()
    assert app.total() == kept - 1


def test_an_empty_feed(make_world):
    assert App(make_world(scenario="empty-feed").url).total() == 0


def test_a_long_feed(make_world):
    world = make_world(scenario="heavy-user")
    assert App(world.url).total() > 9_000
