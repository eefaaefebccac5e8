"""Exports, imports and --export-on-exit: round trips to the byte, and what is refused."""

from __future__ import annotations

import json
import re
import resource
import signal
import sqlite3

import pytest

from community import Person
from conftest import MIRA
from damage import DAMAGES
from dummyjson import Client
from postly import all_posts, create_post, log_in, register
from rawhttp import json_request, request
from worlds import BASE, Control, assert_problem, titles, write

SUMMARY = {"world", "posts", "users", "comments", "counts", "milliseconds"}


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


# MARK: Export and import


def make_everything(control, world):
    """Something of every kind that a world can hold."""
    with world.connect() as connection:
        token = register(connection, "zoe@example.com", "pw 1", "Zoë 猫 \u202e")
        post = create_post(
            connection, token, 'Ünïcode 🦊 "q" \\ \u0000 </b>', "1\n\n2\t\u2028 " * 50
        )
        create_post(connection, token, "Ünïcode 🦊")
        mira = log_in(connection, **MIRA)
        identifier = post["_id"]
        connection.send(json_request("POST", f"/api/posts/{identifier}/like", {}, mira))
        assert connection.read_answer().status == 200
        comment = {"content": "Schön 🐚\u0000"}
        connection.send(json_request("POST", f"/api/posts/{identifier}/comments", comment, mira))
        assert connection.read_answer().status == 201
        for _ in range(3):
            assert connection.ask("GET", f"/api/posts/{identifier}").status == 200
        draft = {"title": "A draft", "content": "x", "status": "draft", "tags": ["a", "ß"]}
        connection.send(json_request("POST", "/api/posts", draft, token))
        assert connection.read_answer().status == 201
        victim = all_posts(connection)[-1]
    ada, eve = Person(world, "Ada"), Person(world, "Eve", joins=False)
    post = ada.post("In the feed 🦊", image_url="https://example.test/a.png")
    ada.like(post)
    ada.comment(post, "Mine")
    gone = ada.post("Gone")
    ada.delete(gone)
    app = Client(world)
    app.send("POST", "/posts/add", {"title": "Added", "userId": 5, "tags": ["x"]}, 201)
    app.send("PUT", "/posts/3", {"title": "Changed 🦊"})
    app.send("DELETE", "/todos/3")
    app.send("POST", "/carts/add", {"userId": 1, "products": [{"id": 3, "quantity": 4}]}, 201)
    app.send("POST", "/c/generate", {"json": {"a": [1, 2.50, None]}, "method": "PUT"})
    return victim, ada, eve


def everything(world, ada) -> dict:
    """What clients see of it."""
    with world.connect() as connection:
        seen = {"posts": all_posts(connection), "drafts": all_posts(connection, "draft")}
    seen["feed"] = ada.page("/posts?per_page=50")
    seen["me"] = ada.send("GET", "/me")
    app = Client(world)
    for kind in ("posts", "users", "todos", "carts", "products", "comments"):
        seen[kind + " of DummyJSON"] = app.all(kind)
    return seen


KEEP = ("--dummyjson-writes", "keep", "--clock", "2026-11-20T10:00:00Z", "--clock-frozen")


def test_a_seed_twice_has_the_same_bytes(start, tmp_path):
    """export → serve --seed → export."""
    with Control(start(*KEEP)) as control:
        _, ada, eve = make_everything(control, control.default())
        first = control.export("seed")
        seen = everything(control.default(), ada)
        token = control.mint("postly", "zoe@example.com")["token"]
    file = tmp_path / "exported.json"
    file.write_bytes(first)
    json.loads(first)
    again = start(*KEEP, "--seed", file)
    with Control(again) as control:
        assert control.export("seed") == first
        world = control.default()
        # The same token: people, their ids and their API tokens are content.
        there = Person.__new__(Person)
        there.__dict__.update(ada.__dict__)
        there.base = again.url
        there.session = again.session()
        assert relocated(everything(world, there), again) == relocated(seen, ada.server)
        assert control.ask("GET", "/live").status == 200
        answer = again.connect().ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert answer.status == 200 and answer.json()["name"] == "Zoë 猫 \u202e"
        with again.connect() as connection:
            log_in(connection, "zoe@example.com", "pw 1")
        second = control.make()
        assert control.export("seed", second.id) == first
    file.write_bytes(first)
    third = start(*KEEP, "--seed", file, "--no-cache")
    with Control(third) as control:
        assert control.export("seed") == first


