"""The command line: usage errors, help, where values come from, tokens."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from conftest import MIRA
from mockserver import quiet_port
from postly import decode_token
from rawhttp import json_request

ESCAPE = "\x1b"
NOT_FOUND_PAGE = b"<!doctype html>\n<html lang=en>\n<title>404"


def assert_usage(done, *words):
    """Exit 2, nothing on stdout, every word on stderr, and no crash report."""
    assert done.returncode == 2, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr, f"{word!r} is not in {done.stderr!r}"
    assert len(done.stderr.splitlines()) <= 12, "an error is not a manual"


# MARK: Usage


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("--prot", "--port"),
        ("--sytsems", "--systems"),
        ("--seeds", "--seed"),
        ("--log-fromat", "--log-format"),
        ("--unix-soket", "--unix-socket"),
    ],
)
def test_an_unknown_flag_is_named_with_the_nearest_one(cli, written, meant):
    for flag in (written, written + "=1"):
        assert_usage(cli("serve", flag), written, meant)


def test_a_flag_like_nothing_known_is_refused_without_a_guess_that_misleads(cli):
    done = cli("serve", "--qqqqqqqqqqqqqqqqqqqq")
    assert_usage(done, "--qqqqqqqqqqqqqqqqqqqq")


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--port", "abc"),
        ("--port", "65536"),
        ("--port", "-1"),
        ("--port", ""),
        ("--port", "80 80"),
        ("--log-format", "xml"),
        ("--random-seed", "lucky"),
        ("--systems", "cobol"),
    ],
)
def test_a_bad_value_is_named_with_its_flag(cli, flag, value):
    done = cli("serve", f"{flag}={value}")
    assert_usage(done, flag)
    if value:
        assert value in done.stderr


@pytest.mark.parametrize("flag", ["--port", "--data", "--seed", "--config", "--ready-file"])
def test_a_flag_without_its_value_is_named(cli, flag):
    assert_usage(cli("serve", flag), flag)


def test_a_word_too_many_is_named(cli):
    assert_usage(cli("serve", "db.json", "everything"), "everything")


def test_an_unknown_command_is_named_with_the_nearest_one(cli):
    assert_usage(cli("sevre"), "sevre", "serve")
    assert_usage(cli("seed", "chekc", "."), "chekc", "check")
    assert_usage(cli("token", "gogle"), "gogle", "google")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MOCKPOSTLY_PORT", "x"),
        ("PORT", "x"),
        ("MOCKPOSTLY_MAX_BODY", "5XB"),
        ("MOCKPOSTLY_MAX_BODY", "-1"),
        ("MOCKPOSTLY_MAX_HEAD", "many"),
        ("MOCKPOSTLY_MAX_CONNECTIONS", "1e3"),
        ("MOCKPOSTLY_HEAD_TIMEOUT", "fast"),
        ("MOCKPOSTLY_BODY_TIMEOUT", "-5s"),
        ("MOCKPOSTLY_IDLE_TIMEOUT", "1h2x"),
        ("MOCKPOSTLY_WORKER_QUEUE", "x"),
        ("MOCKPOSTLY_DURABILITY", "maybe"),
    ],
)
def test_a_bad_value_in_the_environment_names_the_variable(cli, variable, value):
    done = cli("serve", environment={variable: value})
    assert done.returncode in (2, 3) and done.stdout == ""
    assert variable in done.stderr and value in done.stderr


# MARK: Help and descriptions


def test_help_is_on_stdout_and_shows_examples(cli):
    bare = cli()
    assert bare.returncode == 0
    whole = cli("help")
    assert whole.returncode == 0 and whole.stderr == ""
    for command in ("serve", "routes", "seed", "token", "healthcheck", "config", "version"):
        assert command in whole.stdout
        one = cli(command, "--help")
        assert one.returncode == 0 and one.stderr == ""
        assert f"mockpostly {command}" in one.stdout, one.stdout
    assert cli("--help").stdout == whole.stdout == bare.stdout
    assert cli("-h").stdout == whole.stdout


def test_help_of_serve_lists_every_flag(cli):
    told = cli("serve", "--help").stdout
    for flag in (
        "--host --port --unix-socket --data --seed --no-cache --systems --jwt-secret --random-seed "
        "--ready-file --log-format --allowed-host --config --quiet --verbose "
        "--google-client-id durability cache-size max-head max-body max-connections head-timeout "
        "body-timeout idle-timeout write-timeout max-pipelined-output worker-queue"
    ).split():
        assert re.search(rf"(?<![\w-]){flag}(?![\w-])", told), f"{flag} is not in the help"


def test_version(cli):
    told = json.loads(cli("version", "--json").stdout)
    assert told["name"] == "mockpostly"
    for words in (("version",), ("--version",)):
        done = cli(*words)
        assert done.returncode == 0 and told["version"] in done.stdout


ROUTES = {
    ("GET", "/"),
    ("POST", "/api/auth/register"),
    ("POST", "/api/auth/login"),
    ("POST", "/api/auth/login/email"),
    ("GET", "/api/auth/check"),
    ("GET", "/api/posts"),
    ("POST", "/api/posts"),
    ("GET", "/api/posts/search"),
    ("GET", "/api/posts/slug/{}"),
    ("GET", "/api/posts/{}"),
    ("PUT", "/api/posts/{}"),
    ("DELETE", "/api/posts/{}"),
    ("GET", "/api/posts/{}/like"),
    ("POST", "/api/posts/{}/like"),
    ("DELETE", "/api/posts/{}/like"),
    ("GET", "/api/posts/{}/comments"),
    ("POST", "/api/posts/{}/comments"),
    ("DELETE", "/api/posts/{}/comments/{}"),
    ("GET", "/api/users/{}/posts"),
    ("GET", "/api/users/me/posts"),
}


def without_names(path):
    return re.sub(r"\{[^/]*\}|<[^/]*>|:[^/]+", "{}", path)


def objects_in(value):
    """Every object in a JSON value, however deep."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for element in value:
            yield from objects_in(element)


