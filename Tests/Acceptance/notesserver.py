"""A real server with state, to be recorded: notes of people, behind a log-in."""

from __future__ import annotations

import gzip
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PASSWORD = "correct-horse-7"
TOKEN = "t0ken-9f8e7d6c5b4a3210"
SECRETS = [PASSWORD, TOKEN, "cookie-77aa88bb", "ada@byron.example", "Augusta", "Quatermain"]


@dataclass
class NotesServer:
    """`asked` has the heads of all requests."""

    asked: list[tuple[str, str, dict]] = field(default_factory=list)

    def __post_init__(self):
        ada = {"id": 7, "email": "ada@byron.example", "name": "Augusta Quatermain"}
        self.notes = [{"id": 1, "text": "Low tide", "by": ada}, {"id": 2, "text": "Spring", "by": ada}]
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server.server_port}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, method: str, path: str, body: bytes):
        """A status, and the JSON of the answer."""
        match method, path.partition("?")[0].strip("/").split("/"):
            case "POST", ["login"]:
                right = json.loads(body)["password"] == PASSWORD
                return (200, {"token": TOKEN}) if right else (401, {"error": "no"})
            case "GET", ["notes"]:
                return 200, self.notes
            case "POST", ["notes"]:
                note = {"id": len(self.notes) + 1, **json.loads(body), "by": self.notes[0]["by"]}
                self.notes.append(note)
                return 201, note
            case "GET", ["notes", number]:
                found = [one for one in self.notes if str(one["id"]) == number]
                return (200, found[0]) if found else (404, {"error": "no such note"})
            case "GET", ["big", size]:
                return 200, {"text": "a" * int(size)}
            case "GET", ["moved"]:
                return 302, {}
            case _:
                return 404, {"error": "no such path"}

    def handler(self):
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def serve(self):
                length = int(self.headers.get("Content-Length") or 0)
                owner.asked.append((self.command, self.path, dict(self.headers)))
                if self.path == "/gone":
                    self.close_connection = True
                    return None
                status, value = owner.answer(self.command, self.path, self.rfile.read(length))
                body = json.dumps(value).encode()
                isFresh = status == 200 and self.headers.get("If-None-Match") == '"one"'
                self.send_response(304 if isFresh else status)
                self.send_header("Content-Type", "application/json")
                self.send_header("ETag", '"one"')
                self.send_header("Set-Cookie", "sid=cookie-77aa88bb; Path=/")
                if status == 302:
                    self.send_header("Location", f"{owner.url}/notes/1")
                if isFresh:
                    return self.end_headers()
                if "gzip" in (self.headers.get("Accept-Encoding") or ""):
                    body = gzip.compress(body)
                    self.send_header("Content-Encoding", "gzip")
                if "chunked" in self.path:
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    for start in range(0, len(body), 50_000):
                        piece = body[start : start + 50_000]
                        self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                    self.wfile.write(b"0\r\n\r\n")
                    return None
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_DELETE = serve

        return Handler
