"""The dashboard's clock: how it goes, where it jumps, and what that means."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from dashboard import Dashboard
from worlds import Control


@pytest.fixture
def control(server):
    with Control(server) as control:
        control.send("POST", "/worlds", {"id": "late"}, status=201)
        yield control


@pytest.fixture
def dashboard(page, server, control):
    return Dashboard(page, server, "clock", world="late")


def shown(control) -> datetime:
    return datetime.fromisoformat(control.get("/clock?world=late")["now"])


def test_a_jump_of_8_days_makes_a_token_expire(dashboard, control, server):
    order = {"world": "late", "system": "postly", "user": "mira.sol@example.com"}
    token = control.send("POST", "/tokens", order)["token"]
    before = shown(control)
    dashboard.button("+8 d").click()
    dashboard.says("The clock shows")
    jumped = shown(control) - before
    assert timedelta(days=8) <= jumped < timedelta(days=8, minutes=2)
    meaning = dashboard.main.get_by_role("row").filter(has_text="Postly, access token")
    expect(meaning).to_contain_text("all from before the jump")
    expect(dashboard.main).to_contain_text("good for at most 8 d is expired now")
    with server.connect() as connection:
        fields = {"Authorization": f"Bearer {token}"}
        answer = connection.ask("GET", "/w/late/api/auth/check", **fields)
    assert answer.status == 401
    assert answer.json() == {"msg": "Token has expired"}


@pytest.mark.parametrize(
    ("name", "jump"),
    [
        ("+15 min", timedelta(minutes=15)),
        ("+1 d", timedelta(days=1)),
        ("−15 min", timedelta(minutes=-15)),
        ("−1 d", timedelta(days=-1)),
        ("−8 d", timedelta(days=-8)),
    ],
)
def test_buttons_jump_there_and_back(dashboard, control, name, jump):
    names = ["+15 min", "+1 d", "+8 d", "−15 min", "−1 d", "−8 d"]
    expect(dashboard.main.locator(".jumps").get_by_role("button")).to_have_text(names)
    expect(dashboard.button(name)).to_have_accessible_description(re.compile("later|tom|earl|week|yes"))
    dashboard.button("Frozen").click()
    expect(dashboard.button("Frozen")).to_have_attribute("aria-pressed", "true")
    before = shown(control)
    dashboard.button(name).click()
    dashboard.says("The clock shows")
    assert shown(control) - before == jump


def test_the_slider_says_where_it_leads_before_it_jumps(dashboard, control):
    dashboard.button("Frozen").click()
    expect(dashboard.button("Frozen")).to_have_attribute("aria-pressed", "true")
    before = shown(control)
    slider = dashboard.field("By")
    slider.focus()
    for _ in range(9):
        dashboard.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "+1 d")
    assert shown(control) == before
    dashboard.button("Jump +1 d").click()
    expect(dashboard.button("Jump")).to_be_disabled()
    assert shown(control) - before == timedelta(days=1)


def test_it_is_frozen_goes_faster_and_comes_back_to_real_time(dashboard, control):
    dashboard.main.focus()
    dashboard.page.keyboard.press("f")
    dashboard.says("The clock stands.")
    assert control.get("/clock?world=late")["mode"] == "freeze"
    expect(dashboard.main).to_contain_text("frozen")
    rate = dashboard.field("Seconds a second")
    rate.fill("fast")
    dashboard.button("Faster or slower").click()
    dashboard.assert_refused(rate, "'fast' is not a number.")
    rate.fill("-1")
    rate.press("Enter")
    dashboard.assert_refused(rate, "'Seconds a second' is the number -1.")
    rate.fill("3600")
    rate.press("Enter")
    dashboard.says("The clock goes × 3600.")
    assert control.get("/clock?world=late")["rate"] == 3600
    dashboard.button("Back to real time").click()
    dashboard.says("The clock shows real time.")
    clock = control.get("/clock?world=late")
    assert (clock["mode"], clock["rate"]) == ("run", 1)
    expect(dashboard.main).to_contain_text("real time")


def test_an_exact_instant_is_set_and_a_bad_one_refused_at_the_field(dashboard, control):
    dashboard.button("Frozen").click()
    instant = dashboard.field("An exact instant")
    instant.fill("tomorrow")
    dashboard.button("Set").click()
    dashboard.assert_refused(instant, "'An exact instant' is the text 'tomorrow'.")
    instant.fill("2027-01-01")
    instant.press("Enter")
    dashboard.says("The clock shows 2027-01-01 00:00:00 UTC.")
    clock = control.get("/clock?world=late")
    assert (clock["now"], clock["mode"]) == ("2027-01-01T00:00:00.000000Z", "freeze")
    expect(dashboard.page.locator(".top .clock")).to_have_text("2027-01-01 00:00:00 frozen")
    assert control.get("/clock")["mode"] == "run"
    dashboard.assert_unhurt()
