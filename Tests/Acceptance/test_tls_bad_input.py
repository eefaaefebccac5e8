"""Certificates, keys, names and folders that cannot be used: one sentence, and the exit code."""

from __future__ import annotations

import datetime
import socket
import ssl
import subprocess
import warnings
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from rawhttp import DEADLINE
from test_files import ordinary_user  # noqa: F401
from test_tls import SecureServer
from trust import Machine

DAY = datetime.timedelta(days=1)
NAME = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "app.example")])


def key_text(key, encryption=None, form=PrivateFormat.PKCS8) -> bytes:
    return key.private_bytes(Encoding.PEM, form, encryption or NoEncryption())


def certificate_text(key, first=-1, last=30, form=Encoding.PEM, is_authority=False) -> bytes:
    """A certificate that a key has signed for itself; the days are counted from now."""
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = x509.CertificateBuilder(NAME, NAME, key.public_key(), 5, now + first * DAY, now + last * DAY)
    if is_authority:
        builder = builder.add_extension(x509.BasicConstraints(True, None), True)
    digest = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    return builder.sign(key, digest).public_bytes(form)


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    """A folder with files that are good, and with all kinds of bad ones."""
    folder = tmp_path_factory.mktemp("files")
    good, other = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    short, strange = rsa.generate_private_key(65537, 1024), ed25519.Ed25519PrivateKey.generate()
    certificate = certificate_text(good)
    lines = certificate.splitlines(keepends=True)
    passphrase = BestAvailableEncryption(b"secret")
    texts = {
        "good.pem": certificate,
        "good-key.pem": key_text(good),
        "empty.pem": b"",
        "text.pem": b"no certificate\n",
        "cut.pem": certificate[:300],
        "typo.pem": b"".join([*lines[:3], b"!" + lines[3][1:], *lines[4:]]),
        "good.der": certificate_text(good, form=Encoding.DER),
        "request.pem": x509.CertificateSigningRequestBuilder(NAME).sign(good, hashes.SHA256()).public_bytes(Encoding.PEM),
        "public.pem": good.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        "old.pem": certificate_text(good, -9, -2),
        "young.pem": certificate_text(good, 2, 9),
        "other.pem": certificate_text(other),
        "chain-in-wrong-order.pem": certificate_text(other) + certificate,
        "locked-key.pem": key_text(good, passphrase),
        "locked-old-key.pem": key_text(good, passphrase, PrivateFormat.TraditionalOpenSSL),
        "other-key.pem": key_text(other),
        "short.pem": certificate_text(short),
        "short-key.pem": key_text(short),
        "strange.pem": certificate_text(strange),
        "strange-key.pem": key_text(strange),
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    (folder / "folder.pem").mkdir()
    return folder


@pytest.fixture
def refusal(cli):
    """Runs the program, which has to say in one sentence why it does not go on, and maybe a hint."""

    def run(*words, code: int, **options) -> str:
        done = cli(*words, **options)
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        lines = done.stderr.splitlines()
        assert lines[0].startswith("mockpostly: error: ") and len(lines) <= 2, done.stderr
        assert all(line.startswith("hint: ") for line in lines[1:]), done.stderr
        return done.stderr

    return run


@pytest.mark.parametrize(
    ("certificate", "words"),
    [
        ("none.pem", "cannot read {path}: no such file or directory"),
        ("folder.pem", "cannot read {path}: is a directory"),
        ("good.pem/more", "cannot read {path}: not a directory"),
        ("empty.pem", "{path}: the file is empty"),
        ("text.pem", "{path}: this is not PEM, text that begins with -----BEGIN"),
        ("good.der", "it may be DER or PKCS #12"),
        ("cut.pem", "{path}: certificate 1 is damaged"),
        ("typo.pem", "{path}: certificate 1 is damaged"),
        ("request.pem", "{path}: the file has no certificate"),
        ("good-key.pem", "{path}: the file has a private key, but no certificate"),
        ("old.pem", "{path}: the certificate has expired on 20"),
        ("young.pem", "{path}: the certificate is not valid before 20"),
        ("other.pem", "this is not the key of the certificate in {path}"),
        ("chain-in-wrong-order.pem", "is not the first"),
    ],
)
def test_a_certificate_that_cannot_be_used(refusal, files, certificate, words):
    path = files / certificate
    told = refusal("serve", "--tls-cert", path, "--tls-key", files / "good-key.pem", code=3)
    assert words.format(path=path) in told


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("none.pem", "cannot read {path}: no such file or directory"),
        ("folder.pem", "cannot read {path}: is a directory"),
        ("empty.pem", "{path}: the file is empty"),
        ("text.pem", "{path}: this is not PEM"),
        ("good.pem", "{path}: the file has a certificate, but no private key"),
        ("public.pem", "{path}: the file has no private key"),
        ("locked-key.pem", "{path}: the private key is protected by a passphrase\nhint: write one without: openssl"),
        ("locked-old-key.pem", "{path}: the private key is protected by a passphrase"),
        ("other-key.pem", "{path}: this is not the key of the certificate in "),
    ],
)
def test_a_key_that_cannot_be_used(refusal, files, key, words):
    path = files / key
    told = refusal("serve", "--tls-cert", files / "good.pem", "--tls-key", path, code=3)
    assert words.format(path=path) in told


