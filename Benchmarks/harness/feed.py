"""The rows of the community's feed: many sockets on one channel, and memory for each."""

import json
import multiprocessing
import select
import socket
import struct
import time
import zlib

from .load import Client
from .processes import resident_bytes
from .report import median
from .resources import megabytes
from .servers import raise_file_limit
from .throughput import serving

API = "/api/community"
LOGIN = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}
AUDIENCE = 5000
REACHES = 20
BUSY_AUDIENCE = 1000
BUSY_RATE = 50  # writes a second
FIRST_EVENTS = 200
BATCH = 250  # sockets that are opened at a time
TIMEOUT = 10  # seconds without any progress


def feed_reach(bench):
    """One write reaches thousands of sockets; memory of each while it is idle."""
    count = min(AUDIENCE, raise_file_limit() - 200)
    with serving(bench) as ours, Author(ours.port) as author:
        token = log_in(ours.port)
        # What the first sockets and the first writes need is no socket's own.
        with Audience(ours.port, token) as first:
            first.open(100)
            for number in range(20):
                author.edit(number)
                author.edited()
            first.read(20)
        before = resident_bytes(ours.pid)
        with Audience(ours.port, token) as audience:
            while len(audience) < count:
                bench.check_time()
                audience.open(min(BATCH, count - len(audience)))
            each = (resident_bytes(ours.pid) - before) / count
            latencies, answers = [], []
            for number in range(REACHES + 1):
                bench.check_time()
                author.edit(number)
                arrivals = audience.read(1)
                began, ended = author.edited()
                # The first one makes room for output once.
                if number:
                    latencies += [(arrival - began) * 1000 for arrival in arrivals]
                    answers.append((ended - began) * 1000)
    latencies.sort()
    late = latencies[int(len(latencies) * 0.99)]
    answer = max(answers)
    enough = count == AUDIENCE
    bench.report.add(
        f"{count:,} sockets on one channel: one write reaches all of them", "p99 ≤ 100 ms",
        f"{late:.0f} ms (median {median(latencies):.0f}, slowest {latencies[-1]:.0f})",
        late <= 100 and enough,
    )  # fmt: skip
    bench.report.add(
        f"{count:,} sockets on one channel: the writer's own response", "≤ 20 ms",
        f"{answer:.1f} ms the slowest of {REACHES} (median {median(answers):.1f})",
        answer <= 20 and enough,
    )  # fmt: skip
    bench.report.add(
        f"memory per idle joined socket, {count:,} sockets", "≤ 6 KiB",
        f"{each / 1024:.2f} KiB", each <= 6 * 1024 and enough,
    )  # fmt: skip


