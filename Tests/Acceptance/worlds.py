"""The control plane in a few calls, and private worlds as the apps of a test reach them."""

from __future__ import annotations

import json
import re
import time

import requests

from community import CLOSE
from conftest import MIRA
from postly import all_posts, create_post, log_in
from processes import wait_until
from rawhttp import DEADLINE, Answer, Connection, ConnectionEnded, request

BASE = "/__mockpostly/v1"
DOORS = ["prefix", "header", "cookie", "port"]
"""The ways into a world."""


MIRA_EMAIL = "mira.sol@example.com"
NEW_YEAR = "2026-01-01T00:00:00Z"
FROZEN = {"mode": "freeze", "now": NEW_YEAR}
NOTHING = object()
REQUEST_LINE = re.compile(rb"[A-Z]+ (?=/\S* HTTP/1\.1\r\n)")


def assert_problem(answer, status: int, *words: str) -> dict:
    """An RFC 9457 problem with all its members; its texts name `words`."""
    assert answer.status == status, f"{answer.status} {answer.body!r}"
    assert answer.header("Content-Type") == "application/problem+json"
    problem = json.loads(answer.body)
    for member in ("type", "title", "detail", "hint"):
        assert isinstance(problem[member], str) and problem[member], f"{member} in {problem}"
    assert problem["status"] == status
    told = problem["title"] + " " + problem["detail"] + " " + problem["hint"]
    for word in words:
        assert word in told, f"{word!r} is not named in {problem}"
    return problem


