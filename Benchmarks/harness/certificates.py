"""The certificate that the servers of the rows over TLS have, and what clients agree on with them."""

import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

# What `openssl s_client -brief` calls the key exchange, which depends on its version.
_KEY_EXCHANGES = ("Server Temp Key", "Peer Temp Key", "Negotiated TLS1.3 group")


@dataclass(frozen=True)
class Certificate:
    """A self-signed certificate on the curve P-256, and its key."""

    file: Path
    key: Path

    @classmethod
    def make(cls, folder):
        """Makes one for this machine's own address, with its files in `folder`."""
        made = cls(Path(folder) / "certificate.pem", Path(folder) / "key.pem")
        run(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", 30, "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", made.key, "-out", made.file,
        )  # fmt: skip
        return made

    def client(self):
        """What a client that trusts it alone needs."""
        return ssl.create_default_context(cafile=self.file)


@dataclass(frozen=True)
class Agreement:
    """What a client and a server agree on for a TLS connection."""

    protocol: str
    cipher: str
    key_exchange: str
    signature: str

    @classmethod
    def of_all(cls, servers, certificate):
        """That of a client of OpenSSL with each of `servers`, which has to be the same with all."""
        first, *others = (_connection(server.port, certificate) for server in servers)
        for other in others:
            if other != first:
                raise RuntimeError(f"the servers do not speak the same TLS: {first} and {other}")
        exchange = next((first[name] for name in _KEY_EXCHANGES if name in first), "unknown")
        return cls(
            first["Protocol version"].replace("TLSv", "TLS "),
            first["Ciphersuite"],
            exchange.split(",")[0],
            first["Signature type"],
        )


def _connection(port, certificate):
    """What `openssl s_client` says about a connection to `port`."""
    said = run("s_client", "-brief", "-connect", f"127.0.0.1:{port}", "-CAfile", certificate.file)
    return dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)


def run(*arguments):
    """Runs `openssl` and returns what it says on standard error."""
    command = ["openssl", *map(str, arguments)]
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=20)
    if done.returncode:
        raise RuntimeError(f"openssl {arguments[0]} failed: {done.stderr[-500:]}")
    return done.stderr
