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

#: Seconds that an unused connection is kept; the server closes it after 75.
_LONGEST_REST = 30.0


@dataclass(frozen=True)
class Answer:
    """An answer of the server, whatever its status."""

    status: int
    headers: List[Tuple[str, str]]
    body: bytes


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
        self._resting: List[Tuple[http.client.HTTPConnection, float]] = []
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
        connection = self._take(timeout)
        try:
            connection.request(method, path, body, headers)
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

    def close(self) -> None:
        """Closes the connections that nobody uses."""
        with self._lock:
            resting, self._resting = self._resting, []
        for connection, _ in resting:
            connection.close()

    def _take(self, timeout: float) -> http.client.HTTPConnection:
        with self._lock:
            if self._process != os.getpid():
                # Those of the parent process are its own.
                self._resting, self._process = [], os.getpid()
            resting, now = self._resting, time.monotonic()
            while resting:
                connection, since = resting.pop()
                if now - since < _LONGEST_REST and _is_open(connection):
                    connection.sock.settimeout(timeout)
                    return connection
                connection.close()
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=timeout)

    def _give_back(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if self._process == os.getpid():
                self._resting.append((connection, time.monotonic()))


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
