"""`--as` and `--proxy-port` with Chromium: the real names, without a network."""

from __future__ import annotations

import subprocess

import pytest
import requests
from playwright.sync_api import Error

from browser import chromium
from mockserver import clean_environment
from rawhttp import DEADLINE
from standin import StandIn

@pytest.fixture
def launch(playwright, tmp_path):
    """Starts Chromium with a home and a proxy of its own; it has no other way out."""
    home = tmp_path / "home"
    home.mkdir()
    opened = []

    def run(proxy: str):
        environment = {**clean_environment(home), "XDG_CONFIG_HOME": str(home / "config")}
        opened.append(
            playwright.chromium.launch(
                executable_path=chromium(),
                args=["--no-sandbox", "--disable-background-networking"],
                env=environment,
                proxy={"server": proxy},
            )
        )
        return opened[-1].new_page()

    run.home = home
    yield run
    for one in opened:
        one.close()


def test_chromium_shows_the_real_names_without_a_network(start, launch, tmp_path):
    stand_in = StandIn(start, tmp_path / "data", "--proxy-offline")
    page = launch(stand_in.proxy)
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto("https://dummyjson.com/posts/1")
    store = launch.home / ".pki/nssdb"
    store.mkdir(parents=True)
    subprocess.run(["certutil", "-d", f"sql:{store}", "-N", "--empty-password"], check=True, timeout=DEADLINE)
    subprocess.run(
        ["certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "mockpostly", "-i", stand_in.authority],
        check=True,
        timeout=DEADLINE,
    )
    page = launch(stand_in.proxy)
    page.goto("https://dummyjson.com/docs")
    assert page.evaluate("location.origin") == "https://dummyjson.com"
    title = page.evaluate("fetch('https://dummyjson.com/posts/1').then(a => a.json()).then(post => post.title)")
    assert title == requests.get(f"{stand_in.server.url}/posts/1", timeout=DEADLINE).json()["title"]
    # Another real name, from this page; and one that is not mocked.
    found = page.evaluate(
        "fetch('https://api.pexels.com/v1/search?query=cat', {headers: {Authorization: 'k'}}).then(a => a.status)"
    )
    assert found == 200
    socket_state = page.evaluate(
        """url => new Promise(done => {
            const socket = new WebSocket(url);
            socket.onopen = () => done('open');
            socket.onerror = () => done('error');
        })""",
        stand_in.socket_url(),
    )
    assert socket_state == "open"
    with pytest.raises(Error, match="ERR_TUNNEL_CONNECTION_FAILED"):
        page.goto("https://example.com/")
