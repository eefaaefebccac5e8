"""`--as` and `--proxy-port`: an app with the name of another server inside talks to this one."""

from __future__ import annotations

import hashlib
import http.server
import json
import re
import socket
import ssl
import struct
import subprocess
import threading
import time
from base64 import b64encode

import pytest
import requests
from websockets.sync.client import connect

from browser import assert_accessible, assert_fits
from mockserver import clean_environment, quiet_port
from rawhttp import DEADLINE
from standin import AUTHORITY, StandIn
from test_lan import address, network_address  # noqa: F401 (a fixture)
from worlds import Control

@pytest.fixture
def start_stand_in(start, tmp_path):
    return lambda *arguments, **options: StandIn(start, tmp_path / "data", *arguments, **options)


@pytest.fixture
def stand_in(start_stand_in):
    return start_stand_in()


class Origin(http.server.BaseHTTPRequestHandler):
    """A server elsewhere: it tells what it has got."""

    protocol_version = "HTTP/1.1"
    big = bytes(range(256)) * 40_000

    def do_GET(self):  # noqa: N802
        told = {"line": self.requestline, "fields": dict(self.headers.items())}
        self.answer(self.big if self.path == "/big" else json.dumps(told).encode())

    def do_POST(self):  # noqa: N802
        self.answer(self.rfile.read(int(self.headers["Content-Length"])))

    def answer(self, body: bytes):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def origin():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


# MARK: An unchanged app


def test_only_the_proxy_and_trust_are_needed(stand_in):
    post = stand_in.get("https://dummyjson.com/posts/1").json()
    assert post == requests.get(f"{stand_in.server.url}/posts/1", timeout=DEADLINE).json()
    assert stand_in.get("http://dummyjson.com/posts/1").json() == post
    with stand_in.session() as session:
        for _ in range(2):
            found = session.get("https://api.pexels.com/v1/search", params={"query": "cat"}, headers={"Authorization": "k"})
            assert found.status_code == 200 and found.json()["photos"]


def test_without_trust_nothing_is_said(stand_in):
    with stand_in.session() as session:
        session.verify = True
        with pytest.raises(requests.exceptions.SSLError):
            session.get("https://dummyjson.com/posts/1", timeout=DEADLINE)
    stand_in.server.wait_for_log("127.0.0.1 does not trust the certificate")


def test_curl_takes_the_proxy_from_its_environment(stand_in, tmp_path):
    told = subprocess.run(
        ["curl", "-sS", "-w", " %{http_code}", "https://dummyjson.com/posts/1", "http://dummyjson.com/test"],
        env={
            **clean_environment(tmp_path),
            "https_proxy": stand_in.proxy,
            "http_proxy": stand_in.proxy,
            "CURL_CA_BUNDLE": stand_in.authority,
        },
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=True,
    ).stdout
    assert told.startswith('{"id":1,') and told.count(" 200") == 2


def test_links_lead_to_the_name_that_the_app_knows(stand_in):
    with stand_in.session() as session:
        session.headers["Authorization"] = "key"
        page = session.get("https://api.pexels.com/v1/search?query=cat&per_page=1", timeout=DEADLINE).json()
    assert page["next_page"].startswith("https://api.pexels.com/v1/search")


def test_a_websocket_goes_the_same_way(stand_in):
    context = ssl.create_default_context(cafile=stand_in.authority)
    with connect(
        stand_in.socket_url(), ssl=context, proxy=stand_in.proxy, open_timeout=DEADLINE
    ) as client:
        client.send('[null,"1","phoenix","heartbeat",{}]')
        assert json.loads(client.recv(timeout=DEADLINE))[4]["status"] == "ok"


@pytest.mark.parametrize("name", ["dummyjson.com", "DummyJSON.com", "two.feed.example"])
def test_each_name_has_a_certificate_by_itself(stand_in, name):
    context = ssl.create_default_context(cafile=stand_in.authority)
    plain = socket.create_connection(("127.0.0.1", stand_in.server.port), DEADLINE)
    with context.wrap_socket(plain, server_hostname=name) as connection:
        assert connection.getpeercert()["subjectAltName"] == (("DNS", name.lower()),)


