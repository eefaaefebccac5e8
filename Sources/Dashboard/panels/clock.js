// Clock: how the chosen world's clock goes, and jumps of it.

import { send } from "../api.js";
import { dateAndTime, span } from "../format.js";
import { page, redraw, refresh, say, worldTime } from "../page.js";
import {
    button,
    empty,
    fieldOf,
    FormError,
    formField,
    problemText,
    typedNumber,
} from "../parts.js";
import { h } from "../view.js";
import { drawMeaning } from "./clock/meaning.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** What the buttons jump by, and what comes of it. */
const jumps = [
    [15 * minute, "a little later; tokens are still good"],
    [day, "tomorrow; tokens that are good for an hour have ended"],
    [8 * day, "next week; log-ins of Postly have ended"],
    [-15 * minute, "a little earlier"],
    [-day, "yesterday; what was made since lies in the future"],
    [-8 * day, "last week; what was made since lies in the future"],
];
/** The steps of the slider, in one direction. */
const steps = [
    minute,
    5 * minute,
    15 * minute,
    30 * minute,
    hour,
    2 * hour,
    6 * hour,
    12 * hour,
    day,
    2 * day,
    3 * day,
    7 * day,
    8 * day,
    14 * day,
    30 * day,
    90 * day,
    365 * day,
];
let slider = 0;
let instant = "";
let rate = "60";
let problem = null;
/** The last jump from this page: the world, and what its clock showed before and after. */
let jump = null;

const instantField = {
    name: "now",
    id: "clock-now",
    label: "An exact instant",
    hint: "Such as 2027-01-01T00:00:00Z, or 2027-01-01 for its beginning in UTC.",
};
const rateField = { name: "rate", id: "clock-rate", label: "Seconds a second", kind: "number" };

/** Calls `body` and shows a refusal at its field. */
async function change(body, done) {
    problem = null;
    const { world } = page;
    const before = worldTime();
    try {
        const clock = await body();
        const after = Date.parse(clock.now);
        // Less is the clock going on while the request was on its way.
        if (Math.abs(after - before) > minute / 2) jump = { world, before, after };
        if (done) say(done(clock));
    } catch (error) {
        if (!error.status && !(error instanceof FormError)) throw error;
        problem = error;
    }
    await refresh();
}

const shows = ({ now }) => `The clock shows ${dateAndTime(now)} UTC.`;

function advance(by) {
    if (!by) return;
    const text = `${by < 0 ? "-" : ""}${Math.abs(by) / 1000}s`;
    return change(() => send("POST", "clock/advance", { world: page.world, by: text }), shows);
}

function put(order, done) {
    return change(() => send("PUT", "clock", { world: page.world, ...order }), done);
}

const run = () => put({ mode: "run" }, () => "The clock runs.");
const freeze = () => put({ mode: "freeze" }, () => "The clock stands.");

function scale() {
    return change(() => {
        const order = { mode: "scale", rate: typedNumber("rate", rate) };
        return send("PUT", "clock", { world: page.world, ...order });
    }, (clock) => `The clock goes × ${clock.rate}.`);
}

/** Sets what the clock shows; how it goes on does not change. */
function set(now) {
    const { mode, rate } = page.info.clock;
    return put({ mode, now, ...(mode === "scale" ? { rate } : {}) }, shows);
}

const backToReal = () => put({ mode: "run", now: "real" }, () => "The clock shows real time.");

/** What the slider stands for, in milliseconds. */
function sliderLength() {
    return Math.sign(slider) * (steps[Math.abs(slider) - 1] ?? 0);
}

function signed(length) {
    return `${length < 0 ? "−" : "+"}${span(Math.abs(length))}`;
}

