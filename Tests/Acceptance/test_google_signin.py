"""Sign-in with Google as apps do it without a page: Authlib's web client, and each rule."""

from __future__ import annotations

import asyncio
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

from googleapp import (
    AUTHORIZE,
    CLIENT,
    DISCOVERY,
    MIRA_EMAIL,
    REVOKE,
    TOKEN,
    TOKEN_INFO,
    USER_INFO,
    VERIFIER,
    GoogleApp,
    challenge,
    claims,
    refused,
)
from googleserver import app, control, no_proxies, strict  # noqa: F401

NEW = {"name": "Ada Byron", "email": "ada@example.com"}
NATIVE = "com.example.app:/oauth2redirect"


# MARK: Libraries


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

    answer = asyncio.run(sign_in())
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


# MARK: Answers


def test_discovery_names_what_there_is(strict):
    found = strict.session().get(strict.url + DISCOVERY).json()
    for name, path in {
        "authorization_endpoint": AUTHORIZE,
        "token_endpoint": TOKEN,
        "userinfo_endpoint": USER_INFO,
        "revocation_endpoint": REVOKE,
    }.items():
        assert found[name] == strict.url + path
    assert found["code_challenge_methods_supported"] == ["plain", "S256"]
    assert found["grant_types_supported"] == ["authorization_code", "refresh_token"]
    assert "device_authorization_endpoint" not in found


def test_every_response_type(strict, app):
    types = strict.session().get(strict.url + DISCOVERY).json()["response_types_supported"]
    assert len(types) == 8
    for type in types:
        given = app.silently(response_type=type, nonce="n-1")
        words = set(type.split()) - {"none"}
        names = {"code": "code", "token": "access_token", "id_token": "id_token"}
        assert words == {word for word in names if names[word] in given}, type
        assert given["state"] == "some state"
        if "id_token" in words:
            told = claims(strict, given["id_token"])
            assert told["nonce"] == "n-1"
            assert ("at_hash" in told) == ("token" in words)
            assert ("c_hash" in told) == ("code" in words)
        if "token" in words:
            assert (given["token_type"], given["expires_in"]) == ("Bearer", "3599")
            assert app.who(given["access_token"]).json()["email"] == MIRA_EMAIL


def test_tokens_for_a_code(strict, app):
    code = app.silently(nonce="n-2", access_type="offline")["code"]
    answer = app.exchange(code)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    given = answer.json()
    assert list(given) == [
        "access_token", "expires_in", "refresh_token", "scope", "token_type", "id_token",
    ]  # fmt: skip
    told = claims(strict, given["id_token"])
    assert told["nonce"] == "n-2" and told["at_hash"] and told["email"] == MIRA_EMAIL
    assert given["scope"].startswith("openid https://www.googleapis.com/auth/userinfo.email ")
    again = app.refresh(given["refresh_token"]).json()
    assert "refresh_token" not in again and "nonce" not in claims(strict, again["id_token"])
    assert again["access_token"] != given["access_token"]
    assert "refresh_token" not in app.tokens()


@pytest.mark.parametrize("method", ["S256", "plain", None])
def test_a_verifier(app, method):
    value = challenge() if method == "S256" else VERIFIER
    order = {"code_challenge": value, "code_challenge_method": method}
    code = app.silently(**order)["code"]
    refused(app.exchange(code), 400, "invalid_grant", "Missing code verifier.")
    wrong = app.exchange(code, code_verifier=VERIFIER[::-1])
    refused(wrong, 400, "invalid_grant", "Invalid code verifier.")
    assert app.exchange(code, code_verifier=VERIFIER).status_code == 200


def test_a_code_is_for_one_exchange(app):
    code = app.silently(access_type="offline")["code"]
    given = app.exchange(code).json()
    refused(app.exchange(code), 400, "invalid_grant", "Bad Request")
    refused(app.who(given["access_token"]), 401, "invalid_request", "Invalid Credentials")
    words = "Token has been expired or revoked."
    refused(app.refresh(given["refresh_token"]), 400, "invalid_grant", words)


def test_a_code_belongs_to_its_app(app):
    code = app.silently()["code"]
    refused(app.exchange(code, client_id="other"), 401, "unauthorized_client", "Unauthorized")
    other = app.exchange(code, redirect_uri=app.redirect + "/")
    refused(other, 400, "redirect_uri_mismatch", "Bad Request")
    refused(app.exchange(code, code_verifier=VERIFIER), 400, "invalid_grant")
    assert app.exchange(code).status_code == 200


def test_the_clock_of_the_world_ends_codes_and_tokens(control):
    world = control.make()
    app = GoogleApp(world)
    late = app.silently()["code"]
    given = app.tokens(access_type="offline")
    control.advance("11m", world.id)
    refused(app.exchange(late), 400, "invalid_grant", "Bad Request")
    assert app.who(given["access_token"]).status_code == 200
    control.advance("50m", world.id)
    refused(app.who(given["access_token"]), 401, "invalid_request")
    assert app.refresh(given["refresh_token"]).status_code == 200


def test_a_refused_token_says_why_in_the_header(app):
    answer = app.who("ya29.nothing")
    refused(answer, 401, "invalid_request", "Invalid Credentials")
    assert answer.headers["WWW-Authenticate"] == (
        'Bearer realm="https://accounts.google.com/", error="invalid_token"'
    )


def test_what_the_app_may_see(strict, app):
    given = app.tokens(scope="openid")
    told = claims(strict, given["id_token"])
    assert set(told) == {"iss", "azp", "aud", "sub", "at_hash", "iat", "exp"}
    assert app.who(given["access_token"]).json() == {"sub": told["sub"]}
    assert "id_token" not in app.tokens(scope="email")


@pytest.mark.parametrize("kind", ["access_token", "refresh_token"])
def test_a_revoked_sign_in_ends_with_all_its_tokens(app, kind):
    given = app.tokens(access_type="offline")
    answer = app.revoke(given[kind])
    assert (answer.status_code, answer.json()) == (200, {})
    refused(app.who(given["access_token"]), 401, "invalid_request")
    refused(app.refresh(given["refresh_token"]), 400, "invalid_grant")
    refused(app.revoke(given[kind]), 400, "invalid_token", "Token expired or revoked")


def test_token_info(strict, app):
    given = app.tokens()
    url = strict.url + TOKEN_INFO
    told = app.session.get(url, params={"id_token": given["id_token"]}).json()
    assert told["email_verified"] == "true" and told["alg"] == "RS256"
    assert all(isinstance(value, str) for value in told.values())
    told = app.session.get(url, params={"access_token": given["access_token"]}).json()
    assert told["email"] == MIRA_EMAIL and 0 < int(told["expires_in"]) <= 3600
    forged = app.session.get(url, params={"id_token": given["id_token"][:-8] + "AAAAAAAA"})
    refused(forged, 400, "invalid_token", "Invalid Value")


def test_the_client_may_name_itself_by_basic_authentication(strict, app):
    code = app.silently()["code"]
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": app.redirect}
    words = "Could not determine client ID from request."
    refused(app.token(form), 400, "invalid_request", words)
    refused(app.token({**form, "client_id": "x"}, auth=(CLIENT, "s")), 401, "invalid_client")
    assert app.token(form, auth=(CLIENT, "any")).status_code == 200
    other = app.token({"grant_type": "password", "client_id": CLIENT})
    refused(other, 400, "unsupported_grant_type", "Invalid grant_type: password")


def test_a_native_app(strict):
    app = GoogleApp(strict, redirect=NATIVE)
    given = app.tokens(code_challenge=None)
    assert "refresh_token" in given
