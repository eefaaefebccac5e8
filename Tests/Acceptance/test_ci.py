"""Continuous integration: this repository's own, that of docs/ci.md, and the release's scripts.

The linters come from PyPI with their schemas, and ask nobody.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import requests
import yaml

from conftest import REPOSITORY
from mockserver import clean_environment
from test_docs_testing import beside_a_server
from pages import examples

DOCUMENT = REPOSITORY / "docs" / "ci.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
WORKFLOWS = sorted((REPOSITORY / ".github" / "workflows").glob("*.yml"))
ACTION = REPOSITORY / "action.yml"
SNIPPETS = re.findall(
    r"^<!-- schema: (\S+) -->\n```yaml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL
)
BESIDE_PYTHON = Path(sys.executable).parent


def run(program: str, *arguments: object, directory: Path = REPOSITORY) -> str:
    """Runs a linter of the environment of these tests; gives what it says, when it fails."""
    done = subprocess.run(
        [BESIDE_PYTHON / program, *map(str, arguments)],
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.stdout if done.returncode else ""


def schema_faults(schema: str, *files: Path) -> str:
    return run("check-jsonschema", "--builtin-schema", schema, *files)


def test_the_workflows_and_the_action_are_sound():
    assert run("zizmor", "--offline", "--no-progress", "--quiet", *WORKFLOWS, ACTION) == ""
    assert schema_faults("vendor.github-workflows", *WORKFLOWS) == ""
    assert schema_faults("vendor.github-actions", ACTION) == ""


def test_the_linters_find_faults(tmp_path):
    bad = tmp_path / "bad.yml"
    bad.write_text(
        "name: Bad\non: push\njobs:\n  one:\n    runs-on: ubuntu-24.04\n    steps:\n"
        "      - uses: actions/checkout@main\n      - run: echo ${{ github.head_ref }}\n        sell: sh\n"
    )
    assert "template-injection" in run("zizmor", "--offline", "--no-progress", bad)
    assert "sell" in schema_faults("vendor.github-workflows", bad)


def test_other_repositories_are_named_by_their_commits():
    for file in [*WORKFLOWS, ACTION]:
        for used in re.findall(r"\buses: (.+)", file.read_text(encoding="utf-8")):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[0-9.]+", used), f"{file.name}: {used}"


def scripts_of_steps(file: Path):
    """The scripts of a workflow's steps."""
    for job in yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"].values():
        for step in job["steps"]:
            if "run" in step:
                yield step["run"]


def test_the_scripts_are_sound(tmp_path):
    scripts = [REPOSITORY / "scripts" / name for name in ("start-action", "dist")]
    scripts += [REPOSITORY / "Packages" / "Program" / name for name in ("build", "check-bundle")]
    scripts.append(REPOSITORY / "Packages" / "JVM" / "publish")
    for workflow in WORKFLOWS:
        for number, script in enumerate(scripts_of_steps(workflow)):
            scripts.append(tmp_path / f"{workflow.stem}-{number}.sh")
            scripts[-1].write_text(f"#!/usr/bin/env bash\n{script}")
    assert run("shellcheck", *scripts) == ""


def test_the_jobs_run_each_step_of_all_tests_once():
    test = (REPOSITORY / "scripts" / "test").read_text(encoding="utf-8")
    steps = re.search(r"^all=\((.+)\)$", test, re.MULTILINE)[1].split()
    scripts = list(scripts_of_steps(REPOSITORY / ".github" / "workflows" / "ci.yml"))
    named = [script.split()[1:] for script in scripts if script.startswith("scripts/test ")]
    assert sorted(name for names in named for name in names) == sorted(steps)
    # What a machine decides is judged elsewhere.
    assert "make figures" in scripts and "Benchmarks" not in "".join(
        line for line in test.splitlines() if not line.startswith("#")
    )


