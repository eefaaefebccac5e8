"""An API from a description: what answers are wrapped in and called, how queries are written, and files."""

from __future__ import annotations

import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def thing(**members) -> dict:
    return {"type": "object", "properties": members}


def parameter(name: str, schema: dict | None = None, place: str = "query", **more) -> dict:
    return {"name": name, "in": place, "required": place == "path", "schema": schema or TEXT, **more}


def listed(*schemas: dict, **more) -> dict:
    return {"parameters": list(schemas), "responses": {"200": json_of({"type": "array", "items": more["of"]})}}


@pytest.fixture
def serve(start, tmp_path):
    def serving(paths: dict, *options: str, **more):
        file = tmp_path / "openapi.json"
        file.write_text(json.dumps({"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": paths, **more}))
        server = start(str(file), *options)

        def ask(method: str, path: str, **asked) -> requests.Response:
            return requests.request(method, server.url + path, timeout=DEADLINE, **asked)

        return ask

    return serving


def test_a_file_sent_below_a_row_is_told_by_the_row(serve):
    item = thing(id=NUMBER, name=TEXT, photo_url=TEXT)
    form = {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}}
    picture = {"description": "It", "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
    ask = serve(
        {
            "/items": {"get": {"responses": {"200": json_of({"type": "array", "items": item})}}},
            "/items/{id}": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": json_of(item)}},
                "put": {"requestBody": body_of(item), "responses": {"200": json_of(item)}},
            },
            "/items/{id}/photo": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": picture}},
                "post": {"requestBody": body_of(form, "multipart/form-data"), "responses": {"200": json_of(item)}},
            },
        }
    )
    sent = ask("POST", "/items/2/photo", files={"file": ("a.png", b"salt", "image/png")})
    assert sent.status_code == 200 and sent.json() == ask("GET", "/items/2").json()
    assert sent.json()["name"] != "a.png", "the row is not the file"
    assert requests.get(sent.json()["photo_url"], timeout=DEADLINE).content == b"salt"
    shown = ask("GET", "/items/2/photo", headers={"Origin": "http://app.example"})
    assert (shown.content, shown.headers["Access-Control-Allow-Origin"]) == (b"salt", "http://app.example")


@pytest.mark.parametrize(("member", "schema", "value"), [("next_page", TEXT, "2"), ("next", NUMBER, 2)])
def test_the_next_page_is_a_number_that_the_list_takes(serve, member, schema, value):
    item = thing(id=NUMBER, title=TEXT)
    answer = thing(data={"type": "array", "items": item}, **{member: schema})
    pages = [parameter("page", {"type": "integer", "default": 1}), parameter("per_page", {"type": "integer", "default": 2})]
    ask = serve(
        {
            "/posts": {"get": {"parameters": pages, "responses": {"200": json_of(answer)}}},
            "/posts/{id}": {"parameters": [parameter("id", NUMBER, "path")], "get": {"responses": {"200": json_of(item)}}},
        }
    )
    first = ask("GET", "/posts").json()
    assert [row["id"] for row in first["data"]] == [1, 2], "numbers begin with 1"
    assert first[member] == value
    last = ask("GET", f"/posts?page={first[member]}").json()
    assert [row["id"] for row in last["data"]] == [3]


def test_rows_may_be_two_members_deep(serve):
    post = thing(id=NUMBER, title=TEXT)

    def answer(data: dict) -> dict:
        whole = thing(status={"type": "string", "enum": ["success"]}, data=data)
        return json_of({**whole, "required": ["status", "data"]})

    one = answer(thing(post=post))
    ask = serve(
        {
            "/posts": {
                "get": {"responses": {"200": answer(thing(posts={"type": "array", "items": post}))}},
                "post": {"requestBody": body_of(thing(title=TEXT)), "responses": {"201": one}},
            },
            "/posts/{id}": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": one}},
                "patch": {"requestBody": body_of(thing(title=TEXT)), "responses": {"200": one}},
            },
        }
    )
    made = ask("POST", "/posts", json={"title": "Low tide"}).json()
    path = f"/posts/{made['data']['post']['id']}"
    assert made["status"] == "success" and made["data"]["post"]["title"] == "Low tide"
    assert ask("GET", path).json() == made
    assert ask("GET", "/posts").json()["data"]["posts"][-1] == made["data"]["post"]
    assert ask("PATCH", path, json={"title": "High tide"}).json()["data"]["post"]["title"] == "High tide"


