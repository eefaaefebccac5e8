"""Google ID tokens against PyJWT, joserfc and google-auth."""

from __future__ import annotations

import re

import jwt
import pytest
from google.auth.transport.requests import Request
from google.oauth2 import id_token
from joserfc import jwk
from joserfc import jwt as jose

from googleserver import control, no_proxies, strict  # noqa: F401

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


def test_a_token_that_the_command_line_makes_by_itself(strict, start, cli):
    made = cli("token", "google", "--email", ADA, "--jwt-secret", "your-secret-key")
    assert made.returncode == 0, made.stderr
    assert log_in(strict, made.stdout.strip()).status_code == 200
    other = start("--google", "verify", "--jwt-secret", "another")
    assert refusal(other, made.stdout.strip()).startswith("Certificate for key id ")
    made = cli("token", "google", "--email", ADA, "--jwt-secret", "another")
    assert log_in(other, made.stdout.strip()).status_code == 200
    assert refusal(strict, made.stdout.strip()).startswith("Certificate for key id ")