def relocated(seen, server) -> str:
    """What was seen, wherever the server was."""
    text = json.dumps(seen, sort_keys=True)
    return re.sub(rf"\b(127\.0\.0\.1|localhost):{server.port}\b", "HOST", text)


@pytest.mark.parametrize("format", ["seed", "sqlite"])
def test_an_import_brings_back_what_was_exported(start, format):
    with Control(start(*KEEP)) as control:
        one, two = control.make(), control.make(from_="empty")
        _, ada, _ = make_everything(control, one)
        data = control.export(format, one.id)
        told = control.bring_in(data, two.id)
        assert set(told) == SUMMARY and told["world"] == two.id
        shown = control.show(one.id)
        assert [told[name] for name in ("posts", "users", "comments")] == [
            shown[name] for name in ("posts", "users", "comments")
        ]
        assert control.export("seed", two.id) == control.export("seed", one.id)
        # Of a database its rows are taken, not its pages: they are laid out alike from then on.
        again = control.export(format, two.id)
        assert format == "sqlite" or again == data
        three = control.make(from_="empty")
        control.bring_in(again, three.id)
        assert control.export(format, three.id) == again
        control.reset(two.id)
        assert titles(two) == [], "a reset brings back what the world began with"


def test_an_exported_database(start, tmp_path):
    with Control(start(*KEEP)) as control:
        make_everything(control, control.default())
        answer = control.ask("GET", "/export?world=default&format=sqlite")
        assert answer.header("Content-Type") == "application/vnd.sqlite3"
        assert "default.sqlite" in answer.header("Content-Disposition")
        assert answer.header("Content-Disposition").startswith("attachment")
        shown = control.show("default")
    file = tmp_path / "exported.sqlite"
    file.write_bytes(answer.body)
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("SELECT count(*) FROM post").fetchone() == (shown["posts"],)
        titles = {row[0] for row in database.execute("SELECT title FROM post")}
        assert "Ünïcode 🦊" in titles and "A draft" in titles
    database.close()
    # It is a data file too.
    with Control(start(*KEEP, "--data", file)) as control:
        assert control.show("default")["posts"] == shown["posts"]


def test_an_exported_seed_is_what_seed_check_takes(start, cli, tmp_path):
    with Control(start(*KEEP)) as control:
        make_everything(control, control.default())
        answer = control.ask("GET", "/export")
        assert answer.header("Content-Type") == "application/json"
        assert "default.json" in answer.header("Content-Disposition")
    file = tmp_path / "exported.json"
    file.write_bytes(answer.body)
    done = cli("seed", "check", file)
    assert done.returncode == 0, done.stdout + done.stderr


BAD_IMPORTS = {
    "nothing": (b"", 400, []),
    "a text": (b"hello", 400, ["1"]),
    "an unknown member": (b'{"posst": []}', 400, ["posst"]),
    "a fault in a post": (b'{"users": [],\n "posts": [{"title": 5}]}', 400, ["posts[0]", "2:"]),
    "a database cut off": (b"SQLite format 3\0" + b"\0" * 84, 409, []),
    "a database of junk": (b"SQLite format 3\0" + b"junk" * 5000, 409, []),
}


@pytest.mark.parametrize("case", BAD_IMPORTS)
def test_imports_that_are_refused(control, case):
    data, status, words = BAD_IMPORTS[case]
    write(control.default(), "Still here")
    before = control.export("sqlite")
    answer = control.ask("POST", "/import?world=default", body=data)
    problem = assert_problem(answer, status, *words)
    if case != "nothing":
        assert problem["title"] == ("Invalid seed" if status == 400 else "Database unusable")
    assert control.export("sqlite") == before


