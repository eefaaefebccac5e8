"""Dates of seeds that count from when a world is filled: `"-3d"`, `"now-5m"`, `"-3d 09:30"`, in every system."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from worlds import Control

NOW = datetime.fromisoformat("2027-03-01T12:34:56+00:00")
LATER = datetime.fromisoformat("2031-07-09T01:02:03+00:00")
ADA = "ada@example.com"
WORLD = "dates"

SEED = {
    "users": [{"name": "Ada", "email": ADA, "password": "p", "createdAt": "-1w"}],
    "posts": [
        {
            "author": ADA,
            "title": "Old",
            "content": "C",
            "createdAt": "-3d",
            "updatedAt": "-1h",
            "comments": [
                {"author": ADA, "content": "One", "createdAt": "-2d12h"},
                {"author": ADA, "content": "Two", "createdAt": "now-5m"},
            ],
        },
        {"author": ADA, "title": "At nine", "content": "C", "createdAt": "-3d 09:00"},
    ],
    "community": {
        "members": [ADA],
        "posts": [
            {
                "author": ADA,
                "content": "C",
                "createdAt": "-2h",
                "comments": [{"author": ADA, "content": "D", "createdAt": "-1h"}],
            }
        ],
        "tokens": [{"user": ADA, "token": "a" * 43}],
    },
    "realworld": {
        "articles": [
            {
                "author": ADA,
                "title": "T",
                "description": "D",
                "body": "B",
                "createdAt": "-4d",
                "comments": [{"author": ADA, "body": "B", "createdAt": "now"}],
            }
        ]
    },
    "wreely": {
        "workspaces": [
            {
                "name": "W",
                "members": [{"user": ADA, "mobile": "9876543210"}],
                "posts": [{"author": ADA, "content": "C", "createdAt": "now-10m"}],
                "events": [{"title": "T", "startsAt": "+1h", "endsAt": "+2h"}],
            }
        ]
    },
    "dummyjson": {
        "changes": {
            "products": [
                {
                    "id": 900,
                    "title": "-3d",
                    "meta": {"createdAt": "-3d", "updatedAt": "now", "barcode": "-3d"},
                    "reviews": [{"date": "-1d", "comment": "now"}],
                }
            ]
        }
    },
}


@pytest.fixture(scope="module")
def control(shared_server):
    with Control(shared_server) as control:
        yield control


def text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def dates(control, world=WORLD) -> dict[str, datetime]:
    """The dates of a world, as its systems show or export them."""
    seed = json.loads(control.export(world=world))
    posts = {post["title"]: post for post in seed["posts"]}
    feed, article = seed["community"]["posts"][0], seed["realworld"]["articles"][0]
    house = seed["wreely"]["workspaces"][0]
    shown = control.server.connect().ask("GET", f"/w/{world}/products/900").json()
    assert shown["title"] == "-3d" and shown["meta"]["barcode"] == "-3d", "texts are what they are"
    assert shown["reviews"][0]["comment"] == "now"
    found = {
        "user": seed["users"][0]["createdAt"],
        "post": posts["Old"]["createdAt"],
        "change of the post": posts["Old"]["updatedAt"],
        "comment": posts["Old"]["comments"][0]["createdAt"],
        "last comment": posts["Old"]["comments"][1]["createdAt"],
        "post at nine": posts["At nine"]["createdAt"],
        "feed": feed["createdAt"],
        "comment of the feed": feed["comments"][0]["createdAt"],
        "article": article["createdAt"],
        "comment of the article": article["comments"][0]["createdAt"],
        "wall": house["posts"][0]["createdAt"],
        "event": house["events"][0]["startsAt"],
        "end of the event": house["events"][0]["endsAt"],
        "product": shown["meta"]["createdAt"],
        "change of the product": shown["meta"]["updatedAt"],
        "review": shown["reviews"][0]["date"],
    }
    return {name: datetime.fromisoformat(date) for name, date in found.items()}


def expected(now: datetime) -> dict[str, datetime]:
    hours = {
        "user": -168, "post": -72, "change of the post": -1, "comment": -60, "feed": -2,
        "comment of the feed": -1, "article": -96, "comment of the article": 0, "event": 1,
        "end of the event": 2, "product": -72, "change of the product": 0, "review": -24,
    }  # fmt: skip
    wanted = {name: now + timedelta(hours=distance) for name, distance in hours.items()}
    wanted["last comment"] = now - timedelta(minutes=5)
    wanted["wall"] = now - timedelta(minutes=10)
    wanted["post at nine"] = (now - timedelta(days=3)).replace(hour=9, minute=0, second=0)
    return wanted


def ids(control) -> list[str]:
    seed = json.loads(control.export(world=WORLD))
    comments = [comment["_id"] for post in seed["posts"] for comment in post.get("comments", [])]
    return [user["userId"] for user in seed["users"]] + [post["_id"] for post in seed["posts"]] + comments


def freeze(control, now: datetime):
    control.set_clock(WORLD, mode="freeze", now=text(now))


@pytest.fixture(params=["text", "file"])
def world(request, control, shared_server):
    way = {"seed": SEED}
    if request.param == "file":
        (shared_server.directory / "dates.json").write_text(json.dumps(SEED))
        way = {"from_": "seed:dates.json"}
    control.make(id=WORLD, clock={"mode": "freeze", "now": text(NOW)}, **way)
    yield
    control.delete(WORLD)


def test_dates_of_every_system_count_from_now_again_at_each_reset(control, world):
    assert dates(control) == expected(NOW)
    first = ids(control)
    control.reset(WORLD)
    assert dates(control) == expected(NOW)
    for now in (LATER, NOW - timedelta(days=400), LATER + timedelta(seconds=1)):
        freeze(control, now)
        control.reset(WORLD)
        assert dates(control) == expected(now)
        assert ids(control) == first, "ids do not move with the dates of which they are made"
    control.reset(WORLD, everything=True)
    assert dates(control) == expected(NOW)


def test_a_fork_and_a_snapshot_have_the_dates_of_their_world(control, world):
    before = dates(control)
    control.save("s", WORLD)
    freeze(control, LATER)
    control.make(id="fork", from_=f"world:{WORLD}")
    control.reset(WORLD)
    assert dates(control) == expected(LATER)
    assert dates(control, "fork") == before
    control.delete("fork")
    control.restore("s", WORLD)
    assert dates(control) == before


def test_a_reset_of_one_system_moves_its_dates_alone(control, world):
    freeze(control, LATER)
    control.reset(WORLD, scope=["community"])
    found, moved = dates(control), {"feed", "comment of the feed"}
    for name, date in expected(NOW).items():
        assert found[name] == (expected(LATER)[name] if name in moved else date), name


def test_after_a_reset_of_one_system_nothing_is_changed(control, world):
    for scopes in (["community"], ["postly"]):
        freeze(control, LATER)
        control.reset(WORLD, scope=scopes)
        assert changed(control) == [], "every system is as its last reset left it"
    control.reset(WORLD)
    assert changed(control) == []


def changed(control) -> list[dict]:
    return control.get(f"/changes?world={WORLD}")["tables"]


def test_an_import_has_its_dates_now(control, world):
    freeze(control, LATER)
    control.bring_in(json.dumps(SEED).encode(), WORLD)
    assert dates(control) == expected(LATER)
