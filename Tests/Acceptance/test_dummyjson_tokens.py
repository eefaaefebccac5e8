"""Tokens of the DummyJSON API against PyJWT: those it makes, and those made for it."""

from __future__ import annotations

import base64
import json
import time

import jwt
import pytest

from conftest import Starter
from dummyjson import EMILY, MICHAEL, SECRET, Client, bearer, set_cookies

LONG = "a secret of these tests that is long enough even for HS512, which asks for 64 bytes"
CLAIMS = ["id", "username", "email", "firstName", "lastName", "gender", "image", "iat", "exp"]
MONTH = 30 * 24 * 3600
CLEARED = [
    f"{name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
    for name in ("accessToken", "refreshToken")
]


@pytest.fixture(scope="module")
def app(binary, tmp_path_factory):
    """A client of a server with a secret of its own."""
    starter = Starter(binary, tmp_path_factory.mktemp("tokens"))
    yield Client(starter("--jwt-secret", LONG))
    starter.stop_all()


def decode(token: str, key: str = LONG) -> dict:
    return jwt.decode(token, key, algorithms=["HS256"])


def segment(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(payload: bytes, key: str = LONG, algorithm: str = "HS256", header=None) -> str:
    """A well signed token over any payload."""
    return jwt.PyJWS().encode(payload, key, algorithm=algorithm, headers=header)


# MARK: Tokens it makes


def test_the_claims_and_their_order(app):
    before = int(time.time())
    account = app.log_in()
    for name, life in (("accessToken", 3600), ("refreshToken", MONTH)):
        token = account[name]
        assert base64.urlsafe_b64decode(token.split(".")[0] + "==") == (
            b'{"alg":"HS256","typ":"JWT"}'
        )
        claims = decode(token)
        assert list(claims) == CLAIMS
        for member in CLAIMS[:-2]:
            assert claims[member] == account[member]
        assert type(claims["iat"]) is int and before <= claims["iat"] <= time.time()
        assert claims["exp"] - claims["iat"] == life


@pytest.mark.filterwarnings("ignore")
def test_the_secret_that_nobody_has_chosen(shared_server):
    token = Client(shared_server).log_in()["accessToken"]
    assert decode(token, SECRET)["username"] == "emilys"
    with pytest.raises(jwt.InvalidSignatureError):
        decode(token, LONG)


@pytest.mark.parametrize(
    "minutes, seconds",
    [
        (1, 60),
        (30, 1800),
        (1.5, 90),
        (43200, MONTH),
        ("45", 2700),
        (0, MONTH),
        (None, MONTH),
        ("", MONTH),
        (False, MONTH),
    ],
)
def test_lifetimes(app, minutes, seconds):
    account = app.log_in(EMILY, expiresInMins=minutes)
    claims = decode(account["accessToken"])
    assert claims["exp"] - claims["iat"] == seconds
    refresh = decode(account["refreshToken"])
    assert refresh["exp"] - refresh["iat"] == MONTH


@pytest.mark.parametrize("minutes", [0.5, -1, 43201, "abc", "43200.5", [], {}, [60, 1], {"a": 1}])
def test_lifetimes_that_are_refused(app, minutes):
    answer = app.call("POST", "/auth/login", json={**EMILY, "expiresInMins": minutes})
    assert answer.status_code == 500
    assert answer.json() == {"message": "Maximum access token expire time can be 43200 minutes"}
    assert not set_cookies(answer)


def test_a_lifetime_that_is_true(app):
    answer = app.call("POST", "/auth/login", json={**EMILY, "expiresInMins": True})
    assert answer.status_code == 400
    assert answer.json()["message"].startswith('"expiresIn" should be a number of seconds')


@pytest.mark.parametrize("minutes", [0, None, "", 0.5, 43201, "x"])
def test_a_refresh_knows_no_endless_life(app, minutes):
    token = app.log_in()["refreshToken"]
    answer = app.call(
        "POST", "/auth/refresh", json={"refreshToken": token, "expiresInMins": minutes}
    )
    assert answer.status_code == 500
    assert answer.json() == {"message": "Maximum access token expire time can be 43200 minutes"}


def test_a_refresh_gives_the_life_it_is_asked_for(app):
    token = app.log_in()["refreshToken"]
    for minutes, seconds in ((None, 3600), (10, 600), ("90", 5400)):
        body = {"refreshToken": token}
        if minutes is not None:
            body["expiresInMins"] = minutes
        renewed = app.send("POST", "/auth/refresh", body)
        claims = decode(renewed["accessToken"])
        assert list(claims) == CLAIMS and claims["exp"] - claims["iat"] == seconds
        claims = decode(renewed["refreshToken"])
        assert claims["exp"] - claims["iat"] == MONTH


def test_one_second_one_token(app):
    """Two of a user, of the same second and with the same life, are the same text."""
    pairs = [app.log_in(EMILY, expiresInMins=7)["accessToken"] for _ in range(12)]
    by_second = {}
    for token in pairs:
        assert by_second.setdefault(decode(token)["iat"], token) == token


# MARK: Tokens of others


@pytest.mark.parametrize("algorithm", ["HS256", "HS384", "HS512"])
def test_a_token_of_ones_own_is_taken(app, algorithm):
    claims = {"id": 2, "username": "michaelw", "exp": int(time.time()) + 60}
    token = jwt.encode(claims, LONG, algorithm=algorithm)
    assert app.get("/auth/me", headers=bearer(token))["id"] == 2
    assert app.get("/auth/me", headers={"Authorization": token})["id"] == 2
    renewed = app.send("POST", "/auth/refresh", {"refreshToken": token})
    assert decode(renewed["accessToken"])["email"] == "michael.williams@x.dummyjson.com"


@pytest.mark.parametrize(
    "claims",
    [
        {"id": 1, "username": "emilys"},
        {"id": "1", "username": "EmilyS"},
        {"id": 1, "username": "emilys", "exp": 4102444800.5},
        {"id": 1, "username": "emilys", "nbf": 1, "iat": 1},
        {"id": 1.0, "username": "emilys", "aud": "anyone", "iss": "someone"},
    ],
    ids=["endless", "text", "fraction", "past", "more"],
)
def test_claims_that_will_do(app, claims):
    token = signed(json.dumps(claims).encode())
    assert app.get("/auth/me", headers=bearer(token))["id"] == 1


def test_access_and_refresh_tokens_do_for_each_other(app):
    account = app.log_in(MICHAEL)
    assert app.get("/auth/me", headers=bearer(account["refreshToken"]))["id"] == 2
    assert app.send("POST", "/auth/refresh", {"refreshToken": account["accessToken"]})


NOW = int(time.time())
WHO = {"id": 1, "username": "emilys"}
HEAD = segment(b'{"alg":"HS256","typ":"JWT"}')
BODY = segment(json.dumps(WHO).encode())
GOOD = jwt.encode(WHO, LONG, algorithm="HS256")

REFUSALS = {
    "none at all": (None, 401, "Access Token is required"),
    "a word": ("abc", 401, "Invalid/Expired Token!"),
    "the scheme alone": ("Bearer", 401, "Invalid/Expired Token!"),
    "another scheme": ("Basic ZW1pbHlzOmVtaWx5c3Bhc3M=", 401, "Invalid/Expired Token!"),
    "four parts": (f"Bearer {GOOD}.x", 401, "Invalid/Expired Token!"),
    "two parts": (f"Bearer {HEAD}.{BODY}", 401, "Invalid/Expired Token!"),
    "three letters": ("Bearer a.b.c", 500, "invalid token"),
    "small letters": (f"bearer {GOOD}", 500, "invalid token"),
    "two spaces": (f"Bearer  {GOOD}", 500, "invalid token"),
    "an empty signature": (f"Bearer {HEAD}.{BODY}.", 500, "jwt signature is required"),
    "alg none": (
        "Bearer " + jwt.encode(WHO, None, algorithm="none"),
        500,
        "jwt signature is required",
    ),
    "alg none, signed": (
        "Bearer " + ".".join([segment(b'{"alg":"none","typ":"JWT"}'), BODY, "c2ln"]),
        500,
        "invalid algorithm",
    ),
    "alg RS256": (
        "Bearer " + ".".join([segment(b'{"alg":"RS256","typ":"JWT"}'), BODY, "c2ln"]),
        500,
        "invalid algorithm",
    ),
    "another key": (
        "Bearer " + jwt.encode(WHO, LONG[::-1], algorithm="HS256"),
        500,
        "invalid signature",
    ),
    "another algorithm's signature": (
        "Bearer " + ".".join([HEAD, *jwt.encode(WHO, LONG, algorithm="HS512").split(".")[1:]]),
        500,
        "invalid signature",
    ),
    "a changed payload": (
        "Bearer "
        + ".".join([HEAD, segment(b'{"id":2,"username":"michaelw"}'), GOOD.split(".")[2]]),
        500,
        "invalid signature",
    ),
    "expired": (
        "Bearer " + jwt.encode({**WHO, "exp": NOW - 10}, LONG, algorithm="HS256"),
        401,
        "Token Expired!",
    ),
    "not yet": (
        "Bearer " + jwt.encode({**WHO, "nbf": NOW + 3600}, LONG, algorithm="HS256"),
        500,
        "jwt not active",
    ),
    "not yet and expired": (
        "Bearer "
        + jwt.encode({**WHO, "nbf": NOW + 3600, "exp": NOW - 10}, LONG, algorithm="HS256"),
        500,
        "jwt not active",
    ),
    "exp in words": (
        "Bearer " + signed(json.dumps({**WHO, "exp": "tomorrow"}).encode()),
        500,
        "invalid exp value",
    ),
    "expired with another key": (
        "Bearer " + jwt.encode({**WHO, "exp": NOW - 10}, LONG[::-1], algorithm="HS256"),
        500,
        "invalid signature",
    ),
    "no JSON inside": (
        "Bearer " + signed(b"hello"),
        500,
        "Unexpected token 'h', \"hello\" is not valid JSON",
    ),
    "nobody": (
        "Bearer " + jwt.encode({"id": 1, "username": "nobody"}, LONG, algorithm="HS256"),
        400,
        "Invalid access token",
    ),
    "another's id": (
        "Bearer " + jwt.encode({"id": 2, "username": "emilys"}, LONG, algorithm="HS256"),
        400,
        "Invalid access token",
    ),
    "no username": (
        "Bearer " + jwt.encode({"id": 1}, LONG, algorithm="HS256"),
        500,
        "Cannot read properties of undefined (reading 'toLowerCase')",
    ),
    "no id": (
        "Bearer " + jwt.encode({"username": "emilys"}, LONG, algorithm="HS256"),
        500,
        "Cannot read properties of undefined (reading 'toString')",
    ),
}


@pytest.mark.parametrize("path", ["/auth/me", "/users/me", "/auth/posts/1", "/auth/nope"])
@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: case.replace(" ", "-"))
def test_tokens_that_are_refused(app, case, path):
    authorization, status, message = REFUSALS[case]
    headers = {} if authorization is None else {"Authorization": authorization}
    answer = app.call("GET", path, headers=headers)
    assert (answer.status_code, answer.json()) == (status, {"message": message})
    assert set_cookies(answer) == CLEARED


