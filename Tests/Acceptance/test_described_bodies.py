"""An API from a description: bodies in XML, empty files, and operations with an address of their own."""

from __future__ import annotations

import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

TEXT = {"type": "string"}
PET = {
    "type": "object",
    "required": ["name", "photos"],
    "properties": {
        "id": {"type": "integer", "format": "int64"},
        "name": TEXT,
        "isTame": {"type": "boolean"},
        "kind": {"type": "object", "properties": {"id": {"type": "integer"}, "name": TEXT}},
        "photos": {"type": "array", "items": TEXT},
        "tags": {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "rank": {"type": "integer"}}}},
    },
}
FAULT = json_of({"type": "object", "required": ["reason"], "properties": {"reason": TEXT}})
ANSWER = {"200": json_of(PET), "400": {"description": "Wrong"}, "404": {"description": "None"}, "409": FAULT}
IN_XML = {"requestBody": body_of(PET, "application/xml"), "responses": ANSWER}
BLOB = {"type": "string", "format": "binary"}
CARD = {"type": "object", "properties": {"id": {"type": "integer"}, "name": TEXT, "note": TEXT, "size": {"type": "integer"}, "extra": {}}}
IN_PARTS = {
    "requestBody": body_of({"type": "object", "properties": {**CARD["properties"], "file": BLOB}}, "multipart/form-data"),
    "responses": {"201": json_of(CARD), "400": {"description": "Wrong"}},
}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://api.pets.example/v1"}],
    "paths": {
        "/pets": {"get": {"responses": {"200": json_of({"type": "array", "items": PET})}}, "post": IN_XML, "put": IN_XML},
        "/pets/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "get": {"responses": {"200": json_of(PET)}},
            "delete": {"responses": {"204": {"description": "Gone"}}},
        },
        "/cards": {"get": {"responses": {"200": json_of({"type": "array", "items": CARD})}}, "post": IN_PARTS},
        "/cards/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "get": {"responses": {"200": json_of(CARD)}},
        },
        "/pets/{id}/picture": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "put": {
                "servers": [{"url": "https://upload.pets.example/files"}],
                "requestBody": body_of(BLOB, "application/octet-stream"),
                "responses": {"204": {"description": "Kept"}, "400": {"description": "Wrong"}},
            },
        },
    },
}
WHOLE = """<?xml version="1.0"?>
<!-- a pet -->
<p:pet xmlns:p="https://pets.example" id="12">
  <name>Low &amp; &#x1F30A; <![CDATA[<tide>]]></name><isTame>true</isTame>
  <kind><id>3</id><name>Crab</name></kind>
  <photos><photo>1</photo><photo>b</photo></photos>
  <tags><name>sea</name><rank>9007199254740993</rank></tags><tags><name>salt</name></tags>
</p:pet>"""


@pytest.fixture
def pets(start, tmp_path):
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION))
    server = start(str(file))

    def ask(method: str, path: str, data: str | bytes = b"", kind: str = "application/xml") -> requests.Response:
        data = data.encode() if isinstance(data, str) else data
        return requests.request(method, server.url + path, data=data, headers={"Content-Type": kind}, timeout=DEADLINE)

    ask.url = server.url
    return ask


def test_parts_after_a_file_say_what_it_is(pets):
    parts = [("file", ("a.png", b"abc", "image/png")), *((name, (None, text)) for name, text in (("name", ""), ("note", "[1]"), ("extra", '{"a": 1}')))]
    made = requests.post(pets.url + "/v1/cards", files=parts, timeout=DEADLINE).json()
    assert (made["name"], made["note"], made["size"], made["extra"]) == ("", "[1]", 3, {"a": 1})
    unnamed = requests.post(pets.url + "/v1/cards", files=parts[:1], timeout=DEADLINE).json()
    assert unnamed["name"] == "a.png"