@pytest.mark.parametrize("name", ["example.com", "feed.example", "a.b.feed.example", "notdummyjson.com"])
def test_other_names_have_none(stand_in, name):
    context = ssl.create_default_context(cafile=stand_in.authority)
    plain = socket.create_connection(("127.0.0.1", stand_in.server.port), DEADLINE)
    with plain, pytest.raises(ssl.SSLCertVerificationError):
        context.wrap_socket(plain, server_hostname=name)


def test_the_control_plane_may_be_called_by_the_names(stand_in):
    for host, status in [("dummyjson.com", 200), ("x.feed.example", 200), ("example.com", 403), ("x.y.feed.example", 403)]:
        answer = requests.get(f"{stand_in.server.url}/__mockpostly/v1/worlds", headers={"Host": host}, timeout=DEADLINE)
        assert answer.status_code == status, host


@pytest.mark.parametrize(
    ("host", "shape"),
    [("dummyjson.com", b"<!DOCTYPE html>"), ("api.pexels.com", b'{"status":404,"code":"Not Found"}'), ("one.feed.example", b'{"errors":')],
)
def test_an_unknown_path_is_answered_as_the_system_of_the_name_does(stand_in, host, shape):
    answer = stand_in.get(f"https://{host}/nothing")
    assert answer.status_code == 404 and answer.content.startswith(shape)


def test_a_user_name_leads_into_a_world(stand_in):
    with Control(stand_in.server) as control:
        control.make(id="one", settings={"dummyjson-writes": "keep"})
    for scheme in ("http", "https"):
        with stand_in.session(user="one:x@") as session:
            changed = session.put(f"{scheme}://dummyjson.com/posts/1", json={"title": scheme}, timeout=DEADLINE)
            assert changed.status_code == 200
            assert session.get(f"{scheme}://dummyjson.com/posts/1", timeout=DEADLINE).json()["title"] == scheme
        assert stand_in.get("https://dummyjson.com/posts/1", user="default:x@").json()["title"] != scheme
        assert stand_in.get("https://dummyjson.com/posts/1").json()["title"] != scheme
    assert stand_in.get("http://dummyjson.com/posts/1", user="two:x@").status_code == 404
    stand_in.server.wait_for_log('there is no world "two"')


# MARK: All else


def test_what_is_not_mocked_passes_untouched(stand_in, origin):
    with stand_in.session() as session:
        session.headers = {"X-One": "a  b", "Cookie": "b=c"}
        told = session.get(f"http://{origin}/path?query=%20", timeout=DEADLINE).json()
        assert told["line"] == "GET /path?query=%20 HTTP/1.1"
        assert told["fields"]["Host"] == origin and told["fields"]["Cookie"] == "b=c"
        assert not [name for name in told["fields"] if name.lower().startswith("proxy-")]
        assert session.get(f"http://{origin}/big", timeout=DEADLINE).content == Origin.big
        assert session.post(f"http://{origin}/", data=Origin.big, timeout=DEADLINE).content == Origin.big


def test_https_elsewhere_is_not_opened(stand_in, start, tmp_path):
    """The other server's certificate reaches the client, who must trust it, not ours."""
    other = start("--tls", "--seed", "empty", environment={"XDG_DATA_HOME": str(tmp_path / "other")})
    url = f"https://localhost:{other.port}/__mockpostly/v1/live"
    with stand_in.session() as session:
        with pytest.raises(requests.exceptions.SSLError):
            session.get(url, timeout=DEADLINE)
        session.verify = str(tmp_path / "other" / AUTHORITY)
        assert session.get(url, timeout=DEADLINE).status_code == 200


