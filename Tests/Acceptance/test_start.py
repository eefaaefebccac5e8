"""Starting: ports, addresses, sockets, the ready file, what is logged and shown."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess

import pytest

from conftest import MIRA
from mockserver import clean_environment, quiet_port
from postly import create_post, log_in, total
from processes import wait_until
from rawhttp import Connection, json_request

ESCAPE = "\x1b"


# MARK: Starting


def test_the_ready_line_names_the_address(start):
    server = start("--seed", "empty")
    assert server.ready_line == f"mockpostly ready on http://localhost:{server.port}\n"
    assert 0 < server.port < 65536
    other = start("--seed", "empty")
    assert other.port != server.port


def test_the_ready_file(start, tmp_path):
    path = tmp_path / "ready.json"
    server = start("--seed", "empty", ready_file=path)
    told = json.loads(path.read_text())
    assert set(told) == {"pid", "port", "url", "control"}
    assert told["pid"] == server.pid
    assert told["url"] == f"http://localhost:{told['port']}"
    assert told["url"] == server.told_url
    assert told["control"].startswith(told["url"] + "/__mockpostly/v1")
    live = server.session().get(told["control"].rstrip("/") + "/live", timeout=60)
    assert live.json() == {"status": "live"}
    assert [name.name for name in tmp_path.iterdir()] == ["ready.json"], "a temporary file is left"
    server.stop()
    assert not path.exists()


def test_the_ready_file_replaces_a_stale_one(start, tmp_path):
    path = tmp_path / "ready.json"
    path.write_text('{"pid":1,"port":1,"url":"http://127.0.0.1:1","control":"x"}')
    server = start("--seed", "empty", ready_file=path)
    assert json.loads(path.read_text())["pid"] == server.pid


@pytest.fixture
def starting(binary, tmp_path):
    """A server that loads its content for ever: the seed is a pipe that nobody writes to."""
    os.mkfifo(tmp_path / "seed.json")
    made = []

    def run(ready_file):
        words = ["serve", "--port", "0", "--seed", "seed.json", "--ready-file", str(ready_file)]
        made.append(
            subprocess.Popen(
                [binary, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=tmp_path,
                env=clean_environment(tmp_path),
            )
        )
        return made[-1]

    yield run
    for process in made:
        process.kill()
        process.communicate(timeout=60)


def test_the_ready_file_of_a_killed_server_goes_before_the_next_is_ready(
    start, starting, tmp_path
):
    path = tmp_path / "ready.json"
    start("--seed", "empty", ready_file=path).kill()
    assert path.exists()
    process = starting(path)
    wait_until(lambda: not path.exists(), what="the removal of the old ready file")
    assert process.poll() is None


def test_the_ready_file_of_a_running_server_stays_until_another_is_ready(
    start, cli, taken_port, tmp_path
):
    path = tmp_path / "ready.json"
    server = start("--seed", "empty", ready_file=path)
    before = path.read_text()
    done = cli("serve", "--port", taken_port, "--ready-file", path)
    assert done.returncode == 4
    assert path.read_text() == before
    other = start("--seed", "empty", ready_file=path)
    assert json.loads(path.read_text())["pid"] == other.pid
    server.stop()
    assert json.loads(path.read_text())["pid"] == other.pid


def test_an_empty_file_may_become_the_ready_file(start, tmp_path):
    path = tmp_path / "ready.json"
    path.touch()
    server = start("--seed", "empty", ready_file=path)
    assert json.loads(path.read_text())["pid"] == server.pid


@pytest.mark.parametrize("kind", ["text", "json", "pipe", "folder", "link"])
def test_what_is_no_ready_file_is_told_and_stays(cli, kind, tmp_path):
    path = target = tmp_path / "precious"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        target = tmp_path / "target" if kind == "link" else path
        target.write_text('{"pid":1,"port":"of call"}' if kind == "json" else "do not remove")
        if kind == "link":
            path.symlink_to(target)
    done = cli("serve", "--port", "0", "--ready-file", path)
    assert done.returncode == 3, done.stderr
    assert f"ready file {path} cannot be written" in done.stderr and "--ready-file" in done.stderr
    assert done.stdout == ""
    assert path.is_fifo() == (kind == "pipe") and path.is_symlink() == (kind == "link")
    if target.is_file():
        assert target.read_text() in ('{"pid":1,"port":"of call"}', "do not remove")


@pytest.fixture
def taken_port():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


def test_a_port_in_use(cli, taken_port):
    done = cli("serve", "--port", taken_port)
    assert done.returncode == 4, done.stderr
    assert f"port {taken_port} is already in use" in done.stderr
    assert "--port" in done.stderr
    assert done.stdout == ""


def test_a_port_that_another_server_has(start, cli):
    server = start("--seed", "empty")
    done = cli("serve", "--port", server.port)
    assert done.returncode == 4, done.stderr
    assert f"port {server.port} is already in use by another mockpostly" in done.stderr
    assert f"`kill {server.pid}` stops it" in done.stderr and "--port 0" in done.stderr


def test_a_port_in_use_leaves_no_files(cli, taken_port, tmp_path):
    done = cli(
        "serve",
        "--port",
        taken_port,
        "--ready-file",
        tmp_path / "r",
        "--unix-socket",
        tmp_path / "s",
    )
    assert done.returncode == 4
    assert not (tmp_path / "r").exists() and not (tmp_path / "s").exists()


def test_an_address_that_is_not_ours(cli):
    done = cli("serve", "--host", "192.0.2.1", "--port", "0")
    assert done.returncode in (1, 2, 3, 4), done.stderr
    assert "192.0.2.1" in done.stderr and done.stdout == ""


def test_localhost_is_both_addresses(start):
    server = start("--seed", "empty")
    assert total(server.connect()) == 0
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no ::1")
    with Connection(("::1", server.port)) as connection:
        assert total(connection) == 0


@pytest.mark.parametrize(
    ("host", "answers", "refuses"),
    [
        ("127.0.0.1", "127.0.0.1", "::1"),
        ("::1", "::1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1", None),
    ],
)
def test_a_chosen_host(start, host, answers, refuses):
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("this machine has no ::1")
    # Nobody else may listen there on the address that refuses.
    server = start("--seed", "empty", "--host", host, port=quiet_port())
    with Connection((answers, server.port)) as connection:
        assert total(connection) == 0
    if refuses:
        with pytest.raises(OSError):
            Connection((refuses, server.port))


def ask_over_unix(path):
    with Connection(str(path)) as connection:
        return total(connection)


def test_a_unix_socket(start, tmp_path):
    path = tmp_path / "mock.sock"
    server = start("--seed", "empty", "--unix-socket", path)
    assert stat.S_ISSOCK(path.stat().st_mode)
    assert ask_over_unix(path) == 0
    server.stop()
    assert not path.exists()


def test_a_unix_socket_left_by_kill_9_is_taken_over(start, tmp_path):
    path = tmp_path / "mock.sock"
    server = start("--seed", "empty", "--unix-socket", path)
    server.kill()
    assert path.exists()
    start("--seed", "empty", "--unix-socket", path)
    assert ask_over_unix(path) == 0


def test_a_unix_socket_in_use_is_not_taken_over(start, cli, tmp_path):
    path = tmp_path / "mock.sock"
    start("--seed", "empty", "--unix-socket", path)
    done = cli("serve", "--port", "0", "--unix-socket", path)
    assert done.returncode == 4, done.stderr
    assert str(path) in done.stderr
    assert ask_over_unix(path) == 0


def test_a_file_in_the_place_of_the_unix_socket_is_not_removed(cli, tmp_path):
    path = tmp_path / "precious"
    path.write_text("do not remove")
    done = cli("serve", "--port", "0", "--unix-socket", path)
    assert done.returncode in (1, 2, 3, 4), done.stderr
    assert str(path) in done.stderr and done.stdout == ""
    assert path.read_text() == "do not remove"


# MARK: Log and terminal


def speak(server):
    """One request of every sort with secrets in it; gives the secrets."""
    google = "eyJhbGciOiJSUzI1NiJ9.c2VjcmV0LWdvb2dsZQ.c2ln"
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        create_post(connection, token, "Logged")
        for body in (
            {"email": "new@example.com", "name": "N", "password": "hunter2-new"},
            {"email": "new@example.com", "name": "N", "password": "hunter2-new"},
        ):
            connection.send(json_request("POST", "/api/auth/register", body))
            connection.read_answer()
        connection.send(
            json_request(
                "POST", "/api/auth/login/email", {"email": "x@y", "password": "hunter2-wrong"}
            )
        )
        assert connection.read_answer().status == 401
        connection.send(json_request("POST", "/api/auth/login", {"token": google}))
        assert connection.read_answer().status == 401
        assert connection.ask("GET", "/api/auth/check", Authorization="Bearer bad-secret.x").status
        assert connection.ask("GET", "/api/posts?page=1&limit=2").status == 200
        connection.send(b"GET /%zz HTTP/1.1\r\nHost: localhost\r\nAuthorization: bad-head\r\n\r\n")
        assert connection.read_answer().status == 400
    return [
        MIRA["password"],
        token,
        token.split(".")[1],
        "hunter2",
        google,
        "bad-secret",
        "bad-head",
    ]


def test_the_log_in_json(start):
    server = start("--log-format", "json")
    secrets = speak(server)
    server.wait_for_log(r"limit=2|\"/api/posts\"")
    server.stop()
    lines = [json.loads(line) for line in server.log.splitlines()]
    requests = [line for line in lines if {"method", "path", "status"} <= line.keys()]
    assert len(requests) >= 8
    feed = [line for line in requests if line["method"] == "GET" and line["status"] == 200]
    assert any(line["path"].split("?")[0] == "/api/posts" for line in feed)
    for secret in secrets:
        assert secret not in server.log, f"{secret} is in the log"


def test_the_log_in_words(start):
    server = start("--log-format", "text", terminal=True, environment={"NO_COLOR": "1"})
    # The banner may show this one, as docs/postly.md does.
    secrets = [secret for secret in speak(server) if secret != MIRA["password"]]
    server.wait_for_log(r"GET\W+/api/posts\b[^\n]* 200\b[^\n]*ms")
    server.wait_for_log(r"POST\W+/api/auth/login/email\b[^\n]*401\b[^\n]*ms")
    server.stop()
    for secret in secrets:
        assert secret not in server.log, f"{secret} is in the log"


def test_a_path_cannot_forge_a_log_line(start):
    server = start("--seed", "empty")
    for target in ("/api/x%0d%0aFORGED%1b[31m", "/api/x\x9b31m", "/api/x%c2%9b31m", "/last"):
        with server.connect() as connection:
            assert connection.ask("GET", target).status in (400, 404)
    server.stop()
    assert "/last" in server.log
    assert not re.search(r"^FORGED", server.log, re.MULTILINE)
    assert ESCAPE not in server.log and "\x9b" not in server.log and "\r" not in server.log


def test_quiet_is_quiet(start):
    server = start("--quiet")
    speak(server)
    server.stop()
    assert server.log == ""


def test_the_banner_is_for_a_terminal(start):
    server = start(terminal=True)
    for told in (
        rf"http://localhost:{server.port}/api/(?!\w)",
        rf"http://10\.0\.2\.2:{server.port}/api",
        rf":{server.port}/__mockpostly/v1",
    ):
        server.wait_for_log(told)
    banner = server.wait_for_log(r"(?s).*Ctrl-C stops the server")[0]
    assert banner.count(f"http://localhost:{server.port}/api") >= 2, "one for iOS, one for web"
    emails = set(re.findall(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", banner))
    assert len(emails) >= 2, "two logins"
    with server.connect() as connection:
        for email in emails:
            password = email.split("@")[0] + "-postly"
            assert password in banner
            log_in(connection, email, password)


def test_there_is_no_banner_without_a_terminal(start):
    server = start()
    with server.connect() as connection:
        assert connection.ask("GET", "/api/posts?limit=1").status == 200
    server.stop()
    assert "10.0.2.2" not in server.log and "-postly" not in server.log
    assert ESCAPE not in server.log


def test_no_color(start):
    server = start(terminal=True, environment={"NO_COLOR": "1", "TERM": "xterm-256color"})
    with server.connect() as connection:
        assert connection.ask("GET", "/api/posts?limit=1").status == 200
    server.wait_for_log(r"/api/posts")
    server.stop()
    assert ESCAPE not in server.log


def test_output_into_a_closed_pipe_is_no_crash(binary, tmp_path):
    process = subprocess.Popen(
        [binary, "routes"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=clean_environment(tmp_path),
    )
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) in (0, 1, -signal.SIGPIPE)
    assert b"atal error" not in errors and b"crash" not in errors
