"""`serve --lan`: the addresses, the code in the terminal, the token, and a machine without network."""

from __future__ import annotations

import json
import re
import shutil
import socket
import stat
import subprocess
from pathlib import Path

import pytest
import requests
import zxingcpp

import mockserver
from mockserver import clean_environment
from terminalpicture import THEMES, picture

PHONE = re.compile(r"On a phone\s+(http://\S+)")


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r\n", "\n")


def network_address() -> str | None:
    """The address that this machine sends from to the internet; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
        except OSError:
            return None
        return probe.getsockname()[0]


@pytest.fixture
def address() -> str:
    found = network_address()
    if not found:
        pytest.skip("this machine is in no network")
    return found


@pytest.fixture
def start_lan(start, address):
    """Starts a server on the network, whose terminal is as large as said."""

    def run(*arguments, terminal=(60, 100), **options):
        return start("--lan", "--seed", "empty", *arguments, terminal=terminal, **options)

    return run


def banner(server) -> str:
    """What the terminal has when the server is ready: all that stands above the first request."""
    server.wait_for_log("Ctrl-C stops the server")
    requests.get(f"{server.url}/posts/1", timeout=60)
    server.wait_for_log("/posts/1 ")
    before = server.log_so_far.partition("/posts/1 ")[0]
    return before[: before.rindex("\n") + 1]


# MARK: Addresses


def test_a_phone_reaches_the_address_that_is_shown_first(start_lan, address):
    server = start_lan()
    text = plain(banner(server))
    url = PHONE.search(text)[1]
    assert url == f"http://{address}:{server.port}/__mockpostly/phone"
    page = requests.get(url, timeout=60)
    assert page.status_code == 200 and address in page.text
    assert server.told_url == f"http://localhost:{server.port}"
    # In both families, here and from outside.
    for host in ("127.0.0.1", "[::1]", address):
        assert requests.get(f"http://{host}:{server.port}/api/posts", timeout=60).ok
    assert f"http://10.0.2.2:{server.port}" in text
    assert "simulator" in text


def test_the_terminal_shows_who_has_come(start_lan, address):
    server = start_lan()
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) \x1b[31m"
    requests.get(
        f"http://{address}:{server.port}/__mockpostly/phone",
        headers={"User-Agent": agent.replace("\x1b", "")},
        timeout=60,
    )
    server.wait_for_log(rf"iPhone, iOS 17\.2 at {re.escape(address)} has opened")


def test_the_list_says_what_is_offered_and_why(cli, address):
    done = cli("serve", "--lan=list")
    assert done.returncode == 0 and done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["INTERFACE", "ADDRESS", "KIND", "FOR", "PHONES"]
    assert lines[1].split()[1] == address
    assert any(re.search(r" 127\.0\.0\.1 .*no: only this computer", line) for line in lines)


def test_another_address_can_be_chosen(start_lan, cli, address):
    name = cli("serve", "--lan=list").stdout.splitlines()[1].split()[0]
    for choice in (name, address):
        text = plain(banner(start_lan(f"--lan={choice}")))
        assert PHONE.search(text)[1].startswith("http://")
    done = cli("serve", "--lan=nonsense")
    assert done.returncode == 2 and name in done.stderr
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "192.0.2.77"])
def test_a_host_beside_it_is_a_contradiction(cli, host):
    done = cli("serve", "--lan", "--host", host, "--port", "0")
    assert done.returncode == 2
    assert f"--lan and --host {host} contradict each other" in done.stderr
    assert len(done.stderr.splitlines()) == 2


def unshared(*command) -> list[str]:
    """A command line that runs `command` with no network but loopback."""
    return ["unshare", "--net", "--map-root-user", "--", *command]


@pytest.fixture
def without_network():
    tool = shutil.which("unshare")
    if not tool or subprocess.run(unshared("true"), capture_output=True).returncode != 0:
        pytest.skip("a network of one's own cannot be made here")
    return unshared


def test_without_a_network_it_says_so(binary, tmp_path, without_network):
    done = subprocess.run(
        without_network(binary, "serve", "--lan", "--port", "0"),
        capture_output=True,
        text=True,
        env=clean_environment(tmp_path),
        timeout=60,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert "no network: this machine has no address that a phone could reach" in done.stderr
    assert len(done.stderr.splitlines()) == 2
    listed = subprocess.run(
        without_network(binary, "serve", "--lan=list"),
        capture_output=True,
        text=True,
        env=clean_environment(tmp_path),
        timeout=60,
    )
    assert listed.returncode == 0 and "yes" not in listed.stdout


def test_bridges_and_vpns_are_passed_over(binary, tmp_path, without_network):
    """Interfaces with the names and addresses of a developer's machine, the worse ones first."""
    if not shutil.which("ip"):
        pytest.skip("there is no ip command")
    # Each has an end of its own in the same machine. A new one is connected a little later.
    script = """
        set -e
        ip link set lo up
        add() {
            ip link add "$1" type veth peer name "x$1"
            ip link set "x$1" up
            ip address add "$2" dev "$1"
            ip link set "$1" up
        }
        add docker0 172.17.0.1/16
        add tun0 10.8.0.2/24
        add virbr0 192.168.122.1/24
        add eth7 10.20.0.5/16
        add wlan0 192.168.178.20/24
        ip route add default via "$1"
        until [ "$(ip -o link show | grep -c 'state UP')" = 10 ]; do :; done
        exec "$2" serve --lan=list
    """

    def first(gateway: str) -> list[str]:
        done = subprocess.run(
            without_network("sh", "-c", script, "sh", gateway, binary),
            capture_output=True,
            text=True,
            env=clean_environment(tmp_path),
            timeout=60,
        )
        if "Unknown device type" in done.stderr or "Operation not" in done.stderr:
            pytest.skip("this kernel makes no interfaces")
        assert done.returncode == 0, done.stderr
        lines = [line.split(maxsplit=3) for line in done.stdout.splitlines()[1:]]
        return [line[1] for line in lines if "yes" in " ".join(line)]

    assert first("192.168.178.1") == ["192.168.178.20", "10.20.0.5"]
    assert first("10.20.0.1") == ["10.20.0.5", "192.168.178.20"]
    # All traffic goes into the VPN, and phones still do not.
    assert first("10.8.0.1") == ["192.168.178.20", "10.20.0.5"]
    assert first("172.17.0.2") == ["192.168.178.20", "10.20.0.5"]


