"""The README's marked shell examples, run as a reader would, and the answers it shows."""

from __future__ import annotations

import json
import os
import re
import subprocess
from dataclasses import dataclass

from conftest import REPOSITORY
from mockserver import clean_environment

README = REPOSITORY / "README.md"
MARKED = re.compile(
    r"^<!-- (check|output) -->[ \t]*\n+```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL
)


@dataclass
class Example:
    line: int
    script: str
    shown: object = None
    has_shown: bool = False


def examples(text: str) -> list[Example]:
    """The marked blocks in order; a JSON block marked as output belongs to the one before it."""
    found: list[Example] = []
    for block in MARKED.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        mark, language, content = block.groups()
        if mark == "check":
            assert language == "sh", f"README.md:{line}: a checked block must be sh, not {language}"
            found.append(Example(line, content))
        else:
            assert language == "json", f"README.md:{line}: shown output must be json"
            assert found and not found[-1].has_shown, f"README.md:{line}: output of what?"
            found[-1].shown, found[-1].has_shown = json.loads(content), True
    marks = len(re.findall(r"^<!-- (?:check|output) -->", text, re.MULTILINE))
    assert marks == sum(1 + example.has_shown for example in found), "a mark without its block"
    return found


def differences(shown, got, place="$"):
    """Where two JSON values differ in structure: members, kinds of values, elements of arrays."""
    if isinstance(shown, dict) and isinstance(got, dict):
        for name in shown.keys() ^ got.keys():
            yield f"{place}.{name} is only in {'the README' if name in shown else 'the answer'}"
        for name in shown.keys() & got.keys():
            yield from differences(shown[name], got[name], f"{place}.{name}")
    elif isinstance(shown, list) and isinstance(got, list):
        if shown and not got:
            yield f"{place} is empty in the answer"
        for index, element in enumerate(got if shown else []):
            yield from differences(shown[min(index, len(shown) - 1)], element, f"{place}[{index}]")
    elif type(shown) is not type(got) and None not in (shown, got):
        yield f"{place} is {type(got).__name__} in the answer, {type(shown).__name__} in the README"


def test_structure_is_compared():
    """The comparison itself must be able to fail."""
    page = {"a": [{"b": 1, "c": None}], "d": "x"}
    assert not list(differences(page, {"a": [{"b": 2, "c": "y"}, {"b": 3, "c": None}], "d": ""}))
    for other in (
        {"a": [{"b": 1}], "d": "x"},
        {"a": [{"b": 1, "c": None, "e": 1}], "d": "x"},
        {"a": [{"b": "1", "c": None}], "d": "x"},
        {"a": [], "d": "x"},
        {"a": {}, "d": "x"},
        {"a": [{"b": True, "c": None}], "d": "x"},
        [],
    ):
        assert list(differences(page, other)), other


def test_the_marked_examples_work(server, binary, bash, tmp_path):
    found = examples(README.read_text(encoding="utf-8"))
    assert found, "no example of the README is marked"
    assert any(example.has_shown for example in found), "no shown answer of the README is marked"
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "mockpostly").symlink_to(binary)
    variables = tmp_path / "variables"
    variables.write_text("")
    environment = clean_environment(tmp_path)
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    for example in found:
        script = re.sub(r"\b8080\b", str(server.port), example.script)
        # Variables set by one example are there for the next, as in the reader's shell.
        whole = (
            f'set -euo pipefail\n. "{variables}"\nset -a\n{script}\nset +a\n'
            f'declare -px >"{variables}"\n'
        )
        done = subprocess.run(
            [bash, "-c", whole],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        where = f"README.md:{example.line}"
        assert done.returncode == 0, f"{where}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        if example.has_shown:
            got = json.loads(done.stdout)
            assert not (wrong := list(differences(example.shown, got))), f"{where}: {wrong}"
