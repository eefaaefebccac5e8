"""An API from a description: versions, repeated creates, tokens, wrappers, and what the log says once."""

from __future__ import annotations

import copy
import json

import pytest
import requests

from described import body_of, json_of
from rawhttp import DEADLINE

TEXT = {"type": "string"}
ORDER = {
    "type": "object",
    "required": ["id", "item"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "item": {"type": "string", "pattern": "^(a+)+$|^[a-z ]+$"},
        "state": {"type": "string", "enum": ["open", "shipped"]},
    },
}
USER = {"type": "object", "properties": {"id": {"type": "string"}, "email": TEXT}}


def parameter(name: str, place: str = "query") -> dict:
    return {"name": name, "in": place, "required": place == "path", "schema": TEXT}


ETAG = {"headers": {"ETag": {"schema": TEXT}}}
MATCH = parameter("If-Match", "header")
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "security": [{"oauth": []}],
    "paths": {
        "/orders": {
            "get": {"parameters": [parameter("limit")], "responses": {"200": json_of({"type": "array", "items": ORDER})}},
            "post": {"requestBody": body_of(ORDER), "responses": {"201": json_of(ORDER), "422": {"description": "Wrong"}}},
        },
        "/orders/{order_id}": {
            "parameters": [parameter("order_id", "path")],
            "get": {"responses": {"200": json_of(ORDER, **ETAG), "404": {"description": "None"}}},
            "patch": {
                "parameters": [MATCH],
                "requestBody": body_of(ORDER),
                "responses": {"200": json_of(ORDER, **ETAG), "412": {"description": "Changed"}},
            },
            "delete": {"parameters": [MATCH], "responses": {"204": {"description": "Gone"}, "428": {"description": "Which?"}}},
        },
        "/users": {
            "get": {"responses": {"200": json_of({"type": "array", "items": USER})}},
            "post": {"requestBody": body_of(USER), "responses": {"201": json_of(USER)}},
        },
        "/users/{id}": {"parameters": [parameter("id", "path")], "get": {"responses": {"200": json_of(USER)}}},
        "/login": {
            "post": {
                "requestBody": body_of({"type": "object", "properties": {"email": TEXT, "password": TEXT}}),
                "responses": {"200": json_of({"type": "object", "properties": {"access_token": TEXT, "expires_in": {"type": "integer"}}})},
            }
        },
    },
    "components": {
        "securitySchemes": {
            "oauth": {
                "type": "oauth2",
                "flows": {
                    "clientCredentials": {"tokenUrl": "https://shop.example/oauth2/token", "scopes": {}},
                    "password": {"tokenUrl": "https://shop.example/oauth2/token", "scopes": {}},
                },
            }
        }
    },
}


class Shop:
    def __init__(self, server):
        self.server = server

    def ask(self, method: str, path: str, **options) -> requests.Response:
        return requests.request(method, self.server.url + path, timeout=DEADLINE, **options)


@pytest.fixture
def serve(start, tmp_path):
    def serving(*options: str, **changes) -> Shop:
        file = tmp_path / "openapi.json"
        file.write_text(json.dumps({**DESCRIPTION, **changes}))
        return Shop(start(str(file), *options))

    return serving


def new_order(shop: Shop, item: str = "tea") -> dict:
    answer = shop.ask("POST", "/orders", json={"item": item})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_change_names_the_version_that_it_is_about(serve):
    shop = serve()
    path = f"/orders/{new_order(shop)['id']}"
    first = shop.ask("GET", path).headers["ETag"]
    known = shop.ask("GET", path, headers={"If-None-Match": first})
    assert (known.status_code, known.content, known.headers["ETag"]) == (304, b"", first)
    changed = shop.ask("PATCH", path, json={"item": "milk"}, headers={"If-Match": first})
    assert changed.status_code == 200 and changed.headers["ETag"] not in ("", first)
    late = shop.ask("PATCH", path, json={"item": "salt"}, headers={"If-Match": first})
    assert late.status_code == 412 and "version" in late.json()["detail"]
    assert shop.ask("GET", path).headers["ETag"] == changed.headers["ETag"], "nothing was changed"
    assert shop.ask("DELETE", path).status_code == 428
    assert shop.ask("DELETE", path, headers={"If-Match": '"x"'}).status_code == 412
    assert shop.ask("DELETE", path, headers={"If-Match": "*"}).status_code == 204


