"""The data file itself: whose it is, where it is, and a disk without room for it."""

from __future__ import annotations

import errno
import os
import re
import resource
import shutil
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from conftest import MIRA
from postly import all_posts, create_post, log_in, register, total
from rawhttp import json_request, request
from worlds import Control, assert_problem

# MARK: One server


def refused(cli, path, pid: int | None = None):
    """A second server is refused, and says by whom the file is used."""
    done = cli("serve", "--port", "0", "--data", path)
    assert done.returncode == 5, f"{done.returncode}\n{done.stderr}"
    assert "in use" in done.stderr and str(path) in done.stderr
    if pid is not None:
        assert re.search(rf"\b{pid}\b", done.stderr), done.stderr
    return done


@pytest.fixture
def used(start, tmp_path):
    """A data file that a server has open."""
    data = tmp_path / "data.db"
    server = start("--data", data)
    server.data = data
    return server


def test_a_hard_link_is_the_same_data_file(used, cli, tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.db"
    os.link(used.data, link)
    refused(cli, link, used.pid)
    assert sorted(path.name for path in folder.iterdir()) == ["link.db"]
    with used.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Unharmed")


def test_without_its_lock_file_a_data_file_is_locked_still(used, cli, start):
    used.data.with_name("data.db-lock").unlink()
    for _ in range(2):
        refused(cli, used.data, used.pid)
    assert not used.data.with_name("data.db-lock").exists()
    with used.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Unharmed")
    used.stop()
    again = start("--data", used.data)
    with again.connect() as connection:
        assert all_posts(connection)[0]["title"] == "Unharmed"


def test_by_any_path_it_is_the_same_data_file(used, cli, tmp_path):
    (tmp_path / "up").symlink_to(".")
    (tmp_path / "link.db").symlink_to("data.db")
    for path in (tmp_path / "up" / "data.db", tmp_path / "link.db", "data.db", "./up/./data.db"):
        refused(cli, path, used.pid)


def test_after_a_kill_the_next_server_has_the_data_file_at_once(start, tmp_path):
    data = tmp_path / "data.db"
    (tmp_path / "link.db").symlink_to("data.db")
    for number in range(6):
        server = start("--data", data if number % 2 else tmp_path / "link.db")
        with server.connect() as connection:
            create_post(connection, log_in(connection, **MIRA), f"Post {number}")
        server.kill()
        if number == 3:
            data.with_name("data.db-lock").unlink()
    with start("--data", data).connect() as connection:
        titles = [post["title"] for post in all_posts(connection)[:6]]
        assert titles == [f"Post {number}" for number in reversed(range(6))]


def test_a_database_can_be_read_beside_its_server(used, cli):
    """The lock is on none of the bytes by which SQLite's own tools agree."""
    with sqlite3.connect(used.data) as database:
        before = database.execute("SELECT count(*) FROM post").fetchone()[0]
        with used.connect() as connection:
            create_post(connection, log_in(connection, **MIRA), "Seen")
        assert database.execute("SELECT count(*) FROM post").fetchone() == (before + 1,)
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()
    refused(cli, used.data, used.pid)


# MARK: What is a data file


@pytest.mark.parametrize("content", [b"x", b"\n", b"SQLite format 3", b"\0" * 5000])
def test_a_short_file_of_something_else_is_left_alone(cli, tmp_path, content):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "data.db").write_bytes(content)
    done = cli("serve", "--port", "0", "--data", folder / "data.db")
    assert done.returncode == 5, done.stderr
    assert "not a database" in done.stderr and done.stdout == ""
    assert (folder / "data.db").read_bytes() == content
    assert [path.name for path in folder.iterdir()] == ["data.db"]


def test_an_empty_file_becomes_a_data_file(start, tmp_path):
    (tmp_path / "data.db").touch()
    with start("--data", tmp_path / "data.db").connect() as connection:
        assert total(connection) >= 100


