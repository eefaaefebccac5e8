"""Faults, stubs and sockets of a world, and its journal."""

from __future__ import annotations

import asyncio
import threading

import pytest
import requests

from mockpostly import (
    Fault,
    MockPostlyError,
    SocketFault,
    Unmet,
    World,
    contains,
    match,
    message,
    present,
)

MIRA = "mira.sol@example.com"


def test_a_fault_for_one_request(world: World):
    rule = world.add_fault(Fault.status(503, retry_after=2), on="GET /api/posts", times=1)
    assert rule.shows == "status-503" and rule.left == 1
    statuses = [requests.get(f"{world.postly}/posts").status_code for _ in range(2)]
    assert statuses == [503, 200]
    assert world.faults()[0].applied == 1
    assert [request.status for request in world.requests("GET /api/posts")] == statuses


def test_faults_by_name_and_by_members(world: World):
    world.add_fault("reset", on=match("/api/posts/**", user=MIRA), name="gone", ttl="1m")
    world.add_fault({"delay": "1ms", "bandwidth": 1_000_000})
    world.add_fault(Fault.delay(0.001, at="answer") | Fault.bandwidth(50_000), rate=0.5, after=1)
    world.add_fault(Fault.delay({"uniform": ["1ms", "2ms"]}, piece=1000), per="user")
    world.add_fault(Fault.truncate(at=10), script="up 5s, down 2s, up")
    parts = Fault.of(delay=0.001, upload_bandwidth=50_000, stall_for=None)
    assert parts.json == {"delay": "1000us", "uploadBandwidth": 50_000}
    world.add_fault(parts, on="POST")
    assert len(world.faults()) == 6
    world.delete_fault("gone")
    world.delete_fault(world.faults()[0])
    world.clear_faults()
    assert world.faults() == []
    with pytest.raises(MockPostlyError, match="nonsense"):
        world.add_fault("nonsense")
    with pytest.raises(TypeError, match="cannot be combined"):
        Fault("flaky") | Fault.reset()


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (lambda w: w.add_fault(Fault.delay("5x")), "The argument 'time' is the text '5x'."),
        (lambda w: w.add_fault(Fault.status(42)), "The argument 'status' is the number 42."),
        (lambda w: w.add_fault(Fault.status(503, retry_after=-2)), "The argument 'retry_after' is"),
        (lambda w: w.add_fault(Fault.status(404, retry_after=2)), "or leave 'retry_after' out."),
        (lambda w: w.add_fault(Fault.stall("mid")), "The argument 'at' is the text 'mid'."),
        (lambda w: w.add_fault(Fault.stall(time="99h")), "The argument 'time' is the text '99h'."),
        (lambda w: w.add_fault(Fault.reset() | Fault.body("odd")), "The argument 'damage' is"),
        (lambda w: w.add_fault(Fault.of(retry_after=1)), "The argument 'retry_after' "),
        (lambda w: w.add_fault("reset", tims=1), "There is no argument 'tims'"),
        (lambda w: w.add_fault({"delay": "5x"}), "The argument 'fault.delay' is the text '5x'."),
        (lambda w: w.add_fault("reset", ttl="abc"), "The argument 'ttl' is the text 'abc'."),
        (lambda w: w.add_fault("reset", on=match(json_path={"$[": 1})), "argument 'json_path'"),
        (lambda w: w.add_fault(SocketFault.delay("5x")), "The argument 'time' is the text '5x'."),
        (lambda w: w.add_stub("/a", 999), "The argument 'status' is the number 999."),
        (lambda w: w.add_stub("/a", text="", json=1), "arguments 'text' and 'json' exclude"),
        (lambda w: w.add_stub("/a", sequence=[{"status": 9}]), "The argument 'sequence[0].status'"),
        (lambda w: w.add_stub("/a", sequence=[{}], repeat="odd"), "The argument 'repeat' is"),
        (lambda w: w.token(MIRA, "odd"), "The argument 'system' is the text 'odd'."),
        (lambda w: w.token(MIRA, expires_in="5x"), "The argument 'expires_in' is the text '5x'."),
        (lambda w: w.token(MIRA, fault="odd"), "The argument 'fault' is the text 'odd'."),
        (lambda w: w.expect_request("/a", at_least=-1), "The argument 'at_least' is"),
        (lambda w: w.wait_for_request("/a", within="5x"), "The argument 'within' is"),
        (lambda w: w.wait_for_state("/a", "$["), "argument 'at'"),
        (lambda w: w.requests(status="odd"), "The argument 'status' is the text 'odd'."),
        (lambda w: w.clock.freeze("odd"), "The argument 'at' is the text 'odd'."),
        (lambda w: w.reset("odd"), "argument 'systems"),
        (lambda w: w.fork("a/b"), "in the argument 'name' has a '/'."),
        (lambda w: w.server.make_world(random_seed=-1), "The argument 'random_seed' is"),
        (lambda w: w.control("POST", "/faults", {"fault": {"status": 4}}), "member 'fault.status'"),
    ],
)
def test_a_refusal_names_the_argument(world: World, order, words):
    with pytest.raises(MockPostlyError) as caught:
        order(world)
    assert words in str(caught.value)
    assert str(caught.value) == caught.value.message