def test_a_row_may_be_wrapped_by_the_end_of_its_name_and_its_id_be_in_the_answer_alone(serve):
    run = thing(run_uuid=TEXT, label=TEXT)
    ask = serve(
        {
            "/model_runs": {
                "get": {"responses": {"200": json_of(thing(runs={"type": "array", "items": run}))}},
                "post": {
                    "requestBody": body_of(thing(label=TEXT)),
                    "responses": {"200": json_of(thing(run_uuids={"type": "array", "items": TEXT}))},
                },
            },
            "/model_runs/{run_uuid}": {
                "parameters": [parameter("run_uuid", place="path")],
                "get": {"responses": {"200": json_of(thing(results={"type": "array", "items": thing(score=NUMBER)}, run=run))}},
            },
            "/gates": {
                "post": {
                    "requestBody": body_of(thing(label=TEXT)),
                    "responses": {"202": json_of(thing(gate=thing(label=TEXT, size=NUMBER)))},
                },
            },
            "/gates/{id}": {
                "parameters": [parameter("id", place="path")],
                "get": {"responses": {"200": json_of(thing(gate=thing(id=TEXT, label=TEXT, size=NUMBER)))}},
            },
        }
    )
    (uuid,) = ask("POST", "/model_runs", json={"label": "first"}).json()["run_uuids"]
    assert ask("GET", f"/model_runs/{uuid}").json()["run"] == {"run_uuid": uuid, "label": "first"}
    assert uuid in [one["run_uuid"] for one in ask("GET", "/model_runs").json()["runs"]]
    gate = ask("POST", "/gates", json={"label": "north"}).json()["gate"]
    assert ask("GET", f"/gates/{gate['id']}").json()["gate"]["label"] == "north"


BOOK = thing(id=NUMBER, title=TEXT, genre=TEXT, pages=NUMBER)


@pytest.fixture
def books(serve):
    filters = thing(genre={"type": "string", "enum": ["novel", "poetry"]}, pages=NUMBER)
    one = thing(at=NUMBER)
    ask = serve(
        {
            "/books": {
                "get": listed(
                    parameter("title", {"type": "array", "items": TEXT}, style="pipeDelimited", explode=False),
                    parameter("genre", {"type": "array", "items": TEXT}, style="spaceDelimited", explode=False),
                    parameter("pages", {"type": "array", "items": NUMBER}, style="pipeDelimited", explode=False),
                    parameter("filter", filters, style="deepObject", explode=True),
                    parameter("page", thing(size={**NUMBER, "maximum": 50}, number=NUMBER), style="deepObject"),
                    {"name": "near", "in": "query", "content": {"application/json": {"schema": one}}},
                    of=BOOK,
                ),
                "post": {"requestBody": body_of(BOOK), "responses": {"201": json_of(BOOK)}},
            },
            "/books/{id}": {"parameters": [parameter("id", NUMBER, "path")], "get": {"responses": {"200": json_of(BOOK)}}},
        },
        "--api-rows",
        "0",
    )
    for title, genre, pages in (("Tide", "novel", 90), ("Kelp, a life", "poetry", 40), ("Salt", "essay", 200)):
        assert ask("POST", "/books", json={"title": title, "genre": genre, "pages": pages}).status_code == 201
    return ask


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("title=Tide|Salt", ["Tide", "Salt"]),
        ("genre=novel%20essay", ["Tide", "Salt"]),
        ("filter[genre]=novel", ["Tide"]),
        ("filter%5Bpages%5D=40", ["Kelp, a life"]),
        ("filter[pages][gte]=90", ["Tide", "Salt"]),
        ("where[title]=Salt", ["Salt"]),
        ("page[size]=2&page[number]=2", ["Salt"]),
    ],
)
def test_queries_are_read_in_the_style_of_their_parameters(books, query, found):
    answer = books("GET", f"/books?{query}")
    assert answer.status_code == 200, answer.text
    assert [one["title"] for one in answer.json()] == found


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("pages=1|x", "pages"),
        ("filter[genre]=essay", "filter.genre must be one of"),
        ("filter[pages]=many", "filter.pages must be an integer"),
        ("near=%7B", "near is no JSON"),
        ("near=%7B%22at%22:%22here%22%7D", "near.at must be an integer"),
    ],
)
def test_queries_are_checked_in_the_style_of_their_parameters(books, query, words):
    answer = books("GET", f"/books?{query}")
    assert answer.status_code == 400 and words in answer.json()["detail"], answer.text