def test_a_body_in_xml_makes_a_row(pets):
    made = pets("POST", "/v1/pets", WHOLE).json()
    assert made == {
        "id": 12,
        "name": "Low & \U0001f30a <tide>",
        "isTame": True,
        "kind": {"id": 3, "name": "Crab"},
        "photos": ["1", "b"],
        "tags": [{"name": "sea", "rank": 9007199254740993}, {"name": "salt"}],
    }
    assert pets("GET", "/v1/pets/12").json() == made
    changed = pets("PUT", "/v1/pets", "<pet><id>12</id><name>Ebb</name><photos/></pet>").json()
    assert (changed["id"], changed["name"], changed["photos"]) == (12, "Ebb", [])
    one = pets("POST", "/v1/pets", "<pet><name>Ada</name><tags><tag><name>one</name></tag></tags></pet>").json()
    assert one["photos"] == [] and one["tags"] == [{"name": "one"}]


@pytest.mark.parametrize(
    "text",
    [
        "<pet>", "pet", "<pet></cat>", "<pet><name>&own;</name></pet>", "<pet/><pet/>", "<pet name=Ada/>", "<>",
        '<!DOCTYPE pet [<!ENTITY a "aaaa">]><pet><name>&a;</name></pet>', "<a>" * 1000, "<pet><name>x", "<pet><!-- ",
    ],
)  # fmt: skip
def test_what_is_no_xml_is_refused(pets, text):
    answer = pets("POST", "/v1/pets", text)
    assert answer.status_code == 400 and answer.json()["detail"] == "the body is no XML"


def test_many_elements_of_one_name_are_a_list(pets):
    many = "".join(f"<photos>{number}</photos>" for number in range(20_000))
    made = pets("POST", "/pets", f"<pet><name>Tide</name>{many}</pet>").json()
    assert made["photos"] == [str(number) for number in range(20_000)]


def test_xml_is_checked_as_json_is(pets):
    assert pets("POST", "/v1/pets", "<pet><isTame>true</isTame></pet>").json()["detail"] == "name is required"
    wrong = pets("POST", "/v1/pets", "<pet><name>Ada</name><isTame>maybe</isTame></pet>")
    assert wrong.status_code == 400 and "isTame" in wrong.json()["detail"]
    assert pets("POST", "/v1/pets").json()["detail"] == "a body is required"


def test_a_file_may_be_empty_and_an_address_of_an_operation_is_one_of_two(pets):
    for base in ("/files", "/v1", ""):
        assert pets("PUT", f"{base}/pets/1/picture", b"", "application/octet-stream").status_code == 204
        assert pets("PUT", f"{base}/pets/1/picture", b"abc", "application/octet-stream").status_code == 204
    missing = pets("PUT", "/files/pets/1/picture", b"", "application/json")
    assert missing.status_code == 400 and missing.json()["detail"] == "a body is required"


def test_a_change_that_names_no_row_finds_none(pets):
    nameless = pets("PUT", "/v1/pets", '{"name": "Ada", "photos": []}', "application/json")
    assert nameless.status_code == 404 and nameless.json()["detail"] == "id is required"


def test_another_status_of_an_overlay_has_its_own_declared_form(start, tmp_path):
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(DESCRIPTION))
    (tmp_path / "openapi.mock.yaml").write_text("errors: {not-found: {status: 409}}")
    pet = {"id": 99, "name": "Ada", "photos": []}
    answer = requests.put(start(str(file)).url + "/v1/pets", json=pet, timeout=DEADLINE)
    assert answer.status_code == 409 and answer.json() == {"reason": "there is no pet 99"}
    assert answer.headers["Content-Type"] == "application/json"


def test_an_empty_id_is_none(pets):
    made = pets("POST", "/v1/pets", '{"id": 0, "name": "Ada", "photos": []}', "application/json").json()
    assert made["id"] > 0 and pets("GET", f"/v1/pets/{made['id']}").json() == made
