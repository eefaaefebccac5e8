"""A real server for those that forward to it: it tells what it has got, and misbehaves on purpose."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from dataclasses import dataclass, field

PIECE = bytes(range(256)) * 256


@dataclass
class Asked:
    """A request as it has come."""

    connection: int
    line: str
    fields: list[tuple[str, str]]
    body: bytes

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.fields if key.lower() == name.lower()]


def whole(body: bytes, *fields: str, status: str = "200 OK") -> bytes:
    head = [f"HTTP/1.1 {status}", *fields, f"Content-Length: {len(body)}"]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def chunks(*bodies: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(body), body) for body in bodies) + b"0\r\n\r\n"


@dataclass
class RealServer:
    """Answers by the path of a request; `asked` has all of them."""

    certificate: tuple[str, str] | None = None
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.context = None
        if self.certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(*self.certificate)
        self.connections = 0
        self.open: list[socket.socket] = []
        self.let_go = threading.Event()
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"{'https' if self.context else 'http'}://localhost:{self.port}"

    def stop(self):
        self.let_go.set()
        # Wakes the thread that accepts.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for one in self.open:
            one.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            self.open.append(client)
            threading.Thread(target=self.serve, args=(client, self.connections), daemon=True).start()

    def serve(self, client: socket.socket, number: int):
        try:
            if self.context:
                client = self.context.wrap_socket(client, server_side=True)
            with client, client.makefile("rb") as reader:
                count = 0
                while request := self.read(reader, number):
                    self.asked.append(request)
                    count += 1
                    if not self.answer(client, request, count):
                        return
        except OSError:
            return

    @staticmethod
    def read(reader, number: int) -> Asked | None:
        line = reader.readline().decode("latin-1").rstrip("\r\n")
        if not line:
            return None
        fields = []
        while (text := reader.readline().decode("latin-1").rstrip("\r\n")) != "":
            name, _, value = text.partition(":")
            fields.append((name, value.strip()))
        length = next((int(value) for name, value in fields if name.lower() == "content-length"), 0)
        return Asked(number, line, fields, reader.read(length))

    def answer(self, client: socket.socket, request: Asked, count: int) -> bool:
        """Answers one request; returns whether the connection goes on."""
        method, target, _ = request.line.split(" ")
        match target.partition("?")[0].strip("/").split("/"):
            case ["status", code]:
                client.sendall(whole(b"", "Server: real", status=f"{code} So It Is"))
            case ["redirect"]:
                client.sendall(whole(b"", "Location: https://elsewhere.example/next", status="302 Found"))
            case ["none", code]:
                client.sendall(f"HTTP/1.1 {code} None\r\nETag: \"one\"\r\n\r\n".encode())
            case ["fields"]:
                client.sendall(
                    b"HTTP/1.1 200 Quite Fine\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nSet-Cookie: a=1\r\n"
                    b"Connection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nSet-Cookie: b=2\r\n"
                    b"Content-Length: 2\r\n\r\n{}"
                )
            case ["odd"]:
                client.sendall(
                    b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nX-Name: caf\xe9\r\n"
                    b"Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"
                )
            case ["head"]:
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 12345\r\n\r\n")
            case ["chunks"]:
                head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                client.sendall(head + chunks(b"one ", b"two"))
            case ["steps"]:
                # The second piece comes when the test has seen the first.
                client.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
                self.let_go.wait(60)
                client.sendall(b"3\r\ntwo\r\n0\r\n\r\n")
            case ["old"]:
                client.sendall(b"HTTP/1.0 200 OK\r\n\r\nuntil the end")
                return False
            case ["big", size]:
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % int(size))
                for _ in range(int(size) // len(PIECE)):
                    client.sendall(PIECE)
                client.sendall(PIECE[: int(size) % len(PIECE)])
            case ["cut", size]:
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % int(size) + b"half")
                return False
            case ["silence"]:
                self.let_go.wait(60)
                return False
            case ["gone"]:
                return False
            case ["rubbish"]:
                client.sendall(b"SSH-2.0-OpenSSH_9.6\r\n")
                return False
            case ["lengths"]:
                client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}")
            case ["page"]:
                client.sendall(whole(b"<h1>Down for today</h1>", "Content-Type: text/html", status="503 Sorry"))
            case ["socket"]:
                # What it speaks then is its own business: here it repeats what it gets.
                client.sendall(
                    b"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    b"Sec-WebSocket-Accept: as you like\r\n\r\nfirst"
                )
                while data := client.recv(65536):
                    client.sendall(data)
                return False
            case ["once"] if count > 1:
                # A kept connection that ends under its second request.
                return False
            case _:
                told = {
                    "line": request.line,
                    "fields": request.fields,
                    "body": request.body.decode("latin-1"),
                    "connection": request.connection,
                }
                body = json.dumps(told).encode()
                client.sendall(whole(b"" if method == "HEAD" else body, "Content-Type: application/json"))
        return True
