"""An API from a description whose examples break their own schema, or name rows that there must be."""

from __future__ import annotations

import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

TEXT = {"type": "string"}
ADDRESS = {**TEXT, "format": "uri"}
CALL = {
    "type": "object",
    "properties": {
        "sid": {**TEXT, "pattern": "^CA[0-9a-f]{4}$", "readOnly": True},
        "uri": {**ADDRESS, "readOnly": True, "example": "/2010/Calls/CAaaaa.json"},
        "domains": {"type": "array", "items": ADDRESS, "example": ["tide.example"]},
        "to": TEXT,
        "callback": ADDRESS,
    },
}
LIST = {
    "type": "object",
    "properties": {
        "calls": {"type": "array", "items": {"$ref": "#/components/schemas/Call"}},
        "next_page_uri": {**ADDRESS, "nullable": True},
    },
}
ONE = {"$ref": "#/components/schemas/Call"}
SID = {"name": "sid", "in": "path", "required": True, "schema": TEXT, "example": "CA1234"}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Phone", "version": "1"},
    "paths": {
        "/2010/Calls.json": {
            "get": {
                "parameters": [{"name": "PageSize", "in": "query", "schema": {"type": "integer"}}, {"name": "Page", "in": "query", "schema": {"type": "integer"}}],
                "responses": {"200": json_of(LIST)},
            },
            "post": {"requestBody": body_of(ONE), "responses": {"201": json_of(ONE)}},
        },
        "/2010/Calls/{sid}.json": {"parameters": [SID], "get": {"responses": {"200": json_of(ONE)}}},
        "/report": {"get": {"responses": {"200": json_of({"type": "object", "properties": {"link": ADDRESS}}, example="")}}},
    },
    "components": {"schemas": {"Call": CALL}},
}
REPORT = DESCRIPTION["paths"]["/report"]["get"]["responses"]["200"]
del REPORT["example"]
REPORT["content"]["application/json"]["example"] = {"link": "/reports/1"}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(DESCRIPTION, indent=1))
    return path


@pytest.fixture
def phone(start, file):
    server = start(str(file))
    return server.url


def get(url: str) -> dict:
    answer = requests.get(url, timeout=DEADLINE)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_path_as_example_of_an_address_is_one_of_this_server(phone):
    first = get(f"{phone}/2010/Calls.json")["calls"][0]
    assert first["uri"] == f"{phone}/2010/Calls/CAaaaa.json"
    assert all(address.startswith("https://") for address in first["domains"])
    made = requests.post(f"{phone}/2010/Calls.json", json={"to": "+1", "callback": "/hook"}, timeout=DEADLINE).json()
    assert made["uri"] == f"{phone}/2010/Calls/CAaaaa.json"
    assert made["callback"] == "/hook", "what a client sends it gets back"
    assert get(f"{phone}/report") == {"link": f"{phone}/reports/1"}


def test_the_next_page_is_an_address_that_clients_may_put_behind_their_base_url(phone):
    page = get(f"{phone}/2010/Calls.json?PageSize=1")
    seen = [page["calls"][0]["sid"]]
    assert page["next_page_uri"].startswith(f"{phone}/2010/Calls.json?")
    while following := page["next_page_uri"]:
        assert get(following) == (page := get(f"{phone}/{following}"))
        seen.append(page["calls"][0]["sid"])
    assert len(set(seen)) == 3


def test_the_row_that_an_example_of_its_path_names_is_there(phone):
    sids = [call["sid"] for call in get(f"{phone}/2010/Calls.json")["calls"]]
    assert sids.count("CA1234") == 1
    assert get(f"{phone}/2010/Calls/CA1234.json")["sid"] == "CA1234"


def test_routes_tell_of_examples_that_are_not_used(cli, file):
    def line(text: str) -> int:
        return 1 + next(number for number, found in enumerate(file.read_text().splitlines()) if text in found)

    note = f"note: 3 examples break the schema beside them, such as {file}:{line('/report') + 1}: what the schema allows is answered"
    assert note in cli("routes", str(file)).stdout
    told = cli("routes", str(file), "--warnings").stdout
    assert f"warning: {file}:{line('/2010/Calls/CAaaaa.json')}: the example is not used: it must have the format uri\n" in told
    assert "GET /report: the example of 200 is not used as it is: link must have the format uri\n" in told
    assert "note:" not in told


def test_an_id_that_fits_into_no_path_is_refused(start, file):
    described = json.loads(file.read_text())
    described["components"]["schemas"]["Call"]["properties"]["sid"] = TEXT
    file.write_text(json.dumps(described))
    url = start(str(file)).url
    answer = requests.post(f"{url}/2010/Calls.json", json={"sid": "a" * 1001}, timeout=DEADLINE)
    assert answer.status_code == 400
    assert answer.json()["detail"] == "sid has 1001 bytes; no path has more than 1000"
