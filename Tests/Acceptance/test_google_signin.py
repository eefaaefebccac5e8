"""Sign-in with Google as apps do it without a page: Authlib's web client, Google's own library."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.integrations.starlette_client import OAuth
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

import apart
from googleapp import (
    AUTHORIZE,
    CLIENT,
    DISCOVERY,
    MIRA_EMAIL,
    TOKEN,
    GoogleApp,
    claims,
)
from googleserver import app, control, no_proxies, strict  # noqa: F401

NEW = {"name": "Ada Byron", "email": "ada@example.com"}
NATIVE = "com.example.app:/oauth2redirect"


def web_app(place) -> Starlette:
    """A web app as Authlib's documentation writes it."""
    oauth = OAuth()
    oauth.register(
        "google",
        client_id=CLIENT,
        client_secret="any",
        server_metadata_url=place.url + DISCOVERY,
        client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
    )

    async def login(request):
        return await oauth.google.authorize_redirect(request, request.url_for("callback"))

    async def callback(request):
        token = await oauth.google.authorize_access_token(request)
        info = await oauth.google.userinfo(token=token)
        return JSONResponse({"token": token, "userinfo": dict(info)})

    return Starlette(
        routes=[Route("/login", login), Route("/callback", callback, name="callback")],
        middleware=[Middleware(SessionMiddleware, secret_key="any")],
    )


@pytest.mark.parametrize("private", [False, True], ids=["default world", "private world"])
def test_a_web_app_of_authlib(strict, control, private):
    place = control.make() if private else strict
    browser = GoogleApp(place)

    async def sign_in():
        transport = httpx.ASGITransport(app=web_app(place))
        async with httpx.AsyncClient(transport=transport, base_url="http://app.test") as client:
            sent = await client.get("/login")
            asked = urlsplit(sent.headers["Location"])
            order = {name: values[0] for name, values in parse_qs(asked.query).items()}
            assert asked._replace(query="").geturl() == place.url + AUTHORIZE
            assert order["code_challenge_method"] == "S256" and order["nonce"] and order["state"]
            chosen = browser.choose(NEW, **order)
            return await client.get(chosen.headers["Location"])

    answer = apart.run(sign_in())
    assert answer.status_code == 200, answer.text
    found = answer.json()
    told = found["token"]["userinfo"]
    assert (told["email"], told["name"], told["email_verified"]) == (
        NEW["email"],
        "Ada Byron",
        True,
    )
    assert (told["given_name"], told["family_name"]) == ("Ada", "Byron")
    assert found["userinfo"]["sub"] == told["sub"] and told["aud"] == CLIENT
    user = browser.log_in_to_postly(found["token"]["id_token"]).json()["user"]
    assert user["userId"] == told["sub"] and user["email"] == NEW["email"]


def test_credentials_of_google_auth_refresh_themselves(strict, app):
    given = app.tokens(access_type="offline")
    credentials = Credentials(
        None,
        refresh_token=given["refresh_token"],
        token_uri=strict.url + TOKEN,
        client_id=CLIENT,
        client_secret="any",
    )
    credentials.refresh(Request(strict.session()))
    assert credentials.token != given["access_token"]
    assert app.who(credentials.token).json()["email"] == MIRA_EMAIL
    assert claims(strict, credentials.id_token)["email"] == MIRA_EMAIL


def test_a_native_app(strict):
    app = GoogleApp(strict, redirect=NATIVE)
    given = app.tokens(code_challenge=None)
    assert "refresh_token" in given


def test_pages_are_guarded(app):
    for answer in [app.ask(), app.choose({"outcome": "closed"}), app.ask(client_id=None)]:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert not re.search(r"<style|<script(?! src)|style=|onclick", answer.text)


def test_a_data_file_keeps_sign_ins(start, tmp_path):
    first = start("--data", tmp_path / "world.sqlite")
    given = GoogleApp(first).tokens(access_type="offline")
    first.stop()
    app = GoogleApp(start("--data", tmp_path / "world.sqlite"))
    assert app.refresh(given["refresh_token"]).status_code == 200
