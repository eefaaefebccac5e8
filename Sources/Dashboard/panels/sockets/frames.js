// The frames of the channels, in both directions, as they pass.

import { parameter, set } from "../../address.js";
import { get } from "../../api.js";
import { size, timeOfDay } from "../../format.js";
import { onEntries } from "../../journal.js";
import { inWorld, page, redraw, sayProblem, showChosenRow } from "../../page.js";
import { button, empty, jsonTree } from "../../parts.js";
import { h } from "../../view.js";

/** How many frames are read at once, and the most that are kept. */
const pageSize = 100;
const mostFrames = 1000;

/** The newest first; `next` is where older ones begin, null when there are none. */
const frames = { rows: [], next: null, isPaused: false, waiting: 0 };
const filters = ["socket", "topic", "event", "direction"];
/** The opened frame: its number and its content once it was read. */
let opened = { number: 0, content: null };
let shown = "";
let stopListening = null;

function filter() {
    return Object.fromEntries(filters.map((name) => [name, parameter(name)]));
}

function meets(frame) {
    return frame.world === page.world &&
        filters.every((name) => !parameter(name) || String(frame[name]) === parameter(name));
}

/** Reads the newest frames. */
export async function readFrames() {
    const { world } = page;
    const asked = shown;
    const { messages, next } = await get("messages", inWorld({ ...filter(), limit: pageSize }));
    if (world !== page.world || asked !== shown) return;
    // The list has been paused meanwhile.
    if (frames.isPaused && frames.rows.length) return;
    takeNewest(messages, next);
    redraw();
}

/**
 * Puts the newest frames of the journal into the list; `next` is where older ones begin.
 *
 * Older ones that were read before stay, unless frames between them and the new ones are missing.
 */
function takeNewest(messages, next) {
    const newest = messages[0]?.number ?? 0;
    const oldest = messages.at(-1)?.number ?? 0;
    // Those that came while they were read are there already.
    const newer = frames.rows.filter(({ number }) => number > newest);
    const older = frames.rows.some(({ number }) => number === oldest)
        ? frames.rows.filter(({ number }) => number < oldest)
        : [];
    frames.rows = [...newer, ...messages, ...older];
    if (older.length === 0) frames.next = next;
}

async function readOlder() {
    const asked = shown;
    for (;;) {
        const before = frames.next;
        const query = inWorld({ ...filter(), limit: pageSize, before });
        const { messages, next } = await get("messages", query);
        if (asked !== shown || frames.next === null) return;
        // The list was read anew meanwhile and ends elsewhere.
        if (frames.next !== before) continue;
        Object.assign(frames, { rows: [...frames.rows, ...messages], next });
        return redraw();
    }
}

function take(entries) {
    if (entries.some(({ kind }) => kind === "gap")) return readFrames().catch(sayProblem);
    const newest = frames.rows[0]?.number ?? 0;
    const found = entries.filter((entry) =>
        entry.kind === "message" && entry.number > newest && meets(entry)
    );
    if (found.length === 0) return;
    if (frames.isPaused) {
        frames.waiting += found.length;
        return;
    }
    frames.rows = [...found.toReversed(), ...frames.rows];
    if (frames.rows.length > mostFrames) {
        frames.rows.length = mostFrames;
        frames.next = frames.rows.at(-1).number;
    }
}

/** Follows the address: what is filtered, and which frame is open. */
export function moveFrames() {
    const wanted = JSON.stringify([page.world, filter()]);
    if (wanted !== shown) {
        shown = wanted;
        Object.assign(frames, { rows: [], next: null, waiting: 0 });
        readFrames().catch(sayProblem);
    }
    const number = Number(parameter("frame"));
    if (number !== opened.number) {
        opened = { number, content: null };
        if (number) readContent(number).catch(sayProblem);
    }
}

async function readContent(number) {
    const query = inWorld({ after: number - 1, before: number + 1, details: true });
    const { messages: [message] } = await get("messages", query);
    if (opened.number !== number) return;
    opened.content = message ?? { body: "It is not in the journal any more." };
    redraw();
}

