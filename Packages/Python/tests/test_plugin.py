"""The plugin in runs of their own: options, markers, reports, and what bad input gets."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from mockpostly import Server
from mockpostly.__main__ import main

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
        ("settings={'a': 1}", "There is no member 'settings.a'"),
        ("name='a b'", "A name is 1 to 64 letters"),
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


def test_a_wrong_marker_without_a_world(run_tests):
    source = "import pytest\n@pytest.mark.mockpostly(x=1)\ndef test_one():\n    pass\n"
    assert "has no argument 'x'" in run_tests(source).stdout


# What bad input gets


def test_no_program(run_tests):
    done = run_tests(PASSING, MOCKPOSTLY_BIN="/nonexistent/mockpostly")
    assert "'/nonexistent/mockpostly' of MOCKPOSTLY_BIN is not there" in done.stdout
    done = run_tests(PASSING, "--mockpostly-binary=no-such-program")
    assert "the program 'no-such-program' is not there" in done.stdout


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
