"""A real server for tests: it answers as another of ours does, and misbehaves on purpose."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests


@dataclass
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def change(self, edit: Callable[[dict], object]) -> None:
        """Changes the JSON of the body."""
        content = json.loads(self.body)
        edit(content)
        self.body = json.dumps(content).encode()

    def remove(self, header: str) -> None:
        self.headers = [pair for pair in self.headers if pair[0] != header]


@dataclass
class RealServer:
    """Passes each request on to `behind`, and changes the answer by `change`."""

    behind: str
    change: Callable[[str, str, Answer], None] = lambda method, path, answer: None
    seen: list[tuple[str, str]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    url: str = ""

    def answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        self.seen.append((method, path))
        self.headers.append(headers)
        self.bodies.append(body)
        kept = {name: headers[name] for name in headers if name.lower() not in HOPS}
        got = requests.request(
            method, self.behind + path, headers=kept, data=body, timeout=60, allow_redirects=False
        )
        # Not `got.headers`, which joins fields of one name.
        pairs = [pair for pair in got.raw.headers.items() if pair[0].lower() not in HOPS]
        answer = Answer(got.status_code, pairs, got.content)
        self.change(method, path, answer)
        return answer


HOPS = {"connection", "content-length", "host", "keep-alive", "transfer-encoding"}


@contextlib.contextmanager
def running(real: RealServer) -> Iterator[RealServer]:
    """Serves `real` on a free port of 127.0.0.1 until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def reply(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length)
            answer = real.answer(self.command, self.path, dict(self.headers), body)
            self.send_response_only(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(answer.body)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = reply

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        real.url = f"http://127.0.0.1:{server.server_port}"
        try:
            yield real
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def talking(words: bytes, *, repeated: bytes = b"", waits: bool = False) -> Iterator[str]:
    """Sends `words` to whoever connects, then `repeated` for ever, then waits or closes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        closing = threading.Event()

        def talk(connection: socket.socket) -> None:
            with connection, contextlib.suppress(OSError):
                connection.recv(65536)
                connection.sendall(words)
                while repeated and not closing.is_set():
                    connection.sendall(repeated)
                if waits:
                    closing.wait(60)

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=talk, args=(connection,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            closing.set()
            listener.shutdown(socket.SHUT_RDWR)
