"""The JSON Schema of seeds refuses what the server refuses for its shape, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from worlds import BASE

SEEDS = Path(__file__).parents[2] / "seed"
SCHEMA = SEEDS / "schema.json"
OWN_FILES = sorted(
    path for name in ("postly", "realworld", "wreely") for path in (SEEDS / name).glob("*.json")
)


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json.loads(SCHEMA.read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_copy_the_command_and_the_server_agree(cli, shared_server):
    printed = cli("seed", "schema")
    assert printed.returncode == 0
    assert printed.stdout == SCHEMA.read_text()
    served = shared_server.connect().ask("GET", f"{BASE}/seed/schema")
    assert served.status == 200
    assert served.header("Content-Type") == "application/schema+json"
    assert served.body == SCHEMA.read_bytes()


@pytest.mark.parametrize("path", OWN_FILES, ids=lambda path: path.name)
def test_our_own_files_name_the_schema_and_follow_it(path, validator):
    seed = json.loads(path.read_text())
    assert (path.parent / seed["$schema"]).resolve() == SCHEMA.resolve()
    validator.validate(seed)


def test_an_exported_world_follows_it(shared_server, validator):
    exported = shared_server.connect().ask("GET", f"{BASE}/export")
    seed = exported.json()
    assert seed["exact"] is True
    assert {"users", "posts", "community", "wreely", "realworld", "dummyjson"} <= set(seed)
    validator.validate(seed)


USER = {"name": "Ada", "email": "ada@example.com"}
DATE = "2026-01-02T03:04:05Z"
POST = {"author": USER["email"], "title": "T", "content": "C", "createdAt": DATE}
MEMBER = {"user": USER["email"], "mobile": "9876543210"}
PLACE = {"name": "P", "bearing": 0, "distance": 5}
ARTICLE = {
    "author": USER["email"], "title": "T", "description": "D", "body": "B", "createdAt": DATE
}  # fmt: skip


def seed(**members) -> dict:
    return {"users": [USER], **members}


def user(**members) -> dict:
    return {"users": [USER | members]}


def post(**members) -> dict:
    return seed(posts=[POST | members])


def feed(**members) -> dict:
    return seed(community={"posts": [{k: v for k, v in POST.items() if k != "title"} | members]})


def house(**members) -> dict:
    return seed(wreely={"workspaces": [{"name": "W", "members": [MEMBER], **members}]})


def without(value: dict, name: str) -> dict:
    return {key: member for key, member in value.items() if key != name}


RIGHT = {
    "nothing": {},
    "a name": {"$schema": "x", **seed()},
    "null in place of a picture": user(profilePicture=None),
    "a day for a date": user(createdAt="2024-02-29"),
    "paragraphs": post(content=["One.", "Two."]),
    "somebody who is gone": post(author={"userId": "7"}, authorName="Bo", authorEmail=""),
    "members in two ways": seed(community={"members": [{"user": USER["email"]}]}),
    "a relative date": house(
        posts=[{"author": USER["email"], "content": "C", "createdAt": "-3d 09:30"}]
    ),
    "a date relative to now": post(createdAt="-3d", updatedAt="now-5m"),
    "a moment to come": post(createdAt="+1w2d3h4m5s"),
    "a date relative to the day in Postly": post(createdAt="-3d 09:30"),
    "now": feed(createdAt="now"),
    "likes in two ways": house(
        posts=[
            {
                "author": USER["email"],
                "imageUrl": "/a.jpg",
                "createdAt": "+0d 00:00",
                "likes": [{"member": USER["email"], "id": 4}],
            }
        ]
    ),
    "the end of the day": house(rooms=[{"name": "R", "opens": "08:30", "closes": "24:00"}]),
    "a place": seed(wreely={"places": [PLACE | {"starRating": "4.5", "images": ["/a.jpg"]}]}),
    "an article of a post": post(slug="s")
    | {"realworld": {"articles": [{"post": "s", "description": "D"}]}},
    "no import": seed(dummyjson={"imported": None, "deleted": {"posts": [1]}}),
    "a record": seed(dummyjson={"changes": {"todos": [{"id": 1, "anything": [1]}]}}),
    "blank texts of an export": {"exact": True, **user(email="", profilePicture="picture")},
    "a late date of an export": {"exact": True, **user(createdAt=1 << 60)},
}

WRONG = {
    "no object": [],
    "an unknown part": seed(people=[]),
    "exact as a text": {"exact": "yes"},
    "users in an object": {"users": {}},
    "an unknown member": user(nick="A"),
    "no name": {"users": [without(USER, "name")]},
    "a name that is a number": user(name=7),
    "no e-mail address": user(email="ada"),
    "two at signs": user(email="a@b@c"),
    "an insecure picture": user(profilePicture="http://example.com/a.jpg"),
    "an empty password": user(password=""),
    "a hash of another kind": user(passwordHash="md5"),
    "number nought": user(number=0),
    "an id that is none": user(userId="abc"),
    "no date": post(createdAt="yesterday"),
    "a relative date without a unit": post(createdAt="-3"),
    "a relative date without a number": post(createdAt="now-"),
    "units in another order": post(createdAt="-1h1d"),
    "a relative date with a fraction": post(createdAt="-1.5h"),
    "a date with a fraction too long": post(createdAt="2026-01-02T03:04:05.1234567Z"),
    "no author": seed(posts=[without(POST, "author")]),
    "content of numbers": post(content=[1]),
    "views below nought": post(views=-1),
    "views as a text": post(views="3184"),
    "an id in upper case": post(_id="A" * 24),
    "a like that is a number": post(likes=[1]),
    "a comment without a text": post(comments=[{"author": USER["email"], "createdAt": DATE}]),
    "a blank post of the feed": feed(content=" "),
    "an unknown member of the feed": feed(title="T"),
    "a token that is too short": seed(community={"tokens": [{"user": "ada@example.com", "token": "x"}]}),
    "neither token nor hash": seed(community={"tokens": [{"user": "ada@example.com"}]}),
    "minutes beyond a month": house(freeMinutes=50_000),
    "a mobile number with letters": house(members=[MEMBER | {"mobile": "98x"}]),
    "a link that is none": house(logoUrl="logo"),
    "a company without a name": house(companies=[{"about": "A"}]),
    "a time of day without minutes": house(rooms=[{"name": "R", "opens": "8", "closes": "09:00"}]),
    "a relative date with half a time": house(
        posts=[{"author": USER["email"], "content": "C", "createdAt": "-3d 09"}]
    ),
    "a flag in a text": house(companies=[{"name": "C", "isDeleted": "no"}]),
    "a bearing beyond the circle": seed(wreely={"places": [PLACE | {"bearing": 360}]}),
    "a comma in a link": seed(wreely={"places": [PLACE | {"images": ["/a,b.jpg"]}]}),
    "stars as a number": seed(wreely={"places": [PLACE | {"starRating": 4.5}]}),
    "a person without an account": seed(realworld={"people": [{"username": "x"}]}),
    "an article without a body": seed(realworld={"articles": [without(ARTICLE, "body")]}),
    "an unknown kind of record": seed(dummyjson={"deleted": {"things": [1]}}),
    "a record without an id": seed(dummyjson={"changes": {"posts": [{}]}}),
    "an imported record without its text": seed(dummyjson={"imported": {"todos": [{"id": 1}]}}),
    "an answer without a body": seed(
        dummyjson={"customResponses": [{"identifier": "a", "method": "GET", "createdAt": DATE}]}
    ),
}


def is_taken(cli, tmp_path, value) -> bool:
    file = tmp_path / "seed.json"
    file.write_text(json.dumps(value))
    run = cli("seed", "check", file)
    assert run.returncode in (0, 3), run.stderr
    return run.returncode == 0


@pytest.mark.parametrize("name", RIGHT)
def test_both_take_what_is_right(name, cli, tmp_path, validator):
    assert is_taken(cli, tmp_path, RIGHT[name])
    validator.validate(RIGHT[name])


@pytest.mark.parametrize("name", WRONG)
def test_both_refuse_what_is_wrong(name, cli, tmp_path, validator):
    assert not is_taken(cli, tmp_path, WRONG[name])
    assert not validator.is_valid(WRONG[name])