@pytest.mark.parametrize("damage", ["foreign", "newer", "tree", "cut off at a page"])
def test_damaged_databases_are_not_imported(control, tmp_path, damage):
    write(control.default(), "Still here")
    before = control.export("sqlite")
    file = tmp_path / "exported.sqlite"
    file.write_bytes(before)
    DAMAGES[damage](file)
    answer = control.ask("POST", "/import?world=default", body=file.read_bytes())
    assert assert_problem(answer, 409)["title"] == "Database unusable"
    assert control.export("sqlite") == before
    assert titles(control.default())[0] == "Still here"


REWRITTEN = {
    "small pages": ["PRAGMA page_size = 1024", "VACUUM"],
    "large pages": ["PRAGMA page_size = 65536", "VACUUM"],
    "self-vacuuming": ["PRAGMA auto_vacuum = FULL", "VACUUM"],
    "write-ahead log": ["PRAGMA journal_mode = WAL"],
    "a change": ["UPDATE post SET title = 'By hand' WHERE id = 1"],
}
ALTERED = {
    "a trigger": ["CREATE TRIGGER t AFTER INSERT ON post BEGIN DELETE FROM post; END"],
    "a view": ["CREATE VIEW v AS SELECT * FROM post"],
    "a table": ["CREATE TABLE mine (x)"],
    "a table less": ["DROP TABLE comment"],
    "a column": ["ALTER TABLE post ADD COLUMN extra TEXT"],
    "an index less": ["DROP INDEX post_by_slug"],
    "no version": ["PRAGMA user_version = 0"],
    "another program": ["PRAGMA application_id = 5"],
}


def altered(data: bytes, file, statements: list[str]) -> bytes:
    """The database after somebody has been at it with SQLite's own tools."""
    file.write_bytes(data)
    database = sqlite3.connect(file, isolation_level=None)
    for statement in statements:
        database.execute(statement).fetchall()
    database.close()
    return file.read_bytes()


@pytest.mark.parametrize("case", REWRITTEN)
def test_databases_that_were_written_anew(control, tmp_path, case):
    write(control.default(), "From elsewhere")
    data = altered(control.export("sqlite"), tmp_path / "x.db", REWRITTEN[case])
    world = control.make(from_="empty")
    assert control.bring_in(data, world.id)["posts"] == control.show("default")["posts"]
    assert titles(world)[0] == "From elsewhere"
    write(world, "After it")
    copy = control.make(from_=f"world:{world.id}")
    assert titles(copy)[:2] == ["After it", "From elsewhere"]
    control.reset(world.id)
    assert titles(world) == []


@pytest.mark.parametrize("case", ALTERED)
def test_databases_of_another_shape_are_not_imported(control, tmp_path, case):
    before = control.export("sqlite")
    data = altered(before, tmp_path / "x.db", ALTERED[case])
    answer = control.ask("POST", "/import?world=default", body=data)
    assert assert_problem(answer, 409)["title"] == "Database unusable"
    assert control.export("sqlite") == before


def test_the_data_file_of_a_server_is_imported(start, tmp_path):
    file = tmp_path / "data.db"
    server = start("--data", file)
    with Control(server) as control:
        write(control.default(), "In the file")
    server.stop()
    with Control(start()) as control:
        world = control.make(from_="empty")
        control.bring_in(file.read_bytes(), world.id)
        assert titles(world)[0] == "In the file"


