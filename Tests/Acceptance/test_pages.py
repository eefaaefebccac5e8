"""README.md and docs/: their commands, run as a reader would, the answers they show, their links."""

from __future__ import annotations

import json
import os
import re
import subprocess

import pytest

from conftest import REPOSITORY
from mockserver import clean_environment
from pages import anchors, broken_links, called, differences, examples, links, pages, script

# Those of docs/ci.md are run by test_ci.py, inside `mockpostly exec`.
WITH_COMMANDS = [
    page
    for page in pages()
    if called(page) != "docs/ci.md" and "\n<!-- check -->" in page.read_text("utf-8")
]


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


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=called)
def test_the_marked_commands_work(server, binary, bash, tmp_path, page):
    found = examples(page)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "mockpostly").symlink_to(binary)
    environment = clean_environment(tmp_path, {"MOCKPOSTLY_URL": server.url})
    environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        [bash, "-c", script(found, server.port)],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    outputs = [tmp_path / f"{number}.out" for number in range(len(found))]
    printed = [file.read_text() for file in outputs if file.exists()]
    where = f"{called(page)}:{found[max(len(printed) - 1, 0)].line}"
    assert done.returncode == 0, f"{where}: exit {done.returncode}\n{printed[-1:]}{done.stderr}"
    for example, output in zip(found, printed, strict=True):
        if example.has_shown:
            wrong = list(differences(example.shown, json.loads(output)))
            assert not wrong, f"{called(page)}:{example.line}: {wrong}"


def test_the_shelf_has_commands_and_answers():
    assert len(WITH_COMMANDS) > 12
    assert sum(example.has_shown for page in WITH_COMMANDS for example in examples(page)) > 7


@pytest.mark.parametrize("page", pages(), ids=called)
def test_every_link_of_a_page_leads_somewhere(page):
    assert broken_links(page) == []


def test_a_broken_link_is_found(tmp_path):
    (tmp_path / "other.md").write_text("# Other `page`, with *marks*\n\n```\n# no heading\n```\n")
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n# A\n[a](#a-1) [b](other.md#other-page-with-marks) [c](https://example.com/x) `[d](no)`\n"
        "[e](#b) [f](other.md#no-heading) [g](missing.md)\n```\n[h](no)\n```\n![i](no.png)\n"
    )
    assert broken_links(page) == ["#b", "other.md#no-heading", "missing.md", "no.png"]


def test_pages_that_files_name_exist():
    """In help, comments and descriptions: `docs/scale.md` and the like."""
    names = re.compile(rb"(?<![\w./-])(?:docs|seed|deploy|Packages|Examples)/[\w./-]*\.md\b")
    wrong, count = [], 0
    for top in ("Sources", "Tests", "Packages", "scripts", "deploy", "openapi.yaml", "Makefile"):
        root = REPOSITORY / top
        for file in [root] if root.is_file() else root.rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                for name in names.findall(file.read_bytes()):
                    count += 1
                    if not (REPOSITORY / name.decode()).exists():
                        wrong.append(f"{called(file)}: {name.decode()}")
    assert wrong == [] and count > 5


def test_files_that_pages_name_exist():
    """In the prose: `Sources/Host/Course`, `scripts/format` and the like."""
    tops = "Benchmarks|Examples|Fuzz|Packages|Sources|Tests|deploy|docs|scripts|seed"
    names = re.compile(rf"`((?:{tops})/[\w./+-]*\w)/?(?: [^`]*)?`")
    wrong, count = [], 0
    for page in pages():
        for name in names.findall(page.read_text(encoding="utf-8")):
            count += 1
            if not (REPOSITORY / name).exists():
                wrong.append(f"{called(page)}: {name}")
    assert wrong == [] and count > 30


def test_every_page_is_in_the_table_of_contents():
    contents = REPOSITORY / "docs" / "README.md"
    linked = {
        (contents.parent / "".join(link).split("#")[0]).resolve()
        for link in links(contents.read_text())
    }
    assert set((REPOSITORY / "docs").rglob("*.md")) - {contents} <= linked


def test_the_page_of_settings_has_every_command(cli):
    page = (REPOSITORY / "docs" / "settings.md").read_text(encoding="utf-8")
    table = page.split("\n## Commands\n")[1].split("\n## ")[0]
    rows = [
        re.sub(r"[^a-z -]", " ", row.split("|")[1]).split()
        for row in table.splitlines()
        if "|" in row
    ]
    commands = re.findall(r"^  ([a-z]+(?: [a-z]+)?)  ", cli("help").stdout, re.MULTILINE)
    assert len(commands) > 50
    for command in commands:
        assert any(set(command.split()) <= set(row) for row in rows), command


def test_the_readme_is_read_in_a_minute():
    lines = (REPOSITORY / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 130
    first = "\n".join(lines[:40])
    assert "make serve" in first and first.count("```") == 6, "a command and its answer come first"
    assert {"made-for-tests", "point-your-app-at-it", "limits"} <= anchors("\n".join(lines))
