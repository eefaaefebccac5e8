"""Requests that nothing takes: in the journal, in checks, and in worlds that are to fail by them."""

from __future__ import annotations

import json
import threading

import pytest
import requests

from controlplane import Plane
from rawhttp import request

NOPE = "/api/nope"


@pytest.fixture
def control(server) -> Plane:
    return Plane(server)


def ask(server, path: str, **options) -> requests.Response:
    return requests.get(server.url + path, timeout=60, **options)


def verify(control, world: str, status: int = 200, **order) -> dict:
    return control.send("POST", "/requests/verify", {"world": world, **order}, status=status)


def entries(control, world: str) -> list[dict]:
    found = control.send("GET", "/requests", query={"world": world})["requests"]
    return list(reversed(found))


def test_refused_requests_are_in_the_journal_of_the_world_that_they_named(server, control):
    control.make(id="named", ttl="1h")
    assert ask(server, "/w/named/api/posts?__delay=soon").status_code == 400
    assert ask(server, "/w/named/api/posts?__fault=nothing").status_code == 400
    assert ask(server, "/w/nowhere/api/posts").status_code == 404
    assert ask(server, NOPE, headers={"X-Mockpostly-World": "nowhere"}).status_code == 404
    assert [(one["status"], one["path"]) for one in entries(control, "named")] == [
        (400, "/w/named/api/posts?__delay=soon"),
        (400, "/w/named/api/posts?__fault=nothing"),
    ]
    assert [(one["status"], one["path"]) for one in entries(control, "default")] == [
        (404, "/w/nowhere/api/posts"),
        (404, NOPE),
    ]
    # A pattern sees the paths of the world's own without its prefix, those of others with it.
    assert verify(control, "named", match={"path": "/api/posts"}, count=2)["found"] == 2
    verify(control, "default", match={"path": "/api/posts"}, never=True)
    assert verify(control, "default", match={"path": "/w/nowhere/**"})["numbers"] == [1]


def test_a_body_that_is_too_large_is_in_the_journal(start):
    server = start(environment={"MOCKPOSTLY_MAX_BODY": "1KiB"})
    control = Plane(server)
    with server.connect() as connection:
        connection.send(request("POST", "/api/posts", body=b"x" * 2000))
        assert connection.read_answer("POST").status == 413
    (one,) = entries(control, "default")
    assert (one["method"], one["path"], one["status"]) == ("POST", "/api/posts", 413)


def test_checks_fail_with_a_request_that_nothing_takes(server, control):
    made = control.make(id="strict", onUnknown="fail")
    assert made["onUnknown"] == "fail"
    for path in (
        "/api/posts",
        "/api/posts/69886d862f3621d9bb00ffff",
        "/products/9999",
        "/",
    ):
        ask(server, "/w/strict" + path)
    assert ask(server, "/w/strict/v1/curated").status_code == 401
    verify(control, "strict", match={"path": "/api/posts"})
    verify(control, "strict", match={"unknown": True}, never=True)
    ask(server, "/w/strict/api/post")
    refused = [
        ("POST", "/requests/verify", {"match": {"path": "/api/posts"}}),
        ("POST", "/requests/verify", {"never": True, "match": {"method": "DELETE"}}),
        ("POST", "/requests/verify", {"order": [{"path": "/api/posts"}]}),
        ("POST", "/requests/wait", {"match": {"path": "/api/posts"}}),
        ("POST", "/messages/verify", {"never": True}),
        ("POST", "/messages/wait", {}),
        ("POST", "/state/wait", {"get": "/api/posts", "path": "$.posts"}),
    ]
    for method, path, order in refused:
        failure = control.send(method, path, {"world": "strict", **order}, status=422)
        assert failure["title"] == "Unknown request" and failure["numbers"] == [6]
        assert "number 6, GET /w/strict/api/post (404), near GET /api/posts" in failure["detail"]
    assert verify(control, "strict", match={"unknown": True})["numbers"] == [6]
    assert verify(control, "strict", match={"unknown": False}, count=5)["found"] == 5
    verify(control, "strict", match={"path": "/api/posts"}, after=6, never=True)
    # A stub owns it from now on, and the journal is cleared of what was.
    stub = {"match": {"path": "/api/post"}, "response": {"status": 404}}
    control.send("POST", "/stubs", {"world": "strict", **stub}, status=201)
    control.send("DELETE", "/requests", query={"world": "strict"}, status=204)
    assert ask(server, "/w/strict/api/post").status_code == 404
    verify(control, "strict", match={"path": "/api/post"}, count=1)
    assert "onUnknown" not in control.make(id="usual")