def test_a_slow_reader_is_waited_for_without_filling_memory(stand_in, origin):
    with socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE) as connection:
        connection.sendall(f"GET http://{origin}/big HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        data = bytearray()
        while len(data) < 1000:
            data += connection.recv(100)
        # Others are served meanwhile.
        assert stand_in.get(f"http://{origin}/").status_code == 200
        while part := connection.recv(1 << 20):
            data += part
    assert bytes(data).partition(b"\r\n\r\n")[2] == Origin.big


def test_what_cannot_be_reached_is_a_bad_gateway(stand_in):
    port = quiet_port()
    answer = stand_in.get(f"http://127.0.0.1:{port}/")
    assert answer.status_code == 502 and "Connection refused" in answer.json()["error"]
    stand_in.server.wait_for_log(rf"proxy: 127.0.0.1:{port} cannot be reached: Connection refused")
    answer = stand_in.get("http://nowhere.invalid/")
    assert answer.status_code in (502, 504) and "cannot reach" in answer.json()["error"]


def test_offline_nothing_leaves_the_machine(start_stand_in, origin):
    stand_in = start_stand_in("--proxy-offline")
    assert stand_in.get("https://dummyjson.com/posts/1").status_code == 200
    answer = stand_in.get(f"http://{origin}/")
    assert answer.status_code == 403 and "offline" in answer.json()["error"]
    for name in ("example.com", "example.com", "last.example"):
        with pytest.raises(requests.exceptions.ProxyError, match="403"):
            stand_in.get(f"https://{name}/")
    stand_in.server.stop()
    log = stand_in.server.log
    assert "proxy: last.example:443 was refused" in log
    assert f"proxy: {origin} was refused, because the proxy is offline" in log
    assert log.count("proxy: example.com:443 was refused") == 1


def test_what_is_no_request_to_a_proxy_is_told_what_this_is(stand_in):
    assert b"This port is an HTTP proxy" in stand_in.ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE) as plain:
        ssl.create_default_context().wrap_socket(plain, server_hostname="localhost")
    stand_in.server.wait_for_log("127.0.0.1 speaks TLS with the proxy itself: write it as http://localhost")
    with socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE) as plain:
        plain.sendall(b"\x05\x01\x00")
        stand_in.server.wait_for_log("127.0.0.1 speaks SOCKS with the proxy itself")
    with stand_in.session() as session, pytest.raises(requests.exceptions.ProxyError):
        session.proxies = {"https": stand_in.proxy.replace("http", "https")}
        session.get("https://dummyjson.com/", timeout=DEADLINE)


def test_more_tunnels_than_there_is_room_for_are_turned_away(stand_in):
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as origin:
        order = f"CONNECT 127.0.0.1:{origin.getsockname()[1]} HTTP/1.1\r\nHost: x\r\n\r\n"
        tunnels = []
        answer = b" 200 "
        try:
            # There are fewer than 512 where fewer files may be open.
            while b" 200 " in answer and len(tunnels) <= 512:
                tunnels.append(socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE))
                tunnels[-1].sendall(order.encode())
                answer = tunnels[-1].recv(1000)
            assert answer.startswith(b"HTTP/1.1 503 ") and len(tunnels) > 1
            assert requests.get(f"{stand_in.server.url}/posts/1", timeout=DEADLINE).status_code == 200
        finally:
            for tunnel in tunnels:
                tunnel.close()
    until = time.monotonic() + DEADLINE
    while stand_in.get("http://dummyjson.com/posts/1").status_code != 200:
        assert time.monotonic() < until


def test_those_who_say_nothing_keep_nobody_out(start_stand_in):
    stand_in = start_stand_in("--head-timeout", "10m")
    silent = [socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE) for _ in range(600)]
    for connection in silent[::2]:
        connection.sendall(b"CONNECT dummyjson.com:443 HTTP/1.1\r\n")
    assert stand_in.get("https://dummyjson.com/posts/1").status_code == 200
    # The newest is there still, and is answered when it goes on.
    with silent[-2] as connection:
        connection.sendall(b"Host: x\r\n\r\n")
        assert b" 200 " in connection.recv(1000)
    for connection in silent:
        connection.close()


