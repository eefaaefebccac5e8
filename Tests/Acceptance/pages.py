"""The pages of this repository: their marked commands, the answers they show, their links."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

from conftest import REPOSITORY

MARKED = re.compile(
    r"^<!-- (check|output) -->[ \t]*\n+```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL
)
FENCED = re.compile(r"^([ \t]*)```.*?^\1```[ \t]*$", re.MULTILINE | re.DOTALL)


def pages() -> list[Path]:
    """All Markdown files of the repository."""
    found = []
    for folder, inner, files in os.walk(REPOSITORY):
        inner[:] = [one for one in inner if not one.startswith(".") and one not in SKIPPED]
        found += [Path(folder, file) for file in files if file.endswith(".md")]
    return sorted(found)


SKIPPED = {"dist", "node_modules", "__pycache__"}


def called(page: Path) -> str:
    """The path of a page below the repository, for messages."""
    return page.relative_to(REPOSITORY).as_posix()


# MARK: Commands and answers


@dataclass
class Example:
    line: int
    script: str
    shown: object = None
    has_shown: bool = False


def examples(page: Path) -> list[Example]:
    """The marked blocks in order; a JSON block marked as output belongs to the one before it."""
    text = page.read_text(encoding="utf-8")
    found: list[Example] = []
    for block in MARKED.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        where = f"{called(page)}:{line}"
        mark, language, content = block.groups()
        if mark == "check":
            assert language == "sh", f"{where}: a checked block must be sh, not {language}"
            found.append(Example(line, content))
        else:
            assert language == "json", f"{where}: shown output must be json"
            assert found and not found[-1].has_shown, f"{where}: output of what?"
            found[-1].shown, found[-1].has_shown = json.loads(content), True
    marks = len(re.findall(r"^<!-- (?:check|output) -->", text, re.MULTILINE))
    assert marks == sum(1 + example.has_shown for example in found), "a mark without its block"
    return found


def script(found: list[Example], port: int) -> str:
    """One shell for all examples of a page, as the reader's; what each prints is in a file.

    A request that is refused ends it, unless its line ends with the status: `# 401`.
    """
    lines = [
        "set -euo pipefail",
        "refused() {",
        "    local wanted=$1 status; shift",
        "    status=$(\"$@\" --output refused --write-out '%{http_code}')",
        '    cat refused; test "$status" = "$wanted"',
        "}",
    ]
    for number, example in enumerate(found):
        commands = re.sub(r"\b8080\b", str(port), example.script)
        commands = re.sub(
            r"^curl -s (.*?)[ ]+# (\d{3})\b.*$", r"refused \2 curl -sS \1", commands, flags=re.M
        )
        commands = commands.replace("curl -s ", "curl -sS --fail-with-body ")
        lines.append(f"exec >{number}.out\n{commands}")
    return "\n".join(lines)


def differences(shown, got, place="$"):
    """Where two JSON values differ in structure: members, kinds of values, elements of arrays."""
    if isinstance(shown, dict) and isinstance(got, dict):
        for name in shown.keys() ^ got.keys():
            yield f"{place}.{name} is only in {'the page' if name in shown else 'the answer'}"
        for name in shown.keys() & got.keys():
            yield from differences(shown[name], got[name], f"{place}.{name}")
    elif isinstance(shown, list) and isinstance(got, list):
        if shown and not got:
            yield f"{place} is empty in the answer"
        for index, element in enumerate(got if shown else []):
            yield from differences(shown[min(index, len(shown) - 1)], element, f"{place}[{index}]")
    elif type(shown) is not type(got) and None not in (shown, got):
        yield f"{place} is {type(got).__name__} in the answer, {type(shown).__name__} in the page"


# MARK: Links


def links(text: str) -> list[str]:
    """The targets of the links and pictures of a page, but for those in code."""
    prose = re.sub(r"`[^`\n]*`", "", FENCED.sub("", text))
    return re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", prose)


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: set[str] = set()
    for title in re.findall(r"^#{1,6} +(.*?) *$", FENCED.sub("", text), re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count, one = 0, anchor
        while one in found:
            count += 1
            one = f"{anchor}-{count}"
        found.add(one)
    return found


def broken_links(page: Path) -> list[str]:
    """The relative links of a page that lead to no file or to no heading."""
    broken = []
    for link in map("".join, links(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            broken.append(link)
        elif anchor and target.suffix == ".md":
            if anchor not in anchors(target.read_text(encoding="utf-8")):
                broken.append(link)
    return broken
