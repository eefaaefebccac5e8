"""Fixtures: the program under test, servers made from it, and its command line."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# Before the modules beside this one are imported, so that they leave no byte code in the sources.
sys.dont_write_bytecode = True
# Reading the tests makes much, and nothing of it goes.
gc.disable()

import mockserver  # noqa: E402
from browser import FAILED, browser, browser_context, make_context, page, playwright  # noqa: E402, F401
from mockserver import MockServer, clean_environment  # noqa: E402
from passingserver import RealServer, running  # noqa: E402

# Under nohup, or started in the background by a shell, the run ignores these signals, and so would
# every program that it starts.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

REPOSITORY = Path(__file__).resolve().parents[2]
MIRA = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}


def pytest_sessionstart(session):
    """Each process of a run reads a share of the tests first, and leaves their byte code to the others.

    To rewrite the assertions of all tests takes seconds, and each process would do so for itself.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    sys.dont_write_bytecode = False
    for path in sorted(Path(__file__).parent.glob("test_*.py"))[number::count]:
        # Whatever is wrong is told when all tests are collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(path.stem)
    sys.dont_write_bytecode = True


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        for server in mockserver.running:
            report.sections.append((f"stderr of server {server.pid}", server.log_so_far[-20000:]))
    return report


@pytest.fixture(scope="session")
def binary() -> str:
    """The program named by MOCKPOSTLY_BIN."""
    named = os.environ.get("MOCKPOSTLY_BIN")
    if not named or not os.access(named, os.X_OK):
        pytest.exit("set MOCKPOSTLY_BIN to the mockpostly program", returncode=4)
    return str(Path(named).resolve())


class Starter:
    """Starts servers and ends those that are still there when its test is over."""

    def __init__(self, binary: str, directory: Path):
        self.binary = binary
        self.directory = directory
        self.started: list[MockServer] = []

    def __call__(self, *arguments: object, port: int | None = 0, **options) -> MockServer:
        words = [str(argument) for argument in arguments]
        if port is not None:
            words = ["--port", str(port), *words]
        server = MockServer(self.binary, words, options.pop("directory", self.directory), **options)
        self.started.append(server)
        return server

    def stop_all(self):
        failures = []
        for server in self.started:
            try:
                server.stop()
            except AssertionError as failure:
                failures.append(str(failure))
        assert not failures, "\n".join(failures)


@pytest.fixture
def start(binary, tmp_path):
    """Starts a server: `start("--seed", "empty")`."""
    starter = Starter(binary, tmp_path)
    yield starter
    starter.stop_all()


@pytest.fixture
def server(start):
    """A server of its own with the standard seed."""
    return start()


@pytest.fixture
def real(server):
    """A real server that answers as `server` does, until a test changes its answers."""
    with running(RealServer(server.url)) as real:
        yield real


@pytest.fixture
def empty_server(start):
    """A server of its own without any data."""
    return start("--seed", "empty")


@pytest.fixture(scope="module")
def shared_server(binary, tmp_path_factory):
    """One server for all tests of a file: it must survive all of them."""
    starter = Starter(binary, tmp_path_factory.mktemp("shared"))
    yield starter()
    starter.stop_all()


@pytest.fixture(scope="module")
def wreely_server(binary, tmp_path_factory):
    """The same, with one-time codes that are always 12345."""
    starter = Starter(binary, tmp_path_factory.mktemp("wreely"))
    yield starter("--wreely-otp", "12345")
    starter.stop_all()


@pytest.fixture
def cli(binary, tmp_path):
    """Runs the program to its end: `cli("seed", "check", path)`."""

    def run(
        *arguments: object, environment=None, before_exec=None, within: float = 60.0, directory=None
    ):
        return subprocess.run(
            [binary, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=directory or tmp_path,
            env=clean_environment(tmp_path, environment),
            preexec_fn=before_exec,
            timeout=within,
            encoding="utf-8",
            errors="replace",
        )

    return run


@pytest.fixture
def bash() -> str:
    found = shutil.which("bash")
    if not found:
        pytest.skip("bash is not installed")
    return found


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 3 MiB, where mounting one is permitted."""
    place = tmp_path / "small-disk"
    place.mkdir()
    try:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)],
            capture_output=True,
            text=True,
            timeout=60,
        )
    except FileNotFoundError:
        pytest.skip("there is no mount command")
    if mounted.returncode != 0:
        pytest.skip(f"mounting is not permitted: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True, timeout=60)
