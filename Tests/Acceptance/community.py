"""The community feed for tests from outside: people, and sockets that speak Phoenix Channels."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
import queue
import select
import socket
import struct
import subprocess
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass

import pytest
import requests

from rawhttp import DEADLINE, ConnectionEnded, NothingCame, request

API = "/api/community"
TOPIC = "community:feed"
SOCKET = "/community/websocket"
LONG_POLL = "/community/longpoll"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

numbers = itertools.count(1)


def skip_without(binary: str, option: str):
    """Skips the test when the program has no such option."""
    told = subprocess.run([binary, "serve", "--help"], capture_output=True, text=True, timeout=60)
    if option not in told.stdout:
        pytest.skip(f"the program has no {option}")


class Person:
    """Somebody with an account, a token and an HTTP client."""

    def __init__(self, server, name: str = "Ada", joins: bool = True, prefix: str = ""):
        self.server = server
        self.session = server.session()
        self.base = server.url + prefix
        self.email = f"{name.lower()}{next(numbers)}@example.test"
        self.password = "correct horse"
        self.token = None
        made = self.send(
            "POST",
            "/register",
            {"name": name, "email": self.email, "password": self.password},
            status=201,
        )
        self.token, self.user = made["token"], made["user"]
        self.id = self.user["id"]
        if joins:
            self.join()

    @property
    def author(self) -> dict:
        """This person as others see them."""
        return {key: self.user[key] for key in ("id", "name", "avatar_url")}

    def call(self, method: str, path: str, value=None, **options) -> requests.Response:
        """A request below the API's path, with the token of this person."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        options["headers"] = {**headers, **options.get("headers", {})}
        if value is not None:
            options["json"] = value
        options.setdefault("timeout", 15)
        return self.session.request(method, self.base + API + path, **options)

    def send(self, method: str, path: str, value=None, status: int = 200, **options):
        """What `data` holds in the answer, which must have this status."""
        answer = self.call(method, path, value, **options)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:300]}"
        if status == 204:
            assert answer.content == b""
            return None
        assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
        return answer.json()["data"]

    def page(self, path: str) -> dict:
        """A whole page, with its meta."""
        answer = self.call("GET", path)
        assert answer.status_code == 200, answer.text[:300]
        page = answer.json()
        assert list(page) == ["data", "meta"]
        return page

    def join(self):
        self.user = self.send("POST", "/join")
        return self.user

    def leave(self):
        self.send("DELETE", "/join", status=204)

    def post(self, content: str = "Hello", **more) -> dict:
        return self.send("POST", "/posts", {"content": content, **more}, 201)

    def edit(self, post: dict, **changes) -> dict:
        return self.send("PATCH", f"/posts/{post['id']}", changes)

    def delete(self, post: dict):
        self.send("DELETE", f"/posts/{post['id']}", status=204)

    def like(self, post: dict, method: str = "POST") -> dict:
        return self.send(method, f"/posts/{post['id']}/like")

    def comment(self, post: dict, content: str = "Hi") -> dict:
        return self.send("POST", f"/posts/{post['id']}/comments", {"content": content}, 201)

    def new_token(self) -> str:
        made = self.send(
            "POST", "/tokens", {"email": self.email, "password": self.password}, status=201
        )
        return made["token"]

    def open(self, vsn: str = "2.0.0", **options) -> "Phoenix":
        """A socket of this person, not joined to anything."""
        return Phoenix(self.server, self.token, vsn, **options)

    def listen(self, vsn: str = "2.0.0", **options) -> "Phoenix":
        """A socket of this person that has joined the feed."""
        phoenix = self.open(vsn, **options)
        phoenix.join()
        return phoenix


# MARK: WebSockets


def upgrade(target: str, key: str = "dGhlIHNhbXBsZSBub25jZQ==", **fields) -> bytes:
    """The bytes of an upgrade request; a field that is None is left out."""
    whole = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Key": key,
        "Sec_WebSocket_Version": "13",
        **fields,
    }
    return request("GET", target, **{k: v for k, v in whole.items() if v is not None})


def accept_of(key: str) -> str:
    """What the server has to make of a key (RFC 6455 section 4.2.2)."""
    return base64.b64encode(hashlib.sha1(key.encode() + GUID).digest()).decode()


