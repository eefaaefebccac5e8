"""`mockpostly record`: a real server behind this one becomes a mock with state."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import time

import pytest
import requests
from conftest import MIRA
from notesserver import PASSWORD, SECRETS, TOKEN, NotesServer
from rawhttp import DEADLINE
from realserver import RealServer


@pytest.fixture
def real():
    server = NotesServer()
    yield server
    server.stop()


@pytest.fixture
def record(start, real):
    """Records the real server into `mock`."""

    def run(*words, upstream=None, **more):
        origin = upstream or real.url
        return start("--upstream", origin, "--output", "mock", *words, word="record", **more)

    return run


def ask(server, method: str, path: str, value=None, **fields):
    fields = {name.replace("_", "-"): text for name, text in fields.items()}
    return requests.request(
        method, server.url + path, json=value, headers=fields, timeout=DEADLINE, allow_redirects=False
    )


def session(server):
    login = ask(server, "POST", "/login", {"user": "ada@byron.example", "password": PASSWORD})
    fields = {"Authorization": f"Bearer {login.json()['token']}"}
    assert len(ask(server, "GET", "/notes", **fields).json()) == 2
    ask(server, "GET", "/notes/1", **fields)
    ask(server, "POST", "/notes", {"text": "High tide"}, **fields)
    assert len(ask(server, "GET", "/notes", **fields).json()) == 3


def serving(said: str) -> list[str]:
    """The words of the command that serves a mock."""
    line = next(line for line in said.splitlines() if line.startswith("serve it: "))
    return shlex.split(line)[4:]


def text_of(folder) -> str:
    return "\n".join(path.read_text() for path in sorted(folder.rglob("*")) if path.is_file())


def names(folder) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


# MARK: Sessions


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_session_by_a_base_url_becomes_a_mock(record, start, real, tmp_path, ending):
    server = record()
    session(server)
    assert not (tmp_path / "mock").exists()
    server.signal(ending)
    assert server.wait() == 0
    assert server.said.startswith(f"mock: 5 requests of localhost:{real.server.server_port}\n")
    text = text_of(tmp_path / "mock") + server.said + server.log
    assert [one for one in SECRETS if one in text] == []
    mock = start(*serving(server.said))
    rows = ask(mock, "GET", "/notes").json()
    assert [row["text"] for row in rows] == ["Low tide", "Spring"]
    new = ask(mock, "POST", "/notes", {"text": "Neap tide"}).json()
    assert new["id"] == 3 and new["by"] == rows[0]["by"]
    assert ask(mock, "GET", "/notes/3").json()["text"] == "Neap tide"
    again = ask(mock, "POST", "/login", {"user": "x", "password": "y"}).json()
    assert again["token"] != TOKEN and len(again["token"]) == len(TOKEN)


def test_a_session_of_another_instance_becomes_its_seed(record, start, tmp_path):
    real = start()
    server = record(upstream=real.url)
    login = ask(server, "POST", "/api/auth/login/email", MIRA).json()
    fields = {"Authorization": f"Bearer {login['accessToken']}"}
    before = ask(server, "GET", "/api/posts?page=1&limit=5").json()["posts"]
    new = {"title": "Low tide", "content": "Salt air."}
    ask(server, "POST", "/api/posts", new, **fields)
    first = ask(server, "GET", "/api/posts?page=1&limit=5").json()["posts"][0]
    assert first["title"] == "Low tide"
    server.stop()
    mock = start(*serving(server.said))
    rows = ask(mock, "GET", "/api/posts?page=1&limit=5").json()["posts"]
    assert [row["title"] for row in rows] == [row["title"] for row in before]
    line = next(line for line in server.said.splitlines() if line.startswith("sign in as "))
    email, _, password = line.removeprefix("sign in as ").partition(", password ")
    login = ask(mock, "POST", "/api/auth/login/email", {"email": email, "password": password})
    fields = {"Authorization": f"Bearer {login.json()['accessToken']}"}
    made = ask(mock, "POST", "/api/posts", new, **fields).json()
    assert ask(mock, "GET", f"/api/posts/{made['_id']}").json()["title"] == "Low tide"


def test_an_app_that_cannot_be_changed_comes_by_the_proxy(record, real, tmp_path):
    server = record("--as", "notes.example", "--proxy-port", "0")
    proxy = json.loads(server.ready_file.read_text())["proxy"]
    answer = requests.get(
        "http://notes.example/notes/1",
        headers={"Authorization": "Bearer of-notes-example"},
        proxies={"http": proxy},
        timeout=DEADLINE,
    )
    assert answer.json()["text"] == "Low tide"
    # It is not the host of --upstream, so what was meant for it stays here.
    assert "Authorization" not in real.asked[-1][2]
    server.stop()
    assert "mock: 1 request of " in server.said


# MARK: What comes


def test_answers_come_whole_and_in_a_coding_that_can_be_read(record, real, tmp_path):
    server = record()
    first = ask(server, "GET", "/notes/1", If_None_Match='"one"', Accept_Encoding="br, gzip, zstd")
    assert first.status_code == 200 and first.headers["Content-Encoding"] == "gzip"
    assert "If-None-Match" not in real.asked[-1][2]
    assert ask(server, "GET", "/big/900000?chunked").json()["text"] == "a" * 900_000
    assert ask(server, "GET", "/moved").headers["Location"] == f"{real.url}/notes/1"
    server.stop()
    stubs = [json.loads(path.read_text()) for path in (tmp_path / "mock" / "stubs").rglob("*.json")]
    big = next(one for one in stubs if one["request"]["urlPath"] == "/big/900000")
    assert len(big["response"]["jsonBody"]["text"]) == 900_000
    moved = next(one for one in stubs if one["request"]["urlPath"] == "/moved")
    assert moved["response"]["headers"]["Location"] == "/notes/1"


def test_worlds_faults_and_failures_are_no_part_of_the_path_or_the_mock(record, real, tmp_path):
    server = record()
    ask(server, "GET", "/w/default/notes/1")
    ask(server, "GET", "/notes/2?__fault=invalid-json")
    assert real.asked[-1][1] == "/notes/2"
    assert ask(server, "GET", "/gone").status_code == 502
    server.stop()
    assert "1 request has no answer." in server.said
    assert "1 answer was changed by a fault or a stub." in server.said
    assert "get-notes-2" not in text_of(tmp_path / "mock") and "/w/" not in text_of(tmp_path / "mock")


def test_an_answer_that_is_cut_is_left_out(record, tmp_path):
    cutting = RealServer()
    server = record(upstream=cutting.url)
    with pytest.raises(requests.RequestException):
        ask(server, "GET", "/cut/200000")
    ask(server, "GET", "/anything")
    server.stop()
    assert "1 answer has more than 16 MiB, or was cut." in server.said
    assert names(tmp_path / "mock") == ["files.txt", "stubs/mappings/get-anything.json"]
    cutting.stop()


def test_more_requests_than_the_journal_keeps_are_recorded(record, tmp_path):
    server = record("--journal-entries", "2", "--journal-body", "1KiB")
    for number in range(20):
        ask(server, "GET", f"/big/{number}0000")
    server.stop()
    assert "mock: 20 requests" in server.said


# MARK: When it is written


def test_files_are_written_after_each_few_requests_and_when_asked(record, tmp_path):
    server = record("--every", "2")
    ask(server, "GET", "/big/1")
    ask(server, "GET", "/big/2")
    server.wait_for_log("mock: 2 requests are written")
    first = names(tmp_path / "mock")
    assert "stubs/mappings/get-big-1.json" in first and len(first) == 3
    ask(server, "GET", "/big/3")
    server.signal(signal.SIGUSR2)
    server.wait_for_log("mock: 3 requests are written")
    assert "stubs/mappings/get-big-3.json" in names(tmp_path / "mock")
    server.kill()
    assert len(names(tmp_path / "mock")) == 4


def test_an_earlier_mock_is_replaced_and_other_files_stay(record, cli, tmp_path, real):
    server = record()
    ask(server, "GET", "/big/1")
    server.stop()
    (tmp_path / "mock" / "mine.txt").write_text("mine")
    (tmp_path / "mock" / "stubs" / "mappings" / "mine.json").write_text("{}")
    # Names that no mock has are not believed.
    (tmp_path / "kept.json").write_text("kept")
    listing = tmp_path / "mock" / "files.txt"
    listing.write_text(listing.read_text() + "mine.txt\n../kept.json\nstubs/mappings/../../mine.txt\n")
    done = cli("record", "--upstream", real.url, "--output", "mock", "--port", "0")
    assert done.returncode == 1 and "mock is not empty" in done.stderr
    server = record("--force")
    ask(server, "GET", "/big/2")
    server.stop()
    found = names(tmp_path / "mock")
    assert found == ["files.txt", "mine.txt", "stubs/mappings/get-big-2.json", "stubs/mappings/mine.json"]
    assert (tmp_path / "kept.json").read_text() == "kept"


def test_a_file_of_a_person_stays_where_the_mock_has_one_of_its_name(record, tmp_path, cli):
    server = record()
    ask(server, "GET", "/big/1")
    ask(server, "GET", "/big/2")
    server.stop()
    listing = tmp_path / "mock" / "files.txt"
    mappings = tmp_path / "mock" / "stubs" / "mappings"
    line = "stubs/mappings/get-big-1.json"
    listing.write_text(listing.read_text().replace(line + "\n", ""))
    (mappings / "get-big-1.json").write_text('{"mine": 1}')
    (mappings / "get-big-2.json").write_text('{"made": 1}')
    (mappings / "get-big-3.json").write_text('{"mine": 3}')
    server = record("--force", "--every", "1")
    for number in range(1, 5):
        ask(server, "GET", f"/big/{number}")
    server.stop()
    for number in (1, 3):
        name = f"stubs/mappings/get-big-{number}.json"
        assert json.loads((tmp_path / "mock" / name).read_text()) == {"mine": number}
        assert f"mock/{name} is not written: it is there, and not in files.txt\n" in server.said
        assert name not in listing.read_text()
    for number in (2, 4):
        assert "urlPath" in (mappings / f"get-big-{number}.json").read_text()
    found = names(tmp_path / "mock")
    assert found == ["files.txt"] + [f"stubs/mappings/get-big-{number}.json" for number in range(1, 5)]


def archive_of(word: str, count: int) -> str:
    """A recording whose mock has a file for each of its answers, all with one word."""
    entries = [
        {
            "request": {"method": "GET", "url": f"http://a.example/pages/{word}/{number}"},
            "response": {"status": 200, "content": {"text": word, "mimeType": "text/plain"}},
        }
        for number in range(count)
    ]
    return json.dumps({"log": {"entries": entries}})


def test_a_kill_leaves_the_old_mock_or_the_new_one(binary, cli, tmp_path):
    """Killed at moments that go on through the whole of the writing."""
    count, mock = 150, tmp_path / "mock"
    for word in ("north", "south"):
        (tmp_path / f"{word}.har").write_text(archive_of(word, count))
    assert cli("import", "har", "north.har", "--output", "mock").returncode == 0
    (mock / "mine.txt").write_text("mine")
    (mock / "notes").mkdir()
    (mock / "notes" / "mine.txt").write_text("mine too")
    began = time.monotonic()
    assert cli("import", "har", "south.har", "--output", "mock", "--force").returncode == 0
    whole = time.monotonic() - began
    last, seen = "south", {"south"}
    for step in range(24):
        word = "north" if last == "south" else "south"
        words = [binary, "import", "har", f"{word}.har", "--output", "mock", "--force"]
        with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            try:
                # The last one comes to its end, however slow the machine has become.
                child.wait(whole * (0.3 + step / 30) if step < 23 else None)
            except subprocess.TimeoutExpired:
                child.kill()
        found = names(mock)
        listed = [line for line in (mock / "files.txt").read_text().splitlines() if line[0] != "#"]
        assert sorted([*listed, "files.txt", "mine.txt", "notes/mine.txt"]) == found
        text = "".join((mock / name).read_text() for name in listed)
        [last] = [word for word in ("north", "south") if word in text]
        assert len(listed) == count
        seen.add(last)
    assert seen == {"north", "south"}
    assert (mock / "notes" / "mine.txt").read_text() == "mine too"


def test_after_a_failure_of_writing_the_next_requests_are_written(record, tmp_path):
    (tmp_path / "mock").mkdir()
    server = record("--every", "2", "--force")
    (tmp_path / "mock" / "stubs").write_text("in the way")
    for number in range(1, 4):
        ask(server, "GET", f"/big/{number}")
    server.wait_for_log("mock/stubs")
    (tmp_path / "mock" / "stubs").unlink()
    ask(server, "GET", "/big/4")
    server.wait_for_log("mock: 4 requests are written")
    ask(server, "GET", "/big/5")
    server.stop()
    assert server.log.count("mock/stubs") == 1
    assert "mock: 5 requests of" in server.said and len(names(tmp_path / "mock")) == 6


def test_kept_fields_keep_their_values(record, tmp_path):
    server = record("--keep", "email")
    ask(server, "GET", "/notes/1")
    server.stop()
    text = text_of(tmp_path / "mock")
    assert "ada@byron.example" in text and "Augusta" not in text


# MARK: Bad input


def test_what_cannot_be_recorded_is_told_and_nothing_is_written(record, cli, real, tmp_path):
    done = cli("record", "--output", "mock")
    assert done.returncode == 2 and "record needs --upstream" in done.stderr
    done = cli("record", "--upstream", real.url)
    assert done.returncode == 2 and "--output" in done.stderr
    server = record()
    assert server.process.poll() is None
    server.signal(signal.SIGTERM)
    assert server.wait() == 1
    assert "nothing was recorded. No request was sent on." in server.log
    real.stop()
    server = record()
    assert ask(server, "GET", "/notes").status_code == 502
    server.signal(signal.SIGTERM)
    assert server.wait() == 1 and "1 request has no answer." in server.log
    assert not (tmp_path / "mock").exists()


def test_a_folder_that_cannot_be_written_is_told(record, cli, real, tmp_path):
    (tmp_path / "file").write_text("")
    words = ["record", "--upstream", real.url, "--port", "0", "--output", "file/mock"]
    done = cli(*words)
    assert done.returncode == 1 and "file" in done.stderr and "nothing was recorded" in done.stderr
    assert [path.name for path in tmp_path.glob("*")] == ["file"]


@pytest.mark.parametrize("isFull", [False, True], ids=["a file", "another mock"])
def test_what_cannot_be_written_at_the_end_is_written_elsewhere(record, start, real, tmp_path, isFull):
    spare = tmp_path / "spare"
    spare.mkdir()
    server = record(environment={"TMPDIR": str(spare)})
    session(server)
    if isFull:
        # Two commands with one folder: the first that ends has it.
        first = record()
        ask(first, "GET", "/big/1")
        first.stop()
    else:
        (tmp_path / "mock").write_text("a file")
    server.signal(signal.SIGTERM)
    assert server.wait() == 1
    assert ("mock is not empty" if isFull else "mock is no folder") in server.log
    (rescued,) = spare.glob("mockpostly-recording-*")
    assert f"hint: the files are in {rescued} instead" in server.log
    assert str(rescued) in serving(server.said)[0]
    if isFull:
        assert "stubs/mappings/get-big-1.json" in names(tmp_path / "mock")
    else:
        assert (tmp_path / "mock").read_text() == "a file"
    assert sorted(path.name for path in tmp_path.glob("mock*")) == ["mock"]
    assert ask(start(*serving(server.said)), "GET", "/notes/2").json()["text"] == "Spring"
