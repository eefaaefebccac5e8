// Start: what runs where, who can log in, a first request.

import { link as linkTo } from "../address.js";
import { address, drawDevices, drawLine, introductions, systems } from "../addresses.js";
import { some } from "../format.js";
import { journal } from "../journal.js";
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
        introductions.value && [firstRequest(), addresses(), next()],
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
    const base = systems().flatMap(({ lines }) => lines).find((
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
            journal.rows.length
                ? ["Seen so far: ", link("live", some(journal.rows.length, "row")), "."]
                : "No request was seen yet.",
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
