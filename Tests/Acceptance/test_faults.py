"""What goes wrong on purpose, as the sockets of a client see it."""

from __future__ import annotations

import errno
import json
import select
import time

import pytest

from conftest import MIRA
from postly import all_posts, log_in
from rawhttp import DEADLINE, request
from worlds import BASE, Control, assert_problem

POST = "/api/posts"
POSTS = "/api/posts?limit=5"
NAMED = "X-Mockpostly-Fault"


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def add(control):
    def add(fault, **rule) -> dict:
        return control.send("POST", "/faults", {"fault": fault, **rule}, status=201)

    return add


def head_and_body(data: bytes) -> tuple[bytes, bytes]:
    head, separator, body = data.partition(b"\r\n\r\n")
    assert separator, data[:200]
    return head.lower(), body


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


# MARK: Connections


def test_a_reset_is_a_reset(server, add):
    add("reset")
    assert received(server) == (b"", errno.ECONNRESET)


def test_a_close_is_orderly_and_without_a_byte(server, add):
    add("close")
    assert received(server) == (b"", None)


def test_a_reset_may_come_after_a_part(server, add):
    add({"connection": "reset", "point": "half"})
    data, number = received(server)
    head, body = head_and_body(data)
    assert number == errno.ECONNRESET
    length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
    assert len(body) == length // 2
    assert b"x-mockpostly-fault: reset" in head


def test_a_truncated_body_is_half_of_what_is_promised(server, add):
    add("truncate")
    data, number = received(server)
    head, body = head_and_body(data)
    assert number is None and head.startswith(b"http/1.1 200")
    assert len(body) == int(head.split(b"content-length: ")[1].split(b"\r\n")[0]) // 2


def test_a_stalled_answer_neither_goes_on_nor_ends(server, add):
    add({"connection": "stall", "point": "half", "stallFor": "1h"})
    with server.connect() as stalled, server.connect() as other:
        stalled.send(request("GET", POSTS))
        other.send(request("GET", POSTS))
        assert stalled.readable(DEADLINE)
        with Control(server) as control:
            assert control.get("/live") == {"status": "live"}
        # It ends when the client does, without further bytes.
        stalled.finish_sending()
        head, body = head_and_body(stalled.read_to_end())
        assert 0 < len(body) < int(head.split(b"content-length: ")[1].split(b"\r\n")[0])


def test_a_stall_ends_at_its_time(server, add):
    add({"connection": "stall", "stallFor": "50ms"})
    assert received(server) == (b"", None)


# MARK: Bodies


def test_a_wrong_length_promises_more_than_comes(server, add):
    add("wrong-length")
    head, body = head_and_body(received(server)[0])
    assert int(head.split(b"content-length: ")[1].split(b"\r\n")[0]) == len(body) + 16
    json.loads(body)


def test_a_bad_chunk_has_no_size(server, add):
    add("bad-chunk")
    head, body = head_and_body(received(server)[0])
    assert b"transfer-encoding: chunked" in head
    size = int(body.split(b"\r\n")[0], 16)
    rest = body.split(b"\r\n", 1)[1][size:]
    assert rest.startswith(b"\r\nzz\r\n")


def test_garbage_is_no_http(server, add):
    add("garbage")
    data, _ = received(server)
    assert len(data) == 256 and not data.startswith(b"HTTP/")


@pytest.mark.parametrize("target", [POSTS, "/posts?limit=3", "/posts/1", "/users/1"])
def test_invalid_json_is_a_whole_message(server, add, target):
    add("invalid-json")
    with server.connect() as connection:
        for encoding in ("identity", "gzip", "br"):
            answer = connection.ask("GET", target, Accept_Encoding=encoding)
            assert answer.status == 200 and answer.header("Content-Encoding") is None
            with pytest.raises(json.JSONDecodeError):
                json.loads(answer.body)


def test_a_wrong_type_is_that_of_pages(server, add):
    add("wrong-type")
    with server.connect() as connection:
        answer = connection.ask("GET", POSTS)
        assert answer.header("Content-Type") == "text/html; charset=utf-8"
        json.loads(answer.body)


# MARK: Delays


