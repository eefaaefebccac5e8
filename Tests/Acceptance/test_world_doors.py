"""The ways into a world: links, redirects, cookies, sockets and ports stay inside it."""

from __future__ import annotations

import json
import re
import socket

import pytest

from community import LONG_POLL, Frames, Person, upgrade
from dummyjson import EMILY, Client, bearer, set_cookies
from mockserver import quiet_port
from postly import SMALL_TARGET, create_post, register
from rawhttp import Connection, request
from worlds import (
    BASE,
    DOORS,
    Control,
    World,
    assert_problem,
    titles,
    wait_until_refused,
    write,
)


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


# MARK: Doors


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


def test_all_doors_lead_to_one_world(control):
    world = control.make("port")
    post = write(world, "Seen from all sides")
    for door in DOORS:
        seen = world.through(door).ask("GET", f"/api/posts/{post['_id']}")
        assert seen.json()["title"] == "Seen from all sides", door
    seen = world.ask("GET", f"/api/posts/{post['_id']}").json()
    assert seen["views"] == len(DOORS) + 1


def test_of_several_doors_one_counts(control):
    one, two, three = (control.make("port", from_="empty", id=name) for name in "abc")
    for world in (one, two, three):
        with world.connect() as connection:
            token = register(connection, "me@example.com", "pw")
            create_post(connection, token, f"In {world.id}")

    def title(port, path, **fields):
        with Connection(("127.0.0.1", port)) as connection:
            answer = connection.ask("GET", path + "/api/posts?page=1&limit=1", **fields)
            return answer.json()["posts"][0]["title"]

    header = {"X_Mockpostly_World": "b"}
    assert title(control.port, "/w/a", **header) == "In a"
    assert title(three.port, "/w/a", **header) == "In a"
    assert title(three.port, "", **header) == "In b"
    cookie = {"Cookie": "mockpostly_world=a"}
    assert title(three.port, "/w/b", **cookie) == "In b"
    assert title(three.port, "", **header, **cookie) == "In b"
    assert title(three.port, "", **cookie) == "In a"
    assert title(three.port, "") == "In c"
    assert title(control.port, "", x_mockpostly_world="b") == "In b", "names of fields in any case"


def test_which_world_a_control_request_means(control):
    worlds = {name: control.make("port", from_="empty", id=name) for name in "abcd"}
    with Control(control.server, port=worlds["d"].port) as inside:
        assert inside.get("/clock")["world"] == "d"
        header = {"X_Mockpostly_World": "c"}
        assert inside.send("GET", "/clock", **header)["world"] == "c"
        inside.prefix = "/w/b"
        assert inside.send("GET", "/clock", **header)["world"] == "b"
        assert inside.send("GET", "/clock?world=a", **header)["world"] == "a"
        assert inside.send("POST", "/reset", {"world": "a"}, **header)["world"] == "a"
    assert control.get("/clock")["world"] == "default"


def test_the_default_world_has_a_name_for_every_door(control):
    write(control.default(), "In the default world")
    world = World(control.server, {"id": "default", "port": None}, "prefix")
    assert titles(world) == titles(world.through("header")) == titles(control.default())
    inner = control.make("port")
    with Connection(inner.address()) as connection:
        seen = connection.ask("GET", "/api/posts?page=1&limit=1", X_Mockpostly_World="default")
        assert seen.json()["posts"][0]["title"] == "In the default world"


@pytest.mark.parametrize("door", ["prefix", "header"])
def test_an_unknown_world_is_named_with_those_that_there_are(control, door):
    control.make(id="harbour")
    nowhere = World(control.server, {"id": "nope", "port": None}, door)
    for path in ("/api/posts", "/posts", "/v1/curated", "/api/community/posts", "/", "/nothing"):
        assert_problem(nowhere.ask("GET", path), 404, "nope", "harbour", "default")
    assert_problem(nowhere.ask("POST", "/api/posts", b"{}"), 404, "nope")
    with nowhere.connect() as connection:
        connection.send(upgrade("/community/websocket?vsn=2.0.0&token=x"))
        assert_problem(connection.read_answer(), 404, "nope", "harbour")
    for path, body in (("/reset", b"{}"), ("/clock/advance", b'{"by":"1s"}')):
        assert_problem(nowhere.ask("POST", BASE + path, body), 404, "nope", "harbour")


def test_a_world_that_is_empty_text(control):
    answer = control.connection.ask("GET", "/api/posts", X_Mockpostly_World="")
    assert answer.status in (200, 404)
    assert control.connection.ask("GET", "/w//api/posts").status == 404


def test_a_bare_prefix(control):
    control.make(id="bare")
    assert control.connection.ask("GET", "/w/bare/").body.startswith(b"<h1>Postly API")
    assert control.connection.ask("GET", "/w/bare").status in (200, 308, 404)


def test_a_prefix_inside_a_prefix_is_a_path(control):
    for name in "ab":
        control.make(id=name)
    assert control.connection.ask("GET", "/w/a/w/b/api/posts").status == 404


# MARK: Links