class Control:
    """The control plane of a server, over one connection that is kept alive.

    `token` is the admin token, `prefix` a world's such as `/w/a`.
    """

    def __init__(self, server, token: str | None = None, prefix: str = "", port: int | None = None):
        self.server = server
        self.prefix = prefix
        self.port = port or server.port
        self.connection = Connection(("127.0.0.1", self.port))
        self.fields = {} if token is None else {"Authorization": f"Bearer {token}"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.connection.close()

    def ask(
        self,
        method: str,
        path: str,
        value=NOTHING,
        body: bytes | None = None,
        host: str | None = None,
        within: float = DEADLINE,
        **fields,
    ) -> Answer:
        """One request below the base path; `value` is sent as JSON."""
        fields = {**self.fields, **fields}
        if value is not NOTHING:
            body = json.dumps(value).encode()
            fields.setdefault("Content_Type", "application/json")
        data = request(method, self.prefix + BASE + path, body, **fields)
        host = host or f"localhost:{self.port}"
        data = data.replace(b"Host: localhost", b"Host: " + host.encode(), 1)
        if self.connection.has_ended():
            self.close()
            self.connection = Connection(("127.0.0.1", self.port))
        self.connection.send(data)
        return self.connection.read_answer(method, within)

    def get(self, path: str, status: int = 200):
        """The JSON of a GET."""
        return self.send("GET", path, status=status)

    def send(self, method: str, path: str, value=NOTHING, status: int = 200, **options):
        """The JSON of an answer, which must have this status; None of an empty one."""
        answer = self.ask(method, path, value, **options)
        assert answer.status == status, f"{method} {path}: {answer.status} {answer.body[:600]!r}"
        if status == 204:
            assert answer.body == b""
            return None
        assert answer.header("Content-Type") == "application/json"
        assert answer.body.endswith(b"\n")
        return answer.json()

    def refuse(self, method: str, path: str, value, status: int, *words: str, **options) -> dict:
        """The problem that a request gets."""
        answer = self.ask(method, path, value, **options)
        return assert_problem(answer, status, *words)

    # MARK: Worlds

    def make(self, door: str = "prefix", **order) -> "World":
        """A new world, entered by `door`. `from_` stands for `from`."""
        if "from_" in order:
            order["from"] = order.pop("from_")
        if door == "port":
            order.setdefault("port", 0)
        return World(self.server, self.send("POST", "/worlds", order, 201), door)

    def default(self) -> "World":
        return World(self.server, self.get("/worlds/default"), "none")

    def names(self) -> list[str]:
        """The names of all worlds."""
        return [world["id"] for world in self.get("/worlds")["worlds"]]

    def show(self, name: str) -> dict:
        return self.get(f"/worlds/{name}")

    def delete(self, name: str):
        self.send("DELETE", f"/worlds/{name}", status=204)

    def wait_until_gone(self, name: str, within: float = 60.0):
        """Waits for a world to end by itself; a listing is no use of it."""
        wait_until(lambda: name not in self.names(), within, f"the end of {name}")

    # MARK: The rest

    def reset(self, world: str = "default", **more) -> dict:
        return self.send("POST", "/reset", {"world": world, **more})

    def save(self, name: str, world: str = "default", **more) -> dict:
        return self.send("POST", "/snapshots", {"name": name, "world": world, **more}, 201)

    def restore(self, name: str, world: str = "default", **more) -> dict:
        return self.send("POST", f"/snapshots/{name}/restore", {"world": world, **more})

    def snapshots(self) -> list[str]:
        return [entry["name"] for entry in self.get("/snapshots")["snapshots"]]

    def clock(self, world: str = "default") -> dict:
        return self.get(f"/clock?world={world}")

    def set_clock(self, world: str = "default", **setting) -> dict:
        return self.send("PUT", "/clock", {"world": world, **setting})

    def advance(self, by: str, world: str = "default") -> dict:
        return self.send("POST", "/clock/advance", {"world": world, "by": by})

    def mint(self, dialect: str, user, world: str = "default", **more) -> dict:
        order = {"world": world, "system": dialect, "user": user, **more}
        return self.send("POST", "/tokens", order)

    def export(self, format: str = "seed", world: str = "default") -> bytes:
        answer = self.ask("GET", f"/export?world={world}&format={format}", within=60)
        assert answer.status == 200, answer
        return answer.body

    def bring_in(self, data: bytes, world: str = "default") -> dict:
        return self.send("POST", f"/import?world={world}", body=data, within=60)


class WorldConnection(Connection):
    """A connection on which each request that is sent by itself goes to one world."""

    def __init__(self, world: "World", receive_buffer: int | None = None, host="127.0.0.1"):
        super().__init__((host, world.port), receive_buffer)
        self.world = world

    def send(self, data: bytes):
        line = REQUEST_LINE.match(data)
        if line and self.world.door == "prefix":
            data = data[: line.end()] + self.world.prefix.encode() + data[line.end() :]
        elif line and self.world.door == "header":
            end = data.index(b"\r\n") + 2
            data = data[:end] + f"X-Mockpostly-World: {self.world.id}\r\n".encode() + data[end:]
        elif line and self.world.door == "cookie":
            end = data.index(b"\r\n") + 2
            data = data[:end] + f"Cookie: mockpostly_world={self.world.id}\r\n".encode() + data[end:]
        super().send(data)


class World:
    """A world seen through one door, with what the other helpers want of a server."""

    def __init__(self, server, info: dict, door: str):
        self.server = server
        self.info = info
        self.door = door
        self.id = info["id"]
        self.port = info["port"] if door == "port" else server.port
        self.prefix = f"/w/{self.id}"
        self.url = f"http://localhost:{self.port}"
        if door == "prefix":
            self.url += self.prefix

    def address(self, host: str = "127.0.0.1"):
        return (host, self.port)

    def connect(self, receive_buffer: int | None = None) -> WorldConnection:
        return WorldConnection(self, receive_buffer)

    def session(self) -> requests.Session:
        session = self.server.session()
        if self.door == "header":
            session.headers["X-Mockpostly-World"] = self.id
        elif self.door == "cookie":
            session.cookies.set("mockpostly_world", self.id)
        return session

    def ask(self, method: str, path: str, body: bytes | None = None, **fields) -> Answer:
        """One request on a connection of its own."""
        with self.connect() as connection:
            return connection.ask(method, path, body, **fields)


# MARK: What tests do over and over


def write(world, title: str) -> dict:
    """A post by Mira in a world with the standard seed."""
    with world.connect() as connection:
        return create_post(connection, log_in(connection, **MIRA), title)


def titles(world) -> list[str]:
    """Of every published post, newest first."""
    with world.connect() as connection:
        return [post["title"] for post in all_posts(connection)]


def assert_ends(phoenix):
    """The server closes the socket, after it has said so or not."""
    try:
        kind, data = phoenix.read()
        assert kind == CLOSE, f"a frame of kind {kind}: {data[:200]!r}"
        phoenix.send(CLOSE, data[:2])
        assert phoenix.connection.read_to_end() == b""
    except (ConnectionEnded, OSError):
        pass
    phoenix.close()


def wait_until_refused(port: int):
    """Waits until nobody listens there any more."""
    until = time.monotonic() + 60
    while True:
        try:
            Connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            return
        except ConnectionResetError:
            pass
        assert time.monotonic() < until, f"port {port} is still open"