def test_a_create_with_the_same_key_makes_one_row(serve):
    shop = serve()
    count = len(shop.ask("GET", "/orders").json())
    first, again = (shop.ask("POST", "/orders", json={"item": "tea"}, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.status_code, first.json(), first.headers["Location"]) == (again.status_code, again.json(), again.headers["Location"])
    assert again.headers["Idempotency-Replayed"] == "true" and "Idempotency-Replayed" not in first.headers
    assert shop.ask("POST", "/orders", json={"item": "salt"}, headers={"Idempotency-Key": "k"}).status_code == 422
    assert len(shop.ask("GET", "/orders").json()) == count + 1
    other = shop.ask("POST", "/orders", json={"item": "tea"}, headers={"Idempotency-Key": "l"})
    assert other.json()["id"] != first.json()["id"]


def test_token_endpoints_and_log_ins_give_tokens_that_work(serve):
    shop = serve("--api-auth")
    assert shop.ask("GET", "/orders").status_code == 401
    (person, *_) = requests.get(f"{shop.server.url}/__mockpostly/v1/data/api-users", timeout=DEADLINE).json()["items"]
    granted = shop.ask("POST", "/oauth2/token", data={"grant_type": "client_credentials"}, auth=("app", "secret"))
    assert granted.status_code == 200 and granted.json()["token_type"] == "Bearer"
    log_in = shop.ask("POST", "/login", json={"email": person["email"], "password": "x"})
    assert log_in.status_code == 200 and log_in.json()["expires_in"] == 3600
    password = {"grant_type": "password", "username": person["email"], "password": "x"}
    by_password = shop.ask("POST", "/oauth2/token", data=password)
    refreshed = shop.ask("POST", "/oauth2/token", data={"grant_type": "refresh_token", "refresh_token": by_password.json()["refresh_token"]})
    for answer in (granted, log_in, by_password, refreshed):
        token = {"Authorization": f"Bearer {answer.json()['access_token']}"}
        assert shop.ask("GET", "/orders", headers=token).status_code == 200, answer.text
    for wrong, code in (
        ({}, "invalid_request"),
        ({"grant_type": "magic"}, "unsupported_grant_type"),
        ({**password, "username": "nobody@example.com"}, "invalid_grant"),
        ({"grant_type": "refresh_token", "refresh_token": "x"}, "invalid_grant"),
    ):
        refused = shop.ask("POST", "/oauth2/token", data=wrong)
        assert (refused.status_code, refused.json()["error"]) == (400, code)
    assert shop.ask("POST", "/login", json={"email": "nobody@example.com", "password": "x"}).status_code == 401


def test_any_refresh_token_is_let_in_where_no_token_is_demanded(serve):
    shop = serve()
    answer = shop.ask("POST", "/oauth2/token", data={"grant_type": "refresh_token", "refresh_token": "x"})
    assert answer.status_code == 200 and answer.json()["access_token"]


def test_the_start_says_that_no_operation_demands_a_token(serve):
    shop = serve("--api-auth", security=[])
    assert shop.ask("GET", "/orders").status_code == 200
    shop.server.wait_for_log("--api-auth demands no token: no operation of .* has security")


def test_a_scheme_that_is_not_described_ends_the_start_where_tokens_are_demanded(serve, cli, tmp_path):
    shop = serve(components={})
    assert shop.ask("GET", "/orders").status_code == 200
    warnings = cli("routes", str(tmp_path / "openapi.json"), "--warnings").stdout
    assert "security names oauth, which is not described" in warnings
    done = cli("serve", str(tmp_path / "openapi.json"), "--api-auth")
    assert done.returncode == 3 and "security names oauth" in done.stderr and "securitySchemes" in done.stderr


def test_what_of_a_query_is_ignored_is_said_once(serve):
    shop = serve()
    for _ in range(3):
        assert shop.ask("GET", "/orders?limit=2&item=tea&colour=red").status_code == 200
    shop.server.wait_for_log("GET /orders: the query parameter colour is ignored")
    shop.ask("GET", "/orders?shade=red")
    shop.server.wait_for_log("the query parameter shade is ignored")
    shop.server.stop()
    log = shop.server.log
    assert log.count("parameter colour") == 1
    assert "parameter item" not in log and "parameter limit" not in log


def test_one_row_may_be_wrapped_in_a_list(serve):
    wrapped = {"type": "object", "required": ["orders"], "properties": {"orders": {"type": "array", "minItems": 1, "items": ORDER}}}
    paths = copy.deepcopy(DESCRIPTION["paths"])
    paths["/orders"]["post"] = {"requestBody": body_of(wrapped), "responses": {"201": json_of(wrapped)}}
    paths["/orders/{order_id}"]["get"]["responses"]["200"] = json_of(wrapped)
    paths["/orders/{order_id}"]["patch"] = {"requestBody": body_of(wrapped), "responses": {"200": json_of(wrapped)}}
    shop = serve(paths=paths)
    made = shop.ask("POST", "/orders", json={"orders": [{"item": "tea"}, {"item": "milk"}]}).json()["orders"]
    assert [one["item"] for one in made] == ["tea", "milk"]
    path = f"/orders/{made[0]['id']}"
    assert shop.ask("GET", path).json() == {"orders": [made[0]]}
    changed = shop.ask("PATCH", path, json={"orders": [{"item": "salt"}]})
    assert changed.json() == {"orders": [{**made[0], "item": "salt"}]} == shop.ask("GET", path).json()


def test_an_operation_that_leads_elsewhere_does(serve):
    location = {"headers": {"Location": {"schema": {**TEXT, "example": "https://shop.example/"}}}}
    paths = {**DESCRIPTION["paths"], "/go": {"get": {"responses": {"302": {"description": "There", **location}}}}}
    answer = serve(paths=paths).ask("GET", "/go", allow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (302, "https://shop.example/")


def test_options_is_an_operation_where_it_is_declared(serve):
    allowed = {"type": "object", "required": ["left"], "properties": {"left": {"type": "integer", "example": 7}}}
    paths = {**DESCRIPTION["paths"], "/room": {"options": {"responses": {"200": json_of(allowed)}}}}
    shop = serve(paths=paths)
    assert shop.ask("OPTIONS", "/room").json() == {"left": 7}
    asked = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    assert shop.ask("OPTIONS", "/room", headers=asked).status_code == 204
    assert shop.ask("OPTIONS", "/orders").status_code == 204


def test_a_costly_pattern_stops_nobody(serve):
    shop = serve("--api-lax")
    many = [{"item": "a" * 60 + "!"} for _ in range(50)]
    for one in many:
        answer = shop.ask("POST", "/orders", json=one)
        assert answer.status_code == 201 and "item" in answer.headers["X-Mockpostly-Invalid"]
    assert shop.ask("GET", "/orders").status_code == 200


def test_a_watched_description_comes_into_worlds_that_were_not_written_to(serve, tmp_path):
    shop = serve("--watch")
    control = "/__mockpostly/v1"
    assert shop.ask("POST", f"{control}/worlds", json={"id": "written"}).status_code == 201
    assert shop.ask("POST", "/w/written/orders", json={"item": "mine"}).status_code == 201
    changed = copy.deepcopy(DESCRIPTION)
    changed["paths"]["/orders"]["get"]["parameters"].append({**parameter("shop"), "required": True})
    (tmp_path / "openapi.json").write_text(json.dumps(changed))
    assert shop.ask("GET", "/orders").status_code == 400, "the parameter is required now"
    kept = shop.ask("GET", "/w/written/orders")
    assert kept.status_code == 200 and "mine" in [one["item"] for one in kept.json()]
    shop.ask("POST", f"{control}/reset", json={"world": "written"})
    assert shop.ask("GET", "/w/written/orders").status_code == 400
    (tmp_path / "openapi.mock.yaml").write_text("stateless: [GET /orders]\n")
    assert shop.ask("GET", "/orders?shop=a").headers["X-Mockpostly-State"] == "none"
    (tmp_path / "openapi.mock.yaml").write_text("stateless: [GET /nothing-of-it]\n")
    assert shop.ask("GET", "/orders?shop=a").headers["X-Mockpostly-State"] == "none"
    shop.server.wait_for_log("the rows stay as they were")


def test_rows_of_a_description_are_added_as_records(serve):
    shop = serve()
    data = "/__mockpostly/v1/data"
    added = shop.ask("POST", f"{data}/api-orders", json={"item": "by hand"})
    assert added.status_code == 201, added.text
    row = shop.ask("GET", f"/orders/{added.json()['id']}")
    assert row.json()["item"] == "by hand"
    refused = shop.ask("POST", f"{data}/api-orders", json={"state": "open"})
    assert refused.status_code == 400 and "item is required" in refused.text


def test_weak_guesses_are_suggested_as_an_overlay_that_can_be_used(serve, cli, tmp_path):
    paths = copy.deepcopy(DESCRIPTION["paths"])
    paths["/orders/{order_id}/pack"] = {
        "parameters": [parameter("order_id", "path")],
        "post": {"responses": {"200": json_of(ORDER)}},
    }
    shop = serve(paths=paths)
    file = str(tmp_path / "openapi.json")
    text = cli("routes", file).stdout
    suggested = text.split("beside the file:\n\n", 1)[1].rsplit("\n\n", 1)[0]
    assert suggested == 'actions:\n  "POST /orders/{order_id}/pack": {set: {state: shipped}}  # nothing says what it changes'
    listed = shop.ask("GET", "/__mockpostly/v1/routes").json()["operations"]
    assert [one["overlay"] for one in listed if "overlay" in one] == [suggested]
    assert shop.ask("POST", f"/orders/{new_order(shop)['id']}/pack").json().get("state") != "shipped"
    (tmp_path / "openapi.mock.yaml").write_text(suggested)
    corrected = serve(paths=paths)
    assert corrected.ask("POST", f"/orders/{new_order(corrected)['id']}/pack").json()["state"] == "shipped"


def test_paths_that_are_the_servers_own_are_told_at_the_start(serve):
    shop = serve(servers=[{"url": "/w"}])
    shop.server.wait_for_log("/w/orders is not reached")


def test_an_overlay_has_a_thousand_rows_at_most(serve, cli, tmp_path):
    serve()
    overlay = tmp_path / "rows.json"
    overlay.write_text(json.dumps({"collections": {"/orders": {"rows": [{}] * 1001}}}))
    done = cli("serve", str(tmp_path / "openapi.json"), "--api-overlay", str(overlay))
    assert done.returncode == 3 and "there are more than 1000" in done.stderr
