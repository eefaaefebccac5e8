"""https from clients of other makers: refused before they trust the authority, and fine after."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess

import pytest
from playwright.sync_api import Error, Page, Playwright

import strangers
from browser import DEADLINE, launched
from mockserver import clean_environment
from test_tls import SecureServer
from tools import USUAL_PATH, tool
from worlds import MIRA_EMAIL

PATH = "/posts/1"


@pytest.fixture
def home(tmp_path):
    made = tmp_path / "home"
    made.mkdir()
    return made


@pytest.fixture
def secure(start, home):
    return SecureServer(start, home / ".local/share")


@pytest.fixture(params=strangers.ALL, ids=lambda maker: maker.__name__)
def stranger(request, home):
    return request.param(home)


def test_a_client_trusts_what_it_is_given(secure, stranger, tmp_path):
    url = f"https://localhost:{secure.port}{PATH}"
    refused = stranger.get(url)
    assert refused.returncode != 0 and refused.stdout == ""
    assert stranger.distrusts in refused.stderr
    # Some leave without saying why, and some do so only at times; both lines have these words.
    secure.server.wait_for_log("not trust the certificate")
    # As docs/tls.md has it.
    authority = tmp_path / "ca.pem"
    shown = subprocess.run(
        [secure.server.binary, "trust", "show", "-o", "pem"],
        env=clean_environment(tmp_path, secure.server.environment),
        check=True,
        capture_output=True,
    )
    authority.write_bytes(shown.stdout)
    stranger.trust(authority)
    done = stranger.get(url)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == secure.get(PATH).json()


def test_tls_on_a_port_of_plain_http_is_told_to_both(server, stranger):
    """The client in its own words, and whoever reads the log."""
    refused = stranger.get(f"https://127.0.0.1:{server.port}{PATH}")
    assert refused.returncode != 0 and refused.stdout == ""
    assert stranger.finds_plain_http in refused.stderr
    server.wait_for_log("127.0.0.1 speaks TLS, and this server plain HTTP only: start it with --tls")
    assert server.session().get(server.url + PATH).status_code == 200


# MARK: A whole machine

# What the user of a Debian does, without any option for a client.
SCRIPT = """
try() {
    for client in curl python node go java; do
        case $client in
            curl) curl -sS --fail "$URL" ;;
            python) python3 "$CLIENTS/client.py" "$URL" ;;
            # Node has authorities of its own, and looks at no store of the system.
            node) NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt node "$CLIENTS/client.mjs" "$URL" ;;
            go) "$GO_CLIENT" "$URL" ;;
            java) java -cp "$JAVA_CLIENT" Client "$URL" ;;
        esac >/dev/null 2>&1 && echo "$client: yes" || echo "$client: no"
    done
}
try
"$MOCKPOSTLY" trust system --yes >&2
try
"$MOCKPOSTLY" trust remove --yes >&2
try
"""


def test_a_whole_machine_trusts_and_forgets_it(secure, home, tmp_path):
    """Debian's own tools, on copies of its stores that only this process sees."""
    if os.geteuid() != 0 or not shutil.which("bwrap"):
        pytest.skip("needs root and bwrap")
    tool("update-ca-certificates", "ca-certificates")
    stores = []
    places = ["/etc/ssl", "/usr/local/share/ca-certificates", "/var/lib/dpkg", "/var/lib/ca-certificates-java"]
    for number, place in enumerate(places):
        copy = tmp_path / f"store{number}"
        shutil.copytree(place, copy, symlinks=True)
        stores += ["--bind", copy, place]
    variables = {
        "URL": f"https://localhost:{secure.port}{PATH}",
        "CLIENTS": str(strangers.SOURCES),
        "GO_CLIENT": str(strangers.Go.program()),
        "JAVA_CLIENT": str(strangers.Java.program()),
        # Neither the client nor Debian's own tool runs long enough to be worth optimizing.
        "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1",
        "MOCKPOSTLY": secure.server.binary,
        "PATH": f"{os.environ['PATH']}:{USUAL_PATH}",
    }
    done = subprocess.run(
        ["bwrap", "--die-with-parent", "--cap-add", "ALL", "--dev-bind", "/", "/", *stores, "sh", "-c", SCRIPT],
        capture_output=True,
        env=clean_environment(home, variables),
        timeout=120,
        text=True,
    )
    if done.stderr.startswith("bwrap:"):
        pytest.skip(f"bwrap may not run here: {done.stderr.strip()}")
    names = ["curl", "python", "node", "go", "java"]
    wanted = [f"{name}: {word}" for word in ("no", "yes", "no") for name in names]
    assert done.stdout.splitlines() == wanted, done.stderr


