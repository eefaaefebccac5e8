"""Clients of other makers, each a process that asks for one address over https."""

from __future__ import annotations

import atexit
import functools
import subprocess
import tempfile
from pathlib import Path

from mockserver import clean_environment
from tools import tool

SOURCES = Path(__file__).parent / "clients"
GO_CACHE = Path(__file__).resolve().parents[2] / ".build/go-cache"
"""What Go has compiled, kept as the virtual environments are."""


@functools.cache
def build_folder() -> Path:
    """Where this process builds clients, each once, however many tests use it."""
    folder = tempfile.TemporaryDirectory(prefix="mockpostly-clients-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


class Stranger:
    """A client that runs with a home of its own."""

    distrusts: str
    """What it says of a certificate that it does not trust."""
    finds_plain_http: str
    """What it says of a port that does not speak TLS."""

    def __init__(self, home: Path):
        self.home = home
        self.variables: dict[str, str] = {}

    def command(self) -> list[object]:
        """The words before the address."""
        raise NotImplementedError

    def trust(self, authority: Path):
        """Has the client trust an authority, by its own means."""
        raise NotImplementedError

    def get(self, url: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [*map(str, self.command()), url],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=self.home,
            env=clean_environment(self.home, self.variables),
            timeout=120,
            text=True,
        )


class Curl(Stranger):
    distrusts = "unable to get local issuer certificate"
    finds_plain_http = "wrong version number"
    options: tuple[object, ...] = ()

    def command(self):
        return [tool("curl", "curl"), "-sS", "--fail", *self.options]

    def trust(self, authority: Path):
        self.options = ("--cacert", authority)


class Python(Stranger):
    distrusts = "CERTIFICATE_VERIFY_FAILED"
    finds_plain_http = "WRONG_VERSION_NUMBER"

    def command(self):
        return [tool("python3", "python3"), SOURCES / "client.py"]

    def trust(self, authority: Path):
        self.variables["SSL_CERT_FILE"] = str(authority)


class Node(Stranger):
    distrusts = "unable to verify the first certificate"
    finds_plain_http = "wrong version number"

    def command(self):
        return [tool("node", "nodejs"), SOURCES / "client.mjs"]

    def trust(self, authority: Path):
        self.variables["NODE_EXTRA_CA_CERTS"] = str(authority)


class Go(Stranger):
    distrusts = "x509: certificate signed by unknown authority"
    finds_plain_http = "server gave HTTP response to HTTPS client"

    @staticmethod
    @functools.cache
    def program() -> Path:
        """The client, built."""
        built = build_folder() / "client-in-go"
        # Nothing is fetched.
        variables = {"GOCACHE": str(GO_CACHE), "GOPROXY": "off"}
        subprocess.run(
            [tool("go", "golang-go"), "build", "-o", built, SOURCES / "client.go"],
            env=clean_environment(build_folder(), variables),
            check=True,
            timeout=120,
        )
        return built

    def command(self):
        return [self.program()]

    def trust(self, authority: Path):
        self.variables["SSL_CERT_FILE"] = str(authority)


class Java(Stranger):
    distrusts = "unable to find valid certification path to requested target"
    finds_plain_http = "plaintext connection?"
    options: tuple[object, ...] = ()

    @staticmethod
    @functools.cache
    def program() -> Path:
        """The folder with the client, compiled."""
        subprocess.run(
            [tool("javac", "default-jdk-headless"), "-d", build_folder(), SOURCES / "Client.java"],
            check=True,
            timeout=120,
        )
        return build_folder()

    def command(self):
        # It runs once: to optimize it is not worth while.
        words = ["-XX:TieredStopAtLevel=1", *self.options, "-cp", self.program(), "Client"]
        return [tool("java", "default-jdk-headless"), *words]

    def trust(self, authority: Path):
        store = self.home / "trusted.p12"
        keytool = [tool("keytool", "default-jdk-headless"), "-importcert", "-noprompt"]
        words = ["-alias", "mockpostly", "-file", authority, "-keystore", store]
        subprocess.run(
            [*keytool, *words, "-storepass", "changeit"], check=True, capture_output=True, timeout=60
        )
        self.options = (
            f"-Djavax.net.ssl.trustStore={store}",
            "-Djavax.net.ssl.trustStorePassword=changeit",
        )


ALL = [Curl, Python, Node, Go, Java]
