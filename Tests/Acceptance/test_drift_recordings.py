"""`mockpostly drift` with requests of a recording, a journal or your own API."""

from __future__ import annotations

import json
import re

import pytest
import requests
from conftest import REPOSITORY
from drifting import FAST, differences, recording


def test_a_recording_is_a_scenario(real, cli, tmp_path):
    archive = tmp_path / "app.har"
    archive.write_text(json.dumps(recording("https://somewhere.example", [])))
    words = ("drift", "dummyjson", "--against", real.url, *FAST, "--har", archive)
    done = cli(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert real.seen == [("GET", "/posts?limit=2"), ("GET", "/todos/1")] * 2
    real.change = lambda method, path, answer: answer.change(
        lambda body: body.pop("completed", None)
    )
    done = cli(*words, "--same-content")
    assert done.returncode == 1
    assert "GET /todos/{id}" in done.stdout and "missing body.completed" in done.stdout
    # Where a transcript has an answer of that route and status.
    rule, line = re.findall(r"contract: (Tests/Contracts/dummyjson/\S+\.http:\d+)|\(line (\d+)\)", done.stdout)
    assert line[1] and (REPOSITORY / rule[0].rpartition(":")[0]).is_file()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is no HAR file: it has no list of entries"),
        ("{}", "has no list of entries"),
        ('{"log":{"entries":[1]}}', "1 entry cannot be read."),
        ('{"log":{"entries":[]}}', "has no requests"),
    ],
)
def test_a_broken_recording_is_refused(real, cli, tmp_path, text, words):
    archive = tmp_path / "app.har"
    archive.write_text(text)
    done = cli("drift", "dummyjson", "--against", real.url, "--har", archive)
    assert (done.returncode, done.stdout, real.seen) == (2, "", [])
    assert words in done.stderr


def test_a_recording_that_was_cut_is_read_as_far_as_it_goes(real, cli, tmp_path):
    archive = tmp_path / "app.har"
    text = json.dumps(recording("https://somewhere.example", []))
    archive.write_text(text[: text.index("/todos/1")])
    done = cli("drift", "dummyjson", "--against", real.url, *FAST, "--har", archive)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == (
        f"{archive}: the file ends before its list of entries does; all before that was read.\n"
    )
    assert real.seen == [("GET", "/posts?limit=2")] * 2


def test_the_journal_is_a_scenario(server, real, cli):
    requests.get(f"{server.url}/quotes/3", timeout=60)
    done = cli("drift", "dummyjson", "--against", real.url, *FAST, "--journal", "--url", server.url)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("GET", "/quotes/3") in real.seen


def test_your_own_api_is_compared(real, server, cli, tmp_path):
    (tmp_path / "db.json").write_text('{"posts":[{"id":1,"name":"A"}],"profile":{"name":"B"}}')
    done = cli("drift", "db.json", "--against", real.url, *FAST, "--format", "json")
    assert done.returncode == 1
    assert ("/posts", "type", "body") in differences(done)
    assert ("/profile", "status", "status") in differences(done)


def request(line: str, headers: dict[str, str], body: object, answer: object) -> dict:
    """An entry of a recording of a server in production."""
    method, path = line.split()
    sent = {"mimeType": "application/json", "text": json.dumps(body)}
    pairs = [{"name": name, "value": value} for name, value in headers.items()]
    return {
        "request": {"method": method, "url": "https://production.example" + path, "headers": pairs}
        | ({"postData": sent} if body else {}),
        "response": {"status": 200, "headers": [], "content": {"text": json.dumps(answer)}},
    }


def archived(folder, *entries: dict):
    file = folder / "app.har"
    file.write_text(json.dumps({"log": {"entries": entries}}))
    return file


PRODUCTION = {"X-Api-Key": "prod-1", "X-Auth-Token": "prod-2", "Authorization": "Bearer prod-3"}
LOGIN = {"username": "ada", "password": "prod-4"}
SESSION = [
    request("POST /auth/login", PRODUCTION, LOGIN, {"accessToken": "Abcdefghij0123456789"}),
    request("GET /todos/1?api_key=prod-5", PRODUCTION, None, {}),
    request("GET /auth/me", {"Authorization": "Bearer Abcdefghij0123456789"}, None, {}),
    request("POST /todos/add", PRODUCTION, {"todo": "{{password}}", "secret": "prod-6"}, {"id": 9}),
]


def test_secrets_of_the_recorded_server_go_to_no_other(real, cli, tmp_path):
    archive = archived(tmp_path, *SESSION)
    words = ("drift", "dummyjson", "--against", real.url, *FAST, "--har", archive)
    done = cli(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert real.seen == [("GET", "/todos/1")] * 2
    assert "1 that need a login (--login)" in done.stdout
    done = cli(*words, "--login", "emilys:emilyspass", "--allow-writes")
    assert "4 steps compared" in done.stdout, done.stdout + done.stderr
    everything = json.dumps([real.seen, real.headers, [body.decode() for body in real.bodies]])
    assert "prod-" not in everything and "ada" not in everything
    assert [json.loads(body) for body in real.bodies[2:6] if body] == [
        {"username": "emilys", "password": "emilyspass"}, {"todo": "{{password}}"},
    ]


def test_only_a_log_in_is_sent_without_leave_to_write(real, cli, tmp_path):
    (tmp_path / "db.json").write_text('{"devices":[],"posts":[{"id":1}]}')
    archive = archived(
        tmp_path,
        request("POST /devices/token", {}, {"token": "abc"}, {"id": 1}),
        request("POST /posts/1/refresh", {}, None, {"id": 1}),
        request("OPTIONS /posts", {}, None, {}),
        request("GET /posts", {}, None, []),
    )
    cli("drift", "db.json", "--against", real.url, *FAST, "--har", archive)
    assert real.seen == [("GET", "/posts")] * 2