# MARK: The code


def code_of(text: str) -> str:
    """The lines of a terminal that the code is in."""
    lines = text.replace("\r\n", "\n").split("\n")
    rows = [number for number, line in enumerate(lines) if re.search("[█▀▄]", line)]
    assert rows, f"no code in:\n{text}"
    return "\n".join(lines[rows[0] : rows[-1] + 1])


def read_by_zbar(image, tmp_path: Path, *options: str) -> str:
    if not shutil.which("zbarimg"):
        pytest.fail("this test needs zbarimg: run scripts/install-libraries --test", pytrace=False)
    path = tmp_path / "terminal.png"
    image.save(path)
    done = subprocess.run(
        ["zbarimg", "--quiet", "--raw", *options, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("theme", THEMES)
def test_the_code_is_read_from_any_terminal(start_lan, tmp_path, theme):
    server = start_lan()
    text = banner(server)
    url = PHONE.search(plain(text))[1]
    whole = picture(text, theme)
    assert read_by_zbar(whole, tmp_path) == url
    assert [found.text for found in zxingcpp.read_barcodes(whole)] == [url]
    # Alone, so that the light margin around it is its own.
    code = picture(code_of(text), theme)
    assert read_by_zbar(code, tmp_path) == url


@pytest.mark.parametrize("theme", THEMES)
def test_without_colours_it_is_read_too(start_lan, tmp_path, theme):
    server = start_lan(environment={"NO_COLOR": "1"})
    text = banner(server)
    assert "\x1b" not in text
    url = PHONE.search(plain(text))[1]
    image = picture(text, theme)
    # On a light background it is inverted, which readers of phones take.
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [url]
    if theme != "light":
        assert read_by_zbar(image, tmp_path) == url
    else:
        assert read_by_zbar(image, tmp_path, "-Stest-inverted") == url


@pytest.mark.parametrize("size", [(60, 38), (15, 100)])
def test_where_it_does_not_fit_there_is_only_the_address(start_lan, size):
    text = plain(banner(start_lan(terminal=size)))
    assert not re.search("[█▀▄]", text)
    assert "/__mockpostly/phone" in text


def test_no_line_of_it_is_wider_than_the_terminal(start_lan):
    text = plain(banner(start_lan(terminal=(60, 80))))
    assert re.search("[█▀▄]", text)
    for line in text.splitlines():
        assert len(line) <= 80 or " " not in line.strip(), line


def test_a_pipe_gets_the_address_and_no_code(start, address):
    server = start("--lan", "--seed", "empty")
    server.wait_for_log(
        rf"on a phone in the same network: http://{re.escape(address)}:{server.port}/__mockpostly"
    )
    server.stop()
    assert not re.search("[█▀▄\x1b]", server.log)


# MARK: The token


def test_a_token_is_made_and_said_and_the_link_has_it(start_lan, address):
    server = start_lan()
    text = plain(banner(server))
    token = re.search(r"Admin token\s+(\S{16})\s", text)[1]
    assert f"http://localhost:{server.port}/__mockpostly/#?token={token}" in text
    worlds = f"http://{address}:{server.port}/__mockpostly/v1/worlds"
    assert requests.get(worlds, timeout=60).status_code == 401
    assert requests.get(f"{server.url}/__mockpostly/v1/worlds", timeout=60).status_code == 401
    given = {"Authorization": f"Bearer {token}"}
    assert requests.get(worlds, headers=given, timeout=60).ok
    assert token not in server.ready_file.read_text()
    assert token not in requests.get(worlds.replace("v1/worlds", "phone"), timeout=60).text


def test_the_users_own_commands_find_the_token(start, cli, tmp_path, address):
    directory = tmp_path / "runtime"
    directory.mkdir(mode=0o700)
    own = {"XDG_RUNTIME_DIR": str(directory)}
    server = start("--lan", "--seed", "empty", environment=own)
    server.wait_for_log("made for this run")
    [file] = (directory / "mockpostly").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    token = json.loads(file.read_text())["adminToken"]
    done = cli("world", "list", environment=own)
    assert done.returncode == 0, done.stderr
    # Who names the server has to name the token.
    named = cli("world", "list", "--url", server.url, environment=own)
    assert named.returncode == 1 and "--admin-token" in named.stderr
    server.stop()
    assert token not in server.log


def test_a_token_that_is_given_is_not_shown(start_lan):
    server = start_lan("--admin-token", "open-sesame-0123456789")
    text = plain(banner(server))
    assert "open-sesame" not in text and "asks for your token" in text
    assert mockserver.runtime_directory
    for file in Path(mockserver.runtime_directory).rglob("*.json"):
        assert "open-sesame" not in file.read_text()


def test_without_it_all_is_as_before(start):
    server = start("--seed", "empty", terminal=(60, 100))
    text = plain(banner(server))
    assert "Admin token" not in text and "On a phone" not in text
    assert not re.search("[█▀▄]", text)
    assert requests.get(f"{server.url}/__mockpostly/v1/worlds", timeout=60).ok
