"""What sign-in with Google refuses, its pages, and the worlds that it belongs to."""

from __future__ import annotations

import re

import pytest

from googleapp import CLIENT, MIRA_EMAIL, TOKEN, GoogleApp, challenge, claims, refused
from googleserver import app, control, no_proxies, strict  # noqa: F401

NEW = {"name": "Ada Byron", "email": "ada@example.com"}


# MARK: Refusals


@pytest.mark.parametrize(
    "order, words",
    [
        ({"client_id": None}, "Missing required parameter: client_id"),
        ({"redirect_uri": None}, "Missing required parameter: redirect_uri"),
        ({"redirect_uri": "javascript:alert(1)"}, "Invalid scheme: javascript"),
        ({"redirect_uri": "data:text/html,x"}, "Invalid scheme: data"),
        ({"redirect_uri": "JavaScript://a/%0aalert(1)"}, "Invalid scheme: javascript"),
        ({"redirect_uri": "/callback"}, "Missing scheme"),
        ({"redirect_uri": "http://app.test/#x"}, "Fragment not allowed"),
        ({"redirect_uri": "http://mira@app.test/"}, "Missing authority"),
        ({"redirect_uri": "http://app.test;x/"}, "Missing authority"),
        ({"redirect_uri": "http://app.test/\r\nX: y"}, "Invalid characters"),
    ],
)
def test_an_app_that_must_get_no_answer(app, order, words):
    answer = app.ask(**order)
    assert answer.status_code == 400 and "Location" not in answer.headers
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert words in answer.text and "Error 400: invalid_request" in answer.text


@pytest.mark.parametrize(
    "order, error",
    [
        ({"response_type": None}, "invalid_request"),
        ({"response_type": "device"}, "unsupported_response_type"),
        ({"scope": None}, "invalid_request"),
        ({"response_type": "id_token"}, "invalid_request"),
        ({"response_type": "id_token", "nonce": "n", "scope": "email"}, "invalid_scope"),
        ({"response_type": "token", "response_mode": "query"}, "invalid_request"),
        ({"response_mode": "web_message"}, "invalid_request"),
        ({"prompt": "none consent"}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": challenge(), "code_challenge_method": "S512"}, "invalid_request"),
        ({"code_challenge_method": "S256"}, "invalid_request"),
        ({"request": "e30.e30."}, "request_not_supported"),
        ({"prompt": "none"}, "interaction_required"),
        ({"prompt": "none", "login_hint": "nobody@example.com"}, "login_required"),
        ({"scope": ["openid", "email"]}, "invalid_request"),
    ],
)
def test_what_an_app_is_told(app, order, error):
    if isinstance(order.get("scope"), list):
        url = app.url(scope=None) + "".join(f"&scope={word}" for word in order["scope"])
        given = app.answer(app.session.get(url, allow_redirects=False))
    else:
        given = app.answer(app.ask(**order))
    assert given["error"] == error and given["state"] == "some state", given
    assert given["error_description"]


def test_denied_and_closed(app):
    given = app.answer(app.choose({"outcome": "denied"}))
    assert given["error"] == "access_denied" and given["state"] == "some state"
    closed = app.choose({"outcome": "closed"})
    assert closed.status_code == 200 and "You can close this window" in closed.text


def test_one_client_id_only(start):
    app = GoogleApp(start("--google-client-id", CLIENT))
    assert app.tokens()["id_token"]
    other = GoogleApp(app.place, client="other")
    answer = other.ask()
    assert answer.status_code == 401 and "Error 401: invalid_client" in answer.text
    refused(other.exchange("4/0A"), 401, "invalid_client", "The OAuth client was not found.")


def test_a_domain(strict, app):
    page = app.ask(hd="example.org").text
    assert "ingrid.norgaard@example.org" in page and MIRA_EMAIL not in page
    answer = app.choose(NEW, hd="example.org")
    assert answer.status_code == 400 and "an address at example.org" in answer.text
    given = app.answer(app.choose({**NEW, "email": "ada@example.org"}, hd="example.org"))
    assert given["hd"] == "example.org"
    token = app.exchange(given["code"]).json()["id_token"]
    assert claims(strict, token)["hd"] == "example.org"


# MARK: Pages and worlds


def test_pages_are_guarded(app):
    for answer in [app.ask(), app.choose({"outcome": "closed"}), app.ask(client_id=None)]:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert not re.search(r"<style|<script(?! src)|style=|onclick", answer.text)


def test_a_preflight(strict, app):
    fields = {
        "Origin": "http://app.test",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    answer = app.session.options(strict.url + TOKEN, headers=fields)
    assert answer.status_code == 204 and answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Methods"] == "POST, OPTIONS"
    assert answer.headers["Access-Control-Allow-Headers"] == "authorization"


def test_sign_ins_go_where_the_world_goes(control):
    world = control.make()
    app = GoogleApp(world)
    given = app.tokens(access_type="offline")
    control.save("signed-in", world.id)
    fork = GoogleApp(control.make(from_=f"world:{world.id}"))
    assert fork.who(given["access_token"]).json()["email"] == MIRA_EMAIL
    fork.revoke(given["access_token"])
    refused(fork.who(given["access_token"]), 401, "invalid_request")
    assert app.who(given["access_token"]).status_code == 200
    control.reset(world.id)
    refused(app.who(given["access_token"]), 401, "invalid_request")
    control.restore("signed-in", world.id)
    assert app.refresh(given["refresh_token"]).status_code == 200
    assert GoogleApp(control.make()).who(given["access_token"]).status_code == 401


def test_a_data_file_keeps_sign_ins(start, tmp_path):
    first = start("--data", tmp_path / "world.sqlite")
    given = GoogleApp(first).tokens(access_type="offline")
    first.stop()
    app = GoogleApp(start("--data", tmp_path / "world.sqlite"))
    assert app.refresh(given["refresh_token"]).status_code == 200


def test_equal_worlds_give_equal_codes(start):
    def code() -> dict:
        server = start("--random-seed", "7", "--clock", "2026-01-01T00:00:00Z")
        return GoogleApp(server).silently(response_type="code token", nonce="n")

    assert code() == code()


def test_a_person_of_google_keeps_the_number(strict, app):
    token = app.tokens("bea.tanaka@example.com")["id_token"]
    known = app.log_in_to_postly(token).json()["user"]
    assert known["userId"] == claims(strict, token)["sub"] == "125837475589200421010"
