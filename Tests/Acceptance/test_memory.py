"""Worlds that come and go leave nothing behind, and five hundred at once cost little."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from community import Person
from postly import create_post
from rawhttp import Connection, request
from worlds import BASE, MIRA_EMAIL, Control

CREATIONS = 100_000
CLIENTS = 2
BATCH = 50


def resident(pid: int) -> int:
    """Bytes of memory that a process has in use."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def most_resident(pid: int) -> int:
    """Bytes of memory that a process had in use at the most."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmHWM")


def open_files(pid: int) -> int:
    """Without sockets: other tests' commands ask every server that runs here."""
    count = 0
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            count += not os.readlink(f"/proc/{pid}/fd/{name}").startswith("socket:")
        except FileNotFoundError:
            pass  # Closed in between.
    return count


reads_memory = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="memory is read from /proc"
)
pytestmark = [pytest.mark.figures, reads_memory]


def churn(server, name: str, count: int):
    """Makes and deletes `count` worlds, a batch of requests at a time."""
    create = request("POST", f"{BASE}/worlds", b'{"id":"%s"}' % name.encode())
    read = request("GET", f"/w/{name}/api/posts?page=1&limit=1")
    delete = request("DELETE", f"{BASE}/worlds/{name}")
    with Connection(server.address()) as connection:
        for batch in range(count // BATCH):
            # Some are read from, so that caches and statements are made as well.
            pieces = (create, read, delete) if batch % 10 == 0 else (create, delete)
            connection.send(b"".join(pieces) * BATCH)
            for _ in range(BATCH):
                assert connection.read_answer("POST").status == 201
                if len(pieces) == 3:
                    assert connection.read_answer().status == 200
                assert connection.read_answer("DELETE").status == 204


def churn_in_parallel(server, count: int):
    failures = []

    def run(number: int):
        try:
            churn(server, f"churn{number}", count // CLIENTS)
        except BaseException as failure:
            failures.append(failure)

    clients = [threading.Thread(target=run, args=(number,)) for number in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    assert not failures, failures[0]


@pytest.mark.timeout(300)
def test_a_hundred_thousand_worlds_leave_nothing(start):
    server = start("--quiet")
    churn_in_parallel(server, CREATIONS // 20)
    before = resident(server.pid), open_files(server.pid)
    started = time.monotonic()
    churn_in_parallel(server, CREATIONS - CREATIONS // 20)
    took = time.monotonic() - started
    after = resident(server.pid), open_files(server.pid)
    print(
        f"memory: {CREATIONS} worlds in {took:.0f} s, {before[0] >> 10} KiB, then {after[0] >> 10}"
    )
    assert after[0] - before[0] < 4 << 20, f"{before[0]} bytes have become {after[0]}"
    assert after[1] - before[1] <= 2
    with Control(server) as control:
        assert control.names() == ["default"]


@pytest.mark.timeout(120)
def test_worlds_that_are_used_leave_nothing(start):
    """Written to, with sockets and ports, forked, reset, saved: over and over."""
    server = start("--quiet", "--dummyjson-writes", "keep")

    def cycle(control, number: int):
        world = control.make("port" if number % 2 else "prefix", id="used")
        ada = Person(world, "Ada")
        phoenix = ada.listen()
        ada.post("Hello")
        token = control.mint("postly", MIRA_EMAIL, "used")["token"]
        with world.connect() as connection:
            for index in range(5):
                create_post(connection, token, f"Post {index}", "x" * 5000)
            assert connection.ask("GET", "/posts?limit=5").status == 200
            assert connection.ask("GET", "/products/1").status == 200
        control.save("used", "used", overwrite=True)
        control.reset("used")
        control.restore("used", "used")
        control.send("POST", "/worlds/used/fork", {"id": "fork"}, 201)
        control.delete("used")
        control.delete("fork")
        phoenix.close()

    with Control(server) as control:
        for number in range(60):
            cycle(control, number)
        before = resident(server.pid), open_files(server.pid)
        for number in range(300):
            cycle(control, number)
        after = resident(server.pid), open_files(server.pid)
    print(f"memory: {before[0] >> 10} KiB, after 300 cycles {after[0] >> 10} KiB")
    assert after[0] - before[0] < 6 << 20, f"{before[0]} bytes have become {after[0]}"
    assert after[1] - before[1] <= 2


@pytest.mark.timeout(120)
def test_five_hundred_worlds_at_once(start):
    server = start("--quiet")
    with Control(server) as control:
        before = resident(server.pid), open_files(server.pid)
        for number in range(500):
            control.make(id=f"w{number}")
        made = resident(server.pid), open_files(server.pid)
        each = (made[0] - before[0]) // 500
        for number in range(500):
            answer = control.connection.ask("GET", f"/w/w{number}/api/posts?page=1&limit=10")
            assert answer.status == 200
        read = (resident(server.pid) - before[0]) // 500
        for number in range(500):
            token = control.mint("postly", MIRA_EMAIL, f"w{number}")["token"]
            body = b'{"title":"Mine","content":"x"}'
            answer = control.connection.ask(
                "POST",
                f"/w/w{number}/api/posts",
                body,
                Content_Type="application/json",
                Authorization=f"Bearer {token}",
            )
            assert answer.status == 201
        written = (resident(server.pid) - before[0]) // 500
        print(f"memory: a world {each} bytes, read from {read}, written to {written}")
        assert each < 1 << 20
        assert read < 2 << 20 and written < 4 << 20
        assert made[1] - before[1] <= 2, "a world needs no file"
        for number in range(500):
            control.delete(f"w{number}")
        assert control.names() == ["default"]


@pytest.mark.timeout(120)
def test_copies_of_ten_thousand_rows_share_them(start):
    server = start("--quiet")
    with Control(server) as control:
        control.send("POST", "/worlds", {"id": "big", "scenario": "heavy-user"}, 201, within=60)
        assert control.show("big")["posts"] >= 10_000
        for number in range(10):
            control.send("POST", "/worlds/big/fork", {"id": f"warm{number}"}, 201)
        before = resident(server.pid)
        for number in range(100):
            control.send("POST", "/worlds/big/fork", {"id": f"fork{number}"}, 201)
        each = (resident(server.pid) - before) // 100
        assert each <= 1 << 20, f"a copy needs {each} bytes"
        for number in range(100):
            control.save(f"snapshot{number}", "big")
            control.reset(f"fork{number}")
        later = (resident(server.pid) - before) // 200
        print(f"memory: a copy of 10,000 posts {each} bytes, with its snapshot {2 * later}")
        assert later <= 1 << 20


def import_of(kind: str) -> dict:
    """A seed of some 15 MB, of things of one kind."""
    date = "2025-01-01T00:00:00Z"
    author = {"name": "A", "email": "a@example.com", "password": "p"}
    words = "Some words that somebody could have written here, and a few more of them. " * 4
    post = {"author": "a@example.com", "content": words, "createdAt": date}
    match kind:
        case "users":
            return {
                "users": [
                    {
                        "name": f"Person number {number}",
                        "email": f"person{number}@example.com",
                        "password": "secret-password",
                    }
                    for number in range(150_000)
                ]
            }
        case "posts":
            return {"users": [author], "posts": [{**post, "title": "One"} for _ in range(32_000)]}
        case "comments":
            return {
                "users": [author],
                "posts": [{**post, "title": "One", "comments": [post] * 34_000}],
            }
        case "records":
            record = {"title": "One", "body": words, "tags": ["a", "b"], "views": 5, "userId": 1}
            record["reactions"] = {"likes": 1, "dislikes": 0}
            records = [{"id": number, **record} for number in range(1, 32_000)]
            return {"dummyjson": {"imported": {"posts": records}}}
    raise ValueError(kind)


@pytest.mark.parametrize("kind", ["users", "posts", "comments", "records"])
@pytest.mark.timeout(120)
def test_an_import_takes_no_more_than_four_times_its_bytes(start, kind):
    server = start("--quiet")
    body = json.dumps(import_of(kind)).encode()
    assert len(body) > 12_000_000
    with Connection(server.address()) as connection:
        for path in ("/api/posts", "/posts", "/__mockpostly/v1/worlds"):
            assert connection.ask("GET", path).status == 200
        before = resident(server.pid)
        # The most that was in use is counted anew (proc(5), "/proc/pid/clear_refs").
        Path(f"/proc/{server.pid}/clear_refs").write_text("5")
        fields = {"Content_Type": "application/json"}
        connection.send(request("POST", f"{BASE}/import", body, **fields))
        assert connection.read_answer(within=100).status == 200
    used = most_resident(server.pid) - before
    # The buffers that any work takes do not grow with the file.
    assert used <= 4 * len(body) + 8_000_000, f"{used / len(body):.1f} times as much"


@pytest.mark.timeout(120)
@pytest.mark.parametrize("caches", [(), ("--no-cache",)], ids=["cache", "no-cache"])
def test_large_answers_leave_nothing(start, caches):
    """Answers beyond a mebibyte, which no cache keeps."""
    server = start("--quiet", *caches)
    with Control(server) as control:
        control.send("POST", "/worlds", {"id": "big", "scenario": "heavy-user"}, 201, within=60)

        def read(target: str, least: int, times: int):
            for _ in range(times):
                answer = control.connection.ask("GET", f"/w/big{target}")
                assert answer.status == 200 and len(answer.body) > least

        for target, least, times in (
            ("/api/posts?limit=1600", 1 << 20, 100),
            ("/api/posts/search?q=the", 7 << 20, 20),
            # Written for each request anew.
            ("/api/posts?limit=8000", 6 << 20, 30),
            ("/products?limit=0", 250_000, 100),
        ):
            read(target, least, 10)
            before = resident(server.pid)
            read(target, least, times)
            grown = resident(server.pid) - before
            print(f"memory: {times} answers of {target}: {grown >> 10} KiB more")
            # One answer of its own, and what the allocator happens to keep; not one a request.
            assert grown < 16 << 20, f"{target} takes {grown // times} bytes a request"


def caches(control, name: str) -> int:
    """What the metrics say about all caches together."""
    text = control.ask("GET", "/metrics").body.decode()
    for line in text.splitlines():
        if line.startswith(f"mockpostly_caches_{name} "):
            return int(line.split()[1])
    raise AssertionError(f"no figure {name}")


@pytest.mark.timeout(240)
def test_all_worlds_together_have_one_size_of_caches(start):
    """Worlds of many posts, read through: what each has besides its caches is little."""
    limit = 8 << 20
    # Journals have a size of their own.
    server = start("--quiet", "--cache-size", "8MiB", "--journal-entries", "0")
    with Control(server) as control:
        control.send("POST", "/worlds", {"id": "big", "scenario": "heavy-user"}, 201, within=60)

        def read(name: str):
            for page in range(1, 101):
                target = f"/w/{name}/api/posts?limit=100&page={page}"
                assert control.connection.ask("GET", target).status == 200
            for target in ("/posts?limit=0", "/products?limit=0", "/posts/search?q=love"):
                assert control.connection.ask("GET", f"/w/{name}{target}").status == 200
            for size in range(100, 110):
                assert control.connection.ask("GET", f"/w/{name}/image/{size}").status == 200
            assert caches(control, "bytes") <= limit

        read("big")
        before = resident(server.pid)
        assert caches(control, "limit_bytes") == limit
        worlds = [f"fork{number}" for number in range(30)]
        for name in worlds:
            control.send("POST", "/worlds/big/fork", {"id": name}, 201)
            read(name)
        each = (resident(server.pid) - before) // len(worlds)
        print(f"memory: a world of 10,000 posts that were all read {each} bytes")
        # Its database's pages and statements, which are no cache of answers.
        assert each < 4 << 20, f"a world that was read through takes {each} bytes"
        assert caches(control, "evictions_total") > 100_000
        # What was used last is remembered still.
        first = control.connection.ask("GET", "/w/fork29/api/posts?limit=100&page=100")
        again = control.connection.ask("GET", "/w/fork29/api/posts?limit=100&page=100")
        assert again.body == first.body
        for name in worlds:
            control.delete(name)
        control.delete("big")
        assert caches(control, "bytes") < limit // 8


REQUESTS = 1_000_000
PIPELINED = 200


def test_a_million_requests_leave_a_journal_of_its_size(start):
    """Half of them repeated, half each another; the limits are the standard ones."""
    server = start("--quiet")
    common = request("GET", "/posts/1", None)
    with Connection(("127.0.0.1", server.port)) as connection:
        early = 0
        for first in range(0, REQUESTS, PIPELINED):
            batch = b"".join(
                request("GET", f"/http/200/{first + number}", None) if number % 2 else common
                for number in range(PIPELINED)
            )
            connection.send(batch)
            for _ in range(PIPELINED):
                assert connection.read_answer("GET").status == 200
            if first == REQUESTS // 10:
                early = resident(server.process.pid)
    late = resident(server.process.pid)
    with Control(server) as control:
        page = control.get("/requests?limit=1")
    assert page["kept"] <= 10_000 and page["kept"] + page["dropped"] == REQUESTS
    print(f"after {REQUESTS // 10:,}: {early:,} bytes, after {REQUESTS:,}: {late:,} bytes")
    assert late < early + 2_000_000, (early, late)
    assert late < 48_000_000, late
