"""The rows that compare 100,000 posts with 1,000."""

import json
import time

from .load import Client
from .processes import resident_bytes
from .report import median
from .resources import megabytes

WORD = "quillmarrow"  # stands in 20 posts of each set, evenly spread, and nowhere else
HITS = 20
SAMPLES = 200
BATCH = 10
TIMEOUT = 8  # seconds for one kind of request at most


def many_posts(bench):
    """The time of one request at a time, over keep-alive, without caches."""
    began = time.monotonic()
    small = with_word(bench.seed_of(1_000, "searched"))
    large = with_word(bench.seed_of(100_000, "large"))
    generated = time.monotonic()
    with bench.processes_of_row() as servers:
        few = servers.mockpostly("--seed", small, "--no-cache")
        many = servers.mockpostly("--seed", large, "--no-cache", timeout=90)
        bench.report.notes.append(
            f"100,000 posts: generated in {generated - began:.1f} s, serving after another "
            f"{time.monotonic() - generated:.1f} s, {megabytes(resident_bytes(many.pid))} resident."
        )
        with Client(few.port) as at_few, Client(many.port) as at_many:
            for client in (at_few, at_many):
                found = len(json.loads(client.get(f"/api/posts/search?q={WORD}")))
                if found != HITS:
                    raise RuntimeError(f"the search finds {found} posts instead of {HITS}")
            floor = paired_medians(
                at_few, at_many, "/__mockpostly/v1/live", "/__mockpostly/v1/live"
            )
            page = paired_medians(at_few, at_many, page_path(1), page_path(1))
            middle = paired_medians(at_few, at_many, page_path(50), page_path(5_000))
            search = paired_medians(
                at_few, at_many, f"/api/posts/search?q={WORD}", f"/api/posts/search?q={WORD}"
            )
    bench.report.notes.append(
        "Times at 100,000 posts are round trips of one request at a time with `--no-cache`; the "
        f"cheapest request, `/__mockpostly/v1/live`, takes {median(floor):.0f} µs of such a trip."
    )
    judge(bench, "feed page 1", page, times=2)
    judge(bench, "a page in the middle", middle, longest=150)
    judge(bench, f"search for a word with {HITS} hits", search, times=1.5)


def judge(bench, name, medians, times=None, longest=None):
    """Asks for so many times the time at 1,000 posts at most, or for so many microseconds."""
    few, many = medians
    bench.report.add(
        f"100,000 posts: {name}",
        f"≤ {times:g}× its time at 1,000" if times else f"≤ {longest} µs",
        f"{many / few:.2f}× ({many:,.0f} µs against {few:,.0f} µs)",
        many <= times * few if times else many <= longest,
    )  # fmt: skip


def page_path(page):
    return f"/api/posts?page={page}&limit=10"


def paired_medians(few, many, few_path, many_path):
    """Median microseconds of a request to each of two servers, in alternating batches."""
    times = {few: [], many: []}
    deadline = time.monotonic() + TIMEOUT
    while len(times[many]) < SAMPLES and time.monotonic() < deadline:
        for client, path in ((few, few_path), (many, many_path)):
            for _ in range(BATCH):
                began = time.perf_counter()
                client.get(path)
                times[client].append((time.perf_counter() - began) * 1e6)
    return median(times[few]), median(times[many])


def with_word(folder):
    """Writes the word into 20 published posts of a generated seed, evenly spread over them."""
    files = {file: json.loads(file.read_bytes()) for file in sorted(folder.glob("*.json"))}
    posts = [
        post
        for content in files.values()
        for post in content.get("posts", [])
        if post.get("status", "published") == "published"
    ]
    for post in posts[:: len(posts) // HITS][:HITS]:
        if isinstance(post["content"], list):
            post["content"][0] += f" {WORD}"
        else:
            post["content"] += f" {WORD}"
    for file, content in files.items():
        file.write_text(json.dumps(content))
    return folder


ROWS = [many_posts]
