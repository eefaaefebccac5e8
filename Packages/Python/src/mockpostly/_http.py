"""Requests to one server over connections that are kept open. Any thread may use them."""

from __future__ import annotations

import http.client
import os
import select
import socket
import threading
import time
from dataclasses import dataclass
from typing import List, Optional, Tuple
from urllib.parse import urlsplit

from ._errors import MockPostlyError

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: Seconds that an unused connection is kept; the server closes it after 75.
_LONGEST_REST = 30.0


@dataclass(frozen=True)
class Answer:
    """An answer of the server, whatever its status."""

    status: int
    headers: List[Tuple[str, str]]
    body: bytes


class PendingAnswer:
    """The answer to a request that was sent and not waited for."""

    def __init__(self, connections: "Connections", connection: http.client.HTTPConnection) -> None:
        self._connections, self._connection = connections, connection

    def read(self) -> Answer:
        """Waits for the answer. Raises as `Connections.exchange`."""
        return self._connections._receive(self._connection)


class Connections:
    """The open connections to one server.

    Each request has a connection of its own while it runs, so that a thread that waits does not
    hold up others. A process that was forked opens new ones.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "://" in url else "")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise MockPostlyError(f"'{url}' is no URL of a server, such as http://localhost:8080")
        if parts.path.strip("/") or parts.query or parts.username:
            raise MockPostlyError(f"the URL of a server is without a path and a user: '{url}'")
        try:
            self._port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError as error:
            raise MockPostlyError(f"'{url}' has no valid port: {error}") from None
        self.url = f"{parts.scheme}://{parts.netloc}"
        self._is_secure = parts.scheme == "https"
        self._host = parts.hostname
        self._lock = threading.Lock()
        # The connections, since when they rest, and whether an answer is still to be read.
        self._resting: List[Tuple[http.client.HTTPConnection, float, bool]] = []
        self._process = os.getpid()

    def exchange(
        self,
        method: str,
        path: str,
        headers: "dict[str, str]",
        body: Optional[bytes],
        timeout: float,
    ) -> Answer:
        """Sends a request and waits for its answer, at most `timeout` seconds without a byte.

        Raises OSError or http.client.HTTPException when no answer comes.
        """
        return self.begin(method, path, headers, body, timeout).read()

    def begin(
        self,
        method: str,
        path: str,
        headers: "dict[str, str]",
        body: Optional[bytes],
        timeout: float,
        waits: bool = True,
    ) -> PendingAnswer:
        """Sends a request, whose answer is read later. Raises as `exchange`.

        Without `waits` it does not go behind a request that was sent a moment ago.
        """
        connection = self._take(timeout, -1 if waits else 0)
        try:
            connection.request(method, path, body, headers)
        except BaseException:
            connection.close()
            raise
        return PendingAnswer(self, connection)

    def _receive(self, connection: http.client.HTTPConnection) -> Answer:
        try:
            response = connection.getresponse()
            answer = Answer(response.status, response.getheaders(), response.read())
        except BaseException:
            # Half an answer may be on its way: nobody else may read it.
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._give_back(connection)
        return answer

    def send(self, method: str, path: str, headers: "dict[str, str]", timeout: float) -> None:
        """Sends a request whose answer does not matter, and does not wait for it.

        The answer is read before the connection is used again, or closed. Raises as `exchange`.
        """
        connection = self._take(timeout)
        try:
            connection.request(method, path, None, headers)
        except BaseException:
            connection.close()
            raise
        self._give_back(connection, is_owed=True)

    def close(self) -> None:
        """Closes the connections that nobody uses, when all answers have come."""
        with self._lock:
            resting, self._resting = self._resting, []
        for connection, _, is_owed in resting:
            if is_owed:
                _read_owed(connection)
            connection.close()

    def _take(self, timeout: float, place: int = -1) -> http.client.HTTPConnection:
        """A connection for a request: the one used last, or with place 0 the longest ago."""
        with self._lock:
            if self._process != os.getpid():
                # Those of the parent process are its own.
                self._resting, self._process = [], os.getpid()
        while True:
            with self._lock:
                if not self._resting:
                    break
                if place == 0 and len(self._resting) < 2:
                    break
                connection, since, is_owed = self._resting.pop(place)
            if is_owed and not _read_owed(connection):
                continue
            if time.monotonic() - since < _LONGEST_REST and _is_open(connection):
                connection.sock.settimeout(timeout)
                return connection
            connection.close()
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=timeout)

    def _give_back(self, connection: http.client.HTTPConnection, is_owed: bool = False) -> None:
        with self._lock:
            if self._process == os.getpid():
                self._resting.append((connection, time.monotonic(), is_owed))


def _read_owed(connection: http.client.HTTPConnection) -> bool:
    """Reads an answer that nobody waits for; returns whether the connection can be used again."""
    try:
        response = connection.getresponse()
        response.read()
        is_kept = not response.will_close
    except (OSError, http.client.HTTPException):
        is_kept = False
    if not is_kept:
        connection.close()
    return is_kept


def _is_open(connection: http.client.HTTPConnection) -> bool:
    """Whether the server has kept a connection: one that it has closed can be read from."""
    sock: Optional[socket.socket] = connection.sock
    if sock is None:
        return False
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(sock, select.POLLIN)
        return not poll.poll(0)
    return not select.select([sock], [], [], 0)[0]