function drawFace(now) {
    const { mode, rate } = page.info.clock;
    const distance = now - Date.now();
    const how = { run: "running", freeze: "frozen", scale: `× ${rate}` }[mode];
    const where = Math.abs(distance) < 5000
        ? "real time"
        : `${span(Math.abs(distance))} ${distance > 0 ? "ahead of" : "behind"} real time`;
    return h(
        "div",
        { class: "face" },
        h("time", { datetime: new Date(now).toISOString() }, dateAndTime(now)),
        h("span", { class: "dim" }, `UTC · ${how} · ${where}`),
    );
}

/** What each way of going means. */
const modes = {
    run: "Running: a second of the world takes a second.",
    freeze: "Frozen: it is the same instant until you jump or let it run.",
    scale: "Faster or slower: a second of the world takes less or more than a second.",
};

function drawMode() {
    const { mode } = page.info.clock;
    const pressed = (name) => ({ "aria-pressed": String(mode === name) });
    return h(
        "section",
        { class: "card" },
        h("h2", {}, "How it goes"),
        h(
            "div",
            { class: "bar" },
            button("Running", run, pressed("run")),
            button("Frozen", freeze, pressed("freeze")),
            button("Faster or slower", scale, pressed("scale")),
            button("Back to real time", backToReal),
        ),
        h("p", { class: "hint" }, modes[mode]),
        h(
            "form",
            { onsubmit: submit(scale), novalidate: true },
            formField(rateField, rate, (value) => rate = value, problemAt("rate")),
        ),
        h("p", { class: "hint" }, "60 makes a minute of a second, 0.5 goes half as fast."),
    );
}

function submit(act) {
    return async (event) => {
        event.preventDefault();
        await act();
        redraw();
    };
}

function problemAt(name) {
    return problem && fieldOf(problem, [instantField, rateField]) === name ? problem : null;
}

function drawJumps(now) {
    const length = sliderLength();
    const target = length ? `to ${dateAndTime(now + length)}` : "Move the slider.";
    return h(
        "section",
        { class: "card" },
        h("h2", {}, "Jump"),
        h(
            "div",
            { class: "jumps" },
            jumps.map(([by, words]) => [
                button(signed(by), () => advance(by), {
                    key: by,
                    "aria-describedby": `jump-${by}`,
                }),
                h("span", { class: "hint", key: `words-${by}`, id: `jump-${by}` }, words),
            ]),
        ),
        h(
            "div",
            { class: "slide" },
            h("label", { for: "clock-slider" }, "By"),
            h("input", {
                id: "clock-slider",
                type: "range",
                min: -steps.length,
                max: steps.length,
                step: 1,
                value: String(slider),
                "aria-valuetext": length ? signed(length) : "no jump",
                oninput: (event) => {
                    slider = Number(event.target.value);
                    redraw();
                },
            }),
            button(length ? `Jump ${signed(length)}` : "Jump", async () => {
                await advance(sliderLength());
                slider = 0;
                redraw();
            }, { disabled: length === 0 }),
            h("span", { class: "dim" }, target),
        ),
        h(
            "form",
            { class: "instant", onsubmit: submit(() => set(instant.trim())), novalidate: true },
            formField(instantField, instant, (value) => instant = value, problemAt("now")),
            h("button", { type: "submit" }, "Set"),
        ),
    );
}

export const clock = {
    enter() {
        problem = null;
    },
    keys: [
        { key: "r", does: "let the clock run", act: run },
        { key: "f", does: "freeze the clock", act: freeze },
        { key: "t", does: "go back to real time", act: backToReal },
        { key: "+", does: "jump a day ahead", act: () => advance(day) },
        { key: "-", does: "jump a day back", act: () => advance(-day) },
        { key: "8", does: "jump 8 days ahead", act: () => advance(8 * day) },
    ],
    draw() {
        const now = worldTime();
        if (now === null) return [h("h1", {}, "Clock"), empty("Reading…")];
        return [
            h("h1", {}, "Clock"),
            drawFace(now),
            problem && !fieldOf(problem, [instantField, rateField]) && problemText(problem),
            h("div", { class: "cards" }, drawMode(), drawJumps(now)),
            drawMeaning(now, jump),
        ];
    },
};
