"""A thousand tests that do nothing in their worlds."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("number", range(1000))
def test_nothing(world, number):
    pass
