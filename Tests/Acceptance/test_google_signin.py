"""Sign-in with Google as apps do it without a page: Authlib's web client, and each rule."""

from __future__ import annotations

import asyncio
import re
from urllib.parse import parse_qs, urlsplit

import httpx
import jwt
import pytest
from authlib.integrations.starlette_client import OAuth
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

from conftest import Starter
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
    refused,
)
from worlds import Control

NEW = {"name": "Ada Byron", "email": "ada@example.com"}
NATIVE = "com.example.app:/oauth2redirect"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    """The libraries here ask the environment for proxies."""
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def strict(binary, tmp_path_factory):
    """A server whose Postly takes tokens of its own key only."""
    starter = Starter(binary, tmp_path_factory.mktemp("google"))
    yield starter("--google", "verify")
    starter.stop_all()


@pytest.fixture
def control(strict):
    with Control(strict) as control:
        yield control


@pytest.fixture
def app(strict):
    return GoogleApp(strict)


def claims(place, token: str, audience: str = CLIENT) -> dict:
    """The claims of an ID token, checked with the published key."""
    found = place.session().get(place.url + DISCOVERY).json()
    key = jwt.PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(token)
    return jwt.decode(
        token, key.key, algorithms=["RS256"], audience=audience, issuer=found["issuer"]
    )


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
    assert (told["email"], told["name"], told["email_verified"]) == (NEW["email"], "Ada Byron", True)
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
