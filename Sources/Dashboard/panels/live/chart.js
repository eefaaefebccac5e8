// The small chart on top: requests, errors and the slowest twentieth over the last minutes.

import { count, milliseconds, some } from "../../format.js";
import { journal, onEntries } from "../../journal.js";
import { redraw } from "../../page.js";
import { h, svg } from "../../view.js";

const width = 2000; // of a bar, in milliseconds
const bars = 120;
const height = 48;

/** What is known of each bar's time, by its number since 1970. */
const buckets = new Map();
/** The bars that are selected, both ends included; null for none. */
let selection = null;
let dragStart = null;
let changed = () => {};

/** Calls `listener` when another stretch of time is selected. */
export function onSelection(listener) {
    changed = listener;
}

/** Whether a row lies in the selected stretch of time. */
export function isSelected(row) {
    if (!selection) return true;
    const place = placeOf(row);
    return place >= selection[0] && place <= selection[1];
}

export function hasSelection() {
    return selection !== null;
}

export function clearSelection() {
    select(null);
}

/** Forgets what was counted, as another world is followed. */
export function clearChart() {
    buckets.clear();
    selection = null;
}

function placeOf(row) {
    const time = row.timing?.startedAt ?? row.startedAt;
    return time ? Math.floor(Date.parse(time) / width) : 0;
}

function bucket(place) {
    let found = buckets.get(place);
    if (!found) {
        found = { requests: 0, errors: 0, times: [], slowest: 0 };
        buckets.set(place, found);
        for (const old of buckets.keys()) if (old < place - 2 * bars) buckets.delete(old);
    }
    return found;
}

function note(rows) {
    for (const row of rows) {
        if (row.kind === "message") continue;
        const place = bucket(placeOf(row));
        if (row.kind === "gap") {
            place.requests += row.requests;
            place.errors += row.errors;
            place.slowest = Math.max(place.slowest, row.slowestTwentieth ?? 0);
        } else {
            place.requests += 1;
            if (row.status >= 400) place.errors += 1;
            if (place.times.length < 1000) place.times.push(row.timing.milliseconds);
        }
    }
}

note(journal.rows);
onEntries(note);

/** The least time of the slowest twentieth of the requests in a bar. */
function slowTime(bar) {
    const { times, slowest, known } = bar;
    if (!times.length) return slowest;
    if (known?.count !== times.length) {
        const sorted = times.toSorted((a, b) => a - b);
        const time = sorted[sorted.length - 1 - Math.floor((sorted.length - 1) / 20)];
        bar.known = { count: times.length, time };
    }
    return Math.max(bar.known.time, slowest);
}

function select(next) {
    selection = next;
    changed();
    redraw();
}

/** The last description of the chart, and what it was made from. */
let drawn = { from: "", description: null };

/** Draws the chart, unless nothing has changed in it: lists are scrolled many times a second. */
export function chart() {
    const last = Math.floor(Date.now() / width);
    const from = `${last} ${journal.version} ${selection}`;
    if (drawn.from !== from) drawn = { from, description: describe(last) };
    return drawn.description;
}

function describe(last) {
    const first = last - bars + 1;
    const shown = Array.from({ length: bars }, (_, index) => buckets.get(first + index));
    const most = Math.max(1, ...shown.map((bar) => bar?.requests ?? 0));
    const slow = shown.map((bar) => bar ? slowTime(bar) : null);
    const slowest = Math.max(1, ...slow.map((time) => time ?? 0));
    const sum = (name) => shown.reduce((total, bar) => total + (bar?.[name] ?? 0), 0);
    const minutes = `in the last ${bars * width / 60_000} minutes`;
    const words = sum("requests") === 0
        ? `No requests ${minutes}`
        : `${some(sum("requests"), "request")}, ${some(sum("errors"), "error")} ${minutes}; ` +
            `at most ${count(most / (width / 1000))} a second, the slowest 5 % took at least ${
                milliseconds(Math.max(...slow.map((time) => time ?? 0)))
            }`;
    const at = (event) => {
        const box = event.currentTarget.getBoundingClientRect();
        const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999);
        return first + Math.floor(part * bars);
    };
    return h(
        "div",
        { class: "chart" },
        svg(
            "svg",
            {
                viewBox: `0 0 ${bars} ${height}`,
                preserveAspectRatio: "none",
                role: "img",
                tabindex: "0",
                "aria-label":
                    `${words}. Arrow keys select a stretch of time, with Shift a longer one.`,
                onpointerdown: (event) => {
                    event.currentTarget.setPointerCapture(event.pointerId);
                    dragStart = at(event);
                    select([dragStart, dragStart]);
                },
                onpointermove: (event) => {
                    if (dragStart === null) return;
                    const place = at(event);
                    select([Math.min(dragStart, place), Math.max(dragStart, place)]);
                },
                onpointerup: () => dragStart = null,
                onpointercancel: () => dragStart = null,
                onkeydown: (event) => moveSelection(event, first, last),
            },
            selection && svg("rect", {
                class: "selection",
                x: selection[0] - first,
                y: 0,
                width: selection[1] - selection[0] + 1,
                height,
            }),
            shown.map((bar, index) => {
                if (!bar) return null;
                const tall = bar.requests / most * (height - 4);
                const bad = bar.errors / most * (height - 4);
                return [
                    svg("rect", {
                        class: "good",
                        x: index + 0.1,
                        y: height - tall,
                        width: 0.8,
                        height: tall - bad,
                    }),
                    svg("rect", {
                        class: "bad",
                        x: index + 0.1,
                        y: height - bad,
                        width: 0.8,
                        height: bad,
                    }),
                ];
            }),
            svg("path", { class: "slow", d: line(slow, slowest) }),
        ),
        h(
            "p",
            { class: "legend hint" },
            h("span", { class: "key good" }, "requests"),
            h("span", { class: "key bad" }, "errors"),
            h("span", { class: "key slow" }, "slowest 5 %"),
            h("span", {}, words),
        ),
    );
}

/** A line through the times that are known. */
function line(times, most) {
    let path = "";
    let isOpen = false;
    times.forEach((time, index) => {
        if (time === null) {
            isOpen = false;
            return;
        }
        const y = height - 2 - time / most * (height - 6);
        path += `${isOpen ? "L" : "M"}${index + 0.5} ${y.toFixed(1)}`;
        if (!isOpen) path += "h0.01";
        isOpen = true;
    });
    return path;
}

function moveSelection(event, first, last) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") return select(null);
    if (!step) return;
    event.preventDefault();
    const [from, to] = selection ?? [last + 1, last + 1];
    const within = (place) => Math.min(Math.max(place, first), last);
    if (!event.shiftKey) {
        const place = within((step < 0 ? from : to) + step);
        select([place, place]);
    } else if (step < 0) {
        select([within(from - 1), within(to)]);
    } else {
        select([within(from), within(to + 1)]);
    }
}