def test_pages_of_an_object_lead_to_the_next_by_its_members(books):
    links = books("GET", "/books?page[size]=2").links
    assert "page%5Bnumber%5D=2" in links["next"]["url"] and "page%5Bsize%5D=2" in links["next"]["url"]
    assert [one["title"] for one in requests.get(links["next"]["url"], timeout=DEADLINE).json()] == ["Salt"]


def test_files_are_kept_and_answered_where_the_description_has_bytes(serve):
    scan = thing(id=NUMBER, name=TEXT, size=NUMBER, content_type=TEXT, url=TEXT)
    picture = {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}
    sent = {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
    form = body_of(thing(file={"type": "string", "format": "binary"}), "multipart/form-data")
    ask = serve(
        {
            "/scans": {"get": listed(of=scan), "post": {"requestBody": sent, "responses": {"201": json_of(scan)}}},
            "/scans/{id}": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": json_of(scan)}},
                "delete": {"responses": {"204": {"description": "Gone"}}},
            },
            "/scans/{id}/content": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": {"description": "Bytes", **picture}}},
                "put": {"requestBody": sent, "responses": {"204": {"description": "Kept"}}},
                "delete": {"responses": {"204": {"description": "Gone"}}},
            },
            "/forms": {"get": listed(of=scan), "post": {"requestBody": form, "responses": {"201": json_of(scan)}}},
            "/forms/{id}": {"parameters": [parameter("id", NUMBER, "path")], "get": {"responses": {"200": json_of(scan)}}},
            "/forms/{id}/download": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": {"description": "Bytes", "content": sent["content"]}}},
            },
        }
    )
    first, second = b"\x89PNG one", b'{"no": "JSON here"}'
    made = ask("POST", "/scans", data=first, headers={"Content-Type": "image/png"}).json()
    assert (made["size"], made["content_type"]) == (len(first), "image/png")
    assert requests.get(made["url"], timeout=DEADLINE).content == first
    path = f"/scans/{made['id']}/content"
    kept = ask("GET", path)
    assert (kept.content, kept.headers["Content-Type"]) == (first, "image/png")
    assert "X-Mockpostly-State" not in kept.headers
    assert ask("PUT", path, data=second, headers={"Content-Type": "application/octet-stream"}).status_code == 204
    assert ask("GET", path).content == second
    assert ask("DELETE", path).status_code == 204 and ask("GET", path).content == first
    assert ask("DELETE", f"/scans/{made['id']}").status_code == 204 and ask("GET", path).status_code == 404

    form = ask("POST", "/forms", files={"file": ("a tide.png", first, "image/png")}).json()
    assert (form["name"], form["size"]) == ("a tide.png", len(first))
    sent_back = ask("GET", f"/forms/{form['id']}/download")
    assert (sent_back.content, sent_back.headers["Content-Type"]) == (first, "application/octet-stream")


