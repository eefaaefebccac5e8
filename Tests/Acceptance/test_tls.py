"""https and wss beside http and ws, on one port, with the certificate of the machine's own authority."""

from __future__ import annotations

import hashlib
import json
import plistlib
import socket
import ssl
import time
from pathlib import Path

import pytest
import requests
from websockets.sync.client import connect

from rawhttp import DEADLINE
from worlds import MIRA_EMAIL, Control

AUTHORITY = "mockpostly/mockpostly-ca.pem"


class SecureServer:
    """A server with `--tls`, and the authority that its clients may trust."""

    def __init__(self, start, folder: Path, *arguments: str, **options):
        variables = {"XDG_DATA_HOME": str(folder), **options.pop("environment", {})}
        self.server = start("--tls", *arguments, environment=variables, **options)
        self.port = self.server.port
        self.url = f"https://127.0.0.1:{self.port}"
        self.authority = str(folder / AUTHORITY)

    def context(self, **settings) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=self.authority)
        for name, value in settings.items():
            setattr(context, name, value)
        return context

    def open(self, context: ssl.SSLContext | None = None, name: str = "localhost", **options) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.port), DEADLINE)
        return (context or self.context()).wrap_socket(plain, server_hostname=name, **options)

    def get(self, path: str, **options) -> requests.Response:
        with requests.Session() as session:
            session.trust_env = False
            return session.get(self.url + path, verify=self.authority, timeout=DEADLINE, **options)


@pytest.fixture
def secure(start, tmp_path):
    return SecureServer(start, tmp_path / "data")