def test_routes_lists_the_whole_table(cli):
    done = cli("routes", "--json")
    assert done.returncode == 0, done.stderr
    listed = {
        (entry["method"], without_names(entry["path"]))
        for entry in objects_in(json.loads(done.stdout))
        if {"method", "path"} <= entry.keys()
    }
    assert ROUTES <= listed, f"missing: {ROUTES - listed}"
    text = cli("routes")
    assert text.returncode == 0 and ESCAPE not in text.stdout
    lines = {
        (words[0], without_names(words[1]))
        for line in text.stdout.splitlines()
        if len(words := line.split()) >= 2
    }
    assert ROUTES <= lines, f"missing: {ROUTES - lines}"


def test_routes_that_are_listed_are_served(cli, server):
    listed = json.loads(cli("routes", "--json").stdout)
    with server.connect() as connection:
        for entry in objects_in(listed):
            if not {"method", "path"} <= entry.keys():
                continue
            target = without_names(entry["path"]).replace("{}", "6b01694b2b61691306b805e7")
            if target.startswith("/postly/pictures/"):
                target = "/postly/pictures/cover-0123456789abcdef.jpg"
            if target == "/__mockpostly/v1/events":
                # The stream goes on for ever; test_journal.py reads it.
                continue
            answer = connection.ask(entry["method"], target)
            assert answer.status != 405, entry
            # Not "anywhere in the body": the description of the API shows that page.
            assert not answer.body.startswith(NOT_FOUND_PAGE), entry


