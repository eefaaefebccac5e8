"""`mockpostly exec`: a command beside a server of its own, and nothing left behind."""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest

from mockserver import clean_environment, quiet_port
from processes import assert_gone, children, guards, is_alive, is_stopped, numbers_in, wait_until

LINUX = sys.platform.startswith("linux")
PRINT_ENVIRONMENT = [sys.executable, "-c", "import json, os; print(json.dumps(dict(os.environ)))"]

FAMILY = """
echo $$ >>pids
sleep 300 & echo $! >>pids
(trap '' TERM; exec sleep 301) & echo $! >>pids
"""
"""Three processes of one group, one of which does not end when it is asked to."""

STRAYS = """
setsid sh -c 'echo $$ >>pids; exec sleep 302' &
(setsid sh -c 'echo $$ >>pids; sleep 303 & echo $! >>pids; wait' &)
"""
"""Three more, in sessions of their own; the parent of the last two has ended."""


class Exec:
    """One running `mockpostly exec`."""

    def __init__(self, binary, directory, arguments, environment=None, **options):
        self.directory = directory
        self.process = subprocess.Popen(
            [binary, "exec", *map(str, arguments)],
            stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=options.pop("stdout", subprocess.PIPE),
            stderr=options.pop("stderr", subprocess.PIPE),
            cwd=directory,
            env=clean_environment(directory, environment),
            **options,
        )
        self.pids: list[int] = []

    @property
    def pid(self) -> int:
        return self.process.pid

    def started(self, count: int) -> list[int]:
        """The ids in the file `pids`, when there are so many."""
        self.pids = numbers_in(self.directory / "pids", count)
        return self.pids

    def wait(self, within: float = 60.0) -> int:
        return self.process.wait(within)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=60)
        assert_gone(self.pids)


@pytest.fixture
def run(binary, tmp_path):
    """Starts an `exec` in a directory of its own: `run("--", "true")`."""
    started: list[Exec] = []

    def begin(*arguments, **options) -> Exec:
        started.append(Exec(binary, tmp_path, arguments, **options))
        return started[-1]

    yield begin
    for one in started:
        one.close()


@pytest.fixture
def execute(cli):
    """Runs an `exec` to its end."""
    return lambda *arguments, **options: cli("exec", *arguments, **options)


def environment_of(execute, *options, **more) -> dict[str, str]:
    done = execute(*options, "--", *PRINT_ENVIRONMENT, **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def is_open(url: str) -> bool:
    parts = urlsplit(url)
    with socket.socket() as attempt:
        attempt.settimeout(60)
        return attempt.connect_ex((parts.hostname, parts.port)) == 0


# MARK: What a command is given


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_the_exit_code_is_the_commands(execute, code):
    done = execute("--", "sh", "-c", f"exit {code}")
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGSEGV])
def test_a_command_ended_by_a_signal_is_told_as_a_shell_does(execute, number):
    assert execute("--", "sh", "-c", f"kill -{int(number)} $$").returncode == 128 + number


