"""The world of a test is made while the one before it ends, and nothing is noticed of that."""

from __future__ import annotations

import pytest

THREE = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_one(mockpostly, world, number):
    assert [other.name for other in mockpostly.worlds()] == ["default", world.name]
    assert world.name.startswith(f"test_one-{number}-")
    assert world.requests() == []
"""


def run(run_tests, source: str, *arguments: str, passes: bool = True) -> str:
    done = run_tests(source, *arguments)
    assert (done.returncode == 0) == passes, done.stdout + done.stderr
    return done.stdout


def test_there_is_no_other_world_than_that_of_the_test(run_tests):
    run(run_tests, THREE)


@pytest.mark.parametrize(
    "marker",
    [
        'scenario="unicode"',
        "random_seed=7",
        'clock="2027-01-01"',
        'name="mine"',
        'from_="empty"',
        'seed={"users": []}',
    ],
)
def test_markers_hold_for_a_test_that_is_not_the_first(run_tests, marker):
    source = f"""
import pytest

def test_before(world):
    assert world.info["from"] == "seed"

@pytest.mark.mockpostly({marker})
def test_one(world):
    info = world.info
    assert (
        info["scenario"] == "unicode" or info["randomSeed"] == 7 or info["id"] == "mine"
        or info["clock"]["now"].startswith("2027-01-01") or info["from"] in ("empty", "inline")
    )
"""
    run(run_tests, source)


def test_a_test_that_does_not_take_its_world_leaves_none(run_tests):
    source = """
import pytest

def test_before(world):
    pass

@pytest.fixture
def skipping():
    pytest.skip("not today")

def test_skipped(skipping, world):
    pass

def test_after(mockpostly):
    assert len(mockpostly.worlds()) <= 2

def test_last(mockpostly, world):
    assert [other.name for other in mockpostly.worlds()] == ["default", world.name]
"""
    assert "3 passed, 1 skipped" in run(run_tests, source)


def test_worlds_deleted_in_between_are_made_again(run_tests):
    source = """
import pytest

@pytest.fixture
def cleared(mockpostly):
    mockpostly.delete_worlds()

def test_before(world):
    pass

def test_one(cleared, world):
    assert world.clock.now
"""
    run(run_tests, source)


def test_a_copy_has_what_was_there_when_its_test_began(run_tests):
    source = """
import pytest

@pytest.fixture
def written(mockpostly):
    with mockpostly.make_world("source", from_="empty"):
        yield

def test_before(world):
    pass

@pytest.mark.mockpostly(from_="world:source")
def test_one(written, world):
    assert world.info["users"] == 0
"""
    run(run_tests, source)


def test_a_world_that_cannot_be_made_fails_its_own_test_alone(run_tests):
    source = """
import pytest

def test_before(world):
    pass

@pytest.mark.mockpostly(scenario="no-such-thing")
def test_wrong(world):
    pass

def test_after(world):
    pass
"""
    text = run(run_tests, source, passes=False)
    assert "2 passed, 1 error" in text and "no-such-thing" in text