def feed_steady(bench):
    """A thousand sockets, and writes at a steady rate."""
    seconds = bench.feed_seconds
    total = BUSY_RATE * seconds
    with (
        serving(bench) as ours,
        Author(ours.port) as author,
        Audience(ours.port, log_in(ours.port)) as audience,
    ):
        while len(audience) < BUSY_AUDIENCE:
            audience.open(BATCH)
        memory = []
        author.edit_steadily(total, BUSY_RATE)
        for _ in range(5):
            audience.read(total // 5, bench.check_time)
            memory.append(resident_bytes(ours.pid))
        slowest = author.edited()
    texts = audience.texts_of_first()
    numbers = [int(json.loads(text)[4]["content"].rpartition(" ")[2]) for text in texts]
    lost = audience.different()
    in_order = numbers == list(range(total)) and not lost
    bench.report.add(
        f"{BUSY_AUDIENCE:,} sockets, {BUSY_RATE} writes a second for {seconds} s",
        "nothing lost, nothing out of order",
        f"{total:,} events in order at {BUSY_AUDIENCE - lost:,} sockets; "
        f"slowest response {slowest * 1000:.1f} ms",
        in_order,
    )  # fmt: skip
    bench.report.add(
        "resident memory meanwhile", "flat (≤ 1 % from a fifth of the time to its end)",
        f"{megabytes(memory[0])}, then {megabytes(memory[-1])}", memory[-1] <= memory[0] * 1.01,
    )  # fmt: skip


def feed_first_event(bench):
    """A socket joins, somebody writes: the event takes no longer than the answer to the write."""
    events, answers = [], []
    with serving(bench) as ours, Client(ours.port) as client:
        token = log_in(ours.port)
        post = new_post(client, token)
        for number in range(FIRST_EVENTS):
            with Audience(ours.port, token) as audience:
                audience.open(1)
                began = time.perf_counter()
                edit(client, token, post, number)
                answers.append((time.perf_counter() - began) * 1e6)
                audience.read(1)
                events.append((time.perf_counter() - began) * 1e6)
    bench.report.add(
        "first event of a socket that has just joined, after a write",
        "no round trip and no timer after the writer's answer",
        f"{median(events):,.0f} µs, with the answer after {median(answers):,.0f} µs",
        median(events) <= 2 * median(answers),
    )  # fmt: skip


# MARK: Sockets


class Audience:
    """Many sockets that have joined the feed, read by one thread.

    Of what comes only lengths and checksums are kept, but for the first socket: all get the same
    bytes.
    """

    def __init__(self, port, token):
        self.token = token
        self._address = ("127.0.0.1", port)
        self._poll = select.epoll()
        self._listeners = {}
        self._first = None
        self._due = 0

    def __len__(self):
        return len(self._listeners)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._poll.close()
        for listener in self._listeners.values():
            listener.socket.close()

    def open(self, count):
        """Opens `count` more sockets, all at once, and lets them join."""
        target = f"/community/websocket?vsn=2.0.0&token={self.token}"
        head = (
            f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        join = masked(b'["1","1","community:feed","phx_join",{}]')
        opening = [Listener(socket.create_connection(self._address)) for _ in range(count)]
        for listener in opening:
            listener.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            listener.socket.sendall(head.encode())
        for listener in opening:
            answer = b""
            while not answer.endswith(b"\r\n\r\n"):
                answer += received(listener.socket, 4096)
            if not answer.startswith(b"HTTP/1.1 101 "):
                raise RuntimeError(f"no socket: {answer[:300]!r}")
            listener.socket.sendall(join)
        for listener in opening:
            frame = b""
            while not (frame and len(frame) == 2 + frame[1]):
                frame += received(listener.socket, 4096)
            if b'"status":"ok"' not in frame:
                raise RuntimeError(f"not joined: {frame!r}")
            listener.socket.setblocking(False)
            listener.count = self._due
            number = listener.socket.fileno()
            self._listeners[number] = listener
            self._first = self._first or listener
            self._poll.register(number, select.EPOLLIN)

    def read(self, count, check=lambda: None):
        """Reads until each has got `count` more messages; gives when each got the last one."""
        self._due += count
        lacking = {n for n, listener in self._listeners.items() if listener.count < self._due}
        arrivals = []
        while lacking:
            check()
            ready = self._poll.poll(TIMEOUT, len(self._listeners))
            if not ready:
                raise RuntimeError(f"{len(lacking)} of {len(self)} sockets lack messages")
            for number, _ in ready:
                listener = self._listeners[number]
                listener.take(received(listener.socket, 1 << 18), listener is self._first)
                if listener.count >= self._due and number in lacking:
                    arrivals.append(time.monotonic())
                    lacking.discard(number)
        return arrivals

    def different(self):
        """How many sockets have not got the very bytes that the first one has got."""
        first = self._first
        return sum(
            (one.length, one.checksum) != (first.length, first.checksum)
            for one in self._listeners.values()
        )

    def texts_of_first(self):
        """The messages of the first socket."""
        data, place, texts = self._first.kept, 0, []
        while place < len(data):
            length, head = frame_length(data, place)
            texts.append(bytes(data[place + head : place + head + length]))
            place += head + length
        return texts


class Listener:
    """What one socket has got."""

    def __init__(self, connection):
        self.socket = connection
        self.count = 0
        self.length = 0
        self.checksum = 0
        self.kept = bytearray()
        self._rest = b""

    def take(self, data, keeps):
        self.length += len(data)
        self.checksum = zlib.crc32(data, self.checksum)
        if keeps:
            self.kept += data
        if self._rest:
            data = self._rest + data
        elif data[0] == 0x81 and data[1] == 126 and len(data) == 4 + (data[2] << 8 | data[3]):
            # One whole message, as nearly always: the reading itself must not be what is measured.
            self.count += 1
            return
        place, end = 0, len(data)
        while end - place >= 2:
            length, head = frame_length(data, place)
            if end - place < head + length:
                break
            if data[place] != 0x81:
                raise RuntimeError(f"not a text: {data[place : place + 100]!r}")
            place += head + length
            self.count += 1
        self._rest = data[place:]


def frame_length(data, place):
    """Lengths of the payload and of the head of the frame at `place`."""
    length = data[place + 1]
    if length < 126:
        return length, 2
    return int.from_bytes(data[place + 2 : place + 4], "big"), 4


def masked(text):
    """A short text frame of a client; a mask of zeros leaves the text as it is."""
    return struct.pack(">BB4x", 0x81, 0x80 | len(text)) + text


def received(connection, count):
    data = connection.recv(count)
    if not data:
        raise ConnectionError("the server closed the connection")
    return data


# MARK: Writes


class Author:
    """Writes in a process of its own, so that reading does not hold up the watch.

    Make it before the sockets: the process would hold them open.
    """

    def __init__(self, port):
        context = multiprocessing.get_context("fork")
        self._orders, orders = context.Pipe()
        self._process = context.Process(target=work, args=(port, orders), daemon=True)
        self._process.start()
        orders.close()
        self.edited()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._orders.close()
        self._process.terminate()
        self._process.join()

    def edit(self, number):
        """Has one write made; ``edited`` gives when it began and when its answer was there."""
        self._orders.send(("edit", number))

    def edit_steadily(self, count, rate):
        """Has writes made at a rate; ``edited`` gives the time of the slowest."""
        self._orders.send(("steadily", count, rate))

    def edited(self):
        if not self._orders.poll(TIMEOUT):
            raise RuntimeError("a write was not answered")
        result = self._orders.recv()
        if isinstance(result, Exception):
            raise result
        return result


def work(port, orders):
    """What the process of an author does."""
    try:
        with Client(port) as client:
            token = log_in(port)
            post = new_post(client, token)
            orders.send("ready")
            while True:
                kind, *details = orders.recv()
                do = timed_edit if kind == "edit" else steady_edits
                orders.send(do(client, token, post, *details))
    except EOFError:
        pass
    except Exception as error:  # whatever it is, the row is to tell it
        orders.send(RuntimeError(repr(error)))


def timed_edit(client, token, post, number):
    began = time.monotonic()
    edit(client, token, post, number)
    return began, time.monotonic()


def steady_edits(client, token, post, count, rate):
    slowest, start = 0.0, time.monotonic()
    for number in range(count):
        time.sleep(max(0, start + number / rate - time.monotonic()))
        began, ended = timed_edit(client, token, post, number)
        slowest = max(slowest, ended - began)
    return slowest


def log_in(port):
    """An API token of somebody in the seed who is in the community."""
    with Client(port) as client:
        return call(client, "POST", "/tokens", LOGIN, 201)["token"]


def new_post(client, token):
    """The number of a new post."""
    return call(client, "POST", "/posts", {"content": "low tide"}, 201, token)["id"]


def edit(client, token, post, number):
    call(client, "PATCH", f"/posts/{post}", {"content": f"low tide {number}"}, 200, token)


def call(client, method, path, value, expected, token=None):
    headers = [("Content-Type", "application/json")]
    if token:
        headers.append(("Authorization", f"Bearer {token}"))
    status, body = client.request(method, API + path, json.dumps(value).encode(), headers)
    if status != expected:
        raise RuntimeError(f"{method} {path} answered {status}: {body[:200]!r}")
    return json.loads(body)["data"]


ROWS = [feed_reach, feed_steady, feed_first_event]
