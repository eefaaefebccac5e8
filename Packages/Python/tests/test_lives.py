"""How the server of a run lives and ends, also when parts of the run are killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Callable, Iterator, List

import pytest
from lives import Life

from mockpostly import MockPostlyError, serve
from mockpostly._run import Run

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open of Linux")

MakeLife = Callable[[int], Life]


@pytest.fixture
def make_life(tmp_path: Path, environment: "dict[str, str]") -> Iterator[MakeLife]:
    lives: List[Life] = []

    def make(workers: int) -> Life:
        place = tmp_path / f"life-{len(lives)}"
        place.mkdir()
        lives.append(Life(place, environment, workers))
        return lives[-1]

    yield make
    for life in lives:
        for pid in life.processes():
            os.kill(pid, 9)
        life.process.wait()
        assert life.process.stdout is not None
        life.process.stdout.close()


@pytest.mark.parametrize("workers", [0, 2])
def test_it_ends_with_the_run(make_life: MakeLife, workers: int):
    life = make_life(workers)
    assert len(life.part("server")) == 1
    printed = life.release()
    assert life.process.returncode == 0, printed
    # Not only soon: nothing is left when pytest has ended.
    assert life.processes() == {} and life.folders() == []


@pytest.mark.parametrize(
    ("workers", "parts"),
    [
        (0, ["controller"]),
        (2, ["controller"]),
        (2, ["workers"]),
        (2, ["worker"]),
        (2, ["controller", "workers"]),
        (2, ["controller", "guard"]),
        (0, ["controller", "guard"]),
    ],
)
def test_it_ends_when_its_users_are_killed(make_life: MakeLife, workers: int, parts: List[str]):
    life = make_life(workers)
    life.kill(*parts)
    life.release()
    life.wait_for_end()
    assert life.folders() == []


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("part", ["server", "keeper", "guard"])
def test_the_run_ends_when_its_server_is_killed(make_life: MakeLife, workers: int, part: str):
    life = make_life(workers)
    life.kill(part)
    printed = life.release()
    if part != "guard":
        assert life.process.returncode == 1
        assert "no answer from the server at http://localhost:" in printed
        assert "The end of its log:" in printed
    life.wait_for_end()
    assert life.folders() == []


def test_a_later_run_cleans_up_after_one_that_was_killed_as_a_whole(make_life: MakeLife):
    life = make_life(0)
    life.kill("controller", "server", "keeper", "guard")
    life.wait_for_end()
    assert len(life.folders()) == 1
    next = make_life(0)
    assert len(next.folders()) == 1
    assert next.release() and next.process.returncode == 0
    assert next.folders() == []


def test_two_runs_have_two_servers(make_life: MakeLife):
    first, second = make_life(0), make_life(0)
    assert len(first.part("server")) == 2  # both have the same folder for temporary files
    first.release()
    assert first.process.returncode == 0 and len(second.part("server")) == 1
    second.release()
    assert second.process.returncode == 0 and second.folders() == []


def test_a_forked_process_does_not_hold_it(tmp_path: Path, environment: "dict[str, str]"):
    source = """
import os, mockpostly

release, hold = os.pipe()
with mockpostly.serve() as server:
    url = server.url
    if not (child := os.fork()):
        os.close(hold)
        os.read(release, 1)
        os._exit(0)
    server.make_world().delete()
try:
    mockpostly.Server.attached(url)
except mockpostly.MockPostlyError:
    print("ended")
os.close(hold)
os.waitpid(child, 0)
"""
    done = subprocess.run(
        [sys.executable, "-c", source], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "ended\n", done.stderr


def test_serving_without_pytest(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    with serve("--clock", "2027-01-01", admin_token="abc") as server, server.make_world() as world:
        assert world.clock.now.startswith("2027-01-01") and server.admin_token == "abc"
        assert list(folder.iterdir())
    assert list(folder.iterdir()) == []
    with pytest.raises(MockPostlyError, match="did not start with the options --sed"):
        with serve("--sed"):
            pass
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_no_run(tmp_path: Path):
    with pytest.raises(OSError):
        Run(str(tmp_path))
