"""Instructions that a request takes in user mode, counted by valgrind.

A figure is the difference of two runs of the same server, which differ only in how many requests
they answer, one after the other on one connection. What a busy machine adds to a run, such as one
more look at a timer, only ever adds: each run is counted three times, and the least count is taken.
"""

from __future__ import annotations

import json
import platform
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .load import Client
from .processes import Processes
from .servers import HERE, answers, free_port, nginx_configuration, nginx_program

COMMITTED = HERE / "instructions.json"
# From the committed figure, in both directions. Beside a busy machine single counts of one program were up
# to 2 % apart, the least of three equal; another processor takes other functions of the C library.
TOLERANCE = 0.05
WARM_UP = 300
COUNTS = 3  # of each run; the least is taken
# Else two runs hash differently, and two processors copy differently.
SAME_EVERYWHERE = {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1073741824"
    ":glibc.cpu.x86_rep_stosb_threshold=1073741824",
}
TIMEOUT = 60  # seconds for the start, and for the end, of a server

FEED = "/api/posts?page=1&limit=10"
SEARCH = "/posts/search?q=love&limit=10"
ARTICLES = "/realworld/api/articles?limit=10"
JSON = [("Content-Type", "application/json")]


# What is repeated: arguments of `Client.request`, after what the request needs was made.


def getting(path):
    """A GET of `path`."""
    return lambda port: ("GET", path)


def post_by_id(port):
    """A GET of the newest post, whose view is counted."""
    with Client(port) as client:
        newest = json.loads(client.get(FEED))["posts"][0]
    return "GET", f"/api/posts/{newest['_id']}"


def log_in(port):
    """A log-in of DummyJSON, for which two tokens are signed."""
    account = {"username": "emilys", "password": "emilyspass"}
    return "POST", "/auth/login", json.dumps(account).encode(), JSON


def in_world_by_prefix(port):
    """The feed page of a world that the path names."""
    return "GET", f"/w/{make_world(port)}{FEED}"


def in_world_by_header(port):
    """The feed page of a world that a header names."""
    return "GET", FEED, b"", [("X-Mockpostly-World", make_world(port))]


def make_world(port):
    with Client(port) as client:
        status, answer = client.request(
            "POST", "/__mockpostly/v1/worlds", json.dumps({"id": "counted"}).encode(), JSON
        )
    if status != 201:
        raise RuntimeError(f"making a world answered {status}: {answer[:200]!r}")
    return json.loads(answer)["id"]


@dataclass(frozen=True)
class Row:
    """What is counted: `flags` of the server, and the request that is repeated `times` times.

    At most `most` instructions are asked for, or `most` times those of the row `base`. With
    `beside_nginx`, those of nginx that answers the same bytes are counted too.
    """

    name: str
    request: Callable[[int], tuple]
    most: float
    base: str | None = None
    flags: tuple[str, ...] = ("--quiet",)
    times: int = 4000
    beside_nginx: bool = False

    @property
    def asked(self):
        return f"≤ {self.most} × {self.base}" if self.base else f"≤ {self.most:,}"

    def is_met(self, counts):
        """Whether `counts`, by row, meet it; None when the row that it is compared with is missing."""
        if self.base and self.base not in counts:
            return None
        return counts[self.name] <= self.most * (counts[self.base] if self.base else 1)


QUIET_UNCACHED = ("--quiet", "--no-cache")
ROWS = [
    Row("feed page", getting(FEED), 10_000, beside_nginx=True),
    Row("one record", getting("/posts/1"), 7_500, beside_nginx=True),
    Row("page of records", getting("/posts?limit=10"), 8_500, beside_nginx=True),
    Row("post by id, its view counted", post_by_id, 10_000),
    Row("feed page, logged", getting(FEED), 1.3, base="feed page", flags=()),
    Row("feed page, no cache", getting(FEED), 150_000, flags=QUIET_UNCACHED, times=400),
    Row("search, no cache", getting(SEARCH), 80_000, flags=QUIET_UNCACHED, times=400),
    Row("articles, no cache", getting(ARTICLES), 160_000, flags=QUIET_UNCACHED, times=400),
    Row("log-in", log_in, 80_000, times=400),
    Row("feed page in a world by prefix", in_world_by_prefix, 1.1, base="feed page"),
    Row("feed page in a world by header", in_world_by_header, 1.15, base="feed page"),
]


@dataclass
class Count:
    """What was counted for a row; `nginx` is None when nginx was not counted beside it."""

    row: Row
    instructions: int
    nginx: int | None = None