def test_an_import_into_a_data_file_is_kept(start, tmp_path):
    with Control(start()) as control:
        write(control.default(), "From elsewhere")
        data = control.export("seed")
    flags = ["--data", tmp_path / "data.db"]
    server = start(*flags)
    with Control(server) as control:
        control.bring_in(data)
        assert titles(control.default())[0] == "From elsewhere"
    server.kill()
    with Control(start(*flags)) as control:
        assert titles(control.default())[0] == "From elsewhere"
        control.save("x")
        control.reset()
        assert "From elsewhere" not in titles(control.default())
        control.restore("x")
    with sqlite3.connect(tmp_path / "data.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()


def chunked(method: str, target: str, data: bytes) -> bytes:
    head = request(method, target, Transfer_Encoding="chunked", Content_Type="application/json")
    return head + b"%x\r\n" % len(data) + data + b"\r\n0\r\n\r\n"


def test_imports_have_a_limit_of_their_own(start):
    """Beside --max-body, which holds for all else; a refusal says which is meant."""
    flags = ("--max-body", "10KiB", "--max-import", "64KiB", "--seed", "empty")
    with Control(start(*flags)) as control:
        world = control.make(id="w")
        for size, status in ((9_000, 200), (60_000, 200), (70_000, 413), (5_000_000, 413)):
            text = json.dumps({"users": [], "posts": []}) + " " * size
            for path in (f"{BASE}/import", f"/w/w{BASE}/import", f"{BASE}/import?world=w"):
                for data in (
                    request("POST", path, text.encode()),
                    chunked("POST", path, text.encode()),
                ):
                    with control.server.connect() as connection:
                        connection.send_if_open(data)
                        answer = connection.read_answer("POST")
                    if status == 413:
                        assert_problem(answer, 413, "MOCKPOSTLY_MAX_IMPORT")
                    else:
                        assert answer.status == 200, answer
        for path in ("/reset", "/snapshots", "/worlds/w/reset", "/importer", "/import/x"):
            with control.server.connect() as connection:
                connection.send_if_open(request("POST", BASE + path, b" " * 20_000))
                assert_problem(connection.read_answer("POST"), 413, "MOCKPOSTLY_MAX_BODY")
        with world.connect() as connection:
            connection.send_if_open(request("POST", "/api/posts", b" " * 20_000))
            assert connection.read_answer("POST").status == 413
            assert control.names() == ["default", "w"]


# MARK: At the end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("ending", ["json", "sqlite", "db"])
def test_an_export_at_exit(start, tmp_path, number, ending):
    file = tmp_path / f"at-exit.{ending}"
    server = start("--export-on-exit", file)
    with Control(server) as control:
        write(control.default(), "Exported at the end")
        wanted = control.export("seed")
    server.signal(number)
    assert server.wait() == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("at-exit")] == [
        file.name
    ]
    if ending == "json":
        assert file.read_bytes() == wanted
        with Control(start("--seed", file)) as control:
            assert titles(control.default())[0] == "Exported at the end"
    else:
        with sqlite3.connect(file) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            found = database.execute(
                "SELECT count(*) FROM post WHERE title = 'Exported at the end'"
            ).fetchone()
            assert found == (1,)
        database.close()


def test_an_export_at_exit_replaces_the_file_whole(start, tmp_path):
    file = tmp_path / "at-exit.json"
    file.write_text("old")
    server = start("--export-on-exit", file)
    assert file.read_text() == "old", "not touched before the end"
    server.stop()
    json.loads(file.read_bytes())
    server = start("--export-on-exit", file)
    server.kill()
    json.loads(file.read_bytes())


def test_an_export_at_exit_that_cannot_be_written_stops_the_start(cli, tmp_path):
    done = cli("serve", "--port", 0, "--export-on-exit", tmp_path / "missing" / "file.json")
    assert done.returncode == 3 and "missing" in done.stderr and done.stdout == ""
    done = cli("serve", "--port", 0, "--export-on-exit", tmp_path)
    assert done.returncode == 3 and "directory" in done.stderr


def test_an_export_at_exit_that_fails_is_told(start, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    server = start("--export-on-exit", folder / "file.json")
    folder.rmdir()
    server.signal(signal.SIGTERM)
    code = server.wait()
    assert "folder" in server.log
    assert code == 1, "what was asked for was not done"


def test_an_export_at_exit_without_room_keeps_the_old_file(start, tmp_path):
    """The limit of a file's size stands for the full disk."""
    file = tmp_path / "at-exit.json"
    file.write_text("old")

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))

    server = start("--export-on-exit", file, before_exec=limited)
    server.signal(signal.SIGTERM)
    assert server.wait() == 1
    assert "at-exit.json" in server.log
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == [file.name], "no leftovers"