@pytest.mark.parametrize(
    "fault",
    [
        {"delay": "50ms"},
        {"delay": "50ms", "at": "answer"},
        {"delay": {"uniform": ["10ms", "50ms"]}},
        {"delay": {"normal": {"mean": "20ms", "deviation": "5ms"}}, "at": "answer"},
        {"delay": {"lognormal": {"median": "20ms", "sigma": 0.3}}},
        {"delay": "1ms", "at": "piece", "piece": 500},
        {"bandwidth": 100000},
    ],
)
def test_a_late_answer_is_the_same(server, add, fault):
    with server.connect() as connection:
        plain = connection.ask("GET", POSTS)
        add(fault)
        late = connection.ask("GET", POSTS)
        assert (late.status, late.body) == (plain.status, plain.body)
        assert late.header(NAMED) is not None and plain.header(NAMED) is None


def test_a_delay_in_the_query_holds_one_request_only(server):
    with server.connect() as late, server.connect() as plain:
        late.send(request("GET", "/posts/1?__delay=1h"))
        assert plain.ask("GET", "/posts/1").status == 200
        assert not late.readable(0)


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


# MARK: Errors


@pytest.mark.parametrize(
    ("target", "body"),
    [
        (POSTS, {"error": "Service Unavailable"}),
        ("/posts/1", {"message": "Service Unavailable"}),
        ("/api/community/posts", {"errors": {"detail": "Service Unavailable"}}),
        ("/v1/curated", {"status": 503, "code": "Service Unavailable"}),
        ("/services/v2/member", {"error": True, "message": "Service Unavailable"}),
    ],
)
def test_an_error_has_the_shape_of_its_system(server, add, target, body):
    add({"status": 503, "retryAfter": 7})
    with server.connect() as connection:
        answer = connection.ask("GET", target)
        assert answer.status == 503 and answer.json() == body
        assert answer.header("Retry-After") == "7"
        assert answer.header(NAMED) == "status-503"


def test_each_preset_can_be_used(server, control):
    presets = [preset["name"] for preset in control.get("/fault-presets")["presets"]]
    assert presets == [
        "flaky",
        "slow-3g",
        "offline",
        "overloaded",
        "captive-portal",
        "maintenance",
    ]
    assert received(server, "/f/offline/api/posts") == (b"", errno.ECONNRESET)
    with server.connect() as connection:
        portal = connection.ask("GET", "/f/captive-portal/api/posts")
        assert portal.status == 200 and b"Log in to the network" in portal.body
        closed = connection.ask("GET", "/f/maintenance/posts/1")
        assert closed.status == 503 and closed.header("Retry-After") == "120"
        slow = connection.ask("GET", "/f/slow-3g/posts/1")
        assert slow.json()["id"] == 1 and slow.header(NAMED) == "slow-3g"


# MARK: Writes


def test_a_reset_may_come_after_a_commit(server, control):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        lost = send_post(server, token, "Lost", X_Mockpostly_Fault="reset")
        saved = send_post(server, token, "Saved", X_Mockpostly_Fault="reset-after-write")
        assert lost == saved == errno.ECONNRESET
        titles = [post["title"] for post in all_posts(connection)]
        assert "Saved" in titles and "Lost" not in titles


def test_a_retry_meets_what_was_saved(server, add):
    add({"status": 503, "write": "saved"}, match={"method": "POST", "path": POST}, times=1)
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
        statuses = [
            connection.ask(
                "POST",
                POST,
                new_post("Twice"),
                Content_Type="application/json",
                Authorization=f"Bearer {token}",
            ).status
            for _ in range(2)
        ]
        assert statuses == [503, 201]
        assert [post["title"] for post in all_posts(connection)].count("Twice") == 2


# MARK: Rules


def test_some_are_let_through_and_some_get_it(server, add):
    add({"status": 500}, after=2, times=2)
    with server.connect() as connection:
        statuses = [connection.ask("GET", "/posts/1").status for _ in range(6)]
        assert statuses == [200, 200, 500, 500, 200, 200]


def test_each_device_is_counted_alone(server, add):
    add({"status": 500}, times=1, per="header:X-Device")
    with server.connect() as connection:
        statuses = [
            connection.ask("GET", "/posts/1", X_Device=device).status for device in "aabcb"
        ]
        assert statuses == [500, 200, 500, 500, 200]


