"""Generated requests against the served descriptions: every answer must be one they declare."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from urllib.parse import urlencode

import pytest
import requests

from conftest import MIRA
from mockserver import clean_environment
from postly import log_in
from rawhttp import json_request
from worlds import Control

SEED = 20260214
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
CONTROL = r"^/__mockpostly/"
ADMIN_TOKEN = "for-the-control-plane"
MIRAS_TOKEN = "mira-sol-token-for-trying-the-feed-out-0000"
# The original answers some requests with status 500, and so does the description.
DUMMYJSON = {
    "tools": r"^/(http|test|ip|image|icon|2fa|c|cdn|docs)(/|$)",
    "people": r"^/(auth|users|carts|todos)(/|$)",
    "texts": r"^/(posts|comments|quotes|products|recipes)(/|$)",
}


def generate(
    server,
    directory,
    token,
    paths,
    examples,
    *flags,
    checks=CHECKS,
    description="openapi.yaml",
    configuration="",
):
    """One bounded run; gives the number of cases it made. Any failure is shown in full."""
    # A generated delay of seconds would only make the run longer.
    (directory / "schemathesis.toml").write_text(f"[parameters]\ndelay = 0\n{configuration}")
    # The description itself is read with the token of a run as well, which may be a wrong one.
    with server.connect() as connection:
        fields = {"Authorization": f"Bearer {ADMIN_TOKEN}"}
        answer = connection.ask("GET", f"/__mockpostly/v1/{description}", **fields)
    assert answer.status == 200, answer
    (directory / description).write_bytes(answer.body)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "schemathesis.cli",
            "run",
            description,
            "--url",
            server.url,
            "--header",
            f"Authorization: Bearer {token}",
            "--include-path-regex",
            paths,
            "--checks",
            ",".join(checks),
            "--max-examples",
            str(examples),
            "--seed",
            str(SEED),
            "--generation-database",
            "none",
            "--request-timeout",
            "15",
            "--warnings",
            "off",
            "--no-color",
            *flags,
        ],
        cwd=directory,
        env=clean_environment(directory, {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120"}),
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout[-20000:] + done.stderr[-5000:]
    made = re.search(r"(\d+) generated", done.stdout)
    assert made, done.stdout
    return int(made[1])


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


def test_generated_requests_get_declared_answers(server, tmp_path):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
    cases = generate(
        server,
        tmp_path,
        token,
        POSTLY,
        40,
        "--phases",
        "examples,coverage,fuzzing",
        "--mode",
        "all",
        checks=("not_a_server_error", *CHECKS),
    )
    print(f"schemathesis: {cases} cases")
    assert cases >= 500
    assert_still_alive(server)


def test_the_examples_of_the_description_work_without_a_token(server, tmp_path):
    flags = ("--phases", "examples", "--mode", "positive")
    cases = generate(
        server, tmp_path, "not-a-token", POSTLY, 40, *flags, checks=("not_a_server_error", *CHECKS)
    )
    print(f"schemathesis: {cases} examples")
    assert cases >= 5


@pytest.mark.parametrize("paths", DUMMYJSON.values(), ids=DUMMYJSON)
def test_generated_requests_to_dummyjson_get_declared_answers(server, tmp_path, paths):
    with server.connect() as connection:
        token = log_in_to_dummyjson(connection)
    flags = ("--phases", "examples,coverage,fuzzing", "--mode", "all")
    cases = generate(server, tmp_path, token, paths, 10, *flags)
    print(f"schemathesis: {cases} cases")
    assert cases >= 500
    assert_still_alive(server)


@pytest.mark.parametrize("token", ["not-a-token", "a.b.c"], ids=["refused", "stumbled-over"])
def test_bad_tokens_get_the_answers_that_dummyjson_declares(server, tmp_path, token):
    flags = ("--phases", "examples,coverage", "--mode", "positive")
    cases = generate(server, tmp_path, token, r"^/(auth/(me|logout)|users/me)$", 5, *flags)
    assert cases >= 3


@pytest.mark.parametrize(
    ("paths", "token"),
    [(COMMUNITY, MIRAS_TOKEN), (COMMUNITY, "not-a-token"), (PEXELS, "key")],
    ids=["community", "community-refused", "pexels"],
)
def test_generated_requests_to_other_systems_get_declared_answers(server, tmp_path, paths, token):
    flags = ["--phases", "examples,coverage,fuzzing", "--mode", "all"]
    if paths == COMMUNITY:
        # It may wait for ten seconds, as it should; test_community_longpoll.py has it.
        flags += ["--exclude-operation-id", "feedPoll"]
    if token == MIRAS_TOKEN:
        # After these nothing else would be answered.
        flags += ["--exclude-operation-id", "feedRevokeToken"]
        flags += ["--exclude-operation-id", "feedLeave"]
    checks = ("not_a_server_error", *CHECKS)
    cases = generate(server, tmp_path, token, paths, 20, *flags, checks=checks)
    print(f"schemathesis: {cases} cases")
    assert cases >= 300
    assert_still_alive(server)


@pytest.mark.parametrize("is_known", [True, False], ids=["member", "nobody"])
def test_generated_requests_to_wreely_get_declared_answers(server, tmp_path, is_known):
    token = "0123456789abcdef0123456789abcdef"
    if is_known:
        with Control(server) as control:
            token = control.mint("wreely", MIRA["email"])["token"]
    cases = generate(
        server,
        tmp_path,
        token,
        WREELY,
        15,
        "--phases",
        "examples,coverage,fuzzing",
        "--mode",
        "all",
        checks=("not_a_server_error", *CHECKS),
        configuration=f'[auth.openapi.wreelyToken]\napi_key = "{token}"\n',
    )
    print(f"schemathesis: {cases} cases")
    assert cases >= 500
    assert_still_alive(server)


@pytest.mark.parametrize(
    ("token", "least"), [(ADMIN_TOKEN, 500), ("not-the-token", 300)], ids=["admin", "refused"]
)
def test_generated_requests_to_the_control_plane_get_declared_answers(
    start, tmp_path, token, least
):
    server = start("--admin-token", ADMIN_TOKEN, "--snapshot-dir", tmp_path / "snapshots")
    checks = ("not_a_server_error", *CHECKS)
    flags = ["--phases", "examples,coverage,fuzzing", "--mode", "all"]
    # They wait, as they should; test_journal.py and test_socket_faults.py have them.
    waits = ("waitForRequests", "waitForMessages", "waitForState", "waitForSocketScenario")
    for operation in (*waits, "streamEvents"):
        flags += ["--exclude-operation-id", operation]
    cases = generate(
        server,
        tmp_path,
        token,
        CONTROL,
        20,
        *flags,
        checks=checks,
        description="openapi-control.yaml",
    )
    print(f"schemathesis: {cases} cases")
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
