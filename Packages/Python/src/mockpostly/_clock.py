"""The clock of a world, which decides all times that a client can see."""

from __future__ import annotations

from typing import Optional

from ._control import Controlled, given
from ._shapes import ClockReading
from ._values import Date, Duration, date_text, duration_text

#: A traceback ends in the test that has called; --full-trace shows the rest.
__tracebackhide__ = True


class Clock:
    """The clock of a world: dates, ids, cookies, the age of tokens, rate limits.

    Timeouts and delays follow the machine's clock.
    """

    def __init__(self, world: Controlled) -> None:
        self._world = world

    def __repr__(self) -> str:
        return f"<clock of the world '{self._world.name}'>"

    @property
    def reading(self) -> ClockReading:
        """What it shows, and how fast it runs."""
        return ClockReading.of(self._world.control("GET", "/clock"))

    @property
    def now(self) -> str:
        """What it shows, as `2026-02-14T12:34:56.123456Z`."""
        return self.reading.now

    def advance(self, by: Duration) -> ClockReading:
        """Moves it by a time, which may be negative; its speed does not change.

        token = world.token("mira.sol@example.com")
        world.clock.advance("8d")  # the token has expired, and nobody has waited
        """
        order = {"by": duration_text(by)}
        return ClockReading.of(self._world._order("/clock/advance", order))

    def freeze(self, at: Optional[Date] = None) -> ClockReading:
        """Stops it at a date, or at what it shows; `real` is the machine's time."""
        return self._set("freeze", "at", at)

    def run(self, start: Optional[Date] = None) -> ClockReading:
        """Runs it at normal speed, from a date or from what it shows."""
        return self._set("run", "start", start)

    def scale(self, rate: float, start: Optional[Date] = None) -> ClockReading:
        """Runs it `rate` times as fast as the machine's clock, at most a million times."""
        return self._set("scale", "start", start, rate)

    def jump(self, to: Date) -> ClockReading:
        """Moves it to a date; its speed does not change."""
        reading = self.reading
        rate = reading.rate if reading.mode == "scale" else None
        return self._set(reading.mode, "to", to, rate)

    def _set(
        self, mode: str, argument: str, date: Optional[Date], rate: Optional[float] = None
    ) -> ClockReading:
        order = given(mode=mode, now=None if date is None else date_text(date), rate=rate)
        return ClockReading.of(self._world._order("/clock", order, {"now": argument}, "PUT"))
