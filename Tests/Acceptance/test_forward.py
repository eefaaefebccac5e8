"""`--upstream`: what no system has is asked of the real server."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import pytest
import requests

from mockserver import quiet_port
from processes import wait_until
from rawhttp import DEADLINE, Connection, ConnectionEnded, request
from realserver import PIECE, RealServer
from worlds import Control, assert_problem


@pytest.fixture
def real():
    server = RealServer()
    yield server
    server.stop()


@pytest.fixture
def forward(start, real):
    """A server in front of the real one."""
    return start("--seed", "empty", "--upstream", real.url)


def ask(server, method: str, target: str, body: bytes | None = None, **fields):
    with Connection(("127.0.0.1", server.port)) as connection:
        connection.send(request(method, target, body, **fields))
        return connection.read_answer(method)


def get(server, path: str) -> bytes:
    """The body of an answer, chunked or not."""
    with requests.get(server.url + path, timeout=DEADLINE) as answer:
        assert answer.status_code == 200
        return answer.content


def told(answer) -> dict:
    assert answer.status == 200, answer
    return json.loads(answer.body)


# MARK: Which requests


def test_what_no_system_claims_goes_to_the_real_server(forward, real):
    assert told(ask(forward, "GET", "/v2/orders?page=2"))["line"] == "GET /v2/orders?page=2 HTTP/1.1"
    posted = told(ask(forward, "POST", "/v2/orders", b'{"a":1}', Content_Type="application/json"))
    assert posted["body"] == '{"a":1}'
    # Of Postly, which has it or answers that nobody has.
    assert ask(forward, "GET", "/api/posts").json()["posts"] == []
    assert ask(forward, "GET", "/api/nothing").status == 404
    assert [each.line.split()[1] for each in real.asked] == ["/v2/orders?page=2", "/v2/orders"]
    assert told(ask(forward, "GET", "/favicon.ico"))["line"].startswith("GET /favicon.ico ")


def test_a_system_has_a_real_server_of_its_own(start, real):
    server = start("--seed", "empty", "--upstream", f"postly={real.url}/base/")
    assert told(ask(server, "GET", "/api/nothing?x=%20y"))["line"] == "GET /base/api/nothing?x=%20y HTTP/1.1"
    assert ask(server, "GET", "/api/posts").header("X-Mockpostly-Upstream") is None
    assert ask(server, "GET", "/v2/orders").header("X-Mockpostly-Upstream") is None


def test_unknown_paths_are_refused_on_demand(start, real):
    server = start("--seed", "empty", "--upstream", real.url, "--unknown", "refuse")
    assert_problem(ask(server, "GET", "/v2/orders"), 404, "No system has this path", real.url)
    assert real.asked == []


def test_a_world_forwards_a_whole_system(start, real):
    server = start("--seed", "empty", "--upstream", f"postly={real.url}")
    with Control(server) as control:
        control.send("POST", "/worlds", {"id": "real", "settings": {"forward": "postly"}}, 201)
        answer = ask(server, "GET", "/w/real/api/posts?page=1")
        assert told(answer)["line"] == "GET /api/posts?page=1 HTTP/1.1"
        assert ask(server, "GET", "/api/posts?page=1").json()["posts"] == []
        [entry] = control.get("/requests?world=real")["requests"]
        assert (entry["route"], entry["upstream"]) == ("GET /api/posts", real.url)
        assert control.get("/worlds/real")["settings"]["forward"] == "postly"
        control.refuse("POST", "/worlds", {"settings": {"forward": "dummyjson"}}, 400, "--upstream")
        control.refuse("POST", "/worlds", {"settings": {"forward": "nobody"}}, 400, "none, or systems")


# MARK: What is sent on


def test_fields_of_the_connection_and_of_this_server_stay_here(start, real):
    server = start("--seed", "empty", "--upstream", real.url, "--admin-token", "swordfish-0123")
    fields = {
        "Authorization": "Bearer mine",
        "Cookie": "a=1; mockpostly_world=default; b=2",
        "X-Mockpostly-World": "default",
        "X-Mockpostly-Other": "1",
        "Connection": "keep-alive, X-Hop",
        "X-Hop": "1",
        "TE": "trailers",
        "Proxy-Authorization": "Basic eDp5",
        "Accept-Encoding": "br",
        "X-Real": "caf\xe9",
    }
    answer = requests.get(f"{server.url}/v2", headers=fields, timeout=DEADLINE)
    got = dict(answer.json()["fields"])
    assert got["Host"] == f"localhost:{real.port}"
    assert got["Authorization"] == "Bearer mine"
    assert got["Cookie"] == "a=1; b=2"
    assert got["Accept-Encoding"] == "br"
    assert got["X-Real"] == "caf\xe9"
    assert re.fullmatch(r"1\.1 mockpostly-\w+", got["Via"])
    gone = ["X-Mockpostly-World", "X-Mockpostly-Other", "Connection", "X-Hop", "TE", "Proxy-Authorization"]
    assert not [name for name in gone if name in got]
    own = {"Authorization": "Bearer swordfish-0123", "Cookie": "mockpostly_world=default"}
    got = dict(requests.get(f"{server.url}/v2", headers=own, timeout=DEADLINE).json()["fields"])
    assert "Authorization" not in got and "Cookie" not in got


def test_credentials_for_another_host_stay_here(start, real):
    server = start("--seed", "empty", "--as", "api.mine.example=postly", "--upstream", f"postly={real.url}")
    fields = {"Host": "api.mine.example", "Authorization": "Bearer mine", "Cookie": "a=1", "X-Other": "1"}
    fields |= {"X-Api-Key": "k1", "x-auth-token": "t1"}
    got = dict(requests.get(f"{server.url}/nothing", headers=fields, timeout=DEADLINE).json()["fields"])
    assert got["X-Other"] == "1"
    assert not {"authorization", "cookie", "x-api-key", "x-auth-token"} & {name.lower() for name in got}


def test_a_short_body_is_sent_on_after_100_continue(forward):
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(b"POST /v2 HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 6\r\n\r\n")
        assert connection.read_answer("POST").status == 100
        connection.send(b"onetwo")
        got = told(connection.read_answer("POST"))
    assert got["body"] == "onetwo"
    fields = dict(got["fields"])
    assert fields["Content-Length"] == "6" and "Expect" not in fields


# MARK: Answers


def test_an_answer_comes_as_it_is(forward, real):
    answer = ask(forward, "GET", "/fields")
    assert answer.all("Set-Cookie") == ["a=1", "b=2"]
    assert answer.header("Date") == "Sun, 06 Nov 1994 08:49:37 GMT"
    assert answer.header("X-Hop") is None and answer.header("Keep-Alive") is None
    assert answer.header("X-Mockpostly-Upstream") == real.url
    assert ask(forward, "GET", "/redirect").header("Location") == "https://elsewhere.example/next"
    assert ask(forward, "GET", "/page").body == b"<h1>Down for today</h1>"
    assert get(forward, "/chunks") == b"one two"
    assert get(forward, "/old") == b"until the end"
    for status in (204, 304):
        answer = ask(forward, "GET", f"/none/{status}")
        assert (answer.status, answer.header("ETag")) == (status, '"one"')
    with Connection(("127.0.0.1", forward.port)) as connection:
        for _ in range(2):
            connection.send(request("HEAD", "/head"))
            answer = connection.read_answer("HEAD")
            assert (answer.status, answer.header("Content-Length")) == (200, "12345")


def test_interim_answers_and_trailers_stay_here_and_values_keep_their_bytes(forward):
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/odd", None, Connection="close"))
        sent = connection.read_to_end()
    assert sent.startswith(b"HTTP/1.1 200 ") and b"\r\nX-Name: caf\xe9\r\n" in sent
    assert sent.endswith(b"{}\r\n0\r\n\r\n")
    assert b"Link" not in sent and b"Trailer" not in sent and b"X-Sum" not in sent


def test_a_question_about_the_server_is_about_the_server(forward):
    assert told(ask(forward, "OPTIONS", "*"))["line"] == "OPTIONS * HTTP/1.1"


def test_a_body_comes_in_the_pieces_of_the_real_server(forward, real):
    with requests.get(f"{forward.url}/steps", stream=True, timeout=DEADLINE) as answer:
        pieces = answer.iter_content(chunk_size=None)
        assert next(pieces) == b"one"
        real.let_go.set()
        assert b"".join(pieces) == b"two"


def test_a_large_body_takes_no_memory(forward):
    def peak() -> int:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{forward.pid}/status").read_text())
        assert found is not None
        return int(found[1])

    ask(forward, "GET", "/big/1000000")
    before, size = peak(), 128 << 20
    count = 0
    with requests.get(f"{forward.url}/big/{size}", stream=True, timeout=DEADLINE) as answer:
        assert answer.headers["Content-Length"] == str(size)
        for piece in answer.iter_content(len(PIECE)):
            count += len(piece)
    assert count == size
    assert peak() - before < 32 << 10, "kB"


def test_connections_are_kept_and_a_closed_one_is_replaced(forward, real):
    with Connection(("127.0.0.1", forward.port)) as connection:
        for _ in range(3):
            connection.send(request("GET", "/v2"))
            assert told(connection.read_answer("GET"))["connection"] == 1
        connection.send(request("GET", "/once"))
        assert told(connection.read_answer("GET"))["connection"] == 2
        connection.send(request("POST", "/once", b"x"))
        assert_problem(connection.read_answer("POST"), 502, "closed a kept connection", real.url)


UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "eA==", "Sec-WebSocket-Version": "13"}


def test_a_websocket_is_sent_on(forward, real):
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/socket", **UPGRADE))
        answer = connection.read_answer("GET")
        assert (answer.status, answer.header("Sec-WebSocket-Accept")) == (101, "as you like")
        assert dict(real.asked[0].fields)["Upgrade"] == "websocket"
        data = b"first" + PIECE * 20
        sender = threading.Thread(target=connection.send, args=(PIECE * 20,))
        sender.start()
        got = bytes(connection.buffer)
        while len(got) < len(data):
            got += connection.socket.recv(65536)
        sender.join()
        assert got == data
        connection.finish_sending()
        assert connection.socket.recv(1) == b""
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/none/204", **UPGRADE))
        assert connection.read_answer("GET").status == 204


def test_another_protocol_is_not_asked_for(forward):
    fields = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABkAAQBAAAAAAIAAAAA"}
    got = dict(told(ask(forward, "GET", "/v2", **fields))["fields"])
    assert not {"Connection", "Upgrade", "HTTP2-Settings"} & got.keys()
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/socket"))
        assert_problem(connection.read_answer("GET"), 502, "another protocol")


def test_a_waiting_request_ends_with_the_server(forward, real):
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/silence"))
        wait_until(lambda: real.asked, what="the request")
        forward.stop()
        assert connection.read_to_end().startswith(b"HTTP/1.1 504 ")


# MARK: Trouble


def test_trouble_is_told_in_a_sentence(start, real):
    server = start("--seed", "empty", "--upstream", real.url, "--upstream-timeout", "1s")
    for path, status, words in [
        ("/gone", 502, "without an answer"),
        ("/rubbish", 502, "not HTTP"),
        ("/lengths", 502, "Content-Length"),
        ("/cut/100", 502, "before the end"),
        ("/silence", 504, "no answer within 1s"),
    ]:
        answer = ask(server, "GET", path)
        assert_problem(answer, status, words, real.url)
        assert answer.header("X-Mockpostly-Upstream") == real.url
    with Control(server) as control:
        entries = control.get("/requests")["requests"]
    assert {(each["path"], each["status"]) for each in entries} >= {("/gone", 502), ("/silence", 504)}
    assert all(each["upstream"] == real.url for each in entries)


def test_a_streamed_body_that_is_cut_is_cut(forward):
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/cut/1000000"))
        with pytest.raises(ConnectionEnded):
            connection.read_answer("GET")


def test_a_server_that_is_not_there_is_told(start):
    server = start("--seed", "empty", "--upstream", f"http://localhost:{quiet_port()}")
    assert_problem(ask(server, "GET", "/v2"), 502, "refused")
    server = start("--seed", "empty", "--upstream", "http://nobody.invalid")
    assert_problem(ask(server, "GET", "/v2"), ask(server, "GET", "/v2").status, "http://nobody.invalid", "name")
    answer = ask(server, "GET", "/v2", Origin="http://localhost:3000")
    assert answer.header("Access-Control-Allow-Origin") == "*"


def test_a_certificate_must_be_trusted(start, tmp_path):
    other = start("--seed", "empty", "--tls", environment={"XDG_DATA_HOME": str(tmp_path / "data")})
    url = f"https://localhost:{other.port}"
    server = start("--seed", "empty", "--upstream", url)
    assert_problem(ask(server, "GET", "/v2"), 502, "certificate", "--upstream-ca")
    authority = tmp_path / "data/mockpostly/mockpostly-ca.pem"
    server = start("--systems", "dummyjson", "--upstream", url, "--upstream-ca", authority)
    for _ in range(2):
        answer = ask(server, "GET", "/api/posts")
        assert answer.json()["posts"] == [] and answer.header("X-Mockpostly-Upstream") == url
    # An address that the certificate is not for.
    other = f"https://0.0.0.0:{other.port}"
    server = start("--seed", "empty", "--upstream", other, "--upstream-ca", authority)
    assert_problem(ask(server, "GET", "/v2"), 502, "mismatch", "as its certificate does")
    # Plain HTTP where TLS is expected.
    server = start("--seed", "empty", "--upstream", f"https://localhost:{plain_port(start)}")
    assert_problem(ask(server, "GET", "/v2"), 502, "TLS")


def plain_port(start) -> int:
    return start("--seed", "empty").port


def test_the_port_of_serve_may_be_that_of_the_real_server_of_exec(start, cli):
    port = start("--seed", "empty").port
    words = ["exec", "--systems", "dummyjson", "--upstream", f"http://localhost:{port}", "--"]
    script = 'curl -sf "$MOCKPOSTLY_URL/api/posts"'
    done = cli(*words, "sh", "-c", script, environment={"MOCKPOSTLY_PORT": str(port)})
    assert done.returncode == 0 and '"posts":[]' in done.stdout, done.stderr


def test_a_server_does_not_ask_itself(start, cli):
    port = quiet_port()
    done = cli("serve", "--port", port, "--upstream", f"http://localhost:{port}")
    assert done.returncode == 2 and "this server itself" in done.stderr
    # By way of another one.
    one = start("--seed", "empty", "--upstream", f"http://localhost:{port}")
    two = start("--seed", "empty", "--upstream", f"http://localhost:{one.port}", port=port)
    for server in (one, two):
        answer = assert_problem(ask(server, "GET", "/v2"), 508, "this server itself")
        assert answer["title"] == "Loop detected"


def test_wrong_options_are_refused(cli, tmp_path):
    for words, told_words in [
        (["--upstream", "api.mine.example"], "a URL such as"),
        (["--upstream", "nobody=http://a.example"], "is not served"),
        (["--upstream", "http://a.example", "--upstream", "http://b.example"], "two servers"),
        (["--unknown", "refuse"], "--unknown needs --upstream"),
        (["--upstream-ca", "x.pem"], "--upstream-ca needs --upstream"),
    ]:
        done = cli("serve", "--port", "0", *words)
        assert done.returncode == 2 and told_words in done.stderr, done.stderr
    done = cli("serve", "--port", "0", "--upstream", "https://a.example", "--upstream-ca", tmp_path / "none.pem")
    assert done.returncode == 3 and "none.pem: no such file or directory" in done.stderr


# MARK: The journal, stubs and faults


def test_the_journal_keeps_forwarded_requests(forward, real):
    ask(forward, "POST", "/v2", b"asked")
    get(forward, "/chunks")
    get(forward, "/big/1000000")
    with Control(forward) as control:
        big, short, post = control.get("/requests")["requests"]
        assert [each["upstream"] for each in (big, short, post)] == [real.url] * 3
        assert big["responseBytes"] == 1_000_000 and short["responseBytes"] == 7
        detail = control.get(f"/requests/{big['number']}")
        assert detail["response"]["cut"] is True
        assert control.get(f"/requests/{post['number']}")["request"]["body"] == "asked"
        # What the real server refuses is not unknown.
        ask(forward, "GET", "/status/404")
        ask(forward, "GET", "/api/nothing")
        control.send("POST", "/requests/verify", {"count": 1, "match": {"unknown": True}})
        # As a test sends it.
        sent = control.send("POST", "/requests", {"path": "/chunks"})
        assert sent["response"]["body"] == "one two"


def test_stubs_win_and_faults_apply(forward, real):
    with Control(forward) as control:
        stub = {"match": {"path": "/v2/stubbed"}, "response": {"status": 201, "body": "stub"}}
        control.send("POST", "/stubs", stub, 201)
        answer = ask(forward, "GET", "/v2/stubbed")
        assert (answer.status, answer.body) == (201, b"stub")
        assert real.asked == []
    answer = ask(forward, "GET", "/v2?__fault=status-500")
    assert answer.status == 500 and real.asked == []
    with Connection(("127.0.0.1", forward.port)) as connection:
        connection.send(request("GET", "/big/1000000", X_Mockpostly_Fault="truncate"))
        with pytest.raises(ConnectionEnded):
            connection.read_answer("GET")
    assert ask(forward, "GET", "/v2", X_Mockpostly_Fault="invalid-json").body.endswith(b"}{")
