"""The channels by long poll: a conversation, and polls that are left or end with the server."""

from __future__ import annotations

import json

import pytest

from community import LONG_POLL, TOPIC, Person
from rawhttp import request

NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def ada(shared_server):
    return Person(shared_server, "Ada")


class Poller:
    """A long-poll client as phoenix.js is up to 1.8 (`token` twice) or from 1.9 (a header)."""

    def __init__(self, person: Person, style: str = "query", vsn: str = "2.0.0"):
        self.person = person
        self.style = style
        self.query = f"?vsn={vsn}&token={person.token}"
        opened = self.ask("GET")
        assert set(opened) == {"status", "token", "messages"}
        assert (opened["status"], opened["messages"]) == (410, [])
        self.token = opened["token"]
        assert self.token and self.token != person.token

    token = None

    def address(self) -> tuple[str, dict]:
        query, headers = self.query, {}
        if self.token and self.style == "query":
            query += f"&token={self.token}"
        elif self.token and self.style == "first":
            query = f"?token={self.token}&vsn=2.0.0&token={self.person.token}"
        elif self.token:
            headers = {"X-Phoenix-LongPoll-Token": self.token}
        return self.person.server.url + LONG_POLL + query, headers

    def ask(self, method: str, data=None, **headers) -> dict:
        url, own = self.address()
        session = self.person.server.session()
        answer = session.request(method, url, data=data, headers={**own, **headers}, timeout=60)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith("application/json")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        return answer.json()

    def poll(self) -> list:
        """What waits, decoded; each message is a string that holds JSON."""
        got = self.ask("GET")
        assert got["token"] == self.token
        assert got["status"] == (200 if got["messages"] else 204)
        return [json.loads(message) for message in got["messages"]]

    def send(self, *messages, **headers) -> dict:
        lines = "\n".join(json.dumps(message) for message in messages)
        return self.ask("POST", lines, **{**NDJSON, **headers})

    def join(self):
        assert self.send(["1", "1", TOPIC, "phx_join", {}]) == {"status": 200}
        assert self.poll() == [["1", "1", TOPIC, "phx_reply", {"status": "ok", "response": {}}]]


def reply(join_ref, ref, topic=TOPIC, **response) -> list:
    status = "error" if response else "ok"
    return [join_ref, ref, topic, "phx_reply", {"status": status, "response": response}]


@pytest.mark.parametrize("style", ["query", "first", "header"])
def test_a_conversation(shared_server, ada, style):
    poller = Poller(ada, style)
    poller.join()
    post = ada.post("Polled")
    ada.like(post)
    events = poller.poll()
    assert events[0] == ["1", None, TOPIC, "new_post", post]
    assert [event[3] for event in events] == ["new_post", "post_likes_updated"]
    poller.send(["1", "2", TOPIC, "shout", {}], [None, "3", "phoenix", "heartbeat", {}])
    assert poller.poll() == [
        reply("1", "2", reason="unhandled event"),
        reply(None, "3", "phoenix"),
    ]
    poller.send(["1", "4", TOPIC, "phx_leave", {}])
    assert poller.poll() == [reply("1", "4"), ["1", "1", TOPIC, "phx_close", {}]]
    ada.post()
    poller.send([None, "5", "phoenix", "heartbeat", {}])
    assert poller.poll() == [reply(None, "5", "phoenix")]


def test_a_revoked_token_ends_its_sessions(shared_server):
    bob = Person(shared_server, "Bob")
    poller = Poller(bob)
    poller.join()
    bob.send("DELETE", "/tokens/current", status=204)
    assert poller.send([None, "1", "phoenix", "heartbeat", {}]) == {"status": 410}
    assert poller.ask("GET") == {"status": 403}


def test_a_session_that_is_not_polled_delays_nobody(shared_server, ada):
    poller = Poller(ada)
    poller.join()
    for _ in range(1200):
        ada.post("x")
    # More than 1,000 messages are not kept.
    assert poller.send([None, "1", "phoenix", "heartbeat", {}]) == {"status": 410}


def test_a_client_that_goes_away_during_a_poll(shared_server, ada):
    poller = Poller(ada)
    poller.join()
    target = f"{LONG_POLL}{poller.query}&token={poller.token}"
    for way in range(20):
        with shared_server.connect() as connection:
            connection.send(request("GET", target))
            assert not connection.readable(0.01)
            if way % 2:
                connection.abort()
    post = ada.post()
    ada.delete(post)
    poller.send([None, "1", "phoenix", "heartbeat", {}])
    assert poller.poll()[-1] == reply(None, "1", "phoenix")


def pass_the_loop(person: Person):
    """What was sent before on other connections has been read when this is done."""
    for _ in range(2):
        assert person.send("GET", "/me")["id"] == person.id


def test_two_polls_of_one_session(shared_server, ada):
    """The older one is answered when the newer one comes."""
    poller = Poller(ada)
    poller.join()
    target = f"{LONG_POLL}{poller.query}&token={poller.token}"
    with shared_server.connect() as first, shared_server.connect() as second:
        first.send(request("GET", target))
        pass_the_loop(ada)
        assert not first.readable(0)
        second.send(request("GET", target))
        assert first.read_answer().json()["status"] == 204
        post = ada.post()
        got = second.read_answer().json()
        assert [json.loads(message)[4] for message in got["messages"]] == [post]


def test_a_stop_answers_the_polls_that_wait(start):
    server = start("--seed", "empty")
    ada = Person(server)
    poller = Poller(ada)
    target = f"{LONG_POLL}{poller.query}&token={poller.token}"
    with server.connect() as connection:
        connection.send(request("GET", target))
        pass_the_loop(ada)
        server.signal(15)
        assert connection.read_answer().json()["status"] in (204, 410)
        assert server.wait() == 0
