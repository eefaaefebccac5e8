"""`mockpostly trust`: the authority of a machine, and simulators and emulators that trust it."""

from __future__ import annotations

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

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization

from certificates import findings
from trust import ADB, USUAL_PATH, XCRUN, Machine


@pytest.fixture
def machine(binary, tmp_path):
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
        # Each makes it, unless another has, and then has nobody to ask.
        texts = list(pool.map(lambda _: machine("system", code=2).stdout, range(8)))
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


# What runs in a system like Android's: its folders of certificates, a process from which apps start,
# and an app, each of which sees mounts by itself; then the script, twice.
ANDROID = """
set -e
mount --make-rshared /
echo old > /system/etc/security/cacerts/old.0
echo mod > /apex/com.android.conscrypt/cacerts/mod.0
for name in zygote app; do
    unshare -m --propagation slave \\
        sh -c "echo \\$\\$ > /data/$name.part; mv /data/$name.part /data/$name; exec tail -f /dev/null" &
    while [ ! -e /data/$name ]; do :; done
done
for turn in 1 2; do
    echo new$turn > /data/local/tmp/$1
    sh /data/script
done
for name in zygote app; do
    nsenter --mount=/proc/$(cat /data/$name)/ns/mnt -- \\
        sh -c "cd /apex/com.android.conscrypt/cacerts; grep . *; stat -c %a *"
done
kill $(cat /data/zygote /data/app)
"""


def test_the_script_for_emulators_puts_it_before_all_apps(machine, tmp_path):
    if os.geteuid() != 0 or not shutil.which("bwrap"):
        pytest.skip("needs root and bwrap")
    machine.tool("adb", ADB)
    (machine.state / "debuggable").write_text("1\n")
    told = machine("emulator", code=2).stdout
    script = re.search(r"shell '(set -e.*?fi)'\n", told, re.DOTALL)[1].replace("'\\''", "'")
    name = re.search(r"/data/local/tmp/([0-9a-f]{8}\.0)", told)[1]
    data, tools = tmp_path / "data", tmp_path / "tools"
    (data / "local/tmp").mkdir(parents=True)
    (data / "script").write_text(script)
    tools.mkdir()
    for tool, words in {"chcon": "exit 0", "pidof": "cat /data/zygote", "ps": "cat /data/app"}.items():
        (tools / tool).write_text(f"#!/bin/sh\n{words}\n")
        (tools / tool).chmod(0o755)
    system = ["--ro-bind", "/usr", "/usr"]
    for folder in ("bin", "lib", "lib64"):
        system += ["--symlink", f"usr/{folder}", f"/{folder}"]
    done = subprocess.run(
        ["bwrap", "--unshare-pid", "--die-with-parent", "--cap-add", "ALL", "--tmpfs", "/", *system]
        + ["--proc", "/proc", "--dev", "/dev", "--bind", data, "/data", "--ro-bind", tools, "/tools"]
        + ["--dir", "/system/etc/security/cacerts", "--dir", "/apex/com.android.conscrypt/cacerts"]
        + ["--setenv", "PATH", f"/tools:{USUAL_PATH}", "sh", "-c", ANDROID, "sh", name],
        capture_output=True,
        text=True,
        timeout=60,
    )
    if done.stderr.startswith("bwrap:"):
        pytest.skip(f"bwrap may not run here: {done.stderr.strip()}")
    assert (done.returncode, done.stderr) == (0, "")
    files = {f"{name}:new2", "mod.0:mod"}
    lines = done.stdout.split()
    assert len(lines) == 8
    assert set(lines[:2]) == set(lines[4:6]) == files and set(lines[2:4] + lines[6:]) == {"644"}


def test_only_three_words_can_be_removed(machine):
    machine.debian()
    machine("system", "--yes")
    assert "system, simulator, emulator" in machine("remove", "phone", code=2).stderr
