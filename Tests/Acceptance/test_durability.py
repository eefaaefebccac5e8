"""What was acknowledged stays: kill -9, a full disk, restarts."""

from __future__ import annotations

import errno
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from conftest import MIRA
from postly import all_posts, create_post, log_in, register, total
from rawhttp import json_request, request

ROUNDS = 24
WRITERS = 4
SEED = 20260214


def assert_intact(data: Path, scratch: Path):
    """`PRAGMA integrity_check` on a copy, so that the server's own recovery stays untouched."""
    scratch.mkdir(exist_ok=True)
    for ending in ("", "-wal"):
        copy = scratch / ("copy.db" + ending)
        copy.unlink(missing_ok=True)
        original = data.with_name(data.name + ending)
        if original.exists():
            shutil.copyfile(original, copy)
    with sqlite3.connect(scratch / "copy.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()


class Ledger:
    """What was asked for and what was acknowledged, over all rounds."""

    def __init__(self):
        self.lock = threading.Lock()
        self.titles: dict[str, str] = {}
        """Acknowledged posts: title to id."""
        self.asked_titles: set[str] = set()
        self.likes: dict[str, set[str]] = defaultdict(set)
        """Acknowledged likes: post id to the names of those who like it."""
        self.asked_likes: dict[str, set[str]] = defaultdict(set)
        self.comments: dict[str, set[str]] = defaultdict(set)
        self.asked_comments: Counter[str] = Counter()
        self.views: Counter[str] = Counter()
        """The highest number of views that was told."""
        self.asked_views: Counter[str] = Counter()
        self.acknowledged = 0

    def check(self, posts: list[dict]):
        """Holds the stored posts against everything so far."""
        by_id = {post["_id"]: post for post in posts}
        assert len(by_id) == len(posts)
        stored = {post["title"]: post["_id"] for post in posts}
        assert len(stored) == len(posts), "a post was stored twice"
        lost = self.titles.items() - stored.items()
        assert not lost, f"acknowledged posts are lost: {lost}"
        assert not stored.keys() - self.asked_titles
        for identifier, names in self.likes.items():
            likes = by_id[identifier]["likes"]
            asked = len(self.asked_likes[identifier])
            assert len(names) <= likes <= asked, f"{likes} likes, {len(names)} told, {asked} asked"
        for identifier, told in self.comments.items():
            kept = {comment["_id"] for comment in by_id[identifier]["comments"]}
            assert told <= kept, f"acknowledged comments are lost: {told - kept}"
            assert len(kept) <= self.asked_comments[identifier]
        for identifier, told in self.views.items():
            views = by_id[identifier]["views"]
            assert told <= views <= self.asked_views[identifier], f"{views} views, {told} told"

    def settle(self, posts: list[dict]):
        """After a crash: what was asked but not told is now known to have happened or not."""
        for post in posts:
            identifier = post["_id"]
            self.titles[post["title"]] = identifier
            self.asked_views[identifier] = self.views[identifier] = post["views"]
            self.comments[identifier] = {comment["_id"] for comment in post["comments"]}
            self.asked_comments[identifier] = len(post["comments"])
        self.asked_titles = set(self.titles)


class Writer(threading.Thread):
    """Writes without pause until the server is gone."""

    def __init__(self, server, ledger: Ledger, name: str, token: str, source: random.Random):
        super().__init__(daemon=True)
        self.server, self.ledger = server, ledger
        self.name, self.token, self.source = name, token, source
        self.count = 0
        self.failure: BaseException | None = None

    def run(self):
        try:
            with self.server.connect() as self.connection:
                while True:
                    self.write_something()
        except (AssertionError, OSError, ValueError) as failure:
            # A lost connection is how every round ends; anything else is judged by the test.
            self.failure = failure

    def ask(self, data: bytes, *expected: int):
        self.connection.send(data)
        answer = self.connection.read_answer()
        if answer.status not in expected:
            raise ValueError(f"{answer.status} {answer.body!r}")
        return answer.json()

    def write_something(self):
        ledger = self.ledger
        with ledger.lock:
            known = list(ledger.titles.values())
        choice = self.source.random()
        if choice < 0.3 or not known:
            self.count += 1
            title = f"{self.name} writes {self.count} {self.source.randrange(1 << 60):x}"
            with ledger.lock:
                ledger.asked_titles.add(title)
            made = self.ask(
                json_request(
                    "POST", "/api/posts", {"title": title, "content": "kept " * 300}, self.token
                ),
                201,
            )
            with ledger.lock:
                ledger.titles[title] = made["_id"]
                ledger.acknowledged += 1
            return
        identifier = self.source.choice(known)
        if choice < 0.5:
            with ledger.lock:
                ledger.asked_likes[identifier].add(self.name)
            self.ask(
                request(
                    "POST", f"/api/posts/{identifier}/like", Authorization=f"Bearer {self.token}"
                ),
                200,
            )
            with ledger.lock:
                ledger.likes[identifier].add(self.name)
                ledger.acknowledged += 1
        elif choice < 0.7:
            with ledger.lock:
                ledger.asked_comments[identifier] += 1
            made = self.ask(
                json_request(
                    "POST", f"/api/posts/{identifier}/comments", {"content": "x"}, self.token
                ),
                201,
            )
            with ledger.lock:
                ledger.comments[identifier].add(made["_id"])
                ledger.acknowledged += 1
        else:
            with ledger.lock:
                ledger.asked_views[identifier] += 1
            post = self.ask(request("GET", f"/api/posts/{identifier}"), 200)
            with ledger.lock:
                ledger.views[identifier] = max(ledger.views[identifier], post["views"])
                ledger.acknowledged += 1


@pytest.mark.parametrize("durability", ["normal", "full"])
def test_nothing_acknowledged_is_lost_by_kill_9(start, tmp_path, durability):
    rounds = ROUNDS if durability == "normal" else ROUNDS // 4
    data = tmp_path / "data.db"
    flags = ["--data", data, "--seed", "empty", "--durability", durability, "--quiet"]
    source = random.Random(SEED)
    ledger = Ledger()
    server = start(*flags)
    with server.connect() as connection:
        tokens = {
            f"writer{number}": register(connection, f"writer{number}@example.com", "pw")
            for number in range(WRITERS)
        }
    for _ in range(rounds):
        before = ledger.acknowledged
        writers = [
            Writer(server, ledger, name, token, random.Random(source.randrange(1 << 30)))
            for name, token in tokens.items()
        ]
        for writer in writers:
            writer.start()
        wanted = before + source.randrange(40, 160)
        until = time.monotonic() + 60
        pause = threading.Event()
        while ledger.acknowledged < wanted:
            assert time.monotonic() < until, f"too slow; {[writer.failure for writer in writers]}"
            assert any(writer.is_alive() for writer in writers), [w.failure for w in writers]
            pause.wait(0.002)
        assert all(writer.is_alive() for writer in writers), [w.failure for w in writers]
        server.kill()
        for writer in writers:
            writer.join(60)
            assert not writer.is_alive()
            assert not isinstance(writer.failure, ValueError), writer.failure
        assert_intact(data, tmp_path / "scratch")
        server = start(*flags)
        with server.connect() as connection:
            posts = all_posts(connection)
            for token in tokens.values():
                check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
                assert check.status == 200, "an acknowledged account is lost"
        ledger.check(posts)
        ledger.settle(posts)
    assert ledger.acknowledged >= rounds * 40
    print(f"kill -9: {rounds} rounds, {ledger.acknowledged} acknowledged writes")
    server.stop()
    assert_intact(data, tmp_path / "scratch")


def test_kill_9_while_the_data_file_is_made(binary, start, tmp_path):
    """A start that was cut off anywhere must not make the file unusable."""
    from mockserver import clean_environment

    data = tmp_path / "data.db"
    pause = threading.Event()
    for step in range(12):
        for path in tmp_path.glob("data.db*"):
            path.unlink()
        process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data", str(data)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tmp_path,
            env=clean_environment(tmp_path),
        )
        # The moment of the kill is the test.
        pause.wait(step * 0.003)
        process.kill()
        process.wait(60)
        server = start("--data", data)
        with server.connect() as connection:
            assert total(connection) >= 100
            log_in(connection, **MIRA)
        server.stop()


