"""The Postly API in a few calls, over one raw connection, for tests about something else."""

from __future__ import annotations

import base64
import json

from rawhttp import Connection, json_request, request

SMALL_TARGET = "/api/posts/not-an-id"
"""Answers 400 from the dialect, changes nothing, and leaves the connection open."""


def log_in(connection: Connection, email: str, password: str) -> str:
    """An access token for an account with a password."""
    connection.send(
        json_request("POST", "/api/auth/login/email", {"email": email, "password": password})
    )
    answer = connection.read_answer()
    assert answer.status == 200, answer
    return answer.json()["accessToken"]


def register(connection: Connection, email: str, password: str, name: str = "Noor Haddad") -> str:
    """Makes an account and gives its access token."""
    account = {"email": email, "name": name, "password": password}
    connection.send(json_request("POST", "/api/auth/register", account))
    answer = connection.read_answer()
    assert answer.status == 201, answer
    return answer.json()["accessToken"]


def create_post(connection: Connection, token: str, title: str, content: str = "Salt air.") -> dict:
    """Publishes a post."""
    connection.send(json_request("POST", "/api/posts", {"title": title, "content": content}, token))
    answer = connection.read_answer()
    assert answer.status == 201, answer
    return answer.json()


def all_posts(connection: Connection, status: str | None = None) -> list[dict]:
    """Every published post (or those of `status`), newest first; counts no view."""
    more = "" if status is None else f"&status={status}"
    answer = connection.ask("GET", f"/api/posts?page=1&limit=1000000{more}", within=60)
    assert answer.status == 200, answer
    page = answer.json()
    assert page["pagination"]["total"] == len(page["posts"])
    return page["posts"]


def total(connection: Connection) -> int:
    """How many published posts there are."""
    answer = connection.ask("GET", "/api/posts?page=1&limit=1")
    assert answer.status == 200, answer
    return answer.json()["pagination"]["total"]


def delete(connection: Connection, target: str, token: str):
    """A DELETE with a token; gives the answer."""
    connection.send(request("DELETE", target, Authorization=f"Bearer {token}"))
    return connection.read_answer()


def decode_token(token: str) -> tuple[dict, dict]:
    """Header and claims of a JWT; each part must be base64url without padding."""
    parts = token.split(".")
    assert len(parts) == 3, f"{len(parts)} parts: {token}"
    decoded = []
    for part in parts[:2]:
        assert "=" not in part and "+" not in part and "/" not in part
        decoded.append(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))
    return decoded[0], decoded[1]