def test_devices_and_pipes_are_no_data_files(cli, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/null")
    for path in (tmp_path / "pipe", tmp_path / "link", "/dev/null", "/dev/zero"):
        done = cli("serve", "--port", "0", "--data", path)
        assert done.returncode == 5, done.stderr
        assert "device" in done.stderr and str(path) in done.stderr


MISSING = {
    "DROP TABLE comment": "the table comment is missing",
    "DROP INDEX post_by_slug": "the index post_by_slug is missing",
    "ALTER TABLE post DROP COLUMN views": "the column post.views is missing",
    "UPDATE post SET views = -5 WHERE id = 3": "post, row 3, column views",
    "UPDATE user SET name = CAST(x'ff' AS TEXT) WHERE id = 2": "user, row 2, column name",
}


@pytest.mark.parametrize("statement", MISSING)
def test_what_a_data_file_lacks_is_named(start, cli, tmp_path, statement):
    data = tmp_path / "data.db"
    start("--data", data).stop()
    with sqlite3.connect(data) as database:
        database.execute(statement)
    database.close()
    kept = data.read_bytes()
    done = cli("serve", "--port", "0", "--data", data)
    assert done.returncode == 5, done.stderr
    assert MISSING[statement] in done.stderr
    assert data.read_bytes() == kept


# MARK: Where it is


FATES = {
    "removed": lambda data: data.unlink(),
    "all removed": lambda data: [path.unlink() for path in data.parent.glob("data.db*")],
    "moved": lambda data: data.rename(data.with_name("moved.db")),
    "replaced": lambda data: (
        data.with_name("new").write_bytes(b""),
        data.with_name("new").rename(data),
    ),
    "log removed": lambda data: data.with_name("data.db-wal").unlink(),
}


def asking_to_write(connection, token, title):
    value = {"title": title, "content": "Not kept"}
    connection.send(json_request("POST", "/api/posts", value, token))
    return connection.read_answer()


@pytest.mark.parametrize("fate", FATES)
def test_a_data_file_that_is_gone_takes_no_writes(used, cli, fate):
    with used.connect() as connection, Control(used) as control:
        token = log_in(connection, **MIRA)
        kept = create_post(connection, token, "Kept")
        assert control.get("/ready") == {"status": "ready"}
        before = total(connection)
        FATES[fate](used.data)
        for number in range(3):
            answer = asking_to_write(connection, token, f"Lost {number}")
            assert answer.status == 500, answer
            assert answer.json() == {"error": "Internal server error"}
            # What is only read is answered, be it counted or not.
            for _ in range(2):
                shown = connection.ask("GET", f"/api/posts/{kept['_id']}")
                assert shown.status == 200 and shown.json()["title"] == "Kept"
            assert total(connection) == before
        problem = assert_problem(control.ask("GET", "/ready"), 503, "data.db", "restart")
        assert problem["title"] == "Not writable"
        assert cli("healthcheck", "--url", used.url).returncode == 1
        assert control.ask("POST", "/reset").status == 500
        assert total(connection) == before
        # Other worlds are in memory.
        world = control.make(from_="default")
        assert control.show(world.id)["posts"] == control.show("default")["posts"]
    used.stop()
    assert len(re.findall(r"data\.db\S* was (?:moved|replaced)", used.log)) == 1


def test_it_is_noticed_without_a_write(used):
    quiet_until = len(used.log_so_far)
    used.data.unlink()
    used.wait_for_log(r"data\.db was moved or deleted", start=quiet_until)


def test_a_data_file_that_was_moved_has_all_that_was_written(used, start, tmp_path):
    moved = tmp_path / "moved.db"
    with used.connect() as connection, Control(used) as control:
        token = log_in(connection, **MIRA)
        create_post(connection, token, "Before it was moved")
        used.data.rename(moved)
        assert asking_to_write(connection, token, "Refused").status == 500
        # It stays so when the file is back: somebody may have changed it meanwhile.
        moved.rename(used.data)
        assert asking_to_write(connection, token, "Refused too").status == 500
        assert_problem(control.ask("GET", "/ready"), 503)
    used.kill()
    with start("--data", used.data).connect() as connection:
        titles = [post["title"] for post in all_posts(connection)]
        assert titles[0] == "Before it was moved" and "Refused" not in titles
        create_post(connection, log_in(connection, **MIRA), "After a restart")


def test_the_log_of_a_file_that_was_replaced_is_no_part_of_the_new_one(used, start, tmp_path):
    other = tmp_path / "other.db"
    second = start("--data", other, "--seed", "empty")
    with second.connect() as connection:
        token = register(connection, "other@example.com", "pw")
        create_post(connection, token, "Of the other one")
    second.stop()
    with used.connect() as connection:
        token = log_in(connection, **MIRA)
        for number in range(20):
            create_post(connection, token, f"Post {number}", "x" * 5000)
        other.rename(used.data)
        assert asking_to_write(connection, token, "Refused").status == 500
    used.kill()
    with start("--data", used.data).connect() as connection:
        assert [post["title"] for post in all_posts(connection)] == ["Of the other one"]


# MARK: Forms of the file


def make_database(path: Path, *settings: str):
    """An empty database with settings that a file keeps."""
    database = sqlite3.connect(path, isolation_level=None)
    for setting in settings:
        database.execute(f"PRAGMA {setting}")
    database.execute("CREATE TABLE gone (x)")
    database.execute("DROP TABLE gone")
    database.close()


def in_encoding(source: Path, target: Path, encoding: str):
    """A copy of a database with its text in another encoding."""
    with sqlite3.connect(source) as old, sqlite3.connect(target) as new:
        new.execute(f"PRAGMA encoding = '{encoding}'")
        # Shadow tables of a search index are made with it.
        index = "post_search_"
        schema = old.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type = 'trigger'")
        for name, sql in schema.fetchall():
            if not name.startswith(("sqlite_", index)):
                new.execute(sql)
        for (name,) in old.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            if not name.startswith("post_search"):
                for row in old.execute(f"SELECT * FROM {name}").fetchall():
                    new.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
        (version,) = old.execute("PRAGMA user_version").fetchone()
        (program,) = old.execute("PRAGMA application_id").fetchone()
        new.execute(f"PRAGMA user_version = {version}")
        new.execute(f"PRAGMA application_id = {program}")
    old.close()
    new.close()


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_a_data_file_in_another_encoding_is_converted(start, tmp_path, encoding):
    server = start("--data", tmp_path / "old.db")
    with server.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Grüße 🌍")
        posts = all_posts(connection)
    server.stop()
    data = tmp_path / "data.db"
    in_encoding(tmp_path / "old.db", data, encoding)
    for _ in range(2):
        server = start("--data", data)
        with Control(server) as control, server.connect() as connection:
            assert all_posts(connection) == posts
            control.save("kept", overwrite=True)
            control.reset()
            assert total(connection) == len(posts) - 1
            control.restore("kept")
            assert all_posts(connection) == posts
        server.stop()
    with sqlite3.connect(data) as new, sqlite3.connect(f"{data}.utf-16") as old:
        assert new.execute("PRAGMA encoding").fetchone() == ("UTF-8",)
        assert old.execute("PRAGMA encoding").fetchone() == (encoding,)
        rows = [database.execute("SELECT * FROM post ORDER BY id").fetchall() for database in (new, old)]
        assert rows[0] == rows[1]
    new.close()
    old.close()


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_an_empty_data_file_in_another_encoding_is_filled(start, tmp_path, encoding):
    data = tmp_path / "data.db"
    make_database(data, f"encoding = '{encoding}'")
    with Control(start("--data", data)) as control, control.server.connect() as connection:
        count = total(connection)
        create_post(connection, log_in(connection, **MIRA), "Before")
        control.reset()
        assert total(connection) == count > 0


def test_another_programs_file_in_another_encoding_is_not_touched(cli, tmp_path):
    data = tmp_path / "data.db"
    make_database(data, "encoding = 'UTF-16le'")
    with sqlite3.connect(data) as database:
        database.execute("CREATE TABLE theirs (x)")
    database.close()
    before = data.read_bytes()
    assert cli("serve", "--port", "0", "--data", data).returncode == 5
    assert data.read_bytes() == before and not Path(f"{data}.utf-16").exists()


@pytest.mark.parametrize(
    "settings",
    [["page_size = 512"], ["page_size = 65536"], ["auto_vacuum = FULL"], ["auto_vacuum = INCREMENTAL"]],
    ids=lambda settings: settings[0].replace(" = ", "-"),
)
def test_a_data_file_of_another_form_is_reset_and_restored(start, tmp_path, settings):
    data = tmp_path / "data.db"
    make_database(data, *settings)
    server = start("--data", data)
    for _ in range(2):
        with Control(server) as control, server.connect() as connection:
            count = total(connection)
            create_post(connection, log_in(connection, **MIRA), "Before")
            control.save("kept", overwrite=True)
            control.reset()
            assert total(connection) == count
            create_post(connection, log_in(connection, **MIRA), "After")
            control.restore("kept")
            assert total(connection) == count + 1
            control.reset()
        server.stop()
        server = start("--data", data)
    with sqlite3.connect(data) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


# MARK: Beside other files


def test_a_data_file_is_no_snapshot(cli, tmp_path):
    snapshots = tmp_path / "snapshots"
    snapshots.mkdir()
    (tmp_path / "link").symlink_to("snapshots")
    for data, directory in (
        (snapshots / "data.sqlite", snapshots),
        (snapshots / "data.db", tmp_path / "link"),
        (tmp_path / "link" / "data.sqlite", snapshots),
    ):
        done = cli("serve", "--port", "0", "--data", data, "--snapshot-dir", directory)
        assert done.returncode == 3, done.stderr
        assert str(data) in done.stderr and "--snapshot-dir" in done.stderr
        assert not data.exists()


@pytest.mark.parametrize("kind", ["hard", "symbolic"])
def test_a_link_to_the_data_file_is_no_snapshot(used, start, cli, tmp_path, kind):
    snapshots = tmp_path / "snapshots"
    snapshots.mkdir()
    used.stop()
    link = snapshots / "link.sqlite"
    make_link(kind, used.data, link)
    done = cli("serve", "--port", "0", "--data", used.data, "--snapshot-dir", snapshots)
    assert done.returncode == 3, done.stderr
    assert "link.sqlite" in done.stderr
    link.unlink()
    # And one that is made later is neither written to nor removed.
    server = start("--data", used.data, "--snapshot-dir", snapshots)
    make_link(kind, used.data, link)
    with Control(server) as control:
        kept = used.data.stat().st_ino
        answer = control.ask("POST", "/snapshots", {"name": "link", "overwrite": True})
        assert_problem(answer, 507, "data file")
        answer = control.ask("DELETE", "/snapshots/link")
        assert_problem(answer, 409, "data file")
        assert link.exists() and used.data.stat().st_ino == kept
        assert control.get("/ready") == {"status": "ready"}


def make_link(kind: str, target: Path, link: Path):
    if kind == "hard":
        os.link(target, link)
    else:
        link.symlink_to(target)


def test_nothing_is_written_over_the_data_file(used, start, cli, tmp_path):
    (tmp_path / "link.sqlite").symlink_to(used.data)
    kept = used.data.stat().st_ino
    for path in (used.data, tmp_path / "link.sqlite", f"{used.data}-wal"):
        done = cli("export", path, "--url", used.url)
        assert done.returncode == 1, done.stderr
        assert "data file of a running server" in done.stderr
    assert used.data.stat().st_ino == kept
    used.stop()
    for flag in ("--export-on-exit", "--ready-file"):
        for path in (used.data, tmp_path / "link.sqlite", f"{used.data}-wal"):
            done = cli("serve", "--port", "0", "--data", used.data, flag, path)
            assert done.returncode == 3, done.stderr
            assert str(path) in done.stderr and flag in done.stderr
    assert used.data.stat().st_ino == kept
    snapshots = tmp_path / "snapshots"
    done = cli(
        "serve", "--port", "0", "--snapshot-dir", snapshots,
        "--export-on-exit", snapshots / "a.sqlite",
    )  # fmt: skip
    assert done.returncode == 3 and "--export-on-exit" in done.stderr, done.stderr


# MARK: Without room


def file_limit(size: int):
    """What has the program write no file beyond `size`; stands for a full disk."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))

    return limit


def read_often(server, times: int):
    """Reads one post again and again, each read a commit; all must be answered."""
    with server.connect() as connection:
        post = all_posts(connection)[0]
        views = post["views"]
        for _ in range(times):
            answer = connection.ask("GET", f"/api/posts/{post['_id']}")
            assert answer.status == 200, answer
            assert views <= answer.json()["views"] <= views + 1
            views = answer.json()["views"]
        return views - post["views"]


def test_views_are_counted_on_a_small_disk(small_disk, start):
    """The log is put into the file when it is in the way."""
    server = start("--data", small_disk / "data.db")
    assert read_often(server, 1500) >= 1490
    with server.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "There is room")


def test_views_are_counted_when_the_log_cannot_grow(start, tmp_path):
    data = tmp_path / "data.db"
    start("--data", data).stop()
    limit = data.stat().st_size + 300 * 1024
    server = start("--data", data, before_exec=file_limit(limit))
    assert read_often(server, 1500) >= 1400
    assert data.with_name("data.db-wal").stat().st_size <= limit


def test_a_post_is_read_on_a_full_disk(small_disk, start):
    server = start("--data", small_disk / "data.db")
    ballast = small_disk / "ballast"
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        post = create_post(connection, token, "To be read")
        fill(ballast)
        for _ in range(3):
            answer = asking_to_write(connection, token, "y" * 100_000)
            assert answer.status == 500, answer
            shown = connection.ask("GET", f"/api/posts/{post['_id']}")
            assert shown.status == 200 and shown.json()["title"] == "To be read"
            # In one tick with a write that is refused.
            value = {"title": "z" * 100_000, "content": "x"}
            connection.send(
                json_request("POST", "/api/posts", value, token)
                + request("GET", f"/api/posts/{post['_id']}")
                + request("GET", "/api/posts?limit=1")
            )
            assert connection.read_answer().status == 500
            assert connection.read_answer().json()["title"] == "To be read"
            assert connection.read_answer().json()["posts"][0]["title"] == "To be read"
        ballast.unlink()
        create_post(connection, token, "There is room again")


def fill(path: Path):
    """Leaves not a byte on a disk."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError as error:
            assert error.errno == errno.ENOSPC


@pytest.mark.parametrize("is_there", [False, True], ids=["new", "present"])
def test_a_start_on_a_full_disk_says_so(small_disk, start, cli, tmp_path, is_there):
    data = small_disk / "data.db"
    if is_there:
        start("--data", tmp_path / "made.db", "--seed", "empty").stop()
        shutil.copyfile(tmp_path / "made.db", data)
    fill(small_disk / "ballast")
    done = cli("serve", "--port", "0", "--data", data)
    assert done.returncode == 5, done.stderr
    assert "no space left on device" in done.stderr
    assert "permission" not in done.stderr


def test_the_log_is_emptied_when_nobody_writes(used):
    log = used.data.with_name("data.db-wal")
    with used.connect() as connection:
        token = log_in(connection, **MIRA)
        for number in range(12):
            create_post(connection, token, f"Long {number}", "word " * 30_000)
        assert log.stat().st_size > 1024 * 1024
    until = time.monotonic() + 60
    pause = threading.Event()
    while log.stat().st_size > 0:
        assert time.monotonic() < until, f"{log.stat().st_size} bytes are left"
        pause.wait(0.05)
