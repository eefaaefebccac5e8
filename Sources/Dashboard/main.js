// The frame of the page: the panels' names, the chosen world, what is active in it, dialogs, keys.

import * as address from "./address.js";
import { get, isToken, setAskForToken } from "./api.js";
import { dateAndTime } from "./format.js";
import { follow, journal } from "./journal.js";
import {
    choose,
    dismiss,
    noteHome,
    openDialog,
    page,
    readNames,
    redraw,
    refresh,
    sayProblem,
    setRedraw,
    worldTime,
} from "./page.js";
import { panels } from "./panels.js";
import { h, mount } from "./view.js";

let shown = null;
let hasBegun = false;
let followed;

function addressedPanel() {
    return panels.find(({ name }) => name === address.panel()) ?? panels[0];
}

/** Shows what the address says. */
function followAddress() {
    const next = addressedPanel();
    const world = address.parameter("world") || page.here || "default";
    const isOtherWorld = world !== page.world || !hasBegun;
    if (isOtherWorld) {
        page.world = world;
        page.info = null;
        page.stubs = [];
        refresh();
    }
    const stream = address.parameter("all") ? null : world;
    if (stream !== followed) follow(followed = stream);
    if (next !== shown || isOtherWorld) {
        if (hasBegun) shown.leave?.();
        hasBegun = true;
        shown = next;
        document.title = `${next.title} · mockpostly`;
        document.getElementById(`to-${next.name}`)?.scrollIntoView({ inline: "nearest" });
        Promise.resolve(next.enter?.()).catch(sayProblem);
    } else {
        next.moved?.();
    }
    redraw();
}

// What is drawn

function draw() {
    return [
        h("a", { class: "skip", href: "#content", onclick: skip }, "To the content"),
        h("header", { class: "top" }, title(), worldChooser(), clock(), activity(), connection()),
        h(
            "nav",
            { "aria-label": "Panels" },
            panels.map((panel) =>
                h("a", {
                    href: address.link(panel.name),
                    "aria-current": panel === shown ? "page" : null,
                    id: `to-${panel.name}`,
                    key: panel.name,
                }, panel.title)
            ),
        ),
        h(
            "main",
            {
                id: "content",
                tabindex: "-1",
                key: `panel-${shown.name}`,
                class: `panel ${shown.name}`,
            },
            shown.draw(),
        ),
        h(
            "div",
            { class: "notices", role: "status" },
            page.notices.map((notice) =>
                h(
                    "div",
                    { class: `notice ${notice.kind}`, key: notice.id },
                    h("span", {}, notice.text),
                    h("button", {
                        type: "button",
                        class: "plain",
                        "aria-label": "Dismiss",
                        onclick: () => dismiss(notice),
                    }, "×"),
                )
            ),
        ),
        page.dialogs.map(drawDialog),
    ];
}

function skip(event) {
    event.preventDefault();
    document.getElementById("content").focus();
}

function title() {
    return h("a", { class: "name", href: address.link("start") }, "mockpostly");
}

function worldChooser() {
    const names = page.names.includes(page.world) ? page.names : [page.world, ...page.names];
    return h(
        "label",
        { class: "chooser" },
        h("span", {}, "World "),
        h(
            "select",
            {
                id: "world",
                value: page.world,
                onfocus: () => readNames().catch(sayProblem),
                onchange: (event) => choose(event.target.value),
            },
            names.map((name) => h("option", { value: name }, name)),
        ),
    );
}

function clock() {
    const time = worldTime();
    if (time === null) return h("span", { class: "clock" });
    const { mode, rate } = page.info.clock;
    const how = mode === "freeze" ? "frozen" : rate !== 1 ? `× ${rate}` : "";
    return h(
        "a",
        {
            class: how ? "clock chip warn" : "clock chip",
            href: address.link("clock"),
            title: "The world's clock, in UTC",
        },
        dateAndTime(time),
        how && ` ${how}`,
    );
}

