// Start: what runs where, who can log in, a first request.

import { link as linkTo } from "../address.js";
import { address, drawDevices, drawLine, introductions, systems } from "../addresses.js";
import { some } from "../format.js";
import { journal, onForgetting } from "../journal.js";
import { page } from "../page.js";
import { copyButton } from "../parts.js";
import { h } from "../view.js";

function draw() {
    return [
        h("h1", {}, "What runs here"),
        h(
            "p",
            { class: "lead" },
            "This server stands in for real backends while you build and test an app. ",
            "What is written is kept and read back where the original does so, until you reset it.",
        ),
        introductions.value && [firstRequest(), drawSteps(), addresses(), next()],
    ];
}

function addresses() {
    return h(
        "section",
        {},
        h("h2", {}, "Point an app at it"),
        drawDevices(),
        h("div", { class: "cards" }, systems().map(drawSystem)),
    );
}

function drawSystem({ name, title, lines, notes }) {
    return h(
        "div",
        { class: "card", key: name },
        h("h3", {}, title),
        h(
            "dl",
            { class: "lines" },
            lines.map((line) => [h("dt", {}, line.label), h("dd", {}, drawLine(line))]),
        ),
        notes.length > 0 && h(
            "details",
            { class: "hint" },
            h("summary", {}, "Good to know"),
            notes.map((note) => h("p", {}, note)),
        ),
    );
}

/** A first request that every served system can answer, from what the page knows. */
function firstRequest() {
    const seen = requestCount();
    const base = systems(location.hostname).flatMap(({ lines }) => lines).find((
        { scheme, path },
    ) => scheme === "http" && path !== undefined);
    if (!base) return null;
    const paths = { "/api/": "/api/posts?limit=3", "": "/posts?limit=3" };
    const path = paths[base.path] ?? base.path;
    const scheme = location.protocol.slice(0, -1);
    const command = `curl '${address(scheme, path, location.hostname)}'`;
    return h(
        "section",
        {},
        h("h2", {}, "A first request"),
        h("p", {}, "Run this in a terminal, and see it appear in ", link("live", "Live"), "."),
        h("div", { class: "command" }, h("pre", {}, command), copyButton(command)),
        h(
            "p",
            { class: "hint", role: "status" },
            seen
                ? ["Seen so far: ", link("live", some(seen, "request")), "."]
                : "No request was seen yet.",
        ),
    );
}

/** How many requests have come; a gap stands for some. */
function requestCount() {
    return journal.rows.reduce(
        (sum, { kind, count }) => sum + (kind === "request" ? 1 : kind === "gap" ? count : 0),
        0,
    );
}

/** What everybody does first, and which entry of the journal says that it was done. */
const steps = [
    {
        title: "See a first request",
        panel: "live",
        words: "It appears in Live as it happens.",
        isDone: ({ kind }) => kind === "request",
    },
    {
        title: "Sign in",
        panel: "data",
        words: "With a log-in from below, or as anybody in Data.",
        isDone: ({ method, route, status, user }) =>
            user || method === "POST" && status < 300 && /login|token$/i.test(route),
    },
    {
        title: "Try a fault",
        panel: "faults",
        words: "Switch one on, and see what the app does.",
        isDone: ({ fault }) => fault,
    },
];
const done = new Set();
let lookedAt = -1;

onForgetting(() => done.clear());

/** Ticks what the journal says was done; it stays done when the entry has left the journal. */
function tick() {
    if (lookedAt === journal.version) return;
    lookedAt = journal.version;
    for (const step of steps) {
        if (!done.has(step) && journal.rows.some(step.isDone)) done.add(step);
    }
}

function drawSteps() {
    tick();
    return h(
        "section",
        { class: "card", "aria-labelledby": "steps" },
        h("h2", { id: "steps" }, `First steps: ${done.size} of ${steps.length}`),
        h(
            "ul",
            { class: "steps" },
            steps.map((step) =>
                h(
                    "li",
                    { key: step.panel, class: done.has(step) ? "done" : null },
                    h("span", {
                        class: "mark",
                        role: "img",
                        "aria-label": done.has(step) ? "Done" : "Not done yet",
                    }, done.has(step) ? "✓" : "○"),
                    h(
                        "span",
                        {},
                        link(step.panel, step.title),
                        " ",
                        h("span", { class: "dim" }, step.words),
                    ),
                )
            ),
        ),
    );
}

function next() {
    const items = [
        ["live", "Live", "every request as it happens; resend it, copy it as code"],
        ["data", "Data", "people, posts and all else: look, change, sign in as somebody"],
        ["worlds", "Worlds", "copies for tests; reset, snapshots, export"],
        ["clock", "Clock", "freeze the time, or jump over the end of a token"],
        ["faults", "Faults and stubs", "make requests slow, lost or wrong"],
        ["sockets", "Sockets", "see frames, push events, drop connections"],
        ["routes", "Routes", "every route, with a form to try it"],
    ];
    return h(
        "section",
        {},
        h("h2", {}, "What you can do here"),
        h(
            "dl",
            { class: "facts" },
            items.map(([panel, title, words]) =>
                h("div", { key: panel }, h("dt", {}, link(panel, title)), h("dd", {}, words))
            ),
        ),
        h("p", { class: "hint" }, "Press ", h("kbd", {}, "?"), " for the keys."),
        page.versions && h(
            "p",
            { class: "hint" },
            `mockpostly ${page.versions.version}. The same from a terminal: `,
            h("code", {}, "mockpostly help"),
            ".",
        ),
    );
}

function link(panel, text) {
    return h("a", { href: linkTo(panel) }, text);
}

export const start = {
    enter: introductions.start,
    leave: introductions.stop,
    draw,
};
