"""The certificate that a server really sends, by the rules of others."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from certificates import assert_rules_of_apple, findings, names_in, openssl_verdict
from test_tls import SecureServer

KINDS = {"P-256": ([], ec.EllipticCurvePublicKey), "RSA": (["--tls-rsa"], rsa.RSAPublicKey)}


@pytest.fixture(scope="module", params=KINDS)
def kind(request):
    return KINDS[request.param]


@pytest.fixture
def secure(start, tmp_path, kind):
    names = ["--tls-name", "app.example", "--tls-name", "*.dev.example", "--tls-name", "192.0.2.7"]
    return SecureServer(start, tmp_path / "data", *names, "--tls-name", "2001:db8::7", *kind[0])


def sent(secure: SecureServer, place: Path, name: str | None = None) -> Path:
    """The file with the certificate that a client gets who asks for `name`."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with secure.open(context, name=name) as connection:
        path = place / f"{name}.pem"
        path.write_text(ssl.DER_cert_to_PEM_cert(connection.getpeercert(binary_form=True)))
    return path


def test_the_certificate_keeps_the_rules(secure, kind, tmp_path):
    for name in (None, "app.example", "shop.localhost"):
        path = sent(secure, tmp_path, name)
        assert findings(path) == []
        leaf = x509.load_pem_x509_certificate(path.read_bytes())
        assert_rules_of_apple(leaf)
        assert isinstance(leaf.public_key(), kind[1])
        basic = leaf.extensions.get_extension_for_class(x509.BasicConstraints).value
        assert not basic.ca
        authority = x509.load_pem_x509_certificate(Path(secure.authority).read_bytes())
        leaf.verify_directly_issued_by(authority)
        assert authority.not_valid_before_utc <= leaf.not_valid_before_utc
        assert leaf.not_valid_after_utc <= authority.not_valid_after_utc


def test_openssl_takes_it_for_each_name_and_no_other(secure, tmp_path):
    path = sent(secure, tmp_path)
    given = ["app.example", "*.dev.example", "192.0.2.7", "2001:db8::7"]
    own = ["localhost", "*.localhost", "127.0.0.1", "::1"]
    assert set(names_in(x509.load_pem_x509_certificate(path.read_bytes()))) >= {*given, *own}
    for name in ("localhost", "127.0.0.1", "::1", "app.example", "a.dev.example", "192.0.2.7", "2001:db8::7"):
        assert openssl_verdict(Path(secure.authority), path, name) == f"{path}: OK"
    for name in ("other.example", "dev.example", "a.b.dev.example"):
        assert "hostname mismatch" in openssl_verdict(Path(secure.authority), path, name).lower()
    assert "ip address mismatch" in openssl_verdict(Path(secure.authority), path, "192.0.2.8").lower()
    # A name below localhost has a certificate of its own.
    single = sent(secure, tmp_path, "shop.localhost")
    assert openssl_verdict(Path(secure.authority), single, "shop.localhost") == f"{single}: OK"
