"""Faults of sockets: messages that go wrong, connections that are lost, and what clients do."""

from __future__ import annotations

import asyncio
import errno
import itertools
import json
import threading
import time

import phxsocket
import pytest
import requests
from realtime import AsyncRealtimeChannel, AsyncRealtimeClient

from community import CLOSE, LONG_POLL, PING, PONG, SOCKET, TOPIC, Person, Phoenix
from processes import wait_until
from rawhttp import ConnectionEnded, NothingCame, request
from worlds import Control

names = itertools.count(1)


class Place:
    """A world of its own, with Ada, who has joined the community."""

    def __init__(self, server, **order):
        self.server = server
        self.control = Control(server)
        self.world = order.setdefault("id", f"s{next(names)}")
        self.control.send("POST", "/worlds", order, 201)
        self.ada = Person(server, "Ada", prefix=f"/w/{self.world}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.control.delete(self.world)
        self.control.close()

    def open(self, person: Person | None = None) -> Phoenix:
        return (person or self.ada).open(X_Mockpostly_World=self.world)

    def listen(self, person: Person | None = None) -> Phoenix:
        return (person or self.ada).listen(X_Mockpostly_World=self.world)

    def fault(self, fault, **more) -> dict:
        return self.control.send("POST", "/faults", {"world": self.world, "fault": fault, **more}, 201)

    def do(self, path: str, status: int = 200, **order) -> dict:
        return self.control.send("POST", path, {"world": self.world, **order}, status)

    def get(self, path: str) -> dict:
        return self.control.get(f"{path}?world={self.world}")

    def begin(self, name: str, **order) -> str:
        begun = self.do("/socket-scenarios", 201, name=name, **order)
        assert (begun["state"], begun["passed"]) == ("running", None)
        return f"/socket-scenarios/{begun['id']}"

    def verdict(self, path: str, passes: bool, timeout: str = "60s") -> dict:
        answer = self.control.ask(
            "POST", path + "/wait", {"world": self.world, "timeout": timeout}
        )
        verdict = answer.json()
        assert answer.status == (200 if passes else 422), verdict
        if not passes:
            assert verdict["detail"] == verdict["verdict"]["reason"]
            verdict = verdict["verdict"]
        assert (verdict["state"], verdict["passed"]) == ("ended", passes), verdict
        assert self.get(path) == verdict
        return verdict

    def journal(self, **filters) -> list[tuple]:
        query = "".join(f"&{name}={value}" for name, value in filters.items())
        listed = self.control.get(f"/messages?world={self.world}&limit=1000{query}")["messages"]
        return [(one["direction"], one["event"], one["fault"]) for one in reversed(listed)]


@pytest.fixture
def place(shared_server):
    with Place(shared_server) as place:
        yield place


def assert_reset(phoenix: Phoenix):
    """The client's next read ends with ECONNRESET, and nothing came before."""
    phoenix.connection.socket.settimeout(30)
    with pytest.raises(ConnectionResetError) as lost:
        phoenix.connection.socket.recv(1)
    assert lost.value.errno == errno.ECONNRESET


# MARK: Messages


def test_a_dropped_event_never_comes(place):
    with place.listen() as socket:
        made = place.fault("socket-drop", match={"topic": "community:*", "event": "new_post"}, times=1)
        assert (made["shows"], made["left"], made["per"]) == ("socket-drop", 1, "world")
        place.ada.post("lost")
        post = place.ada.post("heard")
        assert socket.event() == ("new_post", post)
        assert place.get("/faults")["faults"][0]["applied"] == 1
    events = place.journal(event="new_post")
    assert events == [("out", "new_post", "socket-drop"), ("out", "new_post", None)]


def test_a_condition_on_the_payload(place):
    with place.listen() as socket:
        place.fault({"socket": "drop"}, match={"payload": {"$.content": {"contains": "no"}}})
        place.ada.post("not this")
        post = place.ada.post("this")
        assert socket.event() == ("new_post", post)


def test_a_refused_join_says_why(place):
    place.fault({"socket": "refuse-join", "reason": "full"}, times=1)
    with place.open() as socket:
        socket.push("1", "1", TOPIC, "phx_join")
        refused = socket.receive()
        assert refused.reply == ("error", {"reason": "full"})
        assert (refused.join_ref, refused.ref) == ("1", "1")
        place.ada.post()
        socket.join()
        socket.assert_silent()
    assert place.journal()[:2] == [
        ("in", "phx_join", "socket-refuse-join"),
        ("out", "phx_reply", "socket-refuse-join"),
    ]


def test_a_crashed_channel_has_to_be_joined_again(place):
    with place.listen() as socket:
        place.fault("socket-phx-error", match={"event": "shout"})
        socket.push(socket.join_ref, "9", TOPIC, "shout")
        crashed = socket.receive()
        assert (crashed.event, crashed.topic, crashed.payload) == ("phx_error", TOPIC, {})
        assert crashed.join_ref == crashed.ref == socket.join_ref
        place.ada.post()
        socket.assert_silent()
        socket.join()
        post = place.ada.post()
        assert socket.event() == ("new_post", post)


def test_a_join_that_crashes_is_answered(place):
    place.fault("socket-phx-error", match={"event": "phx_join"}, times=1)
    with place.open() as socket:
        socket.push("1", "1", TOPIC, "phx_join")
        assert socket.receive().reply == ("error", {"reason": "join crashed"})
        socket.join()


def test_delayed_events_come_later_and_in_order(place):
    with place.listen() as socket:
        place.fault("socket-delay-300ms", match={"event": "new_post"})
        start = time.monotonic()
        posts = [place.ada.post(f"{number}") for number in range(5)]
        socket.assert_silent()
        assert [socket.event() for _ in posts] == [("new_post", post) for post in posts]
        assert 0.3 <= time.monotonic() - start < 10


def test_a_distribution_of_delays(place):
    with place.listen() as socket:
        place.fault({"socket": "delay", "delay": {"uniform": ["1ms", "50ms"]}})
        posts = [place.ada.post(f"{number}") for number in range(20)]
        got = [socket.event()[1]["id"] for _ in posts]
        assert sorted(got) == sorted(post["id"] for post in posts)


def test_an_event_comes_twice(place):
    with place.listen() as socket:
        place.fault("socket-duplicate", match={"event": "new_post"}, times=1)
        post = place.ada.post()
        assert [socket.event(), socket.event()] == [("new_post", post)] * 2
        socket.assert_silent()


def test_a_message_is_handled_twice(place):
    place.fault("socket-duplicate", match={"event": "heartbeat"})
    with place.open() as socket:
        socket.push(None, "1", "phoenix", "heartbeat")
        assert socket.receive() == socket.receive()


def test_an_event_comes_after_the_next(place):
    with place.listen() as socket:
        place.fault({"socket": "reorder"}, match={"event": "new_post"}, times=1)
        first, second = place.ada.post("1"), place.ada.post("2")
        assert [socket.event(), socket.event()] == [("new_post", second), ("new_post", first)]


def test_the_last_event_does_not_wait_for_ever(place):
    with place.listen() as socket:
        place.fault({"socket": "reorder", "within": "100ms"}, match={"event": "new_post"})
        post = place.ada.post()
        assert socket.event() == ("new_post", post)


def test_heartbeats_get_no_reply(place):
    with place.listen() as socket:
        place.fault("socket-ignore-heartbeats")
        socket.push(None, "7", "phoenix", "heartbeat")
        post = place.ada.post()
        assert socket.event() == ("new_post", post)
        with pytest.raises(NothingCame):
            socket.receive(within=0.2)


def test_times_count_by_socket(place):
    with place.listen() as one, place.listen() as two:
        place.fault("socket-drop", match={"event": "new_post"}, times=1, per="socket")
        place.ada.post("lost")
        post = place.ada.post("heard")
        assert one.event() == two.event() == ("new_post", post)


def test_a_user_is_called_by_e_mail(place):
    bob = Person(place.server, "Bob", prefix=f"/w/{place.world}")
    with place.listen() as ada, place.listen(bob) as other:
        place.fault("socket-drop", match={"user": place.ada.email})
        post = bob.post()
        assert other.event() == ("new_post", post)
        with pytest.raises(NothingCame):
            ada.receive(within=0.2)


def test_chances_repeat_with_the_seed(shared_server):
    heard = []
    for _ in range(2):
        with Place(shared_server, randomSeed=11) as place, place.listen() as socket:
            place.fault("socket-drop", rate=0.5, match={"event": "tick"})
            for number in range(60):
                place.do("/sockets/events", topic=TOPIC, event="tick", payload=number)
            place.do("/sockets/events", topic=TOPIC, event="end")
            got = []
            while (message := socket.receive()).event != "end":
                got.append(message.payload)
            heard.append(got)
    assert heard[0] == heard[1]
    assert 15 <= len(heard[0]) <= 45


def test_other_worlds_feel_nothing(shared_server):
    with Place(shared_server) as one, Place(shared_server) as two, two.listen() as socket:
        one.fault("socket-drop")
        assert one.do("/sockets/disconnect")["sockets"] == []
        post = two.ada.post()
        assert socket.event() == ("new_post", post)


def test_a_fault_ends_with_its_ttl(place):
    with place.listen() as socket:
        place.fault("socket-half-open", match={"event": "new_post"}, ttl="300ms")
        place.ada.post("lost")
        wait_until(lambda: not place.get("/faults")["faults"])
        post = place.ada.post()
        assert socket.event() == ("new_post", post)


def test_requests_feel_nothing_of_faults_of_messages(place):
    place.fault("socket-drop")
    assert place.control.get(f"/worlds/{place.world}")["faults"] == ["socket-drop"]
    assert place.ada.call("GET", "/posts").status_code == 200


def test_long_poll_has_the_same_faults(place):
    session = requests.Session()
    url = f"{place.server.url}/w/{place.world}{LONG_POLL}?vsn=2.0.0&token={place.ada.token}"
    url += "&token=" + session.get(url, timeout=30).json()["token"]

    def poll():
        got = session.get(url, timeout=30).json()
        return [json.loads(message)[3:] for message in got.get("messages", [])]

    def send(*message):
        return session.post(
            url, data=json.dumps(message), headers={"Content-Type": "application/x-ndjson"}, timeout=30
        ).json()

    place.fault("socket-refuse-join", times=1)
    assert send("1", "1", TOPIC, "phx_join", {})["status"] == 200
    assert poll() == [["phx_reply", {"status": "error", "response": {"reason": "refused"}}]]
    send("2", "2", TOPIC, "phx_join", {})
    assert poll()[0][1]["status"] == "ok"
    place.fault("socket-duplicate", match={"transport": "longpoll", "event": "new_post"})
    post = place.ada.post()
    assert poll() == [["new_post", post]] * 2
    listed = place.get("/sockets")["sockets"]
    assert [(one["transport"], one["topics"]) for one in listed] == [("longpoll", [TOPIC])]
    assert place.do("/sockets/disconnect")["sockets"] == [1]
    assert session.get(url, timeout=30).json()["status"] == 410


def test_a_waiting_poll_is_reset(place):
    path = f"/w/{place.world}{LONG_POLL}?vsn=2.0.0&token={place.ada.token}"
    for patience in (0.1, 1, 10):
        with place.server.connect() as connection:
            token = connection.ask("GET", path).json()["token"]
            connection.send(request("GET", f"{path}&token={token}"))
            assert not connection.readable(patience)
            place.do("/sockets/disconnect")
            connection.socket.settimeout(30)
            try:
                # On a busy machine the poll may have come after that.
                assert b'"status":410' in connection.socket.recv(4096)
            except ConnectionResetError as lost:
                assert lost.errno == errno.ECONNRESET
                return
    pytest.fail("the poll was answered")


def test_a_dead_long_poll_gets_no_answer(place):
    session = requests.Session()
    url = f"{place.server.url}/w/{place.world}{LONG_POLL}?vsn=2.0.0&token={place.ada.token}"
    url += "&token=" + session.get(url, timeout=30).json()["token"]
    assert place.do("/sockets/disconnect", how="half-open")["sockets"] == [1]
    for method in ("GET", "POST"):
        with pytest.raises(requests.Timeout):
            session.request(method, url, data='[null,"1","phoenix","heartbeat",{}]', timeout=0.3)


# MARK: Connections


def test_all_sockets_are_reset(place):
    sockets = [place.listen() for _ in range(3)]
    listed = place.get("/sockets")["sockets"]
    assert [one["socket"] for one in listed] == [1, 2, 3]
    assert {one["user"] for one in listed} == {str(place.ada.id)}
    assert place.do("/sockets/disconnect") == {
        "world": place.world,
        "how": "reset",
        "sockets": [1, 2, 3],
    }
    for socket in sockets:
        assert_reset(socket)
    assert place.get("/sockets")["sockets"] == []


def test_one_socket_ends_without_a_close_frame(place):
    with place.listen() as one, place.listen() as two:
        assert place.do("/sockets/disconnect", how="close", match={"socket": 1})["sockets"] == [1]
        assert one.connection.read_to_end() == b""
        two.assert_silent()


def test_a_message_resets_its_connection(place):
    with place.listen() as socket:
        place.fault("socket-reset", match={"event": "shout"})
        socket.push(socket.join_ref, "1", TOPIC, "shout")
        assert_reset(socket)


def test_a_half_open_socket_is_silent_until_it_ends(place):
    with place.listen() as socket:
        place.do("/sockets/disconnect", how="half-open")
        assert place.get("/sockets")["sockets"][0]["fault"] == "half-open"
        socket.push(None, "1", "phoenix", "heartbeat")
        socket.send(PING, b"x")
        socket.send(CLOSE, b"\x03\xe8")
        place.ada.post()
        with pytest.raises(NothingCame):
            socket.read(within=0.3)
    wait_until(lambda: not place.get("/sockets")["sockets"])


def test_a_half_open_socket_lives_again_when_its_fault_is_deleted(place):
    with place.listen() as socket:
        made = place.fault("socket-half-open", match={"event": "heartbeat"})
        socket.push(None, "1", "phoenix", "heartbeat")
        with pytest.raises(NothingCame):
            socket.read(within=0.2)
        place.control.send("DELETE", f"/faults/{made['id']}?world={place.world}", status=204)
        socket.send(PING, b"x")
        assert socket.read() == (PONG, b"x")
        socket.assert_silent()


def test_a_half_open_socket_outlives_the_idle_timeout(start):
    server = start("--community-idle-timeout", "1s")
    with Place(server) as place, place.open() as socket:
        place.do("/sockets/disconnect", how="half-open")
        with pytest.raises(NothingCame):
            socket.read(within=1.6)


# MARK: Events


def test_an_event_of_a_test(place):
    with place.listen() as socket, place.open() as other:
        payload = {"id": 1, "ü": [1.50, None]}
        sent = place.do("/sockets/events", topic=TOPIC, event="anything", payload=payload)
        assert sent["sockets"] == [1]
        assert socket.event() == ("anything", payload)
        other.assert_silent()


def test_an_event_waits_for_the_clock(place):
    place.control.set_clock(place.world, mode="freeze", now="2026-01-01T00:00:00Z")
    with place.listen() as socket:
        for event, when in (("late", {"in": "2h"}), ("early", {"at": "2026-01-01T01:00:00Z"})):
            made = place.do("/sockets/events", 201, topic=TOPIC, event=event, **when)
            assert made["at"].startswith("2026-01-01T0")
        listed = place.get("/sockets/events")["events"]
        assert [event["event"] for event in listed] == ["early", "late"]
        socket.assert_silent()
        place.control.send("POST", "/clock/advance", {"world": place.world, "by": "3h"})
        assert [socket.event()[0], socket.event()[0]] == ["early", "late"]
        assert place.get("/sockets/events")["events"] == []
        # One whose time has passed is sent now.
        place.do("/sockets/events", topic=TOPIC, event="now", at="2025-01-01")
        assert socket.event()[0] == "now"


def test_an_event_comes_when_the_clock_runs_there(place):
    place.control.set_clock(place.world, mode="scale", rate=3600)
    with place.listen() as socket:
        start = time.monotonic()
        place.do("/sockets/events", 201, topic=TOPIC, event="hour", **{"in": "30m"})
        assert socket.event()[0] == "hour"
        assert time.monotonic() - start >= 0.5


def test_an_event_is_deleted(place):
    made = place.do("/sockets/events", 201, topic=TOPIC, event="e", **{"in": "1h"})
    path = f"/sockets/events/{made['id']}?world={place.world}"
    place.control.send("DELETE", path, status=204)
    place.control.refuse("DELETE", path, {}, 404, "1")
    place.do("/sockets/events", 201, topic=TOPIC, event="e", **{"in": "1h"})
    gone = place.control.send("DELETE", f"/sockets/events?world={place.world}")
    assert gone == {"world": place.world, "deleted": 1}


# MARK: Scenarios


def test_down_twice_with_a_client_that_tries_again(place):
    socket = place.listen()
    scenario = place.begin("down-twice")
    assert_reset(socket)
    post = place.ada.post("missed")
    with pytest.raises(ConnectionEnded):
        place.open()
    with place.open() as back:
        back.join()
        verdict = place.verdict(scenario, True)
    (client,) = verdict["clients"]
    assert client["attempts"] == 2 and client["back"] and client["fault"] is None
    assert client["missedEvents"] == [{"topic": TOPIC, "event": "new_post", "id": post["id"]}]
    assert (client["socket"], client["now"]) == (1, 2)
    times = client["milliseconds"]
    assert 0 <= times["connected"] <= times["joined"] <= verdict["milliseconds"]
    assert place.control.get(f"/requests?world={place.world}&fault=down-twice")["requests"]


def test_down_twice_with_a_client_that_gives_up(place):
    socket = place.listen()
    scenario = place.begin("down-twice", timeout="300ms")
    assert_reset(socket)
    with pytest.raises(ConnectionEnded):
        place.open()
    verdict = place.verdict(scenario, False)
    assert "has tried to connect once, and is not connected" in verdict["reason"]
    place.listen().close()


def test_down_twice_with_a_client_that_does_not_join_again(place):
    socket = place.listen()
    scenario = place.begin("down-twice", timeout="500ms")
    assert_reset(socket)
    with pytest.raises(ConnectionEnded):
        place.open()
    with place.open():
        verdict = place.verdict(scenario, False)
    assert f"has not joined '{TOPIC}' again" in verdict["reason"]
    assert verdict["clients"][0]["topics"] == [{"topic": TOPIC, "joined": False}]


def test_dead_heartbeat_with_a_client_that_notices(place):
    socket = place.listen()
    scenario = place.begin("dead-heartbeat")
    socket.push(None, "1", "phoenix", "heartbeat")
    with pytest.raises(NothingCame):
        socket.read(within=0.2)
    socket.close()
    with place.listen():
        verdict = place.verdict(scenario, True)
    (client,) = verdict["clients"]
    assert client["heartbeats"] == 1 and client["milliseconds"]["noticed"] >= 200


def test_dead_heartbeat_with_a_client_that_waits_for_ever(place):
    with place.listen() as socket:
        scenario = place.begin("dead-heartbeat", timeout="300ms")
        socket.push(None, "1", "phoenix", "heartbeat")
        verdict = place.verdict(scenario, False)
        assert "has not noticed that its connection is dead, after 1 heartbeat" in verdict["reason"]
        socket.assert_silent()


def test_queued_joins_with_a_client_that_waits(place):
    with place.listen() as socket:
        scenario = place.begin("queued-joins", hold="200ms", settle="200ms")
        assert socket.receive().event == "phx_error"
        start = time.monotonic()
        socket.join()
        assert time.monotonic() - start >= 0.1
        socket.push(socket.join_ref, "9", TOPIC, "shout", {"a": 1})
        verdict = place.verdict(scenario, True)
    assert verdict["clients"][0]["joins"] == 1 and verdict["clients"][0]["lostPushes"] == 0


def test_queued_joins_with_a_client_that_does_not_wait(place):
    with place.listen() as socket:
        scenario = place.begin("queued-joins", hold="10m", settle="200ms")
        assert socket.receive().event == "phx_error"
        socket.push("8", "8", TOPIC, "phx_join")
        socket.push("8", "9", TOPIC, "shout", {"a": 1})
        assert socket.receive().reply == ("error", {"reason": "unmatched topic"})
        released = place.control.send("POST", f"{scenario}/release?world={place.world}")
        assert released["holdsJoins"] is False
        assert socket.receive().reply == ("ok", {})
        verdict = place.verdict(scenario, False)
    assert "has sent 'shout' before its join was answered, and not again" in verdict["reason"]
    assert (verdict["clients"][0]["lostPushes"], verdict["clients"][0]["resentPushes"]) == (1, 0)


def test_scenarios_are_listed_and_end_with_a_delete(place):
    known = place.get("/socket-scenarios")["known"]
    assert [one["name"] for one in known] == ["down-twice", "queued-joins", "dead-heartbeat"]
    order = {"world": place.world, "name": "down-twice"}
    place.control.refuse("POST", "/socket-scenarios", order, 409, "No socket")
    with place.listen() as socket:
        scenario = place.begin("dead-heartbeat")
        place.control.refuse("POST", "/socket-scenarios", order, 409, "still runs")
        waited = place.control.ask(
            "POST", scenario + "/wait", {"world": place.world, "timeout": "50ms"}
        )
        assert waited.status == 422 and waited.json()["title"] == "Not in time"
        place.control.send("DELETE", f"{scenario}?world={place.world}", status=204)
        socket.assert_silent()


def test_the_end_of_a_world_ends_its_scenario(shared_server):
    place = Place(shared_server)
    socket = place.listen()
    scenario = place.begin("dead-heartbeat")
    answers = []

    def wait():
        with Control(shared_server) as control:
            order = {"world": place.world, "timeout": "60s"}
            answers.append(control.ask("POST", scenario + "/wait", order))

    thread = threading.Thread(target=wait)
    thread.start()
    with place:
        pass
    thread.join(30)
    socket.close()
    # It may have come after the end.
    assert answers[0].status in (404, 422)


# MARK: Clients that people use


def test_down_twice_with_realtime(place):
    url = f"ws://127.0.0.1:{place.server.port}/w/{place.world}/community"

    async def run() -> dict:
        options = {"initial_backoff": 0.1, "max_retries": 8}
        client = AsyncRealtimeClient(url, params={"token": place.ada.token}, **options)
        channel = AsyncRealtimeChannel(client, TOPIC)
        client.channels[TOPIC] = channel
        await channel.subscribe()
        scenario = await asyncio.to_thread(place.begin, "down-twice")
        verdict = await asyncio.to_thread(place.verdict, scenario, True)
        await client.close()
        return verdict

    (client,) = asyncio.run(run())["clients"]
    assert client["attempts"] >= 2 and client["back"]


def test_down_twice_with_phxsocket_which_does_not_come_back(place):
    url = f"ws://127.0.0.1:{place.server.port}/w/{place.world}{SOCKET}"
    client = phxsocket.Client(url, {"token": place.ada.token})
    ended = threading.Event()
    client.on_close = lambda _: ended.set()
    assert client.connect()
    client.channel(TOPIC, {}).join()
    scenario = place.begin("down-twice", timeout="1s")
    assert ended.wait(30)
    assert "has not tried to connect again" in place.verdict(scenario, False)["reason"]


# MARK: Bad orders


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ({"fault": {"socket": "drpo"}}, ["fault.socket", "Did you mean 'drop'"]),
        ({"fault": "socket-drpo"}, ["socket-drpo", "Did you mean 'socket-drop'"]),
        ({"fault": "socket-drop", "match": {"path": "/"}}, ["match.path", "topic"]),
        ({"fault": "reset", "match": {"topic": "a"}}, ["match.topic"]),
        ({"fault": "socket-drop", "match": {"topic": "a*b*"}}, ["match.topic"]),
        ({"fault": "socket-drop", "match": {"direction": "up"}}, ["match.direction"]),
        ({"fault": "socket-drop", "rate": 1.1}, ["rate"]),
        ({"fault": "socket-drop", "per": "header:x"}, ["per", "messages"]),
        ({"fault": "reset", "per": "socket"}, ["per", "requests"]),
        ({"fault": {"socket": "drop", "reason": "x"}}, ["fault.reason", "refuse-join"]),
        ({"fault": {"socket": "delay"}}, ["fault.delay", "missing"]),
        ({"fault": {"socket": "delay", "delay": "2h"}}, ["fault.delay"]),
        ({"fault": {"socket": "reorder", "within": "2h"}}, ["fault.within"]),
        ({"fault": {"sokcet": "drop"}}, ["fault.sokcet", "Did you mean 'socket'"]),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_an_impossible_fault_is_refused(shared_server, order, words):
    with Control(shared_server) as control:
        control.refuse("POST", "/faults", order, 400, *words)


@pytest.mark.parametrize(
    ("path", "order", "words"),
    [
        ("/sockets/disconnect", {"how": "rest"}, ["how", "Did you mean 'reset'"]),
        ("/sockets/disconnect", {"match": {"event": "x"}}, ["match.event"]),
        ("/sockets/events", {"topic": "a"}, ["event", "missing"]),
        ("/sockets/events", {"topic": "", "event": "e"}, ["topic"]),
        ("/sockets/events", {"topic": "a", "event": "e", "in": "1h", "at": "2026-01-01"}, ["in"]),
        ("/sockets/events", {"topic": "a", "event": "e", "at": "soon"}, ["at"]),
        ("/socket-scenarios", {"name": "down-twise"}, ["name", "Did you mean 'down-twice'"]),
        ("/socket-scenarios", {}, ["name", "missing"]),
        ("/socket-scenarios", {"name": "down-twice", "hold": "1s"}, ["hold", "queued-joins"]),
        ("/socket-scenarios", {"name": "queued-joins", "timeout": "11m"}, ["timeout"]),
    ],
)
def test_an_impossible_order_is_refused(shared_server, path, order, words):
    with Control(shared_server) as control:
        control.refuse("POST", path, order, 400, *words)


def test_a_fault_of_sockets_is_none_of_a_request(shared_server):
    with shared_server.connect() as connection:
        answer = connection.ask("GET", "/posts/1", X_Mockpostly_Fault="socket-drop")
    assert answer.status == 400 and "ordered with POST" in answer.json()["hint"]


def test_a_changed_fault_keeps_to_its_sort(place):
    made = place.fault("socket-drop", match={"topic": "a"})
    path = f"/faults/{made['id']}?world={place.world}"
    place.control.refuse("PATCH", path, {"fault": "reset"}, 400, "fault", "match")
    changed = place.control.send("PATCH", path, {"fault": "reset", "match": {"path": "/x"}})
    assert (changed["shows"], changed["match"]) == ("reset", {"path": "/x"})


# MARK: The command line


def test_the_command_line(place, cli):
    def run(*words):
        return cli(*words, "--url", place.server.url, "-w", place.world)

    with place.listen() as socket:
        listed = run("socket", "list")
        assert listed.returncode == 0 and TOPIC in listed.stdout, listed.stderr
        sent = run("socket", "send", TOPIC, "e", '{"a": 1}')
        assert sent.stdout == f"{place.world}: sent to 1 socket\n", sent.stderr
        assert socket.event() == ("e", {"a": 1})
        later = run("socket", "send", TOPIC, "e", "--in", "1h", "--json")
        assert json.loads(later.stdout)["id"] == 1
        added = run("fault", "add", "socket-drop", "--event", "e", "--times", "1")
        assert "socket-drop" in added.stdout and '{"event":"e"}' in added.stdout
        assert "all messages" in run("fault", "add", "socket-drop", "--rate", "0").stdout
        failed = run("socket", "scenario", "dead-heartbeat", "--within", "200ms")
        assert failed.returncode == 1 and "has not noticed" in failed.stdout, failed
        dropped = run("socket", "drop")
        assert dropped.stdout == f"{place.world}: 1 socket dropped\n"
        assert_reset(socket)
    alone = run("socket", "scenario", "down-twice")
    assert alone.returncode == 1 and "No socket" in alone.stderr
    wrong = run("socket", "drop", "--how", "rest")
    assert wrong.returncode == 1 and "'how'" in wrong.stderr
