"""`mockpostly trust`: the authority of a machine, and the stores that are told to trust it."""

from __future__ import annotations

import ctypes
import json
import os
import plistlib
import pty
import re
import shutil
import ssl
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from certificates import findings
from mockserver import clean_environment

USUAL_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"

# What the tools of the system do, as far as `trust` sees it: each is in `bin`, with $ROOT, $HOME and
# $STATE. Each writes down how it was called.
UPDATE_CA_CERTIFICATES = """
cat "$ROOT"/usr/local/share/ca-certificates/*.crt > "$ROOT/etc/ssl/certs/ca-certificates.crt" 2>/dev/null
exit 0
"""
UPDATE_CA_TRUST = """
mkdir -p "$ROOT/etc/pki/ca-trust/extracted/pem"
cat "$ROOT"/etc/pki/ca-trust/source/anchors/*.pem \\
    > "$ROOT/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem" 2>/dev/null
exit 0
"""
TRUST = """
mkdir -p "$ROOT/etc/ca-certificates/extracted"
cat "$ROOT"/etc/ca-certificates/trust-source/anchors/*.crt \\
    > "$ROOT/etc/ca-certificates/extracted/tls-ca-bundle.pem" 2>/dev/null
exit 0
"""
SECURITY = """
case $1 in
    verify-cert) test -e "$STATE/trusted" ;;
    add-trusted-cert) touch "$STATE/trusted" ;;
    remove-trusted-cert) rm "$STATE/trusted" ;;
    delete-certificate) ;;
esac
"""
XCRUN = """
case $2 in
    list) cat "$STATE/simulators" ;;
    keychain) exit 0 ;;
esac
"""
ADB = """
case $* in
    devices) printf 'List of devices attached\\nemulator-5554\\tdevice\\nR58M123\\tdevice\\n\\n' ;;
    *"getprop ro.debuggable") cat "$STATE/debuggable" ;;
    *"shell ls "*) test -e "$STATE/there" && echo "${5#ls }" || { echo "No such file"; exit 1; } ;;
    *"shell rm "*) rm -f "$STATE/there" ;;
    *"shell set -e"*) touch "$STATE/there" ;;
esac
"""


class Machine:
    """A machine with stores and tools of its own."""

    def __init__(self, binary: str, place: Path):
        self.binary = binary
        self.home, self.root, self.bin, self.state = (
            place / name for name in ("home", "root", "bin", "state")
        )
        for folder in (self.home, self.root, self.bin, self.state):
            folder.mkdir()
        self.environment = {
            **clean_environment(self.home),
            "PATH": str(self.bin),
            "MOCKPOSTLY_SYSTEM_ROOT": str(self.root),
            "ROOT": str(self.root),
            "STATE": str(self.state),
        }

    def folder(self, path: str) -> Path:
        made = self.root / path.lstrip("/")
        made.mkdir(parents=True)
        return made

    def tool(self, name: str, script: str):
        path = self.bin / name
        noted = f'#!/bin/sh\nPATH={USUAL_PATH}\necho "{name} $*" >> "$STATE/calls"\n{script}'
        path.write_text(noted)
        path.chmod(0o755)

    def calls(self) -> list[str]:
        """How the tools were called since this was asked for the last time."""
        path = self.state / "calls"
        calls = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return calls

    def __call__(self, *words: object, code: int = 0, before_exec=None, text=True, **environment):
        done = subprocess.run(
            [self.binary, "trust", *map(str, words)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**self.environment, **environment},
            preexec_fn=before_exec,
            timeout=60,
            text=text,
        )
        assert done.returncode == code, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def debian(self, update: str | None = UPDATE_CA_CERTIFICATES) -> Path:
        self.folder("/etc/ssl/certs")
        if update:
            self.tool("update-ca-certificates", update)
        return self.folder("/usr/local/share/ca-certificates")

    def show(self) -> dict:
        told = json.loads(self("show", "-o", "json").stdout)
        told["stores"] = {store["name"]: store["trusts"] for store in told["stores"]}
        return told

    @property
    def data(self) -> Path:
        return self.home / ".local/share/mockpostly"


@pytest.fixture
def machine(binary, tmp_path):
    if not Path("/proc").exists():
        pytest.skip("the folders are those of Linux")
    return Machine(binary, tmp_path)


# MARK: The authority


