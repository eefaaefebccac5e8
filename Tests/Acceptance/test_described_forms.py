"""An API from a description: choices, pages, headers, patches and deletes as clients meet them."""

from __future__ import annotations

import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
ID = {"type": "integer", "readOnly": True}


def query(name: str, schema: dict = TEXT) -> dict:
    return {"name": name, "in": "query", "schema": schema}


def of(component: str) -> dict:
    return {"$ref": f"#/components/schemas/{component}"}


def headers(**fields: dict) -> dict:
    return {name.replace("_", "-"): {"schema": schema} for name, schema in fields.items()}


def item(schema: dict, **more) -> dict:
    return {
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": NUMBER}],
        "get": {"responses": {"200": json_of(schema)}},
        **more,
    }


def collection(schema: dict, *parameters: dict, rows: dict | None = None, **more) -> dict:
    return {
        "get": {
            "parameters": list(parameters),
            "responses": {"200": rows or json_of({"type": "array", "items": schema})},
        },
        "post": {"requestBody": body_of(schema), "responses": {"201": json_of(schema)}},
        **more,
    }


GONE = {"responses": {"204": {"description": "Gone"}}}
NOTE = {
    "type": "object",
    "required": ["id", "title"],
    "properties": {
        "id": ID,
        "title": {"type": "string", "minLength": 2},
        "count": NUMBER,
        "color": {"type": ["string", "null"]},
        "serial": {"type": "string", "format": "uuid", "readOnly": True},
        "archived": {"type": "boolean"},
    },
}
ENVELOPE = {
    "type": "object",
    "required": ["items", "page", "last"],
    "properties": {
        "items": {"type": "array", "items": of("Note"), "minItems": 1},
        "page": NUMBER,
        "totalDocs": NUMBER,
        "hasPrevPage": {"type": "boolean"},
        "last": {"type": "boolean"},
    },
}
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Forms", "version": "1"},
    "components": {
        "schemas": {
            "Note": NOTE,
            "Cat": {
                "type": "object",
                "required": ["id", "kind"],
                "properties": {
                    "id": ID,
                    "kind": {"const": "cat"},
                    "name": TEXT,
                    "indoor": {"type": "boolean"},
                },
            },
            "Dog": {
                "type": "object",
                "required": ["id", "kind"],
                "properties": {
                    "id": ID,
                    "kind": {"const": "dog"},
                    "name": TEXT,
                    "tricks": NUMBER,
                },
            },
            "Pet": {"oneOf": [of("Cat"), of("Dog")]},
            "Animal": {
                "type": "object",
                "required": ["id", "species"],
                "properties": {"id": ID, "species": TEXT},
                "discriminator": {"propertyName": "species"},
            },
            "Bird": {
                "allOf": [
                    of("Animal"),
                    {"type": "object", "properties": {"song": TEXT}},
                ]
            },
            "Code": {
                "type": "object",
                "required": ["id", "code"],
                "properties": {
                    "id": ID,
                    "code": {
                        "type": "string",
                        "pattern": "^(?=.*[A-Z])(?=.*[0-9])[A-Z0-9]{8}$",
                    },
                },
            },
            "Free": {
                "type": "object",
                "required": ["id"],
                "properties": {"id": ID},
                "additionalProperties": True,
            },
        }
    },
    "paths": {
        "/pets": collection(of("Pet")),
        "/pets/{id}": item(
            of("Pet"),
            patch={
                "requestBody": body_of(of("Pet")),
                "responses": {"200": json_of(of("Pet"))},
            },
        ),
        "/animals": collection(of("Animal")),
        "/animals/{id}": item(of("Animal")),
        "/codes": collection(of("Code")),
        "/codes/{id}": item(of("Code")),
        "/free": collection(of("Free")),
        "/free/{id}": item(of("Free")),
        "/notes": collection(
            of("Note"),
            query("page", NUMBER),
            query("ids", {"type": "array", "items": NUMBER}),
            rows=json_of(
                ENVELOPE,
                headers=headers(
                    X_Total_Count=NUMBER,
                    X_Request_Id=TEXT,
                    Access_Control_Allow_Origin=TEXT,
                    Content_Encoding=TEXT,
                    Transfer_Encoding=TEXT,
                ),
            ),
            delete={
                "parameters": [query("ids", {"type": "array", "items": NUMBER})],
                **GONE,
            },
        ),
        "/notes/{id}": item(
            of("Note"),
            patch={
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {"schema": of("Note")},
                        "application/json-patch+json": {"schema": {"type": "array"}},
                    },
                },
                "responses": {"200": json_of(of("Note"))},
            },
            delete=GONE,
        ),
        "/notes/{id}/archive": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": NUMBER}],
            "post": {"responses": {"204": {"description": "Done"}}},
            "delete": {"responses": {"204": {"description": "Done"}}},
        },
        "/pages": collection(
            of("Free"),
            query("limit", {"type": "integer", "maximum": 2}),
            query("offset", NUMBER),
        ),
        "/pages/{id}": item(of("Free")),
        "/alive": {"head": {"responses": {"204": {"description": "Alive"}}}},
        "/do?what=start": {"post": {"responses": {"200": json_of({"const": "started"})}}},
        "/do?what=stop": {"post": {"responses": {"200": json_of({"const": "stopped"})}}},
        "/vary#long": {
            "post": {
                "requestBody": body_of({"type": "object", "required": ["a"], "properties": {"a": NUMBER}}),
                "responses": {"204": {"description": "A"}},
            }
        },
        "/vary": {
            "post": {
                "requestBody": body_of({"type": "object", "required": ["b"], "properties": {"b": NUMBER}}),
                "responses": {"204": {"description": "B"}},
            }
        },
        "/x-ample": {
            "get": {
                "responses": {
                    "200": {
                        "description": "X",
                        "content": {"application/xml": {"schema": of("Bird")}},
                    }
                }
            }
        },
        "/picture": {
            "post": {
                "requestBody": body_of({}, "image/*"),
                "responses": {"204": {"description": "Kept"}},
            }
        },
        "/words": {
            "get": {
                "responses": {
                    "200": json_of(
                        {
                            "type": "array",
                            "minItems": 2,
                            "uniqueItems": True,
                            "items": {
                                "type": "object",
                                "required": ["word"],
                                "properties": {"word": TEXT},
                            },
                        }
                    )
                }
            }
        },
        "/person": {
            "get": {
                "responses": {
                    "200": json_of(
                        {
                            "type": "object",
                            "properties": {
                                "name": {"example": "Ann"},
                                "age": {"default": 3},
                            },
                        }
                    )
                }
            }
        },
        "x-later": {"/old": {"$ref": "nowhere.yaml"}},
    },
}


