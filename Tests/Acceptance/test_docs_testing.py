"""docs/testing/ and docs/examples/: what they quote, and the examples, run as a test author would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from urllib.parse import urljoin
from xml.etree import ElementTree


from conftest import REPOSITORY
from mockserver import clean_environment
from pages import pages
from worlds import Control

TESTING = REPOSITORY / "docs" / "testing"
EXAMPLES = REPOSITORY / "docs" / "examples"
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist.plugin", "-q"]


def beside_a_server(binary, directory, *arguments, within: float = 120.0):
    """Runs `mockpostly exec` with the program as `mockpostly` on the path."""
    programs = directory / "programs"
    programs.mkdir()
    (programs / "mockpostly").symlink_to(binary)
    own = dict.fromkeys(("PYTHONDONTWRITEBYTECODE", "PYTEST_DISABLE_PLUGIN_AUTOLOAD"), "1")
    environment = clean_environment(directory, own)
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    return subprocess.run(
        ["mockpostly", "exec", *map(str, arguments)],
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=within,
        executable=binary,
    )


def test_the_pytest_example_runs_in_parallel(binary, tmp_path):
    command = [*PYTEST, "-n", "2", EXAMPLES / "test_posts.py"]
    done = beside_a_server(binary, tmp_path, "--", *command)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d\d passed in ", done.stdout, re.MULTILINE), done.stdout
    assert "2 workers" in done.stdout or "bringing up nodes" in done.stdout


def test_the_pytest_example_gives_an_admin_token(binary, tmp_path):
    command = [*PYTEST, EXAMPLES / "test_posts.py", "-k", "bad or snapshot"]
    done = beside_a_server(binary, tmp_path, "--admin-token", "swordfish-0123", "--", *command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_pytest_example_of_lost_answers_runs_in_parallel(binary, tmp_path):
    command = [*PYTEST, "-n", "2", EXAMPLES / "test_lost_answers.py"]
    done = beside_a_server(binary, tmp_path, "--", *command)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^4 passed in ", done.stdout, re.MULTILINE), done.stdout


def test_the_document_quotes_the_pytest_example():
    quoted = (TESTING / "pytest.md").read_text().split("def test_a_reset_connection_is_tried_again", 1)[1]
    body = quoted.split("```", 1)[0].strip()
    assert body in (EXAMPLES / "test_lost_answers.py").read_text()


def test_the_shell_example_of_lost_answers_runs(binary, tmp_path):
    done = beside_a_server(binary, tmp_path, "--", "sh", EXAMPLES / "lost-answers.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[2:6] == [
        "2 requests: numbers 2 to 3",
        "3 requests: numbers 1 to 3",
        "1 request: number 1",
        "0 requests",
    ]
    assert lines[-2:] == ["w1: deleted", "ok"] and done.stderr == ""


def test_a_wrong_expectation_fails_the_shell_example_of_lost_answers(binary, tmp_path):
    script = (EXAMPLES / "lost-answers.sh").read_text().replace("--count 3", "--count 4")
    (tmp_path / "broken.sh").write_text(script)
    done = beside_a_server(binary, tmp_path, "--", "sh", "broken.sh")
    assert done.returncode == 1
    assert "It came 3 times, and should have come 4 times." in done.stderr


def test_the_shell_example_runs(binary, tmp_path):
    done = beside_a_server(binary, tmp_path, "--", "sh", EXAMPLES / "posts.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    names = re.findall(r"^([a-z_]+)\(\) \{$", (EXAMPLES / "posts.sh").read_text(), re.MULTILINE)
    tests = [f"ok {name}" for name in names if "_" in name]
    assert sorted(done.stdout.splitlines()) == sorted(tests) and len(tests) == 4
    assert done.stderr == ""


def test_the_shell_example_gives_an_admin_token(binary, tmp_path):
    words = ["--admin-token", "swordfish-0123", "--", "sh", EXAMPLES / "posts.sh"]
    done = beside_a_server(binary, tmp_path, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 4


def test_a_failing_test_of_the_shell_example_fails_it(binary, tmp_path):
    script = (EXAMPLES / "posts.sh").read_text().replace("before + 5", "before + 6")
    (tmp_path / "broken.sh").write_text(script)
    done = beside_a_server(binary, tmp_path, "--", "sh", "broken.sh")
    assert done.returncode == 1
    assert "not five more" in done.stderr
    assert len(done.stdout.splitlines()) == 3


def test_the_scenarios_are_those_of_the_server(shared_server):
    with shared_server.connect() as connection:
        listed = connection.ask("GET", "/__mockpostly/v1/scenarios").json()["scenarios"]
    shown = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", section("worlds", "Scenarios"), re.MULTILINE)
    # As sentences there, as entries of a table here.
    assert [(one["name"], one["summary"].lower().rstrip(".")) for one in listed] == [
        (name, words.lower()) for name, words in shown
    ]


def test_the_members_of_a_world_and_a_token_are_those_that_are_described():
    described = (REPOSITORY / "openapi-control.yaml").read_text(encoding="utf-8")
    for page, title in (("worlds", "Worlds"), ("tokens", "Tokens")):
        for row in re.findall(r"^\| (`[a-zA-Z`, ]+`) \|", section(page, title), re.MULTILINE):
            for name in re.findall(r"`(\w+)`", row):
                assert re.search(rf"\b{name}\b", described), f"{name} is not described"


def test_what_is_quoted_of_the_examples_is_in_them():
    quotes = [
        quote
        for page in pages()
        for quote in re.findall(
            r"^<!-- from: (\S+) -->\n```\w+\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL
        )
    ]
    assert len(quotes) > 4
    for path, quote in quotes:
        assert quote in (REPOSITORY / path).read_text(encoding="utf-8"), f"{path} has no {quote}"


def section(page: str, title: str) -> str:
    text = (TESTING / f"{page}.md").read_text(encoding="utf-8")
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_settings_of_the_apps_are_well_formed():
    text = "".join((TESTING / f"{page}.md").read_text() for page in ("ios", "android"))
    blocks = re.findall(r"^```xml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    roots = [ElementTree.fromstring(f"<snippet>{block}</snippet>") for block in blocks]
    assert len(roots) == 3
    assert [key.text for key in roots[0].iter("key")][-1] == "NSAllowsLocalNetworking"
    assert {host.text for host in roots[1].iter("domain")} == {"localhost", "10.0.2.2"}
    named = roots[2].find("manifest/application").attrib
    assert list(named.values()) == ["@xml/network_security_config"]


def test_a_path_with_a_leading_slash_stays_in_a_world_with_a_port(server):
    """As Retrofit joins them: the path takes the place of the base URL's."""
    with Control(server) as control, server.session() as session:
        totals = {}
        for door in ("port", "prefix"):
            control.make(door, id=door, from_="empty")
            base = control.show(door)["baseUrls"]["dummyjson"]
            for path in ("api/posts", "/api/posts"):
                answer = session.get(urljoin(base + "/", path)).json()
                totals[door, path] = answer["pagination"]["total"]
        lost = totals.pop(("prefix", "/api/posts"))
        assert lost > 100, "the posts of the world default"
        assert set(totals.values()) == {0}
