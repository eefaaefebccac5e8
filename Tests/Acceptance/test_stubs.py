"""Stubs: answers that a test orders in place of the real ones."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from rawhttp import Connection, request
from worlds import BASE, Control, World, write

POSTS = "/api/posts?limit=1"


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


def add(control, match: dict | None = None, **order) -> dict:
    return control.send("POST", "/stubs", {"match": match or {}, **order}, 201)


def test_a_stub_answers_until_it_is_used_up(server, control):
    added = add(
        control,
        {"method": "GET", "path": "/api/posts"},
        response={"status": 503, "headers": {"Retry-After": "7"}, "json": {"error": "busy"}},
        times=2,
    )
    assert added["number"] == 1 and added["left"] == 2
    with server.connect() as connection:
        for _ in range(2):
            answer = connection.ask("GET", POSTS)
            assert answer.status == 503 and answer.json() == {"error": "busy"}
            assert answer.header("Retry-After") == "7"
            assert answer.header("X-Mockpostly-Stub") == "1"
        answer = connection.ask("GET", POSTS)
        assert answer.status == 200 and answer.header("X-Mockpostly-Stub") is None
    (stub,) = control.get("/stubs")["stubs"]
    assert stub["used"] == 2 and stub["left"] == 0


def test_a_page_that_came_often_is_stubbed_at_once_and_real_again(server, control):
    with server.connect() as connection:
        real = [connection.ask("GET", POSTS).body for _ in range(5)]
        add(control, response={"status": 418})
        assert connection.ask("GET", POSTS).status == 418
        control.send("DELETE", "/stubs", status=204)
        assert connection.ask("GET", POSTS).body == real[-1]


def test_64_clients_get_each_response_as_often_as_ordered(server, control):
    sequence = [{"status": 500 + index, "times": 40 + index} for index in range(8)]
    add(control, {"path": "/api/posts"}, sequence=sequence)
    clients, each = 64, 10

    def client(_):
        with Connection(("127.0.0.1", server.port)) as connection:
            data = request("GET", POSTS)
            statuses = []
            for _ in range(each):
                connection.send(data)
                statuses.append(connection.read_answer("GET").status)
            return statuses

    with ThreadPoolExecutor(clients) as pool:
        lists = list(pool.map(client, range(clients)))
    counts = Counter(status for statuses in lists for status in statuses)
    wanted = {one["status"]: one["times"] for one in sequence}
    assert counts == {**wanted, 200: clients * each - sum(wanted.values())}
    # One client sees the steps in their order.
    for statuses in lists:
        steps = [status for status in statuses if status != 200]
        assert steps == sorted(steps) and statuses == steps + [200] * (each - len(steps))
    (stub,) = control.get("/stubs")["stubs"]
    assert stub["used"] == sum(wanted.values()) and stub["left"] == 0


def test_a_delayed_answer_comes_late_and_holds_nobody_up(server, control):
    add(control, {"path": "/api/slow"}, response={"body": "late", "delay": "300ms"})
    with server.connect() as slow, server.connect() as quick:
        begin = time.monotonic()
        slow.send(request("GET", "/api/slow"))
        assert quick.ask("GET", POSTS).status == 200
        assert time.monotonic() - begin < 0.3
        answer = slow.read_answer("GET")
        # The time of a timer is that of its tick, which is a little earlier.
        assert answer.body == b"late" and time.monotonic() - begin >= 0.29


def test_stubs_belong_to_their_world(control):
    first, second = control.make(), control.make()
    control.send("POST", "/stubs", {"world": first.id, "response": {"status": 418}}, 201)
    assert first.ask("GET", POSTS).status == 418
    assert second.ask("GET", POSTS).status == control.default().ask("GET", POSTS).status == 200
    fork = control.send("POST", f"/worlds/{first.id}/fork", {}, 201)
    assert [one["used"] for one in control.get(f"/stubs?world={fork['id']}")["stubs"]] == [0]
    control.send("POST", "/reset", {"world": first.id})
    assert first.ask("GET", POSTS).status == 418
    control.send("DELETE", f"/stubs?world={first.id}", status=204)
    assert first.ask("GET", POSTS).status == 200


@pytest.mark.parametrize("prefix", ["", "/w/mine"])
def test_a_past_request_becomes_a_stub(server, control, prefix):
    name = "mine" if prefix else "default"
    if prefix:
        control.make(id=name)
    world = f"?world={name}"
    with server.connect() as connection:
        real = connection.ask("GET", f"{prefix}{POSTS}")
        stub = control.send("POST", f"/stubs{world}", {"request": 1}, 201)
        assert stub["match"]["query"] == {"limit": "1"}
        write(World(server, control.show(name), "prefix"), "Newer")
        again = connection.ask("GET", f"{prefix}{POSTS}")
        assert again.header("X-Mockpostly-Stub") == "1"
        assert again.body == real.body and again.status == real.status
        assert again.header("Content-Type") == real.header("Content-Type")
        newest = connection.ask("GET", f"{prefix}/api/posts?limit=2").json()["posts"][0]
        assert newest["title"] == "Newer"
        changed = {"request": 1, "id": "late", "times": 1, "response": {"status": 500}}
        assert control.send("POST", f"/stubs{world}", changed, 201)["match"] == stub["match"]
        assert connection.ask("GET", f"{prefix}{POSTS}").status == 500
        assert connection.ask("GET", f"{prefix}{POSTS}").body == real.body
    answer = control.refuse("POST", f"/stubs{world}", {"request": 99}, 404)
    assert answer["detail"] == "There is no request '99'."


def test_an_answer_that_was_not_kept_whole_is_not_repeated(server, control):
    with server.connect() as connection:
        assert len(connection.ask("GET", "/posts?limit=0").body) > 65_536
        answer = control.refuse("POST", "/stubs", {"request": 1}, 409)
        assert answer["title"] == "Answer not kept" and "the first 65536" in answer["detail"]
        control.send("POST", "/stubs", {"request": 1, "response": {"status": 418}}, 201)
        assert connection.ask("GET", "/posts?limit=0").status == 418


def test_an_answer_is_what_was_ordered(server, control):
    add(control, {"path": "/any/thing"}, response={"base64": "AP8K", "headers": {"X-A": ["1", "2"]}})
    with server.connect() as connection:
        answer = connection.ask("GET", "/any/thing")
        assert answer.body == b"\x00\xff\n" and answer.status == 200
        assert answer.header("Content-Length") == "3"
        assert answer.header("Content-Type") == "application/octet-stream"
        page = connection.ask("POST", "/any/thing", Origin="http://app.test")
        assert page.header("Access-Control-Allow-Origin") == "*"
    order = {"response": {"headers": {"Content-Length": "9"}}}
    control.refuse("POST", "/stubs", order, 400, "'response.headers.Content-Length'")


def test_stubs_are_bounded_and_the_control_plane_stays_reachable(control):
    add(control, response={"status": 418})
    for _ in range(999):
        add(control, {"path": "/none"}, response={})
    control.refuse("POST", "/stubs", {"response": {}}, 429, "1000 stubs")
    assert len(control.get("/stubs")["stubs"]) == 1000
    control.send("DELETE", "/stubs", status=204)
    add(control, response={})


def test_an_unknown_route_names_the_nearest(server):
    with server.connect() as connection:
        answer = connection.ask("GET", "/api/post")
        assert answer.status == 404
        assert answer.header("X-Mockpostly-Nearest") == "GET /api/posts"
        assert connection.ask("GET", "/zzz").header("X-Mockpostly-Nearest") is None


def test_without_a_control_plane_there_are_no_stubs(start):
    server = start("--no-control")
    with server.connect() as connection:
        assert connection.ask("POST", f"{BASE}/stubs", b"{}").status == 404
        assert connection.ask("GET", "/__admin/mappings").status == 404