def test_what_was_sent_below_a_row_goes_with_it(serve):
    book, chapter = thing(id=NUMBER, slug=TEXT), thing(id=NUMBER, title=TEXT)
    bytes_of = {"image/png": {"schema": {"type": "string", "format": "binary"}}}
    gone = {"delete": {"responses": {"204": {"description": "Gone"}}}}
    number, chapter_number = parameter("id", TEXT, "path"), parameter("chapter", NUMBER, "path")
    settings = thing(theme=TEXT)

    def picture(*numbers):
        return {
            "parameters": list(numbers),
            "get": {"responses": {"200": {"description": "Bytes", "content": bytes_of}}},
            "put": {"requestBody": {"content": bytes_of}, "responses": {"204": {"description": "Kept"}}},
        }

    def rows(of, *numbers):
        return {
            "parameters": list(numbers),
            "get": listed(of=of),
            "post": {"requestBody": body_of(of), "responses": {"201": json_of(of)}},
        }

    ask = serve(
        {
            "/books": rows(book),
            "/books/{id}": {
                "parameters": [number],
                "get": {"responses": {"200": json_of(book)}},
                "put": {"requestBody": body_of(book), "responses": {"200": json_of(book), "201": json_of(book)}},
                **gone,
            },
            "/books/{id}/cover": picture(number),
            "/books/{id}/settings": {
                "parameters": [number],
                "get": {"responses": {"200": json_of(settings)}},
                "put": {"requestBody": body_of(settings), "responses": {"200": json_of(settings)}},
            },
            "/books/{id}/chapters": rows(chapter, number),
            "/books/{id}/chapters/{chapter}": {
                "parameters": [number, chapter_number],
                "get": {"responses": {"200": json_of(chapter)}},
                **gone,
            },
            "/books/{id}/chapters/{chapter}/picture": picture(number, chapter_number),
        }
    )
    png = {"Content-Type": "image/png"}

    def make(number):
        path = f"/books/{number}"
        assert ask("PUT", path, json={"slug": f"tide-{number}"}).status_code == 201
        return path, f"{path}/chapters/{ask('POST', f'{path}/chapters', json={'title': 'One'}).json()['id']}"

    def fill(path):
        return ask("PUT", path, data=b"PNG of the first", headers=png).status_code

    def answers(*paths):
        return [ask("GET", path).content for path in paths]

    path, below = make(70)
    other = make(7)[0]
    filled = (f"{path}/cover", f"{below}/picture", "/books/tide-70/cover")
    assert [fill(one) for one in (*filled, f"{other}/cover")] == [204] * 4
    ask("PUT", f"{path}/settings", json={"theme": "dark"})
    assert answers(*filled, f"{path}/settings") == [b"PNG of the first"] * 3 + [b'{"theme":"dark"}']
    assert ask("DELETE", path).status_code == 204 and ask("GET", filled[0]).status_code == 404
    assert make(70) == (path, below)
    assert b"PNG of the first" not in answers(*filled)
    assert ask("GET", f"{path}/settings").json()["theme"] != "dark"
    assert answers(f"{other}/cover") == [b"PNG of the first"]


def test_answers_have_the_type_that_a_swagger_operation_produces(start, tmp_path):
    row = thing(id=NUMBER, name=TEXT)
    ok = {"description": "Good", "schema": row}
    id_ = {"name": "id", "in": "path", "required": True, "type": "integer"}
    file = tmp_path / "swagger.json"
    paths = {
        "/things": {
            "get": {"responses": {"200": {"description": "All", "schema": {"type": "array", "items": row}}}},
            "post": {"parameters": [{"name": "b", "in": "body", "schema": row}], "responses": {"201": ok, "400": {"description": "Bad"}}},
        },
        "/things/{id}": {
            "parameters": [id_],
            "get": {"responses": {"200": ok, "404": {"description": "None"}}},
            "delete": {"responses": {"204": {"description": "Gone"}}},
        },
        "/settings": {"get": {"produces": ["application/x-yaml"], "responses": {"200": {"description": "All", "schema": row}}}},
    }
    produced = ["application/xml", "application/json"]
    file.write_text(
        json.dumps(
            {
                "swagger": "2.0",
                "info": {"title": "T", "version": "1"},
                "produces": produced,
                "consumes": ["application/json"],
                "paths": paths,
            }
        )
    )
    url = start(str(file)).url
    assert requests.get(f"{url}/things/99", timeout=DEADLINE).headers["Content-Type"] == "application/json"
    (first, *_) = requests.get(f"{url}/things", timeout=DEADLINE).json()
    gone = requests.delete(f"{url}/things/{first['id']}", timeout=DEADLINE)
    assert (gone.status_code, gone.content, gone.headers["Content-Type"]) == (204, b"", "application/json")
    settings = requests.get(f"{url}/settings", timeout=DEADLINE)
    assert settings.headers["Content-Type"] == "application/x-yaml" and set(settings.json()) <= {"id", "name"}


def test_a_refusal_has_a_status_and_a_type_that_are_declared(serve):
    row = thing(id=NUMBER, name=TEXT)
    plain = {"description": "Bad", "content": {"text/plain": {"schema": TEXT}}}
    ask = serve(
        {
            "/things": {
                "get": listed(of=row),
                "post": {"requestBody": body_of(row), "responses": {"201": json_of(row), "422": plain}},
            },
            "/things/{id}": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": json_of(row), "422": {"description": "Bad"}}},
            },
            "/old": {"get": {"responses": {"410": {"description": "Retired"}, "default": plain}}},
        }
    )
    broken = ask("POST", "/things", data="{", headers={"Content-Type": "application/json"})
    assert (broken.status_code, broken.headers["Content-Type"]) == (422, "text/plain")
    assert broken.text.startswith("the body is no JSON: 1:2")
    assert ask("GET", "/things/x").status_code == 422
    assert ask("GET", "/old").status_code == 410
    assert ask("GET", "/things/99").status_code == 404