class API:
    def __init__(self, server):
        self.url = server.url

    def ask(self, method: str, path: str, **options) -> requests.Response:
        return requests.request(method, self.url + path, timeout=DEADLINE, **options)

    def get(self, path: str):
        return self.ask("GET", path).json()

    def add(self, path: str, **members):
        answer = self.ask("POST", path, json=members)
        assert answer.status_code == 201, answer.text
        return answer.json()


@pytest.fixture
def api(start, tmp_path):
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION))
    return API(start(str(file)))


def test_a_row_is_the_choice_that_its_body_is(api):
    dog = api.add("/pets", kind="dog", name="Rex", tricks=3)
    assert (dog["kind"], dog["tricks"]) == ("dog", 3) and "indoor" not in dog
    assert api.ask("PATCH", f"/pets/{dog['id']}", json={"tricks": 4}).json()["tricks"] == 4
    assert api.get("/pets?kind=dog")[-1]["name"] == "Rex"


def test_a_component_that_builds_on_the_rows_keeps_its_members(api):
    bird = api.add("/animals", species="Bird", song="tui")
    assert api.get(f"/animals/{bird['id']}")["song"] == "tui"


def test_a_row_that_cannot_be_drawn_hides_no_other(api):
    code = api.add("/codes", code="ABCD1234")
    assert api.get("/codes")[-1] == code


def test_members_that_are_allowed_by_word_are_shown(api):
    assert api.add("/free", anything=1)["anything"] == 1


def test_no_row_is_made_up_for_a_list(api):
    for note in api.get("/notes")["items"]:
        api.ask("DELETE", f"/notes/{note['id']}")
    assert api.get("/notes")["items"] == []


