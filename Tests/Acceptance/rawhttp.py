"""A client that sends exactly the bytes it is given and reads answers with a deadline."""

from __future__ import annotations

import json
import re
import select
import socket
import struct
import time
from dataclasses import dataclass

DEADLINE = 60.0
"""Seconds a read may take before it counts as a failure."""

STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9]) [\x20-\x7e]*")
HEADER_LINE = re.compile(rb"([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\x20-\x7e\t]*?)[ \t]*")
HTTP_DATE = re.compile(
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-3][0-9] "
    r"(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} "
    r"[0-2][0-9]:[0-5][0-9]:[0-6][0-9] GMT"
)


class NothingCame(AssertionError):
    """The deadline passed."""


class ConnectionEnded(AssertionError):
    """The other side closed or reset before the answer was complete."""


class NotHTTP(AssertionError):
    """The bytes are not an HTTP/1.1 answer."""


@dataclass
class Answer:
    """One response: its head, decoded, and its body as bytes."""

    status: int
    fields: list[tuple[str, str]]
    body: bytes

    def all(self, name: str) -> list[str]:
        """Every value of the field `name`, in order."""
        return [value for field, value in self.fields if field.lower() == name.lower()]

    def header(self, name: str) -> str | None:
        """The only value of `name`, or None; a repeated field is a failure."""
        values = self.all(name)
        assert len(values) <= 1, f"{name} came {len(values)} times: {values}"
        return values[0] if values else None

    def json(self):
        """The body as JSON, which must be declared as such."""
        media = self.header("Content-Type")
        assert media is not None and media.split(";")[0] in (
            "application/json",
            "application/problem+json",
        ), f"{self.status} with Content-Type {media}: {self.body[:200]!r}"
        return json.loads(self.body)


class Connection:
    """A socket to a server at (host, port) or at a path, read through one buffer."""

    def __init__(self, address, receive_buffer: int | None = None):
        if isinstance(address, tuple):
            family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        else:
            family = socket.AF_UNIX
        self.address = address
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(DEADLINE)
        try:
            self.socket.connect(address)
        except OSError:
            self.socket.close()
            raise
        self.buffer = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data: bytes):
        """Sends all of `data`; a peer that has stopped reading is a failure."""
        self.socket.settimeout(DEADLINE)
        self.socket.sendall(data)

    def has_ended(self) -> bool:
        """Whether the other side has closed, as a server does with one that was idle for long."""
        self.socket.settimeout(0)
        try:
            return self.socket.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except ConnectionResetError:
            return True

    def send_if_open(self, data: bytes) -> bool:
        """Sends `data` to a peer that may have closed already; says whether it went out."""
        try:
            self.send(data)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def finish_sending(self):
        """Half-closes: the peer sees the end of input, answers can still be read."""
        self.socket.shutdown(socket.SHUT_WR)

    def abort(self):
        """Closes with a reset instead of an orderly end."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def readable(self, within: float) -> bool:
        """Waits up to `within` seconds for bytes or for the end."""
        if self.buffer:
            return True
        return bool(select.select([self.socket], [], [], within)[0])

    def _receive(self, until: float) -> bool:
        remaining = until - time.monotonic()
        if remaining <= 0:
            raise NothingCame(f"nothing more came; so far: {bytes(self.buffer[:300])!r}")
        self.socket.settimeout(remaining)
        try:
            data = self.socket.recv(1 << 18)
        except TimeoutError:
            raise NothingCame(f"nothing more came; so far: {bytes(self.buffer[:300])!r}") from None
        self.buffer += data
        return bool(data)

    def _take(self, count: int, until: float) -> bytes:
        while len(self.buffer) < count:
            try:
                more = self._receive(until)
            except ConnectionResetError:
                more = False
            if not more:
                raise ConnectionEnded(
                    f"closed after {len(self.buffer)} of {count} bytes: "
                    f"{bytes(self.buffer[:300])!r}"
                )
        data = bytes(self.buffer[:count])
        del self.buffer[:count]
        return data

    def read_answer(self, method: str = "GET", within: float = DEADLINE) -> Answer:
        """The next response to a request of `method`; an interim one (1xx) counts as one."""
        until = time.monotonic() + within
        scanned = 0
        while (end := self.buffer.find(b"\r\n\r\n", max(0, scanned - 3))) < 0:
            scanned = len(self.buffer)
            assert scanned < 1 << 20, f"no end of head in {scanned} bytes"
            try:
                more = self._receive(until)
            except ConnectionResetError:
                more = False
            if not more:
                raise ConnectionEnded(f"closed instead of an answer: {bytes(self.buffer)!r}")
        head = bytes(self.buffer[:end])
        del self.buffer[: end + 4]

        first, *lines = head.split(b"\r\n")
        matched = STATUS_LINE.fullmatch(first)
        if not matched:
            raise NotHTTP(f"not a status line: {first!r}")
        status = int(matched[1])
        fields = []
        for line in lines:
            parts = HEADER_LINE.fullmatch(line)
            if not parts:
                raise NotHTTP(f"not a header line: {line!r}")
            fields.append((parts[1].decode(), parts[2].decode()))
        answer = Answer(status, fields, b"")
        if status < 200:
            return answer
        assert not answer.all("Transfer-Encoding"), "every answer must have a Content-Length"
        length = answer.header("Content-Length")
        if status in (204, 304):
            return answer
        assert length is not None and length.isdigit(), f"Content-Length: {length}"
        if method != "HEAD":
            answer.body = self._take(int(length), until)
        return answer

    def read_to_end(self, within: float = DEADLINE) -> bytes:
        """Everything until the peer closes or resets; an open connection is a failure."""
        until = time.monotonic() + within
        while True:
            try:
                if not self._receive(until):
                    break
            except ConnectionResetError:
                break
        data = bytes(self.buffer)
        self.buffer.clear()
        return data

    def ask(
        self,
        method: str,
        target: str,
        body: bytes | None = None,
        within: float = DEADLINE,
        **fields,
    ) -> Answer:
        """Sends one request and reads its answer. `content_type=` becomes Content-Type."""
        self.send(request(method, target, body, **fields))
        return self.read_answer(method, within)


def request(method: str, target: str, body: bytes | None = None, **fields) -> bytes:
    """The bytes of a request; keyword names become header names (`_` is `-`)."""
    lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b"")


def json_request(method: str, target: str, value, token: str | None = None) -> bytes:
    """A request with a JSON body and, if given, a bearer token."""
    fields = {"Content_Type": "application/json"}
    if token is not None:
        fields["Authorization"] = f"Bearer {token}"
    return request(method, target, json.dumps(value).encode(), **fields)