function activity() {
    const faults = page.info?.faults ?? [];
    const names = faults.map((fault) => typeof fault === "string" ? fault : fault.name);
    return [
        names.length > 0 && h("a", {
            class: "chip bad",
            href: address.link("faults"),
            title: "Faults that are active in this world",
        }, names.length > 3 ? `${names.length} faults` : names.join(", ")),
        page.stubs.length > 0 && h("a", {
            class: "chip warn",
            href: address.link("faults"),
            title: "Stubs that answer in this world",
        }, page.stubs.length === 1 ? "1 stub" : `${page.stubs.length} stubs`),
    ];
}

function connection() {
    if (!page.isThere || !journal.isConnected) {
        const words = !page.isThere
            ? "The server does not answer. Waiting for it…"
            : journal.refusal
            ? "Not connected"
            : "Connecting…";
        return h("span", { class: "connection bad", role: "status" }, words);
    }
    return h("span", { class: "connection good", role: "status" }, "Connected");
}

function drawDialog(dialog, index) {
    const id = `dialog-${index}`;
    return h(
        "dialog",
        {
            key: id,
            "aria-labelledby": `${id}-title`,
            attached: (element) => element.showModal(),
            oncancel: (event) => {
                event.preventDefault();
                dialog.close();
            },
        },
        h("h2", { id: `${id}-title` }, dialog.title),
        dialog.draw(),
    );
}

// Keys

const commonKeys = [
    { key: "?", does: "show the keys", act: showKeys },
    { key: "w", does: "choose the world", act: () => document.getElementById("world").focus() },
];

function allKeys() {
    return [...commonKeys, ...(shown.keys ?? [])];
}

function showKeys() {
    const row = ({ key, does }) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does));
    openDialog("Keys", (close) => [
        h(
            "dl",
            { class: "keys" },
            allKeys().filter(({ does }) => does).map(row),
            panels.map((panel, index) =>
                row({ key: `g ${index + 1}`, does: `show ${panel.title}` })
            ),
            row({ key: "Esc", does: "close a dialog or an opened row" }),
        ),
        h("footer", {}, h("button", { type: "button", onclick: () => close() }, "Close")),
    ]);
}

let isGoing = false;

addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || page.dialogs.length) return;
    if (target.matches("input, textarea, select, [contenteditable]") && event.key !== "Escape") {
        return;
    }
    if (isGoing) {
        isGoing = false;
        const panel = panels[Number(event.key) - 1];
        if (panel) {
            event.preventDefault();
            address.go(panel.name);
        }
        return;
    }
    if (event.key === "g") {
        isGoing = true;
        return;
    }
    const found = allKeys().find(({ key }) => key === event.key);
    if (!found) return;
    event.preventDefault();
    Promise.resolve(found.act(event)).catch(sayProblem);
});

// The start

function askForToken(problem) {
    let text = "";
    let words = problem.message;
    const submit = (close) => (event) => {
        event.preventDefault();
        if (isToken(text.trim())) return close(text.trim());
        words = "A token has letters, digits and signs of ASCII, without spaces.";
        redraw();
    };
    return openDialog("Admin token", (close) =>
        h(
            "form",
            { onsubmit: submit(close) },
            h("p", { role: "alert" }, words),
            h(
                "div",
                { class: "field" },
                h("label", { for: "admin-token" }, "Token"),
                h("input", {
                    id: "admin-token",
                    type: "password",
                    autocomplete: "off",
                    "aria-describedby": "admin-token-words",
                    attached: (element) => element.focus(),
                    oninput: (event) => text = event.target.value,
                }),
                h("p", { id: "admin-token-words", class: "hint" }, "It is kept for this tab only."),
            ),
            h("footer", {}, h("button", { type: "submit", class: "primary" }, "Continue")),
        ));
}

setAskForToken(askForToken);

async function start() {
    shown = addressedPanel();
    setRedraw(mount(document.getElementById("page"), draw));
    address.onChange(followAddress);
    // The world of requests that name none is the one to begin with.
    const home = address.parameter("world") ? null : await get("home").catch(() => null);
    noteHome(home ?? { world: "default", here: "default" });
    followAddress();
    get("version").then((versions) => page.versions = versions).catch(() => {});
    readNames().catch(() => {});
    setInterval(() => document.hidden || redraw(), 1000);
    setInterval(() => document.hidden || refresh(), 2000);
    document.addEventListener("visibilitychange", () => document.hidden || refresh());
}

start();
