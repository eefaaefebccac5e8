"""Google ID tokens against PyJWT, joserfc and google-auth, and Postly's log-in that checks them."""

from __future__ import annotations

import json
import re

import jwt
import pytest
from google.auth import jwt as google_jwt
from google.auth.transport.requests import Request
from google.oauth2 import id_token
from joserfc import jwk
from joserfc import jwt as jose

from googleserver import control, no_proxies, strict  # noqa: F401
from worlds import Control

ADA = "ada@example.com"
AUDIENCE = "app.apps.googleusercontent.com"
ISSUER = "https://accounts.google.com"
FAULTS = ["signature", "algorithm", "format"]
CERTIFICATES = "/oauth2/v1/certs"
KEY_SET = "/oauth2/v3/certs"
DISCOVERY = "/.well-known/openid-configuration"


def google_token(control, world="default", user=ADA, **more) -> str:
    return control.mint("google", user, world, **more)["token"]


def get(place, path: str):
    """The JSON at `path` of a server or a world."""
    answer = place.session().get(place.url + path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"].startswith("public, max-age=")
    return answer.json()


def log_in(place, token: str):
    return place.session().post(place.url + "/api/auth/login", json={"token": token})


def refusal(place, token: str) -> str:
    """The words with which Postly refuses a token."""
    answer = log_in(place, token)
    assert answer.status_code == 401, answer.text
    return answer.json()["error"]


def google_words(place, token: str) -> str:
    """What google-auth says to a token, by the certificates of a server or a world."""
    with pytest.raises(ValueError) as refused:
        google_jwt.decode(token, certs=get(place, CERTIFICATES))
    return str(refused.value)


def without_times(words: str) -> str:
    """The clock goes on between two checks of one token."""
    return re.sub(r"\d{9,}", "N", words)


# MARK: Libraries


def test_discovery_leads_a_library_to_the_key(strict, control):
    found = get(strict, DISCOVERY)
    assert found["issuer"] == ISSUER
    assert found["jwks_uri"] == strict.url + KEY_SET
    assert found["id_token_signing_alg_values_supported"] == ["RS256"]
    token = google_token(control, claims={"aud": AUDIENCE, "name": "Ada Byron"})
    key = jwt.PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(token)
    claims = jwt.decode(
        token,
        key.key,
        algorithms=found["id_token_signing_alg_values_supported"],
        audience=AUDIENCE,
        issuer=found["issuer"],
        options={"require": ["iss", "azp", "aud", "sub", "email", "iat", "exp"]},
    )
    assert claims["email"] == ADA and claims["email_verified"] is True
    assert claims["azp"] == AUDIENCE
    assert (claims["given_name"], claims["family_name"]) == ("Ada", "Byron")
    assert re.fullmatch("[0-9]{21}", claims["sub"])
    assert claims["exp"] - claims["iat"] == 3600


@pytest.mark.parametrize("path", [CERTIFICATES, KEY_SET])
def test_the_library_of_google(strict, control, path):
    claims = id_token.verify_token(
        google_token(control, claims={"aud": AUDIENCE}),
        Request(strict.session()),
        audience=AUDIENCE,
        certs_url=strict.url + path,
    )
    assert claims["email"] == ADA and claims["iss"] == ISSUER


def test_another_library(strict, control):
    keys = jwk.KeySet.import_key_set(get(strict, KEY_SET))
    decoded = jose.decode(google_token(control), keys, algorithms=["RS256"])
    assert decoded.header["alg"] == "RS256" and decoded.header["typ"] == "JWT"
    assert decoded.claims["email"] == ADA


@pytest.mark.parametrize("fault", FAULTS)
def test_libraries_refuse_what_is_broken(strict, control, fault):
    token = google_token(control, **{"break": fault})
    key = jwt.PyJWK(get(strict, KEY_SET)["keys"][0])
    with pytest.raises(jwt.InvalidTokenError):
        jwt.decode(token, key, algorithms=["RS256"], options={"verify_aud": False})


# MARK: Postly with --google verify


def test_a_good_token_logs_in(strict, control):
    account = log_in(strict, google_token(control, claims={"sub": "104857600000000000001"}))
    assert account.status_code == 200
    assert account.json()["user"]["userId"] == "104857600000000000001"
    again = log_in(strict, google_token(control))
    assert again.json()["user"]["email"] == ADA


@pytest.mark.parametrize("fault", FAULTS)
def test_broken_tokens_are_refused_in_the_words_of_the_library(strict, control, fault):
    token = google_token(control, **{"break": fault})
    assert refusal(strict, token) == google_words(strict, token)


def test_one_that_has_ended(strict, control):
    token = google_token(control, expiredFor="5m")
    words = refusal(strict, token)
    assert words.startswith("Token expired, ")
    assert without_times(words) == without_times(google_words(strict, token))
    forged = google_token(control, expiredFor="5m", **{"break": "signature"})
    assert refusal(strict, forged) == "Could not verify token signature."


def test_the_clock_of_the_world_ends_a_token(strict, control):
    world = control.make()
    token = google_token(control, world.id, expiresIn="10m")
    assert log_in(world, token).status_code == 200
    control.advance("11m", world.id)
    assert refusal(world, token).startswith("Token expired, ")


@pytest.mark.parametrize(
    "header",
    [{}, {"alg": "none"}, {"alg": "RS256", "kid": "x"}, {"alg": "ES256", "kid": "x"}],
    ids=["nothing", "none", "another key", "another algorithm"],
)
def test_headers_are_refused_in_the_words_of_the_library(strict, control, header):
    encode = jwt.utils.base64url_encode
    _, payload, signature = google_token(control).split(".")
    token = f"{encode(json.dumps(header).encode()).decode()}.{payload}.{signature}"
    assert refusal(strict, token) == google_words(strict, token)


def test_a_changed_token_is_refused(strict, control):
    header, payload, signature = google_token(control).split(".")
    claims = json.loads(jwt.utils.base64url_decode(payload))
    claims["email"] = "mira.sol@example.com"
    changed = jwt.utils.base64url_encode(json.dumps(claims).encode()).decode()
    assert refusal(strict, f"{header}.{changed}.{signature}") == "Could not verify token signature."


def test_without_the_option_any_signature_will_do(server):
    with Control(server) as control:
        for fault in ["signature", "algorithm"]:
            token = google_token(control, **{"break": fault})
            assert log_in(server, token).status_code == 200


# MARK: Keys


def test_each_world_has_a_key_of_its_own(strict, control):
    places = [strict, control.make(), control.make(), control.make("header")]
    names = ["default", *(place.id for place in places[1:])]
    found = [get(place, KEY_SET)["keys"][0] for place in places]
    assert len({key["kid"] for key in found}) == len({key["n"] for key in found}) == len(places)
    assert get(places[1], DISCOVERY)["jwks_uri"] == places[1].url + KEY_SET
    tokens = [google_token(control, name) for name in names]
    for token in tokens:
        for other in range(len(places)):
            if tokens[other] == token:
                assert log_in(places[other], token).status_code == 200
                continue
            words = refusal(places[other], token)
            assert words == google_words(places[other], token)
            assert words.startswith("Certificate for key id ")


def test_the_key_follows_from_the_secret(start):
    servers = [start("--jwt-secret", secret) for secret in ("one", "one", "two")]
    found = [get(server, KEY_SET)["keys"][0] for server in servers]
    assert found[0] == found[1] != found[2]
    assert get(servers[0], CERTIFICATES) == get(servers[1], CERTIFICATES)
    assert list(get(servers[0], CERTIFICATES)) == [found[0]["kid"]]


def test_a_token_that_the_command_line_makes_by_itself(strict, start, cli):
    made = cli("token", "google", "--email", ADA, "--jwt-secret", "your-secret-key")
    assert made.returncode == 0, made.stderr
    assert log_in(strict, made.stdout.strip()).status_code == 200
    other = start("--google", "verify", "--jwt-secret", "another")
    assert refusal(other, made.stdout.strip()).startswith("Certificate for key id ")
    made = cli("token", "google", "--email", ADA, "--jwt-secret", "another")
    assert log_in(other, made.stdout.strip()).status_code == 200
    assert refusal(strict, made.stdout.strip()).startswith("Certificate for key id ")


def test_other_methods(strict):
    for path in [DISCOVERY, KEY_SET, CERTIFICATES]:
        answer = strict.session().post(strict.url + path)
        assert answer.status_code == 405 and answer.headers["Allow"] == "GET, HEAD, OPTIONS"
        head = strict.session().head(strict.url + path)
        assert head.status_code == 200 and head.content == b""
        asked = strict.session().options(
            strict.url + path,
            headers={"Origin": "https://app.example", "Access-Control-Request-Method": "GET"},
        )
        assert asked.status_code == 204
        assert asked.headers["Access-Control-Allow-Origin"] == "*"
