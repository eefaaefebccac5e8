"""Relative dates in rows of an API of one's own: where a schema or an option says that a member is a date."""

from __future__ import annotations

import json

import pytest
import requests

from rawhttp import DEADLINE
from worlds import Control

NOW, LATER = "2027-03-01T12:34:56Z", "2031-07-09T01:02:03Z"
CLOCK = {"mode": "freeze", "now": NOW}
SCHEMA = {
    "properties": {
        "posts": {"items": {"$ref": "#/$defs/post"}},
        "site": {"properties": {"since": {"type": "string", "format": "date"}}},
    },
    "$defs": {
        "post": {
            "properties": {
                "title": {"type": "string"},
                "at": {"type": "string", "format": "date-time"},
                "author": {"properties": {"born": {"type": "string", "format": "date"}}},
                "edits": {"items": {"properties": {"at": {"format": "date-time"}}}},
                "reply": {"$ref": "#/$defs/post"},
            }
        }
    },
}
DB = {
    "posts": [
        {"id": 1, "title": "-3d", "at": "-3d", "author": {"born": "-36500d"}, "edits": [{"at": "now"}, {"at": "-5m"}]},
        {"id": 2, "title": "now", "at": "2026-01-01T00:00:00Z"},
    ],
    "site": {"since": "-1d", "name": "now-1d"},
}
AS_OF_NOW = {
    "id": 1,
    "title": "-3d",
    "at": "2027-02-26T12:34:56.000Z",
    "author": {"born": "1927-03-26"},
    "edits": [{"at": "2027-03-01T12:34:56.000Z"}, {"at": "2027-03-01T12:29:56.000Z"}],
}


def get(server, path: str):
    answer = requests.get(server.url + path, timeout=DEADLINE)
    assert answer.status_code == 200, answer.text
    return answer.json()


def write(folder, db=DB, schema=SCHEMA):
    (folder / "db.json").write_text(json.dumps(db))
    if schema:
        (folder / "db.schema.json").write_text(json.dumps(schema))
    return folder / "db.json"


def test_dates_of_a_schema_are_placed_at_each_reset(start, tmp_path):
    server = start(write(tmp_path))
    with Control(server) as control:
        control.make(id="w", clock=CLOCK)
        assert get(server, "/w/w/posts/1") == AS_OF_NOW
        assert get(server, "/w/w/site") == {"since": "2027-02-28", "name": "now-1d"}
        assert get(server, "/w/w/posts/2") == DB["posts"][1]
        patched = requests.patch(server.url + "/w/w/posts/2", json={"title": "x"}, timeout=DEADLINE)
        assert patched.status_code == 200
        control.make(id="copy", from_="world:w")
        control.set_clock("copy", mode="freeze", now=LATER)
        control.set_clock("w", mode="freeze", now=LATER)
        assert get(server, "/w/copy/posts/1") == get(server, "/w/w/posts/1") == AS_OF_NOW, "until a reset"
        control.reset("w", scope=["api"])
        assert get(server, "/w/w/posts/1")["at"] == "2031-07-06T01:02:03.000Z"
        assert get(server, "/w/w/site")["since"] == "2031-07-08"
        assert get(server, "/w/copy/posts/1") == AS_OF_NOW
        control.reset("w", everything=True)
        assert get(server, "/w/w/posts/1") == AS_OF_NOW


def test_dates_of_a_seed_are_placed_too(start, tmp_path):
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps({"posts": [{"id": 9, "title": "now", "at": "-1h"}]}))
    server = start(write(tmp_path), "--seed", seed)
    with Control(server) as control:
        control.make(id="w", clock=CLOCK)
        for now, at in ((NOW, "2027-03-01T11:34:56.000Z"), (LATER, "2031-07-09T00:02:03.000Z")):
            control.set_clock("w", mode="freeze", now=now)
            control.reset("w")
            assert get(server, "/w/w/posts") == [{"id": 9, "title": "now", "at": at}]


def test_an_option_names_dates(start, tmp_path):
    db = {**DB, "$mockpostly": {"dates": ["posts.at", "since"]}}
    server = start(write(tmp_path, db, None))
    with Control(server) as control:
        control.make(id="w", clock=CLOCK)
        shown = get(server, "/w/w/posts/1")
        assert shown["at"] == AS_OF_NOW["at"]
        assert shown["edits"] == DB["posts"][0]["edits"], "no other text is changed"
        assert get(server, "/w/w/site")["since"] == "2027-02-28T12:34:56.000Z"
    plain = start(write(tmp_path, DB, None))
    assert get(plain, "/posts/1") == DB["posts"][0], "without a schema and an option nothing is"


@pytest.mark.parametrize("text", ["-3 days", "now-", "+1x"])
def test_a_date_that_is_none_ends_the_start_with_its_place(cli, tmp_path, text):
    db = write(tmp_path, {"posts": [{"id": 1, "at": text}]}, None)
    done = cli("serve", db, "--api-dates", "at", "--port", "0")
    assert done.returncode == 3, done.stderr
    assert f"{db}:1:28: posts[0].at: expected a date such as" in done.stderr


def test_a_data_file_keeps_the_dates_until_a_reset(start, tmp_path):
    words = [write(tmp_path), "--data", tmp_path / "kept.db"]
    server = start(*words, "--clock", NOW)
    first = get(server, "/posts/1")["at"]
    assert first.startswith("2027-02-26T12:3")
    server.stop()
    again = start(*words, "--clock", LATER)
    assert get(again, "/posts/1")["at"] == first
    with Control(again) as control:
        control.reset()
    assert get(again, "/posts/1")["at"].startswith("2031-07-06T01:02")