def test_links_of_dummyjson_stay_in_the_world(control):
    world = control.make("prefix", id="linked")
    base = f"http://localhost:{control.port}"
    client = Client(world)
    texts = [
        client.call("GET", path).text
        for path in ("/users?limit=0", "/products?limit=0", "/recipes?limit=0", "/carts?limit=0")
    ]
    texts += [client.call("GET", path).text for path in ("/posts/tags", "/products/categories")]
    texts.append(client.call("POST", "/auth/login", json=EMILY).text)
    made = client.call("POST", "/c/generate", json={"json": {"b": 2}, "method": "GET"})
    texts.append(made.text)
    for text in texts:
        links = re.findall(r'"(https?://[^"]+)"', text)
        assert links
        for link in links:
            assert link.startswith(base + "/w/linked/"), link
    assert client.session.get(made.json()["url"], timeout=60).json() == {"b": 2}
    picture = client.get("/users/1")["image"]
    assert client.session.get(picture, timeout=60).headers["Content-Type"].startswith("image/")


@pytest.mark.parametrize("door", ["header", "port"])
def test_links_behind_the_other_doors_have_no_prefix(control, door):
    world = control.make(door)
    base = f"http://localhost:{world.port}/"
    for path in ("/users/1", "/products/1"):
        for link in re.findall(r'"(https?://[^"]+)"', Client(world).call("GET", path).text):
            assert link.startswith(base) and "/w/" not in link


def test_redirects_of_postly_stay_in_the_world(control):
    world = control.make("prefix", id="doubled")
    with world.connect() as connection:
        answer = connection.ask("GET", "/api//posts?page=2&limit=3")
    assert answer.status == 308
    assert answer.header("Location") == "http://localhost/w/doubled/api/posts?page=2&limit=3"
    followed = world.session().get(world.url + "/api//posts?limit=3&page=1", timeout=60)
    assert followed.status_code == 200 and followed.url.startswith(world.url + "/api/posts")


def test_links_of_pexels_stay_in_the_world(control):
    world = control.make("prefix", id="pictured")
    session = world.session()
    session.headers["Authorization"] = "key"
    page = session.get(world.url + "/v1/curated?per_page=2&page=2", timeout=60).json()
    for name in ("next_page", "prev_page"):
        assert page[name].startswith(world.url + "/v1/curated"), page[name]
    text = json.dumps(page)
    for link in re.findall(r'"(http://localhost[^"]*)"', text):
        assert link.startswith(world.url + "/"), link
    following = session.get(page["next_page"], timeout=60).json()
    assert following["page"] == 3
    tiny = session.get(page["photos"][0]["src"]["tiny"], timeout=60)
    assert tiny.headers["Content-Type"] == "image/jpeg"


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


def test_the_path_that_a_client_is_told_is_not_the_one_of_the_server(control):
    """What an answer says about the path leaves out the world, as an app behind a proxy sees it."""
    world = control.make("prefix", id="told")
    for path in ("/posts/1/nope", "/api/nothing", "/api/community/nope", "/v1/nope", "/posts/x"):
        inside = world.ask("GET", path)
        outside = control.connection.ask("GET", path)
        assert inside.status == outside.status
        assert inside.body.replace(b"/w/told", b"") == outside.body


# MARK: Sockets


@pytest.mark.parametrize("door", DOORS)
def test_events_stay_in_their_world(control, door):
    worlds = [control.make(door), control.make(door), control.default()]
    people = [Person(world, "Ada") for world in worlds]
    sockets = [person.listen() for person in people]
    for number, person in enumerate(people):
        for _ in range(number + 1):
            post = person.post(f"For world {number}")
            assert sockets[number].event() == ("new_post", post)
    for phoenix in sockets:
        phoenix.assert_silent()
        phoenix.close()


def test_long_polls_stay_in_their_world(control):
    worlds = [control.make("prefix"), control.make("header")]
    for world in worlds:
        ada = Person(world, "Ada")
        session = world.session()
        url = world.url + LONG_POLL + f"?vsn=2.0.0&token={ada.token}"
        token = session.get(url, timeout=60).json()["token"]
        url += f"&token={token}"
        join = json.dumps(["1", "1", "community:feed", "phx_join", {}])
        headers = {"Content-Type": "application/x-ndjson"}
        assert session.post(url, data=join, headers=headers, timeout=60).json()["status"] == 200
        first = session.get(url, timeout=60).json()["messages"]
        assert json.loads(first[0])[3:] == ["phx_reply", {"response": {}, "status": "ok"}]
        for other in [*worlds, control.default()]:
            if other is not world:
                Person(other, "Eve").post("Elsewhere")
        post = ada.post("Here")
        got = [json.loads(message) for message in session.get(url, timeout=60).json()["messages"]]
        assert [(message[3], message[4]) for message in got] == [("new_post", post)]
    # The token of a poll is one world's too.
    ada.post("Once more")
    answer = worlds[1].session().get(worlds[1].url + url[len(world.url) :], timeout=60)
    assert answer.json()["status"] in (200, 204)
    strange = worlds[0].session().get(worlds[0].url + url[len(world.url) :], timeout=60)
    assert strange.json()["status"] in (403, 410)


def test_upgrades_and_frames_by_hand(control):
    """A raw upgrade through the prefix answers like one without."""
    world = control.make("prefix")
    ada = Person(world, "Ada")
    with Frames(world.connect(), f"/community/websocket?vsn=2.0.0&token={ada.token}") as frames:
        assert frames.answer.status == 101
    with world.connect() as connection:
        connection.send(upgrade("/community/websocket?vsn=2.0.0&token=forged"))
        inside = connection.read_answer()
    with control.server.connect() as connection:
        connection.send(upgrade("/community/websocket?vsn=2.0.0&token=forged"))
        outside = connection.read_answer()
    assert (inside.status, inside.body) == (outside.status, outside.body)


# MARK: Ports of their own


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
