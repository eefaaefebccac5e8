"""The rows of worlds: fork, reset and snapshot at 10,000 posts, in memory and with a data file, and
the feed inside a world."""

import json
import time

from .load import Client, wrk
from .processes import resident_bytes
from .report import median
from .throughput import FIRST_PAGE, compare_settings, publish, serving, sign_up

POSTS = 10_000
SAMPLES = 100
FORKS = 100
RULES = 100
CONTROL = "/__mockpostly/v1"
JSON = [("Content-Type", "application/json")]


def forks(bench):
    """Copies of a world of 10,000 posts: how long one takes, and how much memory."""
    with serving(bench, "--seed", bench.seed_of(POSTS, "forked")) as ours:
        with Client(ours.port) as client:
            client.get(FIRST_PAGE)
            made, times = [], []
            # The first one warms up what all share.
            control(client, "POST", "/worlds", {"from": "default"}, 201)
            before = resident_bytes(ours.pid)
            for _ in range(FORKS):
                began = time.perf_counter()
                answer = control(client, "POST", "/worlds", {"from": "default"}, 201)
                times.append((time.perf_counter() - began) * 1e3)
                made.append(json.loads(answer)["id"])
            for world in made:
                client.get(f"/w/{world}{FIRST_PAGE}")
            bytes_each = (resident_bytes(ours.pid) - before) / FORKS
    judge_times(bench, f"fork of a world of {POSTS:,} posts", times, 5)
    bench.report.add(
        "memory of a fork that has answered one page and written nothing", "≤ 1 MiB",
        f"{bytes_each / 1024:,.0f} KiB", bytes_each <= 1024 * 1024,
    )  # fmt: skip


