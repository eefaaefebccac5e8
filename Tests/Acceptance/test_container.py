"""The container: the last stage of the Dockerfile as a plain root, run as a container runs it.

Read-only, with nothing but the program in it, as a user without a name, without `/tmp` and `HOME`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from mockserver import quiet_port

DOCKERFILE = Path(__file__).resolve().parents[2] / "Dockerfile"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="containers are Linux's")


def test_the_image_is_built_of_all_that_the_manifest_names():
    project = DOCKERFILE.parent
    lines = re.findall(r"^COPY (?!--)(.+) \S+$", DOCKERFILE.read_text(), re.MULTILINE)
    copied = [name for line in lines for name in line.split()]
    ignored = (project / ".dockerignore").read_text().splitlines()
    assert all(f"!{name}" in ignored for name in copied)
    folders = [path.name for path in project.iterdir() if path.is_dir()]
    manifest = (project / "Package.swift").read_text()
    named = {name for name in folders if re.search(rf'"{re.escape(name)}[/"]', manifest)}
    assert {"Sources", "Tests", "Examples"} <= named
    assert named <= {name.split("/")[0] for name in copied}


class Stage:
    """The instructions of the stage that is shipped."""

    def __init__(self, text: str):
        lines = re.sub(r"\\\n\s*", " ", text).splitlines()
        lines = [line for line in lines if line and not line.startswith("#")]
        start = max(index for index, line in enumerate(lines) if line.startswith("FROM "))
        self.lines = lines[start:]

    def values(self, instruction: str) -> list[str]:
        start = instruction + " "
        return [line.removeprefix(start) for line in self.lines if line.startswith(start)]

    def command(self, instruction: str) -> list[str]:
        [value] = self.values(instruction)
        return json.loads(value[value.index("[") :])


class Container:
    """A root with the files of a stage."""

    def __init__(self, stage: Stage, binary: str, root: Path):
        assert stage.values("FROM") == ["scratch"]
        [copied] = stage.values("COPY")
        place = copied.split()[-1]
        self.stage = stage
        self.root = root
        root.mkdir()
        shutil.copy(binary, root / place.lstrip("/"))
        # The runtime mounts this one in every container.
        (root / "proc").mkdir()

    def run(self, *command: str, **options) -> subprocess.Popen:
        user, group = self.stage.values("USER")[0].split(":")
        variables = [value.split("=", 1) for value in self.stage.values("ENV")]
        return subprocess.Popen(
            ["bwrap", "--die-with-parent", "--as-pid-1", "--unshare-user", "--unshare-pid"]
            + ["--ro-bind", str(self.root), "/", "--proc", "/proc", "--clearenv"]
            + ["--uid", user, "--gid", group]
            + [word for name, value in variables for word in ("--setenv", name, value)]
            + list(command),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )


@pytest.fixture
def container(binary, tmp_path):
    if not shutil.which("bwrap"):
        pytest.fail("this test needs bwrap: run scripts/install-libraries --test", pytrace=False)
    probe = ["bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]
    refusal = subprocess.run(probe, capture_output=True, text=True, check=False)
    if refusal.returncode != 0:
        pytest.skip(f"this machine lets nobody make a container: {refusal.stderr.strip()}")
    return Container(Stage(DOCKERFILE.read_text()), binary, tmp_path / "root")


def test_it_serves_is_healthy_and_ends_at_once(container):
    command = container.stage.command("ENTRYPOINT") + container.stage.command("CMD")
    server = container.run(*command, "--port", "0", "--host", "127.0.0.1")
    try:
        url = re.search(r"http://\S+", server.stdout.readline())[0]
        with urllib.request.urlopen(f"{url}/posts/1", timeout=60) as answer:
            assert answer.status == 200
        port = url.rsplit(":", 1)[1]
        health = container.run(*container.stage.command("HEALTHCHECK"), "--port", port)
        assert (health.communicate(timeout=60)[0], health.returncode) == ("ready\n", 0)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        assert len(children) == 1
        # As `docker stop` does; process 1 has no default action for it.
        os.kill(int(children[0]), signal.SIGTERM)
        assert server.wait(timeout=60) == 0
        assert "error" not in server.stderr.read()
    finally:
        server.kill()
        server.communicate()


def test_without_a_server_it_is_not_healthy(container):
    health = container.run(*container.stage.command("HEALTHCHECK"), "--port", str(quiet_port()))
    assert health.communicate(timeout=60)[1] != ""
    assert health.returncode == 1

