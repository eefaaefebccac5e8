"""Measures what the fixture `world` costs a test: making its world, and deleting it.

It is the time that passes, with all that the other workers do meanwhile: where there are more
workers than processors, most of it is waiting for a processor. MOCKPOSTLY_COST_LIMIT, in
milliseconds, lets the run fail when the median is higher.
"""

from __future__ import annotations

import os
import time
from typing import Any, Dict, Generator

import pytest

_KEY: "pytest.StashKey[float]" = pytest.StashKey()


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(
    fixturedef: Any, request: pytest.FixtureRequest
) -> Generator[None, Any, None]:
    start = time.perf_counter()
    yield
    if fixturedef.argname == "world":
        request.node.stash[_KEY] = time.perf_counter() - start


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, None]:
    start = time.perf_counter()
    yield
    item.user_properties.append(("cost", item.stash[_KEY] + time.perf_counter() - start))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    costs = sorted(
        dict(report.user_properties)["cost"]
        for report in terminalreporter.stats.get("", [])
        if report.when == "teardown"
    )
    figures: Dict[str, float] = {
        "median": costs[len(costs) // 2] * 1000,
        "95 %": costs[len(costs) * 95 // 100] * 1000,
    }
    words = ", ".join(f"{name} {figure:.2f} ms" for name, figure in figures.items())
    terminalreporter.write_line(f"cost of the fixture over {len(costs)} tests: {words}")
    limit = os.environ.get("MOCKPOSTLY_COST_LIMIT")
    if limit and figures["median"] > float(limit):
        raise pytest.UsageError(f"the fixture costs more than {limit} ms")