class Counter:
    """Counts the instructions of servers, whose files are in `folder`."""

    def __init__(self, binary, folder):
        self._binary = binary
        self._folder = Path(folder)
        self._runs = 0

    def count(self, row, with_nginx=False):
        """Counts `row`; `with_nginx` also counts nginx where the row asks for it."""
        body = None

        def prepare(port):
            nonlocal body
            request = row.request(port)
            with Client(port) as client:
                body = client.request(*request)[1]
            return request

        own = self._difference(row, lambda: self._mockpostly(row.flags), prepare)
        if not (with_nginx and row.beside_nginx):
            return Count(row, own)
        return Count(row, own, self._difference(row, lambda: self._nginx(body), getting("/")))

    def _difference(self, row, make_command, prepare):
        few, many = (
            min(self._total(make_command, prepare, times) for _ in range(COUNTS))
            for times in (row.times // 2, row.times // 2 + row.times)
        )
        return round((many - few) / row.times)

    def _total(self, make_command, prepare, times):
        """All instructions of a server, from its start over `times` requests to its end."""
        command, port, ready = make_command()
        log = self._new_folder() / "valgrind.log"
        valgrind = [
            "valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
            f"--log-file={log}",
        ]  # fmt: skip
        with Processes() as processes:
            process = processes.start(
                [str(word) for word in valgrind + command],
                log.with_name("errors.log"),
                **SAME_EVERYWHERE,
            )
            deadline = time.monotonic() + TIMEOUT
            while not answers(port, ready):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"no server: {log.read_text(errors='replace')[-500:]}")
                time.sleep(0.02)
            request = prepare(port)
            with Client(port) as client:
                for _ in range(WARM_UP + times):
                    status, answer = client.request(*request)
                    if status != 200:
                        raise RuntimeError(f"{request[1]} answered {status}: {answer[:200]!r}")
            processes.stop(process, timeout=TIMEOUT)
        said = log.read_text(errors="replace")
        total = re.search(r"I\s+refs:\s+([\d,]+)", said)
        if not total:
            raise RuntimeError(f"valgrind counted nothing: {said[-500:]}")
        return int(total[1].replace(",", ""))

    def _mockpostly(self, flags):
        port = free_port()
        command = [
            self._binary, "serve", "--host", "127.0.0.1", "--port", port, "--random-seed", 1, *flags,
        ]  # fmt: skip
        return command, port, "/__mockpostly/v1/ready"

    def _nginx(self, body):
        port = free_port()
        prefix = self._new_folder()
        (prefix / "nginx.conf").write_bytes(nginx_configuration(body, port, prefix))
        command = [nginx_program(), "-p", prefix, "-c", prefix / "nginx.conf", "-e", prefix / "log"]
        return command, port, "/"

    def _new_folder(self):
        self._runs += 1
        folder = self._folder / f"count-{self._runs}"
        folder.mkdir()
        return folder


def committed():
    """The committed figures for this kind of processor, by row; empty when there are none."""
    return _all_committed().get(platform.machine(), {})


def is_as_committed(count, known):
    """Whether a count is within the tolerance of the `known` figure of its row."""
    figure = known.get(count.row.name)
    return figure is not None and abs(count.instructions / figure - 1) <= TOLERANCE


def commit(counts):
    """Writes `counts` as the figures of this kind of processor."""
    figures = _all_committed()
    figures[platform.machine()] = {count.row.name: count.instructions for count in counts}
    COMMITTED.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n")


def _all_committed():
    return json.loads(COMMITTED.read_text()) if COMMITTED.is_file() else {}


def table(counts):
    """The counts as lines of a Markdown table."""
    figures = {count.row.name: count.instructions for count in counts}
    lines = [
        "| request | asked | instructions | nginx, same bytes | passed |",
        "|---|---|---|---|---|",
    ]
    for count in counts:
        own = f"{count.instructions:,}"
        if count.row.base in figures:
            own += f" ({count.instructions / figures[count.row.base]:.2f} ×)"
        nginx = f"{count.nginx:,}" if count.nginx else "–"
        mark = {True: "yes", False: "**no**", None: "–"}[count.row.is_met(figures)]
        lines.append(f"| {count.row.name} | {count.row.asked} | {own} | {nginx} | {mark} |")
    return lines


def counted_instructions(bench):
    """The instructions of a request, which valgrind counts without noise."""
    counter = Counter(bench.binary, bench.folder)
    for row in ROWS:
        bench.check_time()
        bench.report.counts.append(counter.count(row, with_nginx=True))
    figures = {count.row.name: count.instructions for count in bench.report.counts}
    missed = [count.row.name for count in bench.report.counts if not count.row.is_met(figures)]
    bench.report.add(
        f"instructions of a request, {len(figures)} rows", "all met",
        "missed: " + ", ".join(missed) if missed else "all met", not missed,
    )  # fmt: skip


BENCH_ROWS = [counted_instructions]
