"""What others write arrives: the five events, once each, in order, before the writer's answer."""

from __future__ import annotations

import itertools
import threading

import pytest

from community import API, POST_KEYS, TEXT, Person
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


def assert_all_get(listeners, name: str, payload):
    """Every listener gets this event, and nothing beside it."""
    for listener in listeners:
        assert listener.event() == (name, payload)
        listener.assert_silent()


def test_the_five_events(ada, bob, listeners):
    post = ada.post("Hello, ćwierć 🐚 \u2028 </script>", image_url="https://x.test/1.png")
    assert_all_get(listeners, "new_post", post)

    likes = bob.like(post)
    expected = {"id": post["id"], "likes_count": 1, "liked_by_user_ids": [bob.id]}
    assert_all_get(listeners, "post_likes_updated", expected)
    assert {**expected, "liked": True} == likes

    comment = bob.comment(post)
    assert_all_get(listeners, "post_comments_updated", {"id": post["id"], "comments_count": 1})

    edited = ada.edit(post, content="Edited")
    assert_all_get(listeners, "post_updated", edited)
    assert (edited["likes_count"], edited["comments_count"]) == (1, 1)

    bob.send("DELETE", f"/posts/{post['id']}/comments/{comment['id']}", status=204)
    assert_all_get(listeners, "post_comments_updated", {"id": post["id"], "comments_count": 0})

    bob.like(post)
    expected = {"id": post["id"], "likes_count": 0, "liked_by_user_ids": []}
    assert_all_get(listeners, "post_likes_updated", expected)

    ada.delete(post)
    assert_all_get(listeners, "post_deleted", {"id": post["id"]})


def test_the_keys_come_in_the_order_of_the_rest_answer(ada):
    with ada.listen() as listener:
        post = ada.post()
        assert list(listener.event()[1]) == POST_KEYS
        ada.like(post)
        assert list(listener.event()[1]) == ["id", "likes_count", "liked_by_user_ids"]
        ada.comment(post)
        assert list(listener.event()[1]) == ["id", "comments_count"]


def test_deleting_a_post_is_one_event(ada, bob, listeners):
    post = ada.post()
    for person in (ada, bob):
        person.like(post)
        person.comment(post)
    ada.delete(post)
    expected = ["new_post"] + ["post_likes_updated", "post_comments_updated"] * 2 + ["post_deleted"]
    for listener in listeners:
        assert [message.event for message in listener.beat()] == expected


def test_only_what_changes_something_is_told(ada, bob, listeners):
    post = ada.post()
    path = f"/posts/{post['id']}"
    assert_all_get(listeners, "new_post", post)
    bob.like(post, "DELETE")
    refused = [
        bob.call("PATCH", path, {"content": "Not mine"}),
        bob.call("DELETE", path),
        ada.call("PATCH", path, {"content": ""}),
        ada.call("POST", "/posts", {"content": None}),
        ada.call("POST", f"{path}/comments", {}),
        ada.call("DELETE", f"{path}/comments/999999"),
        ada.call("POST", "/posts/999999/like"),
        ada.call("DELETE", "/posts/999999"),
    ]
    assert [answer.status_code for answer in refused] == [403, 403, 422, 422, 422, 404, 404, 404]
    for listener in listeners:
        listener.assert_silent()
    likes = bob.like(post, "PUT")
    bob.like(post, "PUT")
    del likes["liked"]
    assert_all_get(listeners, "post_likes_updated", likes)
    # Every accepted edit counts, even one that says the same.
    same = ada.edit(post, content=post["content"])
    assert_all_get(listeners, "post_updated", same)


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
            name, post = listener.event(within=2)
            answer = writer.read_answer(within=2)
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


def test_a_reader_of_rest_sees_what_an_event_says(shared_server, ada, bob):
    with bob.listen() as listener:
        for _ in range(30):
            post = ada.post()
            name, payload = listener.event()
            assert bob.send("GET", f"/posts/{payload['id']}") == payload == post


# MARK: The world's own doings


def test_a_reset_keeps_the_sockets(start):
    """A reset brings the seed back, accounts included; nobody's socket may hang on."""
    server = start()
    mira = (
        server.session()
        .post(
            server.url + API + "/tokens",
            json={"email": "mira.sol@example.com", "password": "mira.sol-postly"},
            timeout=60,
        )
        .json()["data"]
    )
    guest = Person(server, "Guest")
    with guest.listen() as socket:
        reset = server.session().post(server.url + "/__mockpostly/v1/reset", timeout=60)
        assert reset.status_code in (200, 204)
        again = server.session().post(
            server.url + API + "/tokens",
            json={"email": "mira.sol@example.com", "password": "mira.sol-postly"},
            timeout=60,
        )
        assert again.status_code == 201
        assert again.json()["data"]["user"] == mira["user"]
        headers = {"Authorization": f"Bearer {again.json()['data']['token']}"}
        made = server.session().post(
            server.url + API + "/posts", json={"content": "After"}, headers=headers, timeout=60
        )
        assert made.status_code == 201
        # Whether the guest's socket lives on is the server's choice; it must not confuse it.
        if socket.connection.readable(0.5):
            kind, _ = socket.read()
            assert kind in (TEXT, 8)


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
