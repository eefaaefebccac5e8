"""An API of one's own: numbers beyond 2^53, which a double does not hold, keep all their digits."""

from __future__ import annotations

import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

BIG = 9007199254740993
HUGE = 123456789012345678901234567890
NUMBER = {"type": "integer"}
ORDER = {
    "type": "object",
    "required": ["total"],
    "properties": {
        "id": {**NUMBER, "format": "int64"},
        "total": {**NUMBER, "format": "int64"},
        "label": {"type": "string"},
    },
}
DESCRIPTION = {
    "openapi": "3.0.3",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/orders": {
            "get": {
                "parameters": [
                    {"name": "total", "in": "query", "schema": NUMBER},
                    {"name": "sort", "in": "query", "schema": {"type": "string"}},
                ],
                "responses": {"200": json_of({"type": "array", "items": ORDER})},
            },
            "post": {
                "requestBody": {
                    "content": {
                        **body_of(ORDER)["content"],
                        **body_of(ORDER, "application/x-www-form-urlencoded")["content"],
                    }
                },
                "responses": {"201": json_of(ORDER), "400": {"description": "Wrong"}},
            },
        },
        "/orders/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": NUMBER}],
            "get": {"responses": {"200": json_of(ORDER)}},
            "patch": {"requestBody": body_of(ORDER), "responses": {"200": json_of(ORDER)}},
        },
    },
}


@pytest.fixture
def ask(start, tmp_path):
    def serve(content: dict, *options: str):
        file = tmp_path / "api.json"
        file.write_text(json.dumps(content))
        server = start(str(file), *options)

        def ask(path: str, method: str = "GET", **more) -> requests.Response:
            return requests.request(method, server.url + path, timeout=DEADLINE, **more)

        ask.server = server
        return ask

    return serve


def totals(answer: requests.Response) -> list[int]:
    return [row["total"] for row in answer.json()]


def test_digits_stay_in_rows_queries_answers_and_exports(ask, cli, tmp_path):
    orders = [{"id": BIG, "total": HUGE}, {"id": BIG - 2, "total": -BIG}, {"id": 7, "total": BIG + 1}]
    api = ask({"orders": orders, "items": [{"id": 1, "orderId": BIG}], "me": {"limit": BIG}})
    assert api("/orders").json() == orders
    assert api(f"/orders/{BIG}").json() == orders[0]
    assert api(f"/orders/{BIG - 1}").status_code == 404
    assert api("/me").json() == {"limit": BIG}
    assert api(f"/orders?total={HUGE}").json() == orders[:1]
    assert api(f"/orders?total={HUGE + 1}").json() == []
    assert totals(api(f"/orders?total_gte={BIG + 1}&_sort=total")) == [BIG + 1, HUGE]
    assert totals(api(f"/orders?total_gte={BIG + 2}")) == [HUGE]
    assert totals(api("/orders?_sort=total&_order=desc")) == [HUGE, BIG + 1, -BIG]
    assert api(f"/orders/{BIG}?_embed=items").json()["items"] == [{"id": 1, "orderId": BIG}]
    assert api("/items/1?_expand=order").json()["order"] == orders[0]
    made = api("/orders", "POST", json={"total": BIG})
    assert made.json() == {"total": BIG, "id": BIG + 1}
    assert made.headers["Location"].endswith(f"/orders/{BIG + 1}")
    changed = api(f"/orders/{BIG}", "PATCH", json={"total": HUGE + 1})
    assert changed.json() == {"id": BIG, "total": HUGE + 1}
    assert api(f"/orders/{BIG}/items", "POST", json={}).json() == {"orderId": BIG, "id": 2}
    file = tmp_path / "out.json"
    assert cli("export", "--api", "-o", str(file), "--url", api.server.url).returncode == 0
    assert json.loads(file.read_text())["orders"][0] == {"id": BIG, "total": HUGE + 1}


def test_a_v1_query_has_all_digits_too(ask):
    api = ask({"orders": [{"id": "a", "total": BIG}, {"id": "b", "total": BIG - 1}]}, "--api-query", "v1")
    assert totals(api(f"/orders?total={BIG}")) == [BIG]
    assert totals(api(f"/orders?total:gt={BIG - 1}")) == [BIG]
    assert totals(api("/orders?_sort=total")) == [BIG - 1, BIG]


def test_they_are_rounded_where_the_original_is_asked_for(ask):
    api = ask({"orders": [{"id": 1, "total": BIG}], "me": {"limit": BIG}}, "--api-like", "json-server")
    assert api("/orders/1").json() == {"id": 1, "total": BIG - 1}
    assert api("/me").json() == {"limit": BIG - 1}
    assert api("/orders", "POST", json={"total": BIG}).json() == {"total": BIG - 1, "id": 2}


def test_a_description_has_all_digits_too(ask):
    api = ask(DESCRIPTION, "--api-rows", "0")
    for row in ({"id": BIG, "total": 2**63 - 1}, {"id": 1, "total": BIG}, {"id": 2, "total": -(2**63)}):
        assert api("/orders", "POST", json=row).json() == row
    assert api(f"/orders/{BIG}").json() == {"id": BIG, "total": 2**63 - 1}
    assert api(f"/orders/{BIG - 1}").status_code == 404
    assert totals(api("/orders?sort=-total")) == [2**63 - 1, BIG, -(2**63)]
    assert totals(api(f"/orders?total={BIG}")) == [BIG] and totals(api(f"/orders?total={BIG - 1}")) == []
    assert api(f"/orders/{BIG}", "PATCH", json={"total": BIG + 2}).json()["total"] == BIG + 2
    assert api("/orders", "POST", data={"total": str(BIG)}).json()["total"] == BIG
    for wrong in (2**63, -(2**63) - 1):
        assert api("/orders", "POST", json={"total": wrong}).status_code == 400