@pytest.mark.parametrize(("kind", "words"), [("short", "an RSA key of 1024 bits"), ("strange", "a kind of key")])
def test_a_key_that_clients_refuse(refusal, files, kind, words):
    names = [files / f"{kind}.pem", files / f"{kind}-key.pem"]
    assert f"{names[1]}: {words}" in refusal("serve", "--tls-cert", names[0], "--tls-key", names[1], code=3)


def test_a_file_without_permission(refusal, files, tmp_path, ordinary_user):
    locked = tmp_path / "key.pem"
    locked.write_bytes((files / "good-key.pem").read_bytes())
    locked.chmod(0)
    told = refusal(
        "serve", "--tls-cert", files / "good.pem", "--tls-key", locked, code=3, before_exec=ordinary_user
    )
    assert f"cannot read {locked}: permission denied" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tls-cert", "a.pem"], "--tls-cert needs --tls-key"),
        (["--tls-key", "a.pem"], "--tls-key needs --tls-cert"),
        (["--tls-cert", "a", "--tls-key", "b", "--tls-name", "c.example"], "cannot be used with --tls-name"),
        (["--tls-cert", "", "--tls-key", ""], "--tls-cert: expected a path"),
    ],
)
def test_options_that_do_not_go_together(refusal, arguments, words):
    assert words in refusal("serve", *arguments, code=2)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "an empty name"),
        ("a b", "a character that names do not have"),
        ("a\nb", '"a?b" cannot be in a certificate'),
        ("https://app.example", "it has a /; give the name alone, without https:// and path"),
        ("app.example:8443", "it has a port; give the name alone"),
        ("192.168.1", "not a correct IP address"),
        ("fe80::1%eth0", "a zone after %"),
        ("*", "a * for too much"),
        ("*.com", "a * for too much"),
        ("app.*.example", "a * in a wrong place"),
        ("bücher.example", "letters beyond a-z; give its form for the network, which begins with xn--"),
        ("app..example", "nothing between two dots"),
        ("a" * 64 + ".example", "a part that is longer than 63 bytes"),
        ("a." * 130, "longer than 253 bytes"),
    ],
)
def test_a_name_that_cannot_be_certified(refusal, name, reason):
    told = refusal("serve", "--tls-name", name, code=2)
    assert told.startswith("mockpostly: error: --tls-name: ") and reason in told


def test_a_name_in_the_environment_that_cannot_be_certified(refusal):
    told = refusal("serve", environment={"MOCKPOSTLY_TLS_NAME": "app.example,x:80"}, code=2)
    assert 'variable MOCKPOSTLY_TLS_NAME: "x:80" cannot be in a certificate: it has a port' in told


# MARK: Clients


@pytest.fixture
def own_certificate(start, files):
    """A server with a certificate of the user's own, and a client that opens a connection to it."""
    server = start("--tls-cert", files / "good.pem", "--tls-key", files / "good-key.pem")

    def open_with(authority: Path | None, name: str):
        context = ssl.create_default_context(cafile=authority)
        with socket.create_connection(server.address(), DEADLINE) as plain:
            context.wrap_socket(plain, server_hostname=name)

    return server, open_with


def test_a_client_of_a_certificate_of_ones_own_is_told_without_our_authority(own_certificate, files):
    server, open_with = own_certificate
    for authority, words in [
        (None, "does not trust the certificate"),
        (files / "good.pem", "asks for other.example, which the certificate is not for"),
    ]:
        with pytest.raises(ssl.SSLCertVerificationError):
            open_with(authority, "app.example" if authority is None else "other.example")
        server.wait_for_log(f"127.0.0.1 {words}\n")


def test_a_name_that_is_none_is_not_repeated(start, tmp_path):
    secure = SecureServer(start, tmp_path)
    with pytest.raises(ssl.SSLCertVerificationError):
        secure.open(name="no_name-.example")
    secure.server.wait_for_log("127.0.0.1 asks for a name that no certificate can be for\n")


def test_a_client_with_old_versions_alone_is_told(start, tmp_path):
    secure = SecureServer(start, tmp_path)
    context = secure.context()
    context.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.raises(ssl.SSLError):
        secure.open(context)
    secure.server.wait_for_log("127.0.0.1 speaks neither TLS 1.2 nor TLS 1.3\n")