@pytest.mark.parametrize(
    "token",
    [
        "abc",
        "a.b.c",
        f"Bearer {GOOD}",
        jwt.encode({**WHO, "exp": NOW - 10}, LONG, algorithm="HS256"),
        jwt.encode(WHO, LONG[::-1], algorithm="HS256"),
        5,
        True,
        [GOOD],
        {"a": 1},
    ],
)
def test_refresh_tokens_that_are_refused(app, token):
    answer = app.call("POST", "/auth/refresh", json={"refreshToken": token})
    assert answer.status_code == 403
    assert answer.json() == {"message": "Invalid refresh token"}
    assert not set_cookies(answer)


def test_a_refresh_token_of_nobody(app):
    token = jwt.encode({"id": 9999, "username": "nobody"}, LONG, algorithm="HS256")
    answer = app.call("POST", "/auth/refresh", json={"refreshToken": token})
    assert (answer.status_code, answer.json()) == (403, {"message": "Refresh token expired"})


@pytest.mark.parametrize("token", [None, "", 0, False])
def test_a_refresh_without_a_token(app, token):
    for body in ({"refreshToken": token}, {}):
        # The header is not where a refresh looks.
        answer = app.call("POST", "/auth/refresh", json=body, headers=bearer(GOOD))
        assert (answer.status_code, answer.json()) == (401, {"message": "Refresh token required"})


