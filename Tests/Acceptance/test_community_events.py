"""What others write arrives: once each, in order, before the writer's answer."""

from __future__ import annotations

import itertools
import threading

import pytest

from community import API, Person
from rawhttp import json_request, request


@pytest.fixture(scope="module")
def ada(shared_server):
    return Person(shared_server, "Ada")


@pytest.fixture(scope="module")
def bob(shared_server):
    return Person(shared_server, "Bob")


@pytest.fixture
def listeners(ada, bob):
    """Two sockets of the author and two of somebody else, of both serializers."""
    sockets = [person.listen(vsn) for person in (ada, bob) for vsn in ("1.0.0", "2.0.0")]
    yield sockets
    for socket in sockets:
        socket.close()


@pytest.mark.parametrize("vsn", ["1.0.0", "2.0.0"])
def test_an_event_is_there_before_the_answer_to_its_write(shared_server, ada, bob, vsn):
    """A heartbeat sent after the answer comes back after the event."""
    post = ada.post()
    path = f"{API}/posts/{post['id']}"
    with bob.listen(vsn) as listener, shared_server.connect() as writer:
        for number in range(100):
            kind = number % 4
            if kind == 0:
                data = json_request("POST", f"{API}/posts", {"content": f"{number}"}, ada.token)
            elif kind == 1:
                data = json_request("PATCH", path, {"content": f"{number}"}, ada.token)
            elif kind == 2:
                data = json_request("POST", f"{path}/comments", {"content": "Hi"}, ada.token)
            else:
                data = request("POST", f"{path}/like", Authorization=f"Bearer {ada.token}")
            writer.send(data)
            assert writer.read_answer().status in (200, 201)
            names = [message.event for message in listener.beat()]
            assert (
                names
                == [
                    ["new_post"],
                    ["post_updated"],
                    ["post_comments_updated"],
                    ["post_likes_updated"],
                ][kind]
            )


def test_the_answer_has_left_when_the_event_comes(shared_server, ada):
    """The author's own connection gets the event without a timer or another round trip."""
    with ada.listen() as listener, shared_server.connect() as writer:
        for number in range(50):
            writer.send(json_request("POST", f"{API}/posts", {"content": "x"}, ada.token))
            name, post = listener.event()
            answer = writer.read_answer()
            assert (name, post) == ("new_post", answer.json()["data"])


def test_many_writers_at_once_are_heard_in_the_order_of_their_writes(shared_server, ada, listeners):
    """Whatever the order is, everybody gets the same one, in which ids and counts only grow."""
    post = ada.post()
    writers = [Person(shared_server, f"Writer{number}") for number in range(6)]

    def write(person):
        for number in range(25):
            person.post(f"{person.id} {number}")
            person.comment(post)
            person.like(post)

    threads = [threading.Thread(target=write, args=(person,)) for person in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    heard = []
    for listener in listeners:
        events = [(message.event, message.payload) for message in listener.beat()]
        heard.append(events)
        assert len(events) == 1 + 6 * 25 * 3
    assert all(events == heard[0] for events in heard)
    ids = [payload["id"] for name, payload in heard[0] if name == "new_post"]
    assert ids == sorted(set(ids))
    comments = [p["comments_count"] for name, p in heard[0] if name == "post_comments_updated"]
    assert comments == list(range(1, 151))
    counts = [p["likes_count"] for name, p in heard[0] if name == "post_likes_updated"]
    assert all(abs(one - other) == 1 for one, other in itertools.pairwise([0, *counts]))


def test_a_burst_of_writes_on_one_connection(shared_server, ada, bob):
    """Pipelined writes may become permanent together; a listener that reads gets all of them."""
    post = ada.post()
    one = request("POST", f"{API}/posts/{post['id']}/like", Authorization=f"Bearer {ada.token}")
    count = 3000
    with bob.listen() as listener, shared_server.connect() as writer:
        sender = threading.Thread(target=writer.send, args=(one * count,))
        sender.start()
        answers = []

        def read_answers():
            for _ in range(count):
                answers.append(writer.read_answer(within=60).status)

        reader = threading.Thread(target=read_answers)
        reader.start()
        for number in range(count):
            name, payload = listener.event(within=60)
            assert (name, payload["likes_count"]) == ("post_likes_updated", (number + 1) % 2)
        sender.join()
        reader.join()
        assert answers == [200] * count
        listener.assert_silent()


def test_bursts_of_writes_on_many_connections(shared_server, ada, bob):
    post = ada.post()
    one = request("POST", f"{API}/posts/{post['id']}/like", Authorization=f"Bearer {ada.token}")
    writers = [shared_server.connect() for _ in range(20)]
    with bob.listen() as listener:
        heard = []

        def listen():
            for _ in range(20 * 300):
                heard.append(listener.event(within=60))

        # It reads all the time: nothing of what follows is its fault.
        reader = threading.Thread(target=listen)
        reader.start()
        for writer in writers:
            writer.send(one * 300)
        reader.join()
        assert {name for name, _ in heard} == {"post_likes_updated"}
        counts = [payload["likes_count"] for _, payload in heard]
        assert counts == [1, 0] * (10 * 300)
        for writer in writers:
            assert [writer.read_answer(within=60).status for _ in range(300)] == [200] * 300
            writer.close()
        listener.assert_silent()


def test_an_account_keeps_its_tokens_in_a_data_file(start, tmp_path):
    server = start("--data", tmp_path / "feed.db")
    ada = Person(server)
    post = ada.post("Kept")
    server.stop()
    again = start("--data", tmp_path / "feed.db")
    ada.base = again.url
    ada.server = again
    assert ada.send("GET", f"/posts/{post['id']}") == post
    with ada.listen() as listener:
        ada.delete(post)
        assert listener.event() == ("post_deleted", {"id": post["id"]})
    data = (tmp_path / "feed.db").read_bytes()
    wal = tmp_path / "feed.db-wal"
    assert ada.token.encode() not in data + (wal.read_bytes() if wal.exists() else b"")
