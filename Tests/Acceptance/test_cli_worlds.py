"""Commands that talk to a running server: worlds, snapshots, clock, tokens, export, import."""

from __future__ import annotations

import json
import os
import re
import shlex
import sqlite3
import subprocess

import pytest

from conftest import Starter
from mockserver import clean_environment
from postly import decode_token
from rawhttp import Connection
from terminal import Terminal
from worlds import FROZEN, MIRA_EMAIL, NEW_YEAR, Control, World, titles, write

@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def run(cli, server):
    return Terminal(cli, server)


# MARK: Worlds


def test_worlds_from_create_to_delete(control, run):
    made = run.json("world", "create", "one", "--ttl", "20m", "--random-seed", "9")
    assert made["id"] == "one" and made["ttl"] == "20m" and made["randomSeed"] == 9
    assert control.names() == ["default", "one"]
    shown = run("world", "list")
    rows = shown.splitlines()
    assert rows[0].split() == "WORLD FROM CLOCK USERS POSTS PUBLISHED DRAFTS COMMENTS ENDS".split()
    assert [row.split()[0] for row in rows[1:]] == ["default", "one"]
    assert len({row.rstrip().index(word) for row in rows[:1] for word in ("FROM",)}) == 1
    assert [world["id"] for world in run.json("world", "list")["worlds"]] == ["default", "one"]
    card = run("world", "show", "one")
    assert f"http://localhost:{control.port}/w/one/api" in card or "/w/one/api" in card
    assert run.json("world", "show", "one")["id"] == "one"
    assert run.json("world", "show")["id"] == "default"
    assert run.json("world", "show", MOCKPOSTLY_WORLD="one")["id"] == "one"
    world = World(control.server, control.show("one"), "prefix")
    write(world, "Forked")
    assert run.json("world", "fork", "one", "two")["from"] == "world:one"
    assert titles(World(control.server, control.show("two"), "prefix"))[0] == "Forked"
    run("world", "reset", "one")
    assert titles(world)[0] != "Forked"
    assert run("world", "delete", "one", "two") == "one: deleted\ntwo: deleted\n"
    assert control.names() == ["default"]


def test_options_of_a_new_world(control, run):
    frozen = run.json("world", "create", "--clock", NEW_YEAR, "--clock-frozen")
    assert frozen["clock"] == {"mode": "freeze", "now": "2026-01-01T00:00:00.000000Z", "rate": 0}
    fast = run.json("world", "create", "--clock", NEW_YEAR, "--clock-rate", "60")
    assert (fast["clock"]["mode"], fast["clock"]["rate"]) == ("scale", 60)
    assert run.json("world", "create", "--ttl", "never")["ttl"] is None
    ported = run.json("world", "create", "--port", "0", "--from", "empty")
    assert ported["port"] > 0 and ported["posts"] == 0
    with Connection(("127.0.0.1", ported["port"])) as connection:
        assert connection.ask("GET", "/api/posts").status == 200
    assert run.json("world", "create", "--scenario", "unicode")["scenario"] == "unicode"
    control.save("saved")
    assert run.json("world", "create", "--from", "snapshot:saved")["from"] == "snapshot:default/saved"
    assert "heavy-user" in run("scenarios")


