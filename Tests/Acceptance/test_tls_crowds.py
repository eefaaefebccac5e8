"""Clients that begin a TLS handshake and leave it at that."""

from __future__ import annotations

import contextlib
import resource
import selectors
import socket
import time

import pytest

from processes import wait_until
from rawhttp import DEADLINE
from test_memory import most_resident, reads_memory, resident
from test_open_files import files_at_most
from test_tls import SecureServer

HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40)
"""The beginning of a ClientHello of 512 bytes."""
MOST_MEMORY = 64 << 10
"""Bytes that a handshake may take at the most: generous, as OpenSSL's part is not ours."""


@pytest.fixture
def crowd():
    """Makes clients that have sent half a hello; all are closed at the end."""
    with contextlib.ExitStack() as stack:

        def make(port: int, count: int) -> list[socket.socket]:
            made = []
            for _ in range(count):
                client = stack.enter_context(socket.create_connection(("127.0.0.1", port), DEADLINE))
                client.sendall(HALF_A_HELLO)
                made.append(client)
            return made

        yield make


def ends(clients: list[socket.socket], within: float) -> list[float]:
    """When the server has ended each of the clients, in an orderly way."""
    times = []
    until = time.monotonic() + within
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client, selectors.EVENT_READ)
        while selector.get_map():
            assert time.monotonic() < until, f"{len(selector.get_map())} are still open"
            for key, _ in selector.select(1):
                assert key.fileobj.recv(1) == b""
                selector.unregister(key.fileobj)
                times.append(time.monotonic())
    return times


@reads_memory
@pytest.mark.limits
def test_five_thousand_half_open_handshakes_harm_nobody(start, tmp_path, crowd):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = 5200
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"only {hard} open files are allowed here")
    secure = SecureServer(start, tmp_path, "--head-timeout", "5s", "--idle-timeout", "1h")
    assert secure.get("/posts/1").status_code == 200
    before = resident(secure.server.pid)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, needed), hard))
    try:
        began = time.monotonic()
        stalled = crowd(secure.port, 5000)
        for _ in range(5):
            assert secure.get("/posts/1").status_code == 200
            assert secure.server.session().get(f"{secure.server.url}/posts/1").status_code == 200
        times = ends(stalled, within=60)
        assert times[0] - began > 4.5, "ended before its time"
        grown = most_resident(secure.server.pid) - before
        assert grown < 5000 * MOST_MEMORY, f"{grown} bytes for 5,000 handshakes"
        wait_until(lambda: resident(secure.server.pid) - before < grown / 4, what="giving it back")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert secure.get("/posts/1").status_code == 200


@pytest.mark.limits
def test_half_open_handshakes_take_places_only_for_the_time_of_a_head(start, tmp_path, crowd):
    """Where few files may be open, all places can be taken, but not for long."""
    secure = SecureServer(
        start, tmp_path, "--verbose", "--head-timeout", "2s", "--idle-timeout", "1h",
        before_exec=files_at_most(128),
    )  # fmt: skip
    allowed = int(secure.server.wait_for_log(r"at most (\d+) connections")[1])
    stalled = crowd(secure.port, allowed)
    with secure.server.connect() as refused:
        assert refused.read_answer().status == 503
    ends(stalled, within=60)
    assert secure.get("/posts/1").status_code == 200
