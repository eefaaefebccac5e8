"""An API of one's own from an OpenAPI description: what has state, and how it is asked for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests

from conftest import REPOSITORY
from mockserver import clean_environment
from pages import examples
from rawhttp import DEADLINE

LIBRARY = str(Path(__file__).parent / "descriptions" / "library.yaml")


@pytest.fixture
def library(start):
    server = start(LIBRARY)

    def ask(method: str, path: str, **options) -> requests.Response:
        return requests.request(method, f"{server.url}/v1{path}", timeout=DEADLINE, **options)

    ask.server = server
    return ask


def new_book(ask, **members) -> dict:
    answer = ask("POST", "/books", json={"title": "Low tide", **members})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def test_a_row_is_made_read_listed_changed_and_deleted(library):
    answer = library("POST", "/books", json={"title": "Low tide", "genre": "travel", "archived": True})
    book = answer.json()["data"]
    assert answer.headers["Location"].endswith(f"/v1/books/{book['id']}")
    assert book == {**book, "title": "Low tide", "author": None, "archived": False}, "what is read-only is the server's"
    assert library("GET", f"/books/{book['id']}").json()["data"] == book
    without_base = requests.get(f"{library.server.url}/books/{book['id']}", timeout=DEADLINE)
    assert without_base.json()["data"] == book, "the paths are served without the base path too"
    changed = library("PATCH", f"/books/{book['id']}", json={"author": "Ada"})
    assert changed.status_code == 200 and changed.json()["data"]["author"] == "Ada"
    page = library("GET", "/books", params={"per_page": 50}).json()
    assert changed.json()["data"] in page["data"]
    assert page["meta"] == {"total": len(page["data"]), "page": 1, "next": None}
    assert library("DELETE", f"/books/{book['id']}").status_code == 204
    missing = library("GET", f"/books/{book['id']}")
    assert missing.status_code == 404
    assert missing.json() == {"error": {"code": "not_found", "message": f"there is no book {book['id']}"}}
    left = library("GET", "/books", params={"per_page": 50}).json()["data"]
    assert book["id"] not in [one["id"] for one in left]


def test_times_are_those_of_the_worlds_clock(library):
    control = library.server.url + "/__mockpostly/v1"
    requests.put(f"{control}/clock", json={"mode": "freeze", "now": "2031-05-06T07:08:09Z"}, timeout=DEADLINE).raise_for_status()
    assert new_book(library)["created_at"] == "2031-05-06T07:08:09Z"


def test_a_wrong_body_is_refused_in_the_schema_of_the_description(library):
    answer = library("POST", "/books", json={"title": "", "pages": 0})
    assert answer.status_code == 422 and "title" in answer.json()["error"]["message"]
    assert library("POST", "/books", json={}).json()["error"]["message"] == "title is required"
    assert library("POST", "/books", data="{", headers={"Content-Type": "application/json"}).status_code == 422
    assert library("GET", "/books/x").status_code == 404
    assert library("PATCH", f"/books/{new_book(library)['id']}", json={}).status_code == 200


def test_an_error_with_nothing_but_a_title_says_there_what_is_wrong(start, tmp_path):
    file = tmp_path / "api.json"
    text = {"type": "string"}
    schema = {"type": "object", "required": ["name"], "properties": {"name": text}}
    content = {"application/json": {"schema": schema}}
    error = {"type": "object", "properties": {"type": text, "title": {**text, "example": "Validation failed"}}}
    responses = {
        "201": {"description": "Made", "content": content},
        "400": {"description": "Wrong", "content": {"application/json": {"schema": error}}},
    }
    notes = {"post": {"requestBody": {"content": content}, "responses": responses}}
    description = {"openapi": "3.1.0", "info": {"title": "Notes", "version": "1"}, "paths": {"/notes": notes}}
    file.write_text(json.dumps(description))
    answer = requests.post(f"{start(str(file)).url}/notes", json={}, timeout=DEADLINE)
    assert answer.status_code == 400 and answer.json()["title"] == "name is required"


def test_a_row_that_put_makes_is_the_one_that_get_finds(start, tmp_path):
    file = tmp_path / "api.json"
    text = {"type": "string"}
    schema = {"type": "object", "properties": {"key": text, "value": text}}
    content = {"application/json": {"schema": schema}}
    listed = {"application/json": {"schema": {"type": "array", "items": schema}}}
    one = {"200": {"description": "One", "content": content}, "404": {"description": "None"}}
    key = {"name": "key", "in": "path", "required": True, "schema": text}
    item = {
        "parameters": [key],
        "get": {"responses": one},
        "put": {"requestBody": {"content": content}, "responses": one},
        "delete": {"responses": {"204": {"description": "Gone"}}},
    }
    page = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    limit = {"name": "limit", "in": "query", "schema": {"type": "integer"}}
    whole = {"get": {"parameters": [page, limit], "responses": {"200": {"description": "All", "content": listed}}}}
    paths = {"/notes": whole, "/notes/{key}": item}
    file.write_text(json.dumps({"openapi": "3.1.0", "info": {"title": "Notes", "version": "1"}, "paths": paths}))
    notes = start(str(file), "--api-rows", "0").url + "/notes"
    for value in ("one", "two"):
        assert requests.put(f"{notes}/abc", json={"value": value}, timeout=DEADLINE).status_code == 200
        assert requests.get(f"{notes}/abc", timeout=DEADLINE).json() == {"key": "abc", "value": value}
    assert len(requests.get(notes, timeout=DEADLINE).json()) == 1
    for page, limit in ((-(2**63), 1), (2**63 - 1, 2**63 - 1), (1, 2**63 - 1)):
        query = {"page": page, "limit": limit}
        assert requests.get(notes, params=query, timeout=DEADLINE).status_code == 200, query
    assert requests.delete(f"{notes}/abc", timeout=DEADLINE).status_code == 204
    assert requests.get(f"{notes}/abc", timeout=DEADLINE).status_code == 404


def test_lists_are_filtered_sorted_searched_and_paged(library):
    for number in range(12):
        new_book(library, title=f"Volume {number:02}", author="Zoe", genre="poetry", pages=100 - number)
    found = library("GET", "/books", params={"genre": "poetry", "q": "volume", "sort": "-title", "per_page": 5, "page": 2})
    assert [book["title"] for book in found.json()["data"]] == [f"Volume {number:02}" for number in (6, 5, 4, 3, 2)]
    meta = found.json()["meta"]
    assert (meta["total"], meta["page"]) == (12, 2)
    assert [book["title"] for book in requests.get(meta["next"], timeout=DEADLINE).json()["data"]] == ["Volume 01", "Volume 00"]
    searched = library("GET", "/books/search", params={"author": "Zoe"}).json()
    assert len(searched) == 12


def test_what_is_below_a_row_goes_with_it(library):
    book = new_book(library)
    loan = library("POST", f"/books/{book['id']}/loans", json={"reader": "ada"}).json()
    assert loan["book_id"] == book["id"], "the path fills members of its names"
    assert library("GET", f"/books/{book['id']}/loans").json() == [loan]
    assert library("GET", f"/books/{book['id']}/loans/{loan['id']}").json() == loan
    library("DELETE", f"/books/{book['id']}")
    assert library("GET", f"/books/{book['id']}/loans").status_code == 404
    assert library("GET", f"/books/{book['id']}/loans/{loan['id']}").status_code == 404


def test_views_actions_and_documents_have_state(library):
    made = library("POST", "/readers/ada/books", json={"title": "Mine"}).json()["data"]
    assert library("GET", "/readers/ada/books").json() == [made]
    assert library("GET", f"/books/{made['id']}").json()["data"] == made
    assert library("POST", f"/books/{made['id']}/archive").json()["data"]["archived"] is True
    assert library("DELETE", f"/books/{made['id']}/archive").json()["data"]["archived"] is False
    assert library("GET", "/settings").json() == {"days": 14, "greeting": "Welcome"}
    library("PUT", "/settings", json={"days": 21})
    assert library("GET", "/settings").json()["days"] == 21


def test_what_has_no_state_answers_its_example_and_says_so(library):
    report = library("GET", "/reports/daily")
    assert report.json() == {"lent": 12} and report.headers["X-Mockpostly-State"] == "none"
    assert "X-Mockpostly-State" not in library("GET", "/books").headers


def test_worlds_do_not_share_rows_and_a_reset_brings_the_first_ones_back(library):
    first = library("GET", "/books").json()
    control = library.server.url + "/__mockpostly/v1"
    requests.post(f"{control}/worlds", json={"id": "other"}, timeout=DEADLINE).raise_for_status()
    new_book(library)
    assert library("GET", "/books", headers={"X-Mockpostly-World": "other"}).json() == first
    requests.post(f"{control}/reset", timeout=DEADLINE).raise_for_status()
    assert library("GET", "/books").json() == first


def test_the_same_calls_give_the_same_bytes(start):
    answers = []
    for _ in range(2):
        server = start(LIBRARY, "--clock", "2026-01-02T03:04:05Z", "--clock-frozen")
        url = f"{server.url}/v1/books"
        requests.post(url, json={"title": "Same"}, timeout=DEADLINE)
        answers.append(requests.get(url, timeout=DEADLINE).content)
    assert answers[0] == answers[1]


def test_a_token_is_demanded_where_the_description_says_it_and_the_option_wants_it(start, cli):
    server = start(LIBRARY, "--api-auth")
    url = f"{server.url}/v1/books"
    refused = requests.get(url, timeout=DEADLINE)
    assert refused.status_code == 401 and refused.json()["type"] == "about:blank"
    token = cli("token", "api", "--user", "ada", "--url", server.url).stdout.strip()
    assert requests.get(url, headers={"Authorization": f"Bearer {token}"}, timeout=DEADLINE).status_code == 200


def test_unknown_paths_and_methods_name_what_there_is(library):
    unknown = library("GET", "/boks")
    assert unknown.status_code == 404 and "/v1/books" in unknown.text
    other = library("DELETE", "/settings")
    assert other.status_code == 405 and other.headers["Allow"] == "GET, PUT"


def test_routes_say_for_each_operation_whether_it_has_state(library, cli):
    listed = json.loads(cli("routes", LIBRARY, "-o", "json").stdout)["operations"]
    served = requests.get(f"{library.server.url}/__mockpostly/v1/routes", timeout=DEADLINE).json()["operations"]
    assert listed == served
    assert listed[0] == {
        "method": "GET",
        "path": "/v1/books",
        "operationId": "listBooks",
        "state": True,
        "class": "list",
        "of": "/books",
        "id": "id",
        "array": "data",
        "why": "lists Book of /books",
    }
    text = cli("routes", LIBRARY).stdout
    assert text.endswith("17 operations: 16 with state (94 %), 1 answer examples\n")


def test_a_description_that_cannot_be_read_ends_the_start_with_its_place(cli, tmp_path):
    file = tmp_path / "openapi.yaml"
    file.write_text("openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths:\n  /a: {$ref: '#/nowhere'}\n")
    done = cli("serve", str(file))
    assert done.returncode == 3 and f"{file}:4:" in done.stderr, done.stderr


OVERLAY = """
base: /lib
rows: 1
errors: {not-found: {code: E404, text: $message}}
collections:
  /books: {rows: [{id: 7, title: First}], unique: [title]}