def test_variables_for_a_shell(control, run, bash, binary, tmp_path):
    script = f"""
        set -eu
        eval "$({shlex.quote(binary)} world create shell -o env)"
        echo "$MOCKPOSTLY_WORLD"
        echo "$MOCKPOSTLY_URL"
        echo "$BASE_URL"
        {shlex.quote(binary)} clock freeze 2030-01-01T00:00:00Z >/dev/null
        TOKEN=$({shlex.quote(binary)} token postly --email {MIRA_EMAIL})
        echo "$TOKEN"
    """
    done = subprocess.run(
        [bash, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env=clean_environment(tmp_path, run.environment),
    )
    assert done.returncode == 0, done.stderr
    world, url, base, token = done.stdout.splitlines()
    assert world == "shell"
    assert url.rstrip("/") == control.server.url.rstrip("/")
    assert "/w/shell" in base
    assert control.clock("shell")["now"].startswith("2030-01-01T00:00:00")
    assert control.clock()["mode"] == "run"
    inside = World(control.server, control.show("shell"), "prefix")
    answer = inside.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
    assert answer.status == 200 and answer.json()["email"] == MIRA_EMAIL
    # BASE_URL is one that an app can put its paths behind.
    host = re.match(r"http://[^/]+", base)[0]
    assert control.connection.ask("GET", base[len(host) :] + "/posts").status == 200


# MARK: Reset and snapshots


def test_resets(control, run):
    write(control.default(), "Gone")
    line = run("reset")
    assert line.startswith("default: ") and "posts" in line
    assert "Gone" not in titles(control.default())
    world = control.make(id="one")
    write(world, "Gone too")
    told = run.json("reset", "--world", "one", "--scope", "postly,community")
    assert told["world"] == "one" and told["scope"] == ["postly", "community"]
    assert "Gone too" not in titles(world)
    run("stub", "add", "--match", "/api/posts", "--status", "503", "-w", "one")
    assert run.json("reset", "-w", "one", "--all")["world"] == "one"
    write(world, "Gone at last")
    assert "Gone at last" in titles(world)
    assert run.json("reset", "-w", "one", "--disconnect")["world"] == "one"
    assert "Gone at last" not in titles(world)


def test_snapshots_from_save_to_delete(control, run):
    write(control.default(), "Saved")
    assert run.json("snapshot", "save", "one")["name"] == "one"
    assert "one" in run("snapshot", "save", "one", code=1)
    run("snapshot", "save", "one", "--overwrite")
    write(control.default(), "Added later")
    assert run("snapshot", "list").splitlines()[1].split()[:2] == ["one", "default"]
    assert run.json("snapshot", "list")["snapshots"][0]["name"] == "one"
    assert run.json("snapshot", "show", "one")["name"] == "one"
    shown = run("snapshot", "diff", "one")
    assert "post" in shown and "1 added" in shown
    assert run.json("snapshot", "diff", "one")["to"] == "world:default"
    run("snapshot", "save", "two")
    assert run.json("snapshot", "diff", "one", "two")["to"] == "snapshot:default/two"
    run("snapshot", "restore", "one")
    assert titles(control.default())[0] == "Saved"
    world = control.make(from_="empty", id="w")
    assert "WORLD/two" in run("snapshot", "restore", "two", "--world", "w", code=1)
    run("snapshot", "restore", "default/two", "--world", "w")
    assert titles(world)[0] == "Added later"
    assert run("snapshot", "delete", "one", "two") == "one: deleted\ntwo: deleted\n"
    assert control.snapshots() == []


# MARK: Clock


def test_the_clock(control, run):
    control.make(id="w", clock=FROZEN)
    assert re.fullmatch(r"default: \S+Z, running\n", run("clock"))
    assert run("clock", "--world", "w") == "w: 2026-01-01T00:00:00.000000Z, frozen\n"
    assert run.json("clock", "show", "-w", "w") == control.clock("w")
    assert run.json("clock", "advance", "7d", "-w", "w")["now"].startswith("2026-01-08T00:00:00")
    assert run.json("clock", "advance", "-90m", "-w", "w")["now"].startswith("2026-01-07T22:30:00")
    assert run.json("clock", "set", "2030-05-05T00:00:00Z", "-w", "w") == {
        "world": "w",
        "mode": "freeze",
        "now": "2030-05-05T00:00:00.000000Z",
        "rate": 0,
    }
    assert run.json("clock", "scale", "60", "-w", "w")["rate"] == 60
    assert run.json("clock", "run", NEW_YEAR, "-w", "w")["mode"] == "run"
    frozen = run.json("clock", "freeze", "2026-03-01", "-w", "w")
    assert frozen["now"] == "2026-03-01T00:00:00.000000Z"
    assert run.json("clock", "run", "real", "-w", "w")["now"] > "2026-03-02"
    assert control.clock()["mode"] == "run"


# MARK: Tokens


def test_tokens(control, run):
    control.make(id="w", clock=FROZEN)
    world = World(control.server, control.show("w"), "prefix")

    def check(token: str):
        return world.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")

    good = run("token", "postly", "--email", MIRA_EMAIL, "-w", "w").strip()
    assert check(good).status == 200
    late = run("token", "postly", "--email", MIRA_EMAIL, "-w", "w", "--expired-for", "1s").strip()
    assert (check(late).status, check(late).json()) == (401, {"msg": "Token has expired"})
    short = run.json("token", "postly", "--email", MIRA_EMAIL, "-w", "w", "--expires-in", "5m")
    assert short["expiresAt"] == "2026-01-01T00:05:00.000000Z"
    broken = run("token", "postly", "--email", MIRA_EMAIL, "-w", "w", "--break", "signature")
    assert check(broken.strip()).json() == {"msg": "Signature verification failed"}
    refresh = run("token", "dummyjson", "--user", "emilys", "--kind", "refresh", "-w", "w").strip()
    assert decode_token(refresh)[1]["username"] == "emilys"
    feed = run("token", "community", "--email", MIRA_EMAIL, "-w", "w").strip()
    assert world.ask("GET", "/api/community/me", Authorization=f"Bearer {feed}").status == 200
    claims = run("token", "google", "--email", "g@example.com", "-w", "w", "--claims", '{"hd":"x"}')
    assert decode_token(claims.strip())[1]["hd"] == "x"
    shown = run("token", "postly", "--email", MIRA_EMAIL, "-w", "w", "-o", "env")
    assert re.fullmatch(r"export TOKEN=[\w.-]+\n", shown)


def test_a_token_without_a_server(cli):
    done = cli("token", "postly", "--email", MIRA_EMAIL)
    assert done.returncode == 0, done.stderr
    assert decode_token(done.stdout.strip())[1]["type"] == "access"


def test_the_newest_server_makes_a_token(start, cli, tmp_path):
    private = {"XDG_RUNTIME_DIR": str(tmp_path)}
    server = start("--jwt-secret", "its own", environment=private)
    for words, status in [
        ([], 200),
        (["--jwt-secret", "its own"], 200),
        (["--seed", "standard"], 422),
    ]:
        done = cli("token", "postly", "--email", MIRA_EMAIL, *words, environment=private)
        assert done.returncode == 0, done.stderr
        with server.connect() as connection:
            header = f"Bearer {done.stdout.strip()}"
            assert connection.ask("GET", "/api/auth/check", Authorization=header).status == status


def test_an_import_at_fault_names_the_file(run, tmp_path):
    (tmp_path / "bad.json").write_text('{"users":\n[{]}')
    assert "error: bad.json:2:" in run("import", "bad.json", code=1)
    (tmp_path / "bad.sqlite").write_bytes(b"SQLite format 3\0" + bytes(200))
    assert "error: bad.sqlite is a database that cannot be used" in run(
        "import", "bad.sqlite", code=1
    )


def test_a_script_ends_where_a_world_cannot_be_made(run, bash, binary, tmp_path):
    create = f'eval "$({shlex.quote(binary)} world create a/b -o env)"'
    done = subprocess.run(
        [bash, "-c", f"set -e\n{create}\necho on"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env=clean_environment(tmp_path, run.environment),
    )
    assert done.returncode == 1 and done.stdout == "" and "a/b" in done.stderr


# MARK: Export and import


def test_export_and_import(control, run, cli, tmp_path):
    write(control.default(), "Exported")
    run("export", tmp_path / "all.json")
    assert (tmp_path / "all.json").read_bytes() == control.export("seed")
    run("export", tmp_path / "all.sqlite")
    with sqlite3.connect(tmp_path / "all.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    assert run("export", "-").encode() == control.export("seed")
    world = control.make(from_="empty", id="w")
    for name in ("all.json", "all.sqlite"):
        assert run("import", tmp_path / name, "--world", "w").startswith("w: ")
        assert titles(world)[0] == "Exported"
        control.reset("w")
        assert titles(world) == []
    os.mkdir(tmp_path / "folder")
    run("export", f"{tmp_path}/folder/", "-w", "default")
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["seed.json"]
    assert cli("seed", "check", tmp_path / "folder").returncode == 0
    run("import", tmp_path / "folder", "-w", "w")
    assert titles(world)[0] == "Exported"


def test_files_that_cannot_be_brought_in(control, run, tmp_path):
    (tmp_path / "bad.json").write_text('{"posst": []}')
    assert "posst" in run("import", tmp_path / "bad.json", code=1)
    told = run("import", tmp_path / "missing.json", code=1)
    assert "missing.json" in told
    (tmp_path / "junk.sqlite").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    run("import", tmp_path / "junk.sqlite", code=1)
    run("export", tmp_path / "no" / "where.json", code=1)
    kept = tmp_path / "kept.json"
    kept.write_text("mine")
    run("export", kept, "-w", "nope", code=1)
    assert kept.read_text() == "mine"
    assert titles(control.default())


# MARK: Which server


def test_the_server_by_flag_variable_and_file(cli, binary, tmp_path, tmp_path_factory):
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    private = {"XDG_RUNTIME_DIR": str(runtime)}
    starter = Starter(binary, tmp_path_factory.mktemp("servers"))
    try:
        servers = []
        for name in ("old", "middle", "new"):
            servers.append(starter("--seed", "empty", environment=private))
            with Control(servers[-1]) as control:
                control.make(id=name)
        old, middle, new = servers

        def asked(*words, **environment):
            done = cli("world", "list", "--json", *words, environment={**private, **environment})
            assert done.returncode == 0, done.stderr
            return json.loads(done.stdout)["worlds"][1]["id"]

        assert asked() == "new"
        # Who reads is told that there was a choice.
        for words, said in [
            (["world", "list"], f"asking {new.told_url}, the newest of 3 servers\n"),
            (["reset", "--url", old.url], ""),
            (
                ["token", "google", "--email", "a@b.c", "--expired-for", "1h"],
                f"asking {new.told_url}, the newest of 3 servers\n",
            ),
        ]:
            done = cli(*words, environment=private)
            assert done.returncode == 0 and done.stderr == said
        assert asked(MOCKPOSTLY_URL=middle.url) == "middle"
        assert asked("--url", old.url, MOCKPOSTLY_URL=middle.url) == "old"
        assert asked("--url", old.url + "/") == "old"
        assert len(list((runtime / "mockpostly").iterdir())) == 3
        for path in (runtime / "mockpostly").iterdir():
            assert path.stat().st_mode & 0o077 == 0
        new.stop()
        assert asked() == "middle"
        middle.kill()
        assert asked() == "old", "what a killed server has left is passed over"
        old.stop()
        done = cli("world", "list", environment=private)
        assert done.returncode == 1 and "mockpostly serve" in done.stderr and not done.stdout
        assert list((runtime / "mockpostly").iterdir()) == []
    finally:
        starter.stop_all()


def test_the_server_that_was_started_here(cli, binary, tmp_path, tmp_path_factory):
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    private = {"XDG_RUNTIME_DIR": str(runtime)}
    here, there = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("there")
    starter = Starter(binary, here)
    try:
        own = starter("--seed", "empty", environment=private)
        assert cli("reset", environment=private, directory=there).stderr == ""
        other = starter("--seed", "empty", environment=private, directory=there)
        for words in (["clock"], ["reset"], ["clock", "set", "2027-01-01"]):
            for server, folder in ((own, here), (other, there)):
                done = cli(*words, environment=private, directory=folder)
                said = f"asking {server.told_url}, the one of 2 servers started here\n"
                assert (done.returncode, done.stderr) == (0, said)
        elsewhere = cli("reset", environment=private, directory=tmp_path)
        assert elsewhere.returncode == 2
        for server, folder in ((own, here), (other, there)):
            assert re.search(f"{server.told_url} .* in {folder}\n", elsewhere.stderr)
    finally:
        starter.stop_all()


@pytest.mark.parametrize("left", ["junk", "{}", '{"pid":1,"url":"http://127.0.0.1:1"}', "[" * 9000])
def test_files_that_tell_of_no_server(cli, tmp_path, left):
    runtime = tmp_path / "mockpostly"
    runtime.mkdir(mode=0o700)
    for name in ("1.json", "99999999.json", "x.json", "5.json.tmp"):
        (runtime / name).write_text(left)
    done = cli("clock", environment={"XDG_RUNTIME_DIR": str(tmp_path)})
    assert done.returncode == 1 and done.stdout == "" and "serve" in done.stderr


def test_a_directory_that_others_may_write_is_not_trusted(cli, start, tmp_path):
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    private = {"XDG_RUNTIME_DIR": str(runtime)}
    start("--seed", "empty", environment=private)
    assert cli("clock", environment=private).returncode == 0
    (runtime / "mockpostly").chmod(0o777)
    done = cli("clock", environment=private)
    assert done.returncode == 1 and "serve" in done.stderr


def test_a_world_in_the_url(control, run, cli):
    control.make(id="w", clock=FROZEN)
    url = f"http://localhost:{control.port}/w/w"
    for words in (["--url", url], ["--url", url + "/api"]):
        assert run.json("clock", *words)["world"] == "w"
    assert run.json("clock", MOCKPOSTLY_URL=url)["world"] == "w"
    assert run.json("clock", "--world", "default", MOCKPOSTLY_URL=url)["world"] == "default"
    assert run.json("clock", "--url", url, MOCKPOSTLY_WORLD="default")["world"] == "w"


def test_a_server_behind_a_unix_socket(start, cli, tmp_path):
    path = tmp_path / "socket"
    start("--seed", "empty", "--unix-socket", path)
    done = cli("clock", "--url", f"unix://{path}", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["world"] == "default"


# MARK: Failures


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["world", "show", "nope"], ["nope", "default", "one"]),
        (["world", "delete", "default"], ["default"]),
        (["world", "delete", "nope"], ["nope"]),
        (["world", "create", "one"], ["one"]),
        (["world", "create", "a/b"], ["a/b"]),
        (["world", "create", ".."], [".."]),
        (["world", "create", "--from", "snapshot:nope"], ["nope"]),
        (["world", "create", "--from", "nope"], ["nope", "seed"]),
        (["world", "create", "--scenario", "nope"], ["nope", "heavy-user"]),
        (["snapshot", "restore", "nope"], ["nope"]),
        (["snapshot", "save", "a/b"], ["'a'", "default"]),
        (["reset", "--world", "nope"], ["nope", "one"]),
        (["clock", "--world", "nope"], ["nope", "one"]),
        (["token", "dummyjson", "--user", "nobody"], ["nobody"]),
        (["token", "postly", "--email", "nobody@example.com", "-w", "one"], ["nobody@example.com"]),
        (["export", "-", "--world", "nope"], ["nope"]),
    ],
    ids=" ".join,
)
def test_refusals_are_told_and_exit_1(control, run, words, named):
    control.make(id="one")
    told = run(*words, code=1)
    for name in named:
        assert name in told, told


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["world"], ["list", "create"]),
        (["world", "lsit"], ["lsit", "list"]),
        (["snapshot", "save"], ["NAME"]),
        (["world", "create", "a", "b"], ["b"]),
        (["world", "delete"], ["--all"]),
        (["clock", "advance", "soon"], ["soon"]),
        (["clock", "set", "tomorrow"], ["tomorrow"]),
        (["clock", "scale", "0"], ["0"]),
        (["world", "create", "--ttl", "x"], ["--ttl", "x"]),
        (["world", "create", "--port", "x"], ["--port", "x"]),
        (["reset", "--scope", "cobol"], ["--scope", "cobol"]),
        (["world", "list", "--jsno"], ["--jsno", "--json"]),
        (["clock", "--url", "ftp://x"], ["--url", "ftp://x"]),
        (["token", "postly", "--email", MIRA_EMAIL, "--break", "heart"], ["--break", "heart"]),
    ],
    ids=" ".join,
)
def test_usage_errors_exit_2(run, words, named):
    done = run.cli(*words, environment=run.environment)
    if words == ["world"] and done.returncode == 0:
        assert "create" in done.stdout
        return
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    for name in named:
        assert name in done.stderr, done.stderr