def resets(bench):
    """A world of 10,000 posts with one more written, back to its start."""
    post = json.dumps({"title": "Low tide", "content": "salt and early light"}).encode()
    with serving(bench, "--seed", bench.seed_of(POSTS, "reset")) as ours:
        times = []
        with Client(ours.port) as client:
            for _ in range(SAMPLES // 2):
                publish(client, sign_up(ours), post)
                began = time.perf_counter()
                control(client, "POST", "/reset", {}, 200)
                times.append((time.perf_counter() - began) * 1e3)
    judge_times(bench, f"reset of a world of {POSTS:,} posts", times, 5)


def snapshots(bench):
    """Saving and restoring a world of 10,000 posts, in memory."""
    post = json.dumps({"title": "Low tide", "content": "salt and early light"}).encode()
    saving, restoring = [], []
    with serving(bench, "--seed", bench.seed_of(POSTS, "kept")) as ours:
        token = sign_up(ours)
        with Client(ours.port) as client:
            for _ in range(SAMPLES // 2):
                publish(client, token, post)
                began = time.perf_counter()
                control(client, "POST", "/snapshots", {"name": "kept", "overwrite": True}, 201)
                saved = time.perf_counter()
                publish(client, token, post)
                written = time.perf_counter()
                control(client, "POST", "/snapshots/kept/restore", {}, 200)
                restoring.append((time.perf_counter() - written) * 1e3)
                saving.append((saved - began) * 1e3)
    judge_times(bench, f"snapshot of a world of {POSTS:,} posts, saved", saving, 5)
    judge_times(bench, f"snapshot of a world of {POSTS:,} posts, restored", restoring, 5)


def with_data_file(bench):
    """The same of a world in a data file, each after a post that was written."""
    post = json.dumps({"title": "Low tide", "content": "salt and early light"}).encode()
    file = bench.folder / "worlds.sqlite"
    with serving(bench, "--seed", bench.seed_of(POSTS, "stored"), "--data", file) as ours:
        with Client(ours.port) as client:

            def timed(path, body, expected):
                began = time.perf_counter()
                control(client, "POST", path, body, expected)
                return (time.perf_counter() - began) * 1e3

            before = resident_bytes(ours.pid)
            # The first reset reads the seed, which the later ones have in memory.
            control(client, "POST", "/reset", {}, 200)
            reset, forked, saved, restored = [], [], [], []
            for _ in range(SAMPLES // 2):
                publish(client, sign_up(ours), post)
                reset.append(timed("/reset", {}, 200))
            token = sign_up(ours)
            for _ in range(SAMPLES // 2):
                publish(client, token, post)
                saved.append(timed("/snapshots", {"name": "kept", "overwrite": True}, 201))
                publish(client, token, post)
                restored.append(timed("/snapshots/kept/restore", {}, 200))
                publish(client, token, post)
                forked.append(timed("/worlds", {"from": "default"}, 201))
            grown = resident_bytes(ours.pid) - before
    what = f"of a world of {POSTS:,} posts with `--data`"
    judge_times(bench, f"reset {what}", reset, 5)
    judge_times(bench, f"fork {what}", forked, 5)
    judge_times(bench, f"snapshot {what}, saved", saved, 5)
    judge_times(bench, f"snapshot {what}, restored", restored, 5)
    bench.report.notes.append(
        f"With `--data`, {len(forked)} forks, a snapshot and the pages for resets took "
        f"{grown / 1e6:,.0f} MB of memory; the file has {file.stat().st_size / 1e6:,.0f} MB."
    )


def feed_in_world(bench):
    """The first feed page of a world beside that of the default world."""
    with serving(bench, "--seed", bench.thousand_posts) as ours:
        with Client(ours.port) as client:
            control(client, "POST", "/worlds", {"id": "beside"}, 201)
            inside = f"/w/beside{FIRST_PAGE}"
            if client.get(inside) != client.get(FIRST_PAGE):
                raise RuntimeError("the two worlds answer different bytes")
        rates = {FIRST_PAGE: [], inside: []}
        for path in rates:
            wrk(ours.port, seconds=1, path=path)
        for number in range(bench.rounds * 2):
            for path in rates if number % 2 == 0 else reversed(rates):
                bench.check_time()
                rates[path].append(wrk(ours.port, seconds=bench.seconds, path=path))
    ratio = median([own / home for own, home in zip(rates[inside], rates[FIRST_PAGE])])
    bench.report.add(
        "feed page 1 inside a world", "≥ 0.95 of the default world", f"{ratio:.2f}", ratio >= 0.95
    )


def feed_without_rules(bench):
    """The first feed page of a world without rules, whose server has another with many."""
    ruled = []

    def load_of(server):
        if not ruled:  # the first server has the rules, and the other none
            ruled.append(server)
            with Client(server.port) as client:
                control(client, "POST", "/worlds", {"id": "ruled"}, 201)
                rule = {"world": "ruled", "match": {"path": "/api/posts/*"}}
                for _ in range(RULES):
                    control(client, "POST", "/stubs", {**rule, "response": {"status": 500}}, 201)
                    control(client, "POST", "/faults", {**rule, "fault": {"status": 503}}, 201)
        return {"path": FIRST_PAGE}

    rate, cpu = compare_settings(bench, {}, {}, load_of)
    bench.report.add(
        f"feed page 1 beside a world of {RULES} stubs and {RULES} faults: CPU time a request",
        "≤ 1.05 of a server without rules", f"{cpu:.2f} ({rate:.2f} of its requests)",
        cpu <= 1.05,
    )  # fmt: skip


def control(client, method, path, body, expected):
    status, answer = client.request(method, CONTROL + path, json.dumps(body).encode(), JSON)
    if status != expected:
        raise RuntimeError(f"{method} {path} answered {status}: {answer[:300]!r}")
    return answer


def judge_times(bench, what, times, most):
    """Judges the median of round trips in milliseconds; the slowest are told beside it."""
    times = sorted(times)
    tail = times[int(len(times) * 0.95)]
    bench.report.add(
        what, f"≤ {most} ms", f"{median(times):.2f} ms, 95 % within {tail:.2f} ms",
        median(times) <= most,
    )  # fmt: skip


ROWS = [forks, resets, snapshots, with_data_file, feed_in_world, feed_without_rules]
