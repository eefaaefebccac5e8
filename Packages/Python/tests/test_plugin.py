"""The plugin in runs of their own: options, markers, reports, and what bad input gets."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from mockpostly import Server, _binary
from mockpostly.__main__ import main
from mockpostly._errors import ProgramMissing

PASSING = """
import urllib.request

def test_one(world):
    urllib.request.urlopen(world.postly + "/posts").close()
    world.expect_request("GET /api/posts", count=1)
"""

NEITHER = "def test_nothing():\n    pass\n"


@pytest.mark.parametrize(
    "arguments", [[], ["-n", "2"], ["-p", "no:xdist"], ["-n", "2", "--dist", "each"]]
)
def test_a_world_for_a_test(run_tests, arguments):
    done = run_tests(PASSING, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr


def test_workers_share_one_server(run_tests, tmp_path: Path):
    source = f"""
import pytest

@pytest.mark.parametrize("number", range(12))
def test_one(mockpostly, number):
    with open({str(tmp_path / "urls")!r}, "a") as file:
        file.write(mockpostly.url + "\\n")
"""
    done = run_tests(source, "-n", "3")
    assert done.returncode == 0, done.stdout
    assert len(set((tmp_path / "urls").read_text().split())) == 1


def test_a_run_without_it_starts_nothing(run_tests):
    assert run_tests(NEITHER, MOCKPOSTLY_BIN="/nonexistent").returncode == 0
    assert run_tests(NEITHER, "-n", "1", MOCKPOSTLY_BIN="/nonexistent").returncode == 0


def test_options_for_the_server(run_tests):
    source = """
def test_both(world):
    assert world.info["clock"]["now"].startswith("2027-01-01")
    assert world.info["users"] == 1
"""
    seed = '{"users":[{"name":"Ada","email":"ada@example.com"}]}'
    ini = "mockpostly_args = --seed team.json\n"
    source = f"open('team.json', 'w').write({seed!r})\n" + source
    done = run_tests(source, "--mockpostly-args", "--clock 2027-01-01 --clock-frozen", ini=ini)
    assert done.returncode == 0, done.stdout
    assert "mockpostly: a server with --seed team.json --clock 2027-01-01" in done.stdout


def test_an_admin_token(run_tests):
    source = """
def test_one(mockpostly, world):
    world.control("GET", "/clock")
    assert world.environment()["MOCKPOSTLY_ADMIN_TOKEN"] == "abc"
    assert mockpostly.__class__(mockpostly.url).answer("GET", "/worlds").status == 401
"""
    assert run_tests(source, "--mockpostly-admin-token=abc").returncode == 0
    assert run_tests(source, MOCKPOSTLY_ADMIN_TOKEN="abc").returncode == 0
    assert run_tests(source, ini="mockpostly_admin_token = abc\n").returncode == 0


def test_a_server_that_runs_already(run_tests, mockpostly: Server):
    source = f"""
def test_one(mockpostly, world):
    assert mockpostly.url == {mockpostly.url!r} and not mockpostly.is_own
    assert world.info["ttl"] == "1h"
"""
    done = run_tests(source, "-n", "2", MOCKPOSTLY_URL=mockpostly.url)
    assert done.returncode == 0, done.stdout
    assert run_tests(source, f"--mockpostly-url={mockpostly.url}").returncode == 0
    assert run_tests(source, ini=f"mockpostly_url = {mockpostly.url}\n").returncode == 0
    # The worlds of these runs are gone.
    assert not [world for world in mockpostly.worlds() if world.name.startswith("test_one")]


def test_a_name_that_is_taken(run_tests, mockpostly: Server):
    source = "def test_one(world):\n    print('its name is', world.name, '.')\n"
    run = run_tests(source, "-s", MOCKPOSTLY_URL=mockpostly.url)
    name = run.stdout.split("its name is ")[1].split()[0]
    with mockpostly.make_world(name):
        again = run_tests(source, "-s", MOCKPOSTLY_URL=mockpostly.url)
    assert again.returncode == 0 and f"its name is {name}-2 ." in again.stdout


def test_a_failure_has_the_journal(run_tests):
    source = """
import urllib.error, urllib.request, pytest

def test_one(world):
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(world.postly + "/posts/nope")
    world.add_fault("status-503")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(world.postly + "/posts")
    assert False

def test_two(world):
    assert False

def test_three(world):
    pytest.xfail("it is known")
"""
    for arguments in ([], ["-n", "2"]):
        done = run_tests(source, *arguments)
        assert done.returncode == 1
        assert "mockpostly journal of test_one-" in done.stdout
        assert "   1  400 GET /w/test_one-" in done.stdout
        assert 'answer: {"error":"\'nope\' is not' in done.stdout
        assert "[fault status-503]" in done.stdout and "no request came" in done.stdout
        assert "journal of test_three" not in done.stdout


UNKNOWN = """
import urllib.error, urllib.request, pytest

def ask(world, path):
    try:
        urllib.request.urlopen(world.url + path).close()
    except urllib.error.HTTPError as error:
        error.close()

