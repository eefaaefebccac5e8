"""`mockpostly trust system`: the stores of systems and browsers, with tools that stand in for theirs."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess

import pytest

from tools import tool
from trust import SECURITY, TRUST, UPDATE_CA_CERTIFICATES, UPDATE_CA_TRUST, Machine


@pytest.fixture
def machine(binary, tmp_path):
    return Machine(binary, tmp_path)


# MARK: Stores of a system


@pytest.mark.parametrize(
    ("name", "anchors", "tool", "script"),
    [
        ("Debian", "/usr/local/share/ca-certificates", "update-ca-certificates", UPDATE_CA_CERTIFICATES),
        ("Fedora", "/etc/pki/ca-trust/source/anchors", "update-ca-trust", UPDATE_CA_TRUST),
        ("Arch", "/etc/ca-certificates/trust-source/anchors", "trust", TRUST),
    ],
)
def test_a_system_trusts_and_forgets_it(machine, name, anchors, tool, script):
    machine.folder("/etc/ssl/certs")
    folder = machine.folder(anchors)
    machine.tool(tool, script)
    store = f"the system ({name})"
    told = machine("system", "--yes").stdout
    (copy,) = folder.iterdir()
    assert copy.read_text() == (machine.data / "mockpostly-ca.pem").read_text()
    assert copy.stat().st_mode & 0o777 == 0o644
    assert f"{store} will trust it by" in told and str(copy) in told
    assert told.endswith(f"{store} trusts the authority\n")
    assert len(machine.calls()) == 1
    assert machine.show()["stores"] == {store: "yes"}
    assert f"{store} trusts it already" in machine("system").stdout
    assert machine.calls() == []
    told = machine("remove", "--yes").stdout
    assert told.endswith(f"{store} has forgotten the authority\n")
    assert list(folder.iterdir()) == [] and len(machine.calls()) == 1
    assert machine.show()["stores"] == {store: "no"}
    assert f"{store} does not know it" in machine("remove").stdout


def test_the_update_of_debian_reads_it(machine, tmp_path):
    real = tool("update-ca-certificates", "ca-certificates")
    folder = machine.debian(
        f"""
        echo "# none" > "$ROOT/ca-certificates.conf"; mkdir -p "$ROOT/hooks"
        exec {real} "$@" --certsconf "$ROOT/ca-certificates.conf" --hooksdir "$ROOT/hooks" \\
            --localcertsdir "$ROOT/usr/local/share/ca-certificates" --etccertsdir "$ROOT/etc/ssl/certs"
        """
    )
    # Without any certificate it would leave the old file with all of them.
    machine("system", "--yes", "--tls-folder", tmp_path / "other")
    machine("system", "--yes")
    certs = machine.root / "etc/ssl/certs"
    leaf = machine.data / "mockpostly-ca.pem"
    verify = ["openssl", "verify", "-no-CAfile", "-CApath", certs, leaf]
    assert subprocess.run(verify, capture_output=True).returncode == 0
    machine("remove", "--yes")
    assert subprocess.run(verify, capture_output=True).returncode != 0
    assert len(list(folder.iterdir())) == 1
    assert all(path.exists() for path in certs.iterdir()), "links to nothing are left"


def test_java_on_debian_forgets_it_too(machine):
    """Debian's update tells Java what has come, but nothing of a file that was deleted."""
    folder = machine.debian()
    hook = machine.folder("/etc/ca-certificates/update.d") / "jks-keystore"
    hook.write_text('#!/bin/sh\nPATH=/usr/bin:/bin\ncat >> "$STATE/java"\n')
    hook.chmod(0o755)
    (machine.bin / "sh").symlink_to("/bin/sh")
    machine("system", "--yes")
    (copy,) = folder.iterdir()
    assert not (machine.state / "java").exists()
    told = machine("remove", "--yes").stdout
    assert (machine.state / "java").read_text() == f"-/etc/ssl/certs/{copy.stem}.pem\n"
    assert f"  sh -c 'echo -/etc/ssl/certs/{copy.stem}.pem | {hook}'\n" in told


def test_a_missing_tool_is_told_with_what_to_run(machine):
    folder = machine.debian(update=None)
    told = machine("system", "--yes", code=1).stdout
    assert "update-ca-certificates is missing (apt install ca-certificates); with it" in told
    assert re.search(r"\n  install -m 644 \S+ \S+\.crt\n  update-ca-certificates\n", told)
    assert list(folder.iterdir()) == []