def test_null_is_left_out_where_a_part_of_a_schema_refuses_it(serve):
    link = {"type": "object", "properties": {"at": TEXT}}
    row = thing(id=NUMBER, name=TEXT, link={"allOf": [link, {"nullable": True}]}, owner={"nullable": True, "allOf": [link]})
    ask = serve(
        {
            "/things": {"get": listed(of=row), "post": {"requestBody": body_of(row), "responses": {"201": json_of(row)}}},
            "/things/{id}": {
                "parameters": [parameter("id", NUMBER, "path")],
                "get": {"responses": {"200": json_of(row)}},
                "put": {"requestBody": body_of(row), "responses": {"200": json_of(row)}},
            },
        }
    )
    (first, *_) = ask("GET", "/things").json()
    changed = ask("PUT", f"/things/{first['id']}", json={"link": None, "owner": None}).json()
    assert "link" not in changed and changed["owner"] is None
    assert ask("GET", f"/things/{first['id']}").json() == changed


def test_what_a_query_must_have_says_where_a_new_row_belongs(serve):
    hook = thing(id=NUMBER, site=TEXT, kind=TEXT)
    site = parameter("site") | {"required": True}
    ask = serve(
        {
            "/hooks": {
                "get": listed(site, of=hook),
                "post": {"parameters": [site], "requestBody": body_of(hook), "responses": {"201": json_of(hook)}},
            },
            "/hooks/{id}": {"parameters": [parameter("id", NUMBER, "path")], "get": {"responses": {"200": json_of(hook)}}},
        }
    )
    made = ask("POST", "/hooks?site=a", json={"kind": "mail", "site": "b"}).json()
    assert made["site"] == "a" and ask("GET", "/hooks?site=a").json() == [made]


def test_pictures_of_rows_are_drawn_until_others_are_sent(serve):
    user = thing(id=NUMBER, name=TEXT, avatarUrl={"type": "string", "format": "uri", "readOnly": True})
    picture = {"required": True, "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
    form = body_of(thing(name=TEXT, avatar={"type": "string", "format": "binary"}), "multipart/form-data")
    number = parameter("id", NUMBER, "path")
    ask = serve(
        {
            "/users": {"get": listed(of=user), "post": {"requestBody": form, "responses": {"201": json_of(user)}}},
            "/users/{id}": {"parameters": [number], "get": {"responses": {"200": json_of(user)}}},
            "/users/{id}/avatar": {"parameters": [number], "put": {"requestBody": picture, "responses": {"204": {"description": "Kept"}}}},
        }
    )
    (first, *_) = ask("GET", "/users").json()
    drawn = requests.get(first["avatarUrl"], timeout=DEADLINE)
    assert (drawn.status_code, drawn.headers["Content-Type"]) == (200, "image/jpeg")
    path = f"/users/{first['id']}"
    assert ask("PUT", f"{path}/avatar", data=b"PNG", headers={"Content-Type": "image/png"}).status_code == 204
    assert requests.get(ask("GET", path).json()["avatarUrl"], timeout=DEADLINE).content == b"PNG"
    made = ask("POST", "/users", data={"name": "Lin"}, files={"avatar": ("a.png", b"other", "image/png")}).json()
    assert made["name"] == "Lin" and requests.get(made["avatarUrl"], timeout=DEADLINE).content == b"other"


def test_versions_are_shown_where_any_request_asks_for_them(serve):
    row = thing(id=NUMBER, name=TEXT)
    number = parameter("id", NUMBER, "path")
    match = parameter("If-Match", place="header")
    ask = serve(
        {
            "/things": {"get": listed(of=row), "post": {"requestBody": body_of(row), "responses": {"201": json_of(row)}}},
            "/things/{id}": {
                "parameters": [number],
                "get": {"responses": {"200": json_of(row)}},
                "patch": {"parameters": [match], "requestBody": body_of(row), "responses": {"200": json_of(row)}},
            },
        }
    )
    made = ask("POST", "/things", json={"name": "a"})
    path = f"/things/{made.json()['id']}"
    first = ask("GET", path).headers["ETag"]
    assert made.headers["ETag"] == first
    assert ask("GET", path, headers={"If-None-Match": first}).status_code == 304
    assert ask("PATCH", path, json={"name": "b"}, headers={"If-Match": first}).headers["ETag"] != first
    assert ask("PATCH", path, json={"name": "c"}, headers={"If-Match": first}).status_code == 412