@pytest.mark.mockpostly(on_unknown="fail")
def test_one(world):
    ask(world, "/api/post")

@pytest.mark.mockpostly(on_unknown="fail")
def test_two(world):
    ask(world, "/api/posts")
    ask(world, "/api/posts/69886d862f3621d9bb00ffff")
    world.expect_request("GET /api/posts")
    world.expect_no_unknown_request()

def test_three(world):
    ask(world, "/api/post")
    with pytest.raises(AssertionError):
        world.expect_no_unknown_request()

@pytest.mark.mockpostly(on_unknown="answer")
def test_four(world):
    ask(world, "/api/post")

@pytest.mark.mockpostly(on_unknown="fail")
def test_five(world):
    ask(world.fork(), "/api/post")
"""


def test_a_request_that_nothing_takes_fails_a_test(run_tests):
    done = run_tests(UNKNOWN)
    assert "2 failed, 3 passed" in done.stdout, done.stdout
    assert "requests came to the world 'test_one-" in done.stdout
    assert "number 1: GET /w/test_one-" in done.stdout
    assert "/api/post (404), near GET /api/posts" in done.stdout
    for arguments, ini in ((["--mockpostly-on-unknown=fail"], ""), ([], "fail")):
        done = run_tests(UNKNOWN, *arguments, ini=ini and f"mockpostly_on_unknown = {ini}\n")
        assert "3 failed, 2 passed" in done.stdout, done.stdout


def test_a_failure_has_what_was_written(run_tests):
    source = """
def test_one(world):
    person = world.add_record("people", name="Ada", email="ada@example.com", password="secret12")
    assert [change.table for change in world.changes()] == ["user"]
    assert world.changes()[0].added == [person["id"]]
    world.reset()
    assert world.changes() == []
    world.add_record("people", name="Bo", email="bo@example.com", password="secret12")
    assert False

def test_two(world):
    assert False
"""
    done = run_tests(source)
    assert "2 failed" in done.stdout
    assert "mockpostly changes of test_one-" in done.stdout and "user: + " in done.stdout
    assert "mockpostly changes of test_two-" in done.stdout and "nothing was written" in done.stdout


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ("scenaro='x'", "has no argument 'scenaro': did you mean scenario? It has scenario, seed"),
        ("randomSeed=7", "did you mean random_seed?"),
        ("'heavy-user'", "takes its arguments by name, not 'heavy-user'"),
        ("seed=7", "use random_seed"),
        ("seed='missing.json'", "missing.json"),
        ("scenario='x', seed={}", "begins with one of scenario and seed"),
        ("scenario='x'", "There is no scenario 'x'"),
        ("clock='soon'", "date"),
        ("settings={'a': 1}", "There is no argument 'settings.a'"),
        ("name='a b'", "A name is 1 to 64 letters"),
        ("on_unknown='error'", "It can be: 'answer', 'fail'"),
    ],
)
def test_a_marker_that_is_wrong(run_tests, marker, words):
    source = f"""
import pytest

@pytest.mark.mockpostly({marker})
def test_one(world):
    pass
"""
    done = run_tests(source, "--strict-markers")
    assert done.returncode == 1 and "1 error" in done.stdout
    assert words in done.stdout, done.stdout
    assert "During handling" not in done.stdout


def test_a_seed_is_found_beside_its_test(run_tests, tmp_path: Path):
    folder = tmp_path / "carts"
    folder.mkdir()
    (folder / "one.json").write_text('{"users": [{"name": "Ada", "email": "ada@example.com"}]}')
    (folder / "bad.json").write_text('{"users": [{\n"name": 1}]}')
    (folder / "test_carts.py").write_text(
        """
import pytest

@pytest.mark.mockpostly(seed="one.json")
def test_one(world):
    assert world.info["users"] == 1

@pytest.mark.mockpostly(seed="bad.json")
def test_two(world):
    pass
"""
    )
    done = run_tests("", str(folder))
    assert "1 passed, 1 error" in done.stdout, done.stdout
    assert f"{folder / 'bad.json'}:1:12: users[0].email: is missing" in done.stdout
    mistake = f"{folder / 'bad.json'}:2:9: users[0].name: expected a string, found 1"
    assert f"{mistake}\nCorrect" in done.stdout


def test_a_seed_that_is_nowhere_is_named_beside_its_test(run_tests, tmp_path: Path):
    marker = '@pytest.mark.mockpostly(seed="none.json")'
    test = f"import pytest\n{marker}\ndef test_one(world):\n    pass\n"
    (tmp_path / "carts").mkdir()
    (tmp_path / "carts" / "test_carts.py").write_text(test)
    done = run_tests("", str(tmp_path / "carts"))
    assert f"No such file or directory: '{tmp_path / 'carts' / 'none.json'}'" in done.stdout


def test_a_wrong_marker_without_a_world(run_tests):
    source = "import pytest\n@pytest.mark.mockpostly(x=1)\ndef test_one():\n    pass\n"
    assert "has no argument 'x'" in run_tests(source).stdout


# What bad input gets


def test_no_program(run_tests):
    done = run_tests(PASSING, MOCKPOSTLY_BIN="/nonexistent/mockpostly")
    assert "'/nonexistent/mockpostly' of MOCKPOSTLY_BIN is not there" in done.stdout
    done = run_tests(PASSING, "--mockpostly-binary=no-such-program")
    assert "the program 'no-such-program' is not there" in done.stdout


#: A package without a program, whose PATH has what a test puts there.
WITHOUT_PROGRAM = """
import os
import pytest
from mockpostly import _binary