def without_rights_of_root():
    """Before exec: root may write no more than the permissions of files say."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if libc.prctl(24, capability, 0, 0, 0) != 0:
                os._exit(99)


def test_a_missing_permission_is_told_with_sudo(machine):
    folder = machine.debian()
    folder.chmod(0o555)
    told = machine("system", "--yes", code=1, before_exec=without_rights_of_root).stdout
    assert f"this user may not write {folder}; run" in told
    assert re.search(r"\n  sudo install -m 644 \S+ \S+\.crt\n  sudo update-ca-certificates\n", told)
    assert machine.calls() == []


def test_a_tool_that_fails_is_told(machine):
    machine.debian("echo all went wrong >&2; exit 3")
    done = machine("system", "--yes", code=1)
    words = "the system (Debian): update-ca-certificates ended with 3: all went wrong"
    assert words in done.stderr and "by hand: install -m 644" in done.stderr


def test_a_tool_that_does_nothing_is_told(machine):
    machine.debian("exit 0")
    done = machine("system", "--yes", code=1)
    assert "the commands ran, but it still does not trust the authority" in done.stderr


def test_a_system_without_a_known_store_is_told(machine):
    done = machine("system", "--yes", code=1)
    assert "no store of this system is known" in done.stderr
    assert str(machine.data / "mockpostly-ca.pem") in done.stderr


def test_root_by_sudo_is_asked_whose_authority_it_shall_be(machine):
    if os.geteuid() != 0:
        pytest.skip("only root can be under sudo")
    machine.debian()
    assert "--tls-folder" in machine("system", "--yes", code=2, SUDO_USER="mira").stderr
    machine("system", "--yes", "--tls-folder", machine.data, SUDO_USER="mira")


def test_macos_has_it_in_a_keychain(machine):
    machine.folder("/Library/Keychains")
    machine.tool("security", SECURITY)
    store = "macOS (all users)" if os.geteuid() == 0 else "macOS (login keychain)"
    machine("system", "--yes")
    added = [call for call in machine.calls() if "add-trusted-cert" in call]
    assert len(added) == 1 and "-r trustRoot -k " in added[0]
    assert ("-d" in added[0].split()) == (os.geteuid() == 0)
    assert machine.show()["stores"] == {store: "yes"}
    machine("remove", "--yes")
    calls = [call.split()[1] for call in machine.calls()]
    assert "remove-trusted-cert" in calls and "delete-certificate" in calls
    assert machine.show()["stores"] == {store: "no"}


# MARK: Browsers


def test_browsers_have_it_in_their_databases(machine):
    certutil = tool("certutil", "libnss3-tools")
    (machine.bin / "certutil").symlink_to(certutil)
    folders = [machine.home / ".pki/nssdb", machine.home / ".mozilla/firefox/abc.default-release"]
    for folder in folders:
        folder.mkdir(parents=True)
        subprocess.run([certutil, "-N", "-d", f"sql:{folder}", "--empty-password"], check=True)
    (machine.home / ".mozilla/firefox/Crash Reports").mkdir()
    names = {f"the browser's database {folder}" for folder in folders}
    machine("system", "--yes")
    assert machine.show()["stores"] == dict.fromkeys(names, "yes")
    listed = subprocess.run([certutil, "-L", "-d", f"sql:{folders[0]}"], capture_output=True, text=True)
    assert re.search(r"mockpostly CA \(.*\) [0-9a-f]{8}\s+C,,", listed.stdout)
    machine("remove", "--yes")
    assert machine.show()["stores"] == dict.fromkeys(names, "no")


def test_a_browser_without_its_tool_is_told(machine):
    machine.debian()
    folder = machine.home / ".pki/nssdb"
    folder.mkdir(parents=True)
    (folder / "cert9.db").touch()
    told = machine("system", "--yes", code=1).stdout
    assert "certutil is missing (apt install libnss3-tools" in told
    assert f"certutil -A -d sql:{folder} -t C,, -n " in told
    assert "the system (Debian) trusts the authority" in told
    assert machine.show()["stores"][f"the browser's database {folder}"] == "unknown"
