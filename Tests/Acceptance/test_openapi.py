"""Generated requests against the served descriptions: every answer must be one they declare."""

from __future__ import annotations

import functools
import re
from urllib.parse import urlencode

import pytest
import requests

from conftest import MIRA
from generator import Generator
from mockserver import clean_environment
from postly import log_in
from rawhttp import json_request
from worlds import Control

SEED = 20260214
EXAMPLES = 3
"""How many cases at random an operation gets, beside those at the bounds of its schemas."""
SETTINGS = """
[parameters]
# A generated delay of seconds would only make the run longer.
delay = 0

[auth.openapi.wreelyToken]
api_key = "{wreely_token}"

[phases.coverage]
# One method that a path does not have; the transcripts of routing in Tests/Contracts have the others.
unexpected-methods = ["TRACE"]

[[operations]]
# They take the members that addFault and addStub take.
include-operation-id = ["changeFault", "replaceStub"]
phases.coverage.enabled = false
"""
CHECKS = (
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
POSTLY = r"^/(api/(?!community)|$)"
COMMUNITY = r"^/(api/community|community)/"
PEXELS = r"^/(v1|photos|photo)/"
WREELY = r"^/(services|wreely)/"
REALWORLD = r"^/realworld/"
CONTROL = r"^/__mockpostly/"
DUMMYJSON_WITH_TOKEN = r"^/(auth/(me|logout)|users/me)$"
ADMIN_TOKEN = "for-the-control-plane"
MIRAS_TOKEN = "mira-sol-token-for-trying-the-feed-out-0000"
# The original answers some requests with status 500, and so does the description.
DUMMYJSON = {
    "tools": r"^/(http|test|ip|image|icon|2fa|c|cdn|docs)(/|$)",
    "people": r"^/(auth|users|carts|todos)(/|$)",
    "texts": r"^/(posts|comments|quotes|products|recipes)(/|$)",
}


@pytest.fixture(scope="module")
def generator(tmp_path_factory):
    generator = Generator(tmp_path_factory.mktemp("generator"))
    yield generator
    generator.close()


@pytest.fixture
def generate(generator, tmp_path):
    return functools.partial(run, generator, tmp_path)


def run(
    generator,
    directory,
    server,
    token,
    paths,
    *flags,
    phases="examples,coverage,fuzzing",
    mode="all",
    may_fail=False,
    description="openapi.json",
    wreely_token="0123456789abcdef0123456789abcdef",
):
    """One bounded run; gives the number of cases it made. Any failure is shown in full."""
    checks = CHECKS if may_fail else ("not_a_server_error", *CHECKS)
    (directory / "schemathesis.toml").write_text(SETTINGS.format(wreely_token=wreely_token))
    # The description itself is read with the token of a run as well, which may be a wrong one.
    with server.connect() as connection:
        fields = {"Authorization": f"Bearer {ADMIN_TOKEN}"}
        answer = connection.ask("GET", f"/__mockpostly/v1/{description}", **fields)
    assert answer.status == 200, answer
    (directory / description).write_bytes(answer.body)
    code, said = generator.run(
        directory,
        clean_environment(directory, {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120"}),
        *("run", description, "--url", server.url, "--header", f"Authorization: Bearer {token}"),
        *("--include-path-regex", paths, "--checks", ",".join(checks), "--phases", phases, "--mode", mode),
        *("--max-examples", str(EXAMPLES), "--seed", str(SEED), "--generation-database", "none"),
        *("--request-timeout", "15", "--warnings", "off", "--no-color"),
        *flags,
    )
    assert code == 0, said[-25000:]
    made = re.search(r"(\d+) generated", said)
    assert made, said
    cases = int(made[1])
    print(f"schemathesis: {cases} cases")
    return cases


def test_the_examples_of_searches_find_something(shared_server):
    """What a form is filled with from the description, as the dashboard does."""
    with Control(shared_server) as control:
        described = control.ask("GET", "/openapi.json").json()
        searched = 0
        for path, item in described["paths"].items():
            if not path.endswith("/search"):
                continue
            query = {}
            for parameter in item["get"]["parameters"]:
                while "$ref" in parameter:
                    parts = parameter["$ref"].removeprefix("#/").split("/")
                    parameter = functools.reduce(dict.__getitem__, parts, described)
                examples = [one["value"] for one in parameter.get("examples", {}).values()]
                example = parameter.get("example", *examples[:1])
                if parameter["name"] == "q" or parameter.get("required"):
                    query[parameter["name"]] = example
            url = f"{shared_server.url}{path}?{urlencode(query)}"
            answer = requests.get(url, headers={"Authorization": "key"}, timeout=60)
            assert answer.status_code == 200, (url, answer.text)
            found = answer.json()
            found = found if isinstance(found, dict) else {"found": found}
            lists = [value for value in found.values() if isinstance(value, list)]
            assert lists and all(lists), url
            searched += 1
        assert searched == 6


def test_generated_requests_get_declared_answers(generate, server):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
    assert generate(server, token, POSTLY) >= 500
    assert_still_alive(server)


def test_strangers_get_declared_answers(generate, server):
    """A refusal depends on little of a request: what is at the bounds will do."""
    paths = f"{POSTLY}|{COMMUNITY}|{WREELY}|{DUMMYJSON_WITH_TOKEN}"
    flags = ("--exclude-operation-id", "feedPoll")
    phases = "examples,coverage"
    assert generate(server, "not-a-token", paths, *flags, phases=phases, mode="positive") >= 500
    assert_still_alive(server)


@pytest.mark.parametrize("paths", DUMMYJSON.values(), ids=DUMMYJSON)
def test_generated_requests_to_dummyjson_get_declared_answers(generate, server, paths):
    with server.connect() as connection:
        token = log_in_to_dummyjson(connection)
    assert generate(server, token, paths, may_fail=True) >= 500
    assert_still_alive(server)


def test_a_token_that_dummyjson_stumbles_over_gets_the_answers_it_declares(generate, server):
    phases = "examples,coverage"
    cases = generate(
        server, "a.b.c", DUMMYJSON_WITH_TOKEN, phases=phases, may_fail=True
    )
    assert cases >= 3


def test_generated_requests_to_other_systems_get_declared_answers(generate, server):
    flags = []
    # The first may wait for ten seconds, as it should; test_community_longpoll.py has it. After the
    # others nothing else would be answered.
    for operation in ("feedPoll", "feedRevokeToken", "feedLeave"):
        flags += ["--exclude-operation-id", operation]
    # Any key will do for Pexels.
    assert generate(server, MIRAS_TOKEN, f"{COMMUNITY}|{PEXELS}", *flags) >= 600
    assert_still_alive(server)


def test_generated_requests_to_realworld_get_declared_answers(generate, server):
    with Control(server) as control:
        token = control.mint("realworld", MIRA["email"])["token"]
    assert generate(server, token, REALWORLD) >= 300
    assert_still_alive(server)


def test_generated_requests_to_wreely_get_declared_answers(generate, server):
    with Control(server) as control:
        token = control.mint("wreely", MIRA["email"])["token"]
    assert generate(server, token, WREELY, wreely_token=token) >= 500
    assert_still_alive(server)


@pytest.mark.parametrize(
    ("token", "phases", "least"),
    [
        (ADMIN_TOKEN, "examples,coverage,fuzzing", 500),
        # That nothing is done with another token is tested for all routes in SafetyTests.swift:
        # "with another token nothing is done".
        ("not-the-token", "examples", 100),
    ],
    ids=["admin", "refused"],
)
def test_generated_requests_to_the_control_plane_get_declared_answers(
    generate, start, tmp_path, token, phases, least
):
    server = start("--admin-token", ADMIN_TOKEN, "--snapshot-dir", tmp_path / "snapshots")
    flags = []
    # They wait, as they should; test_journal.py and test_socket_faults.py have them.
    waits = ("waitForRequests", "waitForMessages", "waitForState", "waitForSocketScenario")
    for operation in (*waits, "streamEvents"):
        flags += ["--exclude-operation-id", operation]
    description = "openapi-control.json"
    cases = generate(
        server, token, CONTROL, *flags, phases=phases, description=description
    )
    assert cases >= least
    assert_still_alive(server)


def log_in_to_dummyjson(connection) -> str:
    person = {"username": "emilys", "password": "emilyspass"}
    connection.send(json_request("POST", "/auth/login", person))
    answer = connection.read_answer()
    assert answer.status == 200, answer
    return answer.json()["accessToken"]


def assert_still_alive(server):
    with server.connect() as connection:
        assert connection.ask("GET", "/__mockpostly/v1/live").status == 200
