"""What certificates are checked by: the rules of Apple, a linter of RFC 5280, and OpenSSL."""

from __future__ import annotations

import datetime
import json
import re
import subprocess
import sys
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID


def findings(certificate: Path) -> list[str]:
    """What the linter has to say against a certificate, by RFC 5280; notes are left out.

    So is that names of one word, such as `localhost` and those of containers, and names with `*` do
    not have the form of a domain's name: RFC 5280 leaves both to others, and RFC 6125 and 6761 have them.
    """
    command = [sys.executable, "-m", "pkilint.bin.lint_pkix_cert", "lint", "-s", "NOTICE", "-f", "JSON"]
    done = subprocess.run([*command, certificate], capture_output=True, text=True, timeout=60)
    assert done.stderr == "", done.stderr
    told = []
    for result in json.loads(done.stdout)["results"]:
        for each in result["finding_descriptions"]:
            message = f"{each['code']}: {each.get('message')}"
            if re.search(r'syntax: "([a-z0-9_-]+|\*\.[a-z0-9.-]+)"$', message) is None:
                told.append(f"{result['node_path']}: {message}")
    return told


def names_in(leaf: x509.Certificate) -> list[str]:
    """The names and addresses that a certificate is for."""
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(each.value) for each in names]


def assert_rules_of_apple(leaf: x509.Certificate):
    """https://support.apple.com/en-us/103769 and 103214: what iOS and macOS ask of a server."""
    uses = leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert ExtendedKeyUsageOID.SERVER_AUTH in uses
    assert names_in(leaf)
    key = leaf.public_key()
    if isinstance(key, rsa.RSAPublicKey):
        assert key.key_size >= 2048
    else:
        assert isinstance(key, ec.EllipticCurvePublicKey) and key.key_size >= 256
    assert leaf.signature_hash_algorithm is not None and leaf.signature_hash_algorithm.name == "sha256"
    # With both ends.
    lasts = leaf.not_valid_after_utc - leaf.not_valid_before_utc + datetime.timedelta(seconds=1)
    assert lasts <= datetime.timedelta(days=397)
    now = datetime.datetime.now(datetime.timezone.utc)
    assert leaf.not_valid_before_utc < now - datetime.timedelta(hours=23) < now < leaf.not_valid_after_utc


def openssl_verdict(authority: Path, leaf: Path, name: str) -> str:
    """What `openssl verify` says of a server's certificate for a name."""
    flag = "-verify_ip" if name.replace(".", "").isdigit() or ":" in name else "-verify_hostname"
    done = subprocess.run(
        ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", flag, name, "-CAfile", authority, leaf],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout.strip() if done.returncode == 0 else done.stderr.strip()