def test_a_rate_repeats_with_the_seed(start):
    runs = []
    for _ in range(2):
        server = start("--random-seed", "7")
        with Control(server) as control, server.connect() as connection:
            control.send("POST", "/faults", {"fault": "status-503", "rate": 0.5}, status=201)
            runs.append([connection.ask("GET", "/posts/1").status for _ in range(100)])
    assert runs[0] == runs[1] and set(runs[0]) == {200, 503}


def test_a_fault_is_gone_when_its_time_is_over(server, control, add):
    add({"status": 500}, ttl="300ms")
    with server.connect() as connection:
        until = time.monotonic() + DEADLINE
        while connection.ask("GET", "/posts/1").status == 500:
            assert time.monotonic() < until
    assert control.get("/faults")["faults"] == []


def test_an_outage_follows_the_clock_of_its_world(server, control):
    control.set_clock(mode="freeze", now="2026-01-01T00:00:00Z")
    rule = {"script": "up 5s, down 2s, up", "fault": {"status": 503}}
    control.send("POST", "/faults", rule, status=201)
    with server.connect() as connection:
        statuses = [connection.ask("GET", "/posts/1").status]
        for step in ("5s", "1s", "1s"):
            control.advance(step)
            statuses.append(connection.ask("GET", "/posts/1").status)
    assert statuses == [200, 503, 503, 200]


def test_faults_belong_to_their_world(control):
    world = control.make("header")
    control.send("POST", "/faults", {"fault": "status-503", "world": world.id}, status=201)
    assert control.show(world.id)["faults"] == ["status-503"]
    assert control.show("default")["faults"] == []
    assert world.ask("GET", "/posts/1").status == 503
    assert control.default().ask("GET", "/posts/1").status == 200


def test_the_control_plane_is_never_faulted(server, control, add):
    add("reset")
    add("timeout", match={"path": "/**"})
    assert control.get("/live") == {"status": "live"}
    with server.connect() as connection:
        answer = connection.ask("GET", f"/f/offline{BASE}/ready", X_Mockpostly_Fault="reset")
        assert answer.status == 200
    assert control.send("DELETE", "/faults") == {"world": "default", "deleted": 2}


# MARK: One request


def test_a_page_may_read_which_fault_it_met(server):
    with server.connect() as connection:
        answer = connection.ask(
            "GET", POSTS, X_Mockpostly_Fault="status-503", Origin="http://localhost:5173"
        )
        assert answer.status == 503 and answer.header(NAMED) == "status-503"
        assert answer.header("Access-Control-Expose-Headers") == NAMED
        assert answer.header("Access-Control-Allow-Origin") is not None


def test_an_unknown_fault_names_the_nearest(server):
    with server.connect() as connection:
        assert_problem(connection.ask("GET", "/f/slow3g/api/posts"), 404, "slow3g", "slow-3g")
        assert_problem(connection.ask("GET", "/posts/1?__fault=rest"), 400, "rest", "reset")
        assert_problem(connection.ask("GET", "/posts/1", X_Mockpostly_Fault=""), 400, "flaky")


def test_a_known_request_gets_a_new_fault_and_loses_it(server, control, add):
    with server.connect() as connection:
        for _ in range(5):
            assert connection.ask("GET", "/posts/1").status == 200
        add("status-500")
        assert connection.ask("GET", "/posts/1").status == 500
        control.send("DELETE", "/faults")
        assert connection.ask("GET", "/posts/1").status == 200


# MARK: What is told


def test_the_log_names_the_fault(server, add):
    add("status-503", name="bad-day")
    with server.connect() as connection:
        connection.ask("GET", "/posts/1")
    server.wait_for_log(r"GET /posts/1 503 .*, fault bad-day")


def test_a_server_can_begin_with_a_fault(start):
    server = start("--fault", "maintenance", "--fault", "slow-3g")
    # Where there is no banner, the log says so.
    server.wait_for_log(r"every world begins with the faults: maintenance, slow-3g")
    with Control(server) as control:
        world = control.make("prefix")
        assert control.show("default")["faults"] == ["maintenance", "slow-3g"]
        assert world.ask("GET", "/posts/1").status == 503
        control.send("DELETE", f"/faults?world={world.id}")
        assert world.ask("GET", "/posts/1").status == 200


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
