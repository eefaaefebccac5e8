"""A machine with stores of certificates of its own, for `mockpostly trust`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

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