def test_a_wait_ends_when_such_a_request_comes(server, control):
    control.make(id="waiting", onUnknown="fail")
    results = []

    def wait() -> None:
        order = {"world": "waiting", "match": {"path": "/api/posts"}, "timeout": "30s"}
        results.append(control.send("POST", "/requests/wait", order, status=422))

    thread = threading.Thread(target=wait)
    thread.start()
    ask(server, "/w/waiting" + NOPE)
    thread.join(60)
    assert results[0]["title"] == "Unknown request"


def test_a_fork_and_a_server_hand_it_on(start, cli):
    server = start(environment={"MOCKPOSTLY_ON_UNKNOWN": "fail"})
    control = Plane(server)
    ask(server, NOPE)
    assert verify(control, "default", 422)["title"] == "Unknown request"
    assert control.make(id="one")["onUnknown"] == "fail"
    fork = ["world", "fork", "one", "two", "--on-unknown", "answer"]
    done = cli(*fork, "--url", server.url)
    assert done.returncode == 0, done.stderr
    ask(server, "/w/two" + NOPE)
    verify(control, "two", match={"path": NOPE})
    copy = control.send("POST", "/worlds/one/fork", {"id": "three"}, status=201)
    assert copy["onUnknown"] == "fail"


def test_what_a_world_has_written(server, control, cli):
    control.make(id="writer")
    path = "/changes"
    assert control.send("GET", path, query={"world": "writer"})["tables"] == []
    record = {
        "email": "ada@example.com",
        "name": "Ada",
        "password": "secret12",
    }
    made = control.send("POST", "/data/people", record, 201, {"world": "writer"})
    changes = control.send("GET", path, query={"world": "writer"})
    assert (changes["from"], changes["to"]) == ("start:writer", "world:writer")
    assert [(one["table"], one["added"]) for one in changes["tables"]] == [("user", 1)]
    assert changes["tables"][0]["keys"]["added"] == [made["id"]]
    shown = cli("snapshot", "diff", "--world", "writer", "--url", server.url)
    assert shown.stdout.splitlines()[:2] == [
        "start:writer -> world:writer",
        "user: 1 added, 0 changed, 0 removed",
    ]
    control.send("POST", "/reset", {"world": "writer"})
    assert (
        json.loads(
            cli("snapshot", "diff", "--json", "--world", "writer", "--url", server.url).stdout
        )["tables"]
        == []
    )


def test_an_operation_that_meets_a_fault_is_known(start, tmp_path):
    file = tmp_path / "openapi.json"
    paths = {"/v1/a/b/c/d": {"get": {"responses": {"200": {"description": "Good"}}}}}
    file.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}))
    server = start(str(file))
    control = Plane(server)
    control.make(id="strict", onUnknown="fail")
    control.send("POST", "/faults", {"world": "strict", "fault": "status-503"}, status=201)
    assert ask(server, "/w/strict/v1/a/b/c/d").status_code == 503
    verify(control, "strict", match={"path": "/v1/a/b/c/d"}, count=1)
    assert ask(server, "/w/strict/nope").status_code == 503
    assert verify(control, "strict", match={"unknown": True})["numbers"] == [2]
