"""Seeds and data files: what is refused, how it is told, and what stays untouched."""

from __future__ import annotations

import ctypes
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import MIRA
from postly import all_posts, create_post, log_in, total
from rawhttp import json_request

# MARK: Seeds

GOOD_USER = {"name": "Ada", "email": "ada@example.com"}
GOOD_POST = {
    "author": "ada@example.com",
    "title": "T",
    "content": "C",
    "createdAt": "2026-01-01T00:00:00Z",
}


def seed_text(user=None, post=None):
    """A seed over several lines: line 3 is the user, line 6 the post."""
    return (
        '{\n  "users": [\n    '
        + json.dumps(GOOD_USER if user is None else user)
        + '\n  ],\n  "posts": [\n    '
        + json.dumps(GOOD_POST if post is None else post)
        + "\n  ]\n}\n"
    )


BROKEN_SEEDS = {
    "not JSON": ('{\n  "users": [\n    oops\n  ]\n}\n', 3, ""),
    "cut off": ('{\n  "users": [', 2, ""),
    "empty": ("", 1, ""),
    "an array": ("[]", 1, "object"),
    "unknown member": ('{\n  "people": []\n}\n', 2, "people"),
    "users not an array": ('{\n  "users": {}\n}\n', 2, "users"),
    "unknown member of a user": (seed_text(user={**GOOD_USER, "emial": "x"}), 3, "emial"),
    "user without email": (seed_text(user={"name": "Ada"}), 3, "email"),
    "user without name": (seed_text(user={"email": "ada@example.com"}), 3, "name"),
    "name is a number": (seed_text(user={**GOOD_USER, "name": 7}), 3, "name"),
    "bad user id": (seed_text(user={**GOOD_USER, "userId": "XYZ"}), 3, "userId"),
    "unknown member of a post": (seed_text(post={**GOOD_POST, "titel": "x"}), 6, "titel"),
    "post without title": (
        seed_text(post={key: value for key, value in GOOD_POST.items() if key != "title"}),
        6,
        "title",
    ),
    "unknown author": (
        seed_text(post={**GOOD_POST, "author": "bo@example.com"}),
        6,
        "bo@example.com",
    ),
    "bad date": (seed_text(post={**GOOD_POST, "createdAt": "yesterday"}), 6, "createdAt"),
    "impossible date": (
        seed_text(post={**GOOD_POST, "createdAt": "2026-02-30T00:00:00Z"}),
        6,
        "createdAt",
    ),
    "negative views": (seed_text(post={**GOOD_POST, "views": -1}), 6, "views"),
    "bad id": (seed_text(post={**GOOD_POST, "_id": "ABC"}), 6, "_id"),
    "a like twice": (seed_text(post={**GOOD_POST, "likes": ["ada@example.com"] * 2}), 6, "likes"),
    "comment without content": (
        seed_text(
            post={
                **GOOD_POST,
                "comments": [{"author": "ada@example.com", "createdAt": "2026-01-01T00:00:00Z"}],
            }
        ),
        6,
        "content",
    ),
}


@pytest.mark.parametrize(("text", "line", "named"), BROKEN_SEEDS.values(), ids=BROKEN_SEEDS.keys())
def test_a_broken_seed(cli, tmp_path, text, line, named):
    path = tmp_path / "broken.json"
    path.write_text(text)
    for words, codes in (
        (("serve", "--port", "0", "--seed", path), (3,)),
        (("seed", "check", path), (1, 3)),
    ):
        done = cli(*words)
        told = done.stderr + (done.stdout if words[0] == "seed" else "")
        assert done.returncode in codes, f"{done.returncode}: {told}"
        place = re.search(r"broken\.json:(\d+):(\d+)", told)
        assert place, f"no file:line:column in {told!r}"
        assert int(place[1]) == line, told
        assert named in told
        if words[0] == "serve":
            assert done.stdout == ""


