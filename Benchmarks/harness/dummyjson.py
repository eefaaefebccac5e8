"""The rows of the DummyJSON API, as ratios to nginx."""

import json

from .load import Client
from .servers import HERE
from .throughput import compare, fetch, judge, serving

SEARCH = "/posts/search?q=love&limit=10"


def dummyjson_page(bench):
    """The same page of posts again and again."""
    compare_path(bench, "/posts?limit=10", 0.85, most_cpu=1.0)


def dummyjson_post(bench):
    """The same post again and again."""
    compare_path(bench, "/posts/1", 0.85, most_cpu=0.9)


def dummyjson_search(bench):
    """The same search again and again."""
    compare_path(bench, SEARCH, 0.60)


def dummyjson_search_uncached(bench):
    """The same search again and again, without caches."""
    compare_path(bench, SEARCH, 0.45, "--no-cache")


def dummyjson_users(bench):
    """A page of people with two members each."""
    compare_path(bench, "/users?limit=30&select=firstName,image", 0.80)


def dummyjson_products(bench):
    """The thirty dearest products."""
    compare_path(bench, "/products?limit=30&sortBy=price&order=desc", 0.60)


def dummyjson_login(bench):
    """Logging in: two tokens are signed."""
    account = bench.folder / "account.json"
    account.write_text(json.dumps({"username": "emilys", "password": "emilyspass"}))
    with serving(bench) as ours:
        with Client(ours.port) as client:
            status, body = client.request(
                "POST", "/auth/login", account.read_bytes(),
                [("Content-Type", "application/json")],
            )  # fmt: skip
        if status != 200:
            raise RuntimeError(f"logging in answered {status}: {body[:200]!r}")
        ratio = compare(
            bench, "POST /auth/login", ours, body,
            script=HERE / "post.lua", arguments=("/auth/login", account),
        )  # fmt: skip
    judge(bench, "`POST /auth/login`", ratio, 0.50)


def compare_path(bench, path, least, *flags, most_cpu=None):
    """Judges one path, asked for again and again, of a server with `flags`."""
    what = f"`GET {path}`" + "".join(f", `{flag}`" for flag in flags)
    with serving(bench, *flags) as ours:
        body = fetch(ours, path)
        ratio = compare(bench, f"GET {path}{', --no-cache' if flags else ''}", ours, body, path=path)
    judge(bench, f"{what}, {len(body):,} bytes", ratio, least, most_cpu)


ROWS = [
    dummyjson_page,
    dummyjson_post,
    dummyjson_search,
    dummyjson_search_uncached,
    dummyjson_users,
    dummyjson_login,
    dummyjson_products,
]