def ask(connection: ssl.SSLSocket, path: str, close: bool = False) -> bytes:
    """The whole answer to a GET, head and body, whose length the head tells."""
    fields = "Connection: close\r\n" if close else ""
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}\r\n".encode())
    data = b""
    while b"\r\n\r\n" not in data:
        data += receive(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    [length] = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
    while len(body) < length:
        body += receive(connection)
    return body


def receive(connection: ssl.SSLSocket, size: int = 65536) -> bytes:
    data = connection.recv(size)
    assert data, "the connection has ended"
    return data


def test_one_port_speaks_both(secure):
    assert secure.get("/posts/1").json() == requests.get(secure.server.url + "/posts/1", timeout=DEADLINE).json()
    assert secure.server.session().get(f"http://localhost:{secure.port}/posts/1").status_code == 200


@pytest.mark.parametrize("name", ["localhost", "app.localhost", "127.0.0.1"])
def test_the_certificate_is_for_this_machine(secure, name):
    with secure.open(name=name) as connection:
        assert connection.version() == "TLSv1.3"
        assert json.loads(ask(connection, "/posts/1"))["id"] == 1


def test_a_client_that_does_not_trust_is_told_in_the_log(secure):
    with pytest.raises(ssl.SSLCertVerificationError):
        secure.open(ssl.create_default_context())
    secure.server.wait_for_log("127.0.0.1 does not trust the certificate")


def test_a_further_name_is_certified(start, tmp_path):
    secure = SecureServer(start, tmp_path, "--tls-name", "app.example", "--tls-name", "192.0.2.7")
    for name in ("app.example", "192.0.2.7", "localhost"):
        secure.open(name=name).close()
    with pytest.raises(ssl.SSLCertVerificationError):
        secure.open(name="other.example")
    secure.server.wait_for_log("127.0.0.1 asks for other.example, which the certificate is not for: see --tls-name")


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
@pytest.mark.parametrize("kind", [[], ["--tls-rsa"]])
def test_versions_and_keys(start, tmp_path, version, kind):
    secure = SecureServer(start, tmp_path, *kind)
    context = secure.context(minimum_version=version, maximum_version=version)
    with secure.open(context) as connection:
        assert ask(connection, "/posts/1")


def test_other_protocols_are_not_spoken(secure):
    context = secure.context()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with secure.open(context) as connection:
        assert connection.selected_alpn_protocol() == "http/1.1"
    context = secure.context()
    context.set_alpn_protocols(["h2"])
    with secure.open(context) as connection:
        assert connection.selected_alpn_protocol() is None


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_session_is_resumed(secure, version):
    context = secure.context(minimum_version=version, maximum_version=version)
    with secure.open(context) as connection:
        ask(connection, "/posts/1")
        session = connection.session
    with secure.open(context, session=session) as connection:
        ask(connection, "/posts/1")
        assert connection.session_reused


def test_an_end_is_said(secure):
    """Without `close_notify` a client cannot tell a whole answer from one that was cut off."""
    with secure.open(suppress_ragged_eofs=False) as connection:
        ask(connection, "/posts/1", close=True)
        assert connection.recv(1) == b""


def test_a_broken_connection_has_no_such_end(secure):
    session = requests.Session()
    session.trust_env = False
    with pytest.raises(requests.exceptions.ConnectionError):
        session.get(secure.url + "/f/reset/posts/1", verify=secure.authority, timeout=DEADLINE)


def test_a_slow_reader_gets_everything(secure):
    """More than the socket takes at once, to a client that reads little at a time."""
    expected = secure.get("/api/posts?page=1&limit=1000").content
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.settimeout(DEADLINE)
    plain.connect(("127.0.0.1", secure.port))
    with secure.context().wrap_socket(plain, server_hostname="localhost") as connection:
        request = b"GET /api/posts?page=1&limit=1000 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        connection.sendall(request * 8)
        data = bytearray()
        while len(data) < 8 * len(expected) or data.count(expected) < 8:
            data += receive(connection, 1500)
    assert len(data) > 8 * len(expected)


def test_a_large_body_is_read(secure):
    text = "Salt air. " * 60_000
    with Control(secure.server) as control:
        token = control.mint("postly", MIRA_EMAIL)["token"]
    answer = requests.post(
        secure.url + "/api/posts",
        json={"title": "Long", "content": text},
        headers={"Authorization": f"Bearer {token}"},
        verify=secure.authority,
        timeout=DEADLINE,
    )
    assert answer.status_code == 201
    assert answer.json()["content"] == text


def test_links_have_the_scheme_of_the_client(secure):
    """Also when answers are known by the bytes of their requests."""
    plain = secure.server.session()
    for _ in range(5):
        for session, base in [(plain, f"http://127.0.0.1:{secure.port}"), (None, secure.url)]:
            get = session.get if session else secure_session(secure).get
            thumbnail = get(base + "/products/1").json()["thumbnail"]
            assert thumbnail.startswith(base + "/"), thumbnail
    with Control(secure.server) as control:
        world = control.make()
        assert world.info["baseUrls"]["postly"].startswith("http://")
    shown = secure.get(f"/__mockpostly/v1/worlds/{world.id}").json()["baseUrls"]
    assert shown["postly"].startswith(f"https://127.0.0.1:{secure.port}/w/")
    assert shown["socket"].startswith(f"wss://127.0.0.1:{secure.port}/w/")


def secure_session(secure: SecureServer) -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    session.verify = secure.authority
    return session


def test_sockets_work(secure):
    with secure_session(secure) as session:
        made = session.post(
            secure.url + "/api/community/tokens", json={"email": MIRA_EMAIL, "password": "mira.sol-postly"}
        )
        token = made.json()["data"]["token"]
        place = f"wss://localhost:{secure.port}/community/websocket?vsn=2.0.0&token={token}"
        with connect(place, ssl=secure.context(), open_timeout=DEADLINE) as websocket:
            websocket.send(json.dumps(["1", "1", "community:feed", "phx_join", {}]))
            assert json.loads(websocket.recv(DEADLINE))[4]["status"] == "ok"
            session.headers["Authorization"] = f"Bearer {token}"
            assert session.post(secure.url + "/api/community/join").status_code == 200
            session.post(secure.url + "/api/community/posts", json={"content": "Over TLS"})
            event = json.loads(websocket.recv(DEADLINE))
            assert event[3] == "new_post" and event[4]["content"] == "Over TLS"


def test_a_stalled_handshake_is_ended_as_a_slow_head_is(start, tmp_path):
    secure = SecureServer(start, tmp_path, "--head-timeout", "1s", "--idle-timeout", "1h")
    with socket.create_connection(("127.0.0.1", secure.port), DEADLINE) as stalled:
        stalled.sendall(b"\x16\x03\x01\x02\x00\x01")
        began = time.monotonic()
        assert stalled.recv(1) == b""
        assert 0.5 < time.monotonic() - began < DEADLINE


# MARK: Phones


def test_a_phone_gets_the_authority(secure):
    session = secure.server.session()
    page = session.get(f"http://127.0.0.1:{secure.port}/__mockpostly/phone")
    for path in ("ca.crt", "ca.mobileconfig"):
        assert f'href="/__mockpostly/phone/{path}"' in page.text
    der = ssl.PEM_cert_to_DER_cert(Path(secure.authority).read_text())
    got = session.get(f"http://127.0.0.1:{secure.port}/__mockpostly/phone/ca.crt")
    assert got.headers["Content-Type"] == "application/x-x509-ca-cert" and got.content == der
    got = session.get(f"http://127.0.0.1:{secure.port}/__mockpostly/phone/ca.mobileconfig")
    assert got.headers["Content-Type"] == "application/x-apple-aspen-config"
    [payload] = plistlib.loads(got.content)["PayloadContent"]
    assert payload["PayloadType"] == "com.apple.security.root" and payload["PayloadContent"] == der
    digest = hashlib.sha256(der).hexdigest().upper()
    assert ":".join(digest[place : place + 2] for place in range(0, 64, 2)) in page.text


@pytest.mark.parametrize("trusts", [False, True])
def test_a_phone_sees_whether_it_trusts(secure, make_context, trusts):
    """A picture over https, which a browser shows only with trust."""
    page = make_context(ignore_https_errors=trusts, java_script_enabled=True).new_page()
    page.goto(f"http://127.0.0.1:{secure.port}/__mockpostly/phone")
    shown = page.evaluate(
        """async () => {
            const picture = document.querySelector("img.proof");
            if (!picture.complete) await new Promise(done => { picture.onload = picture.onerror = done; });
            return {width: picture.naturalWidth, words: picture.alt};
        }"""
    )
    assert (shown["width"] > 0) == trusts
    assert shown["words"].startswith("Not yet")


def test_without_an_authority_there_is_nothing_to_trust(server):
    session = server.session()
    assert "https" not in session.get(server.url + "/__mockpostly/phone").text.split("<h2>In the app")[0]
    for path in ("ca.crt", "ca.mobileconfig"):
        refusal = session.get(f"{server.url}/__mockpostly/phone/{path}")
        assert refusal.status_code == 404 and "--tls" in refusal.json()["hint"]