def test_a_cut_answer_does_not_look_whole(stand_in):
    with socket.create_server(("127.0.0.1", 0)) as origin:
        target = f"127.0.0.1:{origin.getsockname()[1]}"
        with socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE) as client:
            client.sendall(f"GET http://{target}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            connection, _ = origin.accept()
            connection.recv(1000)
            connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf")
            assert client.recv(1000).endswith(b"half")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            with pytest.raises(ConnectionResetError):
                client.recv(1000)


def test_nothing_for_one_server_reaches_another(stand_in, origin):
    """curl offers HTTP/2 by an upgrade, and then uses the connection for another server."""
    with socket.create_connection(("127.0.0.1", stand_in.port), DEADLINE) as client:
        client.sendall(
            f"GET http://{origin}/one HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n".encode()
        )
        data = b""
        while b"/one" not in data:
            data += client.recv(65536)
        assert b"Upgrade" not in data
        client.sendall(b"GET http://other.example/two HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic OmE=\r\n\r\n")
        rest = b""
        while part := client.recv(65536):
            rest += part
    assert b"/two" not in rest and b"OmE=" not in rest


# MARK: The network


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:16]


def test_the_network_needs_the_password(start_stand_in, origin, address):  # noqa: F811
    stand_in = start_stand_in("--lan", "--admin-token", "secret-token-of-16")
    password = token_digest("secret-token-of-16")
    assert stand_in.get("https://dummyjson.com/posts/1").status_code == 200
    refusal = stand_in.ask("CONNECT dummyjson.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", host=address)
    assert refusal.startswith(b"HTTP/1.1 407 ") and b'\r\nProxy-Authenticate: Basic realm="mockpostly"\r\n' in refusal
    asked = stand_in.server.wait_for_log(f"(?s).*proxy: {address} was asked for the password")[0]
    assert "wrong password" not in asked
    for user in ("default:wrong@", "default:@", "secret-token-of-16:@", ":secret-token-of-16@"):
        assert stand_in.get("http://dummyjson.com/posts/1", user=user, host=address).status_code == 407
    stand_in.server.wait_for_log(f"proxy: {address} has given a wrong password")
    user = f"default:{password}@"
    for url in ("https://dummyjson.com/posts/1", "http://dummyjson.com/posts/1"):
        assert stand_in.get(url, user=user, host=address).status_code == 200
    # What listens for this computer alone is not for others, by whatever name.
    for host in (origin, origin.replace("127.0.0.1", "localhost"), origin.replace("127.0.0.1", "[::ffff:127.0.0.1]")):
        answer = stand_in.get(f"http://{host}/", user=user, host=address)
        assert answer.status_code == 403 and "not for other devices" in answer.json()["error"], host
    # What is said of the password is neither the token nor the password.
    stand_in.server.stop()
    assert "SHA-256 of the admin token" in stand_in.server.log
    assert "secret-token" not in stand_in.server.log and password not in stand_in.server.log


