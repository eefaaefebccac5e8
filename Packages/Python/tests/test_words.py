"""Patterns and times as the control plane gets them; no server is needed."""

from __future__ import annotations

import datetime
import pickle

import pytest

import mockpostly
from mockpostly import MockPostlyError, Unmet, match, message
from mockpostly._errors import refusal
from mockpostly._http import Connections
from mockpostly._plan import world_name
from mockpostly._values import clock_members, duration_text


@pytest.mark.parametrize(
    ("pattern", "members", "words"),
    [
        (match(), {}, "any request"),
        (match("POST /api/posts"), {"method": "POST", "path": "/api/posts"}, "POST /api/posts"),
        (match("/api/**"), {"path": "/api/**"}, "any method /api/**"),
        (match("GET"), {"method": "GET"}, "GET request"),
        (match(match("GET"), json_path={"$.a": 1}), None, 'GET request with jsonPath {"$.a":1}'),
        (match({"user": "7"}, status="4xx"), None, "any request with user 7, status 4xx"),
        (message(), {}, "any message"),
        (message(event="a", direction="in"), None, "a message with event a, direction in"),
    ],
)
def test_patterns(pattern, members, words):
    assert str(pattern) == words
    assert members is None or pattern.members == members


def test_times():
    assert duration_text(1.5) == "1500000us" and duration_text("15m") == "15m"
    assert duration_text(datetime.timedelta(milliseconds=-3)) == "-3000us"
    east = datetime.timezone(datetime.timedelta(hours=2))
    assert (
        clock_members(datetime.datetime(2027, 1, 1, tzinfo=east)) == "2026-12-31T22:00:00.000000Z"
    )
    day = {"mode": "freeze", "now": datetime.date(2027, 1, 1)}
    assert clock_members(day) == {"mode": "freeze", "now": "2027-01-01"}


def test_names_of_worlds():
    assert world_name("test_a[x y/z]", "1").startswith("test_a-x-y-z-")
    assert world_name("test_a", "1") != world_name("test_a", "2")
    assert len(world_name("x" * 100, "1")) <= 64 and world_name("…", "1").startswith("test-")


def test_errors_cross_processes():
    for error in (MockPostlyError("a", 409, {"title": "T"}), Unmet("b", {"nearest": []})):
        copy = pickle.loads(pickle.dumps(error))
        assert (str(copy), copy.problem) == (str(error), error.problem)


def test_an_answer_that_is_no_problem_document():
    assert str(refusal(502, b"<html>")) == "the control plane answers 502: <html>"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("localhost:8080", "is no URL"),
        ("ftp://localhost", "is no URL"),
        ("http://localhost:8080/api", "without a path"),
        ("http://localhost:99999", "no valid port"),
    ],
)
def test_addresses(url, words):
    with pytest.raises(MockPostlyError, match=words):
        Connections(url)


def test_all_names_are_there():
    assert all(getattr(mockpostly, name) for name in mockpostly.__all__)
    assert mockpostly.__version__
    with pytest.raises(AttributeError, match="nothing"):
        mockpostly.nothing  # noqa: B018


@pytest.mark.parametrize("text", ["", " ", "GET /x y", "GET POST", "GET POST /x"])
def test_a_text_that_is_no_pattern_is_refused(text):
    with pytest.raises(ValueError, match="is no pattern of requests, such as 'POST /api/posts'"):
        match(text)


def test_blanks_around_the_words_of_a_pattern_do_not_count():
    assert match(" GET  /x ").members == {"method": "GET", "path": "/x"}
