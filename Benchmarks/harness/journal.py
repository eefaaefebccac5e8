"""The rows of the journal and of faults: what they cost, and how fast a wait is answered."""

import http.client
import json
import multiprocessing
import time
from contextlib import contextmanager

from .load import Client
from .report import median
from .servers import HERE
from .throughput import FIRST_PAGE, compare_settings

CONTROL = "/__mockpostly/v1"
WAITS = 200
DELAYED = 1_000
PLAIN = 2_000


def journal_on_repeated_page(bench):
    """The same feed page again and again, with a journal and without."""
    measured = compare_journal(bench, path=FIRST_PAGE)
    judge(bench, f"`GET {FIRST_PAGE}` repeated, with a journal", *measured)


def journal_on_different_pages(bench):
    """Every request another of the 100 feed pages, with a journal and without."""
    file = bench.folder / "journal-paths"
    file.write_text("".join(f"/api/posts?page={page}&limit=10\n" for page in range(1, 101)))
    measured = compare_journal(bench, script=HERE / "paths.lua", arguments=(file,))
    judge(bench, "every request a different page, with a journal", *measured)


def compare_journal(bench, **load):
    """The ratios of throughput and of CPU time a request, with to without, taking turns."""
    return compare_settings(bench, {}, {"MOCKPOSTLY_JOURNAL_ENTRIES": "0"}, lambda _: load)


def judge(bench, what, rate, cpu):
    bench.report.add(what, "≥ 0.90 of without", f"{rate:.2f}, CPU {cpu:.2f}", rate >= 0.90)


def wait_for_a_request(bench):
    """How long after a request the wait for it is answered."""
    delays = []
    with bench.processes_of_row() as servers:
        server = servers.mockpostly()
        waiter = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        with Client(server.port) as app:
            for number in range(WAITS):
                body = json.dumps({"match": {"path": "/posts/1"}, "count": number + 1})
                waiter.request("POST", f"{CONTROL}/requests/wait", body)
                began = time.perf_counter()
                app.get("/posts/1")
                answer = waiter.getresponse()
                answer.read()
                delays.append((time.perf_counter() - began) * 1000)
                if answer.status != 200:
                    raise RuntimeError(f"the wait was answered {answer.status}")
        waiter.close()
    delays.sort()
    p99 = delays[len(delays) * 99 // 100]
    bench.report.add(
        f"a wait is answered after its request, {WAITS} times", "≤ 20 ms at p99",
        f"{median(delays):.2f} ms, p99 {p99:.2f} ms", p99 <= 20,
    )  # fmt: skip


def plain_beside_faulted(bench):
    """Plain requests beside 1,000 that are delayed and others that are reset, and without."""
    with bench.processes_of_row() as servers:
        quiet, busy, other = (servers.mockpostly() for _ in range(3))
        delayed = [
            http.client.HTTPConnection("127.0.0.1", busy.port, timeout=60) for _ in range(DELAYED)
        ]
        for connection in delayed:
            connection.request("GET", "/posts/1?__delay=60s")
        alone, beside = [], []
        for _ in range(bench.rounds):
            bench.check_time()
            # Another server has the resets then: their client takes the processor in both cases.
            with resetting(other.port):
                alone.append(p99_of_plain(quiet.port))
            with resetting(busy.port):
                beside.append(p99_of_plain(busy.port))
        for connection in delayed:
            connection.close()
    ratio = median([one / other for one, other in zip(beside, alone)])
    bench.report.add(
        f"p99 of a plain request beside {DELAYED:,} delayed ones and steady resets",
        "< 2 × without", f"{ratio:.2f} × ({median(alone):.0f}, {median(beside):.0f} µs)",
        ratio < 2,
    )  # fmt: skip


@contextmanager
def resetting(port):
    """A process that has requests reset, for the length of a `with` block."""
    stop = multiprocessing.Event()
    process = multiprocessing.Process(target=reset_steadily, args=(port, stop))
    process.start()
    try:
        yield
    finally:
        stop.set()
        process.join()


def p99_of_plain(port):
    """In microseconds, over one connection."""
    times = []
    with Client(port) as client:
        for _ in range(PLAIN):
            began = time.perf_counter()
            client.get("/posts/1")
            times.append((time.perf_counter() - began) * 1e6)
    times.sort()
    return times[len(times) * 99 // 100]


def reset_steadily(port, stop):
    """A request every 5 ms, whose connection is reset."""
    while not stop.wait(0.005):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", "/posts/1?__fault=reset")
            connection.getresponse()
        except (ConnectionError, http.client.HTTPException):
            pass
        finally:
            connection.close()


ROWS = [
    journal_on_repeated_page,
    journal_on_different_pages,
    wait_for_a_request,
    plain_beside_faulted,
]
