"""TLS handshakes of many clients at a time, whose own part is not timed.

A client of OpenSSL computes more in a handshake than a server: a plain load would measure the
clients. So they compute what they send before the clock runs, and what they got when it stands;
what is timed is how long the server takes to answer all of them.
"""

import socket
import ssl
import time
from contextlib import ExitStack, suppress

CLIENTS = 128  # at a time, less than any server's backlog
WAVES = 16  # of that many clients, one after the other


class Handshake:
    """The handshake of one client, step by step."""

    def __init__(self, tls, session=None):
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = tls.wrap_bio(
            self._incoming, self._outgoing, server_hostname="127.0.0.1", session=session
        )
        self._socket = socket.socket()
        self._socket.settimeout(30)
        with suppress(ssl.SSLWantReadError):
            self._tls.do_handshake()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()

    def connect(self, port):
        self._socket.connect(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self):
        """Sends what is computed."""
        self._socket.sendall(self._outgoing.read())

    def receive(self):
        """Waits for what the server sends, and takes it."""
        received = self._socket.recv(1 << 16)
        if not received:
            raise ConnectionError("the server closed the connection in the handshake")
        self._incoming.write(received)

    def compute(self):
        """Verifies the server's part and computes the rest of the client's."""
        while True:
            try:
                return self._tls.do_handshake()
            except ssl.SSLWantReadError:
                self.receive()

    def session(self):
        """What the server gave for the next handshake, by which that one is shorter."""
        while True:
            with suppress(ssl.SSLWantReadError):
                self._tls.read(1)
            if self._tls.session and self._tls.session.has_ticket:
                return self._tls.session
            self.receive()

    def check(self, agreement, is_resumed):
        """Raises if the connection is not what was to be measured."""
        kind = self._tls.version(), self._tls.cipher()[0], self._tls.session_reused
        if kind != (agreement.protocol.replace(" ", "v"), agreement.cipher, is_resumed):
            raise RuntimeError(f"not the handshake that was to be measured: {kind}")


def load(port, tls, agreement, resuming=False):
    """Has a server do handshakes; returns how many, and the seconds that it took for them."""
    session = first_session(port, tls) if resuming else None
    seconds = sum(wave(port, tls, agreement, session) for _ in range(WAVES))
    return CLIENTS * WAVES, seconds


def wave(port, tls, agreement, session):
    """The seconds from the first client's hello to the last one's end of the handshake."""
    with ExitStack() as stack:
        clients = [stack.enter_context(Handshake(tls, session)) for _ in range(CLIENTS)]
        began = time.perf_counter()
        for client in clients:
            client.connect(port)
            client.send()
        for client in clients:
            client.receive()
        greeted = time.perf_counter()
        for client in clients:
            client.compute()
        computed = time.perf_counter()
        for client in clients:
            client.send()
        # A server of TLS 1.3 ends the handshake with the session for the next.
        for client in clients:
            client.receive()
        ended = time.perf_counter()
        for client in clients:
            client.check(agreement, session is not None)
    return greeted - began + ended - computed


def first_session(port, tls):
    """The session of a full handshake."""
    with Handshake(tls) as client:
        client.connect(port)
        client.send()
        client.compute()
        client.send()
        return client.session()
