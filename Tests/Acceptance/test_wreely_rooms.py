"""Meeting rooms: slots, bookings that never overlap, and what they cost."""

from __future__ import annotations

import random
import threading
from datetime import timedelta

import pytest

from worlds import Control
from wreely import NOT_YOURS, TAKEN, App, colleagues, entered, month_of, today
from wreely_types import hours, moment


@pytest.fixture(scope="module")
def control(wreely_server):
    with Control(wreely_server) as control:
        yield control


@pytest.fixture
def world(control):
    """A world for one test."""
    made = control.make(ttl="10m")
    yield made
    control.delete(made.id)


@pytest.fixture
def app(control, world):
    with entered(control, world) as app:
        yield app


def test_a_quarter_is_booked_seen_refused_and_freed(control, app):
    [other] = colleagues(control, app, 1)
    day = today(control, app.server.id) + timedelta(days=25)
    room = app.rooms()[-1]["id"]
    free = [one for one in app.slots(room, day) if one["is_available"]]
    slot = free[len(free) // 2]
    start, end = moment(slot["start_time"]), moment(slot["end_time"])
    assert end - start == timedelta(minutes=15)
    assert (slot["id"], slot["booked_by_member_id"]) == (0, 0)
    booking = app.book(room, start, end)
    assert booking["meeting_room_id"] == str(room)
    assert (booking["start_time"], booking["end_time"]) == (slot["start_time"], slot["end_time"])
    assert booking["booked_by_member_id"] == app.member["id"]

    for who in (app, other):
        [seen] = [one for one in who.slots(room, day) if one["start_time"] == slot["start_time"]]
        assert (seen["id"], seen["is_available"]) == (booking["id"], 0)
        assert seen["booked_by_member_id"] == app.member["id"]
        answer = who.order(room, start, end)
        assert (answer.status, answer.json()) == (400, TAKEN)
    span = (day, day + timedelta(days=1))
    assert app.history(*span) == [booking] and other.history(*span) == []

    refusal = other.cancel(booking["id"])
    assert (refusal.status, refusal.json()) == (400, NOT_YOURS)
    assert app.cancel(booking["id"]).json() == {"error": False}
    assert slot in app.slots(room, day) and app.history(*span) == []
    for gone in (booking["id"], 0, 999999, "x", 10**30):
        refusal = app.cancel(gone)
        assert (refusal.status, refusal.json()) == (400, NOT_YOURS), gone


def test_slots_follow_the_opening_hours(control, app):
    day = today(control, app.server.id) + timedelta(days=40)
    rooms = app.rooms()
    assert rooms
    for room in rooms:
        slots = app.slots(room["id"], day)
        assert 0 < len(slots) <= 96
        assert {one["meeting_room_id"] for one in slots} == {str(room["id"])}
        assert slots[0]["start_time"] == f"{day:%Y-%m-%d} {room['start_time']}"
        for one, next_one in zip(slots, slots[1:]):
            assert one["end_time"] == next_one["start_time"]
        last = moment(slots[-1]["end_time"])
        hour, minute, second = map(int, room["end_time"].split(":"))
        assert last == day + timedelta(hours=hour, minutes=minute, seconds=second)


@pytest.mark.parametrize("earlier, later", [(-1, 1), (0, 4), (1, -1), (-2, -1), (1, 2)])
def test_every_overlap_is_refused(control, app, earlier, later):
    """Quarters by which a second booking begins and ends after the first, which has four."""
    [other] = colleagues(control, app, 1)
    day = today(control, app.server.id) + timedelta(days=26)
    room = app.rooms()[0]
    hour, minute, _ = map(int, room["start_time"].split(":"))
    start = day + timedelta(hours=hour + 2, minutes=minute)
    quarter = timedelta(minutes=15)
    app.book(room["id"], start, start + 4 * quarter)
    for who in (app, other):
        answer = who.order(room["id"], start + earlier * quarter, start + (4 + later) * quarter)
        assert (answer.status, answer.json()) == (400, TAKEN)
    before = other.book(room["id"], start - 2 * quarter, start)
    after = other.book(room["id"], start + 4 * quarter, start + 5 * quarter)
    assert other.history(day, day + timedelta(days=1)) in ([before, after], [after, before])


def test_an_hour_takes_all_its_quarters(control, app):
    day = today(control, app.server.id) + timedelta(days=27)
    room = app.rooms()[0]
    start = moment(app.slots(room["id"], day)[4]["start_time"])
    app.book(room["id"], start, start + timedelta(hours=1))
    for number in range(4):
        quarter = start + number * timedelta(minutes=15)
        answer = app.order(room["id"], quarter, quarter + timedelta(minutes=15))
        assert answer.json() == TAKEN


def test_the_dashboard_is_for_the_month_of_the_clock(control):
    world = control.make(clock={"mode": "freeze", "now": "2027-03-10T08:00:00Z"}, ttl="10m")
    with entered(control, world) as app:
        shown = app.dashboard()
        assert "Mar" in (shown["month"] or "") or "3" in shown["month"], shown
        assert len(app.history(*month_of(today(control, world.id)))) == shown["total_booking_count"]


# MARK: Sums


def assert_sums(control, app, world):
    """The dashboard says what the history of the month adds up to."""
    history = app.history(*month_of(today(control, world)))
    shown = app.dashboard()
    spans = [moment(one["end_time"]) - moment(one["start_time"]) for one in history]
    used = sum(spans, timedelta()) / timedelta(hours=1)
    assert shown["total_booking_count"] == len(history)
    assert shown["booking_slot"] == used * 4
    assert hours(shown["total_usage"]) == used
    free, left = hours(shown["free_credit"]), hours(shown["free_remaining"])
    paid = hours(shown["paid_usage"])
    assert 0 <= left <= free
    assert used == (free - left) + paid, shown


def test_free_credit_counts_down_and_comes_back(control):
    world = control.make(clock={"mode": "freeze", "now": "2027-05-10T06:00:00Z"}, ttl="10m")
    with entered(control, world) as app:
        assert_sums(control, app, world.id)
        began = app.dashboard()
        credit = hours(began["free_remaining"])
        assert credit > 0
        room = app.rooms()[0]["id"]
        made, day = [], today(control, world.id)
        # Two hours on each day, until twice the credit is used.
        while hours(app.dashboard()["paid_usage"]) < credit:
            day += timedelta(days=1)
            if day.month != 5:
                break
            free = [one for one in app.slots(room, day) if one["is_available"]]
            start = moment(free[0]["start_time"])
            answer = app.order(room, start, start + timedelta(hours=2))
            if answer.status == 200:
                made += answer.json()["meeting_room_bookings"]
            assert_sums(control, app, world.id)
        shown = app.dashboard()
        assert hours(shown["free_remaining"]) < 2, "what is left is too little for a booking"
        assert hours(shown["paid_usage"]) > 0
        for booking in made:
            assert app.cancel(booking["id"]).status == 200
            assert_sums(control, app, world.id)
        assert app.dashboard() == began


def test_bookings_of_another_month_cost_this_one_nothing(control):
    world = control.make(clock={"mode": "freeze", "now": "2027-05-10T06:00:00Z"}, ttl="10m")
    with entered(control, world) as app:
        began = app.dashboard()
        room, day = app.rooms()[0]["id"], today(control, world.id) + timedelta(days=60)
        start = moment(app.slots(room, day)[0]["start_time"])
        app.book(room, start, start + timedelta(hours=1))
        assert app.dashboard() == began
        control.set_clock(world.id, mode="freeze", now="2027-07-20T06:00:00Z")
        assert app.dashboard()["total_booking_count"] >= 1
        assert_sums(control, app, world.id)


def test_the_mark_of_free_credit_is_in_the_slot(control):
    world = control.make(clock={"mode": "freeze", "now": "2027-05-10T06:00:00Z"}, ttl="10m")
    with entered(control, world) as app:
        room, day = app.rooms()[0]["id"], today(control, world.id) + timedelta(days=3)
        slot = next(one for one in app.slots(room, day) if one["is_available"])
        app.book(room, moment(slot["start_time"]), moment(slot["end_time"]))
        [now] = [one for one in app.slots(room, day) if one["start_time"] == slot["start_time"]]
        assert now["is_free_credit_used"] == 1


# MARK: At random


@pytest.mark.timeout(120)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bookings_of_several_clients_never_overlap(control, seed):
    """Three members book and cancel at the same time; what was accepted never overlaps."""
    world = control.make(clock={"mode": "freeze", "now": "2027-08-02T05:00:00Z"}, ttl="10m")
    with entered(control, world) as app:
        apps = [app, *colleagues(control, app, 2)]
        day = today(control, world.id) + timedelta(days=1)
        rooms = [room["id"] for room in app.rooms()][:2]
        opening = {room: moment(app.slots(room, day)[0]["start_time"]) for room in rooms}
        failures = []

        def use(who: App, number: int):
            chance = random.Random(seed * 10 + number)
            held = who.history(day, day + timedelta(days=1))
            try:
                for _ in range(80):
                    if held and chance.random() < 0.3:
                        booking = held.pop(chance.randrange(len(held)))
                        assert who.cancel(booking["id"]).status == 200
                        continue
                    room = chance.choice(rooms)
                    start = opening[room] + chance.randrange(28) * timedelta(minutes=15)
                    end = start + chance.randint(1, 8) * timedelta(minutes=15)
                    answer = who.order(room, start, end)
                    if answer.status == 200:
                        held += answer.json()["meeting_room_bookings"]
                    else:
                        assert answer.json() == TAKEN
                told = who.history(day, day + timedelta(days=1))
                assert {one["id"] for one in told} == {one["id"] for one in held}
            except BaseException as failure:
                failures.append(failure)

        threads = [
            threading.Thread(target=use, args=(who, number)) for number, who in enumerate(apps)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(100)
        assert not failures, failures
        everything = [one for who in apps for one in who.history(day, day + timedelta(days=1))]
        assert everything
        for room in rooms:
            spans = sorted(
                (moment(one["start_time"]), moment(one["end_time"]))
                for one in everything
                if one["meeting_room_id"] == str(room)
            )
            assert all(start < end for start, end in spans)
            assert all(one[1] <= two[0] for one, two in zip(spans, spans[1:])), spans
        for who in apps:
            assert_sums(control, who, world.id)
            who.close()


# MARK: Odd orders


@pytest.mark.parametrize(
    "start, end",
    [
        ("2027-01-05 10:00:00", "2027-01-05 10:00:00"),
        ("2027-01-05 10:15:00", "2027-01-05 10:00:00"),
        ("2027-01-05 10:00:00", "2026-01-05 10:15:00"),
        ("2027-02-30 10:00:00", "2027-02-30 10:15:00"),
        ("2027-01-05T10:00:00", "soon"),
        ("", ""),
        ("0", "1"),
        ("99999-01-01 00:00:00", "99999-01-01 00:15:00"),
        ("2027-01-05 25:00:00", "2027-01-05 26:00:00"),
        ("2027-01-05 10:00:00\u0000", "\u0000"),
        ("9999-12-31 23:45:00", "9999-12-31 24:00:00"),
        ("0000-00-00 00:00:00", "0000-00-00 00:15:00"),
    ],
)
def test_times_that_no_room_can_have(app, start, end):
    room = app.rooms()[0]["id"]
    before = app.dashboard()
    value = {"room_id": str(room), "start_time": start, "end_time": end}
    refusal = app.refuse("POST", f"v2/{app.vendor}/meetingroom/bookings", value)
    assert refusal["error"] is True
    assert app.dashboard() == before


@pytest.mark.parametrize("room", ["0", "999999", "9" * 30, "x", "-1"])
def test_a_room_that_is_not_there(control, app, room):
    day = today(control, app.server.id) + timedelta(days=3)
    value = {
        "room_id": room,
        "start_time": f"{day:%Y-%m-%d} 10:00:00",
        "end_time": f"{day:%Y-%m-%d} 10:15:00",
    }
    app.refuse("POST", f"v2/{app.vendor}/meetingroom/bookings", value)


@pytest.mark.parametrize(
    "values",
    [
        "room_id=1",
        "start_date=2027-01-05%2000:00:00",
        "room_id=1&start_date=never",
        "room_id=1&start_date=2027-02-30%2000:00:00",
        "room_id=1&start_date=",
        "room_id=999999&start_date=2027-01-05%2000:00:00",
        "room_id=1&start_date=99999-01-01",
        "x",
        "%00",
    ],
)
def test_slots_of_nothing(app, values):
    answer = app.call("GET", f"v2/{app.vendor}/meetingroom/bookings/{values}")
    if answer.status == 200:
        assert type(answer.json()["meeting_room_bookings"]) is list
    answer = app.call("GET", f"v2/{app.vendor}/meetingroom/bookings/history/{values}")
    if answer.status == 200:
        assert type(answer.json()["meeting_rooms_history"]) is list
