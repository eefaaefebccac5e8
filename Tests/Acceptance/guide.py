"""`/__mockpostly/llms.txt`: its commands, and an agent that knows nothing else."""

from __future__ import annotations

import json
import shlex
import subprocess
from urllib.parse import urlsplit

import requests


def commands(page: str) -> list[str]:
    """The commands of the page, which are indented."""
    return [line.strip() for line in page.splitlines() if line.startswith("    ") and "curl" in line]


def run(bash: str, command: str, environment: dict[str, str] | None = None) -> str:
    """What a command prints; a refusal fails."""
    strict = command.replace("curl -s ", "curl -sS --fail-with-body ", 1)
    done = subprocess.run(
        [bash, "-c", strict], capture_output=True, text=True, timeout=60, env=environment
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


class Agent:
    """Calls what the page shows, with other values, in a world of its own; counts the calls."""

    def __init__(self, page: str, world: str):
        self.examples = [shlex.split(command) for command in commands(page)]
        self.world = world
        self.calls = 0
        self.base_urls = self.call("/worlds", {"id": world})["baseUrls"]

    def call(self, path: str, body: dict | None = None, method: str | None = None, more: str = ""):
        """The call whose address ends in `path`; `more` is put behind it, before a query."""
        urls = [words[-1] for words in self.examples]
        url = next(url for url in urls if urlsplit(url).path.endswith(path))
        parts = urlsplit(url.replace("/w/me/", f"/w/{self.world}/"))
        answer = requests.request(
            method or ("GET" if body is None else "POST"),
            f"{parts.scheme}://{parts.netloc}{parts.path}{more}",
            data=None if body is None else json.dumps(body),
            timeout=60,
        )
        self.calls += 1
        assert answer.ok, answer.text
        return answer.json() if answer.content else None
