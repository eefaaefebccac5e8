"""An app that writes while the network fails: a fault, a wait and a verification in each test.

    mockpostly exec -- pytest -n 4 docs/examples/test_lost_answers.py

They want pytest, pytest-xdist and requests. What stands for the app here is `Outbox`, which sends in
the background and tries again when an answer is lost.
"""

from __future__ import annotations

import os
import threading
import time

import pytest
import requests

SERVER = os.environ["MOCKPOSTLY_URL"]
MIRA = "mira.sol@example.com"


class World:
    """Posts, faults and a journal that nobody else has."""

    def __init__(self):
        self.session = requests.Session()
        if token := os.environ.get("MOCKPOSTLY_ADMIN_TOKEN"):
            self.session.headers["Authorization"] = f"Bearer {token}"
        info = self.control("POST", "/worlds", {"ttl": "10m"})
        self.name, self.url = info["id"], info["baseUrls"]["postly"]

    def control(self, method: str, path: str, value=None):
        answer = self.session.request(method, f"{SERVER}/__mockpostly/v1{path}", json=value)
        # What a failed verification says is the message of the test.
        assert answer.ok, answer.json()["detail"]
        return answer.json() if answer.content else None

    def token(self, user: str) -> str:
        order = {"world": self.name, "system": "postly", "user": user}
        return self.control("POST", "/tokens", order)["token"]

    def fault(self, match: dict, fault: object, **order):
        # With a ttl it is gone even if the test crashes.
        order = {"world": self.name, "match": match, "fault": fault, "ttl": "1m", **order}
        self.control("POST", "/faults", order)

    def wait_for(self, count: int = 1, **match) -> dict:
        """Waits until so many requests have come, and returns the last with its answer."""
        order = {"world": self.name, "match": match, "count": count, "within": "10s"}
        return self.control("POST", "/requests/wait", order)["last"]

    def verify(self, match: dict, **how):
        """Fails with the nearest miss unless such requests have come, once or as `how` says."""
        self.control("POST", "/requests/verify", {"world": self.name, "match": match, **how})

    def verify_order(self, *matches: dict):
        self.control("POST", "/requests/verify", {"world": self.name, "order": matches})

    def delete(self):
        answer = self.session.delete(f"{SERVER}/__mockpostly/v1/worlds/{self.name}")
        assert answer.ok or answer.status_code == 404, answer.text


class Outbox:
    """What is tested: sends posts in the background, and again when no answer comes."""

    def __init__(self, url: str, token: str, tries: int = 3):
        self.url, self.tries = url, tries
        self.headers = {"Authorization": f"Bearer {token}"}
        self.outcome = "waiting"

    def send(self, title: str) -> threading.Thread:
        thread = threading.Thread(target=self._deliver, args=(title,))
        thread.start()
        return thread

    def _deliver(self, title: str):
        post = {"title": title, "content": "Salt and early light."}
        for _ in range(self.tries):
            try:
                answer = requests.post(f"{self.url}/posts", json=post, headers=self.headers)
            except requests.ConnectionError:
                continue
            if answer.status_code == 503:
                time.sleep(int(answer.headers["Retry-After"]))
                continue
            self.outcome = "sent" if answer.ok else "refused"
            return
        self.outcome = "given up"


@pytest.fixture
def world():
    world = World()
    yield world
    world.delete()


@pytest.fixture
def outbox(world) -> Outbox:
    return Outbox(world.url, world.token(MIRA))


POSTS = {"method": "POST", "path": "/api/posts"}


def test_a_reset_connection_is_tried_again(world, outbox):
    world.fault(POSTS, "reset", times=2)
    sending = outbox.send("Third time lucky")
    assert world.wait_for(3, **POSTS)["status"] == 201
    sending.join()
    assert outbox.outcome == "sent"
    world.verify({**POSTS, "fault": "reset"}, count=2)


def test_a_saved_post_whose_answer_is_lost_is_written_twice(world, outbox):
    world.fault(POSTS, "reset-after-write", times=1)
    outbox.send("Twice").join()
    world.wait_for(2, **POSTS)
    world.verify({**POSTS, "json": {"title": "Twice"}}, count=2)
    # That is what this outbox does; one that sends a key of its own would not.
    titles = [post["title"] for post in requests.get(f"{world.url}/posts").json()["posts"]]
    assert titles[:2] == ["Twice", "Twice"]


def test_a_busy_server_is_left_alone_as_long_as_it_says(world, outbox):
    world.fault(POSTS, {"status": 503, "retryAfter": 1}, times=1)
    sending = outbox.send("Later")
    assert world.wait_for(**POSTS, status=503)["fault"] == "status-503"
    assert world.wait_for(2, **POSTS)["status"] == 201
    sending.join()
    world.verify_order({**POSTS, "status": 503}, {**POSTS, "status": 201})


def test_a_verification_that_fails_says_why(world, outbox):
    outbox.send("One").join()
    with pytest.raises(AssertionError) as failure:
        world.verify({**POSTS, "json": {"title": "Two"}})
    assert "nearest is number 1, POST" in str(failure.value)