# MARK: Restarts


def test_accounts_posts_and_tokens_survive_a_restart(start, tmp_path):
    flags = ["--data", tmp_path / "data.db"]
    server = start(*flags)
    with server.connect() as connection:
        token = register(connection, "kept@example.com", "a password", "Zoë 猫")
        post = create_post(connection, token, "Kept", 'Ünïcode 🦊 \u0000 "quoted"\n')
        connection.send(
            request("POST", f"/api/posts/{post['_id']}/like", Authorization=f"Bearer {token}")
        )
        assert connection.read_answer().status == 200
        assert connection.ask("GET", f"/api/posts/{post['_id']}").json()["views"] == 1
        before = all_posts(connection)
        drafts = all_posts(connection, "draft")
    server.stop()
    again = start(*flags)
    with again.connect() as connection:
        assert all_posts(connection) == before
        assert all_posts(connection, "draft") == drafts
        assert before[0]["title"] == "Kept" and before[0]["likes"] == before[0]["views"] == 1
        check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert check.status == 200 and check.json()["name"] == "Zoë 猫"
        log_in(connection, "kept@example.com", "a password")
        log_in(connection, **MIRA)
        liked = connection.ask(
            "GET", f"/api/posts/{post['_id']}/like", Authorization=f"Bearer {token}"
        )
        assert liked.json() == {"liked": True}


