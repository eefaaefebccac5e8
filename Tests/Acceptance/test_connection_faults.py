"""Faults of connections: uploads that are read slowly, ports that refuse, handshakes that fail."""

from __future__ import annotations

import socket
import ssl
import time

import pytest
import requests

from controlplane import Plane
from rawhttp import DEADLINE, request

KIB = 1024


@pytest.fixture
def control(server) -> Plane:
    return Plane(server)


def add(control, world: str, fault, status: int = 201, **rule) -> dict:
    order = {"world": world, "fault": fault, **rule}
    return control.send("POST", "/faults", order, status=status)


def test_a_body_is_read_slowly(server, control):
    control.make(id="slow")
    rate, size = 100_000, 120_000
    add(control, "slow", {"uploadBandwidth": rate}, match={"method": "POST"})
    body = b'{"title": "' + b"x" * size + b'"}'
    with server.connect() as connection:
        start = time.monotonic()
        connection.send(request("POST", "/w/slow/api/posts", body=body))
        answer = connection.read_answer("POST")
        took = time.monotonic() - start
    assert answer.status == 401 and answer.header("X-Mockpostly-Fault") == "slow-upload"
    # What came in the first read, and the last piece, are not waited for.
    assert took > 0.8 * size / rate
    # Others are not slowed, and it counts once.
    entry = control.send("GET", "/faults", query={"world": "slow"})["faults"][0]
    assert (entry["matched"], entry["applied"]) == (1, 1)


def test_a_client_that_sends_is_held_up(server, control):
    control.make(id="held")
    add(control, "held", {"uploadBandwidth": 20_000})
    body = b"x" * (16 * KIB * KIB)
    with socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE) as client:
        head = f"POST /w/held/api/posts HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        client.sendall(head.encode())
        client.setblocking(False)
        sent = 0
        # The body begins, and its first bytes are read: then the sockets are full.
        with pytest.raises(BlockingIOError):
            while True:
                sent += client.send(body[sent : sent + 64 * KIB])
        assert 0 < sent < len(body)


def test_a_small_body_comes_as_late(server, control):
    control.make(id="small")
    add(control, "small", {"uploadBandwidth": 1000}, times=1)
    start = time.monotonic()
    requests.post(server.url + "/w/small/api/posts", data=b"x" * 400, timeout=60)
    assert time.monotonic() - start >= 0.4


def test_a_port_refuses_connections(server, control):
    port = control.make(id="down", port=0)["port"]
    url = f"http://localhost:{port}/api/posts"
    with requests.Session() as session:
        assert session.get(url, timeout=60).ok
        rule = add(control, "down", "refuse")
        assert rule["shows"] == "refuse"
        with pytest.raises(requests.ConnectionError, match="refused"):
            session.get(url, timeout=60)
    # Nobody else gets the port.
    with socket.socket() as other, pytest.raises(OSError):
        other.bind(("127.0.0.1", port))
    control.send("DELETE", f"/faults/{rule['id']}", status=204, query={"world": "down"})
    assert requests.get(url, timeout=60).ok


def test_a_refusal_ends_by_itself(server, control):
    port = control.make(id="brief", port=0)["port"]
    add(control, "brief", {"connection": "refuse"}, ttl="200ms")
    deadline = time.monotonic() + DEADLINE
    while True:
        try:
            assert requests.get(f"http://localhost:{port}/api/posts", timeout=60).ok
            break
        except requests.ConnectionError:
            assert time.monotonic() < deadline
    control.send("DELETE", "/worlds/brief", status=204)


def test_what_a_fault_of_connections_cannot_be(server, control):
    control.make(id="shared")
    control.make(id="own", port=0)
    assert add(control, "shared", "refuse", 409)["title"] == "No port of its own"
    assert add(control, "default", "refuse", 409)["title"] == "No port of its own"
    assert add(control, "own", "tls", 409)["title"] == "No TLS"
    for rule in ({"times": 1}, {"rate": 0.5}, {"after": 1}, {"script": "down"}):
        assert "never come to the server" in add(control, "own", "refuse", 400, **rule)["hint"] or (
            "script" in rule
        )
    assert "match" in add(control, "own", "refuse", 400, match={"path": "/"})["detail"]
    add(control, "own", {"connection": "refuse", "status": 503}, 400)
    add(control, "own", {"uploadBandwidth": 1}, 400, rate=0.5)
    refused = requests.get(server.url + "/api/posts?__fault=refuse", timeout=60)
    assert refused.status_code == 400 and "POST /__mockpostly/v1/faults" in refused.json()["hint"]


def test_a_handshake_fails(start):
    server = start("--tls")
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

    def shake() -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=DEADLINE) as client:
            context.wrap_socket(client).close()

    control = Plane(server)
    shake()
    add(control, "default", "tls", times=2)
    for _ in range(2):
        with pytest.raises(ssl.SSLError, match="HANDSHAKE_FAILURE"):
            shake()
    # It counts, and plain requests go on meanwhile.
    shake()
    assert control.send("GET", "/faults")["faults"][0]["applied"] == 2
