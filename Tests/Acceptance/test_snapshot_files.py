"""--snapshot-dir: files over restarts, kill -9, a full disk, and files that are at fault."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from damage import DAMAGES
from postly import create_post, total
from rawhttp import ConnectionEnded, json_request, request
from test_durability import assert_intact
from worlds import BASE, MIRA_EMAIL, Control, assert_problem, titles, write

SEED = 20261122
ROUNDS = 12
"""How many times a server is killed while it saves; it takes a few moments that differ."""


@pytest.fixture
def kept(start, tmp_path):
    """A server with a directory of snapshots."""
    with Control(start("--snapshot-dir", tmp_path / "snapshots")) as control:
        control.directory = tmp_path / "snapshots"
        yield control


# MARK: Files


def test_snapshots_survive_a_restart(start, tmp_path):
    directory = tmp_path / "snapshots"
    server = start("--snapshot-dir", directory)
    with Control(server) as control:
        write(control.default(), "Survives")
        made = control.save("durable")
        assert Path(made["file"]).parent == directory and Path(made["file"]).is_file()
        assert Path(made["file"]).stat().st_size == made["bytes"]
        control.save("gone")
        control.send("DELETE", "/snapshots/gone", status=204)
    server.kill()
    assert [path for path in directory.iterdir()] == [Path(made["file"])], "and nothing else"
    with Control(start("--snapshot-dir", directory)) as control:
        assert control.snapshots() == ["durable"]
        told = control.get("/snapshots/durable")
        for name in ("name", "bytes", "rows", "file"):
            assert told[name] == made[name], name
        assert titles(control.default())[0] != "Survives"
        control.restore("durable")
        assert titles(control.default())[0] == "Survives"
        assert titles(control.make(from_="snapshot:durable"))[0] == "Survives"


def test_a_snapshot_file_is_a_database(kept):
    write(kept.default(), "In a file")
    file = kept.save("whole")["file"]
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        found = database.execute("SELECT count(*) FROM post WHERE title = 'In a file'").fetchone()
        assert found == (1,)
    database.close()


def test_the_directory_is_made_and_a_file_in_its_place_is_told(start, cli, tmp_path):
    deep = tmp_path / "a" / "b"
    with Control(start("--snapshot-dir", deep)) as control:
        control.save("x")
        assert deep.is_dir()
    (tmp_path / "file").write_text("x")
    done = cli("serve", "--port", "0", "--snapshot-dir", tmp_path / "file")
    assert done.returncode == 3 and "file" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("restarted", [False, True], ids=["running", "restarted"])
def test_a_damaged_file_is_refused_and_nothing_changes(start, tmp_path, damage, restarted):
    directory = tmp_path / "snapshots"
    flags = ["--snapshot-dir", directory]
    server = start(*flags)
    with Control(server) as control:
        control.save("good")
        file = Path(control.save("bad")["file"])
        if restarted:
            control.close()
            server.stop()
        DAMAGES[damage](file)
        damaged = file.read_bytes()
    if restarted:
        server = start(*flags)
    with Control(server) as control:
        write(control.default(), "Still here")
        before = control.export("sqlite")
        assert control.snapshots() in (["bad", "good"], ["good"])
        shown = control.ask("GET", "/snapshots/bad")
        assert shown.status in (200, 404, 409)
        answer = control.ask("POST", "/snapshots/bad/restore")
        if answer.status == 200 and not restarted:
            # The server may have kept its own copy; then that is what is restored, whole.
            assert titles(control.default())[0] != "Still here"
            return
        assert_problem(answer, 409 if answer.status != 404 else 404, "bad")
        control.refuse("POST", "/worlds", {"from": "snapshot:bad"}, answer.status, "bad")
        control.ask("GET", "/snapshots/bad/diff?world=default")
        assert control.export("sqlite") == before
        assert titles(control.default())[0] == "Still here"
        assert control.names() == ["default"]
        assert file.read_bytes() == damaged, "a file that is refused is left alone"
        control.restore("good")
        control.save("bad", overwrite=True)
        control.restore("bad")
        assert "Still here" not in titles(control.default())


def test_other_files_do_not_show_up(start, tmp_path):
    directory = tmp_path / "snapshots"
    server = start("--snapshot-dir", directory)
    with Control(server) as control:
        good = Path(control.save("good")["file"])
    server.stop()
    (directory / "notes.txt").write_text("mine")
    (directory / ".hidden").write_text("mine")
    (directory / f"folder{good.suffix}").mkdir()
    shutil.copy(good, directory / f"{good.name}.tmp")
    shutil.copy(good, directory / f".{good.name}")
    shutil.copy(good, directory / f"bad name{good.suffix}")
    os.mkfifo(directory / f"pipe{good.suffix}")
    with Control(start("--snapshot-dir", directory)) as control:
        assert control.snapshots() == ["good"]
        assert titles(control.make(from_="snapshot:good")) == titles(control.default())
    assert (directory / "notes.txt").read_text() == "mine"


def test_two_who_save_under_one_name(kept):
    """One of them is told that it is there already."""
    worlds = [kept.make(id=f"w{number}") for number in range(6)]
    for world in worlds:
        write(world, f"In {world.id}")
    for turn in range(5):
        controls = [Control(kept.server) for _ in worlds]
        for world, own in zip(worlds, controls):
            order = {"name": f"same{turn}", "world": world.id, "of": "default"}
            body = json.dumps(order).encode()
            own.connection.send(request("POST", BASE + "/snapshots", body))
        answers = [own.connection.read_answer("POST") for own in controls]
        assert sorted(answer.status for answer in answers) == [201] + [409] * (len(worlds) - 1)
        (winner,) = [world for world, a in zip(worlds, answers) if a.status == 201]
        kept.restore(f"same{turn}")
        assert titles(kept.default())[0] == f"In {winner.id}"
        for own in controls:
            own.close()


def test_saves_restores_and_deletions_of_one_name_at_once(kept):
    """Each is answered, and what is there in the end is one of what was saved, whole."""
    world = kept.make(id="w")
    token = kept.mint("postly", MIRA_EMAIL, "w")["token"]
    source = random.Random(SEED)
    save = json.dumps({"name": "s", "world": "w", "of": "default", "overwrite": True})
    save = save.encode()
    for turn in range(20):
        with world.connect() as connection:
            create_post(connection, token, f"Turn {turn}")
        controls = [Control(kept.server) for _ in range(8)]
        for own in controls:
            own.connection.send(
                source.choice(
                    [
                        request("POST", BASE + "/snapshots", save),
                        request("POST", BASE + "/snapshots/s/restore"),
                        request("DELETE", BASE + "/snapshots/s"),
                        request("GET", BASE + "/snapshots"),
                        request("POST", BASE + "/worlds", b'{"from":"snapshot:s","ttl":"1s"}'),
                    ]
                )
            )
        for own in controls:
            assert own.connection.read_answer("POST").status in (200, 201, 204, 404)
            own.close()
    kept.save("s", "w", of="default", overwrite=True)
    kept.restore("s")
    assert titles(kept.default())[0] == "Turn 19"


def test_a_snapshot_that_is_deleted_before_it_is_read_is_unknown(start, tmp_path):
    flags = ["--snapshot-dir", tmp_path / "snapshots", "--quiet"]
    with Control(start(*flags)) as control:
        for number in range(10):
            control.save(f"s{number}")
    # Another server, which has none of them in memory.
    server = start(*flags)
    seen = set()
    for number in range(10):
        with server.connect() as busy, server.connect() as one, server.connect() as other:
            for place in range(10):
                account = {"email": f"{number}-{place}@example.com", "name": "N", "password": "x"}
                busy.send(json_request("POST", "/api/auth/register", account))
            one.send(request("POST", BASE + f"/snapshots/s{number}/restore"))
            other.send(request("DELETE", BASE + f"/snapshots/s{number}"))
            assert other.read_answer("DELETE").status == 204
            seen.add(one.read_answer("POST").status)
    assert seen <= {200, 404}


def test_kill_9_while_saving_harms_no_copy(start, tmp_path):
    """Whatever the moment: each snapshot is an earlier one whole, or the new one."""
    directory = tmp_path / "snapshots"
    flags = ["--snapshot-dir", directory, "--quiet"]
    source = random.Random(SEED)
    pause = threading.Event()
    saved = 0
    acknowledged: dict[str, int] = {}
    server = start(*flags)
    with Control(server) as control:
        base = total_of(control)
        started = time.monotonic()
        control.save("s0", overwrite=True)
        usual = time.monotonic() - started
        acknowledged["s0"] = base
    for number in range(ROUNDS):
        killer = threading.Thread(
            target=lambda: (pause.wait(source.uniform(0, 4 * usual)), server.kill())
        )
        # So some are saved in each round, however long they take.
        saves_before = source.randrange(1, 4)
        attempted: dict[str, int] = {}
        posts = base
        with Control(server) as control:
            # In memory: each start begins with the seed.
            token = control.mint("postly", MIRA_EMAIL)["token"]
            try:
                while True:
                    if posts == base + saves_before:
                        killer.start()
                    name = f"s{source.randrange(3)}"
                    create_post(control.connection, token, f"Post {posts}")
                    posts += 1
                    attempted[name] = posts
                    control.save(name, overwrite=True)
                    acknowledged[name] = posts
                    saved += 1
            except (ConnectionEnded, OSError):
                pass
        killer.join(60)
        server = start(*flags)
        with Control(server) as control:
            names = control.snapshots()
            assert set(acknowledged) <= set(names) <= set(acknowledged) | set(attempted)
            for name in names:
                count = (
                    control.restore(name)["posts"]
                    - control.make(id="fresh", ttl="1m").info["posts"]
                    + base
                )
                control.delete("fresh")
                possible = {acknowledged.get(name), attempted.get(name)}
                assert count in possible, f"round {number}, {name}: {count} of {possible}"
                acknowledged[name] = count
            control.reset()
    assert saved >= ROUNDS
    with Control(server) as control:
        left = {path.name for path in directory.iterdir()}
        assert len(left) == len(control.snapshots()), f"leftovers: {left}"
    print(f"kill -9: {saved} snapshots saved in {ROUNDS} rounds")


@pytest.mark.parametrize("how", ["restore", "reset", "import"])
def test_kill_9_while_a_data_file_is_given_other_content(start, tmp_path, how):
    """The data file has the old content or the new one, whole, and nothing else."""
    directory, data = tmp_path / "snapshots", tmp_path / "data.db"
    flags = ["--snapshot-dir", directory, "--data", data, "--quiet"]
    source = random.Random(SEED)
    pause = threading.Event()
    server = start(*flags)
    with Control(server) as control:
        sizes = {total_of(control)}
        control.save("few")
        fill(control, 30)
        control.save("many")
        sizes.add(total_of(control))
        whole = control.export("seed")
        started = time.monotonic()
        control.bring_in(whole) if how == "import" else control.restore("many")
        usual = time.monotonic() - started
    assert len(sizes) == 2
    changes = 0
    for number in range(ROUNDS // 2):
        killer = threading.Thread(
            target=lambda: (pause.wait(source.uniform(0, 10 * usual)), server.kill())
        )
        with Control(server) as control:
            killer.start()
            try:
                while True:
                    control.restore("few") if how == "restore" else control.reset()
                    if how == "import":
                        control.bring_in(whole)
                    else:
                        control.restore("many")
                    changes += 2
            except (ConnectionEnded, OSError):
                pass
        killer.join(60)
        assert_intact(data, tmp_path / "scratch")
        server = start(*flags)
        with Control(server) as control:
            assert total_of(control) in sizes, f"round {number}"
            assert control.snapshots() == ["few", "many"]
    print(f"kill -9: {changes} changes of a data file in {ROUNDS // 2} rounds of {how}")


def total_of(control) -> int:
    with control.server.connect() as connection:
        return total(connection)


def limited(limit: int):
    def apply():
        # Without this the first write beyond the limit would end the process.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))

    return apply


def assert_no_room(control, directory, good: bytes):
    """A snapshot that does not fit is refused; the one that is there stays as it is."""
    file = next(path for path in directory.iterdir() if path.name.startswith("good"))
    before = titles(control.default())
    for body in (
        {"name": "good", "overwrite": True},
        {"name": "new"},
    ):
        answer = control.ask("POST", "/snapshots", body)
        assert answer.status in (500, 507), answer
        problem = assert_problem(answer, answer.status)
        assert "good" in problem["detail"] or "new" in problem["detail"]
    assert control.snapshots() == ["good"]
    assert file.read_bytes() == good
    assert [path.name for path in directory.iterdir()] == [file.name], "no leftovers"
    control.restore("good")
    assert titles(control.default()) != before
    assert control.send("GET", "/live") == {"status": "live"}


def fill(control, count: int = 60):
    token = control.mint("postly", MIRA_EMAIL)["token"]
    with control.server.connect() as connection:
        for number in range(count):
            create_post(connection, token, f"Filler {number}", f"{number} " * 8000)


def test_a_snapshot_that_cannot_be_written(start, tmp_path):
    directory = tmp_path / "snapshots"
    server = start("--snapshot-dir", directory)
    with Control(server) as control:
        file = Path(control.save("good")["file"])
    server.stop()
    size = file.stat().st_size + 100_000
    with Control(start("--snapshot-dir", directory, before_exec=limited(size))) as control:
        fill(control)
        assert_no_room(control, directory, file.read_bytes())


def test_a_snapshot_on_a_full_disk(small_disk, start):
    directory = small_disk / "snapshots"
    server = start("--snapshot-dir", directory, directory=small_disk.parent)
    with Control(server) as control:
        try:
            file = Path(control.save("good")["file"])
        except AssertionError:
            pytest.skip("one snapshot does not fit on the small disk")
        good = file.read_bytes()
        fill(control)
        assert_no_room(control, directory, good)
        # With room again, it works.
        shutil.rmtree(directory)
        directory.mkdir()
    server.stop()


def test_a_directory_that_may_not_be_written(start, tmp_path):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    directory = tmp_path / "snapshots"
    directory.mkdir()
    with Control(start("--snapshot-dir", directory)) as control:
        directory.chmod(0o500)
        answer = control.ask("POST", "/snapshots", {"name": "x"})
        directory.chmod(0o700)
        assert_problem(answer, answer.status)
        assert answer.status >= 500 and control.snapshots() == []
