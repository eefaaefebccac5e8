"""The row about WebSockets: echoing, as a ratio to Python's websockets library."""

import os
import selectors
import socket
import subprocess
import time
from contextlib import contextmanager

from .report import median
from .servers import HERE, free_port

PAYLOAD = 200  # bytes of a message
FRAMES = 500  # of one piece that is sent
IN_FLIGHT = 2000  # frames sent and not echoed yet
LIBRARY = "websockets==15.0.1"


def echo(bench):
    """Echoing text frames of 200 bytes on one connection, pipelined."""
    contestants = {"mockpostly": build_echo_server(), "websockets": install_yardstick()}
    rates = {name: [] for name in contestants}
    with bench.processes_of_row() as servers:
        ports = {
            name: started(servers.processes, bench.folder / f"{name}.log", *command)
            for name, command in contestants.items()
        }
        for number in range(bench.rounds + 1):
            for name in ports if number % 2 == 0 else reversed(ports):
                bench.check_time()
                rate = echoes_per_second(ports[name], bench.seconds)
                # The first round is for warming up.
                if number:
                    rates[name].append(rate)
    ratio = median([own / other for own, other in zip(rates["mockpostly"], rates["websockets"])])
    bench.report.add(
        f"echo of text frames of {PAYLOAD} bytes, one connection, pipelined",
        "≥ 5 times Python's websockets", f"{ratio:.1f} times", ratio >= 5,
    )  # fmt: skip
    bench.report.notes.append(
        f"Echoes a second of text frames of {PAYLOAD} bytes: {median(rates['mockpostly']):,.0f};"
        f" {LIBRARY.replace('==', ' ')}: {median(rates['websockets']):,.0f}."
    )


def echoes_per_second(port, seconds):
    """Sends masked frames as fast as they come back, and counts those that do."""
    # The masking key changes nothing, so all of it is the same again and again.
    frame = b"\x81\xfe" + PAYLOAD.to_bytes(2, "big") + bytes(4) + b"x" * PAYLOAD
    answer = len(frame) - 4
    piece = frame * FRAMES
    with opened(port) as connection, selectors.DefaultSelector() as selector:
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE)
        sent = received = 0
        rest = memoryview(b"")
        room = bytearray(1 << 20)
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            has_room = sent / len(frame) - received / answer < IN_FLIGHT
            wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if has_room else 0)
            selector.modify(connection, wanted)
            for _, ready in selector.select(timeout=5):
                if ready & selectors.EVENT_READ:
                    count = connection.recv_into(room)
                    if not count:
                        raise RuntimeError("the server has closed the connection")
                    received += count
                if ready & selectors.EVENT_WRITE:
                    rest = rest or memoryview(piece)
                    count = connection.send(rest)
                    rest = rest[count:]
                    sent += count
        return received / answer / (time.perf_counter() - began)


@contextmanager
def opened(port):
    """A connection to a WebSocket, without compression, from its handshake on."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = connection.recv(1)
            if not byte:
                break
            head += byte
        if not head.startswith(b"HTTP/1.1 101 "):
            raise RuntimeError(f"no WebSocket: {head[:200]!r}")
        yield connection


def started(processes, log, *command):
    """Starts a server that takes its port as its last argument; returns the port."""
    port = free_port()
    process = processes.start([*map(str, command), str(port)], log)
    deadline = time.monotonic() + 10
    while True:
        try:
            with opened(port):
                return port
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                said = log.read_text(errors="replace")[-500:]
                raise RuntimeError(f"{command[0]} does not serve: {said}") from None
            time.sleep(0.02)


def build_echo_server():
    """Builds Tests/EchoServer like the program itself, if it is not built; returns its command.

    MOCKPOSTLY_ECHO_SERVER, if set, names one that is.
    """
    named = os.environ.get("MOCKPOSTLY_ECHO_SERVER")
    if named:
        return [named, "--port"]
    scratch = HERE.parent / ".build/echo"
    command = [
        "swift", "build", "-c", "release", "--product", "EchoServer", "--scratch-path", scratch,
        "-Xswiftc", "-enforce-exclusivity=unchecked",
    ]  # fmt: skip
    run(command)
    return [scratch / "release/EchoServer", "--port"]


def install_yardstick():
    """Installs the library in a virtual environment of its own; returns the command."""
    programs = run([HERE.parent / "scripts/venv", "bench-venv", LIBRARY]).strip()
    return [f"{programs}/python", HERE / "websockets-yardstick.py"]


def run(command):
    """What a command prints; throws with its words when it fails."""
    done = subprocess.run(
        list(map(str, command)), cwd=HERE.parent, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {(done.stdout + done.stderr)[-500:]}")
    return done.stdout


ROWS = [echo]