_binary.__file__ = os.path.join(os.getcwd(), "nowhere", "_binary.py")
"""


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]])
def test_without_a_program_tests_are_skipped_and_one_message_says_so(run_tests, arguments):
    source = WITHOUT_PROGRAM + PASSING + "def test_two(world): pass\n" + NEITHER
    done = run_tests(source, *arguments, CI="", MOCKPOSTLY_BIN="", PATH="")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 2 skipped" in done.stdout
    assert done.stdout.count("2 tests were skipped: this package has no program for") == 1
    assert "scripts/build-release" in done.stdout and "MOCKPOSTLY_BIN" in done.stdout


def test_without_a_program_tests_fail_under_ci(run_tests):
    source = WITHOUT_PROGRAM + PASSING + NEITHER
    done = run_tests(source, CI="true", MOCKPOSTLY_BIN="", PATH="")
    assert done.returncode == 1
    assert "1 passed, 1 error" in done.stdout and "this package has no program" in done.stdout


def test_a_program_on_the_path_is_the_last_resort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MOCKPOSTLY_BIN", raising=False)
    packed = _binary.find_binary()
    scripts, programs = tmp_path / "scripts", tmp_path / "programs"
    for folder, content in ((scripts, "#!/bin/sh\n"), (programs, "\x7fELF")):
        folder.mkdir()
        (folder / "mockpostly").write_text(content)
        (folder / "mockpostly").chmod(0o755)
    monkeypatch.setenv("PATH", f"/nonexistent::{scripts}:{programs}")
    assert _binary.find_binary() == packed
    monkeypatch.setattr(_binary, "__file__", str(tmp_path / "_binary.py"))
    # The script may be the command of this package itself.
    assert _binary.find_binary() == str(programs / "mockpostly")
    monkeypatch.setenv("PATH", str(scripts))
    with pytest.raises(ProgramMissing, match="none on the PATH"):
        _binary.find_binary()


@pytest.mark.parametrize(
    "call",
    [
        'world.expect_request("GET /nowhere")',
        'world.control("GET", "/nowhere")',
        'world.add_fault("no-such-fault")',
        'world.server.world("nobody")',
        "world.server.default_world.delete()",
    ],
)
def test_a_traceback_ends_in_the_test(run_tests, call):
    done = run_tests(f"def test_one(world):\n    {call}\n", "--tb=short")
    trace = done.stdout.partition("= FAILURES =")[2].partition("mockpostly journal")[0]
    places = [line for line in trace.splitlines() if ": in " in line]
    assert len(places) == 1 and places[0].startswith("test_inner.py:2: in test_one"), done.stdout


def test_a_program_that_is_none(run_tests):
    done = run_tests(PASSING, "--mockpostly-binary=/bin/true")
    assert "the server did not start (exit code 0)" in done.stdout
    done = run_tests(PASSING, "--mockpostly-binary=/bin/false", "-n", "2")
    assert "the server did not start (exit code 1)" in done.stdout


def test_a_port_that_is_taken(run_tests):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run_tests(PASSING, f"--mockpostly-args=--port {port}")
    assert done.returncode == 1
    assert f"port {port} is already in use" in done.stdout and "(exit code 4)" in done.stdout


def test_options_that_are_wrong(run_tests):
    done = run_tests(PASSING, "--mockpostly-args=--sed x")
    assert "--sed" in done.stdout and "(exit code 2)" in done.stdout
    done = run_tests(PASSING, "--mockpostly-args=--seed 'x")
    assert "No closing quotation" in done.stdout + done.stderr


def test_nobody_at_the_url(run_tests):
    # Bound, so that nobody else gets the port meanwhile, but not listening.
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        done = run_tests(PASSING, MOCKPOSTLY_URL=url)
    assert f"no mockpostly answers at {url}" in done.stdout
    done = run_tests(PASSING, MOCKPOSTLY_URL="localhost:8080")
    assert "is no URL of a server" in done.stdout


def test_somebody_else_at_the_url(run_tests, mockpostly: Server):
    with mockpostly.make_world(port=0) as world:
        world.add_stub("/**", text="hello")
        done = run_tests(PASSING, MOCKPOSTLY_URL=f"{mockpostly.url}/path")
        assert "without a path" in done.stdout
    done = run_tests(PASSING, MOCKPOSTLY_URL=mockpostly.url, MOCKPOSTLY_ADMIN_TOKEN="x")
    assert done.returncode == 0, done.stdout


def test_a_command_without_a_program(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MOCKPOSTLY_BIN", "/nonexistent")
    with pytest.raises(SystemExit, match="mockpostly: error: the program '/nonexistent'"):
        main()