def test_the_terminal_shows_the_password_with_lan(start, address, tmp_path):  # noqa: F811
    server = start(
        "--lan", "--as", "dummyjson.com", "--proxy-port", "0", "--seed", "empty",
        terminal=(60, 120),
        environment={"XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    banner = server.wait_for_log(r"(?s).*Ctrl-C stops the server")[0]
    text = re.sub(r"\x1b\[[0-9;]*m", "", banner)
    token = re.search(r"Admin token +(\S+)", text)[1]
    assert re.search(r"its password +(\S+)", text)[1] == token_digest(token)
    port = json.loads(server.ready_file.read_text())["proxy"].rpartition(":")[2]
    assert re.search(r"HTTP proxy +(\S+)", text)[1] == f"{address}:{port}"
    assert "https://dummyjson.com" in text


def test_without_lan_it_is_for_this_machine_alone(stand_in, address):  # noqa: F811
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((address, stand_in.port), DEADLINE)


# MARK: Phones


def test_the_page_for_phones_says_how_the_proxy_is_set(stand_in, make_context):
    page = make_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{stand_in.server.url}/__mockpostly/phone")
    text = page.inner_text("main")
    assert "dummyjson.com" in text and str(stand_in.port) in text and "default" in text
    assert_accessible(page)
    assert_fits(page)


def test_without_a_proxy_the_page_has_no_word_of_it(shared_server):
    page = requests.get(f"{shared_server.url}/__mockpostly/phone", timeout=DEADLINE).text
    assert "<h2>Proxy</h2>" not in page


# MARK: Bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--proxy-port", "0"], "--proxy-port needs --as"),
        (["--proxy-offline", "--as", "dummyjson.com"], "--proxy-offline needs --proxy-port"),
        (["--as", "dummyjson.com", "--proxy-port", "9", "--port", "9"], "are both 9"),
        (["--as", "https://dummyjson.com"], "--as"),
        (["--as", "dummyjson.com:443"], "--as"),
        (["--as", "192.168.1.7"], "--as"),
        (["--as", ""], "--as"),
        (["--as", "*.com"], "--as"),
        (["--as", "a.example"], "the names are "),
        (["--as", "*.dev.example"], "no system has this name"),
        (["--as", "a.example=nobody"], "the systems are postly, dummyjson, "),
        (["--as", "dummyjson.com", "--systems", "postly"], "no system has this name"),
        (["--as", "a.example="], "--as"),
        (["--as", "a.example", "--proxy-port", "x"], "--proxy-port"),
        (["--as", "dummyjson.com", "--proxy-port", "0", "--host", "0.0.0.0"], "needs an admin token"),
    ],
)
def test_wrong_options_are_told(cli, arguments, words):
    done = cli("serve", *arguments)
    assert done.returncode == 2 and words in done.stderr and "hint:" in done.stderr, done.stderr


def test_a_busy_port_of_the_proxy_is_told_as_such(cli, stand_in, tmp_path):
    done = cli(
        "serve", "-p", "0", "--as", "a.example=postly", "--proxy-port", stand_in.port,
        environment={"XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert f"port {stand_in.port} of the proxy is already in use" in done.stderr
    assert "--proxy-port N" in done.stderr
    taken = cli("serve", "-p", stand_in.server.port)
    assert done.returncode == taken.returncode != 0


def test_they_are_options_of_a_file_and_variables_too(start, tmp_path):
    file = tmp_path / "mockpostly.json"
    file.write_text(json.dumps({"as": ["dummyjson.com"], "proxy-port": 0, "proxy-offline": True}))
    server = start("--config", str(file), environment={"XDG_DATA_HOME": str(tmp_path / "one")})
    assert "proxy" in json.loads(server.ready_file.read_text())
    variables = {"MOCKPOSTLY_AS": "dummyjson.com,api.pexels.com", "MOCKPOSTLY_PROXY_PORT": "0"}
    server = start(environment={"XDG_DATA_HOME": str(tmp_path / "two"), **variables})
    server.wait_for_log(r"the proxy for dummyjson.com, api.pexels.com is http://localhost:\d+")


def test_with_a_certificate_of_ones_own_the_names_are_answered_by_it(start, cli, tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-keyout", key, "-out", certificate, "-subj", "/CN=dummyjson.com", "-addext", "subjectAltName=DNS:dummyjson.com"],
        check=True, capture_output=True, timeout=DEADLINE,
    )  # fmt: skip
    server = start(
        "--as", "dummyjson.com", "--proxy-port", "0", "--tls-cert", str(certificate), "--tls-key", str(key)
    )  # fmt: skip
    proxy = json.loads(server.ready_file.read_text())["proxy"]
    with requests.Session() as session:
        session.trust_env = False
        session.verify = str(certificate)
        session.proxies = {"https": proxy}
        assert session.get("https://dummyjson.com/posts/1", timeout=DEADLINE).json()["id"] == 1


def test_secrets_of_the_proxy_are_not_in_the_journal(stand_in):
    stand_in.get("http://dummyjson.com/posts/1", user="default:secret-password@")
    journal = requests.get(f"{stand_in.server.url}/__mockpostly/v1/requests", timeout=DEADLINE).text
    assert "/posts/1" in journal and b64encode(b"default:secret-password").decode() not in journal
