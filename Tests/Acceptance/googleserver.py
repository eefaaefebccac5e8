"""Fixtures of the tests of Google: a server that takes tokens of its own key only, and an app."""

from __future__ import annotations

import pytest

from conftest import Starter
from googleapp import GoogleApp
from worlds import Control


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    """The libraries here ask the environment for proxies."""
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def strict(binary, tmp_path_factory):
    """A server that checks signatures."""
    starter = Starter(binary, tmp_path_factory.mktemp("google"))
    yield starter("--google", "verify")
    starter.stop_all()


@pytest.fixture
def control(strict):
    with Control(strict) as control:
        yield control


@pytest.fixture
def app(strict):
    return GoogleApp(strict)