def test_a_command_that_cannot_be_run(execute, tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("no program\n")
    for command, code in [
        ("no-such-command-anywhere", 127),
        (tmp_path / "missing", 127),
        (plain, 126),
        (tmp_path, 126),
    ]:
        done = execute("--", command)
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        assert f'cannot run "{command}"' in done.stderr


@pytest.mark.parametrize("arguments", [[], ["--"], ["--quiet"]])
def test_without_a_command_nothing_is_started(execute, arguments):
    done = execute(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs -- CMD" in done.stderr


def test_options_end_at_the_dashes(execute):
    done = execute("--quiet", "--", "echo", "--port", "--", "-h", "a b", "")
    assert (done.returncode, done.stdout) == (0, "--port -- -h a b \n")


def test_a_dashboard_that_the_environment_opens_is_for_serve(execute):
    done = execute("--", "echo", "done", environment={"MOCKPOSTLY_OPEN": "1"})
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
    assert execute("--open", "--", "true").returncode == 2


def test_the_command_finds_its_server(execute):
    found = environment_of(execute)
    url = found["MOCKPOSTLY_URL"]
    assert urlsplit(url).hostname == "localhost" and urlsplit(url).port
    assert found["BASE_URL"] == url + "/api"
    assert found["MOCKPOSTLY_WS_URL"] == url.replace("http", "ws", 1) + "/community"
    assert found["MOCKPOSTLY_WORLD"] == "default"
    assert "MOCKPOSTLY_ADMIN_TOKEN" not in found
    assert not is_open(url), "the server is still there"


@pytest.mark.parametrize(
    ("dialects", "path"),
    [
        ("dummyjson,postly", "/api"),
        ("dummyjson", ""),
        ("community", "/api/community"),
        ("pexels", "/v1"),
        ("wreely", "/services"),
        ("realworld", "/realworld/api"),
    ],
)
def test_the_base_url_is_that_of_what_is_served(execute, dialects, path):
    found = environment_of(execute, "--systems", dialects)
    assert found["BASE_URL"] == found["MOCKPOSTLY_URL"] + path


def test_the_server_answers_when_the_command_begins(execute):
    done = execute("--seed", "empty", "--", "sh", "-c", 'curl -sS "$BASE_URL/posts"')
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["posts"] == []


def test_pictures_are_those_of_the_server(execute):
    script = 'curl -sS "$BASE_URL/posts?limit=50"'
    done = execute("--", "sh", "-c", script)
    posts = json.loads(done.stdout)["posts"]
    covers = [post["coverImage"] for post in posts if post["coverImage"]]
    portraits = [post["author"]["profilePicture"] for post in posts]
    portraits = [portrait for portrait in portraits if portrait]
    assert covers and portraits
    assert all(urlsplit(url).path.startswith("/postly/pictures/") for url in covers + portraits)
    upstream = execute("--postly-images", "upstream", "--", "sh", "-c", script)
    assert "https://images.pexels.com/" in upstream.stdout
    assert "/postly/pictures/" not in upstream.stdout


def test_other_variables_and_arguments_are_left_as_they_are(binary, tmp_path):
    environment = {
        name.encode(): value.encode() for name, value in clean_environment(tmp_path).items()
    }
    environment[b"STRANGE"] = b"\xff\xfe = \xc3("
    environment[b"BASE_URL"] = b"http://elsewhere.invalid"
    script = (
        "import os, sys; sys.stdout.buffer.write(repr((os.environb[b'STRANGE'],"
        " os.fsencode(sys.argv[1]), os.environb[b'BASE_URL'][:17])).encode())"
    )
    done = subprocess.run(
        [binary, "exec", "--", sys.executable, "-c", script, b"caf\xe9"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert eval(done.stdout) == (b"\xff\xfe = \xc3(", b"caf\xe9", b"http://localhost:")


def test_standard_streams_are_the_commands_own(binary, tmp_path):
    data = os.urandom(1_000_000)
    done = subprocess.run(
        [binary, "exec", "--", "sh", "-c", "cat; echo words >&2"],
        input=data,
        cwd=tmp_path,
        env=clean_environment(tmp_path),
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout == data, done.stderr) == (0, True, b"words\n")


def test_closed_standard_streams_are_no_trouble(binary, tmp_path):
    script = f'exec 0<&- 1>&- 2>&-; "{binary}" exec -- sh -c "curl -s \\$BASE_URL/posts -o got"'
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=clean_environment(tmp_path), timeout=60
    )
    assert done.returncode == 0
    assert json.loads((tmp_path / "got").read_text())["posts"]


@pytest.mark.skipif(not LINUX, reason="needs /proc")
def test_no_file_of_the_server_is_the_commands(execute, tmp_path):
    done = execute("--data", tmp_path / "blog.sqlite", "--", "ls", "/proc/self/fd")
    # The last one is the directory that is being listed.
    assert done.stdout.split() == ["0", "1", "2", "3"], done.stdout


def test_the_command_may_have_as_many_files_open_as_before(execute):
    limit = (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    done = execute(
        *["--", "sh", "-c", "ulimit -n"],
        before_exec=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit),
    )
    assert done.stdout == "256\n"


def test_signals_that_the_server_ignores_are_usual_for_the_command(execute):
    done = execute("--", "sh", "-c", "kill -PIPE $$; echo unharmed")
    assert (done.returncode, done.stdout) == (128 + signal.SIGPIPE, "")


def test_the_log_is_only_there_when_asked_for(execute):
    ask = ["--", "sh", "-c", 'curl -s -o /dev/null "$BASE_URL/posts"']
    assert execute(*ask).stderr == ""
    assert "GET /api/posts 200" in execute("--no-quiet", *ask).stderr
    assert "GET /api/posts 200" in execute("--verbose", *ask).stderr
    variable = {"MOCKPOSTLY_QUIET": "false"}
    assert "GET /api/posts 200" in execute(*ask, environment=variable).stderr


def test_the_port_is_free_unless_a_flag_says_which(execute):
    taken = quiet_port()
    with socket.create_server(("127.0.0.1", taken)):
        variables = {"PORT": str(taken), "MOCKPOSTLY_PORT": str(taken)}
        found = environment_of(execute, environment=variables)
        assert urlsplit(found["MOCKPOSTLY_URL"]).port != taken
    found = environment_of(execute, "--port", taken)
    assert urlsplit(found["MOCKPOSTLY_URL"]).port == taken


def test_an_unchanged_program_finds_the_proxy(execute, tmp_path):
    taken = quiet_port()
    variables = {"XDG_DATA_HOME": str(tmp_path), "MOCKPOSTLY_PROXY_PORT": str(taken)}
    program = "import urllib.request as u; print(u.urlopen('http://dummyjson.com/posts/1').status)"
    with socket.create_server(("127.0.0.1", taken)):
        done = execute("--as", "dummyjson.com", "--world", "w", "--", sys.executable, "-c", program, environment=variables)
    assert (done.returncode, done.stdout) == (0, "200\n"), done.stderr


TRUSTING = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS"]
STAND_IN = ["--as", "dummyjson.com", "--proxy-port", "0"]
URL = "https://dummyjson.com/posts/1"
CLIENTS = {
    "curl": ["curl", "-sSf", URL],
    "requests": [sys.executable, "-c", f"import requests; print(requests.get('{URL}').text)"],
    "httpx": [sys.executable, "-c", f"import httpx; print(httpx.get('{URL}').text)"],
    "urllib": [sys.executable, "-c", f"import urllib.request as u; print(u.urlopen('{URL}').read().decode())"],
    "node": [
        "node",
        "-e",
        "const {X509Certificate: X} = require('crypto'), tls = require('tls'), http = require('http');"
        "const p = new URL(process.env.HTTPS_PROXY);"
        "http.request({host: p.hostname, port: p.port, method: 'CONNECT', path: 'dummyjson.com:443'})"
        ".on('connect', (_, socket) => { const s = tls.connect({socket, servername: 'dummyjson.com'}, () => {"
        "s.write('GET /posts/1 HTTP/1.1\\r\\nHost: dummyjson.com\\r\\nConnection: close\\r\\n\\r\\n');"
        "s.pipe(process.stdout) }) }).end()",
    ],
}


@pytest.mark.parametrize("client", CLIENTS)
def test_an_unchanged_program_trusts_the_proxy_by_https(execute, tmp_path, client):
    if shutil.which(CLIENTS[client][0]) is None:
        pytest.skip(f"there is no {client} here")
    done = execute(*STAND_IN, "--", *CLIENTS[client], environment={"XDG_DATA_HOME": str(tmp_path)})
    assert done.returncode == 0 and '"id":1' in done.stdout.replace(" ", ""), done.stderr


def test_a_java_program_trusts_it_too(execute, tmp_path):
    if shutil.which("java") is None or shutil.which("javac") is None:
        pytest.skip("there is no JDK here")
    source = tmp_path / "Ask.java"
    source.write_text(
        "public class Ask { public static void main(String[] a) throws Exception {"
        f' System.out.println(new String(new java.net.URL("{URL}").openStream().readAllBytes())); }} }}'
    )
    command = ["java", "-XX:TieredStopAtLevel=1", str(source)]
    done = execute(*STAND_IN, "--", *command, environment={"XDG_DATA_HOME": str(tmp_path)})
    assert done.returncode == 0 and '"id":1' in done.stdout, done.stderr


def test_the_files_are_for_the_command_alone_and_gone_with_it(execute, tmp_path):
    own = tmp_path / "own.pem"
    own.write_text("# mine\n")
    variables = {
        "XDG_DATA_HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "REQUESTS_CA_BUNDLE": str(own),
        "GIT_SSL_CAINFO": "/nowhere/at/all.pem",
        "JAVA_TOOL_OPTIONS": "-Dmine=1",
    }
    script = (
        "import json, os; e = os.environ; print(json.dumps({n: open(e[n]).read() if os.path.exists(e[n]) else e[n]"
        f" for n in {TRUSTING}}} | {{'JAVA': e['JAVA_TOOL_OPTIONS'], 'at': e['SSL_CERT_FILE']}}))"
    )
    done = execute(*STAND_IN, "--", sys.executable, "-c", script, environment=variables)
    told = json.loads(done.stdout)
    authority = (tmp_path / "mockpostly/mockpostly-ca.pem").read_text()
    assert told["GIT_SSL_CAINFO"] == "/nowhere/at/all.pem"
    assert told["REQUESTS_CA_BUNDLE"] == "# mine\n" + authority
    assert told["NODE_EXTRA_CA_CERTS"] == authority
    for name in ("SSL_CERT_FILE", "CURL_CA_BUNDLE"):
        assert told[name].endswith(authority), name
    if os.path.exists("/etc/ssl/certs/ca-certificates.crt"):
        assert told["SSL_CERT_FILE"].count("BEGIN CERTIFICATE") > 1
    assert told["JAVA"].startswith("-Dmine=1 -Djavax.net.ssl.trustStore=")
    assert "-Dhttps.proxyPort=" in told["JAVA"]
    assert not os.path.exists(told["at"]) and not list(tmp_path.glob("mockpostly-exec-*"))
    assert not set(TRUSTING) & set(environment_of(execute))


def test_the_admin_token_is_handed_on(execute, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("swordfish-0123456789\n")
    for options, variables in [
        (["--admin-token", "swordfish-0123456789"], {}),
        (["--admin-token-file", secret], {}),
        ([], {"MOCKPOSTLY_ADMIN_TOKEN_FILE": str(secret)}),
    ]:
        found = environment_of(execute, *options, environment=variables)
        assert found["MOCKPOSTLY_ADMIN_TOKEN"] == "swordfish-0123456789"
        assert "MOCKPOSTLY_ADMIN_TOKEN_FILE" not in found


def test_twenty_at_once_have_a_server_each(run):
    runs = [
        run(
            "--seed",
            "empty",
            "--",
            "sh",
            "-c",
            'echo "$MOCKPOSTLY_URL"; read line',
            stdin=subprocess.PIPE,
        )
        for _ in range(20)
    ]
    urls = [one.process.stdout.readline() for one in runs]
    assert len(set(urls)) == len(runs), urls
    for one in runs:
        one.process.stdin.write(b"\n")
        one.process.stdin.close()
        one.process.stdin = None
        assert one.wait() == 0


def test_one_inside_another(execute, binary):
    script = f'echo "$BASE_URL"; "{binary}" exec -- sh -c \'echo "$BASE_URL"; exit 9\''
    done = execute("--", "sh", "-c", script)
    assert done.returncode == 9, done.stderr
    assert len(set(done.stdout.split())) == 2


# MARK: Worlds


def test_a_world_for_the_run(execute):
    found = environment_of(execute, "--world", "mine.1")
    url = found["MOCKPOSTLY_URL"]
    assert found["MOCKPOSTLY_WORLD"] == "mine.1"
    assert found["BASE_URL"] == url + "/w/mine.1/api"
    assert found["MOCKPOSTLY_WS_URL"] == url.replace("http", "ws", 1) + "/w/mine.1/community"
    assert urlsplit(url).path == ""
    show = """
    curl -sS "$MOCKPOSTLY_URL/__mockpostly/v1/worlds/$MOCKPOSTLY_WORLD"
    curl -sS "$BASE_URL/posts"
    """
    done = execute("--world", "mine", "--random-seed", "5", "--", "sh", "-c", show)
    world, posts = map(json.loads, done.stdout.splitlines())
    assert (world["id"], world["from"], world["ttl"]) == ("mine", "seed", None)
    assert world["randomSeed"] == 5
    assert posts["pagination"]["total"] > 100


def test_the_variables_are_those_of_a_world_that_is_made(execute, binary):
    script = f'"{binary}" world create other -o env; env'
    done = execute("--world", "mine", "--", "sh", "-c", script)
    made, _, own = done.stdout.partition("\nexport MOCKPOSTLY_PEXELS_URL=")
    own = dict(line.split("=", 1) for line in own.splitlines()[1:] if "=" in line)
    made = dict(line.removeprefix("export ").split("=", 1) for line in made.splitlines())
    assert len(made) >= 6
    for name, value in made.items():
        assert own[name] == value.strip("'").replace("other", "mine"), name


def test_a_scenario_for_the_run(execute):
    for options, name in [([], "empty-feed"), (["--world", "quiet"], "quiet")]:
        done = execute(
            *["--scenario", "empty-feed", *options],
            *["--", "sh", "-c", 'echo "$MOCKPOSTLY_WORLD"; curl -sS "$BASE_URL/posts"'],
        )
        world, posts = done.stdout.splitlines()
        assert world == name
        assert json.loads(posts)["posts"] == []


@pytest.mark.parametrize(
    "options",
    [["--world", "no/such"], ["--world", "default"], ["--scenario", "no-such"]],
)
def test_a_world_that_cannot_be_made_ends_it_before_the_command(execute, tmp_path, options):
    done = execute(*options, "--", "touch", "ran")
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert options[1] in done.stderr
    assert not (tmp_path / "ran").exists()


def test_a_world_needs_the_control_plane(execute, tmp_path):
    done = execute("--world", "mine", "--no-control", "--", "touch", "ran")
    assert done.returncode == 2
    assert "--no-control" in done.stderr
    assert not (tmp_path / "ran").exists()


def test_a_world_under_an_admin_token(execute):
    found = environment_of(execute, "--world", "mine", "--admin-token", "swordfish-0123456789")
    assert found["MOCKPOSTLY_WORLD"] == "mine"


# MARK: A server that does not start


def test_a_server_that_does_not_start_runs_nothing(execute, tmp_path):
    (tmp_path / "broken.json").write_text("{")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for options, code in [
            (["--port", taken.getsockname()[1]], 4),
            (["--seed", "broken.json"], 3),
            (["--seed", "missing.json"], 3),
            (["--data", "no/such/directory.sqlite"], 5),
            (["--ready-file", "no/such/directory.json"], 3),
        ]:
            done = execute(*options, "--", "touch", "ran")
            assert (done.returncode, done.stdout) == (code, ""), done.stderr
            assert done.stderr.startswith("mockpostly: error: ")
            assert not (tmp_path / "ran").exists()


# MARK: Signals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_are_the_commands_to_handle(run, number):
    name = number.name.removeprefix("SIG")
    one = run(
        "--",
        "sh",
        "-c",
        f"trap 'echo told; exit 5' {name}; echo $$ >>pids; while :; do sleep 0.05; done",
    )
    one.started(1)
    one.process.send_signal(number)
    assert one.wait() == 5
    assert one.process.stdout.read() == b"told\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_signals_end_a_command_that_does_not_handle_them(run, number):
    one = run("--", sys.executable, "-c", TELL_AND_WAIT)
    one.started(1)
    one.process.send_signal(number)
    assert one.wait() == 128 + number
    assert_gone(one.pids, within=0)


TELL_AND_WAIT = """
import os, signal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)
import resource
import select
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
with open("pids", "a") as file:
    print(os.getpid(), file=file)
while True:
    signal.pause()
"""


def test_other_signals_are_passed_on(run):
    traps = "trap 'echo one' USR1; trap 'echo two; exit 0' USR2; echo $$ >>pids; "
    script = traps + "while :; do sleep 0.05; done"
    one = run("--", "sh", "-c", script)
    one.started(1)
    one.process.send_signal(signal.SIGUSR1)
    assert one.process.stdout.readline() == b"one\n"
    one.process.send_signal(signal.SIGUSR2)
    assert one.process.stdout.readline() == b"two\n"
    assert one.wait() == 0


@pytest.mark.limits
@pytest.mark.parametrize("stopped", [False, True])
def test_a_command_that_does_not_end_is_killed(run, stopped):
    one = run(
        "--", "sh", "-c", "trap '' INT TERM HUP; echo $$ >>pids; while :; do sleep 0.05; done"
    )
    (child,) = one.started(1)
    if stopped:
        os.kill(child, signal.SIGSTOP)
    began = time.monotonic()
    one.process.send_signal(signal.SIGTERM)
    assert one.wait() == 128 + signal.SIGKILL
    assert time.monotonic() - began >= 4, "it was given no time"
    assert_gone(one.pids, within=0)


def test_an_ignored_signal_stays_ignored(run):
    one = run(
        *["--", "sh", "-c", "echo $$ >>pids; read line; kill -HUP $$; echo alive"],
        stdin=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    one.started(1)
    one.process.send_signal(signal.SIGHUP)
    out, _ = one.process.communicate(b"\n", timeout=60)
    assert (one.process.returncode, out) == (0, b"alive\n")


def test_a_signal_before_the_command_begins_ends_it(run, tmp_path):
    # A seed that never comes to its end.
    os.mkfifo(tmp_path / "seed.json")
    one = run("--seed", "seed.json", "--", "touch", "ran")
    with (tmp_path / "seed.json").open("w"):
        found = wait_until(lambda: guards(one.pid), what="a guard")
        one.process.send_signal(signal.SIGTERM)
        assert one.wait() == 128 + signal.SIGTERM
    assert not (tmp_path / "ran").exists()
    assert_gone(found, within=0)


# MARK: Nothing stays


def test_what_the_command_leaves_is_ended(run):
    one = run("--", "sh", "-c", FAMILY + "exit 3")
    assert one.wait() == 3
    pids = one.started(3)
    assert_gone(pids, within=0)


@pytest.mark.skipif(not LINUX or not shutil.which("setsid"), reason="only Linux tells of orphans")
def test_what_went_to_a_session_of_its_own_is_ended(run):
    one = run(
        "--",
        "sh",
        "-c",
        FAMILY + STRAYS + "while [ $(wc -l <pids) -lt 6 ]; do sleep 0.01; done; exit 3",
    )
    assert one.wait() == 3
    assert_gone(one.started(6), within=0)


def test_a_stopped_process_that_is_left_is_ended(run):
    one = run("--", "sh", "-c", "sleep 300 & echo $! >>pids; kill -STOP $!; exit 4")
    assert one.wait() == 4
    assert_gone(one.started(1), within=0)


def test_a_process_that_is_left_may_tidy_up(run, tmp_path):
    script = """
    sh -c 'trap "echo >>tidied; exit" TERM; echo $$ >>pids; while :; do sleep 0.01; done' &
    while [ ! -s pids ]; do sleep 0.01; done
    """
    one = run("--", "sh", "-c", script)
    assert one.wait() == 0
    assert_gone(one.started(1), within=0)
    # It was asked once, not again and again.
    assert (tmp_path / "tidied").read_text() == "\n"


def test_an_ended_run_has_no_guard(run):
    one = run("--", "sh", "-c", "echo $$ >>pids; read line", stdin=subprocess.PIPE)
    one.started(1)
    found = wait_until(lambda: guards(one.pid), what="a guard")
    one.process.communicate(b"\n", timeout=60)
    assert_gone(found, within=0)


def test_nothing_outlives_a_killed_run(run):
    one = run("--", "sh", "-c", 'echo "$MOCKPOSTLY_URL"; ' + FAMILY + "wait")
    url = one.process.stdout.readline().decode().strip()
    pids = one.started(3) + guards(one.pid)
    assert len(pids) == 4
    assert all(is_alive(pid) for pid in pids) and is_open(url)
    one.process.kill()
    one.wait()
    assert_gone(pids)
    assert not is_open(url)


@pytest.mark.skipif(not LINUX or not shutil.which("setsid"), reason="only Linux tells of orphans")
def test_no_stray_outlives_a_killed_run(run):
    one = run("--", "sh", "-c", FAMILY + STRAYS + "wait")
    pids = one.started(6) + guards(one.pid)
    one.process.kill()
    one.wait()
    assert_gone(pids)


def test_nothing_outlives_a_killed_group(run):
    one = run("--", "sh", "-c", FAMILY + "wait", start_new_session=True)
    pids = one.started(3) + guards(one.pid)
    os.killpg(one.pid, signal.SIGKILL)
    one.wait()
    assert_gone(pids)


def test_nothing_outlives_a_killed_run_inside_another(run, binary):
    one = run("--", binary, "exec", "--", "sh", "-c", FAMILY + "wait")
    pids = one.started(3)
    inner = [pid for pid, words in children(one.pid).items() if " exec-guard " not in words]
    pids += inner + guards(one.pid) + guards(inner[0])
    assert len(pids) == 6
    one.process.kill()
    one.wait()
    assert_gone(pids, within=60)


def test_a_killed_command_ends_the_run(run):
    one = run("--", "sh", "-c", FAMILY + "wait")
    pids = one.started(3)
    found = guards(one.pid)
    os.kill(pids[0], signal.SIGKILL)
    assert one.wait() == 128 + signal.SIGKILL
    assert_gone(pids + found, within=0)


def test_a_killed_guard_is_replaced(run):
    one = run("--", "sh", "-c", FAMILY + "wait")
    pids = one.started(3)
    killed = set()
    for _ in range(3):
        (guard,) = wait_until(lambda: set(guards(one.pid)) - killed, what="another guard")
        os.kill(guard, signal.SIGKILL)
        killed.add(guard)
    pids += wait_until(lambda: set(guards(one.pid)) - killed, what="another guard")
    one.process.kill()
    one.wait()
    assert_gone(pids)


def test_guards_that_are_killed_again_and_again_are_done_without(run):
    one = run("--", "sh", "-c", FAMILY + "read line; exit 6", stdin=subprocess.PIPE)
    pids = one.started(3)
    until = time.monotonic() + 60
    killed = set()
    while len(killed) < 10:
        assert time.monotonic() < until
        for guard in set(guards(one.pid)) - killed:
            os.kill(guard, signal.SIGKILL)
            killed.add(guard)
    wait_until(lambda: not guards(one.pid), what="no guard")
    one.process.communicate(b"\n", timeout=60)
    assert one.process.returncode == 6
    assert_gone(pids, within=0)


def test_signals_do_not_end_the_guard(run):
    one = run("--", "sh", "-c", FAMILY + "wait")
    pids = one.started(3)
    (guard,) = wait_until(lambda: guards(one.pid), what="a guard")
    # It ignores them from its first moments on, which a command that runs shows to be over.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        os.kill(guard, number)
    one.process.kill()
    one.wait()
    assert_gone(pids + [guard])


def test_writes_that_were_answered_are_in_the_data_file(execute, start, tmp_path):
    write = """
    curl -sS -f "$BASE_URL/auth/register" -H 'Content-Type: application/json' \
        -d '{"email":"kept@example.com","name":"Kept","password":"pw"}' >/dev/null
    """
    assert execute("--data", "blog.sqlite", "--", "sh", "-c", write).returncode == 0
    server = start("--data", tmp_path / "blog.sqlite")
    answer = server.session().post(
        server.url + "/api/auth/login/email",
        json={"email": "kept@example.com", "password": "pw"},
    )
    assert answer.status_code == 200


# MARK: Terminals


class Screen:
    """A terminal with somebody at it."""

    def __init__(self, command, directory):
        self.pid, self.file = os.forkpty()
        if self.pid == 0:
            os.chdir(directory)
            os.execve(
                command[0], command, {**clean_environment(directory), "TERM": "dumb", "PS1": "$ "}
            )
        self.seen = b""
        self.status = None

    def type(self, text: str):
        os.write(self.file, text.encode())

    def wait_for(self, text: str, within: float = 60.0):
        """Reads until `text` is on the screen, and forgets what was before its end."""
        until = time.monotonic() + within
        while text.encode() not in self.seen:
            left = until - time.monotonic()
            assert left > 0, f"no {text!r} on the screen: {self.seen!r}"
            if not select.select([self.file], [], [], left)[0]:
                continue
            try:
                self.seen += os.read(self.file, 4096)
            except OSError as error:
                raise AssertionError(f"no {text!r}, but the end: {self.seen!r}") from error
        self.seen = self.seen.split(text.encode(), 1)[1]

    @property
    def foreground(self) -> int:
        return os.tcgetpgrp(self.file)

    def wait(self, within: float = 60.0) -> int:
        def ended():
            try:
                # Nobody else reads what is still shown.
                while os.read(self.file, 4096):
                    pass
            except OSError:
                pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            return (status,) if pid else None

        os.set_blocking(self.file, False)
        (self.status,) = wait_until(ended, within, "the end of what runs on the terminal")
        return os.waitstatus_to_exitcode(self.status)

    def close(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.file)


@pytest.fixture
def screen(tmp_path):
    opened: list[Screen] = []

    def begin(*command) -> Screen:
        opened.append(Screen([str(word) for word in command], tmp_path))
        return opened[-1]

    yield begin
    for one in opened:
        one.close()


def test_the_command_has_the_terminal(screen, binary):
    one = screen(
        binary, "exec", "--", "sh", "-c", "echo pid $$.; read line; echo got $line; exit 8"
    )
    one.wait_for("pid ")
    wait_until(lambda: b"." in one.seen or one.wait_for(".") or True)
    wait_until(lambda: one.foreground != one.pid, what="another group in the foreground")
    one.type("a word\n")
    one.wait_for("got a word")
    assert one.wait() == 8


def test_ctrl_c_is_the_commands(screen, binary):
    one = screen(
        binary,
        "exec",
        "--",
        "sh",
        "-c",
        "trap 'echo interrupted; exit 9' INT; echo ready; sleep 30 & wait",
    )
    one.wait_for("ready")
    one.type("\x03")
    one.wait_for("interrupted")
    assert one.wait() == 9


def test_ctrl_c_reaches_a_command_whose_output_is_read_by_another(screen, binary, bash):
    inner = "trap 'echo interrupted; exit 9' INT; echo ready; sleep 30 & wait"
    reader = "(trap '' INT; exec cat)"
    script = (
        f'trap : INT; "{binary}" exec -- sh -c "{inner}" | {reader}; echo code ${{PIPESTATUS[0]}}'
    )
    one = screen(bash, "-c", script)
    one.wait_for("ready")
    one.type("\x03")
    one.wait_for("interrupted")
    one.wait_for("code 9")


def test_a_command_whose_output_is_read_by_another_can_still_read(screen, binary, bash):
    inner = "echo ready; read line; echo got $line"
    script = f"'{binary}' exec -- sh -c '{inner}' | cat; echo code ${{PIPESTATUS[0]}}"
    one = screen(bash, "-c", script)
    one.wait_for("ready")
    one.type("a word\n")
    one.wait_for("got a word")
    one.wait_for("code 0")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which signals wait")
def test_ctrl_z_is_not_lost_while_the_command_waits_for_the_terminal(screen, binary, bash, tmp_path):
    # It stops who would give it the terminal, and then reads.
    (tmp_path / "inner").write_text(
        "trap 'echo asked; exit 4' TSTP\nkill -STOP $PPID\n"
        "(echo $$; echo $PPID) >pids\nread line\n"
    )
    one = screen(bash, "-c", f"'{binary}' exec -- sh inner | cat; echo code ${{PIPESTATUS[0]}}")
    command, program = numbers_in(tmp_path / "pids", 2)
    wait_until(lambda: is_stopped(command), what="the command's stop")
    os.kill(-command, signal.SIGTSTP)
    os.kill(program, signal.SIGCONT)
    one.wait_for("asked")
    one.wait_for("code 4")


def test_a_closed_terminal_ends_it(screen, binary, tmp_path):
    one = screen(binary, "exec", "--", "sh", "-c", FAMILY + "echo ready; wait")
    one.wait_for("ready")
    pids = numbers_in(tmp_path / "pids", 3) + guards(one.pid)
    os.close(one.file)
    one.file = os.open(os.devnull, os.O_RDWR)
    assert_gone(pids + [one.pid], within=60)
    os.waitpid(one.pid, 0)
    one.status = 0


def test_it_is_a_job_of_a_shell_as_any_other(screen, binary, bash):
    one = screen(bash, "--norc", "--noprofile", "-i")
    one.wait_for("$ ")
    one.type(f"'{binary}' exec -- sh -c 'echo rea\"\"dy; read line; echo got $line; exit 3'\n")
    one.wait_for("ready")
    shell = one.pid
    wait_until(lambda: one.foreground != shell, what="the job in the foreground")
    one.type("\x1a")
    one.wait_for("Stopped")
    one.wait_for("$ ")
    assert one.foreground == shell
    one.type('echo be""tween\n')
    one.wait_for("between")
    one.type("fg\n")
    one.wait_for("exec --")
    wait_until(lambda: one.foreground != shell, what="the job in the foreground again")
    one.type("a word\n")
    one.wait_for("got a word")
    one.wait_for("$ ")
    assert one.foreground == shell
    one.type("echo code $?\n")
    one.wait_for("code 3")
    one.type("exit\n")
    assert one.wait() == 0


def test_in_the_background_it_waits_for_the_terminal_as_any_job(screen, binary, bash):
    one = screen(bash, "--norc", "--noprofile", "-i")
    one.wait_for("$ ")
    one.type(f"'{binary}' exec -- sh -c 'echo rea\"\"dy; read line; echo got $line; exit 3' &\n")
    one.wait_for("ready")
    one.type('jo""bs; wait -n; jobs\n')
    one.wait_for("Stopped")
    one.type("fg\n")
    one.wait_for("exec --")
    wait_until(lambda: one.foreground != one.pid, what="the job in the foreground")
    one.type("a word\n")
    one.wait_for("got a word")
    one.type("exit\n")
    assert one.wait() == 3


def test_an_interactive_shell_beside_the_server(screen, binary, bash):
    one = screen(binary, "exec", "--", bash, "--norc", "--noprofile", "-i")
    one.wait_for("$ ")
    shell = one.foreground
    assert shell != one.pid
    one.type('curl -s "$BASE_URL/posts?limit=1" | head -c 14\n')
    one.wait_for('{"pagination":')
    one.wait_for("$ ")
    one.type("sleep 30\n")
    # Between its fork and its start, a job ignores what is typed.
    wait_until(lambda: "sleep 30" in children(shell).values(), what="the shell's job")
    one.type("\x1a")
    one.wait_for("Stopped")
    one.wait_for("$ ")
    assert one.foreground == shell
    one.type("exit 4\n")
    one.wait_for("stopped jobs")
    one.type("exit 4\n")
    assert one.wait() == 4


# MARK: Which server a command line finds


def test_a_server_of_a_run_is_not_found_by_others(run, cli, tmp_path):
    (tmp_path / "own").mkdir()
    variables = {"XDG_RUNTIME_DIR": str(tmp_path / "own")}
    one = run(
        "--", "sh", "-c", "echo $$ >>pids; read line", stdin=subprocess.PIPE, environment=variables
    )
    one.started(1)
    done = cli("world", "list", environment=variables)
    assert done.returncode == 1
    assert "no server of yours" in done.stderr
    one.process.communicate(b"\n", timeout=60)


def test_command_lines_of_the_command_find_the_run(execute, binary):
    done = execute("--world", "mine", "--", binary, "reset", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["world"] == "mine"


def test_the_newest_server_is_found(start, cli, tmp_path):
    own = tmp_path / "own"
    own.mkdir()
    variables = {"XDG_RUNTIME_DIR": str(own)}
    first = start("--seed", "empty", environment=variables)
    second = start("--seed", "empty", environment=variables)
    kept = own / "mockpostly"
    assert kept.stat().st_mode & 0o777 == 0o700
    for server in (first, second):
        file = kept / f"{server.pid}.json"
        assert file.stat().st_mode & 0o777 == 0o600
        said = json.loads(file.read_text())
        assert list(said) == ["pid", "port", "url", "control", "startedAt", "folder"]
        assert (said["pid"], said["port"], said["url"]) == (server.pid, server.port, server.told_url)

    def asked() -> list[str]:
        done = cli("world", "list", "--json", environment=variables)
        return [
            done.returncode,
            done.stdout and json.loads(done.stdout)["worlds"][0]["baseUrls"]["postly"],
        ]

    assert asked() == [0, second.told_url + "/api"]
    for command in (["reset"], ["clock", "advance", "1h"], ["world", "create"]):
        done = cli(*command, environment=variables)
        assert done.returncode == 2, done.stdout
        assert "2 servers of yours run" in done.stderr
        for server in (first, second):
            assert f"{server.told_url}  process {server.pid}, started 2" in done.stderr
        assert cli(*command, "--url", first.url, environment=variables).returncode == 0
    assert f"asking {second.told_url}, the newest of 2" in cli("clock", environment=variables).stderr
    assert cli("healthcheck", environment=variables).stdout == "ready\n"
    # One that ended without a word is forgotten.
    second.kill()
    assert (kept / f"{second.pid}.json").exists()
    assert str(first.port) in asked()[1]
    assert cli("reset", environment=variables).returncode == 0
    assert not (kept / f"{second.pid}.json").exists()
    first.stop()
    assert list(kept.iterdir()) == []
    assert asked()[0] == 1


def test_a_directory_that_others_can_write_to_is_not_used(start, cli, tmp_path):
    kept = tmp_path / "mockpostly"
    kept.mkdir()
    kept.chmod(0o777)
    variables = {"XDG_RUNTIME_DIR": str(tmp_path)}
    quiet = start("--seed", "empty", "--quiet", environment=variables)
    server = start("--seed", "empty", environment=variables)
    server.wait_for_log("mockpostly cannot be used")
    quiet.stop()
    assert quiet.log == ""
    assert list(kept.iterdir()) == []
    (kept / f"{server.pid}.json").write_text(
        json.dumps({"pid": server.pid, "url": server.url, "startedAt": "2026-01-01T00:00:00Z"})
    )
    assert cli("world", "list", environment=variables).returncode == 1
