"""Load: a keep-alive client for single requests, and wrk for many."""

import re
import shutil
import socket
import subprocess

DURATION = 1  # seconds of one wrk run
CONNECTIONS = 64


class Client:
    """One keep-alive HTTP/1.1 connection to a server on this machine; over TLS with `tls`, a context."""

    def __init__(self, port, tls=None):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self._socket = tls.wrap_socket(self._socket, server_hostname="127.0.0.1")
        self._host = f"127.0.0.1:{port}".encode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()

    def request(self, method, path, body=b"", headers=()):
        """Sends one request and returns the status and the body of its answer."""
        lines = [f"{method} {path} HTTP/1.1".encode(), b"Host: " + self._host]
        lines += [f"{name}: {value}".encode() for name, value in headers]
        if body:
            lines.append(b"Content-Length: %d" % len(body))
        self._socket.sendall(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        return self._answer()

    def get(self, path):
        """The body of the answer to a GET, which must be 200."""
        status, body = self.request("GET", path)
        if status != 200:
            raise RuntimeError(f"GET {path} answered {status}: {body[:200]!r}")
        return body

    def _answer(self):
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._receive()
        head, _, body = received.partition(b"\r\n\r\n")
        length = int(re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)[1])
        while len(body) < length:
            body += self._receive()
        return int(head[9:12]), body

    def _receive(self):
        received = self._socket.recv(1 << 18)
        if not received:
            raise ConnectionError("the server closed the connection")
        return received


def wrk(
    port, path="/", script=None, arguments=(), seconds=DURATION, scheme="http",
    connections=CONNECTIONS,
):  # fmt: skip
    """Loads a server for some seconds and returns how many requests it answered.

    One thread. Anything but success answers makes the measurement void.
    """
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
    if script:
        command += ["-s", str(script)]
    command.append(f"{scheme}://127.0.0.1:{port}{path}")
    if arguments:
        command += ["--", *map(str, arguments)]
    output = subprocess.run(
        command, capture_output=True, text=True, timeout=seconds + 20, check=True
    ).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError("wrk saw failures: " + " ".join(output.split("\n")[-5:]))
    return int(re.search(r"(\d+) requests in", output)[1])


def require(*tools):
    """Ends the program with a clear message if a tool is missing."""
    for tool in tools:
        if not shutil.which(tool):
            raise SystemExit(f"bench: {tool} is missing; run scripts/install-libraries --bench")
