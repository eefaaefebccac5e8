"""The GitHub Action of action.yml: its step, run as a runner does, with a release in a folder."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import signal
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
import yaml

from conftest import REPOSITORY
from mockserver import clean_environment, quiet_port
from processes import assert_gone, started_with

ACTION = yaml.safe_load((REPOSITORY / "action.yml").read_text(encoding="utf-8"))
SYSTEM = "macos" if sys.platform == "darwin" else "linux"
MACHINE = {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
ARCHIVE = f"mockpostly-1.2.3-{SYSTEM}-{MACHINE}.tar.gz"


@pytest.fixture(scope="module")
def releases(binary, tmp_path_factory) -> Path:
    """A folder like the page of releases, with the program as version 1.2.3."""
    folder = tmp_path_factory.mktemp("releases")
    version = folder / "download" / "v1.2.3"
    version.mkdir(parents=True)
    with tarfile.open(version / ARCHIVE, "w:gz", compresslevel=1) as archive:
        archive.add(binary, "mockpostly-1.2.3/bin/mockpostly")
    write_sums(version)
    (folder / "latest").mkdir()
    (folder / "latest" / "download").symlink_to(version)
    return folder


def write_sums(folder: Path):
    sums = [f"{hashlib.sha256((folder / ARCHIVE).read_bytes()).hexdigest()}  {ARCHIVE}\n"]
    (folder / "SHA256SUMS").write_text("".join(sums))


@dataclass
class Step:
    """What a step has left behind."""

    code: int
    output: str
    environment: dict[str, str]
    outputs: dict[str, str]
    path: list[str]


class Runner:
    """Runs the steps of the action, as a runner of GitHub does."""

    def __init__(self, home: Path, releases: Path):
        self.home = home
        self.given = {"releases": releases.as_uri()}

    def __call__(self, **given: str) -> Step:
        given = {name.replace("_", "-"): value for name, value in given.items()}
        assert not set(given) - set(ACTION["inputs"])
        defaults = {name: one["default"] for name, one in ACTION["inputs"].items()}
        inputs = defaults | self.given | given
        files = {name: self.home / name for name in ("env", "path", "output")}
        [step] = ACTION["runs"]["steps"]
        environment = {
            name: self.evaluate(value, inputs) for name, value in step["env"].items()
        } | {f"GITHUB_{name.upper()}": str(file) for name, file in files.items()}
        environment["RUNNER_TEMP"] = str(self.home / "temp with space")
        for file in files.values():
            file.write_text("")
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=self.home,
            env=clean_environment(self.home, environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )
        settings = [self.settings(files[name]) for name in ("env", "output")]
        return Step(done.returncode, done.stdout, *settings, files["path"].read_text().splitlines())

    @staticmethod
    def evaluate(text: str, inputs: dict[str, str]) -> str:
        values = {f"inputs.{name}": value for name, value in inputs.items()}
        values["github.action_path"] = str(REPOSITORY)
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], text)

    @staticmethod
    def settings(file: Path) -> dict[str, str]:
        return dict(line.split("=", 1) for line in file.read_text().splitlines())

    def servers(self) -> list[int]:
        return started_with(f"{self.home}/temp with space/mockpostly.")


@pytest.fixture
def runner(tmp_path, releases):
    runner = Runner(tmp_path, releases)
    yield runner
    servers = runner.servers()
    for pid in servers:
        # The guard of a server, which ends by itself, is among them.
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
    assert_gone(servers)


def test_the_following_steps_find_the_server(runner):
    step = runner()
    assert step.code == 0, step.output
    posts = requests.get(step.environment["BASE_URL"] + "/posts", timeout=60).json()["posts"]
    assert posts and step.environment["MOCKPOSTLY_URL"] == step.outputs["url"]
    assert step.outputs["base-url"] == step.environment["BASE_URL"]
    assert Path(step.outputs["log"]).exists()
    assert step.environment["MOCKPOSTLY_DUMMYJSON_URL"] == step.outputs["url"]
    assert "MOCKPOSTLY_ADMIN_TOKEN" not in step.environment
    [folder] = step.path
    words = [f"{folder}/mockpostly", "world", "list"]
    listed = subprocess.run(words, env=step.environment, capture_output=True, text=True, timeout=60)
    assert listed.returncode == 0 and "default" in listed.stdout


def test_the_inputs_are_options_of_the_server(runner):
    port = quiet_port()
    step = runner(
        version="v1.2.3",
        port=str(port),
        scenario="empty-feed",
        args="--dummyjson-writes keep --pexels-key 'a \"key\"'",
        admin_token="swordfish-0123",
        base_url_name="API_URL",
    )
    assert step.code == 0, step.output
    assert step.environment["API_URL"] == f"http://localhost:{port}/w/empty-feed/api"
    assert "BASE_URL" not in step.environment
    assert requests.get(step.environment["API_URL"] + "/posts", timeout=60).json()["posts"] == []
    assert "::add-mask::swordfish-0123\n" in step.output
    control = f"http://localhost:{port}/__mockpostly/v1/worlds"
    assert requests.get(control, timeout=60).status_code == 401
    token = step.environment["MOCKPOSTLY_ADMIN_TOKEN"]
    headers = {"Authorization": f"Bearer {token}"}
    assert requests.get(control, headers=headers, timeout=60).status_code == 200
    photos = f"http://localhost:{port}/v1/curated"
    assert requests.get(photos, headers={"Authorization": "other"}, timeout=60).status_code == 401
    found = requests.get(photos, headers={"Authorization": 'a "key"'}, timeout=60)
    assert found.status_code == 200


BAD = [
    ({"version": "9.9.9"}, "there is no version '9.9.9'"),
    ({"version": "main; id"}, "version must be latest or a version such as 1.2.3"),
    ({"port": "http"}, "port must be a number, and is 'http'"),
    ({"base_url_name": "A=B"}, "base-url-name must be the name of a variable"),
    ({"args": "--seed 'mine"}, "args has a quote without its end"),
    ({"args": "--sead mine"}, "the server did not start: .*--sead"),
    ({"scenario": "unheard-of"}, "the server did not start: .*unheard-of"),
]


@pytest.mark.parametrize("given, words", BAD)
def test_a_bad_input_fails_with_one_sentence(runner, given, words):
    assert_refused(runner, runner(**given), words)


def test_a_port_that_is_taken_fails(runner, shared_server):
    step = runner(port=str(shared_server.port))
    assert_refused(runner, step, f"the server did not start: .*{shared_server.port}")
    assert "::group::Log of mockpostly\n" in step.output


def test_a_changed_archive_is_not_run(runner, releases, tmp_path):
    mirror = tmp_path / "mirror" / "download" / "v1.2.3"
    mirror.mkdir(parents=True)
    sums = (releases / "download" / "v1.2.3" / "SHA256SUMS").read_text()
    (mirror / "SHA256SUMS").write_text(sums)
    (mirror / ARCHIVE).write_bytes(b"something else")
    runner.given["releases"] = (tmp_path / "mirror").as_uri()
    assert_refused(runner, runner(version="1.2.3"), "has the SHA-256 .*, and should have")


def test_a_release_without_this_platform_says_which_there_are(runner, tmp_path):
    mirror = tmp_path / "mirror" / "download" / "v1.2.3"
    mirror.mkdir(parents=True)
    names = [f"mockpostly-1.2.3-{one}.tar.gz" for one in ("freebsd-riscv64", "windows-x86_64")]
    (mirror / "SHA256SUMS").write_text("".join(f"0  {name}\n" for name in names))
    runner.given["releases"] = (tmp_path / "mirror").as_uri()
    words = f"has no program for {SYSTEM}-{MACHINE}; it has freebsd-riscv64, windows-x86_64"
    assert_refused(runner, runner(version="1.2.3"), words)


def assert_refused(runner: Runner, step: Step, words: str):
    assert step.code == 1, step.output
    errors = re.findall(r"^::error title=mockpostly::(.*)$", step.output, re.MULTILINE)
    assert len(errors) == 1 and re.search(words, errors[0]), step.output
    assert not step.environment and not step.path and not step.outputs
    assert not runner.servers()