def test_a_release_publishes_nothing_before_all_is_built_and_checked():
    text = (REPOSITORY / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    release = yaml.safe_load(text)
    jobs = release["jobs"]
    assert release["permissions"] == {}
    assert sorted(jobs["merge"]["needs"]) == ["build", "image"]
    for name, job in jobs.items():
        writes = {scope for scope, right in job["permissions"].items() if right == "write"}
        if name in ("build", "image"):
            assert not writes and "environment" not in job and "secrets." not in str(job)
        elif name != "merge":
            assert job["needs"] == "merge"
    platforms = [one["platform"] for one in jobs["build"]["strategy"]["matrix"]["include"]]
    for name in ("linux-aarch64", "macos-aarch64", "macos-x86_64"):
        assert f"platforms/dist-{name}" in text
    assert f"MOCKPOSTLY_PLATFORMS: {' '.join(platforms)}\n" in text


# MARK: The document


@pytest.mark.parametrize("schema, text", SNIPPETS)
def test_a_snippet_of_the_document_is_valid(tmp_path, schema, text):
    file = tmp_path / "snippet.yml"
    file.write_text(text)
    assert schema_faults(schema, file) == ""


def test_every_snippet_of_the_document_is_checked():
    assert len(SNIPPETS) == TEXT.count("```yaml") >= 4


def test_the_inputs_in_the_document_are_those_of_the_action():
    inputs = yaml.safe_load(ACTION.read_text(encoding="utf-8"))["inputs"]
    assert re.findall(r"^\| `([a-z-]+)` \|", TEXT, re.MULTILINE) == list(inputs)
    for _, text in SNIPPETS:
        for job in yaml.safe_load(text).get("jobs", {}).values():
            for step in job["steps"]:
                if step.get("uses", "").startswith("mockpostly/"):
                    assert set(step["with"]) <= set(inputs)


def test_the_commands_in_the_document_work(binary, bash, tmp_path):
    script = "set -euo pipefail\n" + "\n".join(one.script for one in examples(DOCUMENT))
    done = beside_a_server(binary, tmp_path, "--", bash, "-c", script)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count('"pagination"') == 2


def test_the_document_names_the_version_of_the_program(cli):
    version = cli("--version").stdout.split()[1]
    named = re.findall(r"(?:mockpostly:|mockpostly@v|#v|version: )(\d+\.\d[\d.]*)", TEXT)
    assert len(named) >= 6 and set(named) == {version}


def services() -> list[list[str]]:
    """The commands of the services in the document."""
    found = []
    for _, text in SNIPPETS:
        parsed = yaml.safe_load(text)
        for job in [parsed.get("tests", {}), *parsed.get("jobs", {}).values()]:
            listed = job.get("services", [])
            found += [one["command"] for one in listed if "command" in one]
        if "depends_on" in text:
            found.append(parsed["services"]["mockpostly"]["command"])
    return found


def test_the_services_in_the_document_are_found_by_their_name(start):
    assert len(services()) == 2
    for first, *options in services():
        assert first == "serve"
        server = start(*options)
        for host, status in (("mockpostly:8080", 200), ("elsewhere:8080", 403)):
            control = f"http://127.0.0.1:{server.port}/__mockpostly/v1/worlds"
            answer = requests.get(control, headers={"Host": host}, timeout=60)
            assert answer.status_code == status


# MARK: The release


def folder_of(platform: str, version: str, place: Path) -> Path:
    """A folder as `scripts/dist` makes it, with next to nothing in it."""
    folder = place / f"{version}-{platform}"
    folder.mkdir()
    program = place / "mockpostly"
    program.write_text(f"program for {platform}")
    with tarfile.open(folder / f"mockpostly-{version}-{platform}.tar.gz", "w:gz") as archive:
        archive.add(program, f"mockpostly-{version}/bin/mockpostly")
    (folder / "same.whl").write_text(platform)
    (folder / f"{platform}.spdx.json").write_text("{}")
    (folder / "mockpostly.rb").write_text("only this platform")
    names = sorted(file.name for file in folder.iterdir())
    (folder / "SHA256SUMS").write_text("".join(f"{digest(folder / one)}  {one}\n" for one in names))
    return folder


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def merge(tmp_path):
    """Runs `scripts/dist --merge` of a copy of what it needs."""
    for name in ("scripts/dist", *(f"Packages/Program/{one}.py" for one in ("bundle", "formula"))):
        copy = tmp_path / "clone" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((REPOSITORY / name).read_bytes())

    def run(*folders: Path):
        environment = clean_environment(tmp_path, {"SOURCE_DATE_EPOCH": "1767225600"})
        words = ["sh", tmp_path / "clone" / "scripts" / "dist", "--merge", *folders]
        return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)

    run.out = tmp_path / "clone" / "dist"
    return run


def test_the_folders_of_platforms_become_one(merge, tmp_path):
    platforms = ["linux-x86_64", "linux-aarch64", "macos-aarch64", "macos-x86_64"]
    folders = [folder_of(platform, "1.2.3", tmp_path) for platform in platforms]
    done = merge(*folders)
    assert done.returncode == 0, done.stderr
    files = {file.name for file in merge.out.iterdir()} - {"SHA256SUMS"}
    assert {f"mockpostly-1.2.3-{platform}.tar.gz" for platform in platforms} <= files
    # What all have is that of the first, and what spans the platforms is made anew.
    assert (merge.out / "same.whl").read_text() == platforms[0]
    formula = (merge.out / "mockpostly.rb").read_text()
    assert all(f"-{platform}.tar.gz" in formula for platform in platforms)
    bundle = merge.out / "mockpostly-1.2.3.artifactbundle.zip"
    paths = subprocess.run(
        [sys.executable, "-m", "zipfile", "-l", bundle], capture_output=True, text=True
    ).stdout
    assert all(f"/{platform}/mockpostly " in paths for platform in platforms)
    sums = (merge.out / "SHA256SUMS").read_text().splitlines()
    assert sums == [f"{digest(merge.out / name)}  {name}" for name in sorted(files)]


def test_folders_of_two_versions_are_not_merged(merge, tmp_path):
    folders = [folder_of("linux-x86_64", version, tmp_path) for version in ("1.2.3", "1.2.4")]
    done = merge(*folders)
    assert done.returncode == 1 and "more than one version, or none: 1.2.3 1.2.4" in done.stderr
    assert not merge.out.exists()


def test_a_file_that_has_changed_is_not_merged(merge, tmp_path):
    folder = folder_of("linux-x86_64", "1.2.3", tmp_path)
    (folder / "same.whl").write_text("changed")
    done = merge(folder)
    assert done.returncode == 1 and "is not as it was made" in done.stderr
    assert not os.path.exists(merge.out)
