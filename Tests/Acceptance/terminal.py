"""The command line beside a server."""

from __future__ import annotations

import json

ESCAPE = "\x1b"


class Terminal:
    """The command line beside one server."""

    def __init__(self, cli, server):
        self.cli, self.server = cli, server
        self.environment = {"MOCKPOSTLY_URL": server.url}

    def __call__(self, *words, code: int = 0, **environment):
        done = self.cli(*words, environment={**self.environment, **environment})
        assert done.returncode == code, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
        if code == 0:
            assert done.stderr == "", done.stderr
        else:
            assert done.stdout == "", done.stdout
            assert len(done.stderr.splitlines()) <= 6, done.stderr
        assert ESCAPE not in done.stdout + done.stderr
        return done.stdout if code == 0 else done.stderr

    def json(self, *words, **environment):
        text = self(*words, "--json", **environment)
        assert text.endswith("\n")
        return json.loads(text)