def test_without_a_data_file_nothing_is_kept_or_written(start, tmp_path):
    server = start()
    with server.connect() as connection:
        before = all_posts(connection)
        create_post(connection, log_in(connection, **MIRA), "Gone with the process")
    server.stop()
    assert [path.name for path in tmp_path.iterdir()] == []
    again = start()
    with again.connect() as connection:
        assert all_posts(connection) == before


def test_a_reset_is_kept_in_the_data_file(start, tmp_path):
    flags = ["--data", tmp_path / "data.db"]
    server = start(*flags)
    with server.connect() as connection:
        before = all_posts(connection)
        register(connection, "gone@example.com", "pw")
        create_post(connection, log_in(connection, **MIRA), "Gone")
        answer = connection.ask("POST", "/__mockpostly/v1/reset")
        assert answer.status == 200, answer
        assert all_posts(connection) == before
        after = create_post(connection, log_in(connection, **MIRA), "After the reset")
    server.kill()
    assert_intact(tmp_path / "data.db", tmp_path / "scratch")
    again = start(*flags)
    with again.connect() as connection:
        assert all_posts(connection) == [after, *before]
        refused = {"email": "gone@example.com", "password": "pw"}
        connection.send(json_request("POST", "/api/auth/login/email", refused))
        assert connection.read_answer().status == 401


# MARK: A full disk

TELLTALE = ("sql", "insert", "/tmp", ".db", "disk i/o", "errno")


def assert_says_nothing_inside(answer):
    """A 500 that tells a client what it needs and nothing about files or SQL."""
    assert answer.status == 500, answer
    body = answer.json()
    assert set(body) == {"error"} and isinstance(body["error"], str) and body["error"]
    lowered = body["error"].lower()
    for word in TELLTALE:
        assert word not in lowered, f"{word!r} in {body['error']!r}"


def fill_until_refused(connection, token) -> list[str]:
    """Creates posts until one is refused with 500; gives the ids of the acknowledged ones."""
    made = []
    for number in range(400):
        value = {"title": f"Filler {number}", "content": f"{number} " * 8000}
        connection.send(json_request("POST", "/api/posts", value, token))
        answer = connection.read_answer()
        if answer.status != 201:
            assert_says_nothing_inside(answer)
            return made
        made.append(answer.json()["_id"])
    raise AssertionError("the disk never became full")


