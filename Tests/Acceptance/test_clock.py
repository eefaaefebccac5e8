"""The clock of a server: how it starts, and what a jump must not end."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import pytest

from community import Person
from rawhttp import request
from worlds import FROZEN, Control

UTC = timezone.utc


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def frozen(control):
    """A world that stands still at the beginning of 2026."""
    return control.make(clock=FROZEN, id="frozen")


def read(text: str) -> datetime:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", text), text
    return datetime.fromisoformat(text)


def date_of(answer) -> datetime:
    return parsedate_to_datetime(answer.header("Date"))


def test_the_clock_of_a_new_server_is_the_machines(control):
    before = datetime.now(UTC)
    told = control.clock()
    after = datetime.now(UTC)
    assert set(told) == {"world", "mode", "now", "rate"}
    assert (told["world"], told["mode"], told["rate"]) == ("default", "run", 1)
    slack = timedelta(milliseconds=5)
    assert before - slack <= read(told["now"]) <= after + slack


def test_a_server_that_starts_at_a_time(start):
    server = start("--clock", "2030-06-15T12:00:00Z")
    with Control(server) as control:
        told = control.clock()
        assert told["mode"] == "run" and told["now"].startswith("2030-06-15T12:00:")
        assert control.make().info["clock"]["now"].startswith("2030-06-15T12:00:")
        world = control.make(clock={"mode": "run", "now": "real"})
        shown = read(world.info["clock"]["now"])
        assert abs(shown - datetime.now(UTC)) < timedelta(seconds=60)


def test_a_server_whose_clock_stands(start):
    with Control(start("--clock", "2030-06-15T12:00:00+02:00", "--clock-frozen")) as control:
        told = control.clock()
        assert (told["mode"], told["now"]) == ("freeze", "2030-06-15T10:00:00.000000Z")
        assert control.make().info["clock"] == {k: told[k] for k in ("mode", "now", "rate")}
    with Control(start("--clock-frozen")) as control:
        told = control.clock()
        assert told["mode"] == "freeze"
        assert abs(read(told["now"]) - datetime.now(UTC)) < timedelta(seconds=60)
        assert control.clock() == told


def test_dates_on_one_connection_to_several_worlds(control, frozen):
    began = datetime.now(UTC)
    other = control.make(clock={"mode": "freeze", "now": "2040-01-01T00:00:00Z"})
    with control.server.connect() as connection:
        paths = [f"/w/{name}/posts/1" for name in ("frozen", other.id, "default", "frozen")]
        connection.send(b"".join(request("GET", path) for path in paths))
        years = [date_of(connection.read_answer()).year for _ in paths]
        # The year may end between the two looks at the machine's clock.
        assert years[:2] + years[3:] == [2026, 2040, 2026]
        assert began.year <= years[2] <= datetime.now(UTC).year


def test_moving_the_clock_ends_no_connection(control, frozen):
    """Deadlines of sockets are the machine's: a test that jumps must not lose them."""
    ada = Person(frozen, "Ada")
    with ada.listen() as phoenix, frozen.connect() as idle:
        assert idle.ask("GET", "/test").status == 200
        control.advance("9000h", "frozen")
        control.advance("-18000h", "frozen")
        phoenix.assert_silent()
        assert idle.ask("GET", "/test").status == 200
        delayed = frozen.ask("GET", "/test?delay=50")
        assert delayed.status == 200
