"""What goes wrong on purpose, as the sockets of a client and the command line see it."""

from __future__ import annotations

import errno
import json
import select

import pytest

from conftest import MIRA
from postly import all_posts, log_in
from rawhttp import DEADLINE, request
from worlds import Control

POST = "/api/posts"
POSTS = "/api/posts?limit=5"


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def add(control):
    def add(fault, **rule) -> dict:
        return control.send("POST", "/faults", {"fault": fault, **rule}, status=201)

    return add


def received(server, target: str = POSTS, **fields) -> tuple[bytes, int | None]:
    """All bytes of an answer, and the number of the error that ends it; None for an orderly end."""
    with server.connect() as connection:
        connection.send(request("GET", target, **fields))
        connection.socket.settimeout(DEADLINE)
        data = b""
        while True:
            try:
                more = connection.socket.recv(65536)
            except OSError as problem:
                return data, problem.errno
            if not more:
                return data, None
            data += more


def new_post(title: str) -> bytes:
    return json.dumps({"title": title, "content": "Words.", "status": "published"}).encode()


def send_post(server, token: str, title: str, **fields) -> int | None:
    """Sends a new post and waits for the end; the number of the error, or None."""
    with server.connect() as connection:
        connection.send(
            request(
                "POST",
                POST,
                new_post(title),
                Content_Type="application/json",
                Authorization=f"Bearer {token}",
                **fields,
            )
        )
        connection.socket.settimeout(DEADLINE)
        try:
            while connection.socket.recv(65536):
                pass
        except OSError as problem:
            return problem.errno
        return None


def test_a_reset_is_a_reset(server, add):
    add("reset")
    assert received(server) == (b"", errno.ECONNRESET)


def test_five_thousand_delayed_requests_do_not_delay_a_plain_one(start):
    server = start("--max-connections", "6000")
    with Control(server) as control:
        fault = {"delay": "1h"}
        rule = {"match": {"path": "/api/posts"}, "fault": fault}
        control.send("POST", "/faults", rule, status=201)
        late = [server.connect() for _ in range(5000)]
        try:
            for connection in late:
                connection.send(request("GET", POSTS))
            with server.connect() as plain:
                for _ in range(100):
                    assert plain.ask("GET", "/posts/1").status == 200
            first = control.get("/faults")["faults"][0]
            assert first["applied"] == 5000
            # The plain answers came before every delayed one.
            assert not any(has_bytes(connection) for connection in late)
        finally:
            for connection in late:
                connection.close()


def has_bytes(connection) -> bool:
    """Whether bytes or the end can be read now; select cannot look at so many sockets."""
    poll = select.poll()
    poll.register(connection.socket, select.POLLIN)
    return bool(poll.poll(0))


def test_a_reset_may_come_after_a_commit(server, control):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        lost = send_post(server, token, "Lost", X_Mockpostly_Fault="reset")
        saved = send_post(server, token, "Saved", X_Mockpostly_Fault="reset-after-write")
        assert lost == saved == errno.ECONNRESET
        titles = [post["title"] for post in all_posts(connection)]
        assert "Saved" in titles and "Lost" not in titles


def test_the_command_line_adds_and_deletes(server, cli):
    url = ("--url", server.url)
    added = cli("fault", "add", "status-503", "--path", "/posts/*", "--times", "1", *url)
    assert added.returncode == 0, added.stderr
    with server.connect() as connection:
        assert [connection.ask("GET", "/posts/1").status for _ in range(2)] == [503, 200]
    assert "1 of 2" in cli("fault", "list", *url).stdout
    assert "default: 1 fault deleted" in cli("fault", "clear", *url).stdout
    wrong = cli("fault", "add", "flakey", *url)
    assert wrong.returncode == 1 and "'flaky'" in wrong.stderr
    assert "slow-3g" in cli("fault", "presets").stdout
