"""Parts of descriptions that tests write."""

from __future__ import annotations


def json_of(schema: dict, **more) -> dict:
    """A response in JSON."""
    return {
        "description": "Good",
        "content": {"application/json": {"schema": schema}},
        **more,
    }


def body_of(schema: dict, kind: str = "application/json") -> dict:
    return {"required": True, "content": {kind: {"schema": schema}}}