def test_nobody_listens(cli):
    done = cli("clock", "--url", "http://127.0.0.1:9")
    assert done.returncode == 1 and "127.0.0.1:9" in done.stderr and done.stdout == ""


def test_the_admin_token(start, cli, tmp_path):
    server = start("--seed", "empty", "--admin-token", "letmein-please")
    refused = cli("clock", "--url", server.url)
    assert refused.returncode == 1 and "--admin-token" in refused.stderr
    (tmp_path / "token").write_text("letmein-please\n")
    for words, environment in (
        (["--admin-token", "letmein-please"], {}),
        (["--admin-token-file", tmp_path / "token"], {}),
        ([], {"MOCKPOSTLY_ADMIN_TOKEN": "letmein-please"}),
        ([], {"MOCKPOSTLY_ADMIN_TOKEN_FILE": str(tmp_path / "token")}),
    ):
        done = cli("clock", "--url", server.url, *words, environment=environment)
        assert done.returncode == 0, done.stderr
    wrong = cli("clock", "--url", server.url, "--admin-token", "wrong-token")
    assert wrong.returncode == 1 and "wrong-token" not in wrong.stderr


def test_without_a_control_plane_it_is_told(start, cli):
    server = start("--seed", "empty", "--no-control")
    done = cli("clock", "--url", server.url)
    assert done.returncode == 1 and "--no-control" in done.stderr


def test_a_terminal_gets_the_same_table(control, binary, tmp_path):
    """On a terminal, nothing is cut or coloured that a reader needs."""
    control.make(id="a-world-with-quite-a-long-name")
    master, slave = os.openpty()
    process = subprocess.Popen(
        [binary, "world", "list", "--url", control.server.url],
        stdin=slave,
        stdout=slave,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=clean_environment(tmp_path, {"TERM": "xterm", "COLUMNS": "80"}),
    )
    os.close(slave)
    shown = bytearray()
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        if not data:
            break
        shown += data
    os.close(master)
    assert process.wait(60) == 0, process.stderr.read()
    process.stderr.close()
    assert b"a-world-with-quite-a-long-name" in shown and b"WORLD" in shown


def test_help_names_the_commands(cli):
    whole = cli("help").stdout
    for command in ("world", "snapshot", "reset", "clock", "token", "export", "import", "exec"):
        assert re.search(rf"^\s+{command}\b", whole, re.MULTILINE), command
        one = cli(command, "--help")
        assert one.returncode == 0 and f"mockpostly {command}" in one.stdout
