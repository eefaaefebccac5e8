"""A real server that takes bodies as they come, or does not; `seen` is set when something has come."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from realserver import RealServer, whole


def pieces(reader, fields: dict[str, str]) -> Iterator[bytes]:
    """The pieces of a body, each as soon as some of it is there."""
    if "content-length" in fields:
        left = int(fields["content-length"])
        while left > 0 and (data := reader.read1(min(left, 65536))):
            left -= len(data)
            yield data
        if left:
            raise OSError("cut")
        return
    while size := int(reader.readline() or b"-1", 16):
        if size < 0:
            raise OSError("cut")
        yield reader.read(size)
        reader.readline()
    reader.readline()


@dataclass
class UploadServer(RealServer):
    """Answers `POST /<what>`; see ``upload``."""

    seen: threading.Event = field(default_factory=threading.Event)
    cut: threading.Event = field(default_factory=threading.Event)

    def serve(self, client: socket.socket, number: int):
        try:
            with client, client.makefile("rb") as reader:
                while line := reader.readline().decode():
                    fields = {}
                    while text := reader.readline().decode().rstrip("\r\n"):
                        name, _, value = text.partition(":")
                        fields[name.lower()] = value.strip()
                    if not self.upload(
                        client, reader, line.split(" ")[1], fields, number
                    ):
                        return
        except OSError:
            self.cut.set()

    def upload(
        self,
        client: socket.socket,
        reader,
        target: str,
        fields: dict[str, str],
        number: int,
    ) -> bool:
        what = target.partition("?")[0].rsplit("/", 1)[-1]
        if what == "early":
            client.sendall(whole(b"no", "Connection: close", status="413 Too Much"))
            # Until the other side has gone.
            while reader.read1(65536):
                pass
            return False
        if what == "gone":
            return False
        if what == "slow":
            self.let_go.wait(60)
        if what == "both":
            client.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        digest, count = hashlib.sha256(), 0
        for piece in pieces(reader, fields):
            digest.update(piece)
            count += len(piece)
            self.seen.set()
            if what == "half":
                return False
            if what == "both":
                client.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        if what == "both":
            client.sendall(b"0\r\n\r\n")
            return True
        told = {
            "count": count,
            "sha": digest.hexdigest(),
            "fields": fields,
            "connection": number,
        }
        client.sendall(
            whole(json.dumps(told).encode(), "Content-Type: application/json")
        )
        return True
