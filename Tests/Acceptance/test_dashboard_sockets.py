"""The dashboard's sockets: clients, frames, events of one's own, dropped connections."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from community import TOPIC, Person
from dashboard import HOSTILE, Dashboard
from rawhttp import ConnectionEnded
from worlds import Control


@pytest.fixture
def control(server):
    with Control(server) as control:
        yield control


@pytest.fixture
def ada(server):
    return Person(server)


@pytest.fixture
def dashboard(page, server):
    return Dashboard(page, server, "sockets")


def clients(dashboard):
    return dashboard.main.get_by_label("Clients").get_by_role("listitem")


def frames(dashboard):
    return dashboard.main.get_by_label("Frames", exact=True).get_by_role("listitem")


def push(dashboard, **fields):
    """Fills the form and sends it; names of fields are those of the form."""
    form = dashboard.main.get_by_label("Push an event")
    for label, text in fields.items():
        dashboard.field(label.replace("_", " "), form).fill(text)
    dashboard.button("Push", form).click()


def test_a_client_is_seen_with_its_frames_and_an_event_reaches_it(dashboard, ada):
    with ada.listen() as socket:
        client = clients(dashboard)
        expect(client).to_have_count(1)
        expect(client).to_contain_text(TOPIC)
        expect(client).to_contain_text(ada.user["name"])
        expect(client).to_contain_text("websocket")
        expect(frames(dashboard).filter(has_text="phx_join")).to_contain_text("in")
        expect(frames(dashboard).filter(has_text="phx_reply")).to_contain_text("out")
        # The form begins with what the app can read.
        payload = json.loads(dashboard.field("Payload").input_value())
        assert payload.keys() == {
            *("id", "content", "image_url", "user_id", "author", "likes_count"),
            *("liked_by_user_ids", "comments_count", "inserted_at", "updated_at"),
        }
        push(dashboard, Topic=TOPIC, Event="reminder", Payload=json.dumps({"text": HOSTILE}))
        dashboard.says("Sent to 1 client.")
        message = socket.receive()
        assert (message.event, message.payload) == ("reminder", {"text": HOSTILE})
        frame = frames(dashboard).filter(has_text="reminder")
        frame.get_by_role("button").click()
        expect(frame).to_contain_text(json.dumps(HOSTILE))
        assert "frame=" in dashboard.page.url
        dashboard.main.focus()
        dashboard.page.keyboard.press("Escape")
        expect(frame).not_to_contain_text("img")
    expect(client).to_have_count(0)
    dashboard.assert_unhurt()


def test_frames_are_filtered_and_held(dashboard, ada):
    with ada.listen() as one, ada.listen() as other:
        expect(frames(dashboard)).to_have_count(4)
        dashboard.field("Direction").select_option("in")
        expect(frames(dashboard)).to_have_count(2)
        dashboard.button("Frames", clients(dashboard).first).click()
        expect(frames(dashboard)).to_have_count(1)
        assert "direction=in" in dashboard.page.url
        assert "socket=" in dashboard.page.url
        dashboard.show("sockets", event="reminder")
        expect(frames(dashboard)).to_have_count(0)
        push(dashboard, Event="reminder")
        expect(frames(dashboard)).to_have_count(2)
        dashboard.button("Pause").click()
        push(dashboard, Event="reminder")
        expect(dashboard.button("Go on (2 wait)")).to_be_visible()
        expect(frames(dashboard)).to_have_count(2)
        dashboard.button("Go on (2 wait)").click()
        expect(frames(dashboard)).to_have_count(4)
        assert one.receive().event == other.receive().event == "reminder"


@pytest.fixture
def many(dashboard, ada, control):
    """The panel with the newest 100 of 131 frames to one client: the answer to its join, events."""
    with ada.listen():
        for number in range(130):
            control.send("POST", "/sockets/events", {"topic": TOPIC, "event": f"event-{number}"})
        # What the page is told live must not come after what it reads next.
        expect(frames(dashboard).filter(has_text="event-129")).to_have_count(1)
        dashboard.show("sockets", direction="out")
        expect(frames(dashboard)).to_have_count(100)
        yield dashboard


def test_older_frames_come_from_the_journal(many):
    many.button("Older ones").click()
    expect(frames(many)).to_have_count(131)
    expect(frames(many).filter(has_text="event-0")).to_have_count(1)


def test_older_frames_stay_when_the_newest_are_read_again(many, control):
    many.button("Pause").click()
    held = []
    many.page.route(re.compile(r"/messages\?(?!.*before=)"), lambda route: held.append(route))
    with many.page.expect_request(re.compile(r"/messages\?")):
        many.button("Go on (0 wait)").click()
    many.button("Older ones").click()
    expect(frames(many)).to_have_count(131)
    with many.page.expect_response(re.compile(r"/messages\?")):
        held[0].continue_()
    control.send("POST", "/sockets/events", {"topic": TOPIC, "event": "the last"})
    expect(frames(many)).to_have_count(132)


@pytest.mark.parametrize(("how", "done"), [("Close", "closed"), ("Reset", "reset")])
def test_a_connection_is_dropped(dashboard, ada, how, done):
    with ada.listen() as socket:
        dashboard.main.get_by_role("button", name=f"{how} connection").click()
        dashboard.says(f"1 connection is {done}.")
        with pytest.raises((ConnectionEnded, ConnectionResetError)):
            socket.read()
        expect(clients(dashboard)).to_have_count(0)


def test_a_connection_is_half_open_and_all_are_dropped(dashboard, ada):
    with ada.listen() as socket:
        dashboard.main.get_by_role("button", name="Half-open connection").click()
        expect(clients(dashboard)).to_contain_text("dead")
        socket.close()
    with ada.listen() as one, ada.listen() as other:
        dashboard.main.focus()
        dashboard.page.keyboard.press("d")
        dashboard.field("How", dashboard.dialog).select_option("reset")
        dashboard.field("In the topic", dashboard.dialog).fill("community:*")
        dashboard.button("Drop", dashboard.dialog).click()
        for socket in (one, other):
            with pytest.raises((ConnectionEnded, ConnectionResetError)):
                socket.read()


def test_an_event_is_planned_and_sent_by_the_clock(dashboard, ada, control):
    form = dashboard.main.get_by_label("Push an event")
    dashboard.field("When", form).select_option("in")
    after = dashboard.field("After", form)
    push(dashboard, After="soon")
    dashboard.assert_refused(after, "'After' is the text 'soon'.")
    planned = form.get_by_role("listitem")
    push(dashboard, After="1h", Event="late")
    expect(planned).to_have_count(1)
    push(dashboard, After="2h", Event="later")
    expect(planned).to_have_count(2)
    dashboard.button("Delete the planned later").click()
    expect(planned).to_have_count(1)
    with ada.listen() as socket:
        control.send("POST", "/clock/advance", {"by": "61m"})
        assert socket.receive().event == "late"
    expect(planned).to_have_count(0)


@pytest.mark.parametrize(
    ("label", "text", "words"),
    [
        ("Topic", "", "'Topic'"),
        ("Event", "", "'Event' is the text ''."),
        ("Payload", "{", "This is not JSON"),
        ("To connection", "x", "'x' is not a number."),
    ],
)
def test_a_refused_event_shows_the_words_at_the_field(dashboard, label, text, words):
    push(dashboard, **{label: text})
    form = dashboard.main.get_by_label("Push an event")
    dashboard.assert_refused(dashboard.field(label, form), words)
    dashboard.assert_unhurt()


def test_a_scenario_runs_and_gives_its_verdict(dashboard, ada):
    with ada.listen() as socket:
        dashboard.button("queued-joins").click()
        dashboard.field("Clients have", dashboard.dialog).fill("x")
        dashboard.button("Start", dashboard.dialog).click()
        field = dashboard.field("Clients have", dashboard.dialog)
        dashboard.assert_refused(field, "'Clients have' is the text 'x'.")
        field.fill("300ms")
        dashboard.field("Joins wait for", dashboard.dialog).fill("50ms")
        dashboard.button("Start", dashboard.dialog).click()
        dashboard.says("It has begun")
        assert socket.receive().event == "phx_error"
        verdict = dashboard.main.get_by_label("Scenarios").locator(".rule")
        expect(verdict).to_contain_text("not passed")
        expect(verdict).to_contain_text("not back")
        dashboard.button("Forget queued-joins").click()
        expect(verdict).to_have_count(0)