def test_a_client_whose_clock_is_wrong_is_told(start, tmp_path):
    secure = SecureServer(start, tmp_path)
    # Of one that is late OpenSSL does not say it: that is a bad certificate like others.
    time_there = int((datetime.datetime.now() + 900 * DAY).timestamp())
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{secure.port}", "-verify_return_error"]
        + ["-CAfile", secure.authority, "-attime", str(time_there)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode != 0
    secure.server.wait_for_log("127.0.0.1 finds the certificate expired or not valid yet: compare its clock\n")


# MARK: The authority


@pytest.fixture
def machine(binary, tmp_path):
    machine = Machine(binary, tmp_path)
    machine.debian()
    machine("system", "--yes")
    return machine


def assert_both_refuse(machine: Machine, words: str, *options: str):
    """A server does not start, and `trust` changes nothing, for the same reason."""
    serve = subprocess.run(
        [machine.binary, "serve", "--tls", "--port", "0", *options],
        capture_output=True, env=machine.environment, timeout=60, text=True,
    )  # fmt: skip
    assert (serve.returncode, serve.stdout) == (3, ""), serve.stderr
    trust = machine("system", "--yes", *options, code=1)
    assert trust.stdout == ""
    assert serve.stderr == trust.stderr and words in serve.stderr
    assert serve.stderr.count("error: ") == serve.stderr.count("hint: ") == 1 and serve.stderr.count("\n") == 2


def other_time(data: Path, first: int, last: int):
    key = load_pem_private_key((data / "mockpostly-ca-key.pem").read_bytes(), None)
    (data / "mockpostly-ca.pem").write_bytes(certificate_text(key, first, last, is_authority=True))


def locked(data: Path):
    key = load_pem_private_key((data / "mockpostly-ca-key.pem").read_bytes(), None)
    (data / "mockpostly-ca-key.pem").write_bytes(key_text(key, BestAvailableEncryption(b"secret")))


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: other_time(data, -9, -2), "mockpostly-ca.pem: the certificate has expired on 20"),
        (lambda data: other_time(data, 2, 9), "mockpostly-ca.pem: the certificate is not valid before 20"),
        (lambda data: (data / "mockpostly-ca-key.pem").write_text("x"), "this is not a private key that mockpostly has written"),
        (lambda data: (data / "mockpostly-ca-key.pem").write_bytes(b""), "this is not a private key that mockpostly has written"),
        (locked, "this is not a private key that mockpostly has written"),
        (
            lambda data: (data / "mockpostly-ca-key.pem").write_bytes(key_text(ec.generate_private_key(ec.SECP256R1()))),
            "the certificate of the authority does not belong to",
        ),
        (lambda data: (data / "mockpostly-ca-key.pem").unlink(), "the key of the authority is missing"),
        (lambda data: (data / "mockpostly-ca.pem").write_bytes(b""), "this is not a certificate that mockpostly has written"),
        (lambda data: (data / "mockpostly-ca-key.pem").chmod(0o640), "other users may read this private key"),
        (lambda data: data.chmod(0o777), "other users may write there"),
    ],
)  # fmt: skip
def test_an_authority_that_cannot_sign(machine, damage, words):
    damage(machine.data)
    assert_both_refuse(machine, words)


@pytest.mark.parametrize("name", ["mockpostly-ca.pem", "mockpostly-ca-key.pem"])
def test_a_folder_in_place_of_a_file_of_the_authority(machine, name):
    (machine.data / name).unlink()
    (machine.data / name).mkdir()
    assert_both_refuse(machine, f"{name}: is a directory\nhint: --tls-folder names another folder")


def test_a_file_in_place_of_the_folder_of_the_authority(machine, tmp_path):
    file = tmp_path / "file"
    file.touch()
    assert_both_refuse(machine, f"{file}/mockpostly-ca.pem: not a directory", "--tls-folder", str(file))


def test_an_authority_in_a_folder_that_may_not_be_written(refusal, tmp_path, ordinary_user):
    data = tmp_path / "data"
    data.mkdir()
    data.chmod(0o555)
    for command, code in [(["serve", "--tls", "--port", "0"], 3), (["trust", "system", "--yes"], 1)]:
        told = refusal(
            *command, code=code, environment={"XDG_DATA_HOME": str(data)}, before_exec=ordinary_user
        )
        words = f"cannot make {data}/mockpostly: permission denied\nhint: --tls-folder names another folder"
        assert words in told
    assert list(data.iterdir()) == []


def test_without_a_home_the_folder_has_to_be_named(refusal, start, tmp_path):
    told = refusal("serve", "--tls", code=2, environment={"HOME": ""})
    assert "HOME is not set" in told and "--tls-folder" in told
    server = start("--tls", "--tls-folder", tmp_path / "own", environment={"HOME": ""})
    server.stop()
    assert (tmp_path / "own/mockpostly-ca.pem").exists()


def test_one_variable_names_the_folder_for_server_and_trust(binary, start, tmp_path):
    own = tmp_path / "own"
    secure = SecureServer(start, tmp_path / "data", environment={"MOCKPOSTLY_TLS_FOLDER": str(own)})
    secure.authority = str(own / "mockpostly-ca.pem")
    assert secure.get("/posts/1").json()["id"] == 1
    place = tmp_path / "machine"
    place.mkdir()
    shown = Machine(binary, place)("show", "-o", "pem", MOCKPOSTLY_TLS_FOLDER=str(own)).stdout
    assert shown == Path(secure.authority).read_text()
