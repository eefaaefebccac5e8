"""Several servers behind the proxy of `deploy`, which looks like one server."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

import requests

from mockserver import MockServer, quiet_port
from rawhttp import Connection

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NAMES = ["m0", "m1", "m2"]


def haproxy() -> str:
    """The program, which Debian puts where only root looks."""
    found = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
    assert found, "haproxy is missing: scripts/install-libraries --test installs it"
    return found


class Farm:
    """HAProxy with `deploy/haproxy.cfg`, and the three servers that it names."""

    def __init__(self, start, directory: Path, draining: str | None = None):
        self.start = start
        self.ports = {name: quiet_port() for name in NAMES}
        self.servers: dict[str, MockServer] = {name: self.serve(name) for name in NAMES}
        self.port = quiet_port()
        self.url = f"http://127.0.0.1:{self.port}"
        text, binds = re.subn(r"(?m)^(\s+bind) :8080$", rf"\1 127.0.0.1:{self.port}", (DEPLOY / "haproxy.cfg").read_text())
        text, servers = re.subn(
            r'(server (m\d)) mockpostly-\d"\$\{DOMAIN\}":8080',
            lambda found: f"{found[1]} 127.0.0.1:{self.ports[found[2]]}",
            text,
        )
        assert (binds, servers) == (1, 6), "the file does not name what is to be replaced"
        if draining:
            text, _ = re.subn(rf"(?m)^(    server {draining} \S+ check)$", r"\1 weight 0", text)
        file = directory / "haproxy.cfg"
        file.write_text(text)
        self.log = directory / "haproxy.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen([haproxy(), "-db", "-f", str(file)], stdout=log, stderr=log)
        self._wait_until_all_are_up()

    def serve(self, name: str) -> MockServer:
        return self.start("--instance", name, "--systems", "postly,community", port=self.ports[name])

    def _wait_until_all_are_up(self, within: float = 60.0):
        """The proxy asks each server before it sends it anything; until then all are up to it."""
        until = time.monotonic() + within
        while True:
            assert self.process.poll() is None, self.log.read_text()
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < until, self.log.read_text()

    def session(self) -> requests.Session:
        session = requests.Session()
        session.trust_env = False
        return session

    def connect(self, receive_buffer: int | None = None) -> Connection:
        return Connection(("127.0.0.1", self.port), receive_buffer)

    def close(self):
        self.process.terminate()
        self.process.wait(60)
