"""What the tests of `mockpostly drift` share."""

from __future__ import annotations

import json

THEO = "theo.lindqvist@example.com:theo.lindqvist-postly"
FAST = ("--rate", 1000)
ACCOUNT = (*FAST, "--login", THEO, "--allow-writes")


def differences(done) -> set[tuple[str, str, str]]:
    report = json.loads(done.stdout)
    return {
        (step["name"], found["kind"], found["field"])
        for step in report["steps"]
        for found in step["differences"]
    }


def recording(url: str, posts: list[dict]) -> dict:
    def entry(path: str, body: object) -> dict:
        return {
            "request": {"method": "GET", "url": url + path, "headers": []},
            "response": {
                "status": 200,
                "headers": [{"name": "Content-Type", "value": "application/json"}],
                "content": {"text": json.dumps(body)},
            },
        }

    return {"log": {"entries": [entry("/posts?limit=2", {"posts": posts}), entry("/todos/1", {})]}}
