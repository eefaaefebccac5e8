"""Tokens from the control plane, read by a library; none of them is logged."""

from __future__ import annotations

import jwt
import pytest

from worlds import MIRA_EMAIL, Control

SECRET = "a secret of these tests that is long enough for HS256"


@pytest.fixture(scope="module")
def control(shared_server):
    with Control(shared_server) as control:
        yield control


def test_tokens_of_the_default_world_are_signed_by_the_secret(start):
    with Control(start("--jwt-secret", SECRET)) as control:
        good = control.mint("postly", MIRA_EMAIL)["token"]
        assert jwt.decode(good, SECRET, algorithms=["HS256"])["type"] == "access"
        for fault in ("signature", "algorithm", "format"):
            with pytest.raises(jwt.PyJWTError):
                broken = control.mint("postly", MIRA_EMAIL, **{"break": fault})["token"]
                jwt.decode(broken, SECRET, algorithms=["HS256"])
        late = control.mint("postly", MIRA_EMAIL, expiredFor="1h")["token"]
        with pytest.raises(jwt.ExpiredSignatureError):
            jwt.decode(late, SECRET, algorithms=["HS256"])
        for token in (control.mint("dummyjson", "emilys")["token"],):
            assert jwt.decode(token, SECRET, algorithms=["HS256"])["username"] == "emilys"


def test_a_minted_token_is_not_in_the_log(start):
    server = start("--verbose")
    with Control(server) as control:
        token = control.mint("postly", MIRA_EMAIL)["token"]
        server.wait_for_log(r"tokens")
    server.stop()
    assert token not in server.log
