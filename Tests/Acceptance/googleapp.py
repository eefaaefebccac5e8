"""What an app does to sign people in with Google, in a few calls."""

from __future__ import annotations

import base64
import hashlib
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt

MIRA_EMAIL = "mira.sol@example.com"
CLIENT = "app.apps.googleusercontent.com"
REDIRECT = "http://localhost:3000/callback"
SCOPE = "openid email profile"
DISCOVERY = "/.well-known/openid-configuration"
AUTHORIZE = "/oauth2/v2/auth"
CHOICE = "/oauth2/v2/auth/choice"
TOKEN = "/oauth2/v4/token"
USER_INFO = "/oauth2/v3/userinfo"
REVOKE = "/oauth2/revoke"
VERIFIER = "0123456789" * 5


def challenge(verifier: str = VERIFIER) -> str:
    """The S256 challenge of a verifier."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class GoogleApp:
    """An app that signs people in by requests alone, at a server or a world."""

    def __init__(self, place, client: str = CLIENT, redirect: str = REDIRECT):
        self.place = place
        self.client = client
        self.redirect = redirect
        self.session = place.session()

    def order(self, **more) -> dict:
        """An authorization request; None leaves a parameter out."""
        order = {
            "client_id": self.client,
            "redirect_uri": self.redirect,
            "response_type": "code",
            "scope": SCOPE,
            "state": "some state",
            **more,
        }
        return {name: value for name, value in order.items() if value is not None}

    def url(self, **more) -> str:
        return f"{self.place.url}{AUTHORIZE}?{urlencode(self.order(**more))}"

    def ask(self, **more):
        """The answer to an authorization request; redirects are not followed."""
        return self.session.get(self.url(**more), allow_redirects=False)

    def choose(self, form: dict, **more):
        """The answer to a choice on the page."""
        url = f"{self.place.url}{CHOICE}?{urlencode(self.order(**more))}"
        return self.session.post(url, data=form, allow_redirects=False)

    def answer(self, response) -> dict[str, str]:
        """The parameters that an app gets by a redirect."""
        assert response.status_code in (302, 303), response.text
        address, given = response.headers["Location"], {}
        assert address.startswith(self.redirect), address
        parts = urlsplit(address)
        for name, values in parse_qs(parts.fragment or parts.query).items():
            assert len(values) == 1
            given[name] = values[0]
        return given

    def silently(self, hint: str = MIRA_EMAIL, **more) -> dict[str, str]:
        """What an app gets that shows no page."""
        return self.answer(self.ask(prompt="none", login_hint=hint, **more))

    def exchange(self, code: str, **more):
        """The answer of the token endpoint; None leaves a parameter out."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.client,
            "redirect_uri": self.redirect,
            **more,
        }
        return self.token({name: value for name, value in form.items() if value is not None})

    def token(self, form: dict, **more):
        return self.session.post(self.place.url + TOKEN, data=form, **more)

    def tokens(self, hint: str = MIRA_EMAIL, **more) -> dict:
        """The tokens of somebody who signs in."""
        answer = self.exchange(self.silently(hint, **more)["code"])
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refresh(self, token: str, **more):
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client}
        return self.token({**form, **more})

    def who(self, access_token: str):
        """The answer of the userinfo endpoint."""
        fields = {"Authorization": f"Bearer {access_token}"}
        return self.session.get(self.place.url + USER_INFO, headers=fields)

    def log_in_to_postly(self, id_token: str):
        return self.session.post(self.place.url + "/api/auth/login", json={"token": id_token})


def refused(answer, status: int, error: str, words: str | None = None):
    """Checks a refusal as Google gives it to an app's request."""
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert list(found) == ["error", "error_description"] and found["error"] == error, found
    assert words is None or found["error_description"] == words
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def claims(place, token: str, audience: str = CLIENT) -> dict:
    """The claims of an ID token, checked with the published key."""
    found = place.session().get(place.url + DISCOVERY).json()
    key = jwt.PyJWKClient(found["jwks_uri"]).get_signing_key_from_jwt(token)
    return jwt.decode(
        token, key.key, algorithms=["RS256"], audience=audience, issuer=found["issuer"]
    )
