"""An app of RealWorld whose address is built in, over https, with nothing but what `exec` gives it."""

from __future__ import annotations

import json
import sys

import pytest

APP = """
import json, sys, urllib.error, urllib.request

def ask(method, path, body=None, token=None):
    sent = json.dumps(body).encode() if body else None
    request = urllib.request.Request(f"https://{sys.argv[1]}/api{path}", sent, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", "Token " + token)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())

account = {"email": "mira.sol@example.com", "password": "mira.sol-postly"}
status, me = ask("POST", "/users/login", {"user": account})
token = me["user"]["token"]
article = {"title": "By the proxy", "description": "d", "body": "b", "tagList": ["sea"]}
print(json.dumps({
    "login": status,
    "refused": ask("POST", "/users/login", {"user": dict(account, password="none")}),
    "made": ask("POST", "/articles", {"article": article}, token)[1]["article"]["slug"],
    "listed": ask("GET", "/articles?limit=1&tag=sea")[1]["articles"][0],
    "feed": len(ask("GET", "/articles/feed?limit=2", token=token)[1]["articles"]),
}))
"""
OLD = [403, {"errors": {"email or password": ["is invalid"]}}]
NEW = [401, {"errors": {"credentials": ["invalid"]}}]
NAMES = {
    "api.realworld.io": OLD,
    "conduit.productionready.io": OLD,
    "node-express-conduit.appspot.com": OLD,
    "api.realworld.show": NEW,
}


@pytest.mark.parametrize("name", NAMES)
def test_an_unchanged_app_runs_by_the_name_that_is_built_in(cli, tmp_path, name):
    command = ("--as", name, "--proxy-port", "0", "--", sys.executable, "-c", APP, name)
    done = cli("exec", *command, environment={"XDG_DATA_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["login"], told["feed"], told["made"]) == (200, 2, "by-the-proxy")
    assert told["refused"] == NAMES[name]
    assert told["listed"]["slug"] == "by-the-proxy"
    assert ("body" in told["listed"]) == (NAMES[name] is OLD)