def test_a_lost_answer_to_a_saved_write(world: World):
    world.add_fault(Fault.reset(at="half", write="saved"), on="POST /api/posts", times=1)
    post = {"title": "Low Tide", "content": "Salt"}
    with pytest.raises(requests.RequestException):
        requests.post(f"{world.postly}/posts", json=post, headers=world.token(MIRA).headers)
    world.wait_for_state("/api/posts?limit=1", "$.posts[0].title", "Low Tide")


def test_stubs(world: World):
    stub = world.add_stub("GET /api/posts", 418, json={"error": "tea"}, times=1)
    answer = requests.get(f"{world.postly}/posts")
    assert (answer.status_code, answer.json()) == (418, {"error": "tea"})
    assert requests.get(f"{world.postly}/posts").ok
    assert world.requests(stub=stub.number)[0].stub == stub.number
    steps = [{"status": 503, "times": 2}, {"json": {"posts": []}}]
    world.add_stub("GET /api/posts", sequence=steps, repeat="last", id="steps")
    assert [requests.get(f"{world.postly}/posts").status_code for _ in range(4)] == [
        503,
        503,
        200,
        200,
    ]
    assert world.stubs()[0].used == 4
    world.delete_stub("steps")
    state = {"scenario": "cart", "requires": "Started", "becomes": "full"}
    world.add_stub("GET /late", base64="aGk=", after=1)
    assert [requests.get(f"{world.url}/late").status_code for _ in range(2)] == [404, 200]
    world.add_stub("/cart", text="empty", headers={"X-Cart": "1"}, state=state, delay="1ms")
    assert requests.get(f"{world.url}/cart").headers["X-Cart"] == "1"
    assert world.stub_states() == {"cart": "full"}
    world.set_stub_state("cart", "Started")
    world.reset_stub_states()
    world.clear_stubs()
    assert world.stubs() == []


def test_real_answers_with_other_values(world: World):
    fault = Fault.patch(
        {"$.posts[1].author": None, "$.none.x": 1},
        remove=["$.posts[0]._id"],
        status=203,
        headers={"X-App": "old"},
    )
    world.add_fault(fault, on="GET /api/posts", times=1)
    changed = requests.get(f"{world.postly}/posts")
    assert changed.status_code == 203 and changed.headers["X-App"] == "old"
    first, second = changed.json()["posts"][:2]
    assert "_id" not in first and first["title"] and second["author"] is None
    entry = world.requests("GET /api/posts")[0]
    assert entry.info["patch"] == "2 values; nothing at $.none.x"
    steps = [{"real": True}, {"patch": {"posts": []}}]
    world.add_stub("GET /api/posts", sequence=steps)
    assert [len(requests.get(f"{world.postly}/posts").json()["posts"]) for _ in range(3)] == [
        10,
        0,
        10,
    ]
    world.add_stub("GET /api/posts", patch={"$.posts[*].likes": "many"}, remove=["$.pagination"])
    posts = requests.get(f"{world.postly}/posts").json()
    assert "pagination" not in posts and {post["likes"] for post in posts["posts"]} == {"many"}
    world.add_fault(SocketFault.patch({"$.post": None}), on=message(event="new_post"))


def test_requests_that_came(world: World):
    requests.get(f"{world.postly}/posts?page=2")
    requests.post(f"{world.postly}/auth/login/email", json={"email": MIRA, "password": "wrong"})
    world.expect_request("GET /api/posts", query={"page": 2}, count=1)
    world.expect_request(match("POST /api/auth/**", status="4xx"), at_most=1)
    world.expect_request(header={"User-Agent": contains("requests")}, at_least=2)
    world.expect_request(json_path={"$.email": present()})
    world.expect_order("GET /api/posts", {"method": "POST"})
    world.expect_no_request("DELETE /api/**")
    login = world.requests("POST")[0]
    assert login.request.json["password"] == "…" and login.response.json["error"]
    assert world.requests("POST", show_secrets=True)[0].request.json["password"] == "wrong"
    assert world.request(login.number).path == login.path
    assert world.curl(login).startswith("curl ") and world.har()["log"]["entries"]
    world.expect_no_request(after=login.number)
    world.clear_journal()
    assert world.requests() == []


