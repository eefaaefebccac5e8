"""The rows of RealWorld: its list of articles, as ratios to nginx."""

import json
import random

from .throughput import compare, compare_paths, fetch, judge, serving

LIST = "/api/articles?limit=10&offset=0"
ARTICLES = 1_000
FLAGS = ("--dialects", "realworld")


def seed_of(bench):
    """A seed of 1,000 articles of about 600 bytes by 10 people, the same in every run."""
    path = bench.folder / "articles.json"
    if not path.exists():
        source = random.Random(ARTICLES)
        words = ["salt", "tide", "early", "light", "harbour", "rope", "slow", "bread", "window", "night"]
        emails = [f"writer{number}@example.com" for number in range(10)]
        users = [{"email": email, "name": email.partition("@")[0]} for email in emails]
        articles = [
            {
                "author": emails[number % len(emails)],
                "title": f"{' '.join(source.choices(words, k=4))} {number}",
                "description": " ".join(source.choices(words, k=10)),
                "body": " ".join(source.choices(words, k=80)),
                "createdAt": f"2026-01-{1 + number % 28:02}T10:00:00.000Z",
                "tagList": source.sample(words, 2),
            }
            for number in range(ARTICLES)
        ]
        path.write_text(json.dumps({"users": users, "realworld": {"articles": articles}}))
    return path


def articles(bench):
    """The same list of articles again and again."""
    judge_list(bench, "articles", "repeated", 1.0)


def articles_different(bench):
    """Every request another page of the list of articles."""
    paths = [f"/api/articles?limit=10&offset={offset}" for offset in range(0, ARTICLES, 10)]
    with serving(bench, "--seed", seed_of(bench), *FLAGS) as ours:
        ratio = compare_paths(bench, "different articles", ours, paths)
    judge(bench, "RealWorld: every request another page of 1,000 articles", ratio, 0.75)


def articles_uncached(bench):
    """The same list of articles again and again, without caches."""
    judge_list(bench, "articles, --no-cache", "repeated, `--no-cache`", 0.45, "--no-cache")


def judge_list(bench, row, how, least, *flags):
    with serving(bench, "--seed", seed_of(bench), *FLAGS, *flags) as ours:
        ratio = compare(bench, row, ours, fetch(ours, LIST), path=LIST)
    judge(bench, f"RealWorld: `GET {LIST}` {how}", ratio, least)


ROWS = [articles, articles_different, articles_uncached]
