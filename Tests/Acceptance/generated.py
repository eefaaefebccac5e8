"""Clients that openapi-python-client makes of the served descriptions."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from conftest import REPOSITORY
from mockserver import clean_environment
from worlds import BASE

CONFIGURATION = REPOSITORY / "docs" / "examples" / "openapi-python-client.yaml"


def fetch(server, description: str, directory: Path) -> Path:
    """A description as the server has it, in a file."""
    file = directory / description
    with server.connect() as connection:
        answer = connection.ask("GET", f"{BASE}/{description}")
    assert answer.status == 200, answer
    file.write_bytes(answer.body)
    return file


def generate(output: Path, *options: object) -> str:
    """Makes the package `output`; gives what the generator says, without where."""
    environment = clean_environment(output.parent, {"PYTHONDONTWRITEBYTECODE": "1"})
    # It formats by ruff, which is installed beside it.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate"),
            *("--meta", "none", "--output-path", str(output)),
            *map(str, options),
        ],
        cwd=output.parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # Lines are as long as the terminal; a path may be broken.
    return re.sub(r"^Generating\s+\S+\s*", "", done.stdout) + done.stderr


class Package:
    """A generated package: its operations as attributes, in Python's style of names."""

    def __init__(self, directory: Path, name: str):
        sys.path.insert(0, str(directory))
        try:
            self.root = importlib.import_module(name)
            self.models = importlib.import_module(f"{name}.models")
            groups = importlib.import_module(f"{name}.api").__path__
            found = pkgutil.walk_packages(groups, f"{name}.api.")
            self.paths = {one.name.rpartition(".")[2]: one.name for one in found if not one.ispkg}
        finally:
            sys.path.remove(str(directory))

    @property
    def operations(self) -> dict[str, ModuleType]:
        """All operations; each is imported when it is asked for."""
        return {name: getattr(self, name) for name in self.paths}

    def __getattr__(self, name: str) -> ModuleType:
        try:
            return importlib.import_module(self.paths[name])
        except KeyError:
            raise AttributeError(f"no operation {name}") from None

    def client(self, url: str, token: str | None = None, **parameters: str):
        """A client for the server at `url`; unexpected answers are errors of it."""
        options = {
            "base_url": url,
            "raise_on_unexpected_status": True,
            "timeout": 30.0,
            "httpx_args": {"trust_env": False, "params": parameters},
        }
        if token is None:
            return self.root.Client(**options)
        return self.root.AuthenticatedClient(token=token, **options)
