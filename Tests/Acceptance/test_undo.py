"""`POST /undo` and `mockpostly undo`: back to before the last writes of a world."""

from __future__ import annotations

import json

import pytest
import requests

from mockserver import MockServer

MIRA = {"system": "postly", "user": "mira.sol@example.com"}


class App:
    """A client of Postly in the default world, and of the control plane."""

    def __init__(self, server: MockServer):
        self.base, self.control = f"{server.url}/api", f"{server.url}/__mockpostly/v1"
        token = requests.post(f"{self.control}/tokens", json=MIRA, timeout=60).json()
        self.headers = {"Authorization": token["authorization"]}

    def post(self, title: str) -> str:
        body = {"title": title, "content": "A text."}
        made = requests.post(f"{self.base}/posts", json=body, headers=self.headers, timeout=60)
        assert made.status_code == 201
        return made.json()["_id"]

    def titles(self, count: int = 3) -> list[str]:
        page = requests.get(f"{self.base}/posts?limit={count}", timeout=60).json()
        return [post["title"] for post in page["posts"]]

    def undo(self, **order) -> requests.Response:
        return requests.post(f"{self.control}/undo", json=order, timeout=60)

    def content(self) -> bytes:
        return requests.get(f"{self.control}/export?format=seed", timeout=60).content


@pytest.fixture
def app(server):
    return App(server)


def test_the_last_write_and_the_one_before(app):
    before, first = app.content(), app.titles(1)[0]
    app.post("One")
    after_one = app.content()
    app.post("Two")
    undone = app.undo().json()
    assert undone["undone"] == 1 and undone["left"] == 1 and undone["sent"] == 0
    assert undone["stays"] == ["faults", "stubs", "clock", "journal", "random numbers"]
    assert app.content() == after_one and app.titles(1) == ["One"]
    app.post("Three")
    assert app.titles(2) == ["Three", "One"]
    assert app.undo(count=2).json()["left"] == 0
    assert app.content() == before and app.titles(1) == [first]


def test_a_request_is_named_by_its_number(app):
    for title in ("One", "Two", "Three"):
        app.post(title)
        app.titles()
    listed = requests.get(f"{app.control}/requests?method=POST", timeout=60).json()["requests"]
    three, two, one = (entry["number"] for entry in listed)
    undone = app.undo(before=two).json()
    assert (undone["undone"], undone["requests"], undone["left"]) == (2, [three, two], 1)
    assert app.titles(1) == ["One"]
    refused = app.undo(before=two)
    assert refused.status_code == 409 and str(two) in refused.json()["detail"]
    assert app.undo(before=one).json()["left"] == 0


def test_resets_and_edits_are_undone_too(app):
    app.post("Kept")
    requests.post(f"{app.control}/reset", timeout=60)
    assert app.titles(1) != ["Kept"]
    person = requests.get(f"{app.control}/data/people?limit=1", timeout=60).json()["items"][0]
    one = f"{app.control}/data/people/{person['id']}"
    requests.patch(one, json={"name": "Nobody"}, timeout=60).raise_for_status()
    assert app.undo().json()["requests"] == []
    assert requests.get(one, timeout=60).json()["name"] == person["name"]
    app.undo()
    assert app.titles(1) == ["Kept"]


def test_records_of_dummyjson_are_undone(start):
    app = App(start("--dummyjson-writes", "keep"))
    todos = app.base.replace("/api", "/todos")
    body = {"todo": "Nothing", "completed": False, "userId": 1}
    made = requests.post(f"{todos}/add", json=body, timeout=60).json()
    assert requests.get(f"{todos}/{made['id']}", timeout=60).status_code == 200
    app.undo()
    assert requests.get(f"{todos}/{made['id']}", timeout=60).status_code == 404


def test_refusals_change_nothing(app, start, tmp_path):
    app.post("One")
    for order, words in [
        ({"count": 2}, "the last 1 can be"),
        ({"count": 1, "before": 1}, "exclude"),
        ({"count": 0}, "count"),
        ({"steps": 1}, "steps"),
        ({"world": "nowhere"}, "nowhere"),
    ]:
        refused = app.undo(**order)
        assert refused.status_code in (400, 404, 409) and words in refused.json()["detail"], order
    assert app.titles(1) == ["One"]
    for other in (start("--data", tmp_path / "a.sqlite"), start("--history", "0")):
        refused = App(other).undo()
        assert refused.status_code == 409 and refused.json()["title"] == "No history"


def test_the_history_has_a_limit(start):
    app = App(start("--history", "64KiB"))
    for number in range(60):
        app.post(f"Number {number}")
    left = app.undo().json()["left"]
    assert 0 < left < 59
    assert app.undo(count=left).json()["left"] == 0
    assert app.titles(1) == [f"Number {60 - left - 2}"]
    assert app.undo().status_code == 409


def test_worlds_are_apart(app):
    for world in ("a", "b"):
        requests.post(f"{app.control}/worlds", json={"id": world}, timeout=60)
    app.post("In the default world")
    assert app.undo(world="a").status_code == 409
    assert app.titles(1) == ["In the default world"]


def test_the_command(app, cli, server):
    app.post("One")
    app.post("Two")
    environment = {"MOCKPOSTLY_URL": server.url}
    number = requests.get(f"{app.control}/requests?limit=2", timeout=60).json()["requests"][0]
    done = cli("undo", environment=environment)
    assert done.stdout == f"default: 1 undone, of requests {number['number']}; 1 more can be\n"
    assert app.titles(1) == ["One"]
    listed = json.loads(cli("undo", "1", "--json", environment=environment).stdout)
    assert listed["left"] == 0
    assert cli("undo", environment=environment).returncode == 1
    assert cli("undo", "x", environment=environment).returncode == 2
    assert cli("undo", "1", "--before", "3", environment=environment).returncode == 2
