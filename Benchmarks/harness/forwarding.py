"""Requests that are sent on to a real server: throughput and time, beside nginx as a proxy."""

import time

from .load import Client
from .report import median
from .throughput import by_wrk, judge, take_turns

PATH = "/v2/orders?page=2"
BODY = b'{"orders":[%s]}' % b",".join(b'{"id":%d,"text":"Low tide at noon"}' % id for id in range(50))
TIMES = 500
MOST_MILLISECONDS = 5


def forwarded(bench):
    """A path that no system has; mockpostly and nginx pass it on to the same nginx."""
    with bench.processes_of_row() as servers:
        real = servers.nginx(BODY)
        proxy = servers.nginx_proxy(real)
        ours = servers.mockpostly("--seed", "empty", "--upstream", f"http://127.0.0.1:{real.port}")
        for server in (proxy, ours):
            with Client(server.port) as client:
                if client.get(PATH) != BODY:
                    raise RuntimeError(f"{server.name} does not pass on the bytes of the real server")
        ratios = take_turns(bench, "forwarded request", [proxy, ours], by_wrk(bench, path=PATH))
        more = median(times(ours)) - median(times(real))
    judge(bench, f"forwarded request, {len(BODY):,} bytes; nginx as a proxy", ratios, 0.3)
    bench.report.add(
        "forwarded request: time more than without mockpostly", f"≤ {MOST_MILLISECONDS} ms",
        f"{more:.2f} ms", more <= MOST_MILLISECONDS,
    )  # fmt: skip


def times(server):
    """The milliseconds of requests one after another on one connection."""
    measured = []
    with Client(server.port) as client:
        for _ in range(TIMES):
            began = time.perf_counter()
            client.get(PATH)
            measured.append((time.perf_counter() - began) * 1000)
    return measured


ROWS = [forwarded]