# MARK: Logging in


@pytest.mark.parametrize(
    "body, status, message",
    [
        ({}, 400, "Username and password required"),
        ({"username": "emilys"}, 400, "Username and password required"),
        ({"username": "emilys", "password": ""}, 400, "Username and password required"),
        ({"username": 0, "password": "x"}, 400, "Username and password required"),
        ({"username": 5, "password": "x"}, 400, "Username is not valid"),
        ({"username": ["emilys"], "password": "emilyspass"}, 400, "Username is not valid"),
        ({"username": "emilys", "password": "EMILYSPASS"}, 400, "Invalid credentials"),
        ({"username": " emilys", "password": "emilyspass"}, 400, "Invalid credentials"),
        ({"username": "emilys", "password": ["emilyspass"]}, 400, "Invalid credentials"),
        (
            {"username": "emily.johnson@x.dummyjson.com", "password": "emilyspass"},
            400,
            "Invalid credentials",
        ),
        (
            {"username": "nobody", "password": "x", "expiresInMins": 99999},
            500,
            "Maximum access token expire time can be 43200 minutes",
        ),
        (
            {"username": "nobody", "password": "x", "expiresInMins": True},
            400,
            "Invalid credentials",
        ),
    ],
)
def test_logins_that_are_refused(app, body, status, message):
    for path in ("/auth/login", "/user/login", "/users/login"):
        answer = app.call("POST", path, json=body)
        assert (answer.status_code, answer.json()) == (status, {"message": message})
        assert not set_cookies(answer)


def test_the_name_is_taken_in_any_case(app):
    assert app.log_in({"username": "EMILYS", "password": "emilyspass"})["username"] == "emilys"


def test_a_token_of_postly_opens_nothing_here(app):
    signed_in = app.send(
        "POST",
        "/api/auth/login/email",
        {"email": "mira.sol@example.com", "password": "mira.sol-postly"},
    )
    answer = app.call("GET", "/auth/me", headers=bearer(signed_in["accessToken"]))
    assert answer.status_code >= 400
