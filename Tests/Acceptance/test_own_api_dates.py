"""Relative dates in rows of an API of one's own: where a schema or an option says that a member is a date."""

from __future__ import annotations

import json
import re

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


@pytest.mark.parametrize("form", ["seed", "sqlite"])
def test_an_export_keeps_the_dates(start, tmp_path, form):
    server = start(write(tmp_path))
    with Control(server) as control:
        control.make(id="w", clock=CLOCK)
        control.make(id="other", clock={"mode": "freeze", "now": LATER})
        control.bring_in(control.ask("GET", f"/export?world=w&format={form}").body, "other")
        assert get(server, "/w/other/posts/1") == AS_OF_NOW
        assert get(server, "/w/other/site")["since"] == "2027-02-28"
        assert control.ask("GET", "/export?world=other&format=seed").body == control.ask(
            "GET", "/export?world=w&format=seed"
        ).body


def test_a_text_of_a_client_is_no_date_in_the_exported_file(start, tmp_path):
    named = ("--api-dates", "at")
    server = start(write(tmp_path, schema=None), *named)
    for place, text in ((1, "-3d"), (2, "-")):
        answer = requests.patch(f"{server.url}/posts/{place}", json={"at": text}, timeout=DEADLINE)
        assert answer.status_code == 200, answer.text
    with Control(server) as control:
        state = control.ask("GET", "/export?format=api").body
    again = tmp_path / "again"
    again.mkdir()
    assert json.loads(state)["$mockpostly"] == {"relativeDates": False}
    second = start(write(again, json.loads(state), None), *named)
    assert [row["at"] for row in get(second, "/posts")][:2] == ["-3d", "-"]


def test_a_name_of_a_date_belongs_to_its_collection_and_is_told_if_it_hits_nothing(start, tmp_path):
    db = {"posts": [{"id": 1, "at": "-1d"}], "notes": [{"id": 1, "posts": {"at": "-1d"}}]}
    server = start(write(tmp_path, db, None), "--api-dates", "posts.at", "--api-dates", "createdat", "--clock", NOW)
    assert get(server, "/notes/1") == db["notes"][0]
    assert get(server, "/posts/1")["at"].startswith("2027-02-28T12:3")
    server.wait_for_log("no row has the member createdat")


def test_a_text_that_looks_like_a_date_where_none_is_named_is_told(start, tmp_path):
    rows = [{"id": 1, "at": "-1d", "said": "now", "edits": [{"due": "+1d 09:30"}]}]
    server = start(write(tmp_path, {"notes": rows}, None), "--api-dates", "at")
    server.wait_for_log(re.escape('notes[0].edits[0].due is the text "+1d 09:30" and stays so'))
    server.stop()
    assert "notes[0].at" not in server.log and "said" not in server.log


def test_a_file_that_says_that_it_has_no_relative_dates_is_not_warned_of(start, tmp_path):
    db = {"notes": [{"id": 1, "at": "-1d"}], "$mockpostly": {"relativeDates": False}}
    server = start(write(tmp_path, db, None))
    assert get(server, "/notes/1")["at"] == "-1d"
    server.stop()
    assert "stays so" not in server.log


KINDS = 30


def mutual() -> dict:
    """Schemas each of which refers to all others."""
    names = [f"k{number}" for number in range(KINDS)]
    members = {name: {"$ref": f"#/$defs/{name}"} for name in names}
    return {name: {"type": "object", "properties": {**members, "id": {}, "at": {"format": "date-time"}}} for name in names}


def test_schemas_that_refer_to_each_other_cost_nothing(start, tmp_path):
    kinds = mutual()
    db = {name: [{"id": 1, "k3": {"k4": {"k3": {"at": "-1d"}}}}] for name in kinds}
    schema = {"$defs": kinds, "properties": {name: {"items": {"$ref": f"#/$defs/{name}"}} for name in kinds}}
    server = start(write(tmp_path, db, schema), "--clock", NOW)
    for name in kinds:
        assert get(server, f"/{name}/1")["k3"]["k4"]["k3"]["at"].startswith("2027-02-28T12:3")


def test_a_description_of_such_schemas_starts_too(start, tmp_path):
    names, text = list(mutual()), json.dumps(mutual()).replace("#/$defs/", "#/components/schemas/")
    paths = {}
    for name in names:
        body = {"application/json": {"schema": {"type": "array", "items": {"$ref": f"#/components/schemas/{name}"}}}}
        paths[f"/{name}"] = {"get": {"responses": {"200": {"description": "all", "content": body}}}}
    described = {
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "paths": paths,
        "components": {"schemas": json.loads(text)},
    }
    (tmp_path / "openapi.json").write_text(json.dumps(described))
    server = start(tmp_path / "openapi.json", "--api-rows", "1")
    assert "at" in get(server, "/k7")[0]["k3"]


TICKET = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "title": {"type": "string"},
        "createdAt": {"type": "string", "format": "date-time"},
        "due": {"type": "string", "format": "date"},
        "edits": {"type": "array", "items": {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}}},
    },
}
TICKETS = [
    {"id": 1, "title": "-3d", "createdAt": "-3d", "due": "+2d", "edits": [{"at": "now-5m"}, {"at": "2026-01-01T00:00:00Z"}]},
    {"id": 2, "title": "now", "createdAt": "2026-01-01T00:00:00Z", "due": "2026-01-02", "edits": []},
]


def described(folder, rows):
    """A description of tickets, with an overlay that has their rows."""
    listed = {"application/json": {"schema": {"type": "array", "items": TICKET}}}
    one = {"responses": {"200": {"description": "one", "content": {"application/json": {"schema": TICKET}}}}}
    key = [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}]
    paths = {
        "/tickets": {"get": {"responses": {"200": {"description": "all", "content": listed}}}},
        "/tickets/{id}": {"get": {"parameters": key, **one}},
    }
    (folder / "openapi.json").write_text(json.dumps({"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": paths}))
    (folder / "openapi.mock.json").write_text(json.dumps({"collections": {"/tickets": {"rows": rows}}}, indent=1))
    return folder / "openapi.json"


def test_rows_of_an_overlay_have_relative_dates_too(start, tmp_path):
    server = start(described(tmp_path, TICKETS))
    first = {
        "id": 1,
        "title": "-3d",
        "createdAt": "2027-02-26T12:34:56.000Z",
        "due": "2027-03-03",
        "edits": [{"at": "2027-03-01T12:29:56.000Z"}, {"at": "2026-01-01T00:00:00Z"}],
    }
    with Control(server) as control:
        control.make(id="w", clock=CLOCK)
        assert get(server, "/w/w/tickets") == [first, TICKETS[1]]
        control.set_clock("w", mode="freeze", now=LATER)
        assert get(server, "/w/w/tickets/1") == first, "dates stay until a reset"
        control.reset("w")
    moved = get(server, "/w/w/tickets/1")
    assert (moved["createdAt"], moved["due"]) == ("2031-07-06T01:02:03.000Z", "2031-07-11")
    assert get(server, "/w/w/tickets/2") == TICKETS[1]


def test_a_wrong_relative_date_of_an_overlay_is_named_with_its_line(cli, tmp_path):
    path = described(tmp_path, [{"id": 1, "createdAt": "-3 days"}])
    done = cli("serve", path, "--port", "0")
    assert done.returncode == 3
    assert "openapi.mock.json:7:" in done.stderr
    assert "collections./tickets.rows[0].createdAt: expected a date such as" in done.stderr
