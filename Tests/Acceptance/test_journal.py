"""The journal in use: waiting for a request, following it, sending it again with curl."""

from __future__ import annotations

import gzip
import json
import shlex
import subprocess
import threading
import zlib

import requests

CONTROL = "/__mockpostly/v1"


def control(server, method: str, path: str, body=None, status: int = 200, **options):
    answer = requests.request(
        method, server.url + CONTROL + path, json=body, timeout=60, **options
    )
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def later(function, *arguments):
    thread = threading.Thread(target=function, args=arguments)
    thread.start()
    return thread


def test_a_wait_ends_with_the_request_it_waits_for(server):
    def answer():
        body = {"match": {"path": "/posts/7"}, "timeout": "10m"}
        results.append(control(server, "POST", "/requests/wait", body))

    results = []
    waiting = later(answer)
    # The request to the control plane is there when the server says that it waits.
    control(server, "POST", "/requests/wait", {"match": {"path": "/none"}, "timeout": "1ms"}, 422)
    requests.get(server.url + "/posts/7", timeout=60).raise_for_status()
    waiting.join(60)
    assert results, "it waits for the timeout and not for the request"
    assert results[0]["found"] == 1
    assert results[0]["last"]["path"] == "/posts/7"


def test_a_state_is_waited_for_without_counting_views(server):
    one = requests.get(server.url + "/api/posts?limit=1", timeout=60).json()
    post = (one["posts"] if "posts" in one else one)[0]
    path = f"/api/posts/{post['_id']}"
    views = requests.get(server.url + path, timeout=60).json()["views"]
    wanted = {"get": path, "path": "$.views", "value": views + 1, "timeout": "30s"}
    results = []
    waiting = later(lambda: results.append(control(server, "POST", "/state/wait", wanted)))
    control(
        server,
        "POST",
        "/state/wait",
        {"get": path, "path": "$.views", "value": -1, "timeout": "1ms"},
        422,
    )
    assert requests.get(server.url + path, timeout=60).json()["views"] == views + 1
    waiting.join(60)
    assert results == [{"met": True, "status": 200, "value": views + 1}]


def test_a_check_does_not_judge_by_a_part_of_a_body(server):
    title = "x" * 70_000
    for member in ({"title": title, "last": 1}, {"title": "short", "last": 2}):
        requests.post(server.url + "/posts/add", json=member, timeout=60)
    wanted = {"match": {"path": "/posts/add", "jsonPath": {"$.last": 1}}}
    for path, more in [
        ("verify", {"never": True}),
        ("verify", {"count": 1}),
        ("wait", {"timeout": "1ms"}),
        ("find", {}),
    ]:
        refusal = control(server, "POST", f"/requests/{path}", {**wanted, **more}, 409)
        assert "MOCKPOSTLY_JOURNAL_BODY" in refusal["hint"]
    admin = requests.post(
        server.url + "/__admin/requests/count",
        json={"bodyPatterns": [{"matchesJsonPath": "$.last"}]},
        timeout=60,
    )
    assert admin.status_code == 409, admin.text
    # What the part that was kept proves, and what others of its members say, is told.
    known = {"match": {"path": "/posts/add", "body": {"contains": "xxx"}}, "count": 1}
    assert control(server, "POST", "/requests/verify", known)["verified"]
    other = {"match": {"method": "PUT", "jsonPath": {"$.last": 1}}, "never": True}
    assert control(server, "POST", "/requests/verify", other)["verified"]
    second = {**wanted, "after": 1, "never": True}
    assert control(server, "POST", "/requests/verify", second)["verified"]


def test_more_of_a_body_is_kept_on_request(start):
    server = start(environment={"MOCKPOSTLY_JOURNAL_BODY": "1MiB"})
    requests.post(server.url + "/posts/add", json={"title": "x" * 70_000, "last": 1}, timeout=60)
    wanted = {"match": {"jsonPath": {"$.last": 1}}, "count": 1}
    assert control(server, "POST", "/requests/verify", wanted)["verified"]


