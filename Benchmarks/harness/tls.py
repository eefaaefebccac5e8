"""The rows over TLS; nginx has the same certificate and key, and has to agree on the same cipher."""

from contextlib import ExitStack, contextmanager

from . import handshakes
from .certificates import Agreement, Certificate
from .load import Client
from .processes import resident_bytes
from .report import median
from .servers import raise_file_limit
from .throughput import FIRST_PAGE, by_wrk, judge, take_turns

IDLE_CONNECTIONS = 1000
WARM_UP = 20  # connections, one after the other


def tls_feed(bench):
    """The same feed page again and again over TLS, on connections that are kept open."""
    with rivals(bench, "--seed", bench.thousand_posts) as (contestants, certificate, body):
        agreed = Agreement.of_all(contestants, certificate)
        ratios = take_turns(
            bench, "repeated page over TLS", contestants,
            by_wrk(bench, path=FIRST_PAGE, scheme="https"),
        )  # fmt: skip
    judge(
        bench, f"`GET {FIRST_PAGE}` over {agreed.protocol}, {agreed.cipher}, {len(body):,} bytes",
        ratios, 0.85, most_cpu=1.0,
    )  # fmt: skip


def tls_handshakes(bench):
    """Handshakes of clients that come for the first time, and of such that come again."""
    with rivals(bench) as (contestants, certificate, _):
        agreed = Agreement.of_all(contestants, certificate)
        client = certificate.client()

        def compare(row, **kind):
            return take_turns(
                bench, row, contestants,
                lambda server: handshakes.load(server.port, client, agreed, **kind),
            )  # fmt: skip

        full = compare("full TLS handshake")
        resumed = compare("resumed TLS handshake", resuming=True)
    how = f"{agreed.protocol}, {agreed.key_exchange}, {agreed.cipher}"
    judge(
        bench, f"full handshakes of {how}, {agreed.signature} on P-256", full, 0.90,
        most_cpu=1.11, each="handshake",
    )  # fmt: skip
    bench.report.add(
        f"resumed handshakes of {how}", "–", f"{median(resumed.throughput):.2f} of nginx", None
    )
    bench.report.notes.append(
        "Over TLS, nginx has the certificate and the key of mockpostly, and a client agrees with both "
        "on the same protocol, key exchange and cipher. Of handshakes, the time that the servers take "
        f"is measured: {handshakes.CLIENTS} clients at a time send what they have computed before, and "
        "compute what they got while the clock stands."
    )


@contextmanager
def rivals(bench, *flags):
    """nginx and mockpostly with `flags`, their certificate, and the page that both answer."""
    with bench.processes_of_row() as servers:
        certificate = Certificate.make(servers.folder)
        ours = servers.mockpostly(*over_tls(certificate), *flags)
        with Client(ours.port, certificate.client()) as client:
            body = client.get(FIRST_PAGE)
        yield [servers.nginx(body, certificate), ours], certificate, body


def tls_connections(bench):
    """Memory of TLS connections that were used once and are kept open."""
    count = min(IDLE_CONNECTIONS, raise_file_limit() - 200)
    with bench.processes_of_row() as servers, ExitStack() as open_connections:
        certificate = Certificate.make(servers.folder)
        ours = servers.mockpostly(*over_tls(certificate))
        tls = certificate.client()
        for _ in range(WARM_UP):
            with Client(ours.port, tls) as client:
                client.get(FIRST_PAGE)
        before = resident_bytes(ours.pid)
        for _ in range(count):
            bench.check_time()
            open_connections.enter_context(Client(ours.port, tls)).get(FIRST_PAGE)
        each = (resident_bytes(ours.pid) - before) / count
    bench.report.add(
        f"memory per idle TLS connection, {count:,} connections", "≤ 24 KiB",
        f"{each / 1024:.1f} KiB", each <= 24 * 1024 and count == IDLE_CONNECTIONS,
    )  # fmt: skip


def over_tls(certificate):
    """The flags by which mockpostly has that certificate, and needs no authority of this machine."""
    return "--tls-cert", certificate.file, "--tls-key", certificate.key


ROWS = [tls_feed, tls_handshakes, tls_connections]
