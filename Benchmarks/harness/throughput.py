"""The rows that are ratios to nginx: feed pages and single posts under wrk."""

import json
from contextlib import contextmanager
from dataclasses import dataclass

from .load import Client, wrk
from .processes import cpu_seconds
from .report import Throughput, median
from .servers import HERE

FIRST_PAGE = "/api/posts?page=1&limit=10"


def repeated_page(bench):
    """The same feed page again and again; here the C program on evhttp takes its turn too."""
    with serving(bench, "--seed", bench.thousand_posts) as ours:
        body = fetch(ours, FIRST_PAGE)
        ratio = compare(bench, "repeated page", ours, body, path=FIRST_PAGE, evhttp=True)
    judge(bench, f"`GET {FIRST_PAGE}` repeated, {len(body):,} bytes", ratio, 1.0, most_cpu=1.0)


def different_pages(bench):
    """Every request another of the 100 feed pages."""
    with serving(bench, "--seed", bench.thousand_posts) as ours:
        ratio = compare_pages(bench, "different pages", ours)
    judge(bench, "every request a different page, 1,000 posts", ratio, 0.75)


def repeated_page_uncached(bench):
    """The first feed page again and again, without caches."""
    with serving(bench, "--seed", bench.thousand_posts, "--no-cache") as ours:
        body = fetch(ours, FIRST_PAGE)
        ratio = compare(bench, "repeated page, --no-cache", ours, body, path=FIRST_PAGE)
    judge(bench, f"`GET {FIRST_PAGE}` repeated, `--no-cache`", ratio, 0.45)


def different_pages_uncached(bench):
    """The different pages without caches; the database passes over 495 posts on average."""
    with serving(bench, "--seed", bench.thousand_posts, "--no-cache") as ours:
        ratio = compare_pages(bench, "different pages, --no-cache", ours)
    judge(bench, "every request a different page, `--no-cache`", ratio, 0.45)


def post_in_memory(bench):
    """Single posts, whose views are counted, in memory."""
    with serving(bench, "--seed", bench.thousand_posts) as ours:
        ratio = compare_posts(bench, "post by id, in memory", ours)
    judge(bench, "`GET /api/posts/<id>` counting views, in memory", ratio, 0.90)


def post_in_file(bench):
    """Single posts, whose views are counted, in a data file."""
    file = bench.folder / "posts.sqlite"
    with serving(bench, "--seed", bench.thousand_posts, "--data", file) as ours:
        ratio = compare_posts(bench, "post by id, --data", ours)
    judge(bench, "`GET /api/posts/<id>` counting views, `--data`", ratio, 0.60)


def feed_with_writes(bench):
    """The first feed page, which a new post changes after every 100 reads."""
    post = bench.folder / "post.json"
    post.write_text(
        json.dumps({"title": "Low tide on a Sunday", "content": "salt and early light " * 13})
    )
    with serving(bench, "--seed", bench.thousand_posts) as ours:
        token = sign_up(ours)
        with Client(ours.port) as client:
            for _ in range(10):
                publish(client, token, post.read_bytes())
        body = fetch(ours, FIRST_PAGE)
        ratio = compare(
            bench, "feed with writes", ours, body,
            script=HERE / "read-and-write.lua", arguments=(FIRST_PAGE, token, post),
        )  # fmt: skip
    judge(bench, "feed page 1 with one post written per 100 reads", ratio, 0.60)


def compare_pages(bench, row, ours):
    paths = [f"/api/posts?page={page}&limit=10" for page in range(1, 101)]
    return compare_paths(bench, row, ours, paths)


def compare_posts(bench, row, ours):
    page = json.loads(fetch(ours, "/api/posts?page=1&limit=100"))
    return compare_paths(bench, row, ours, [f"/api/posts/{post['_id']}" for post in page["posts"]])


