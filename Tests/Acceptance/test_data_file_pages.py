"""A data file whose content is replaced as a whole: kill -9, and programs beside the server."""

from __future__ import annotations

import random
import sqlite3
import threading
import time

import pytest

from conftest import MIRA
from postly import all_posts, create_post, log_in
from rawhttp import json_request
from test_durability import assert_intact

BASE = "/__mockpostly/v1"
ROUNDS = 12
SEED = 20261123


def post(connection, path, value, *expected):
    connection.send(json_request("POST", BASE + path, value))
    answer = connection.read_answer()
    assert answer.status in expected, answer
    return answer.json()


class Replacing(threading.Thread):
    """Writes a post and takes it back, again and again, until the server is gone."""

    def __init__(self, server, token, kept: int, source: random.Random):
        super().__init__(daemon=True)
        self.server, self.token, self.kept, self.source = server, token, kept, source
        self.told = self.asked = kept
        """How many posts there are by the last answer, and will be after the next."""
        self.count = 0
        self.failure: BaseException | None = None

    def run(self):
        try:
            with self.server.connect() as connection:
                while True:
                    if self.told < self.kept + 3 and self.source.random() < 0.6:
                        self.asked = self.told + 1
                        create_post(connection, self.token, f"Gone {self.count}")
                    else:
                        self.asked = self.kept
                        post(connection, "/snapshots/kept/restore", {}, 200)
                    self.told = self.asked
                    self.count += 1
        except (AssertionError, OSError, ValueError) as failure:
            self.failure = failure


@pytest.mark.parametrize("durability", ["normal", "full"])
def test_kill_9_between_restores(start, tmp_path, durability):
    data = tmp_path / "data.db"
    (tmp_path / "kept").mkdir()
    flags = ["--data", data, "--durability", durability, "--snapshot-dir", tmp_path / "kept"]
    source = random.Random(SEED)
    server = start(*flags)
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        kept = len(all_posts(connection))
        post(connection, "/snapshots", {"name": "kept"}, 201)
    for _ in range(ROUNDS if durability == "normal" else ROUNDS // 3):
        thread = Replacing(server, token, kept, source)
        thread.start()
        pause = threading.Event()
        wanted = source.randrange(20, 200)
        until = time.monotonic() + 60
        while thread.count < wanted and thread.is_alive() and time.monotonic() < until:
            pause.wait(0.002)
        assert thread.is_alive() and thread.count >= wanted, thread.failure
        server.kill()
        thread.join(60)
        assert_intact(data, tmp_path / "scratch")
        server = start(*flags)
        with server.connect() as connection:
            number = len(all_posts(connection))
            assert number in (thread.told, thread.asked)
            post(connection, "/snapshots/kept/restore", {}, 200)
            assert len(all_posts(connection)) == kept


def test_another_program_reads_and_writes_between_replacements(start, tmp_path):
    data = tmp_path / "data.db"
    server = start("--data", data, "--quiet")
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        before = all_posts(connection)
        post(connection, "/reset", {}, 200)
        post(connection, "/snapshots", {"name": "kept"}, 201)
        with sqlite3.connect(data, timeout=10) as other:
            # With drafts.
            (kept,) = other.execute("SELECT count(*) FROM post").fetchone()
        other.close()
        for number in range(6):
            create_post(connection, token, "Gone")
            with sqlite3.connect(data, timeout=10) as other:
                (count,) = other.execute("SELECT count(*) FROM post").fetchone()
                assert count == kept + 1
                other.execute("UPDATE post SET title = 'Changed' WHERE title = 'Gone'")
                other.commit()
                if number % 2:
                    other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            other.close()
            # The server answers its own pages from a cache; a copy has read the file.
            fork = post(connection, "/worlds", {"from": "default"}, 201)["id"]
            answer = connection.ask("GET", f"/w/{fork}/api/posts?limit=1")
            assert answer.json()["posts"][0]["title"] == "Changed"
            post(connection, "/reset" if number % 3 else "/snapshots/kept/restore", {}, 200)
            assert all_posts(connection) == before
            with sqlite3.connect(data, timeout=10) as other:
                assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                (count,) = other.execute("SELECT count(*) FROM post").fetchone()
                assert count == kept
            other.close()
    server.stop()
    assert_intact(data, tmp_path / "scratch")