def test_a_coded_body_is_verified_and_shown_as_it_is_read(server):
    text = json.dumps({"title": "Ebbe", "pass\u0077ord": "hush-1"})
    for body, fields in [
        (gzip.compress(text.encode()), {"Content-Encoding": "gzip"}),
        (zlib.compress(text.encode()), {"Content-Encoding": "deflate"}),
        (text.encode("utf-16"), {"Content-Type": "application/json; charset=utf-16"}),
        (b"\xef\xbb\xbf" + text.encode(), {}),
    ]:
        fields = {"Content-Type": "application/json", **fields}
        answer = requests.post(server.url + "/posts/add", body, headers=fields, timeout=60)
        assert "Ebbe" in answer.text or answer.status_code == 400
    wanted = {"match": {"jsonPath": {"$.title": "Ebbe"}, "body": {"contains": "Ebbe"}}, "count": 4}
    found = control(server, "POST", "/requests/verify", wanted)
    pattern = {"bodyPatterns": [{"matchesJsonPath": {"expression": "$.title", "equalTo": "Ebbe"}}]}
    count = requests.post(server.url + "/__admin/requests/count", json=pattern, timeout=60)
    assert count.json()["count"] == 4
    for path in [
        *(f"{CONTROL}/requests/{number}" for number in found["numbers"]),
        *(f"{CONTROL}/requests/{number}/curl" for number in found["numbers"]),
        f"{CONTROL}/requests/har",
        "/__admin/requests",
    ]:
        shown = requests.get(server.url + path, timeout=60).text
        assert "Ebbe" in shown and "hush-1" not in shown, path


class Stream:
    """Server-sent events, read as they come."""

    def __init__(self, server, query: str = "", last: int | None = None):
        fields = {} if last is None else {"Last-Event-ID": str(last)}
        self.answer = requests.get(
            f"{server.url}{CONTROL}/events{query}", headers=fields, stream=True, timeout=60
        )
        assert self.answer.headers["Content-Type"] == "text/event-stream"
        self.lines = self.answer.iter_lines(decode_unicode=True)
        assert next(self.lines) == "retry: 1000"
        assert next(self.lines) == ": connected"
        assert next(self.lines) == ""
        _, kind, self.server = self.next()
        assert kind == "server" and self.server["instance"]

    def next(self) -> tuple[int, str, dict]:
        event: dict[str, str] = {}
        while line := next(self.lines):
            name, value = line.split(": ", 1)
            event[name] = value
        return int(event.get("id", 0)), event["event"], json.loads(event["data"])

    def close(self):
        self.answer.close()


def test_events_are_streamed_and_resumed(server):
    stream = Stream(server)
    requests.get(server.url + "/posts/1", timeout=60)
    number, kind, entry = stream.next()
    assert (kind, entry["path"], entry["world"]) == ("request", "/posts/1", "default")
    control(server, "POST", "/worlds", {"id": "one"}, 201)
    requests.get(server.url + "/w/one/posts/2", timeout=60)
    second, _, entry = stream.next()
    assert (entry["path"], entry["world"], entry["number"]) == ("/w/one/posts/2", "one", 1)
    assert second > number
    stream.close()
    requests.get(server.url + "/posts/3", timeout=60)
    resumed = Stream(server, last=number)
    assert [resumed.next()[2]["path"] for _ in range(2)] == ["/w/one/posts/2", "/posts/3"]
    resumed.close()
    of_one = Stream(server, "?world=one&after=0&details=true")
    assert of_one.next()[2]["response"]["body"].startswith('{"id":2')
    of_one.close()
    filtered = Stream(server, "?after=0&path=/posts/*&status=404")
    requests.get(server.url + "/posts/4", timeout=60)
    requests.get(server.url + "/posts/9999", timeout=60)
    assert filtered.next()[2]["path"] == "/posts/9999"
    filtered.close()


def test_a_command_of_curl_sends_the_same_again(server):
    login = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}
    requests.post(server.url + "/api/auth/login/email", json=login, timeout=60)
    line = requests.get(
        f"{server.url}{CONTROL}/requests/1/curl?secrets=shown", timeout=60
    ).text
    told = subprocess.run(
        shlex.split(line)[:1] + ["-s", *shlex.split(line)[1:]],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert json.loads(told.stdout)["user"]["email"] == login["email"]
    hidden = requests.get(f"{server.url}{CONTROL}/requests/1/curl", timeout=60).text
    assert "mira.sol-postly" not in hidden and "password" in hidden
