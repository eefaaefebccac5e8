"""Numbers at the ends of 64 bits as options stop nothing."""

from __future__ import annotations

import pytest

from mockserver import flags_and_variables
from worlds import Control

MOST = 2**63 - 1
LEAST = -(2**63)


OPTIONS = [
    "--max-head",
    "--max-body",
    "--max-import",
    "--max-connections",
    "--max-pipelined-output",
    "--max-message",
    "--max-worlds",
    "--max-snapshots",
    "--worker-queue",
    "--cache-size",
    "--pexels-limit",
    "--random-seed",
    "--head-timeout",
    "--body-timeout",
    "--idle-timeout",
    "--write-timeout",
    "--community-idle-timeout",
    "--community-poll-timeout",
    "--port",
]


@pytest.mark.parametrize("option", OPTIONS)
def test_numbers_on_the_command_line_are_taken_or_refused(start, cli, option):
    for number in (MOST, LEAST, 2**64 - 1, 2**64, f"{MOST}GiB", f"{MOST}s", f"{MOST}d", "9" * 99):
        flags, variables = flags_and_variables([f"{option}={number}"])
        shown = cli("config", *flags, environment=variables)
        assert shown.returncode in (0, 2), f"{option} {number}: {shown}"
    for number in ("1TiB", "1GiB", "1000000", "7d"):
        flags, variables = flags_and_variables([f"{option}={number}"])
        if cli("config", *flags, environment=variables).returncode != 0:
            continue
        # The largest that is taken is served with.
        server = start("--quiet", f"{option}={number}", port=None if option == "--port" else 0)
        with Control(server) as control:
            assert control.ask("GET", "/export").status == 200
            assert control.connection.ask("GET", "/posts").status == 200
        server.stop()