def test_an_authority_is_shown_when_there_is_one(machine):
    done = machine("show", code=1)
    assert f"there is no authority in {machine.data} yet" in done.stderr and done.stdout == ""
    machine.debian()
    machine("system", "--yes")
    certificate = x509.load_pem_x509_certificate((machine.data / "mockpostly-ca.pem").read_bytes())
    told = machine.show()
    digest = certificate.fingerprint(hashes.SHA256()).hex(":").upper()
    assert told["fingerprint"] == digest
    assert told["name"] == certificate.subject.rfc4514_string().split("CN=")[1].split(",")[0]
    text = machine("show").stdout
    for word in (digest, told["name"], told["file"], "the system (Debian)"):
        assert word in text


def test_the_authority_keeps_the_rules(machine):
    machine.debian()
    machine("system", "--yes")
    assert findings(machine.data / "mockpostly-ca.pem") == []
    certificate = x509.load_pem_x509_certificate((machine.data / "mockpostly-ca.pem").read_bytes())
    basic = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    assert basic.critical and basic.value.ca and basic.value.path_length == 0
    usage = certificate.extensions.get_extension_for_class(x509.KeyUsage)
    assert usage.critical and usage.value.key_cert_sign and usage.value.crl_sign
    assert not usage.value.digital_signature
    assert certificate.serial_number.bit_length() > 64
    assert certificate.public_key().curve.name == "secp256r1"
    certificate.verify_directly_issued_by(certificate)
    key = machine.data / "mockpostly-ca-key.pem"
    assert key.stat().st_mode & 0o777 == 0o600 and machine.data.stat().st_mode & 0o777 == 0o700
    secret = serialization.load_pem_private_key(key.read_bytes(), None)
    assert secret.public_key() == certificate.public_key()


def test_the_certificate_is_printed_in_each_form(machine):
    machine.debian()
    machine("system", "--yes")
    pem = machine("show", "-o", "pem").stdout
    assert pem == (machine.data / "mockpostly-ca.pem").read_text()
    der = machine("show", "-o", "der", text=False).stdout
    assert der == ssl.PEM_cert_to_DER_cert(pem)
    profile = plistlib.loads(machine("show", "-o", "mobileconfig", text=False).stdout)
    (root,) = profile["PayloadContent"]
    assert (profile["PayloadType"], root["PayloadType"]) == ("Configuration", "com.apple.security.root")
    assert root["PayloadContent"] == der
    uuid = re.compile("[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}")
    assert all(uuid.fullmatch(each["PayloadUUID"]) for each in (profile, root))
    assert "-o" in machine("show", "-o", "p12", code=2).stderr


def test_those_that_start_at_once_have_one_authority(machine):
    machine.debian()
    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(lambda _: machine("system", "--yes").stdout, range(8)))
    prints = {re.search("fingerprint.* (.*)", text)[1] for text in texts}
    assert prints == {machine.show()["fingerprint"]}


def test_the_folder_can_be_named(machine, tmp_path):
    machine.debian()
    own = tmp_path / "own"
    machine("system", "--yes", "--tls-folder", own)
    assert (own / "mockpostly-ca-key.pem").exists() and not machine.data.exists()
    assert json.loads(machine("show", "-o", "json", MOCKPOSTLY_TLS_FOLDER=str(own)).stdout)["name"]
    data = tmp_path / "data"
    machine("system", "--yes", XDG_DATA_HOME=str(data))
    assert (data / "mockpostly/mockpostly-ca.pem").exists()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: (data / "mockpostly-ca-key.pem").chmod(0o644), "other users may read this private key"),
        (lambda data: data.chmod(0o777), "other users may write there"),
        (lambda data: (data / "mockpostly-ca-key.pem").unlink(), "the key of the authority is missing"),
        (lambda data: (data / "mockpostly-ca.pem").write_text("x"), "this is not a certificate that mockpostly has written"),
    ],
)
def test_an_authority_that_cannot_be_used_is_told_in_one_sentence(machine, damage, words):
    machine.debian()
    machine("system", "--yes")
    damage(machine.data)
    before = sorted(path.read_bytes() for path in machine.data.iterdir())
    told = machine("system", "--yes", code=1)
    assert words in told.stderr and told.stderr.count("\n") == 2
    assert sorted(path.read_bytes() for path in machine.data.iterdir()) == before


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
    real = shutil.which("update-ca-certificates", path=USUAL_PATH)
    if not real:
        pytest.skip("update-ca-certificates is not installed")
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
    certutil = shutil.which("certutil", path=USUAL_PATH)
    if not certutil:
        pytest.skip("certutil of libnss3-tools is not installed")
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


# MARK: Asking


