"""The content of a world: people who sign in, snapshots, files."""

from __future__ import annotations

import json as _json
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Union

from ._control import Controlled, given, segment
from ._shapes import LoginCode, TableChange, Token
from ._values import Duration, duration_text

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: A seed: its members, its bytes, or the path of a file in JSON or of an exported SQLite file.
Seed = Union[Mapping[str, Any], bytes, str, "os.PathLike[str]"]


class Undone(NamedTuple):
    """What an undo has done."""

    undone: int
    """How many commits were undone."""
    requests: List[int]
    """The numbers of the requests whose writes were undone, the newest first."""
    left: int
    """How many more writes can be undone."""


class WorldContent(Controlled):
    """Tokens, resets, snapshots, and content from files."""

    def token(
        self,
        user: str,
        system: str = "postly",
        *,
        kind: Optional[str] = None,
        expires_in: Optional[Duration] = None,
        expired_for: Optional[Duration] = None,
        claims: Optional[Mapping[str, Any]] = None,
        fault: Optional[str] = None,
    ) -> Token:
        """Makes a token for this world, valid or with a fault that a test needs.

            token = world.token("mira.sol@example.com")
            requests.post(url, json=post, headers=token.headers)
            forged = world.token("mira.sol@example.com", fault="signature")

        `user` is an e-mail address or an id, with DummyJSON a username too; `system` one of postly,
        dummyjson, community, wreely, realworld and google; `kind` is `access` or `refresh` with
        DummyJSON; `claims` replace the usual ones; `fault` is `signature`, `algorithm` or `format`.
        """
        order = given(
            system=system,
            user=user,
            kind=kind,
            expiresIn=None if expires_in is None else duration_text(expires_in),
            expiredFor=None if expired_for is None else duration_text(expired_for),
            claims=claims,
        )
        if fault is not None:
            order["break"] = fault
        return Token.of(self._order("/tokens", order, {"break": "fault"}))

    def login_codes(self) -> List[LoginCode]:
        """The one-time codes that users can log in with now, the newest last."""
        codes = self.control("GET", "/login-codes")["codes"]
        return [LoginCode.of(code) for code in codes]

    def reset(self, *systems: str, disconnect: bool = False, everything: bool = False) -> None:
        """Resets the content to what the world began with, of all systems or of those named.

        The clock is not reset. With `disconnect` the clients of the feed are disconnected. With
        `everything` the clock, faults, stubs and their states, the journal, rate limits and events
        that wait are as at the beginning too.
        """
        order = given(
            scope=list(systems) or None, disconnect=disconnect, everything=everything or None
        )
        self._order("/reset", order, {"scope": "systems"})

    def undo(self, count: int = 1, *, before: Optional[int] = None) -> Undone:
        """Undoes the last write, or the last `count`, or all since the request `before`.

        `before` is the number of a request in the journal. What was committed together is undone
        together; faults, stubs, the clock and the journal stay.
        """
        order = {"count": count} if before is None else {"before": before}
        answer = self._order("/undo", order)
        return Undone(answer["undone"], answer["requests"], answer["left"])

    # Snapshots

    def save_snapshot(self, name: str, *, overwrite: bool = False) -> None:
        """Keeps the content as it is now under a name, which is the world's own."""
        self._order("/snapshots", {"name": name, "overwrite": overwrite})

    def restore_snapshot(
        self, name: str, *, of: Optional[Controlled] = None, disconnect: bool = False
    ) -> None:
        """Makes the content that of a snapshot of this world, or of the world `of`."""
        order = given(of=of.name if of else None, disconnect=disconnect)
        self._order(f"/snapshots/{segment(name)}/restore", order)

    def changes(
        self, since: Optional[str] = None, *, of: Optional[Controlled] = None
    ) -> List[TableChange]:
        """The tables that have changed since the world began, or since a snapshot, by their names.

        app.delete_account()
        assert [change.table for change in world.changes()] == ["user"]
        """
        if since is None and of is not None:
            raise ValueError("'of' is the world of a snapshot, which 'since' names")
        query = given(of=of.name if of else None, limit=1_000_000)
        path = "/changes" if since is None else f"/snapshots/{segment(since)}/diff"
        return [TableChange.of(table) for table in self.control("GET", path, None, query)["tables"]]

    def delete_snapshot(self, name: str) -> None:
        """Deletes a snapshot of this world."""
        self.control("DELETE", f"/snapshots/{segment(name)}")

    def snapshots(self) -> List[str]:
        """The names of the snapshots of this world."""
        return [entry["name"] for entry in self.control("GET", "/snapshots")["snapshots"]]

    # Files

    def export_seed(self) -> Dict[str, Any]:
        """The whole content as a seed, which a new world can begin with."""
        seed: Dict[str, Any] = self.control("GET", "/export")
        return seed

    def import_content(self, seed: Seed) -> None:
        """Replaces the content by that of a seed, or of an SQLite file that a server has exported.

        A reset still goes back to what the world began with. When the seed is not valid, the error
        names the position, and nothing changes.
        """
        self.server.control("POST", "/import", None, {"world": self.name}, body=seed_bytes(seed))

    # Records

    def records(self, collection: str, **query: Any) -> List[Dict[str, Any]]:
        """Records of a collection such as `posts`: `records("posts", search="sea", limit=5)`.

        At most 100 of them unless `limit` says otherwise; `control("GET", "/data")` lists the
        collections with their fields.
        """
        page = self.control("GET", f"/data/{segment(collection)}", None, {"limit": 100, **query})
        records: List[Dict[str, Any]] = page["items"]
        return records

    def add_record(self, collection: str, **fields: Any) -> Dict[str, Any]:
        """Adds a record by the rules of its system: `add_record("people", email=…, name=…)`."""
        record: Dict[str, Any] = self.control("POST", f"/data/{segment(collection)}", fields)
        return record

    def change_record(self, collection: str, id: Union[str, int], **fields: Any) -> Dict[str, Any]:
        """Changes fields of a record by the rules of its system."""
        path = f"/data/{segment(collection)}/{segment(str(id))}"
        record: Dict[str, Any] = self.control("PATCH", path, fields)
        return record

    def delete_record(self, collection: str, id: Union[str, int]) -> None:
        """Deletes a record and what belongs to it."""
        self.control("DELETE", f"/data/{segment(collection)}/{segment(str(id))}")


def seed_bytes(seed: Seed) -> bytes:
    """The bytes of a seed. Raises OSError when its file cannot be read."""
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, Mapping):
        return _json.dumps(seed).encode()
    with open(seed, "rb") as file:
        return file.read()
