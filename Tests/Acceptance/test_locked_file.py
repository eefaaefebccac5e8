"""The data file while another program has it locked, as for a backup or a checkpoint."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import contextmanager

import pytest

from conftest import MIRA
from postly import all_posts, create_post, log_in
from rawhttp import json_request, request
from worlds import BASE, Control, assert_problem


@pytest.fixture
def stored(start, tmp_path):
    server = start("--data", tmp_path / "data.db")
    server.data = tmp_path / "data.db"
    return server


@contextmanager
def locked(path):
    """Holds SQLite's lock for writing, and keeps the log from being emptied."""
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        database.close()


def draft(title: str) -> dict:
    return {"title": title, "content": "Written behind a lock.", "status": "published"}


def test_writes_wait_for_the_lock_and_reads_do_not(stored):
    with stored.connect() as connection, stored.connect() as reader, stored.connect() as second:
        token = log_in(connection, **MIRA)
        post = all_posts(reader)[0]
        with locked(stored.data):
            connection.send(json_request("POST", "/api/posts", draft("Waited"), token))
            second.send(json_request("POST", f"{BASE}/reset", {"scope": ["dummyjson"]}))
            # Both wait by now: the loop answers in order, these reads came later.
            for _ in range(3):
                answer = reader.ask("GET", f"/api/posts/{post['_id']}")
                assert answer.status == 200 and answer.json()["views"] == post["views"]
            assert reader.ask("GET", f"{BASE}/ready").status == 200
        assert connection.read_answer().status == 201
        assert second.read_answer().status == 200
        # Written at the latest with the next write; this one counts too.
        assert reader.ask("GET", f"/api/posts/{post['_id']}").json()["views"] == post["views"] + 4
        assert all_posts(reader)[0]["title"] == "Waited"
    stored.stop()
    assert "error" not in stored.log


def test_after_five_seconds_they_are_told_to_come_again(stored):
    with stored.connect() as connection, stored.connect() as control:
        token = log_in(connection, **MIRA)
        before = all_posts(connection)[0]["title"]
        with locked(stored.data):
            connection.send(json_request("POST", "/api/posts", draft("Too late"), token))
            control.send(json_request("POST", f"{BASE}/reset", {}))
            answer = connection.read_answer()
            assert answer.status == 503 and answer.header("Retry-After") == "1"
            answer = control.read_answer()
            assert_problem(answer, 503, "locked")
            assert answer.header("Retry-After") == "1"
        assert all_posts(connection)[0]["title"] == before


def test_what_was_read_behind_the_lock_is_counted_before_the_end(stored, start):
    with stored.connect() as reader:
        post = all_posts(reader)[0]
        with locked(stored.data):
            assert reader.ask("GET", f"/api/posts/{post['_id']}").status == 200
    stored.stop()
    with start("--data", stored.data).connect() as reader:
        assert all_posts(reader)[0]["views"] == post["views"] + 1


def test_a_reader_that_keeps_the_log_long_does_no_harm(stored):
    """Another program's checkpoints wait for a reader, with the lock for writing."""
    reading = sqlite3.connect(stored.data, isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM post").fetchone()
    checkpointing = sqlite3.connect(stored.data, isolation_level=None, timeout=0.05)
    with stored.connect() as connection:
        token = log_in(connection, **MIRA)
        for number in range(20):
            connection.send(json_request("POST", "/api/posts", draft(f"{number}"), token))
            checkpointing.execute("PRAGMA wal_checkpoint(RESTART)")
            assert connection.read_answer().status == 201
    checkpointing.close()
    reading.close()


def test_a_request_that_waits_is_counted_once(start, tmp_path):
    """Its rate limit and its fault: only what was locked is done again."""
    server = start("--data", tmp_path / "data.db", "--dummyjson-rate-limit")
    fault = {"match": {"method": "POST"}, "fault": "invalid-json", "times": 1}
    order = json_request("POST", "/c/generate", {"json": [1], "method": "GET"})
    with Control(server) as control, server.connect() as connection:
        control.send("POST", "/faults", fault, 201)
        with locked(tmp_path / "data.db"):
            connection.send(order)
            server.wait_for_log("another program has locked the data file")
        answer = connection.read_answer()
        assert answer.header("X-RateLimit-Remaining") == "99"
        with pytest.raises(ValueError):
            answer.json()
        connection.send(order)
        assert "/c/" in connection.read_answer().json()["url"]


def test_a_reset_by_signal_waits_for_the_lock(start, tmp_path):
    stored = start("--data", tmp_path / "data.db", "--verbose")
    with stored.connect() as connection:
        before = all_posts(connection)[0]["title"]
        create_post(connection, log_in(connection, **MIRA), "Soon gone")
        with locked(tmp_path / "data.db"):
            stored.signal(signal.SIGUSR1)
            stored.wait_for_log("another program has locked the data file")
            assert all_posts(connection)[0]["title"] == "Soon gone"
        stored.wait_for_log("was reset to its seed")
        assert all_posts(connection)[0]["title"] == before


def test_views_behind_the_lock_do_not_outlive_a_reset(stored):
    with Control(stored) as control, stored.connect() as reader:
        post = all_posts(reader)[0]
        with locked(stored.data):
            assert reader.ask("GET", f"/api/posts/{post['_id']}").status == 200
        control.reset()
        create_post(reader, log_in(reader, **MIRA), "After")
        assert reader.ask("GET", f"/api/posts/{post['_id']}").json()["views"] == post["views"] + 1


def test_a_large_restore_waits_without_holding_up_reads(stored):
    with Control(stored) as control, stored.connect() as reader:
        control.save("kept")
        post = all_posts(reader)[0]
        with locked(stored.data):
            control.connection.send(request("POST", f"{BASE}/snapshots/kept/restore"))
            assert reader.ask("GET", f"/api/posts/{post['_id']}").status == 200
        assert control.connection.read_answer().status == 200