def test_a_page_after_the_last_is_empty(api):
    first = api.get("/notes")
    assert first["totalDocs"] == len(first["items"]) and (
        first["page"],
        first["last"],
        first["hasPrevPage"],
    ) == (1, True, False)
    later = api.get("/notes?page=9")
    assert (later["items"], later["page"]) == ([], 9)


def test_a_page_is_no_larger_than_it_may_be(api):
    assert len(api.get("/pages?limit=50")) == 2
    assert len(api.get("/pages?limit=2&offset=2")) == 1


def test_headers_say_what_is_true(api):
    answer = api.ask("GET", "/notes")
    assert answer.headers["X-Total-Count"] == str(len(answer.json()["items"]))
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert not {"Content-Encoding", "Transfer-Encoding"} & answer.headers.keys()
    shown = answer.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"X-Total-Count", "X-Request-Id"} <= set(shown)


def test_a_bulk_delete_deletes_what_it_names(api):
    keep, *others = [note["id"] for note in api.get("/notes")["items"]]
    assert api.ask("DELETE", "/notes?ids=" + ",".join(map(str, others))).status_code == 204
    assert [note["id"] for note in api.get("/notes")["items"]] == [keep]
    assert api.ask("DELETE", "/notes", json={"ids": [99]}).status_code == 204
    assert [note["id"] for note in api.get("/notes")["items"]] == [keep]
    assert api.ask("DELETE", "/notes", json={"ids": [keep]}).status_code == 204
    assert api.get("/notes")["items"] == []


def test_what_the_server_gives_differs_by_row(api):
    assert api.add("/notes", title="one")["serial"] != api.add("/notes", title="two")["serial"]


def test_null_takes_a_member_out(api):
    note = api.add("/notes", title="one", count=1, color="red")
    changed = api.ask("PATCH", f"/notes/{note['id']}", json={"count": None, "color": None})
    assert changed.status_code == 200 and "count" not in changed.json() and changed.json()["color"] is None


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (
            {"op": "replace", "path": "/count", "value": "many"},
            "count must be an integer",
        ),
        (
            {"op": "replace", "path": "/title", "value": "x"},
            "title must have at least 2 characters",
        ),
        ({"op": "remove", "path": "/title"}, "title is required"),
        ({"op": "remove", "path": "/absent"}, "does not fit at /absent"),
    ],
)
def test_a_patch_that_breaks_the_row_is_refused(api, step, words):
    note = api.add("/notes", title="one", count=1)
    patched = {"Content-Type": "application/json-patch+json"}
    answer = api.ask("PATCH", f"/notes/{note['id']}", data=json.dumps([step]), headers=patched)
    assert answer.status_code == 400 and words in answer.text
    assert api.get(f"/notes/{note['id']}") == note


def test_an_action_without_an_answer_does_what_it_says(api):
    note = api.add("/notes", title="one")
    for method, value in [("POST", True), ("DELETE", False)]:
        assert api.ask(method, f"/notes/{note['id']}/archive").status_code == 204
        assert api.get(f"/notes/{note['id']}")["archived"] is value


def test_operations_are_found_by_method_query_and_variant(api):
    assert api.ask("HEAD", "/alive").status_code == 204
    assert [api.ask("POST", f"/do?what={word}").json() for word in ("start", "stop")] == ["started", "stopped"]
    assert api.ask("POST", "/do?what=jump").status_code == 400
    assert [api.ask("POST", "/vary", json={name: 1}).status_code for name in "abc"] == [
        204,
        204,
        400,
    ]


def test_what_is_not_written_as_declared_says_so(api):
    answer = api.ask("GET", "/x-ample")
    assert answer.headers["Content-Type"] == "application/json" and "XML" in answer.headers["X-Mockpostly-Hint"]
    assert "species" in answer.json()


def test_a_body_may_have_any_type_of_a_range(api):
    kept = api.ask("POST", "/picture", data=b"\x89PNG", headers={"Content-Type": "image/png"})
    assert kept.status_code == 204


def test_an_answer_without_state_has_all_that_it_may_have(api):
    assert api.get("/person") == {"name": "Ann", "age": 3}
    words = [one["word"] for one in api.get("/words")]
    assert len(words) == 2 and len(set(words)) == 2
