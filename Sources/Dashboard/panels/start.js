// Start: what runs where, who can log in, a first request.

import * as address from "../address.js";
import { get } from "../api.js";
import { some } from "../format.js";
import { journal } from "../journal.js";
import { page, redraw } from "../page.js";
import { copied, copyButton } from "../parts.js";
import { reader } from "../reader.js";
import { h } from "../view.js";

/** Who reaches the server at which host; nil hosts are not known. */
const devices = [
    ["web", "Web, iOS simulator, this computer", () => location.host],
    ["emulator", "Android emulator", () => withHost("10.0.2.2")],
    ["phone", "A phone on the same network", phoneHost],
];

let device = "web";

/** What the server says of itself; read again until it answers. */
const introductions = reader(() => get("introduction"), (value) => value ? 60_000 : 1000);

function withHost(host) {
    return location.port ? `${host}:${location.port}` : host;
}

function isLoopback(host) {
    return host === "localhost" || host.endsWith(".localhost") || /^127\.|^\[?::1/.test(host);
}

/** The address for a phone; null when only this computer can connect, or its name is not known. */
function phoneHost() {
    return introductions.value?.local || isLoopback(location.hostname) ? null : location.host;
}

/** The part of a base URL that leads to the chosen world. */
function worldPath() {
    return page.world === page.here ? "" : `/w/${page.world}`;
}

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
    const host = devices.find(([name]) => name === device)[2]();
    return h(
        "section",
        {},
        h("h2", {}, "Point an app at it"),
        h(
            "div",
            { class: "bar", role: "group", "aria-label": "Where the app runs" },
            devices.map(([name, label]) =>
                h("button", {
                    type: "button",
                    "aria-pressed": String(device === name),
                    onclick: () => {
                        device = name;
                        redraw();
                    },
                }, label)
            ),
        ),
        host === null && h(
            "p",
            { class: "hint" },
            introductions.value.local
                ? [
                    "Only this computer can connect now. Start the server with ",
                    h("code", {}, "--host 0.0.0.0"),
                    ", and use this computer's address in place of localhost.",
                ]
                : "Use this computer's address in the network in place of localhost.",
        ),
        h(
            "div",
            { class: "cards" },
            introductions.value.systems.filter(({ lines }) => lines.length).map((system) =>
                drawSystem(system, host ?? location.host)
            ),
        ),
    );
}

function drawSystem({ name, title, lines, notes }, host) {
    return h(
        "div",
        { class: "card", key: name },
        h("h3", {}, title),
        h(
            "dl",
            { class: "lines" },
            lines.filter(({ emulator }) => !emulator).map((line) => [
                h("dt", {}, line.label),
                h("dd", {}, drawValue(line, host)),
            ]),
        ),
        notes.length > 0 && h(
            "details",
            { class: "hint" },
            h("summary", {}, "Good to know"),
            notes.map((note) => h("p", {}, note)),
        ),
    );
}

function drawValue({ scheme, path, text, note }, host) {
    const value = scheme === undefined ? text : `${scheme}://${host}${worldPath()}${path}`;
    return [copied(value), note && h("span", { class: "hint" }, ` ${note}`)];
}

/** A first request that every served system can answer, from what the page knows. */
function firstRequest() {
    const base = introductions.value.systems.flatMap(({ lines }) => lines).find((
        { scheme, path },
    ) => scheme === "http" && path !== undefined);
    if (!base) return null;
    const paths = { "/api/": "/api/posts?limit=3", "": "/posts?limit=3" };
    const path = paths[base.path] ?? base.path;
    const command = `curl '${location.origin}${worldPath()}${path}'`;
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
    return h("a", { href: address.link(panel) }, text);
}

export const start = {
    name: "start",
    title: "Start",
    enter: introductions.start,
    leave: introductions.stop,
    draw,
};
