"""Coroutines in tests of a process that may have a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor


def run(coroutine: Coroutine):
    """What `asyncio.run` gives, in a thread: Playwright has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
