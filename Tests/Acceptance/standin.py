"""A server that answers for other servers' names, and its proxy."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import requests

from rawhttp import DEADLINE
from worlds import MIRA_EMAIL

AUTHORITY = "mockpostly/mockpostly-ca.pem"
NAMES = ["--as", "dummyjson.com", "--as", "api.pexels.com", "--as", "*.feed.example=community"]


class StandIn:
    """A server that answers for other servers' names, and its proxy."""

    def __init__(self, start, folder: Path, *arguments: str, proxy_port: int = 0):
        self.server = start(
            *NAMES,
            *(["--proxy-port", str(proxy_port)]),
            *arguments,
            environment={"XDG_DATA_HOME": str(folder)},
        )
        self.proxy = json.loads(self.server.ready_file.read_text())["proxy"].replace("localhost", "127.0.0.1")
        self.port = int(self.proxy.rpartition(":")[2])
        self.authority = str(folder / AUTHORITY)

    def session(self, user: str = "", host: str = "127.0.0.1") -> requests.Session:
        session = requests.Session()
        session.trust_env = False
        session.verify = self.authority
        session.proxies = dict.fromkeys(["http", "https"], f"http://{user}{host}:{self.port}")
        return session

    def get(self, url: str, **options) -> requests.Response:
        with self.session(**options) as session:
            return session.get(url, timeout=DEADLINE)

    def socket_url(self) -> str:
        """The address of the feed's socket by a real name, with Mira's token."""
        with self.session() as session:
            made = session.post(
                "https://one.feed.example/api/community/tokens",
                json={"email": MIRA_EMAIL, "password": "mira.sol-postly"},
                timeout=DEADLINE,
            )
        token = made.json()["data"]["token"]
        return f"wss://one.feed.example/community/websocket?vsn=2.0.0&token={token}"

    def ask(self, text: str, host: str = "127.0.0.1") -> bytes:
        """What comes back for the bytes of `text`, until the proxy closes."""
        with socket.create_connection((host, self.port), DEADLINE) as connection:
            connection.sendall(text.encode())
            return b"".join(iter(lambda: connection.recv(65536), b""))