def assert_goes_on_without_space(server, connection, token, made):
    """Reads work; a write is stored or refused, as it was told, and nothing is half done."""
    refused = 0
    for number in range(40):
        big = {"title": f"Too big {number}", "content": "y" * 60_000}
        connection.send(json_request("POST", "/api/posts", big, token))
        answer = connection.read_answer()
        if answer.status == 201:
            made.append(answer.json()["_id"])
        else:
            assert_says_nothing_inside(answer)
            refused += 1
        assert {post["_id"] for post in all_posts(connection)} == set(made)
        assert connection.ask("GET", "/__mockpostly/v1/live").status == 200
        check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert check.status == 200
        if refused == 5:
            break
    assert refused == 5, "the disk did not stay full"
    with server.connect() as other:
        assert total(other) == len(made)


def test_a_file_that_cannot_grow(start, tmp_path):
    """The limit of the file's size stands for the full disk; it works for any user."""
    data = tmp_path / "data.db"
    flags = ["--data", data, "--seed", "empty"]
    server = start(*flags)
    with server.connect() as connection:
        token = register(connection, "full@example.com", "pw")
    server.stop()
    limit = data.stat().st_size + 512 * 1024

    def limited():
        # Without this the first write beyond the limit would end the process.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))

    server = start(*flags, before_exec=limited)
    with server.connect() as connection:
        quiet_until = len(server.log_so_far)
        made = fill_until_refused(connection, token)
        assert made, "not even one post fitted"
        server.wait_for_log(r"(?i)sqlite|disk|i/o|full|write", start=quiet_until)
        assert_goes_on_without_space(server, connection, token, made)
        if hasattr(resource, "prlimit"):
            _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
            made.append(create_post(connection, token, "There is room again")["_id"])
    server.stop()
    assert_intact(data, tmp_path / "scratch")
    again = start(*flags)
    with again.connect() as connection:
        assert {post["_id"] for post in all_posts(connection)} == set(made)
        create_post(connection, token, "Back to normal")


def test_a_full_disk(small_disk, start):
    data = small_disk / "data.db"
    flags = ["--data", data, "--seed", "empty"]
    server = start(*flags)
    ballast = small_disk / "ballast"
    with server.connect() as connection:
        token = register(connection, "full@example.com", "pw")
        with open(ballast, "wb") as file:
            free = shutil.disk_usage(small_disk).free
            file.write(b"\0" * (free - 256 * 1024))
        quiet_until = len(server.log_so_far)
        made = fill_until_refused(connection, token)
        server.wait_for_log(r"(?i)full|space|disk", start=quiet_until)
        with open(ballast, "ab", buffering=0) as file:
            # Not a byte is left, so that no smaller write slips through.
            try:
                while True:
                    file.write(b"\0" * 4096)
            except OSError as error:
                assert error.errno == errno.ENOSPC
        assert_goes_on_without_space(server, connection, token, made)
        ballast.unlink()
        made.append(create_post(connection, token, "There is room again")["_id"])
        assert {post["_id"] for post in all_posts(connection)} == set(made)
    server.kill()
    again = start(*flags)
    with again.connect() as connection:
        assert {post["_id"] for post in all_posts(connection)} == set(made)
    again.stop()


def test_a_full_disk_refuses_a_whole_batch_or_none_of_it(start, tmp_path):
    """Requests that share a commit: each gets its own true answer."""
    data = tmp_path / "data.db"
    flags = ["--data", data, "--seed", "empty"]
    server = start(*flags)
    with server.connect() as connection:
        token = register(connection, "full@example.com", "pw")
    server.stop()
    limit = data.stat().st_size + 400 * 1024

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))

    server = start(*flags, before_exec=limited)
    count = 60
    with server.connect() as connection:
        data_sent = b"".join(
            json_request(
                "POST", "/api/posts", {"title": f"Batch {n}", "content": f"{n} " * 6000}, token
            )
            for n in range(count)
        )
        sender = threading.Thread(target=connection.socket.sendall, args=(data_sent,))
        sender.start()
        made = []
        for _ in range(count):
            answer = connection.read_answer()
            if answer.status == 201:
                made.append(answer.json()["_id"])
            else:
                assert_says_nothing_inside(answer)
        sender.join(60)
        assert len(made) < count
        assert {post["_id"] for post in all_posts(connection)} == set(made)
    server.kill()
    again = start(*flags)
    with again.connect() as connection:
        assert {post["_id"] for post in all_posts(connection)} == set(made)
