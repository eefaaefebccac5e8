"""Tokens from the control plane: good, expired and broken ones, and what each system says."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import jwt
import pytest

from community import Person, Phoenix, upgrade
from conftest import MIRA
from dummyjson import Client, bearer, set_cookies
from postly import decode_token, log_in
from rawhttp import json_request
from worlds import FROZEN, MIRA_EMAIL, NOTHING, Control, assert_problem

MEMBERS = {"token", "dialect", "user", "expiresAt", "header", "authorization"}
START = datetime(2026, 1, 1, tzinfo=timezone.utc)
SECRET = "a secret of these tests that is long enough for HS256"


@pytest.fixture(scope="module")
def control(shared_server):
    with Control(shared_server) as control:
        yield control


@pytest.fixture(scope="module")
def world(control):
    """A world that stands still, so that times can be told exactly."""
    return control.make(clock=FROZEN, id="tokens", ttl=None)


def mint(control, dialect, user, **more):
    return control.mint(dialect, user, "tokens", **more)


def check(world, token, path="/api/auth/check"):
    answer = world.ask("GET", path, Authorization=f"Bearer {token}")
    return answer.status, answer.json()


# MARK: Postly


def test_a_token_of_postly(control, world):
    made = mint(control, "postly", MIRA_EMAIL)
    assert set(made) == MEMBERS
    assert made["dialect"] == "postly" and made["user"]["email"] == MIRA_EMAIL
    assert made["header"] == f"Authorization: Bearer {made['token']}"
    assert made["authorization"] == f"Bearer {made['token']}"
    assert made["expiresAt"] == "2026-01-08T00:00:00.000000Z"
    status, person = check(world, made["token"])
    assert status == 200 and person["email"] == MIRA_EMAIL
    assert person["userId"] == made["user"]["id"]
    assert mint(control, "postly", person["userId"])["user"] == made["user"]


def test_a_minted_token_is_like_one_of_a_login(control, world):
    with world.connect() as connection:
        theirs = decode_token(log_in(connection, **MIRA))
    ours = decode_token(mint(control, "postly", MIRA_EMAIL)["token"])
    assert ours[0] == theirs[0] and list(ours[1]) == list(theirs[1])
    for name in ("fresh", "iat", "type", "sub", "nbf", "exp"):
        assert ours[1][name] == theirs[1][name], name
    for name in ("jti", "csrf"):
        assert ours[1][name] != theirs[1][name]


@pytest.mark.parametrize(
    ("more", "seconds"),
    [
        ({"expiresIn": "15m"}, 900),
        ({"expiresIn": "1h30m"}, 5400),
        ({"expiresIn": "8760h"}, 8760 * 3600),
        ({"expiredFor": "1s"}, -1),
        ({"expiredFor": "720h"}, -720 * 3600),
    ],
)
def test_lifetimes(control, world, more, seconds):
    made = mint(control, "postly", MIRA_EMAIL, **more)
    end = START + timedelta(seconds=seconds)
    assert datetime.fromisoformat(made["expiresAt"]) == end
    assert decode_token(made["token"])[1]["exp"] == end.timestamp()
    status, told = check(world, made["token"])
    if seconds > 0:
        assert status == 200
    else:
        assert (status, told) == (401, {"msg": "Token has expired"})


BROKEN_POSTLY = {
    "signature": (422, {"msg": "Signature verification failed"}),
    "algorithm": (422, {"msg": "The specified alg value is not allowed"}),
}


@pytest.mark.parametrize("fault", [*BROKEN_POSTLY, "format"])
def test_broken_tokens_of_postly(control, world, fault):
    made = mint(control, "postly", MIRA_EMAIL, **{"break": fault})
    status, told = check(world, made["token"])
    if fault == "format":
        assert status in (401, 422) and set(told) == {"msg"}
        assert "segments" in told["msg"] or "Invalid" in told["msg"] or "Bad" in told["msg"]
    else:
        assert (status, told) == BROKEN_POSTLY[fault]
    late = mint(control, "postly", MIRA_EMAIL, expiredFor="1h", **{"break": fault})
    assert check(world, late["token"]) == (status, told), "what is broken is told first"


@pytest.mark.parametrize(
    ("claims", "status", "told"),
    [
        ({"type": "refresh"}, 422, "Only non-refresh tokens are allowed"),
        ({"sub": 5}, 422, "Subject must be a string"),
        ({"jti": 5}, 422, "JWT ID must be a string"),
        ({"nbf": 1798761600}, 422, "The token is not yet valid (nbf)"),
        ({"iat": 1798761600}, 422, "The token is not yet valid (iat)"),
        ({"exp": 1767225600}, 401, "Token has expired"),
        ({"exp": "x"}, 422, "Expiration Time claim (exp) must be an integer."),
        ({"sub": "000000000000000000000000"}, 401, None),
        ({"role": "admin", "aud": ["x"], "fresh": True}, 200, None),
    ],
)
def test_claims_of_postly(control, world, claims, status, told):
    made = mint(control, "postly", MIRA_EMAIL, claims=claims)
    payload = decode_token(made["token"])[1]
    for name, value in claims.items():
        assert payload[name] == value
    got = check(world, made["token"])
    assert got[0] == status
    if told:
        assert got[1] == {"msg": told}


def test_tokens_of_the_default_world_are_signed_by_the_secret(start):
    with Control(start("--jwt-secret", SECRET)) as control:
        good = control.mint("postly", MIRA_EMAIL)["token"]
        assert jwt.decode(good, SECRET, algorithms=["HS256"])["type"] == "access"
        for fault in ("signature", "algorithm", "format"):
            with pytest.raises(jwt.PyJWTError):
                broken = control.mint("postly", MIRA_EMAIL, **{"break": fault})["token"]
                jwt.decode(broken, SECRET, algorithms=["HS256"])
        late = control.mint("postly", MIRA_EMAIL, expiredFor="1h")["token"]
        with pytest.raises(jwt.ExpiredSignatureError):
            jwt.decode(late, SECRET, algorithms=["HS256"])
        for token in (control.mint("dummyjson", "emilys")["token"],):
            assert jwt.decode(token, SECRET, algorithms=["HS256"])["username"] == "emilys"


# MARK: DummyJSON


@pytest.mark.parametrize("user", ["emilys", "EMILYS", "emily.johnson@x.dummyjson.com", 1, "1"])
def test_a_token_of_dummyjson(control, world, user):
    made = mint(control, "dummyjson", user)
    assert made["dialect"] == "dummyjson" and str(made["user"]["id"]) == "1"
    assert made["expiresAt"] == "2026-01-01T01:00:00.000000Z"
    app = Client(world)
    assert app.get("/auth/me", headers=bearer(made["token"]))["username"] == "emilys"
    assert app.get("/auth/posts/1", headers=bearer(made["token"]))["id"] == 1


def test_kinds_of_dummyjson(control, world):
    app = Client(world)
    account = app.log_in()
    access = mint(control, "dummyjson", "emilys", kind="access")
    refresh = mint(control, "dummyjson", "emilys", kind="refresh")
    # One second, one person, one life: one text.
    assert access["token"].split(".")[0] == account["accessToken"].split(".")[0]
    ours, theirs = (decode_token(token)[1] for token in (access["token"], account["accessToken"]))
    assert {**ours, "image": ""} == {**theirs, "image": ""} and list(ours) == list(theirs)
    assert refresh["expiresAt"] == "2026-01-31T00:00:00.000000Z"
    assert app.send("POST", "/auth/refresh", {"refreshToken": refresh["token"]})
    late = mint(control, "dummyjson", "emilys", kind="refresh", expiredFor="1m")
    answer = app.call("POST", "/auth/refresh", json={"refreshToken": late["token"]})
    assert (answer.status_code, answer.json()) == (403, {"message": "Invalid refresh token"})


BAD_DUMMYJSON = {
    "expired": ({"expiredFor": "1h"}, 401, "Token Expired!"),
    "signature": ({"break": "signature"}, 500, "invalid signature"),
    "algorithm": ({"break": "algorithm"}, 500, None),
    "format": ({"break": "format"}, None, None),
    "nobody": ({"claims": {"username": "nobody"}}, 400, "Invalid access token"),
    "not yet": ({"claims": {"nbf": 1798761600}}, 500, "jwt not active"),
}


@pytest.mark.parametrize("case", BAD_DUMMYJSON)
def test_bad_tokens_of_dummyjson(control, world, case):
    more, status, message = BAD_DUMMYJSON[case]
    token = mint(control, "dummyjson", "emilys", **more)["token"]
    answer = Client(world).call("GET", "/auth/me", headers=bearer(token))
    assert answer.status_code == status or (status is None and answer.status_code in (401, 500))
    if message:
        assert answer.json() == {"message": message}
    elif case == "algorithm":
        assert answer.json()["message"] in ("invalid algorithm", "jwt signature is required")
    else:
        assert answer.json()["message"] in ("Invalid/Expired Token!", "invalid token")
    assert len(set_cookies(answer)) == 2, "the session is taken away"


# MARK: The community


def test_a_token_of_the_community(control, world):
    made = mint(control, "community", MIRA_EMAIL)
    assert made["expiresAt"] is None and made["user"]["email"] == MIRA_EMAIL
    me = world.ask("GET", "/api/community/me", Authorization=f"Bearer {made['token']}").json()
    assert str(me["data"]["id"]) == str(made["user"]["id"]) or "@" in made["user"]["email"]
    with Phoenix(world, made["token"]) as phoenix:
        phoenix.join()
    again = mint(control, "community", made["user"]["id"])
    assert again["user"] == made["user"]


@pytest.mark.parametrize("fault", ["signature", "format", "algorithm", "expired"])
def test_bad_tokens_of_the_community(control, world, fault):
    more = {"expiredFor": "1h"} if fault == "expired" else {"break": fault}
    answer = control.ask(
        "POST",
        "/tokens",
        {"world": "tokens", "dialect": "community", "user": MIRA_EMAIL, **more},
    )
    if answer.status == 400:
        # What its tokens cannot have is refused by name.
        assert_problem(answer, 400, "expiredFor" if fault == "expired" else fault)
        return
    token = answer.json()["token"]
    refused = world.ask("GET", "/api/community/me", Authorization=f"Bearer {token}")
    assert refused.status == 401 and refused.json() == {"errors": {"detail": "Unauthorized"}}
    assert refused.header("WWW-Authenticate") == "Bearer"
    with world.connect() as connection:
        connection.send(upgrade(f"/community/websocket?vsn=2.0.0&token={token}"))
        assert connection.read_answer().status == 403
    kept = mint(control, "community", MIRA_EMAIL)["token"]
    assert world.ask("GET", "/api/community/me", Authorization=f"Bearer {kept}").status == 200


def test_a_token_for_somebody_new(control, world):
    ada = Person(world, "Ada")
    made = mint(control, "community", ada.email)
    assert (
        world.ask("GET", "/api/community/me", Authorization=f"Bearer {made['token']}").json()[
            "data"
        ]["id"]
        == ada.id
    )
    assert check(world, mint(control, "postly", ada.email)["token"])[1]["name"] == "Ada"


# MARK: Google


def test_a_google_token_logs_in(control, world):
    claims = {"name": "Grace", "picture": "https://example.test/g.png", "sub": "12345"}
    made = mint(control, "google", "grace@example.com", claims=claims)
    assert made["user"]["email"] == "grace@example.com"
    with world.connect() as connection:
        connection.send(json_request("POST", "/api/auth/login", {"token": made["token"]}))
        answer = connection.read_answer()
    assert answer.status == 200
    user = answer.json()["user"]
    assert (user["name"], user["userId"]) == ("Grace", "12345")
    assert user["profilePicture"] == "https://example.test/g.png"
    assert user["lastLogin"] == "2026-01-01T00:00:00.000000+00:00"


# MARK: Refusals

GOOD = {"dialect": "postly", "user": MIRA_EMAIL}


@pytest.mark.parametrize(
    ("order", "status", "words"),
    [
        ({"user": MIRA_EMAIL}, 400, ["dialect", "postly", "dummyjson", "community", "google"]),
        ({"dialect": "cobol", "user": "x"}, 400, ["cobol", "postly", "google"]),
        ({"dialect": "postly"}, 400, ["user"]),
        ({"dialect": "postly", "user": ""}, 400, ["user"]),
        ({"dialect": "postly", "user": []}, 400, ["user"]),
        ({"dialect": "postly", "user": "nobody@example.com"}, 404, ["nobody@example.com"]),
        ({"dialect": "dummyjson", "user": "nobody"}, 404, ["nobody"]),
        ({"dialect": "dummyjson", "user": 99999}, 404, ["99999"]),
        ({"dialect": "community", "user": "nobody@example.com"}, 404, ["nobody@example.com"]),
        ({**GOOD, "kind": "refresh"}, 400, ["kind", "dummyjson"]),
        ({**GOOD, "expiresIn": "soon"}, 400, ["soon"]),
        ({**GOOD, "expiresIn": 5}, 400, ["expiresIn"]),
        ({**GOOD, "expiresIn": "1h", "expiredFor": "1h"}, 400, ["expiresIn", "expiredFor"]),
        ({**GOOD, "claims": []}, 400, ["claims"]),
        ({**GOOD, "break": "heart"}, 400, ["heart", "signature", "algorithm", "format"]),
        ({**GOOD, "brake": "signature"}, 400, ["brake", "break"]),
        ({**GOOD, "world": "nope"}, 404, ["nope", "default"]),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_orders_that_are_refused(control, order, status, words):
    problem = control.refuse("POST", "/tokens", order, status, *words)
    if status == 404 and "world" not in order:
        assert problem["title"] == "Unknown user"


def test_a_token_needs_a_body(control):
    control.refuse("POST", "/tokens", NOTHING, 400, "dialect")


def test_a_minted_token_is_not_in_the_log(start):
    server = start("--verbose")
    with Control(server) as control:
        token = control.mint("postly", MIRA_EMAIL)["token"]
        server.wait_for_log(r"tokens")
        assert token not in server.log
