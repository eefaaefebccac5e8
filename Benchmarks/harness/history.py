"""The rows of undoing: what the history of writes costs, and how fast a write is undone."""

import json
import time

from .load import Client
from .report import median
from .servers import HERE
from .throughput import FIRST_PAGE, compare_settings, publish, sign_up

OFF = {"MOCKPOSTLY_HISTORY": "0"}
POSTS = 10_000
UNDONE = 100


def writes_with_history(bench):
    """One post after the other, each a commit of its own, with a history and without."""
    post = post_of(bench)

    def load_of(server):
        arguments = ("/api/posts", post, sign_up(server))
        return {"script": HERE / "post.lua", "arguments": arguments, "connections": 1}

    rate, cpu = compare_settings(bench, {}, OFF, load_of)
    judge(bench, "`POST /api/posts`, one at a time, with a history", rate, cpu, 0.90)


def reads_with_history(bench):
    """The same feed page again and again, with a history and without."""
    rate, cpu = compare_settings(bench, {}, OFF, lambda _: {"path": FIRST_PAGE})
    judge(bench, f"`GET {FIRST_PAGE}` repeated, with a history", rate, cpu, 0.96)


def undo_one_write(bench):
    """How long the undoing of one post takes in a world with many."""
    times = []
    with bench.processes_of_row() as servers:
        server = servers.mockpostly("--seed", bench.seed_of(POSTS, "many"))
        token, body = sign_up(server), post_of(bench).read_bytes()
        with Client(server.port) as client:
            for _ in range(UNDONE):
                publish(client, token, body)
            for _ in range(UNDONE):
                began = time.perf_counter()
                status, answer = client.request("POST", "/__mockpostly/v1/undo")
                times.append((time.perf_counter() - began) * 1000)
                if status != 200:
                    raise RuntimeError(f"undo answered {status}: {answer[:200]!r}")
    bench.report.add(
        f"undo of one post, {POSTS:,} posts", "≤ 3 ms",
        f"{median(times):.2f} ms, slowest {max(times):.2f} ms", median(times) <= 3,
    )  # fmt: skip


def post_of(bench):
    """The file of a post of about 300 bytes."""
    file = bench.folder / "history-post.json"
    file.write_text(
        json.dumps({"title": "Low tide on a Sunday", "content": "salt and early light " * 13})
    )
    return file


def judge(bench, what, rate, cpu, least):
    bench.report.add(what, f"≥ {least:.2f} of without", f"{rate:.2f}, CPU {cpu:.2f}", rate >= least)


ROWS = [writes_with_history, reads_with_history, undo_one_write]
