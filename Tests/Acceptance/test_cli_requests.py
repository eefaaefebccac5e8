"""`mockpostly requests`: the journal on the command line."""

from __future__ import annotations

import json
import re
import subprocess
import threading

import pytest
import requests

from mockserver import clean_environment
from terminal import Terminal
from worlds import Control


@pytest.fixture
def run(cli, server):
    return Terminal(cli, server)


def send(server, method: str, path: str, **more) -> None:
    requests.request(method, f"http://127.0.0.1:{server.port}{path}", timeout=60, **more)


def test_requests_are_lines(server, run, cli):
    nothing = cli("requests", "--url", server.told_url)
    assert (nothing.stdout, nothing.stderr) == ("", "no requests in the world default\n")
    send(server, "GET", "/api/posts?limit=1")
    send(server, "POST", "/auth/login", json={"username": "emilys", "password": "emilyspass"})
    send(server, "GET", "/f/status-503/api/posts")
    lines = run("requests").splitlines()
    pattern = r"\d\d:\d\d:\d\d\.\d{3} +(\d) (\d{3}) (\S+) +(\S+)  ([\d.]+ ms)(.*)"
    found = [re.fullmatch(pattern, line) for line in lines]
    assert [line.group(1, 2, 3, 4, 6) for line in found] == [
        ("1", "200", "GET", "/api/posts?limit=1", ""),
        ("2", "200", "POST", "/auth/login", ""),
        ("3", "503", "GET", "/f/status-503/api/posts", ", fault status-503"),
    ]
    assert run("requests", "/api/**") == "".join(f"{line}\n" for line in (lines[0], lines[2]))
    assert run("requests", "get /api/**", "--status", "5xx") == f"{lines[2]}\n"
    assert run("requests", "--limit", "1") == f"{lines[2]}\n"
    assert run("requests", "--match", '{"system":"dummyjson"}') == f"{lines[1]}\n"
    assert [one["number"] for one in run.json("requests")["requests"]] == [3, 2, 1]
    shown = json.loads(run("requests", "show", 2))
    assert json.loads(shown["request"]["body"]) == {"username": "emilys", "password": "…"}
    assert run("requests", "curl", 2).startswith("curl -X POST http://127.0.0.1:")
    archive = json.loads(run("requests", "har"))
    assert len(archive["log"]["entries"]) == 3
    assert run("requests", "clear") == "default: the journal is empty\n"


def test_requests_are_verified(server, run):
    send(server, "GET", "/api/posts?limit=1")
    send(server, "GET", "/api/posts?limit=2")
    assert run("requests", "verify", "GET /api/posts") == "2 requests: numbers 1 to 2\n"
    assert run("requests", "verify", "--at-most", "2", "--at-least", "2") != ""
    assert run("requests", "verify", "POST /api/posts", "--never") == "0 requests\n"
    once = run("requests", "verify", "--match", '{"query":{"limit":"2"}}', "--count", "1")
    assert once == "1 request: number 2\n"
    assert run("requests", "verify", "POST /api/posts", code=1) == (
        "mockpostly: error: It never came, and should have come at least once. The nearest is"
        " number 2, GET /api/posts?limit=2 (200): method is 'GET', wanted 'POST'.\n"
        "hint: `mockpostly requests show 2` prints what came nearest\n"
    )
    wrong = run("requests", "verify", "posts", code=2)
    assert wrong.splitlines()[0] == 'mockpostly: error: "posts" is no method and path'


def test_requests_are_awaited(server, run):
    timer = threading.Timer(0.3, send, (server, "GET", "/posts/1"))
    timer.start()
    try:
        assert run("requests", "wait", "GET /posts/*") == "1 request: number 1\n"
    finally:
        timer.join()
    late = run("requests", "wait", "GET /posts/*", "--count", "2", "--within", "100ms", code=1)
    assert late == (
        "mockpostly: error: It came once within 100ms, and should have come at least 2 times.\n"
    )


def test_requests_are_followed(binary, server, tmp_path):
    with Control(server) as control:
        control.make(id="other")
        arguments = ["requests", "--follow"]
        with subprocess.Popen(
            [binary, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=clean_environment(tmp_path, {"MOCKPOSTLY_URL": server.url}),
            encoding="utf-8",
        ) as follower:
            try:
                # The stream begins when it is connected; until then requests are sent.
                first = threading.Event()

                def knock() -> None:
                    while not first.is_set():
                        send(server, "GET", "/posts/1")
                        first.wait(0.05)

                knocking = threading.Thread(target=knock)
                knocking.start()
                line = follower.stdout.readline()
                first.set()
                knocking.join()
                assert re.search(r" 200 GET +/posts/1  [\d.]+ ms$", line), line
                send(server, "GET", "/w/other/posts/2")
                while "/posts/1" in line:
                    line = follower.stdout.readline()
                assert re.search(r" 200 GET +/w/other/posts/2  [\d.]+ ms, world other$", line)
                server.stop()
                assert follower.wait(60) == 0
                assert follower.stderr.read() == "the server has ended\n"
            finally:
                follower.kill()


def test_a_followed_filter_is_of_texts(run):
    wrong = run("requests", "-f", "--match", '{"query":{"a":"b"}}', code=2)
    assert wrong.startswith("mockpostly: error: --follow takes texts in --match")
    refused = run("requests", "-f", "--match", '{"metod":"GET"}', code=1)
    assert "metod" in refused
