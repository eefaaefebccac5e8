"""`mockpostly drift --spec`: a server or a recording beside its description."""

from __future__ import annotations

import json

import pytest

from drifting import FAST, differences, recording


DESCRIPTION = """
openapi: 3.0.3
info: {title: Todos, version: "1"}
paths:
  /todos/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 1}]
      responses:
        "200":
          description: one
          content:
            application/json:
              schema:
                type: object
                required: [id, todo, TAKEN]
                properties: {id: {type: integer}, todo: {type: string}, TAKEN: {type: boolean}}
"""


TWO = """
  /quotes/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 1}]
      responses: {"200": {description: one}}
"""


@pytest.mark.parametrize(
    "words", [("--login", "a:b"), ("--allow-writes",), ("--same-content",), ("postly",)]
)
def test_what_a_description_has_no_use_for_is_refused(real, cli, tmp_path, words):
    (tmp_path / "todos.yaml").write_text(DESCRIPTION.replace("TAKEN", "completed"))
    done = cli("drift", *words, "--spec", "todos.yaml", "--against", real.url)
    assert (done.returncode, done.stdout, real.seen) == (2, "", [])
    assert f"leave {words[0]} out" in done.stderr.replace('"', "")


def test_a_body_that_a_recording_has_not_is_no_drift(cli, tmp_path):
    (tmp_path / "todos.yaml").write_text(DESCRIPTION.replace("TAKEN", "completed"))
    kept = recording("https://somewhere.example", [])
    kept["log"]["entries"] = kept["log"]["entries"][1:]
    kept["log"]["entries"][0]["response"]["content"] = {"size": 77}
    (tmp_path / "app.har").write_text(json.dumps(kept))
    done = cli("drift", "--spec", "todos.yaml", "--har", "app.har")
    assert done.returncode == 0, done.stdout + done.stderr


def test_pages_in_place_of_an_api_are_told(real, cli, tmp_path):
    file = tmp_path / "todos.yaml"
    file.write_text(DESCRIPTION.replace("TAKEN", "completed"))

    def change(method: str, path: str, answer) -> None:
        if path.startswith("/todos"):
            answer.body, answer.headers = b"<html>", [("Content-Type", "text/html")]

    real.change = change
    words = ("drift", "--spec", "todos.yaml", "--against", real.url, *FAST)
    done = cli(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{real.url} answers an HTML page, 200, where" in done.stderr
    # One of several is drift.
    file.write_text(file.read_text() + TWO)
    assert cli(*words).returncode == 1


def test_a_comparison_with_a_description_goes_on(real, cli, tmp_path):
    (tmp_path / "todos.yaml").write_text(DESCRIPTION.replace("TAKEN", "completed") + TWO)
    words = ("drift", "--spec", "todos.yaml", "--against", real.url, *FAST, "--resume", "state.json")

    def give_up(method: str, path: str, answer) -> None:
        if len(real.seen) == 2:
            raise ConnectionError("planted")

    real.change = give_up
    assert cli(*words).returncode == 2
    done = cli(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert real.seen == [("GET", "/todos/1"), ("GET", "/quotes/1"), ("GET", "/quotes/1")]
    assert not (tmp_path / "state.json").exists()


def test_a_server_and_a_recording_fit_a_description(real, cli, tmp_path):
    file = tmp_path / "todos.yaml"
    file.write_text(DESCRIPTION.replace("TAKEN", "completed"))
    done = cli("drift", "--spec", file, "--against", real.url, *FAST)
    assert done.returncode == 0, done.stdout + done.stderr
    assert real.seen == [("GET", "/todos/1")]
    archive = tmp_path / "app.har"
    archive.write_text(json.dumps(recording("https://somewhere.example", [])))
    done = cli("drift", "--spec", file, "--har", archive, "--format", "json")
    assert done.returncode == 1
    assert ("2", "missing", "body.completed") in differences(done)
    file.write_text(DESCRIPTION.replace("TAKEN", "taken"))
    done = cli("drift", "--spec", file, "--against", real.url, *FAST, "--format", "json")
    assert done.returncode == 1
    assert differences(done) == {("GET /todos/{id}", "missing", "body.taken")}
