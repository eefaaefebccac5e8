"""`mockpostly drift`: a real server beside a fresh world, field by field."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest

from conftest import REPOSITORY
from drifting import ACCOUNT, FAST, THEO, differences
from mockserver import quiet_port
from passingserver import RealServer, running, talking


def test_a_server_that_keeps_the_contract_is_no_drift(real, cli):
    done = cli("drift", "postly", "--against", real.url, *ACCOUNT)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(": no drift; 33 steps compared; 1 field undecided\n")
    # Nobody has commented on what Theo has written there: that is no drift, and it is told.
    assert "  uncompared body.posts[].comments[]: the list is empty there\n" in done.stdout


def test_only_reads_are_sent_unless_writes_are_allowed(real, cli):
    done = cli("drift", "postly", "--against", real.url, *FAST, "--login", THEO)
    assert done.returncode == 0
    assert "11 that write (--allow-writes)" in done.stdout
    logins = {("POST", "/api/auth/login/email")}
    sent = {one for one in real.seen if one[0] not in ("GET", "OPTIONS")}
    assert sent == logins | {("PATCH", "/api/posts")}


def test_what_was_created_is_deleted_again(real, cli):
    cli("drift", "postly", "--against", real.url, *ACCOUNT)
    made = [path for method, path in real.seen if method == "POST" and path == "/api/posts"]
    gone = {path for method, path in real.seen if method == "DELETE" and path.count("/") == 3}
    assert len(made) == 4 and len(gone) == 2


def planted(method: str, path: str, answer) -> None:
    if path == "/api/posts?page=x":
        answer.change(lambda body: body.update(error="page must be a number"))
    elif path == "/api/auth/login/email" and answer.status == 200:
        answer.change(lambda body: body["user"].pop("profilePicture"))
    elif path == "/api/posts" and method == "POST" and answer.status == 201:
        answer.change(lambda body: body.update(likes=1, readTime="1"))
    elif path.startswith("/api/users/me"):
        answer.status = 500
    elif method == "OPTIONS":
        answer.remove("Access-Control-Allow-Methods")


PLANTED = {
    ("no-number", "value", "body.error"),
    ("login", "missing", "body.user.profilePicture"),
    ("check", "value", "body.profilePicture"),
    ("create", "value", "body.likes"),
    ("create", "type", "body.readTime"),
    ("my-posts", "status", "status"),
    ("preflight", "header", "header access-control-allow-methods"),
}


def test_what_differs_is_reported_at_its_field(real, cli):
    real.change = planted
    done = cli("drift", "postly", "--against", real.url, *ACCOUNT, "--format", "json")
    assert done.returncode == 1
    assert differences(done) == PLANTED
    steps = {step["name"]: step for step in json.loads(done.stdout)["steps"]}
    assert steps["login"]["contract"].startswith("Tests/Contracts/postly/auth/")


def test_no_value_of_the_real_server_is_printed_unless_asked(real, cli):
    real.change = planted
    for form in ("text", "json", "junit"):
        words = ("drift", "postly", "--against", real.url, *ACCOUNT, "--format", form)
        assert "must be a number" not in cli(*words).stdout
        assert "must be a number" in cli(*words, "--show-values").stdout


def test_the_lines_of_contracts_are_those_of_the_transcripts(real, cli):
    check = [sys.executable, REPOSITORY / "scripts/contract-lines", "--check"]
    done = subprocess.run(check, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    real.change = planted
    words = ("drift", "postly", "--against", real.url, *ACCOUNT, "--format", "json")
    steps = {step["name"]: step for step in json.loads(cli(*words).stdout)["steps"]}

    def line(step: dict, number: int) -> str:
        return (REPOSITORY / step["contract"]).read_text().splitlines()[number - 1]

    assert line(steps["login"], steps["login"]["line"]) == "POST /api/auth/login/email"
    found = {one["field"]: line(steps[name], one["line"]) for name in steps for one in steps[name]["differences"]}
    assert '"profilePicture":null' in found["body.user.profilePicture"]
    assert '"readTime":1' in found["body.readTime"]
    assert found["status"] == "200"
    assert found["header access-control-allow-methods"].startswith("Access-Control-Allow-Methods:")


def test_a_build_server_reads_the_report(real, cli):
    real.change = planted
    done = cli("drift", "postly", "--against", real.url, *FAST, "--format", "junit")
    suite = ElementTree.fromstring(done.stdout)
    assert suite.get("failures") == str(len(suite.findall("testcase/failure"))) == "2"
    assert suite.get("skipped") == str(len(suite.findall("testcase/skipped"))) != "0"
    assert suite.get("tests") == str(len(suite.findall("testcase")))


def test_dummyjson_by_its_public_account(real, cli):
    done = cli("drift", "dummyjson", "--against", real.url, *FAST, "--allow-writes")
    assert done.returncode == 0, done.stdout

    def change(method: str, path: str, answer) -> None:
        if path == "/products/1":
            answer.change(lambda body: body.update(price=str(body["price"])))

    real.change = change
    done = cli("drift", "dummyjson", "--against", real.url, *FAST, "--format", "json")
    assert done.returncode == 1
    assert differences(done) == {("product", "type", "body.price")}


def sealed(body: bytes):
    def change(method: str, path: str, answer) -> None:
        answer.body = gzip.compress(body or answer.body)
        answer.headers.append(("Content-Encoding", "gzip"))

    return change


def test_answers_that_are_compressed_without_being_asked_to_are_read(real, cli):
    real.change = sealed(b"")
    done = cli("drift", "dummyjson", "--against", real.url, *FAST)
    assert done.returncode == 0, done.stdout
    real.change = sealed(b" " * (9 << 20))
    done = cli("drift", "dummyjson", "--against", real.url, *FAST)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the answer is too long" in done.stderr


def test_a_path_in_the_address_and_headers_of_ones_own(server, cli):
    with running(RealServer(server.url.replace("/api", ""))) as real:
        done = cli(
            *("drift", "postly", "--against", f"{real.url}/w/default", *FAST),
            *("--header", "X-Key: secret"),
        )
    assert done.returncode == 0, done.stdout
    assert all(path.startswith("/w/default/api") for _, path in real.seen)
    assert all(headers["X-Key"] == "secret" for headers in real.headers)


@pytest.mark.parametrize(
    ("system", "base", "account"),
    [
        ("community", "", "theo.lindqvist@example.com:theo.lindqvist-postly"),
        ("pexels", "", None),
        ("wreely", "", "theo.lindqvist@example.com:theo.lindqvist-postly"),
        ("realworld", "/realworld", "theo.lindqvist@example.com:theo.lindqvist-postly"),
    ],
)
def test_every_system_has_a_scenario(server, cli, system, base, account):
    login = ("--login", account) if account else ()
    words = ("drift", system, "--against", server.url + base, *FAST, *login, "--allow-writes")
    done = cli(*words, "--header", "Authorization: a-key-of-mine") if not account else cli(*words)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "left out" not in done.stdout


def test_contracts_that_steps_name_exist(real, cli):
    for system in ("postly", "dummyjson", "community", "pexels", "wreely", "realworld"):
        base = "/realworld" if system == "realworld" else ""
        words = ("drift", system, "--against", real.url + base, *FAST, "--format", "json")
        done = cli(*words)
        for step in json.loads(done.stdout)["steps"]:
            assert (REPOSITORY / step["contract"]).is_file(), step


def test_an_account_that_the_real_server_refuses_is_no_drift(real, cli):
    words = ("drift", "postly", "--against", real.url, *FAST)
    done = cli(*words, "--login", "theo.lindqvist@example.com:wrong")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--login: {real.url} has refused this account: 401" in done.stderr
    # Nobody is named: whoever the contract names is a part of it.
    real.change = lambda method, path, answer: setattr(answer, "status", 401) if path == "/auth/login" else None
    assert cli("drift", "dummyjson", "--against", real.url, *FAST).returncode == 1


def test_a_server_that_fails_at_times_is_told(real, cli):
    def change(method: str, path: str, answer) -> None:
        if path == "/api/posts?page=x" and real.seen.count((method, path)) == 2:
            answer.status = 503

    real.change = change
    for form in ("text", "json", "junit", "html"):
        real.seen.clear()
        done = cli("drift", "postly", "--against", real.url, *FAST, "--format", form)
        assert done.returncode == 0, done.stdout
        assert "unstable" in done.stdout and "400, then 503" in done.stdout


def test_a_page_shows_both_answers_side_by_side(real, cli):
    real.change = planted
    words = ("drift", "postly", "--against", real.url, *FAST, "--format", "html")
    done = cli(*words)
    assert done.returncode == 1
    assert "must be a number" not in done.stdout
    assert 'class="drift"><td>\u2003error</td><td>a text</td><td>&quot;invalid literal' in done.stdout
    assert "&quot;page must be a number&quot;" in cli(*words, "--show-values").stdout


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"words": b"", "waits": True}, "no answer in time"),
        ({"words": HEAD + b"Content-Length: 99\r\n\r\n{"}, "closed before the end of the answer"),
        ({"words": b""}, "closed without an answer"),
        ({"words": b"SSH-2.0-x\r\n" * 9}, "the answer is not HTTP"),
        (
            {"words": HEAD + b"Content-Length: 10737418240\r\n\r\n"},
            "the answer is too long",
        ),
        (
            {
                "words": HEAD + b"Transfer-Encoding: chunked\r\n\r\n",
                "repeated": b"10000\r\n" + b" " * 65536 + b"\r\n",
            },
            "the answer is too long",
        ),
        (
            {
                "words": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n"
                b"<html>"
            },
            "answers an HTML page, 200, where the contract has JSON",
        ),
    ],
    ids=["slow", "cut", "closed", "not HTTP", "10 GB", "endless", "HTML"],
)
def test_a_server_that_cannot_be_compared(cli, answer, words):
    with talking(**answer) as url:
        done = cli("drift", "postly", "--against", url, *FAST, "--timeout", "2s")
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr and "hint: " in done.stderr
    # Which request it was, unless a page answers all of them.
    assert f"{url}: GET /api/posts" in done.stderr or "HTML page" in words
    assert done.stderr.count("\n") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("postly", "--against", "http://127.0.0.1:{quiet}"), "connection refused"),
        (("postly", "--against", "ftp://example.com"), "is no address of a server"),
        (("postly",), "needs --against url"),
        (("blog", "--against", "http://127.0.0.1:1"), "there is no scenario for"),
        (("postly", "--against", "http://127.0.0.1:1", "--login", "me"), "with a colon between"),
        (("postly", "--against", "http://127.0.0.1:1", "--header", "me"), "a name and a value"),
        (("postly", "--against", "http://127.0.0.1:1", "--ca", "no.pem"), "no.pem"),
        (("postly", "--against", "http://nowhere.invalid"), "nowhere.invalid"),
    ],
)
def test_what_cannot_be_asked(cli, words, said):
    quiet = quiet_port()
    done = cli("drift", *(word.format(quiet=quiet) for word in words), "--timeout", "5s")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr.lower().replace("'", "'")


def test_a_certificate_must_be_trusted(start, cli, tmp_path):
    real = start("--tls", environment={"XDG_DATA_HOME": str(tmp_path / "data")})
    words = ("drift", "dummyjson", "--against", f"https://localhost:{real.port}", "--rate", 100)
    done = cli(*words)
    assert done.returncode == 2 and "certificate" in done.stderr and "--ca" in done.stderr
    authority = tmp_path / "data/mockpostly/mockpostly-ca.pem"
    words_of_another = ("drift", "dummyjson", "--against", f"https://0.0.0.0:{real.port}", "--ca", authority)
    done = cli(*words_of_another)
    assert done.returncode == 2 and "mismatch" in done.stderr and "certificate is for?" in done.stderr
    done = cli(*words, "--ca", authority)
    assert done.returncode == 0 and ": no drift; " in done.stdout
