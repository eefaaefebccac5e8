"""Stubs for many clients at once, and none without a control plane."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from rawhttp import Connection, request
from worlds import BASE, Control

POSTS = "/api/posts?limit=1"


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


def add(control, match: dict | None = None, **order) -> dict:
    return control.send("POST", "/stubs", {"match": match or {}, **order}, 201)


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


def test_without_a_control_plane_there_are_no_stubs(start):
    server = start("--no-control")
    with server.connect() as connection:
        assert connection.ask("POST", f"{BASE}/stubs", b"{}").status == 404
        assert connection.ask("GET", "/__admin/mappings").status == 404
