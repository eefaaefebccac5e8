// The frame of the page: the panels' names, the chosen world, what is active in it, dialogs, keys.

import * as address from "./address.js";
import { get, isAsking, send } from "./api.js";
import { drawDialog, drawNotice } from "./dialogs.js";
import { firstHome } from "./first.js";
import { dateAndTime } from "./format.js";
import { follow, journal, unfollow } from "./journal.js";
import {
    choose,
    lost,
    noteHome,
    onReturn,
    openDialog,
    page,
    readNames,
    redraw,
    refresh,
    say,
    sayProblem,
    setRedraw,
    worldTime,
} from "./page.js";
import { find, load, panels } from "./panels.js";
import { button } from "./parts.js";
import { h, mount } from "./view.js";

/** How long the first drawing waits for what it is to show, in milliseconds: twice takes longer. */
const timeout = 100;

let shown = null;
/** The panel that reads what it shows; null while its world is gone. */
let entered = null;
let followed;

/** Shows what the address says; gives when the first answers for it are there. */
async function followAddress() {
    const next = find(address.panel());
    if (!next.draw) {
        try {
            await load(next);
        } catch {
            return lost();
        }
        if (next !== find(address.panel())) return;
    }
    const world = address.parameter("world") || page.here || "default";
    const isOtherWorld = world !== page.world || !shown;
    const isOther = isOtherWorld || next !== shown;
    shown = next;
    page.ofWorld = next.ofWorld ?? [];
    const answers = [];
    if (isOtherWorld) {
        Object.assign(page, { world, info: null, lastInfo: null, stubs: [], isGone: false });
        answers.push(refresh());
    }
    answers.push(followStream());
    if (isOther) {
        document.title = `${next.title} · mockpostly`;
        answers.push(enter({ isAnew: true }));
    } else if (entered) {
        next.moved?.();
    }
    redraw();
    await Promise.allSettled(answers);
}

/** Follows what happens in the chosen world, or in all of them. */
function followStream() {
    const stream = address.parameter("all") ? null : page.world;
    if (page.isGone && stream !== null) {
        unfollow();
        followed = undefined;
    } else if (stream !== followed) {
        followed = stream;
        return follow(stream);
    }
}

/** Whether the shown panel has something to show although its world is gone. */
function worksAlone() {
    return shown.isOfServer || shown.name === "live" && address.parameter("all");
}

/** Lets the shown panel read what it shows, as long as there is its world. */
async function enter({ isAnew }) {
    const next = page.isGone && !worksAlone() ? null : shown;
    if (next === entered && !isAnew) return;
    entered?.leave?.();
    entered = next;
    try {
        await next?.enter?.();
    } catch (error) {
        sayProblem(error);
    }
}

onReturn(({ isBack, isChanged }) => {
    if (!shown || find(address.panel()) !== shown) return followAddress();
    if (isChanged) {
        followed = undefined;
        followStream();
        enter({ isAnew: !page.isGone });
    } else if (isBack) {
        Promise.resolve(entered?.again?.()).catch(sayProblem);
    }
});

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
                    key: panel.name,
                }, panel.title)
            ),
        ),
        h(
            "main",
            {
                id: "content",
                tabindex: "-1",
                key: `panel-${shown?.name}`,
                class: `panel ${shown?.name ?? ""}`,
                attached: meetPanel,
            },
            drawPanel(),
        ),
        drawNotice(),
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

/** The shown panel; nothing while it is on its way, or somebody is asked for the token before. */
function drawPanel() {
    if (!shown) return null;
    return page.isGone && !worksAlone() ? drawGone() : shown.draw();
}

/** What stands in place of a panel whose world is gone. */
function drawGone() {
    const { world, home } = page;
    return [
        h("h1", {}, shown.title),
        h("p", {}, h("strong", {}, `The world '${world}' is gone.`)),
        h(
            "p",
            { class: "dim" },
            "It was deleted, has ended, or the server was started anew. ",
            "When it is there again, this page goes on by itself.",
        ),
        h(
            "div",
            { class: "bar" },
            home !== world && button(`Show '${home}'`, () => choose(home), { class: "primary" }),
            button("Make it again", makeAgain),
            h("a", { href: address.link("worlds") }, "All worlds"),
        ),
    ];
}

/** Makes the chosen world again, from the same beginning as far as that is known. */
async function makeAgain() {
    const { world, lastInfo: last } = page;
    const beginning = last?.scenario
        ? { scenario: last.scenario }
        : /^(empty|default)$/.test(last?.from)
        ? { from: last.from }
        : {};
    await send("POST", "worlds", { id: world, ttl: last?.ttl ?? null, ...beginning });
    say(`The world '${world}' is made.`);
    await refresh();
}

function connection() {
    if (!page.isThere || !journal.isConnected) {
        const words = isAsking()
            ? "Waiting for the admin token"
            : !page.isThere
            ? "The server does not answer. Waiting for it…"
            : page.isGone
            ? "This world is gone"
            : journal.refusal
            ? "Not connected"
            : "Connecting…";
        return h("span", { class: "connection bad", role: "status" }, words);
    }
    return h("span", { class: "connection good", role: "status" }, "Connected");
}

// Keys

const commonKeys = [
    { key: "?", does: "show the keys", act: showKeys },
    { key: "w", does: "choose the world", act: () => document.getElementById("world").focus() },
];

function allKeys() {
    return [...commonKeys, ...(entered?.keys ?? [])];
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
    ], { isText: true });
}

let isGoing = false;
/** Whether the next panel is one that was chosen by a key, which then has the focus. */
let takesFocus = false;

function meetPanel(content) {
    if (takesFocus) content.focus({ preventScroll: true });
    takesFocus = false;
}

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
            if (panel === shown) return document.getElementById("content").focus();
            takesFocus = true;
            address.go(panel.name);
        }
        return;
    }
    if (event.key === "g") {
        isGoing = true;
        return;
    }
    // What has the focus is pressed by it.
    if (event.key === "Enter" && target.closest("a, button, summary, #rows")) return;
    const found = allKeys().find(({ key }) => key === event.key);
    if (!found) return;
    event.preventDefault();
    Promise.resolve(found.act(event)).catch(sayProblem);
});

// The start

/** Reads what the page begins with. */
async function begin() {
    // The world of requests that name none is the one to begin with.
    noteHome(await firstHome ?? { world: "default" });
    await followAddress();
}

async function start() {
    const root = document.getElementById("page");
    await Promise.race([begin(), new Promise((resolve) => setTimeout(resolve, timeout))]);
    setRedraw(mount(root, draw));
    address.onChange(followAddress);
    get("version").then((versions) => page.versions = versions).catch(() => {});
    readNames().catch(() => {});
    setInterval(() => document.hidden || redraw(), 1000);
    setInterval(() => document.hidden || refresh(), 2000);
    document.addEventListener("visibilitychange", () => document.hidden || refresh());
    // The other panels are there before somebody chooses one, even if the server is not any more.
    for (const panel of panels) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await load(panel).catch(() => {});
    }
}

start();