def test_without_a_terminal_and_yes_nothing_is_done(machine):
    folder = machine.debian()
    done = machine("system", code=2)
    assert "will trust it by" in done.stdout and "give --yes" in done.stderr
    assert list(folder.iterdir()) == [] and machine.calls() == []


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("YES", 0), ("n", 1), ("", 1), ("x y", 1)])
def test_at_a_terminal_it_asks(machine, answer, code):
    folder = machine.debian()
    own, other = pty.openpty()
    process = subprocess.Popen(
        [machine.binary, "trust", "system"],
        stdin=other, stdout=other, stderr=other, env=machine.environment, start_new_session=True,
    )  # fmt: skip
    os.close(other)
    shown = b""
    until = time.monotonic() + 60
    while b"[y/N]" not in shown:
        assert time.monotonic() < until, shown
        shown += os.read(own, 4096)
    assert list(folder.iterdir()) == []
    os.write(own, answer.encode() + b"\n")
    try:
        while chunk := os.read(own, 4096):
            shown += chunk
    except OSError:
        pass  # The terminal ends with its process.
    assert process.wait(timeout=60) == code, shown
    os.close(own)
    assert len(list(folder.iterdir())) == (code == 0)
    assert (b"nothing was done" in shown) == (code == 1)


# MARK: Simulators and emulators


def booted(*names: str) -> str:
    devices = [{"udid": f"UDID-{name}", "name": name, "state": "Booted"} for name in names]
    return json.dumps({"devices": {"com.apple.CoreSimulator.SimRuntime.iOS-26-0": devices}})


def test_simulators_have_it_in_their_keychains(machine):
    assert "Xcode" in machine("simulator", "--yes", code=1).stderr
    machine.tool("xcrun", XCRUN)
    (machine.state / "simulators").write_text(booted())
    assert "no simulator is running" in machine("simulator", "--yes", code=1).stderr
    (machine.state / "simulators").write_text(booted("one", "two"))
    machine.calls()
    machine("simulator", "--yes")
    file = machine.data / "mockpostly-ca.pem"
    assert machine.calls()[1:] == [
        f"xcrun simctl keychain UDID-{name} add-root-cert {file}" for name in ("one", "two")
    ]
    assert set(machine.show()["stores"].values()) == {"added"}
    told = machine("remove", "simulator", code=2).stdout
    assert "reset empties the keychain" in told
    machine("remove", "--yes")
    assert machine.calls() == [f"xcrun simctl keychain UDID-{name} reset" for name in ("one", "two")]
    assert machine.show()["stores"] == {}


def test_emulators_have_it_among_those_of_the_system(machine):
    assert "platform-tools" in machine("emulator", "--yes", code=1).stderr
    machine.tool("adb", ADB)
    (machine.state / "debuggable").write_text("1\n")
    told = machine("emulator", "--yes").stdout
    assert "the emulator emulator-5554 trusts the authority" in told
    assert "until the emulator restarts" in told
    calls = machine.calls()
    assert not any("R58M123" in call for call in calls), "a phone on a cable is no emulator"
    file = machine.data / "mockpostly-ca.pem"
    digest = subprocess.run(
        ["openssl", "x509", "-noout", "-subject_hash_old", "-in", file],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    assert f"adb -s emulator-5554 push {file} /data/local/tmp/{digest}.0" in calls
    assert any("nsenter" in call for call in calls)
    assert set(machine.show()["stores"].values()) == {"yes"}
    machine("remove", "emulator", "--yes")
    assert f"adb -s emulator-5554 shell rm -f /system/etc/security/cacerts/{digest}.0" in machine.calls()
    assert not (machine.state / "there").exists()


def test_an_emulator_that_allows_no_root_is_left_to_a_person(machine):
    machine.tool("adb", ADB)
    (machine.state / "debuggable").write_text("0\n")
    told = machine("emulator", "--yes", code=1).stdout
    assert "its image does not allow root" in told and "/sdcard/Download/mockpostly-ca.crt" in told
    assert not any(call.endswith(" root") for call in machine.calls())


def test_the_script_for_emulators_is_one_for_sh(machine):
    machine.tool("adb", ADB)
    (machine.state / "debuggable").write_text("1\n")
    told = machine("emulator", code=2).stdout
    script = re.search(r"shell '(set -e.*?fi)'\n", told, re.DOTALL)[1].replace("'\\''", "'")
    checked = subprocess.run(["sh", "-n", "-c", script], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_only_three_words_can_be_removed(machine):
    machine.debian()
    machine("system", "--yes")
    assert "system, simulator, emulator" in machine("remove", "phone", code=2).stderr
