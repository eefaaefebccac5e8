"""Files that a request or an option names: the data file itself, pipes, devices, links, sizes."""

from __future__ import annotations

import os
import random
import sqlite3
from pathlib import Path

import pytest

from conftest import MIRA
from postly import create_post, log_in, total
from worlds import Control

SEED = 20261126
LAYERS = {"itself": "x.db", "log": "x.db-wal", "index of the log": "x.db-shm", "lock": "x.db-lock"}


def other_programs_look(path: Path):
    """What a person does with `sqlite3 x.db 'select …'`: the last user of a file empties its log."""
    database = sqlite3.connect(path)
    try:
        assert database.execute("SELECT count(*) FROM post").fetchone()[0] > 0
    finally:
        database.close()


@pytest.fixture
def stored(start, tmp_path):
    """A server whose data file is in the folder of its seeds, and which keeps snapshots in files."""
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    server = start("--data", seeds / "x.db", "--seed-dir", seeds, "--snapshot-dir", tmp_path / "kept")
    server.seeds, server.data = seeds, seeds / "x.db"
    with server.connect() as connection:
        create_post(connection, log_in(connection, **MIRA), "Before")
    return server


@pytest.mark.parametrize("kind", ["name", "symbolic", "hard"])
@pytest.mark.parametrize("layer", LAYERS)
def test_a_seed_that_is_the_data_file_is_not_opened(stored, layer, kind):
    name = LAYERS[layer]
    target = stored.seeds / name
    if kind != "name":
        name = "link.json"
        link = stored.seeds / name
        link.symlink_to(target.name) if kind == "symbolic" else os.link(target, link)
    with Control(stored) as control:
        control.refuse("POST", "/worlds", {"from": f"seed:{name}"}, 403, "data file")
        # With its locks released, the first other program would delete the log under the server.
        other_programs_look(stored.data)
        assert stored.data.with_name("x.db-wal").exists(), "the locks are gone"
        with stored.connect() as connection:
            create_post(connection, log_in(connection, **MIRA), "After")
        assert control.get("/ready") == {"status": "ready"}


@pytest.mark.parametrize("kind", ["symbolic", "hard"])
@pytest.mark.parametrize("layer", LAYERS)
def test_a_snapshot_that_is_the_data_file_is_not_opened(stored, tmp_path, layer, kind):
    target, link = stored.seeds / LAYERS[layer], tmp_path / "kept" / "link.sqlite"
    link.symlink_to(target) if kind == "symbolic" else os.link(target, link)
    with Control(stored) as control:
        control.get("/snapshots")
        assert control.get("/snapshots/link")["rows"] == 0
        for method, path, body in (
            ("POST", "/snapshots/link/restore", {}),
            ("POST", "/worlds", {"from": "snapshot:link"}),
            ("GET", "/snapshots/link/diff?world=default", None),
        ):
            answer = control.ask(method, path, *([] if body is None else [body]))
            assert answer.status == 409, answer
        control.refuse("POST", "/snapshots", {"name": "link", "overwrite": True}, 507)
        other_programs_look(stored.data)
        assert stored.data.with_name("x.db-wal").exists(), "the locks are gone"
        with stored.connect() as connection:
            create_post(connection, log_in(connection, **MIRA), "After")


def test_what_is_no_file_of_the_folder_is_refused_at_once(start, tmp_path):
    seeds = tmp_path / "seeds"
    seeds.mkdir()
    os.mkfifo(seeds / "pipe.json")
    (seeds / "zero.json").symlink_to("/dev/zero")
    (tmp_path / "secret.json").write_text("{}")
    (seeds / "out.json").symlink_to("../secret.json")
    (seeds / "in.json").symlink_to("good.json")
    (seeds / "good.json").write_text('{"users": []}')
    with open(seeds / "huge.json", "w") as file:
        file.truncate(2 << 30)
    mixed = seeds / "mixed"
    mixed.mkdir()
    os.mkfifo(mixed / "pipe.json")
    (mixed / "a.json").write_text('{"users": []}')
    with Control(start("--seed-dir", seeds, "--max-import", "1MB")) as control:
        for name, status, word in (
            ("pipe.json", 403, "not a regular file"),
            ("zero.json", 403, "link out of"),
            ("out.json", 403, "link out of"),
            ("huge.json", 403, "MOCKPOSTLY_MAX_IMPORT"),
            ("mixed", 409, "regular file"),
        ):
            control.refuse("POST", "/worlds", {"from": f"seed:{name}"}, status, word)
        for name in ("good.json", "in.json"):
            assert control.make(from_=f"seed:{name}")
        # A file that is exchanged later is looked at again.
        made = control.make(from_="seed:good.json")
        (seeds / "good.json").unlink()
        os.mkfifo(seeds / "good.json")
        control.refuse("POST", "/reset", {"world": made.id}, 409, "regular file")
        assert control.get("/ready") == {"status": "ready"}


def test_a_snapshot_is_neither_read_nor_written_outside_of_its_folder(start, tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "mine").write_text("precious")
    (tmp_path / "kept" / "out.sqlite").symlink_to(tmp_path / "mine")
    with Control(start("--snapshot-dir", tmp_path / "kept")) as control:
        order = {"name": "out", "overwrite": True}
        control.refuse("POST", "/snapshots", order, 507, "link out of")
        control.refuse("POST", "/snapshots/out/restore", {}, 409, "link leads out of")
        control.send("DELETE", "/snapshots/out", status=204)
        control.save("out")
    assert (tmp_path / "mine").read_text() == "precious"


@pytest.mark.parametrize("count", [100])
def test_a_snapshot_with_flipped_bytes_is_refused(start, tmp_path, count):
    kept = tmp_path / "kept"
    server = start("--snapshot-dir", kept)
    with Control(server) as control:
        whole = Path(control.save("whole")["file"]).read_bytes()
        # The pages of indexes count too: whoever damages them may have damaged others.
        with sqlite3.connect(kept / "whole.sqlite") as database:
            page = database.execute(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'post_by_slug'"
            ).fetchone()[0]
        database.close()
        draw = random.Random(SEED)
        for number in range(4):
            damaged = bytearray(whole)
            start_ = (page - 1) * 4096 if number == 0 else draw.randrange(4096, len(whole) - count)
            for place in range(start_, start_ + count) if number == 0 else draw.sample(
                range(100, len(whole)), count
            ):
                damaged[place] ^= 0xFF
            (kept / f"bad{number}.sqlite").write_bytes(damaged)
            for method, path, body in (
                ("POST", f"/snapshots/bad{number}/restore", {}),
                ("POST", "/worlds", {"from": f"snapshot:bad{number}"}),
                ("GET", f"/snapshots/bad{number}/diff?world=default", None),
            ):
                answer = control.ask(method, path, *([] if body is None else [body]))
                assert answer.status == 409 and b"damaged" in answer.body, answer
        with server.connect() as connection:
            assert total(connection) > 0


@pytest.mark.parametrize("flag", ["--tls-cert", "--admin-token-file", "--config"])
@pytest.mark.parametrize("thing", ["/dev/zero", "huge"])
def test_a_file_of_settings_is_read_up_to_a_limit(cli, tmp_path, flag, thing):
    path = tmp_path / "huge"
    with open(path, "w") as file:
        file.truncate(2 << 30)
    path = thing if thing.startswith("/") else path
    more = ["--tls-key", path] if flag == "--tls-cert" else []
    done = cli("serve", "--port", "0", flag, path, *more)
    assert done.returncode == 3 and str(path) in done.stderr, done.stderr
    assert ("regular file" if thing == "/dev/zero" else "4 MiB") in done.stderr
