"""What a row measured, and the file that is written about all of them."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from dataclasses import dataclass, field

from .instructions import Count, table
from .servers import HERE, nginx_program


@dataclass
class Result:
    """One line of the table: `passed` is None when nothing was asked."""

    what: str
    asked: str
    measured: str
    passed: bool | None


@dataclass
class Throughput:
    """What one server did in one comparison; the ratio is to nginx in the same rounds."""

    row: str
    server: str
    rate: float
    cpu_microseconds: float
    ratios: list[float]


@dataclass
class Report:
    """Everything that was measured, in order."""

    results: list[Result] = field(default_factory=list)
    throughputs: list[Throughput] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, what, asked, measured, passed):
        result = Result(what, asked, measured, passed)
        self.results.append(result)
        print(f"  {_mark(passed):7} {what}: {measured} (asked: {asked})", flush=True)

    @property
    def all_passed(self):
        return all(result.passed is not False for result in self.results)

    def markdown(self, how, seconds):
        lines = [
            "# Benchmark results",
            "",
            "Written by `make bench`. A ratio is requests per second relative to nginx with one worker,",
            "which answers the same bytes by `return 200` in the same run; the two take turns, and the",
            "median of the ratios of all rounds counts. Compare ratios, not rates: rates depend on the",
            "machine and on what else it does.",
            "",
            f"- Machine: {machine()}",
            f"- Date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
            f"- Commit: {commit()}",
            f"- Measured with: {versions()}; {how}; {seconds:.0f} s in all",
            "",
            "| what | asked | measured | passed |",
            "|---|---|---|---|",
        ]
        lines += [
            f"| {r.what} | {r.asked} | {r.measured} | {_mark(r.passed)} |" for r in self.results
        ]
        if self.counts:
            lines += [
                "",
                "## Instructions",
                "",
                "User instructions of a request, one at a time on one connection: the difference of two runs",
                "under valgrind. `make instructions` writes them to `instructions.json`, and `make figures`",
                "holds each within 5 % of that file.",
                "",
                *table(self.counts),
            ]
        if self.throughputs:
            lines += [
                "",
                "## Rates and CPU time",
                "",
                "CPU time: user and system time of the server's process over the requests it answered, or",
                "the handshakes. Ratios are to nginx.",
                "",
                "| row | server | a second | CPU µs each | ratio: median (lowest to highest) |",
                "|---|---|---|---|---|",
            ]
            lines += [_throughput_line(t) for t in self.throughputs]
        if self.notes:
            lines += ["", "## Notes", "", *[f"- {note}" for note in self.notes]]
        return "\n".join(lines) + "\n"


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def _mark(passed):
    return {True: "yes", False: "**no**", None: "–"}[passed]


def _throughput_line(t):
    spread = f"{median(t.ratios):.2f} ({min(t.ratios):.2f} to {max(t.ratios):.2f})"
    return (
        f"| {t.row} | {t.server} | {t.rate:,.0f} | {t.cpu_microseconds:.1f} | "
        f"{'1' if t.server == 'nginx' else spread} |"
    )


def machine():
    model = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    cores = len(os.sched_getaffinity(0))
    linux = ".".join(platform.release().split(".")[:2])
    return f"{model}, {cores} cores, {memory:.0f} GB, Linux {linux}"


def commit():
    name = _first_line("git", "rev-parse", "--short=12", "HEAD")
    if not name:
        return "none"
    changed = _first_line("git", "status", "--porcelain", "--", ":/", ":!/Benchmarks/RESULTS.md")
    return name + " with uncommitted changes" if changed else name


def versions():
    nginx = _first_line(nginx_program(), "-v").rpartition("/")[2]
    wrk = _first_line("wrk", "-v").split("[")[0].strip()
    libevent = _first_line("pkg-config", "--modversion", "libevent")
    openssl = " ".join(_first_line("openssl", "version").split()[:2])
    return f"nginx {nginx}, {wrk}, libevent {libevent}, {openssl}"


def _first_line(*command):
    """The first line that a program says about itself; empty when there is no such program."""
    try:
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    except OSError:
        return ""
    said = done.stdout or (done.stderr if command[0] != "git" else "")
    return said.split("\n")[0].strip()
