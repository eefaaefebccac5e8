"""Generated requests against the served description: every answer must be one it declares."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from conftest import MIRA
from mockserver import clean_environment
from postly import log_in

EXAMPLES = 40
SEED = 20260214
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)


def generate(server, directory, token, *flags):
    """One bounded run; gives the number of cases it made. Any failure is shown in full."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "schemathesis.cli",
            "run",
            f"{server.url}/__mockpostly/v1/openapi.yaml",
            "--url",
            server.url,
            "--header",
            f"Authorization: Bearer {token}",
            "--checks",
            ",".join(CHECKS),
            "--max-examples",
            str(EXAMPLES),
            "--seed",
            str(SEED),
            "--generation-database",
            "none",
            "--request-timeout",
            "10",
            "--warnings",
            "off",
            "--no-color",
            *flags,
        ],
        cwd=directory,
        env=clean_environment(directory, {"PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "120"}),
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout[-20000:] + done.stderr[-5000:]
    made = re.search(r"(\d+) generated", done.stdout)
    assert made, done.stdout
    return int(made[1])


@pytest.mark.timeout(170)
def test_generated_requests_get_declared_answers(server, tmp_path):
    with server.connect() as connection:
        token = log_in(connection, **MIRA)
    cases = generate(
        server, tmp_path, token, "--phases", "examples,coverage,fuzzing", "--mode", "all"
    )
    print(f"schemathesis: {cases} cases")
    assert cases >= 500
    with server.connect() as connection:
        assert connection.ask("GET", "/__mockpostly/v1/live").status == 200


@pytest.mark.timeout(60)
def test_the_examples_of_the_description_work_without_a_token(server, tmp_path):
    cases = generate(server, tmp_path, "not-a-token", "--phases", "examples", "--mode", "positive")
    print(f"schemathesis: {cases} examples")
    assert cases >= 5