def test_what_came_since_a_mark(world: World):
    assert world.mark() == 0
    requests.get(f"{world.postly}/posts")
    mark = world.mark()
    assert mark == 1
    world.expect_no_request("GET /api/posts", after=mark)
    world.expect_no_request("GET /api/posts", after="now")
    requests.get(f"{world.postly}/posts")
    world.expect_request("GET /api/posts", count=1, after=mark)


def test_what_is_not_met_says_what_came_nearest(world: World):
    requests.get(f"{world.postly}/posts?limit=1")
    with pytest.raises(Unmet) as unmet:
        world.expect_request("GET /api/posts", query={"limit": 2})
    text = str(unmet.value)
    assert text.startswith('Expected GET /api/posts with query {"limit":2}.\nIt never came')
    assert "    query limit is '1', wanted '2'" in text and world.name in text
    assert isinstance(unmet.value, AssertionError) and unmet.value.problem["nearest"]
    with pytest.raises(Unmet, match="never came within 20ms"):
        world.wait_for_request("POST /api/posts", within="20ms")
    with pytest.raises(Unmet):
        world.expect_no_request()
    with pytest.raises(Unmet, match='wanted "x"'):
        world.wait_for_state("/api/posts", "$.posts[0].title", "x", within=0.02)
    with pytest.raises(MockPostlyError, match="pathh"):
        world.expect_request({"pathh": "/"})


def test_waiting_in_one_thread_and_asking_in_others(world: World):
    found = []
    waiting = threading.Thread(
        target=lambda: found.append(
            world.wait_for_request("GET /api/posts", count=20, within="60s")
        )
    )
    waiting.start()
    threads = [
        threading.Thread(target=lambda: (requests.get(f"{world.postly}/posts"), world.clock.now))
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in [*threads, waiting]:
        thread.join()
    assert found[0].status == 200 and len(world.requests()) == 20


@pytest.mark.asyncio
async def test_waiting_in_a_coroutine(world: World):
    waiting = asyncio.create_task(
        asyncio.to_thread(world.wait_for_request, "GET /api/posts", within="60s")
    )
    # The loop goes on: what is waited for is sent by it.
    reader, writer = await asyncio.open_connection(
        "localhost", int(world.server.url.rpartition(":")[2])
    )
    writer.write(f"GET {world.path}/api/posts HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
    assert (await reader.read()).startswith(b"HTTP/1.1 200")
    writer.close()
    assert (await waiting).status == 200


def test_sockets(world: World):
    assert world.sockets() == [] and world.messages() == []
    world.add_fault(SocketFault.drop(), on=message(event="new_post", topic="community:*"), rate=0.5)
    world.add_fault(SocketFault.delay("1ms"), per="socket")
    assert world.disconnect_sockets("half-open", user=MIRA) == []
    assert world.send_event("reminder", "community:feed", {"id": 1}, in_="1h") == []
    assert world.send_event("post_deleted", "community:feed", {"id": 1}) == []
    with pytest.raises(MockPostlyError, match="No sockets"):
        world.expect_recovery("down-twice", within="1s")
    with pytest.raises(Unmet, match="a message with event phx_join"):
        world.expect_message(event="phx_join")
    with pytest.raises(Unmet):
        world.wait_for_message(message(direction="out"), within="10ms")


def test_a_client_of_the_feed(world: World):
    connect = pytest.importorskip("websockets.sync.client").connect
    token = world.token(MIRA, "community")
    with connect(f"{world.socket_url}/websocket?token={token}&vsn=2.0.0") as socket:
        socket.send('["1","1","community:feed","phx_join",{}]')
        assert '"ok"' in socket.recv()
        join = world.wait_for_message(event="phx_join", direction="in")
        assert join.is_from_app and join.json[2] == "community:feed"
        assert world.sockets()[0].topics == ["community:feed"]
        assert world.send_event("reminder", "community:feed", {"id": 1}) == [join.socket]
        assert '"reminder"' in socket.recv()
        world.expect_message(event="reminder", direction="out", count=1)
