"""The ways into a world: every system behind each, cookies, and ports of their own."""

from __future__ import annotations

import json
import re
import socket

import pytest

from community import Person
from dummyjson import EMILY, Client, bearer, set_cookies
from mockserver import quiet_port
from postly import SMALL_TARGET
from rawhttp import Connection, request
from worlds import (
    BASE,
    DOORS,
    Control,
    titles,
    wait_until_refused,
    write,
)


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.mark.parametrize("door", DOORS)
def test_every_system_is_behind_every_door(control, door):
    world = control.make(door)
    assert write(world, "Behind the door")["title"] == "Behind the door"
    assert titles(world)[0] == "Behind the door" != titles(control.default())[0]
    client = Client(world)
    assert client.get("/posts?limit=1")["total"] == 251
    assert client.get("/auth/me", headers=bearer(client.log_in()["accessToken"]))["id"] == 1
    ada = Person(world, "Ada")
    with ada.listen() as phoenix:
        post = ada.post("Behind the door")
        assert phoenix.event() == ("new_post", post)
    found = world.ask("GET", "/v1/search?query=sea&per_page=2", Authorization="key")
    assert found.status == 200 and len(found.json()["photos"]) == 2
    with Control(world.server, port=world.port) as inside:
        inside.prefix = world.prefix if door == "prefix" else ""
        fields = {
            "header": {"X_Mockpostly_World": world.id},
            "cookie": {"Cookie": f"mockpostly_world={world.id}"},
        }
        more = fields.get(door, {})
        assert inside.send("GET", "/clock", **more)["world"] == world.id
        assert inside.send("POST", "/reset", **more)["world"] == world.id
    assert titles(world)[0] != "Behind the door"


def test_cookies_stay_in_the_world(start):
    """A jar that has several worlds must not mix up their sessions."""
    with Control(start("--insecure-cookies")) as control:
        one, two = control.make(id="one"), control.make(id="one-more")
        session = control.server.session()

        def call(method, base, path, **options):
            return session.request(method, base + path, timeout=60, **options)

        answer = call("POST", one.url, "/auth/login", json=EMILY)
        assert len(set_cookies(answer)) == 2
        for cookie in set_cookies(answer):
            assert re.search(r"; Path=/w/one/?(;|$)", cookie), cookie
        assert call("GET", one.url, "/auth/me").json()["id"] == 1
        top = f"http://localhost:{control.port}"
        for base in (two.url, top):
            refused = call("GET", base, "/auth/me")
            assert refused.json() == {"message": "Access Token is required"}, base
        gone = call("POST", one.url, "/auth/logout")
        assert gone.status_code == 200
        for cookie in set_cookies(gone):
            assert re.search(r"; Path=/w/one/?(;|$)", cookie), cookie
        assert call("GET", one.url, "/auth/me").status_code == 401
        assert "; Path=/;" in set_cookies(call("POST", top, "/auth/login", json=EMILY))[0]


def test_both_addresses_of_localhost_lead_into_the_world(control):
    world = control.make("port")
    write(world, "By both addresses")
    assert world.port != control.port
    assert world.info["baseUrls"]["postly"] == f"http://localhost:{world.port}/api"
    assert world.info["baseUrls"]["socket"] == f"ws://localhost:{world.port}/community"
    try:
        six = Connection(world.address("::1"))
    except OSError:
        pytest.skip("this machine has no ::1")
    with six:
        seen = six.ask("GET", "/api/posts?page=1&limit=1").json()
        assert seen["posts"][0]["title"] == "By both addresses"
        host = f"[::1]:{world.port}".encode()
        six.send(request("GET", BASE + "/clock").replace(b"Host: localhost", b"Host: " + host))
        assert six.read_answer().json()["world"] == world.id
    answer = control.ask("GET", f"/worlds/{world.id}", host=f"[::1]:{control.port}")
    assert answer.json()["baseUrls"]["postly"] == f"http://[::1]:{world.port}/api"


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1"])
def test_a_world_listens_where_the_server_does(start, host):
    six = ":" in host
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("this machine has no ::1")
    server = start("--host", host, "--seed", "empty")
    name = "[::1]" if six else "127.0.0.1"
    address = "::1" if six else "127.0.0.1"
    with Connection((address, server.port)) as connection:
        # Nobody else may listen there on the other address.
        order = json.dumps({"id": "w", "port": quiet_port()}).encode()
        data = request("POST", BASE + "/worlds", order)
        host_field = f"Host: {name}:{server.port}".encode()
        connection.send(data.replace(b"Host: localhost", host_field))
        made = connection.read_answer("POST")
        assert made.status == 201, made
    info = made.json()
    assert info["baseUrls"]["postly"] == f"http://{name}:{info['port']}/api"
    with Connection((address, info["port"])) as connection:
        assert connection.ask("GET", "/api/posts").json()["posts"] == []
    other = "127.0.0.1" if six else "::1"
    with pytest.raises(ConnectionRefusedError):
        Connection((other, info["port"]))


def test_a_port_that_is_taken(control):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        problem = control.refuse("POST", "/worlds", {"port": port}, 409, str(port))
        assert problem["title"] == "Port in use"
    assert control.names() == ["default"]
    control.refuse("POST", "/worlds", {"port": control.port}, 409, str(control.port))
    world = control.make("port", port=quiet_port())
    control.refuse("POST", "/worlds", {"port": world.port}, 409, str(world.port))
    control.delete(world.id)
    wait_until_refused(world.port)
    again = control.make("port", port=world.port)
    assert again.port == world.port and titles(again) == titles(control.default())


def test_a_hundred_ports_come_and_go(control):
    # A free port that was let go of may be somebody else's before this looks.
    ports = [0, *(quiet_port() for _ in range(24))]
    for _ in range(4):
        worlds = [control.make("port", from_="empty", port=port) for port in ports]
        assert len({world.port for world in worlds}) == 25
        for world in worlds:
            assert world.ask("GET", SMALL_TARGET).status == 400
            control.delete(world.id)
        for world in worlds[1:]:
            wait_until_refused(world.port)