export function startFrames() {
    stopListening ??= onEntries(take);
    shown = "";
    opened = { number: 0, content: null };
    moveFrames();
}

export function stopFrames() {
    stopListening?.();
    stopListening = null;
}

/** Holds the list as it is, or lets it go on. */
export function pause() {
    frames.isPaused = !frames.isPaused;
    frames.waiting = 0;
    redraw();
    return frames.isPaused ? null : readFrames();
}

/** Opens the frame `step` rows below the opened one. */
export function openNext(step) {
    const place = frames.rows.findIndex(({ number }) => number === opened.number);
    const last = frames.rows.length - 1;
    const next = frames.rows[Math.min(Math.max(place < 0 ? 0 : place + step, 0), last)];
    if (!next) return;
    set({ frame: String(next.number) });
    requestAnimationFrame(showChosenRow);
}

export function closeFrame() {
    set({ frame: "" });
}

function drawContent() {
    const { content, number } = opened;
    if (!content) return h("p", { class: "dim" }, "Reading…");
    const text = content.body ?? content.base64 ?? "";
    let json;
    try {
        json = JSON.parse(text);
    } catch {
        // Not every frame is JSON.
    }
    return h(
        "div",
        { key: number },
        content.cut &&
            h("p", { class: "warn-text" }, "There is more of it than the journal keeps."),
        json === undefined ? h("pre", {}, text) : jsonTree(json),
    );
}

function drawFrame(frame) {
    const { number, time, direction, socket, topic, event, bytes, fault } = frame;
    const isOpen = opened.number === number;
    return h(
        "li",
        { key: number },
        h(
            "button",
            {
                type: "button",
                class: "entry frame",
                "aria-expanded": String(isOpen),
                "aria-current": isOpen ? "true" : null,
                onclick: () => set({ frame: isOpen ? "" : String(number) }),
            },
            h(
                "span",
                { class: direction === "in" ? "good-text way" : "warn-text way" },
                direction === "in" ? "↑ in" : "↓ out",
            ),
            h("span", { class: "dim mono" }, timeOfDay(time)),
            h("span", { class: "tag" }, `${socket}`),
            h("strong", {}, event ?? "—"),
            h("span", {}, topic ?? ""),
            fault && h("span", { class: "tag bad" }, fault),
            h("span", { class: "dim size" }, size(bytes)),
        ),
        isOpen && h("div", { class: "opened" }, drawContent()),
    );
}

function drawFilter(name, label, control) {
    const id = `filter-${name}`;
    return h("div", { class: "filter" }, h("label", { for: id }, label), control(id));
}

function typed(name) {
    return (id) =>
        h("input", {
            id,
            value: parameter(name),
            list: name === "topic" ? "topics" : null,
            autocomplete: "off",
            onchange: (event) => set({ [name]: event.target.value.trim() }),
        });
}

export function drawFrames() {
    return h(
        "section",
        { "aria-label": "Frames" },
        h(
            "div",
            { class: "bar" },
            h("h2", {}, "Frames"),
            button(frames.isPaused ? `Go on (${frames.waiting} wait)` : "Pause", pause, {
                "aria-pressed": String(frames.isPaused),
            }),
        ),
        h(
            "div",
            { class: "filters" },
            drawFilter("direction", "Direction", (id) =>
                h(
                    "select",
                    {
                        id,
                        value: parameter("direction"),
                        onchange: (event) => set({ direction: event.target.value }),
                    },
                    h("option", { value: "" }, "both"),
                    h("option", { value: "in" }, "from clients"),
                    h("option", { value: "out" }, "to clients"),
                )),
            drawFilter("socket", "Connection", typed("socket")),
            drawFilter("topic", "Topic", typed("topic")),
            drawFilter("event", "Event", typed("event")),
        ),
        frames.rows.length === 0
            ? empty("No frame has passed.")
            : h("ul", { class: "entries frames" }, frames.rows.map(drawFrame)),
        frames.next !== null && button("Older ones", readOlder, { key: "older" }),
    );
}