def compare_paths(bench, row, ours, paths):
    """Compares over all of `paths` in turn; nginx answers a body of their median length."""
    with Client(ours.port) as client:
        bodies = sorted((client.get(path) for path in paths), key=len)
    file = bench.folder / "paths"
    file.write_text("\n".join(paths) + "\n")
    return compare(
        bench, row, ours, bodies[len(bodies) // 2], script=HERE / "paths.lua", arguments=(file,)
    )


def compare(bench, row, ours, body, evhttp=False, **load):
    """Loads nginx and `ours` in turn by wrk, and returns the ratios."""
    with bench.processes_of_row() as servers:
        contestants = [servers.nginx(body), ours]
        if evhttp:
            contestants.append(servers.evhttp(body))
        return take_turns(bench, row, contestants, by_wrk(bench, **load))


def by_wrk(bench, **load):
    """What loads a server by wrk; returns the requests that it answered, and the seconds."""
    return lambda server: (wrk(server.port, seconds=bench.seconds, **load), bench.seconds)


def take_turns(bench, row, contestants, load):
    """Loads the contestants in turn, the order changing each round, and returns the ratios.

    `load` is called with a server, and returns how much that did in how many seconds. The first
    of the contestants is nginx, the second mockpostly.
    """
    ours = contestants[1]
    rates = {server.name: [] for server in contestants}
    cpu = {server.name: [] for server in contestants}
    for server in contestants:
        load(server)
    for number in range(bench.rounds):
        for server in contestants if number % 2 == 0 else reversed(contestants):
            bench.check_time()
            before = cpu_seconds(server.pid)
            done, seconds = load(server)
            cpu[server.name].append((cpu_seconds(server.pid) - before) / done * 1e6)
            rates[server.name].append(done / seconds)
    ratios = to_nginx(rates)
    bench.report.throughputs += [
        Throughput(row, name, median(rates[name]), median(cpu[name]), ratios[name])
        for name in rates
    ]
    return Ratios(ratios[ours.name], to_nginx(cpu)[ours.name])


def compare_settings(bench, own, other, load_of):
    """Loads two servers that differ in variables in turn; `own` to `other`.

    `load_of` is called with each server, and returns the arguments of `wrk`.

    Returns the medians of the ratios of throughput and of CPU time a request.
    """
    with bench.processes_of_row() as servers:
        contestants = [
            servers.mockpostly("--seed", bench.thousand_posts, **variables)
            for variables in (own, other)
        ]
        loads = [load_of(server) for server in contestants]
        rates, cpu = ([[], []] for _ in range(2))
        for server, load in zip(contestants, loads):
            wrk(server.port, seconds=1, **load)
        for number in range(bench.rounds):
            for place in (0, 1) if number % 2 == 0 else (1, 0):
                bench.check_time()
                server = contestants[place]
                before = cpu_seconds(server.pid)
                requests = wrk(server.port, seconds=bench.seconds, **loads[place])
                cpu[place].append((cpu_seconds(server.pid) - before) / requests)
                rates[place].append(requests)
    ratios = [[one / two for one, two in zip(*values)] for values in (rates, cpu)]
    return median(ratios[0]), median(ratios[1])


@dataclass
class Ratios:
    """Throughput and CPU time of each request, as ratios to nginx in the same rounds."""

    throughput: list[float]
    cpu: list[float]


def to_nginx(measured):
    return {
        name: [own / nginx for own, nginx in zip(values, measured["nginx"])]
        for name, values in measured.items()
    }


def judge(bench, what, ratios, least, most_cpu=None, each="request"):
    """Judges the throughput, and the CPU time of each request where `most_cpu` is given."""
    measured = median(ratios.throughput)
    bench.report.add(what, f"≥ {least:.2f} of nginx", f"{measured:.2f}", measured >= least)
    if most_cpu:
        measured = median(ratios.cpu)
        bench.report.add(
            f"{what}: CPU time a {each}", f"≤ {most_cpu:.2f} of nginx", f"{measured:.2f}",
            measured <= most_cpu,
        )  # fmt: skip


@contextmanager
def serving(bench, *flags):
    """mockpostly with `flags`, for the length of a `with` block."""
    with bench.processes_of_row() as servers:
        yield servers.mockpostly(*flags)


def fetch(server, path):
    with Client(server.port) as client:
        return client.get(path)


def sign_up(server):
    """Registers a person and returns the access token."""
    account = {"email": "bench@example.com", "name": "Bench", "password": "bench"}
    with Client(server.port) as client:
        status, body = client.request(
            "POST", "/api/auth/register", json.dumps(account).encode(),
            [("Content-Type", "application/json")],
        )  # fmt: skip
    if status != 201:
        raise RuntimeError(f"registering answered {status}: {body[:200]!r}")
    return json.loads(body)["accessToken"]


def publish(client, token, body):
    status, answer = client.request(
        "POST", "/api/posts", body,
        [("Content-Type", "application/json"), ("Authorization", f"Bearer {token}")],
    )  # fmt: skip
    if status != 201:
        raise RuntimeError(f"writing a post answered {status}: {answer[:200]!r}")


ROWS = [
    repeated_page,
    different_pages,
    repeated_page_uncached,
    different_pages_uncached,
    post_in_memory,
    post_in_file,
    feed_with_writes,
]
