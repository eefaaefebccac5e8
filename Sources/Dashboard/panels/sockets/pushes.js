// Events of one's own: sent to a topic now, or when the world's clock shows a time.

import { get, send } from "../../api.js";
import { dateAndTime, some } from "../../format.js";
import { inWorld, page, say } from "../../page.js";
import { button, makeForm, problemText, typedJSON, typedNumber } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";
import { usualTopic } from "./clients.js";

export const planned = reader(() => get("sockets/events", inWorld()));

/** What `new_post` has: an app that reads it shows a post. */
const example = JSON.stringify(
    {
        id: 1001,
        content: "Pushed from the dashboard.",
        image_url: null,
        user_id: 1,
        author: { id: 1, name: "Mira Sol", avatar_url: null },
        likes_count: 0,
        liked_by_user_ids: [],
        comments_count: 0,
        inserted_at: "2026-10-30T02:23:42Z",
        updated_at: "2026-10-30T02:23:42Z",
    },
    null,
    2,
);

const form = makeForm(
    (values) =>
        [
            {
                name: "topic",
                label: "Topic",
                value: usualTopic,
                list: "topics",
                isShort: true,
            },
            { name: "event", label: "Event", value: "new_post", isShort: true },
            { name: "payload", label: "Payload", kind: "json", rows: 8, value: example },
            {
                name: "when",
                label: "When",
                kind: "choice",
                choices: [["", "now"], ["in", "after a time"], ["at", "at an instant"]],
                isShort: true,
            },
            values.when === "in" && {
                name: "in",
                label: "After",
                value: "1h",
                isShort: true,
                hint: "Of the world's clock.",
            },
            values.when === "at" && {
                name: "at",
                label: "At",
                isShort: true,
                hint: "Such as 2027-01-01T00:00:00Z, by the world's clock.",
            },
            {
                name: "match.user",
                label: "To the user",
                isShort: true,
                hint: "Empty for all.",
            },
            {
                name: "match.socket",
                label: "To connection",
                kind: "number",
                isShort: true,
                hint: "Its number; empty for all.",
            },
        ].filter(Boolean),
    "Push",
    push,
    "push",
);

async function push(values) {
    const order = {
        world: page.world,
        topic: values.topic.trim(),
        event: values.event.trim(),
        payload: typedJSON("payload", values.payload),
        match: {},
    };
    if (values.when) order[values.when] = values[values.when].trim();
    if (values["match.user"].trim()) order.match.user = values["match.user"].trim();
    if (values["match.socket"].trim()) {
        order.match.socket = typedNumber("match.socket", values["match.socket"]);
    }
    const sent = await send("POST", "sockets/events", order);
    if (sent.sockets) say(`Sent to ${some(sent.sockets.length, "client")}.`);
    else say(`It is sent at ${dateAndTime(sent.at)} UTC.`);
    await planned.again();
}

/** Puts the focus into the form. */
export function focusPush() {
    document.getElementById("push-topic").focus();
}

function drawPlanned({ id, at, topic, event }) {
    return h(
        "li",
        { key: id, class: "rule" },
        h("div", { class: "what" }, h("strong", {}, event), h("span", {}, topic)),
        h("div", { class: "dim" }, `at ${dateAndTime(at)} UTC`),
        h(
            "div",
            { class: "acts" },
            button("Delete", async () => {
                await send("DELETE", `sockets/events/${id}`, undefined, inWorld());
                await planned.again();
            }, { class: "small danger", "aria-label": `Delete the planned ${event}` }),
        ),
    );
}

export function drawPushes() {
    const list = planned.value?.events ?? [];
    return h(
        "section",
        { class: "card", "aria-label": "Push an event" },
        h("h2", {}, "Push an event"),
        form.draw(),
        planned.error && problemText(planned.error),
        list.length > 0 && [
            h("h3", {}, "Planned"),
            h("ul", { class: "entries" }, list.map(drawPlanned)),
            list.length > 1 && button("Delete all planned", async () => {
                await send("DELETE", "sockets/events", undefined, inWorld());
                await planned.again();
            }, { class: "danger" }),
        ],
    );
}
