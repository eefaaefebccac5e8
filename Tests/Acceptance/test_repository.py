"""What is in the repository: its top level, no binaries, one version."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPOSITORY

TOP_LEVEL = """
    .ci .dockerignore .editorconfig .github .gitignore .swift-format AGENTS.md Benchmarks CHANGELOG.md
    CONTRIBUTING.md Dockerfile Examples Fuzz LICENSE Makefile Package.swift Packages README.md
    Sources Tests action.yml deploy docs openapi-control.yaml openapi.yaml scripts seed
    skills
"""
# Pictures, fonts and the like that are meant to be here. The dashboard's picture is a text.
BINARIES: set[str] = set()
# The files with SQL besides stores, migrations and the layer over SQLite.
SQL = {
    "ContentTable+Comparison.swift",
    "ContentTable+SQL.swift",
    "RecordTable.swift",
    "SearchIndex.swift",
    "Sequences.swift",
}
# A post that looks like SQL.
SQL_AS_TEXT = {"UnicodeScenario+Texts.swift"}
# Where the version stands besides BuildInfo.swift, from which the program and, by the program, all
# packages have it; and how often.
COPIES = {
    "docs/ci.md": 7,
    "openapi.yaml": 1,
    "openapi-control.yaml": 1,
    "Packages/JVM/README.md": 3,
}


def git(*arguments: str) -> list[str]:
    """The answer of git about this repository, as a list; skips where there is only the content."""
    if not (REPOSITORY / ".git").exists():
        pytest.skip("not a clone")
    return subprocess.check_output(
        ["git", "-c", "safe.directory=*", *arguments, "-z"], cwd=REPOSITORY, text=True, timeout=60
    ).split("\0")[:-1]


def version() -> str:
    """The version in the one place where it is said."""
    text = (REPOSITORY / "Sources/Server/BuildInfo.swift").read_text(encoding="utf-8")
    return re.search(r'static let version = "(.+)"', text)[1]


def test_sql_is_in_stores_and_few_other_files():
    statement = re.compile(
        r"\b(SELECT|INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \S+ SET|(CREATE|DROP) (TEMP )?TABLE)\b"
    )
    found = {
        path.name
        for path in (REPOSITORY / "Sources").rglob("*.swift")
        if not re.search(r"Store(\+\w+)?\.swift$|^\d{4}-", path.name)
        and path.parent != REPOSITORY / "Sources/Base/SQLite"
        and statement.search(path.read_text())
    }
    assert found - SQL_AS_TEXT == SQL


@pytest.mark.parametrize("folder", ["Community", "Pexels", "RealWorld", "Wreely"])
def test_few_files_name_a_system_outside_its_folder(folder):
    # The systems of co-working spaces have a word in common.
    name = re.compile(folder + "(?! manager| of co-working)", re.IGNORECASE)
    sources = REPOSITORY / "Sources"
    naming = [
        path.relative_to(sources)
        for path in sources.rglob("*.swift")
        if sources / "Dialects" / folder not in path.parents
        and name.search(path.read_text().replace("co-working community", ""))
    ]
    assert len(naming) <= 3, naming


def test_the_top_level_is_as_listed():
    assert sorted({name.split("/")[0] for name in git("ls-files")}) == sorted(TOP_LEVEL.split())


def test_no_binary_is_tracked():
    """Neither by git's own rule, a NUL or too many other controls, nor by name."""
    kinds = dict(line.split("\t")[::-1] for line in git("ls-files", "--eol"))
    assert len(kinds) > 1000
    binary = {name for name, kind in kinds.items() if kind.startswith("i/-text")}
    named = re.compile(
        r"\.(?:whl|jar|tgz|gz|zip|deb|so|a|o|sqlite|png|jpe?g|webp|woff2?|ttf|class)$|(?:^|/)pid$"
    )
    assert binary | {name for name in kinds if named.search(name)} == BINARIES


def test_the_program_says_the_version(cli):
    assert cli("version").stdout.splitlines()[0] == f"mockpostly {version()}"


def test_the_version_is_in_few_other_files():
    """With another version in one of them, its count is less; a new copy is found too."""
    written = re.compile(rf"(?<![\d.]){re.escape(version())}(?![\d.]*\d)")
    found = {}
    for name in git("ls-files"):
        text = (REPOSITORY / name).read_text(encoding="utf-8", errors="replace")
        if count := len(written.findall(text)):
            found[name] = count
    for own in ("Sources/Server/BuildInfo.swift", "CHANGELOG.md"):
        assert found.pop(own) == 1
    assert found == COPIES


def test_the_types_of_orders_are_those_of_the_description():
    check = [sys.executable, REPOSITORY / "scripts/schemas", "--check"]
    run = subprocess.run(check, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_the_changelog_begins_with_the_version():
    text = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(version())}\] - \d{{4}}-\d\d-\d\d", headings[1])


LIBRARIES = {"Client", "Foundation", "Testing"}


def home(file: Path) -> str:
    """Whose name a file of Sources has: the dialects', the libraries', or its folder's."""
    floor, *rest = file.relative_to(REPOSITORY / "Sources").parts
    if floor in LIBRARIES:
        return "libraries"
    if floor == "Dialects" and rest[0] != "Dialect":
        return "dialects"
    return str(file.parent)


def test_a_file_name_stands_once():
    """But for the roles of dialects, and for the libraries, which name things as the server does."""
    homes: dict[str, list[str]] = {}
    for file in (REPOSITORY / "Sources").rglob("*.swift"):
        homes.setdefault(file.name, []).append(home(file))
    alone = {name: set(found) - {"libraries"} for name, found in homes.items()}
    assert {name: found for name, found in alone.items() if len(found) > 1} == {}


WALKS = 4
LONGEST_WALK = 12


def walks() -> list[list[tuple[str, str, str]]]:
    """The walks of a request through the sources: file, function, and what happens there."""
    text = (REPOSITORY / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("### Four walks\n")[2].partition("\n## ")[0]
    found: list[list[tuple[str, str, str]]] = []
    for line in section.splitlines():
        if step := re.match(r"(\d+)\. ", line):
            parts = re.fullmatch(r"\d+\. `(\S+\.swift)`: `(\w+)`(.*)", line)
            assert parts, f"not a file, a function and what happens: {line}"
            if step[1] == "1":
                found.append([])
            found[-1].append(parts.groups())
            assert int(step[1]) == len(found[-1]), line
    return found


def test_a_walk_leads_from_file_to_file():
    """Each function stands in its file, and is called in one that was named before it."""
    sources = REPOSITORY / "Sources"
    assert len(walks()) == WALKS
    beginning: list[str] = []
    for walk in walks():
        assert 1 < len(walk) <= LONGEST_WALK
        passed = list(beginning)
        for number, (name, function, words) in enumerate(walk):
            file = sources / name
            text = file.read_text(encoding="utf-8")
            assert re.search(rf"\bfunc {function}\b", text), f"{name} has no {function}"
            passed += [
                (file.parent / other).read_text(encoding="utf-8")
                for other in re.findall(r"`(\S+\.swift)`", words)
                if (file.parent / other).exists()
            ]
            called = re.compile(rf"(?<!func )(?<!\w){function}\b[(:,) ]")
            assert number == 0 or any(map(called.search, passed)), f"{function} of {name}: by whom?"
            passed.append(text)
        beginning = beginning or passed
