"""The row of the Wreely API, as a ratio to nginx."""

import json

from .load import Client
from .throughput import compare, fetch, judge, serving

CODE = "12345"
MOBILE_NUMBER = "9876543210"


def wreely_wall(bench):
    """The first page of a workspace's wall again and again."""
    with serving(bench, "--wreely-otp", CODE) as ours:
        token, vendor = log_in(ours)
        path = f"/services/v2/{vendor}/memberwalls/per_page=10&page_number=1"
        body = fetch(ours, f"{path}?access_token={token}")
        ratio = compare(
            bench, "first page of the wall", ours, body, path=f"{path}?access_token={token}"
        )
    judge(bench, f"`GET {path}`, {len(body):,} bytes", ratio, 0.50)


def log_in(server):
    """Logs a member in by a one-time code; gives the token and the workspace."""
    with Client(server.port) as client:
        number = {"mobile_number": MOBILE_NUMBER, "country_code": "+91"}
        member = post(client, "login", number)["member_id"]
        code = {"login_code": CODE, "member_id": str(member)}
        token = post(client, "login/confirmation", code)["access_token"]
        vendors = json.loads(client.get(f"/services/v2/vendors?access_token={token}"))
    return token, vendors["vendors"][0]["id"]


def post(client, path, value):
    status, body = client.request(
        "POST", f"/services/v2/member/{path}?access_token=", json.dumps(value).encode(),
        [("Content-Type", "application/json")],
    )  # fmt: skip
    if status != 200:
        raise RuntimeError(f"{path} answered {status}: {body[:200]!r}")
    return json.loads(body)


ROWS = [wreely_wall]