views: {"GET /readers/{name}/books": {of: /books, where: {author: "{name}"}}}
actions: {"POST /books/{book_id}/archive": {set: {archived: true, genre: travel, updated_at: $now}, status: 202}}
stateless: ["GET /books/search"]
"""


def test_an_overlay_corrects_what_was_guessed(start, tmp_path):
    overlay = tmp_path / "library.mock.yaml"
    overlay.write_text(OVERLAY)
    server = start(LIBRARY, "--api-overlay", str(overlay))
    books = f"{server.url}/lib/books"
    (first,) = requests.get(books, timeout=DEADLINE).json()["data"]
    assert (first["id"], first["title"]) == (7, "First")
    assert requests.get(f"{books}/9", timeout=DEADLINE).json() == {"code": "E404", "text": "there is no book 9"}
    twice = requests.post(books, json={"title": "First", "author": "ada"}, timeout=DEADLINE)
    assert twice.status_code == 409
    own = requests.post(books, json={"title": "Second", "author": "ada"}, timeout=DEADLINE).json()["data"]
    assert requests.get(f"{server.url}/lib/readers/ada/books", timeout=DEADLINE).json() == [own]
    archived = requests.post(f"{books}/{own['id']}/archive", timeout=DEADLINE)
    assert archived.status_code == 202 and archived.json()["data"]["genre"] == "travel"
    assert requests.get(f"{books}/search", timeout=DEADLINE).headers["X-Mockpostly-State"] == "none"


@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        ("color: 1\n", "color: there is no such member"),
        ("collections:\n  /boks: {id: id}\n", "own.yaml:2:10: /boks: the description has no such path; the nearest is /books"),
        ("rows: [1]\n", "rows: expected a number"),
    ],
)
def test_a_wrong_overlay_ends_the_start(cli, tmp_path, overlay, words):
    file = tmp_path / "own.yaml"
    file.write_text(overlay)
    done = cli("serve", LIBRARY, "--api-overlay", str(file))
    assert done.returncode == 3 and words in done.stderr, done.stderr


def test_the_guess_is_printed_as_an_overlay_that_can_be_used(start, cli, tmp_path):
    file = tmp_path / "guess.yaml"
    file.write_text(cli("routes", LIBRARY, "--overlay").stdout)
    server = start(LIBRARY, "--api-overlay", str(file))
    assert requests.get(f"{server.url}/v1/books", timeout=DEADLINE).status_code == 200


def test_the_generated_client_of_the_page_works(binary, tmp_path):
    page = REPOSITORY / "docs" / "your-api.md"
    described = next(one.script for one in examples(page) if "openapi.yaml <<" in one.script)
    client = re.search(r"^<!-- client -->\n```sh\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)[1]
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "mockpostly").symlink_to(binary)
    environment = clean_environment(tmp_path, {})
    folders = [str(programs), str(Path(sys.executable).parent), environment["PATH"]]
    environment["PATH"] = os.pathsep.join(folders)
    done = subprocess.run(
        ["bash", "-euc", described.split("mockpostly", 1)[0] + client],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout + done.stderr
