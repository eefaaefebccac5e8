"""Times and dates as the control plane writes them."""

from __future__ import annotations

import datetime
from typing import Any, Dict, Union

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True

#: A time: seconds, a `timedelta`, or a text such as `15m`, `2h30m`, `500ms` or `PT15M`.
Duration = Union[int, float, str, datetime.timedelta]
#: A date: one with a time zone, a day, or a text such as `2026-02-14T12:34:56Z` or `2026-02-14`.
Date = Union[str, datetime.datetime, datetime.date]
#: How a clock goes: a date to run from, or the members of the control plane.
ClockSetting = Union[Date, Dict[str, Any]]


def duration_text(duration: Duration) -> str:
    """A time as a text. Raises TypeError for another type."""
    if isinstance(duration, str):
        return duration
    if isinstance(duration, datetime.timedelta):
        return f"{duration // datetime.timedelta(microseconds=1)}us"
    if isinstance(duration, bool) or not isinstance(duration, (int, float)):
        raise TypeError(
            f"a time is a number of seconds, a timedelta or a text such as '15m', not {duration!r}"
        )
    return f"{round(duration * 1_000_000)}us"


def date_text(date: Date) -> str:
    """A date as a text. Raises ValueError for a date and time without a time zone."""
    if isinstance(date, datetime.datetime):
        if date.tzinfo is None:
            raise ValueError(f"the date {date.isoformat()} has no time zone; use timezone.utc")
        utc = date.astimezone(datetime.timezone.utc)
        return utc.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
    if isinstance(date, datetime.date):
        return date.isoformat()
    return date


def clock_members(clock: ClockSetting) -> Union[str, Dict[str, Any]]:
    """A clock as the member `clock` of a new world."""
    if isinstance(clock, dict):
        return {name: date_text(value) if name == "now" else value for name, value in clock.items()}
    return date_text(clock)


def frozen(at: Date = "real") -> Dict[str, Any]:
    """A clock that stands still at a date.

    @pytest.mark.mockpostly(clock=frozen("2027-01-01T00:00:00Z"))
    """
    return {"mode": "freeze", "now": date_text(at)}


def scaled(rate: float, start: Date = "real") -> Dict[str, Any]:
    """A clock that runs `rate` times as fast as the machine's, from a date."""
    return {"mode": "scale", "rate": rate, "now": date_text(start)}
