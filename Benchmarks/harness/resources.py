"""The rows about start, memory and size."""

import json
import random
import time
from contextlib import ExitStack

from .load import Client, wrk
from .processes import resident_bytes
from .report import median
from .servers import HERE, answers, free_port, raise_file_limit
from .throughput import FIRST_PAGE, fetch, serving

STARTS = 25
IDLE_CONNECTIONS = 5000


def start(bench):
    """From the start of the process to the first answer, with all that is served by default."""
    times = []
    with bench.processes_of_row() as servers:
        for _ in range(STARTS):
            bench.check_time()
            port = free_port()
            began = time.perf_counter()
            process = servers.processes.start(servers.command(port), bench.folder / "start.log")
            while not answers(port, "/posts?limit=10"):
                if process.poll() is not None or time.perf_counter() - began > 10:
                    raise RuntimeError("the server does not start with the standard seed")
                time.sleep(0.0001)
            times.append((time.perf_counter() - began) * 1000)
            servers.processes.stop(process)
    measured = median(times)
    bench.report.add(
        f"start to first response, both seeds, {STARTS} starts", "≤ 6 ms median",
        f"{measured:.1f} ms (fastest {min(times):.1f}, slowest {max(times):.1f})", measured <= 6,
    )  # fmt: skip


def memory(bench):
    """Resident memory idle, and whether it grows between 100,000 and 1,000,000 requests."""
    with serving(bench) as ours:
        for path in (FIRST_PAGE, "/posts?limit=10", "/users?limit=10", "/products?limit=10"):
            fetch(ours, path)
        idle = resident_bytes(ours.pid)
        bench.report.add(
            "resident memory, idle, both seeds", "≤ 15 MB", megabytes(idle), idle <= 15e6
        )
        answered, marks = 0, []
        paths = mixed_paths(bench, ours)
        for mark in (100_000, 1_000_000):
            while answered < mark:
                bench.check_time()
                answered += wrk(
                    ours.port, script=HERE / "paths.lua", arguments=(paths,),
                    seconds=1 if mark == 100_000 else 4,
                )  # fmt: skip
            marks.append((answered, resident_bytes(ours.pid)))
    (early, before), (late, after) = marks
    bench.report.add(
        "resident memory after 1,000,000 requests", "no growth after the first 100,000 (≤ 1 %)",
        f"{megabytes(before)} after {early:,}, {megabytes(after)} after {late:,}",
        after <= before * 1.01,
    )  # fmt: skip


def memory_when_full(bench):
    """Resident memory when the caches and the journal are full: mixed requests for very many targets."""
    with serving(bench) as ours:
        file = bench.folder / "many-paths"
        file.write_text("\n".join(many_paths()) + "\n")
        answered = 0
        while answered < 300_000:
            bench.check_time()
            answered += wrk(ours.port, script=HERE / "paths.lua", arguments=(file,), seconds=2)
        full = resident_bytes(ours.pid)
    bench.report.add(
        "resident memory after 300,000 mixed requests that fill caches and journal", "≤ 80 MB",
        f"{megabytes(full)} after {answered:,}", full <= 80e6,
    )  # fmt: skip


def many_paths():
    """Some 30,000 targets of lists, searches and single records, in a random order."""
    words = "love life time day man people work world never good great see know think want".split()
    paths = [f"/posts?limit={limit}&skip={skip}" for limit in range(5, 35) for skip in range(200)]
    paths += [f"/products?limit={n}&skip={skip}" for n in range(5, 35) for skip in range(150)]
    paths += [f"/users?limit={n}&skip={skip}" for n in range(5, 25) for skip in range(150)]
    paths += [
        f"/{kind}/search?q={word}&limit={n}"
        for kind in ("posts", "products", "users")
        for word in words
        for n in range(1, 40)
    ]
    paths += [f"/api/posts?page={page}&limit={n}" for n in range(5, 60) for page in range(1, 41)]
    paths += [f"/{kind}/{n}" for kind in ("posts", "users", "quotes") for n in range(1, 201)] * 10
    paths += [f"/http/200/{n}" for n in range(5000)]
    random.Random(1).shuffle(paths)
    return paths


def mixed_paths(bench, server):
    """A file of paths as clients would ask: feed pages, posts by id and slug, and as much of DummyJSON."""
    posts = json.loads(fetch(server, "/api/posts?page=1&limit=40"))["posts"]
    paths = [f"/api/posts?page={page}&limit=10" for page in range(1, 11)] * 8
    paths += [f"/api/posts/{post['_id']}" for post in posts]
    paths += [f"/api/posts/slug/{post['slug']}" for post in posts[:10] if post["slug"]]
    paths += [f"/posts?limit=10&skip={skip}" for skip in range(0, 250, 10)]
    paths += [f"/{kind}/{number}" for kind in ("users", "products") for number in range(1, 31)]
    paths += ["/posts/search?q=love", "/users?limit=30&select=firstName,image", "/quotes/random"]
    file = bench.folder / "mixed-paths"
    file.write_text("\n".join(paths) + "\n")
    return file


def connections(bench):
    """Memory of connections that were used once and are kept open."""
    count = min(IDLE_CONNECTIONS, raise_file_limit() - 200)
    with serving(bench) as ours, ExitStack() as open_connections:
        with Client(ours.port) as client:
            for _ in range(1000):
                client.get(FIRST_PAGE)
        before = resident_bytes(ours.pid)
        for _ in range(count):
            bench.check_time()
            open_connections.enter_context(Client(ours.port)).get(FIRST_PAGE)
        each = (resident_bytes(ours.pid) - before) / count
    bench.report.add(
        f"memory per idle keep-alive connection, {count:,} connections", "≤ 2 KiB",
        f"{each / 1024:.2f} KiB", each <= 2048 and count == IDLE_CONNECTIONS,
    )  # fmt: skip


def binary_size(bench):
    """The size of the binary, which has to be static and stripped."""
    size = bench.binary.stat().st_size
    kinds = elf_kinds(bench.binary)
    bench.report.add(
        "release binary, static, stripped", "≤ 22 MB",
        f"{megabytes(size)}, {', '.join(kinds)}", size <= 22e6 and kinds == ["static", "stripped"],
    )  # fmt: skip


def elf_kinds(file):
    """Whether an ELF file is static (no program interpreter) and stripped (no symbol table)."""
    data = file.read_bytes()

    def number(offset, size):
        return int.from_bytes(data[offset : offset + size], "little")

    segments, sections = number(0x20, 8), number(0x28, 8)
    segment_types = [number(segments + i * number(0x36, 2), 4) for i in range(number(0x38, 2))]
    section_types = [number(sections + i * number(0x3A, 2) + 4, 4) for i in range(number(0x3C, 2))]
    return [
        "dynamic" if 3 in segment_types else "static",
        "with symbols" if 2 in section_types else "stripped",
    ]


def megabytes(count):
    return f"{count / 1e6:.1f} MB"


ROWS = [start, memory, memory_when_full, connections, binary_size]