def test_a_seed_with_the_same_email_twice(cli, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text('{"users": [\n  %s,\n  %s\n]}' % (json.dumps(GOOD_USER), json.dumps(GOOD_USER)))
    done = cli("serve", "--port", "0", "--seed", path)
    assert done.returncode == 3
    assert re.search(r"broken\.json:3:\d+", done.stderr), done.stderr
    assert "ada@example.com" in done.stderr


def test_a_missing_seed_is_named(cli, tmp_path):
    done = cli("serve", "--port", "0", "--seed", tmp_path / "nowhere.json")
    assert done.returncode == 3, done.stderr
    assert "nowhere.json" in done.stderr


def test_a_seed_of_several_files(start, cli, tmp_path):
    folder = tmp_path / "seed"
    folder.mkdir()
    (folder / "1-users.json").write_text(json.dumps({"users": [GOOD_USER]}))
    (folder / "2-posts.json").write_text(json.dumps({"posts": [GOOD_POST]}))
    (folder / "notes.txt").write_text("not a seed")
    assert cli("seed", "check", folder).returncode == 0
    by_folder = start("--seed", folder)
    by_files = start("--seed", folder / "1-users.json", "--seed", folder / "2-posts.json")
    with by_folder.connect() as one, by_files.connect() as two:
        posts = all_posts(one)
        assert [post["title"] for post in posts] == ["T"]
        assert posts == all_posts(two), "the same files must give the same ids"


def test_nothing_of_a_broken_seed_is_loaded(start, cli, tmp_path):
    data = tmp_path / "data.db"
    folder = tmp_path / "seed"
    folder.mkdir()
    (folder / "1-good.json").write_text(seed_text())
    (folder / "2-bad.json").write_text(seed_text(user={"name": "Bo"}, post=GOOD_POST))
    done = cli("serve", "--port", "0", "--data", data, "--seed", folder)
    assert done.returncode == 3 and "2-bad.json" in done.stderr
    server = start("--data", data, "--seed", "empty")
    with server.connect() as connection:
        assert total(connection) == 0
        account = {"email": "ada@example.com", "password": "pw"}
        connection.send(json_request("POST", "/api/auth/register", account))
        assert connection.read_answer().status == 201, "a user of the broken seed is there"


def generate(cli, folder, seed="7"):
    return cli(
        "seed", "gen", "--posts", "300", "--users", "25", "--comments", "500",
        "--random-seed", seed, "--out", folder,
    )  # fmt: skip


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_seed_gen_is_deterministic_and_can_be_served(cli, start, tmp_path):
    for name, seed in (("one", "7"), ("two", "7"), ("three", "8")):
        done = generate(cli, tmp_path / name, seed)
        assert done.returncode == 0, done.stderr
        assert "\r" not in done.stderr + done.stdout, "a progress bar is for terminals"
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert contents(tmp_path / "one") != contents(tmp_path / "three")
    assert contents(tmp_path / "one")
    checked = cli("seed", "check", tmp_path / "one")
    assert checked.returncode == 0, checked.stderr
    server = start("--seed", tmp_path / "one")
    with server.connect() as connection:
        told = connection.ask("POST", "/__mockpostly/v1/reset").json()
        assert (told["posts"], told["users"], told["comments"]) == (300, 25, 500)
        titles = {post["title"] for post in all_posts(connection)}
        assert len(titles) > 100


def test_generated_likes_feeds_and_records_are_served(cli, start, tmp_path):
    made = cli(
        "seed", "gen", "--posts", "20", "--users", "10", "--comments", "40", "--likes", "50", "--feed", "30",
        "--records", "products=300,users=5", "--random-seed", "7", "--out", tmp_path / "made",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    checked = cli("seed", "check", tmp_path / "made")
    assert checked.returncode == 0, checked.stderr
    files = [json.loads(path.read_text()) for path in sorted((tmp_path / "made").iterdir())]
    server = start("--seed", tmp_path / "made")
    with server.connect() as connection:
        seed = connection.ask("GET", "/__mockpostly/v1/export").json()
        shown = {post["title"]: post["likes"] for post in all_posts(connection)}
        likes = {post["title"]: len(post.get("likes", [])) for post in seed["posts"]}
        assert (len(likes), sum(likes.values())) == (20, 50)
        assert len(shown) > 15 and shown.items() <= likes.items()
        feed = next(file["community"]["posts"] for file in files if "community" in file)
        assert len(seed["community"]["posts"]) == len(feed) == 30
        assert {post["content"] for post in seed["community"]["posts"]} == {post["content"] for post in feed}
        assert sum(len(post.get("comments", [])) for post in seed["posts"]) == 40
        products = connection.ask("GET", "/products?limit=1&skip=299").json()
        assert (products["total"], products["products"][0]["id"]) == (300, 300)
        wanted = next(file["dummyjson"]["imported"] for file in files if "dummyjson" in file)
        shown, product = connection.ask("GET", "/products/300").json(), wanted["products"][299]
        assert all(shown[name] == product[name] for name in ("title", "price", "stock", "reviews"))
        assert connection.ask("GET", "/users").json()["total"] == 5
        assert connection.ask("GET", "/recipes").json()["total"] == 50, "kinds without a number are the program's"
    again = start("--seed", tmp_path / "made", "--data", tmp_path / "kept.db")
    with again.connect() as connection:
        assert connection.ask("GET", "/__mockpostly/v1/export").json() == seed


def test_all_mistakes_of_a_seed_are_told_at_the_start(cli, tmp_path):
    (tmp_path / "a.json").write_text('{"users": [\n {"name": 5},\n {"email": "a@x", "nick": "A"}]}')
    (tmp_path / "b.json").write_text('{"posts": [\n {"title": "T", "createdAt": "-3 days"}]}')
    (tmp_path / "c.json").write_text('{"$schema": "seed.schema.json", "users": []}')
    files = [tmp_path / name for name in ("a.json", "b.json", "c.json")]
    done = cli("serve", "--port", "0", *(word for file in files for word in ("--seed", file)))
    assert done.returncode == 3, done.stderr
    for place in (
        "a.json:2:11: users[0].name: expected a string",
        "a.json:2:2: users[0].email: is missing",
        "a.json:3:2: users[1].name: is missing",
        "a.json:3:19: users[1].nick: unknown name",
        "b.json:2:2: posts[0].author: is missing",
        "b.json:2:2: posts[0].content: is missing",
        "b.json:2:30: posts[0].createdAt: expected a date such as",
    ):
        assert place in done.stderr, place
    assert "c.json" not in done.stderr


def test_the_standard_seed_is_sound(cli):
    done = cli("seed", "check", Path(__file__).resolve().parents[2] / "seed" / "postly")
    assert done.returncode == 0, done.stderr


# MARK: Data files


def state_of(path: Path):
    """What must not change in a file that is refused."""
    return path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes()


@pytest.fixture
def stored(start, tmp_path):
    """A data file of this version in a folder of its own, with its server stopped."""
    folder = tmp_path / "stored"
    folder.mkdir()
    server = start("--data", folder / "data.db")
    with server.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Precious")
    server.stop()
    return folder / "data.db"


def assert_left_alone(cli, path, *words, **options):
    """Exit 5, the file named, its bytes and its time of change as they were."""
    before = state_of(path) if path.exists() else None
    done = cli("serve", "--port", "0", "--data", path, **options)
    assert done.returncode == 5, f"{done.returncode}\n{done.stderr}"
    assert done.stdout == ""
    assert str(path) in done.stderr
    for word in words:
        assert re.search(word, done.stderr, re.IGNORECASE), f"no {word!r} in {done.stderr!r}"
    if before is None:
        assert not path.exists() and not path.parent.exists()
    else:
        assert state_of(path) == before
        left = [name for name in ("-wal", "-shm", "-journal") if Path(f"{path}{name}").exists()]
        assert not left, f"left behind: {left}"


def test_a_data_file_of_a_newer_version(cli, stored):
    with sqlite3.connect(stored) as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()
    assert_left_alone(cli, stored, "newer")


@pytest.mark.parametrize(
    "junk",
    [b"not a database\n", b"x" * 100_000, b'{"users":[]}' * 1000],
    ids=["short", "long", "json"],
)
def test_a_data_file_that_is_no_database(cli, tmp_path, junk):
    folder = tmp_path / "junk"
    folder.mkdir()
    (folder / "data.db").write_bytes(junk)
    assert_left_alone(cli, folder / "data.db", "not a .*database|not a .*data file")


def test_a_database_of_another_program(cli, tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    with sqlite3.connect(folder / "data.db") as database:
        database.execute("CREATE TABLE invoices (amount INTEGER)")
        database.execute("INSERT INTO invoices VALUES (42)")
    database.close()
    assert_left_alone(cli, folder / "data.db")


def test_a_truncated_data_file(cli, stored):
    os.truncate(stored, stored.stat().st_size // 2)
    assert_left_alone(cli, stored, "corrupt|damaged|malformed")


def test_a_scribbled_data_file(cli, stored):
    size = stored.stat().st_size
    with open(stored, "r+b") as file:
        for at in range(4096, size, 4096):
            file.seek(at)
            file.write(bytes(range(256)) * 16)
    assert stored.stat().st_size >= size
    assert_left_alone(cli, stored, "corrupt|damaged|malformed")


def without_root_powers():
    """Takes from root the rights to read and write what file modes forbid."""
    drop_from_bounding_set, override, read_search = 24, 1, 2
    prctl = ctypes.CDLL(None).prctl
    for right in (override, read_search):
        if prctl(drop_from_bounding_set, right, 0, 0, 0) != 0:
            os._exit(77)


@pytest.fixture
def ordinary_user():
    """How to start the program so that file modes hold, even for root."""
    if os.geteuid() != 0:
        return None
    if not sys.platform.startswith("linux"):
        pytest.skip("root ignores file modes here")
    probe = subprocess.run(["true"], preexec_fn=without_root_powers)
    if probe.returncode == 77:
        pytest.skip("root ignores file modes and may not drop that right")
    return without_root_powers


def test_a_read_only_data_file(cli, stored, ordinary_user):
    stored.chmod(0o444)
    assert_left_alone(
        cli,
        stored,
        "read-only|permission|not writable|cannot be written",
        before_exec=ordinary_user,
    )


def test_an_unreadable_data_file(cli, stored, ordinary_user):
    kept = stored.read_bytes()
    stored.chmod(0)
    done = cli("serve", "--port", "0", "--data", stored, before_exec=ordinary_user)
    assert done.returncode == 5, done.stderr
    assert str(stored) in done.stderr and done.stdout == ""
    stored.chmod(0o600)
    assert stored.read_bytes() == kept


def test_a_data_file_in_a_read_only_folder(cli, stored, ordinary_user):
    stored.parent.chmod(0o555)
    try:
        assert_left_alone(
            cli, stored, "read-only|permission|writable|written", before_exec=ordinary_user
        )
    finally:
        stored.parent.chmod(0o755)


def test_a_data_file_in_a_missing_folder(cli, tmp_path):
    assert_left_alone(cli, tmp_path / "nowhere" / "data.db", "director|folder")


def test_a_folder_in_place_of_the_data_file(cli, tmp_path):
    folder = tmp_path / "data.db"
    folder.mkdir()
    (folder / "inside").write_text("x")
    done = cli("serve", "--port", "0", "--data", folder)
    assert done.returncode == 5, done.stderr
    assert str(folder) in done.stderr and done.stdout == ""
    assert (folder / "inside").read_text() == "x"


def test_an_empty_data_file_stays_empty(start, tmp_path):
    """A file is filled from a seed once, when it is made, were it from the empty one."""
    data = tmp_path / "data.db"
    start("--data", data, "--seed", "empty").stop()
    again = start("--data", data)
    with again.connect() as connection:
        assert total(connection) == 0


def test_a_second_server_on_the_same_data_file(start, cli, tmp_path):
    data = tmp_path / "data.db"
    first = start("--data", data)
    link = tmp_path / "other-name.db"
    link.symlink_to(data)
    for name in (data, link):
        done = cli("serve", "--port", "0", "--data", name)
        assert done.returncode == 5, done.stderr
        assert re.search(rf"\b{first.pid}\b", done.stderr), done.stderr
        assert done.stdout == ""
    with first.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Unharmed")
    first.stop()
    again = start("--data", data)
    with again.connect() as connection:
        assert all_posts(connection)[0]["title"] == "Unharmed"
