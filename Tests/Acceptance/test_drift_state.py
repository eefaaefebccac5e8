"""`mockpostly drift --resume`: an interrupted run goes on."""

from __future__ import annotations

import json
import stat

import pytest

from drifting import ACCOUNT, FAST, recording


def test_an_interrupted_run_goes_on(real, cli, tmp_path):
    state = tmp_path / "state.json"
    words = ("drift", "postly", "--against", real.url, *ACCOUNT, "--resume", state)
    count = 0

    def give_up(method: str, path: str, answer) -> None:
        nonlocal count
        count += 1
        if count == 40:
            raise ConnectionError("planted")

    real.change = give_up
    done = cli(*words)
    assert done.returncode == 2
    assert str(state) in done.stderr
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    sent = len(real.seen)
    done = cli(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(real.seen) - sent == 2 * 33 - 39
    assert not state.exists()


@pytest.mark.parametrize("change", ["account", "writes", "header", "recording"])
def test_a_state_of_other_requests_is_refused(real, cli, tmp_path, change):
    state = tmp_path / "state.json"
    archive = tmp_path / "app.har"
    archive.write_text(json.dumps(recording("https://somewhere.example", [])))
    words = ["drift", "dummyjson", "--against", real.url, *FAST, "--resume", state, "--har", archive]
    broken = ConnectionError("planted")

    def give_up(method: str, path: str, answer) -> None:
        if len(real.seen) == 2:
            raise broken

    real.change = give_up
    assert cli(*words).returncode == 2
    kept = state.read_text()
    if change == "recording":
        other = recording("https://somewhere.example", [])
        other["log"]["entries"].pop()
        archive.write_text(json.dumps(other))
    more = {"account": ["--login", "a:b"], "writes": ["--allow-writes"], "header": ["--header", "X: y"]}
    done = cli(*words, *more.get(change, []))
    # What writes is allowed, and there is nothing of it: the requests are the same.
    if change == "writes":
        assert done.returncode == 0, done.stderr
        return
    assert done.returncode == 2 and "is of other requests" in done.stderr
    assert state.read_text() == kept and len(real.seen) == 2


def test_a_state_of_another_server_is_refused(real, cli, tmp_path):
    state = tmp_path / "state.json"
    state.write_text("{}")
    done = cli("drift", "postly", "--against", real.url, *FAST, "--resume", state)
    assert done.returncode == 2 and "is no file of an interrupted run" in done.stderr
    assert state.read_text() == "{}" and real.seen == []
