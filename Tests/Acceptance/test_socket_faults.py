"""Faults of sockets: connections that are lost, and what clients that people use do then."""

from __future__ import annotations

import asyncio
import errno
import itertools
import json
import threading

import phxsocket
import pytest
import requests
from realtime import AsyncRealtimeChannel, AsyncRealtimeClient

import apart
from community import CLOSE, LONG_POLL, PING, SOCKET, TOPIC, Person, Phoenix
from processes import wait_until
from rawhttp import NothingCame, request
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
    phoenix.connection.socket.settimeout(60)
    with pytest.raises(ConnectionResetError) as lost:
        phoenix.connection.socket.recv(1)
    assert lost.value.errno == errno.ECONNRESET


# MARK: Messages


def test_a_waiting_poll_is_reset(place):
    path = f"/w/{place.world}{LONG_POLL}?vsn=2.0.0&token={place.ada.token}"
    with place.server.connect() as connection:
        token = connection.ask("GET", path).json()["token"]
        connection.send(request("GET", f"{path}&token={token}"))
        # The poll waits when two later requests have come through the loop.
        for _ in range(2):
            assert place.ada.call("GET", "/me").status_code == 200
        place.do("/sockets/disconnect")
        connection.socket.settimeout(60)
        with pytest.raises(ConnectionResetError) as lost:
            connection.socket.recv(4096)
        assert lost.value.errno == errno.ECONNRESET


def test_a_dead_long_poll_gets_no_answer(place):
    session = requests.Session()
    url = f"{place.server.url}/w/{place.world}{LONG_POLL}?vsn=2.0.0&token={place.ada.token}"
    url += "&token=" + session.get(url, timeout=60).json()["token"]
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


def test_a_half_open_socket_outlives_the_idle_timeout(start):
    server = start("--community-idle-timeout", "1s")
    with Place(server) as place, place.open() as socket:
        place.do("/sockets/disconnect", how="half-open")
        with pytest.raises(NothingCame):
            socket.read(within=1.6)


# MARK: Scenarios


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
    thread.join(60)
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

    (client,) = apart.run(run())["clients"]
    assert client["attempts"] >= 2 and client["back"]


def test_down_twice_with_phxsocket_which_does_not_come_back(place):
    url = f"ws://127.0.0.1:{place.server.port}/w/{place.world}{SOCKET}"
    client = phxsocket.Client(url, {"token": place.ada.token})
    ended = threading.Event()
    client.on_close = lambda _: ended.set()
    assert client.connect()
    client.channel(TOPIC, {}).join()
    scenario = place.begin("down-twice", timeout="1s")
    assert ended.wait(60)
    assert "has not tried to connect again" in place.verdict(scenario, False)["reason"]


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
    assert wrong.returncode == 2 and "--how: expected reset, close or half-open" in wrong.stderr
