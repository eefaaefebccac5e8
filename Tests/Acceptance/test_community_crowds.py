"""Many sockets, many messages, and clients that do not read."""

from __future__ import annotations

import json
import resource
import threading

import pytest

from community import API, TEXT, TOPIC, Crowd, Person, masked_frame
from rawhttp import json_request


@pytest.fixture
def files():
    """Lets this process open as many files as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2500:
        pytest.skip(f"only {hard} open files are allowed here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2500), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_thousand_sockets_and_a_hundred_writes(start, files):
    server = start("--seed", "empty", "--quiet")
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    made = []

    def write():
        with server.connect() as writer:
            for number in range(100):
                data = {"content": f"Post {number}"}
                writer.send(json_request("POST", f"{API}/posts", data, ada.token))
                answer = writer.read_answer()
                assert answer.status == 201
                made.append(answer.json()["data"])

    with Crowd(server, bob.token, 1000) as crowd:
        thread = threading.Thread(target=write)
        thread.start()
        crowd.read_until_each_has(100, within=60)
        thread.join()
        expected = [["new_post", post] for post in made]
        first = next(iter(crowd.received.values()))
        assert [json.loads(text)[3:] for text in first] == expected
        assert all(got == first for got in crowd.received.values())
        assert len(made) == 100


def test_one_that_does_not_read_delays_nobody_and_is_dropped(start):
    server = start("--seed", "empty", "--quiet")
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    count = 500
    content = "🐚" * 5000
    with bob.listen(receive_buffer=4096) as stuck, bob.listen() as quick:
        ids = []

        def listen():
            for _ in range(count):
                name, post = quick.event(within=60)
                assert name == "new_post" and post["content"] == content
                ids.append(post["id"])

        thread = threading.Thread(target=listen)
        thread.start()
        with server.connect() as writer:
            written = []
            for _ in range(count):
                data = json_request("POST", f"{API}/posts", {"content": content}, ada.token)
                writer.send(data)
                answer = writer.read_answer()
                written.append(answer.json()["data"]["id"])
        thread.join(60)
        assert ids == written, "the others get everything in order"
        # 10 MB were written, 1 MiB is kept for one that does not read.
        received = stuck.connection.read_to_end()
        assert len(received) < 9_000_000
        quick.assert_silent()
    ada.post()


def test_one_that_does_not_read_its_own_replies(start):
    """It is not read from either, or dropped; in the end it is idle."""
    server = start("--seed", "empty", "--quiet", "--community-idle-timeout", "1s")
    ada = Person(server)
    before = resident(server)
    with ada.open(receive_buffer=4096) as stuck:
        frame = masked_frame(TEXT, stuck.text(None, "r" * 10_000, "phoenix", "heartbeat", {}))
        sent = 0
        stuck.connection.socket.settimeout(0.3)
        try:
            while sent < 100_000_000:
                stuck.connection.socket.sendall(frame)
                sent += len(frame)
        except (TimeoutError, BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 100_000_000, "all of it was taken in"
        assert resident(server) - before < 20 << 20
        with ada.listen() as quick:
            post = ada.post()
            assert quick.event() == ("new_post", post)
        # Idle for a second, and another few to say good-bye.
        stuck.connection.read_to_end()
    with ada.listen() as again:
        again.assert_silent()


def test_a_flood_is_answered_and_others_are_served_meanwhile(start):
    server = start("--seed", "empty", "--quiet")
    ada = Person(server)
    count = 10_000
    with ada.open() as flooding, ada.listen() as other:
        text = [flooding.text(None, number, "phoenix", "heartbeat", {}) for number in range(count)]
        data = b"".join(masked_frame(TEXT, line) for line in text)
        got = []

        def read():
            for _ in range(count):
                got.append(flooding.receive(within=60).ref)

        reader = threading.Thread(target=read)
        reader.start()
        sender = threading.Thread(target=flooding.connection.socket.sendall, args=(data,))
        sender.start()
        meanwhile = 0
        while reader.is_alive():
            post = ada.post()
            assert other.event() == ("new_post", post)
            meanwhile += reader.is_alive()
        sender.join()
        assert meanwhile, "nobody else was served before the flood had been answered"
        assert got == list(range(count))


def test_joins_and_leaves_by_the_thousand(start):
    server = start("--seed", "empty", "--quiet")
    ada = Person(server)
    with ada.open() as socket:
        memory = []
        for number in range(10):
            for _ in range(1000):
                ref = socket.next_ref()
                socket.push(ref, ref, TOPIC, "phx_join")
                socket.push(ref, ref + "x", TOPIC, "phx_leave")
                assert socket.receive().reply == ("ok", {})
                assert socket.receive().reply == ("ok", {})
                assert socket.receive().event == "phx_close"
            memory.append(resident(server))
        assert memory[-1] - memory[1] < 1 << 20, memory
        socket.join()
        post = ada.post()
        assert socket.event() == ("new_post", post)
        socket.assert_silent()


def test_sockets_that_come_and_go_in_every_way(start):
    server = start("--seed", "empty", "--quiet")
    ada = Person(server)
    memory = []
    with ada.listen() as kept:
        for number in range(6):
            for way in range(300):
                socket = ada.open()
                if way % 2:
                    socket.push("1", "1", TOPIC, "phx_join")
                if way % 3 == 0:
                    socket.connection.abort()
                elif way % 3 == 1:
                    socket.connection.send(b"\x88\x80\0\0\0\0")
                    assert socket.connection.read_to_end().endswith(b"\x88\x00")
                    socket.close()
                else:
                    socket.close()
            post = ada.post()
            assert kept.event() == ("new_post", post)
            memory.append(resident(server))
    assert memory[-1] - memory[1] < 2 << 20, memory


def resident(server) -> int:
    """Resident memory of the server, in bytes."""
    with open(f"/proc/{server.pid}/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    pytest.skip("no memory figures on this system")