# MARK: Chromium

JOIN = """async ([email, password]) => {
    const made = await fetch("/api/community/tokens", {
        method: "POST",
        headers: {"Content-Type": "application/json"},
        body: JSON.stringify({email, password}),
    });
    const token = (await made.json()).data.token;
    const socket = new WebSocket(`wss://${location.host}/community/websocket?vsn=2.0.0&token=${token}`);
    await new Promise((done, failed) => { socket.onopen = done; socket.onerror = failed; });
    const replies = {};
    const all = new Promise(done => {
        socket.onmessage = event => {
            const [, reference, topic, name, payload] = JSON.parse(event.data);
            if (name === "phx_reply") replies[`${topic} ${reference}`] = payload.status;
            if (Object.keys(replies).length === 2) done();
        };
    });
    socket.send(JSON.stringify(["1", "1", "community:feed", "phx_join", {}]));
    socket.send(JSON.stringify([null, "2", "phoenix", "heartbeat", {}]));
    await all;
    const closed = new Promise(done => { socket.onclose = event => done(event.wasClean); });
    socket.close();
    return [replies, await closed];
}"""


@contextlib.contextmanager
def page_of(playwright: Playwright, home):
    """A page of a browser that is started anew, with the databases of a home."""
    with launched(playwright, HOME=str(home)) as browser:
        page = browser.new_page()
        page.set_default_timeout(DEADLINE)
        yield page


def refusal(page: Page, url: str) -> str:
    with pytest.raises(Error) as failure:
        page.goto(url)
    return failure.value.message


def test_chromium_trusts_and_forgets_it(playwright, secure, home, tmp_path):
    tool("certutil", "libnss3-tools")
    root = tmp_path / "root"
    root.mkdir()

    def trust(*words):
        subprocess.run(
            [secure.server.binary, "trust", *words, "--yes", "--system-root", root],
            env=clean_environment(home, secure.server.environment),
            check=True,
            capture_output=True,
            timeout=60,
        )

    url = f"https://localhost:{secure.port}{PATH}"
    with page_of(playwright, home) as page:
        assert "net::ERR_CERT_AUTHORITY_INVALID" in refusal(page, url)
    # The browser has made its database by now.
    trust("system")
    with page_of(playwright, home) as page:
        answer = page.goto(url)
        assert answer.json()["id"] == 1
        security = answer.security_details()
        assert security["protocol"] == "TLS 1.3" and security["issuer"].startswith("mockpostly CA")
        assert page.evaluate("isSecureContext")
        replies, was_clean = page.evaluate(JOIN, [MIRA_EMAIL, "mira.sol-postly"])
        assert replies == {"community:feed 1": "ok", "phoenix 2": "ok"} and was_clean
    trust("remove")
    with page_of(playwright, home) as page:
        assert "net::ERR_CERT_AUTHORITY_INVALID" in refusal(page, url)


def test_chromium_says_that_a_port_speaks_no_tls(playwright, start, home):
    server = start()
    with page_of(playwright, home) as page:
        assert "net::ERR_SSL_PROTOCOL_ERROR" in refusal(page, f"https://localhost:{server.port}{PATH}")
    server.stop()
    assert server.log.count("speaks TLS, and this server plain HTTP only") == 1
