"""An app and its tests: what is tested is `Feed`, which asks again when the server is busy.

pytest -n 8 test_feed.py
"""

from __future__ import annotations

import pytest
import requests

from mockpostly import Fault, World

MIRA = "mira.sol@example.com"


class Feed:
    """Reads and writes posts."""

    def __init__(self, url: str, token: str | None = None, tries: int = 3) -> None:
        self.url, self.tries = url, tries
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def titles(self) -> list[str]:
        return [post["title"] for post in self._send("GET", "/posts").json()["posts"]]

    def publish(self, title: str) -> str:
        post = {"title": title, "content": "Salt and early light."}
        return self._send("POST", "/posts", post).json()["_id"]

    def _send(self, method: str, path: str, json: object = None) -> requests.Response:
        for rest in reversed(range(self.tries)):
            answer = requests.request(method, self.url + path, json=json, headers=self.headers)
            if answer.status_code != 503 or not rest:
                break
        answer.raise_for_status()
        return answer


@pytest.fixture
def feed(world: World) -> Feed:
    return Feed(world.postly, world.token(MIRA))


@pytest.mark.parametrize("count", range(1, 17))
def test_nobody_else_writes_here(feed: Feed, count: int):
    for number in range(count):
        feed.publish(f"Post {number}")
    assert len(feed.titles()) == 10 and feed.titles()[0] == f"Post {count - 1}"


def test_a_busy_server_is_asked_again(feed: Feed, world: World):
    world.add_fault(Fault.status(503), on="GET /api/posts", times=2)
    assert feed.titles()
    world.expect_request("GET /api/posts", status=503, count=2)


def test_a_post_without_a_title(feed: Feed, world: World):
    world.add_fault(Fault.patch({"$.posts[1].title": None}), on="GET /api/posts")
    assert feed.titles()[1] is None and all(feed.titles()[2:])


def test_it_gives_up_after_three_times(feed: Feed, world: World):
    world.add_fault("status-503")
    with pytest.raises(requests.HTTPError):
        feed.titles()
    world.expect_request("GET /api/posts", count=3)


def test_a_post_is_sent_once(feed: Feed, world: World):
    id = feed.publish("Low Tide")
    post = world.wait_for_request("POST /api/posts", json={"title": "Low Tide"}, count=1)
    assert post.status == 201
    world.wait_for_state(f"/api/posts/{id}", "$.title", "Low Tide")


@pytest.mark.mockpostly(scenario="empty-feed")
def test_an_empty_feed(world: World):
    assert Feed(world.postly).titles() == []