def masked_frame(kind: int, data: bytes, final: bool = True) -> bytes:
    """One frame of a client."""
    head = bytes([kind | (0x80 if final else 0)])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        head += struct.pack(">BH", 0x80 | 126, len(data))
    else:
        head += struct.pack(">BQ", 0x80 | 127, len(data))
    mask = os.urandom(4)
    whole = mask * (len(data) // 4 + 1)
    hidden = int.from_bytes(data, "big") ^ int.from_bytes(whole[: len(data)], "big")
    return head + mask + hidden.to_bytes(len(data), "big")


class Frames:
    """A WebSocket that was opened by hand: no extensions, no automatic answers."""

    def __init__(self, connection, target: str, **fields):
        self.connection = connection
        key = base64.b64encode(os.urandom(16)).decode()
        connection.send(upgrade(target, key, **fields))
        self.answer = connection.read_answer()
        assert self.answer.status == 101, self.answer
        assert self.answer.header("Sec-WebSocket-Accept") == accept_of(key)
        assert self.answer.header("Upgrade").lower() == "websocket"
        assert "upgrade" in self.answer.header("Connection").lower()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def close(self):
        self.connection.close()

    def send(self, kind: int, data: bytes, final: bool = True):
        self.connection.send(masked_frame(kind, data, final))

    def read(self, within: float = DEADLINE) -> tuple[int, bytes]:
        """The next frame: its kind and what it holds."""
        until = time.monotonic() + within

        def take(count: int) -> bytes:
            return self.connection._take(count, until)

        first, length = take(2)
        assert first & 0x70 == 0, "no extension was agreed upon"
        assert first & 0x80, "the server sends whole messages"
        assert length & 0x80 == 0, "a server does not mask"
        if length == 126:
            (length,) = struct.unpack(">H", take(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", take(8))
        return first & 15, take(length)

    def read_close(self, within: float = DEADLINE) -> int | None:
        """The code of the close frame that comes next; answers it, and waits for the end."""
        kind, data = self.read(within)
        assert kind == CLOSE, (kind, data[:300])
        try:
            self.send(CLOSE, data[:2])
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert self.connection.read_to_end(within) == b""
        return int.from_bytes(data[:2], "big") if data else None


@dataclass
class Message:
    """A message of the Phoenix protocol; `join_ref` is "none" where 1.0.0 has none."""

    join_ref: object
    ref: object
    topic: str
    event: str
    payload: object

    @property
    def reply(self) -> tuple[str, dict]:
        """Status and response of a reply."""
        assert self.event == "phx_reply", self
        assert set(self.payload) == {"status", "response"}
        return self.payload["status"], self.payload["response"]


NONE = "none"


class Phoenix(Frames):
    """A WebSocket that speaks Phoenix Channels, in either serializer."""

    def __init__(self, server, token: str, vsn: str = "2.0.0", receive_buffer=None, **fields):
        query = f"?vsn={vsn}&token={token}"
        super().__init__(server.connect(receive_buffer), SOCKET + query, **fields)
        self.vsn = vsn
        self.refs = itertools.count(6)
        self.join_ref = None

    def text(self, join_ref, ref, topic, event, payload) -> bytes:
        if self.vsn.startswith("2"):
            value = [join_ref, ref, topic, event, payload]
        else:
            value = {"topic": topic, "event": event, "payload": payload, "ref": ref}
            if join_ref != NONE:
                value["join_ref"] = join_ref
        return json.dumps(value).encode()

    def push(self, join_ref, ref, topic, event, payload=None):
        """Sends one message."""
        self.send(TEXT, self.text(join_ref, ref, topic, event, {} if payload is None else payload))

    def receive(self, within: float = DEADLINE) -> Message:
        """The next message, which must be a text."""
        kind, data = self.read(within)
        assert kind == TEXT, (kind, data[:300])
        value = json.loads(data)
        if self.vsn.startswith("2"):
            assert isinstance(value, list) and len(value) == 5, value
            return Message(*value)
        assert set(value) == {"topic", "event", "payload", "ref"}, value
        return Message(NONE, value["ref"], value["topic"], value["event"], value["payload"])

    def next_ref(self) -> str:
        return str(next(self.refs))

    def join(self, topic: str = TOPIC, payload=None) -> Message:
        """Joins as phoenix.js and SwiftPhoenixClient do."""
        ref = self.next_ref()
        self.push(ref, ref, topic, "phx_join", payload)
        answer = self.receive()
        assert (answer.ref, answer.topic) == (ref, topic)
        assert answer.reply == ("ok", {}), answer
        self.join_ref = ref
        return answer

    def beat(self) -> list[Message]:
        """Sends a heartbeat; gives what came before its reply."""
        ref = self.next_ref()
        self.push(None, ref, "phoenix", "heartbeat")
        earlier = []
        while (message := self.receive()).topic != "phoenix":
            earlier.append(message)
        assert (message.join_ref, message.ref) == (self.none, ref)
        assert message.reply == ("ok", {})
        return earlier

    @property
    def none(self):
        """How a null join_ref arrives."""
        return None if self.vsn.startswith("2") else NONE

    def event(self, within: float = DEADLINE) -> tuple[str, object]:
        """The next message, which must be an event of the feed."""
        message = self.receive(within)
        assert message.topic == TOPIC and message.ref is None, message
        assert message.join_ref == (self.join_ref if self.vsn.startswith("2") else NONE)
        return message.event, message.payload

    def assert_silent(self):
        """Nothing has come up to now."""
        assert self.beat() == []


# MARK: Connections that are cut


class Relay:
    """Passes bytes between clients and the server, until it cuts them off.

    One thread alone touches the sockets: one that another thread closes while this one waits for it
    has no number any more, and `select` refuses all of them.
    """

    def __init__(self, server):
        self.server = server
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.others: dict[socket.socket, socket.socket] = {}
        self.clients: set[socket.socket] = set()
        self.cuts: queue.SimpleQueue[Future[int]] = queue.SimpleQueue()
        self.wake, self.woken = socket.socketpair()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()
        self.wake.close()
        self.thread.join(DEADLINE)
        self.listener.close()
        self.woken.close()

    def cut(self) -> int:
        """Resets every connection on the client's side; says how many there were."""
        cut: Future[int] = Future()
        self.cuts.put(cut)
        self.wake.send(b"!")
        return cut.result(DEADLINE)

    def _run(self):
        while True:
            readable = select.select([self.listener, self.woken, *self.others], [], [])[0]
            for one in readable:
                if one is self.listener:
                    self._accept()
                elif one is not self.woken:
                    self._pass(one)
            if self.woken in readable:
                if not self.woken.recv(1):
                    return
                self.cuts.get().set_result(self._cut())

    def _accept(self):
        client = self.listener.accept()[0]
        server = socket.create_connection(self.server.address())
        self.clients.add(client)
        self.others |= {client: server, server: client}

    def _pass(self, one: socket.socket):
        if one not in self.others:
            return
        try:
            data = one.recv(65536)
            if data:
                return self.others[one].sendall(data)
        except OSError:
            pass
        self._close(one)

    def _cut(self) -> int:
        clients = list(self.clients)
        for client in clients:
            linger = struct.pack("ii", 1, 0)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self._close(client)
        return len(clients)

    def _close(self, one: socket.socket):
        for end in (one, self.others[one]):
            del self.others[end]
            self.clients.discard(end)
            end.close()


# MARK: Many sockets


class Crowd:
    """Many joined sockets in one thread, each read as bytes come, in serializer 2.0.0."""

    def __init__(self, server, token: str, count: int):
        self.sockets = []
        self.epoll = select.epoll()
        self.buffers: dict[int, bytearray] = {}
        self.received: dict[int, list[bytes]] = {}
        try:
            for _ in range(count):
                phoenix = Phoenix(server, token)
                phoenix.join()
                self._add(phoenix)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _add(self, phoenix: Phoenix):
        self.sockets.append(phoenix)
        raw = phoenix.connection.socket
        raw.setblocking(False)
        self.epoll.register(raw, select.EPOLLIN)
        self.buffers[raw.fileno()] = phoenix.connection.buffer
        self.received[raw.fileno()] = []

    def read_until_each_has(self, count: int, within: float):
        """Reads until every socket has got so many messages."""
        until = time.monotonic() + within
        by_number = {s.connection.socket.fileno(): s.connection.socket for s in self.sockets}
        lacking = {number for number, got in self.received.items() if len(got) < count}
        while lacking:
            remaining = until - time.monotonic()
            if remaining <= 0:
                raise NothingCame(f"{len(lacking)} of {len(self.sockets)} sockets lack messages")
            for number, _ in self.epoll.poll(remaining):
                data = by_number[number].recv(1 << 18)
                if not data:
                    raise ConnectionEnded(f"a socket ended after {len(self.received[number])}")
                self._take(number, data)
                if len(self.received[number]) >= count:
                    lacking.discard(number)

    def _take(self, number: int, data: bytes):
        buffer = self.buffers[number]
        buffer += data
        place, end = 0, len(buffer)
        while end - place >= 2:
            length, head = buffer[place + 1], 2
            if length == 126:
                if end - place < 4:
                    break
                length, head = int.from_bytes(buffer[place + 2 : place + 4], "big"), 4
            assert length != 127, "longer than any message here"
            if end - place < head + length:
                break
            assert buffer[place] == 0x80 | TEXT, buffer[place : place + 100]
            self.received[number].append(bytes(buffer[place + head : place + head + length]))
            place += head + length
        del buffer[:place]

    def close(self):
        for phoenix in self.sockets:
            phoenix.close()
        self.epoll.close()