def check_shell(shell, words, script):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    return subprocess.run([shell, *words], input=script, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("shell", "words"), [("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])]
)
def test_completion_scripts(cli, shell, words):
    done = cli("completion", shell)
    assert done.returncode == 0 and done.stderr == ""
    for word in ("serve", "healthcheck", "port", "seed"):
        assert word in done.stdout
    checked = check_shell(shell, words, done.stdout)
    assert checked.returncode == 0 and checked.stderr == ""


def test_completion_in_bash_completes(cli, bash):
    script = cli("completion", "bash").stdout
    ask = (
        '{0}\nCOMP_WORDS=({1}); COMP_CWORD={2}; COMP_LINE="{3}"; COMP_POINT=${{#COMP_LINE}}\n'
        "spec=$(complete -p mockpostly); func=${{spec##*-F }}; func=${{func%% *}}\n"
        '"$func" mockpostly "{4}" "{5}"; printf "%s\\n" "${{COMPREPLY[@]}}"\n'
    )
    for words, expected in (
        (["mockpostly", "se"], {"serve", "seed"}),
        (["mockpostly", "serve", "--log-f"], {"--log-format"}),
        # Names come first, options with the first dash.
        (["mockpostly", "fault", ""], {"add", "list", "clear"}),
        (["mockpostly", "fault", "add", ""], {"flaky", "slow-3g"}),
        (["mockpostly", "fault", "add", "-"], {"--path", "--ttl"}),
    ):
        filled = ask.format(
            script, " ".join(words), len(words) - 1, " ".join(words), words[-1], words[-2]
        )
        done = subprocess.run([bash, "-c", filled], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        offered = set(done.stdout.split())
        assert expected <= offered, done.stdout
        assert all(word.startswith(words[-1]) for word in offered), done.stdout
        assert words[-1] or not any(word.startswith("-") for word in offered), done.stdout


def test_completion_of_an_unknown_shell(cli):
    assert_usage(cli("completion", "tcsh"), "tcsh", "bash", "zsh", "fish")


def test_own_seed_beside_the_standard_one(start, cli, tmp_path):
    mine = tmp_path / "mine.json"
    zoe = {"email": "zoe@mine.test", "password": "zoe-of-mine"}
    post = {"content": "Mine.", "createdAt": "2026-01-01T00:00:00Z"}
    posts = [post | {"author": zoe["email"], "title": "By Zoe"}]
    posts += [post | {"author": MIRA["email"], "title": "By somebody of the standard seed"}]
    mine.write_text(json.dumps({"users": [zoe | {"name": "Zoe"}], "posts": posts}))

    def counts(*seeds: str) -> tuple[int, int]:
        server = start(*seeds)
        world = server.session().get(f"{server.url}/__mockpostly/v1/worlds/default").json()
        return world["users"], world["posts"]

    users, posts = counts("--seed", "standard")
    assert users > 30 and posts > 100
    both = ["--seed", "standard", "--seed", str(mine)]
    assert counts(*both) == (users + 1, posts + 2)
    assert counts(*both[2:], *both[:2]) == (users + 1, posts + 2)
    server = start(*both)
    for person in (zoe, MIRA):
        answer = server.session().post(f"{server.url}/api/auth/login/email", json=person)
        assert answer.status_code == 200, answer.text
        token = cli("token", "postly", "--email", person["email"], *both).stdout.strip()
        assert check_token(server, token).json()["email"] == person["email"]


# MARK: Health check


def test_healthcheck(cli, start):
    server = start("--seed", "empty")
    done = cli("healthcheck", "--url", server.url)
    assert done.returncode == 0, done.stderr
    by_variable = cli("healthcheck", environment={"PORT": str(server.port)})
    assert by_variable.returncode == 0, by_variable.stderr
    server.stop()
    done = cli("healthcheck", "--url", server.url)
    assert done.returncode == 1 and done.stderr


def test_healthcheck_by_a_name_that_is_not_allowed(cli, start):
    name = socket.gethostname()
    try:
        address = socket.gethostbyname(name)
    except OSError:
        pytest.skip("the machine does not know its own name")
    server = start("--seed", "empty", "--host", address)
    done = cli("healthcheck", "--url", f"http://{name}:{server.port}")
    assert done.returncode == 1
    assert f"--allowed-host {name}" in done.stderr


def test_healthcheck_is_not_fooled_by_another_server(cli):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        # A server that takes the connection and never answers.
        done = cli("healthcheck", "--url", f"http://127.0.0.1:{port}", within=60)
        assert done.returncode == 1


# MARK: Configuration


def option(told, name):
    """The entry of one option in the output of `config --json`: its value and its source."""
    if isinstance(told, dict) and isinstance(told.get(name), dict):
        return told[name]["value"], told[name]["source"]
    for entry in objects_in(told):
        if entry.get("name") in (name, "--" + name):
            return entry["value"], entry["source"]
    raise AssertionError(f"no {name} in {told}")


def configured(cli, *flags, environment=None):
    done = cli("config", "--json", *flags, environment=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def write_configuration(path: Path, **values):
    """A configuration file: one JSON object, named as the flags without their dashes."""
    path.write_text(json.dumps({name.replace("_", "-"): value for name, value in values.items()}))


def assert_option(told, name, value, source):
    found = option(told, name)
    assert str(found[0]) == str(value), f"{name} is {found}"
    assert source in str(found[1]).lower(), f"{name} is from {found[1]}, not {source}"


def test_configuration_precedence(cli, tmp_path):
    file = tmp_path / "mockpostly.json"
    write_configuration(file, port=7001, log_format="json")
    environment = {"MOCKPOSTLY_PORT": "7002", "PORT": "7003"}
    assert_option(configured(cli), "port", 8080, "default")
    assert_option(configured(cli, "--config", file), "port", 7001, "file")
    bare = {"PORT": "7003"}
    assert_option(configured(cli, environment=bare), "port", 7003, "env")
    told = configured(cli, "--config", file, environment=environment)
    assert_option(told, "port", 7002, "env")
    assert_option(told, "log-format", "json", "file")
    told = configured(cli, "--config", file, "--port", "7004", environment=environment)
    assert_option(told, "port", 7004, "flag")
    told = configured(cli, environment={"HOST": "127.0.0.1"})
    assert_option(told, "host", "127.0.0.1", "env")
    told = configured(cli, environment={"HOST": "127.0.0.1", "MOCKPOSTLY_HOST": "::1"})
    assert_option(told, "host", "::1", "env")


def test_a_configuration_file_by_the_environment(cli, tmp_path):
    file = tmp_path / "mockpostly.json"
    write_configuration(file, max_connections=77)
    told = configured(cli, environment={"MOCKPOSTLY_CONFIG": str(file)})
    assert_option(told, "max-connections", 77, "file")


def test_config_in_words(cli):
    done = cli("config", "--port", "7010", environment={"MOCKPOSTLY_IDLE_TIMEOUT": "20s"})
    assert done.returncode == 0 and ESCAPE not in done.stdout
    lines = done.stdout.splitlines()

    def line_of(name):
        found = [line for line in lines if re.match(rf"\W*{name}\b(?!-)", line)]
        assert len(found) == 1, f"{name}: {done.stdout}"
        return found[0]

    assert re.search(r"7010.*flag", line_of("port"))
    assert re.search(r"20s.*env", line_of("idle-timeout"), re.IGNORECASE)
    assert re.search(r"8 ?MiB|8388608", line_of("max-body")) and "default" in line_of("max-body")


@pytest.mark.parametrize(
    ("values", "words"),
    [({"prot": 1}, ["prot", "port"]), ({"port": "abc"}, ["port", "abc"])],
    ids=["unknown", "bad value"],
)
def test_a_broken_configuration_file(cli, tmp_path, values, words):
    file = tmp_path / "broken.json"
    write_configuration(file, **values)
    done = cli("serve", "--config", file)
    assert done.returncode == 3, f"{done.returncode}: {done.stderr}"
    assert "broken.json" in done.stderr and done.stdout == ""
    for word in words:
        assert word in done.stderr


def test_a_configuration_file_that_is_cut_off(cli, tmp_path):
    file = tmp_path / "broken.json"
    write_configuration(file, port=7001)
    file.write_text(file.read_text()[:-1])
    done = cli("serve", "--config", file)
    assert done.returncode == 3, f"{done.returncode}: {done.stderr}"
    assert "broken.json" in done.stderr and done.stdout == ""


def test_a_missing_configuration_file(cli, tmp_path):
    done = cli("serve", "--config", tmp_path / "nowhere.json")
    assert done.returncode == 3 and "nowhere.json" in done.stderr


def test_serve_listens_where_the_environment_says(start):
    fallback, wanted = quiet_port(), quiet_port()
    server = start("--seed", "empty", port=None, environment={"PORT": str(fallback)})
    assert server.port == fallback
    server.stop()
    both = {"PORT": str(fallback), "MOCKPOSTLY_PORT": str(wanted)}
    server = start("--seed", "empty", port=None, environment=both)
    assert server.port == wanted


def test_every_limit_can_come_from_the_environment(start):
    server = start("--seed", "empty", environment={"MOCKPOSTLY_MAX_BODY": "1KiB"})
    with server.connect() as connection:
        connection.send(
            b"POST /api/auth/login/email HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Length: 1025\r\n\r\n"
        )
        assert connection.read_answer().status == 413


# MARK: Tokens


def test_token_google(cli, start):
    server = start("--seed", "empty")
    began = int(time.time())
    done = cli("token", "google", "--email", "a@b.example", "--name", "Zoë 猫", "--sub", "12345")
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"[\w-]+\.[\w-]+\.[\w-]+\n", done.stdout)
    _, claims = decode_token(done.stdout.strip())
    assert claims["email"] == "a@b.example" and claims["name"] == "Zoë 猫"
    assert claims["sub"] == "12345"
    assert claims["iss"] in ("accounts.google.com", "https://accounts.google.com")
    assert began <= claims["iat"] <= time.time() and claims["exp"] - claims["iat"] == 3600
    with server.connect() as connection:
        connection.send(json_request("POST", "/api/auth/login", {"token": done.stdout.strip()}))
        answer = connection.read_answer()
        assert answer.status == 200, answer
        assert answer.json()["user"]["userId"] == "12345"
        token = answer.json()["accessToken"]
        check = connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")
        assert check.json()["name"] == "Zoë 猫"


def test_token_google_without_a_sub_is_stable_for_an_address(cli):
    def sub(email):
        done = cli("token", "google", "--email", email, "--expires-in", "10m")
        assert done.returncode == 0, done.stderr
        _, claims = decode_token(done.stdout.strip())
        assert claims["exp"] - claims["iat"] == 600
        assert re.fullmatch(r"[0-9]{15,21}", claims["sub"])
        return claims["sub"]

    assert sub("a@b.example") == sub("a@b.example") != sub("c@d.example")


def test_token_google_for_an_audience(start, cli):
    server = start("--seed", "empty", "--google-client-id", "some-client")
    done = cli("token", "google", "--email", "a@b.example", "--google-client-id", "another")
    with server.connect() as connection:
        connection.send(json_request("POST", "/api/auth/login", {"token": done.stdout.strip()}))
        answer = connection.read_answer()
        assert answer.status == 401
        assert "wrong audience" in answer.json()["error"]
        assert "expected one of ['some-client']" in answer.json()["error"]


def test_token_google_needs_an_email(cli):
    assert_usage(cli("token", "google"), "--email")


def check_token(server, token):
    with server.connect() as connection:
        return connection.ask("GET", "/api/auth/check", Authorization=f"Bearer {token}")


def test_token_postly_for_a_seeded_person(server, cli):
    done = cli("token", "postly", "--email", MIRA["email"])
    assert done.returncode == 0, done.stderr
    token = done.stdout.strip()
    header, claims = decode_token(token)
    assert header == {"alg": "HS256", "typ": "JWT"}
    assert list(claims) == ["fresh", "iat", "jti", "type", "sub", "nbf", "csrf", "exp"]
    assert claims["exp"] - claims["iat"] == 604800
    answer = check_token(server, token)
    assert answer.status == 200 and answer.json()["email"] == MIRA["email"]


def test_token_postly_with_another_secret(start, cli):
    server = start("--jwt-secret", "a-secret-of-our-own")
    asked = cli("token", "postly", "--email", MIRA["email"]).stdout.strip()
    assert check_token(server, asked).status == 200
    here = ["token", "postly", "--email", MIRA["email"], "--seed", "standard"]
    plain = cli(*here).stdout.strip()
    refused = check_token(server, plain)
    assert refused.status == 422
    assert refused.json() == {"msg": "Signature verification failed"}
    right = cli(
        "token", "postly", "--email", MIRA["email"], "--jwt-secret", "a-secret-of-our-own"
    ).stdout.strip()
    assert check_token(server, right).status == 200
    by_variable = cli(
        *here,
        "--expires-in",
        "30m",
        environment={"JWT_SECRET_KEY": "a-secret-of-our-own"},
    ).stdout.strip()
    assert check_token(server, by_variable).status == 200
    _, claims = decode_token(by_variable)
    assert claims["exp"] - claims["iat"] == 1800


def test_token_postly_for_a_stored_person_while_the_server_runs(start, cli, tmp_path):
    data = tmp_path / "data.db"
    server = start("--data", data)
    with server.connect() as connection:
        account = {"email": "stored@example.com", "password": "pw", "name": "Stored"}
        connection.send(json_request("POST", "/api/auth/register", account))
        assert connection.read_answer().status == 201
    done = cli("token", "postly", "--email", "stored@example.com", "--data", data)
    assert done.returncode == 0, done.stderr
    answer = check_token(server, done.stdout.strip())
    assert answer.status == 200 and answer.json()["name"] == "Stored"


def test_token_postly_for_nobody(cli):
    done = cli("token", "postly", "--email", "nobody@example.com")
    assert done.returncode == 1, done.stderr
    assert done.stdout == "" and "nobody@example.com" in done.stderr
