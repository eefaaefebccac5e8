"""The servers that are compared: mockpostly, nginx with a fixed answer, evhttp with a fixed answer."""

import os
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .load import Client

HERE = Path(__file__).resolve().parent.parent

# nginx reads its configuration in pieces of 4,096 bytes, and no parameter may be longer.
_LONGEST_PARAMETER = 4000


@dataclass
class Server:
    """A running server."""

    name: str
    process: subprocess.Popen
    port: int

    @property
    def pid(self):
        return self.process.pid


class Servers:
    """Starts servers on free loopback ports, with their files under one folder."""

    def __init__(self, processes, folder, binary):
        self.processes = processes
        self.folder = Path(folder)
        self.binary = str(binary)
        self._yardstick = None
        self._count = 0

    def mockpostly(
        self, *flags, ready_path="/__mockpostly/v1/ready", timeout=60, **variables
    ):
        """Starts mockpostly with `flags` and `variables`, and waits until it is ready."""
        port = free_port()
        command = self.command(port, *flags)
        return self._started(
            "mockpostly", command, port, ready_path, timeout, variables=variables
        )

    def command(self, port, *flags):
        """The command that serves on `port`."""
        return [
            self.binary, "serve", "--host", "127.0.0.1", "--port", str(port), "--quiet",
            *(str(flag) for flag in flags),
        ]  # fmt: skip

    def nginx(self, body, certificate=None):
        """Starts nginx answering every request with `body` by `return 200`.

        With a `certificate` it speaks TLS alone.
        """
        port = free_port()
        prefix = self._new_folder("nginx")
        configuration = nginx_configuration(body, port, prefix, certificate)
        tls = certificate and certificate.client()
        server = self._nginx(configuration, port, prefix, tls)
        with Client(port, tls) as client:
            if client.get("/") != body:
                raise RuntimeError("nginx does not answer the bytes that it was given")
        return server

    def nginx_proxy(self, real):
        """Starts nginx as a proxy before the server `real`, to which it keeps its connections."""
        port = free_port()
        prefix = self._new_folder("nginx")
        return self._nginx(proxy_configuration(real.port, port, prefix), port, prefix)

    def _nginx(self, configuration, port, prefix, tls=None):
        (prefix / "nginx.conf").write_bytes(configuration)
        command = [nginx_program(), "-p", prefix, "-c", prefix / "nginx.conf", "-e", prefix / "log"]
        return self._started("nginx", command, port, "/", 10, tls)

    def evhttp(self, body):
        """Starts the C program on libevent's own HTTP layer, answering `body`."""
        if not self._yardstick:
            self._yardstick = build_yardstick(self.folder)
        port = free_port()
        file = self._new_folder("evhttp") / "body"
        file.write_bytes(body)
        return self._started("evhttp", [self._yardstick, file, port], port, "/", 10)

    def stop(self, server):
        self.processes.stop(server.process)

    def _new_folder(self, name):
        self._count += 1
        folder = self.folder / f"{name}-{self._count}"
        folder.mkdir()
        return folder

    def _started(self, name, command, port, ready_path, timeout, tls=None, variables={}):
        self._count += 1
        log = self.folder / f"{name}-{self._count}.log"
        process = self.processes.start([str(word) for word in command], log, **variables)
        deadline = time.monotonic() + timeout
        while not answers(port, ready_path, tls):
            if process.poll() is not None:
                said = log.read_text(errors="replace")[-500:]
                raise RuntimeError(f"{name} ended with {process.returncode}: {said}")
            if time.monotonic() > deadline:
                raise RuntimeError(f"{name} was not ready after {timeout} s")
            time.sleep(0.005)
        return Server(name, process, port)


def answers(port, path, tls=None):
    """Whether a server on `port` answers `path` with 200."""
    try:
        with Client(port, tls) as client:
            return client.request("GET", path)[0] == 200
    except OSError:
        return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def build_yardstick(folder):
    """Compiles evhttp-yardstick.c into `folder`."""
    built = str(folder / "evhttp-yardstick")
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libevent"], capture_output=True, text=True, check=True
    ).stdout.split()
    compiler = shutil.which("cc") or "clang"
    subprocess.run(
        [compiler, "-O2", "-o", built, str(HERE / "evhttp-yardstick.c"), *flags], check=True
    )
    return built


def nginx_program():
    """Debian keeps nginx out of a user's path."""
    return shutil.which("nginx") or "/usr/sbin/nginx"


def nginx_configuration(body, port, prefix, certificate=None):
    """The configuration of an nginx with one worker that answers `body` to everything.

    With a `certificate` it speaks TLS, the versions that mockpostly speaks.

    The body stands in `geo` variables: their values may hold any byte, `$` included, and several of
    them make up a body that is longer than a parameter may be. One worker is the process itself.
    """
    pieces = quoted_pieces(body)
    variables = b"".join(b'geo $body%d {\ndefault "%s";\n}\n' % pair for pair in enumerate(pieces))
    answer = b"".join(b"${body%d}" % number for number in range(len(pieces)))
    listen = f"listen 127.0.0.1:{port};"
    if certificate:
        listen = f"""listen 127.0.0.1:{port} ssl;
ssl_protocols TLSv1.2 TLSv1.3;
ssl_certificate {certificate.file};
ssl_certificate_key {certificate.key};
"""
    server = f"server {{ {listen} location / {{ return 200 ".encode()
    return nginx_head(prefix) + variables + server + b'"' + answer + b'"; } }\n}\n'


def proxy_configuration(real, port, prefix):
    """The configuration of an nginx with one worker that passes everything on to port `real`."""
    servers = f"""upstream real {{
server 127.0.0.1:{real};
keepalive 64;
keepalive_requests 1000000000;
}}
server {{
listen 127.0.0.1:{port};
location / {{ proxy_pass http://real; proxy_http_version 1.1; proxy_set_header Connection ""; }}
}}
}}
"""
    return nginx_head(prefix) + servers.encode()


def nginx_head(prefix):
    """The beginning of a configuration, up to within `http`; one worker is the process itself."""
    temporary = "\n".join(
        f"{kind}_temp_path {prefix}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"""
daemon off;
master_process off;
worker_processes 1;
pid {prefix}/pid;
error_log {prefix}/log crit;
events {{ worker_connections 1024; }}
http {{
access_log off;
default_type application/json;
keepalive_requests 1000000000;
tcp_nodelay on;
{temporary}
""".encode()


def quoted_pieces(body):
    """`body` in pieces that fit between the double quotes of an nginx parameter."""
    pieces = [bytearray()]
    for byte in body:
        quoted = b"\\" + bytes([byte]) if byte in b'"\\' else bytes([byte])
        if len(pieces[-1]) + len(quoted) > _LONGEST_PARAMETER:
            pieces.append(bytearray())
        pieces[-1] += quoted
    return [bytes(piece) for piece in pieces]


def raise_file_limit():
    """Lets this process and its children open as many files as the system permits."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return os.sysconf("SC_OPEN_MAX")
