"""The control plane of a server, as tests ask it."""

from __future__ import annotations

import requests


class Plane:
    """Sends orders, and holds their status."""

    def __init__(self, server) -> None:
        self.server = server

    def send(self, method: str, path: str, body=None, status: int = 200, query=None):
        url = f"{self.server.url}/__mockpostly/v1{path}"
        answer = requests.request(method, url, json=body, params=query, timeout=60)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def make(self, **order) -> dict:
        return self.send("POST", "/worlds", order, 201)
