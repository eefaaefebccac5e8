"""The rows of a user's own API: start, lists as ratios to nginx, filter and sort, worlds."""

import json
import random
import time

from .load import Client
from .processes import resident_bytes
from .throughput import compare, compare_paths, fetch, judge, serving
from .worlds import JSON, SAMPLES, control, judge_times

LIST = "/posts?_page=1&_limit=10"
WORLD_ROWS = 10_000
STARTS = 9
LARGE_DESCRIPTION = 240


def file_of(bench, rows, bytes_each=600):
    """A file with so many posts of about `bytes_each` bytes, the same in every run."""
    path = bench.folder / f"db-{rows}.json"
    if not path.exists():
        source = random.Random(rows)
        words = ["salt", "tide", "early", "light", "harbour", "rope", "slow", "bread", "window", "night"]
        posts = [
            {
                "id": number + 1,
                "title": " ".join(source.choices(words, k=4)),
                "body": " ".join(source.choices(words, k=max(1, (bytes_each - 130) // 6))),
                "views": source.randrange(100_000),
                "tags": source.sample(words, 2),
                "published": source.random() < 0.5,
            }
            for number in range(rows)
        ]
        path.write_text(json.dumps({"posts": posts, "comments": []}))
    return path


def start_small(bench):
    """The time until a server with 1,000 records answers."""
    judge_records(bench, 1_000, 15)


def start_large(bench):
    """The time until a server with 100,000 records (60 MB) answers, and its memory."""
    memory = judge_records(bench, 100_000, 1_500)
    size = file_of(bench, 100_000).stat().st_size
    bench.report.add(
        "own API: memory with 100,000 records", "≤ 4.0 × the file", f"{memory / size:.1f} ×",
        memory <= 4 * size,
    )  # fmt: skip


def judge_records(bench, rows, most):
    """Judges the start with records; returns the memory of the last server."""
    return judge_start(bench, file_of(bench, rows), "/posts/1", f"{rows:,} records", most)


def judge_start(bench, file, path, words, most):
    """Judges the median time until `path` is answered; returns the memory of the last server."""
    times = []
    for _ in range(STARTS):
        bench.check_time()
        with bench.processes_of_row() as servers:
            began = time.perf_counter()
            server = servers.mockpostly(file, ready_path=path)
            times.append((time.perf_counter() - began) * 1e3)
            memory = resident_bytes(server.pid)
    judge_times(bench, f"own API: answers with {words}", times, most)
    return memory


def description_of(bench, collections):
    """A description with so many collections of 60 members each, about 20 kB a collection."""
    path = bench.folder / f"openapi-{collections}.json"
    if path.exists():
        return path
    kinds = [
        {"type": "string", "example": "Low tide", "maxLength": 200},
        {"type": "string", "format": "date-time"},
        {"type": "integer", "minimum": 0, "maximum": 100_000},
        {"type": "string", "enum": ["open", "done", "late"], "default": "open"},
        {"type": "string", "format": "uri", "nullable": True},
        {"type": "array", "items": {"type": "string", "pattern": "^[a-z]{3,9}$"}},
    ]

    def answering(schema, **more):
        return {"description": "Good", "content": {"application/json": {"schema": schema}}, **more}

    paths, schemas = {}, {"Error": {"type": "object", "properties": {"message": {"type": "string"}}}}
    wrong = answering({"$ref": "#/components/schemas/Error"})
    for number in range(collections):
        members = {f"member{place}": kinds[(number + place) % len(kinds)] for place in range(60)}
        members["id"] = {"type": "integer", "readOnly": True}
        schemas[f"Thing{number}"] = {"type": "object", "required": ["member0"], "properties": members}
        row = {"$ref": f"#/components/schemas/Thing{number}"}
        body = {"required": True, "content": {"application/json": {"schema": row}}}
        one = {"responses": {"200": answering(row), "404": wrong}}
        key = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
        paths[f"/things{number}"] = {
            "get": {"responses": {"200": answering({"type": "array", "items": row})}},
            "post": {"requestBody": body, "responses": {"201": answering(row), "422": wrong}},
        }
        paths[f"/things{number}/{{id}}"] = {
            "parameters": [key],
            "get": one,
            "put": {"requestBody": body, **one},
            "delete": {"responses": {"204": {"description": "Gone"}, "404": wrong}},
        }
    described = {"openapi": "3.0.3", "info": {"title": "Things", "version": "1"}, "paths": paths}
    path.write_text(json.dumps({**described, "components": {"schemas": schemas}}, indent=4))
    return path


def start_described(bench):
    """The time until a server with a description answers: a small one, and one of 5 MB."""
    for collections, most in ((3, 60), (LARGE_DESCRIPTION, 400)):
        file = description_of(bench, collections)
        size = file.stat().st_size
        words = f"{size / 1e6:.1f} MB" if size > 1e6 else f"{size / 1e3:.0f} kB"
        judge_start(bench, file, "/things0", f"a description of {words}", most)


def own_list(bench):
    """The same list of 10 of 1,000 rows again and again."""
    with serving(bench, file_of(bench, 1_000)) as ours:
        body = fetch(ours, LIST)
        ratio = compare(bench, "own API: repeated list", ours, body, path=LIST)
    judge(bench, f"`GET {LIST}` of 1,000 rows, repeated", ratio, 0.90)


def own_lists(bench):
    """Every request another list of 10 of 1,000 rows."""
    paths = [f"/posts?_start={start}&_end={start + 10}" for start in range(0, 990)]
    with serving(bench, file_of(bench, 1_000)) as ours:
        ratio = compare_paths(bench, "own API: different lists", ours, paths)
    judge(bench, "own API: every request a different list of 10 of 1,000 rows", ratio, 0.60)


def own_filter_and_sort(bench):
    """Filter and sort of 100,000 rows: the first time, and further pages of the same list."""
    first, further = [], []
    with serving(bench, file_of(bench, 100_000)) as ours, Client(ours.port) as client:
        for number in range(SAMPLES // 2):
            path = f"/posts?views_gte={number * 100}&_sort=views&_order=desc&_limit=10"
            began = time.perf_counter()
            client.get(f"{path}&_page=1")
            known = time.perf_counter()
            client.get(f"{path}&_page=2")
            first.append((known - began) * 1e3)
            further.append((time.perf_counter() - known) * 1e3)
    judge_times(bench, "own API: filter and sort of 100,000 rows, first", first, 20)
    judge_times(bench, "own API: filter and sort of 100,000 rows, further pages", further, 2)


def own_worlds(bench):
    """Fork, reset, snapshot and restore at 10,000 rows, each after a write."""
    post = json.dumps({"title": "Low tide"}).encode()
    forked, reset, saved, restored = [], [], [], []
    with serving(bench, file_of(bench, WORLD_ROWS)) as ours, Client(ours.port) as client:

        def write():
            status, body = client.request("POST", "/posts", post, JSON)
            if status != 201:
                raise RuntimeError(f"POST /posts answered {status}: {body[:200]!r}")

        def timed(times, path, body, expected):
            write()
            began = time.perf_counter()
            control(client, "POST", path, body, expected)
            times.append((time.perf_counter() - began) * 1e3)

        for _ in range(SAMPLES // 2):
            timed(forked, "/worlds", {"from": "default"}, 201)
            timed(saved, "/snapshots", {"name": "kept", "overwrite": True}, 201)
            timed(restored, "/snapshots/kept/restore", {}, 200)
            timed(reset, "/reset", {}, 200)
    what = f"of a world of {WORLD_ROWS:,} rows of an own API"
    judge_times(bench, f"fork {what}", forked, 1)
    judge_times(bench, f"reset {what}", reset, 1)
    judge_times(bench, f"snapshot {what}, saved", saved, 1)
    judge_times(bench, f"snapshot {what}, restored", restored, 1)


ROWS = [start_small, start_large, start_described, own_list, own_lists, own_filter_and_sort, own_worlds]
