// Routes: every route of every system, with a form to try it.

import { parameter, set } from "../address.js";
import { isServed } from "../addresses.js";
import { get } from "../api.js";
import { dialects } from "../dialects.js";
import { count, some } from "../format.js";
import { noteHome, redraw, showChosenRow } from "../page.js";
import { breakable, empty, entry } from "../parts.js";
import { h } from "../view.js";
import { described, operations } from "./routes/description.js";
import { drawOperation, sendShown, showOperation } from "./routes/form.js";
import { withCode } from "./routes/words.js";

/** The routes of the systems, and those of the control plane; null before they were read. */
const all = { systems: null, control: null };

async function read() {
    const [home, own, systems, control] = await Promise.all([
        get("home"),
        described(),
        operations("openapi.json"),
        parameter("control") ? operations("openapi-control.json") : all.control,
    ]);
    noteHome(home);
    all.systems = [...own, ...systems];
    // The same objects each time: the shown one has an answer that is on its way.
    all.control ??= control && control.map((operation) => ({ ...operation, isControl: true }));
    show();
}

/** Shows the route that the address names. */
function show() {
    const list = listed();
    const operation = chosen(list);
    showOperation(operation, operation?.isControl ? all.control : all.systems ?? []);
    redraw();
    if (operation) requestAnimationFrame(showChosenRow);
}

/** The routes of the systems that the world has, and those of the control plane if they are shown. */
function listed() {
    const served = (all.systems ?? []).filter(({ tag }) => {
        const dialect = dialects.find(({ title }) => title === tag.split(" ")[0]);
        return !dialect || isServed(dialect);
    });
    return [...served, ...(parameter("control") ? all.control ?? [] : [])];
}

function chosen(list) {
    return list.find(({ name }) => name === parameter("route")) ?? null;
}

/** The routes that have all words that were typed. */
function found() {
    const words = parameter("q").toLowerCase().split(/\s+/).filter(Boolean);
    return listed().filter(({ name, summary, tag }) => {
        const text = `${name} ${summary} ${tag}`.toLowerCase();
        return words.every((word) => text.includes(word));
    });
}

function choose(operation) {
    // What was typed belongs to another route.
    const old = [...new URLSearchParams(location.hash.replace(/^[^?]*\??/, "")).keys()];
    const kept = ["world", "q", "control", "route", "all"];
    const cleared = old.filter((name) => !kept.includes(name)).map((name) => [name, ""]);
    set({ ...Object.fromEntries(cleared), route: operation?.name ?? "" }, { isStep: true });
}

function chooseNext(step) {
    const routes = found();
    const place = routes.findIndex(({ name }) => name === parameter("route"));
    const next = routes[Math.min(Math.max(place + step, 0), routes.length - 1)];
    if (next) choose(next);
}

function drawRoute(operation) {
    const { name, method, path, summary } = operation;
    return entry(
        name,
        name === parameter("route"),
        () => choose(operation),
        h("span", { class: `method ${method}` }, method),
        h("span", { class: "mono path" }, breakable(path.replace("/__mockpostly/v1", ""))),
        h("span", { class: "dim about" }, withCode(summary)),
    );
}

function drawGroups(routes) {
    const groups = new Map();
    for (const operation of routes) {
        const title = operation.isControl ? `Control: ${operation.tag}` : operation.tag;
        if (!groups.has(title)) groups.set(title, []);
        groups.get(title).push(operation);
    }
    return [...groups].map(([title, list], index) =>
        h(
            "details",
            {
                key: title,
                class: "group",
                open: Boolean(parameter("q")) || !parameter("route") ||
                    list.some(({ name }) => name === parameter("route")) ||
                    index === 0,
            },
            h("summary", {}, title, h("span", { class: "dim" }, ` ${count(list.length)}`)),
            h("ul", { class: "entries" }, list.map(drawRoute)),
        )
    );
}

function drawList() {
    const routes = found();
    return h(
        "section",
        { class: "list", "aria-label": "All routes" },
        h("input", {
            id: "find-routes",
            class: "find",
            type: "search",
            placeholder: "Find a route",
            "aria-label": "Find a route",
            value: parameter("q"),
            oninput: (event) => set({ q: event.target.value }),
        }),
        h(
            "div",
            { class: "field check" },
            h("input", {
                id: "with-control",
                type: "checkbox",
                checked: Boolean(parameter("control")),
                onchange: (event) => set({ control: event.target.checked ? "yes" : "" }),
            }),
            h("label", { for: "with-control" }, "The control plane too"),
        ),
        all.systems && h("p", { class: "dim" }, some(routes.length, "route")),
        drawGroups(routes),
        all.systems && routes.length === 0 && empty("No route has these words."),
    );
}

export const routes = {
    enter: read,
    again: read,
    moved() {
        if (parameter("control") && !all.control) return read();
        show();
    },
    keys: [
        { key: "/", does: "find a route", act: () => document.querySelector(".find")?.focus() },
        { key: "j", does: "show the next route", act: () => chooseNext(1) },
        { key: "k", does: "show the route before", act: () => chooseNext(-1) },
        { key: "s", does: "send the request", act: () => sendShown() },
        { key: "Escape", does: "close the shown route", act: () => choose(null) },
    ],
    draw() {
        const operation = chosen(listed());
        return [
            h("h1", {}, "Routes"),
            !operation &&
            h(
                "p",
                { class: "dim", key: "hint" },
                "Choose a route: it is explained, and can be tried.",
            ),
            h(
                "div",
                { class: operation ? "pair opened" : "alone" },
                drawList(),
                operation && drawOperation(),
            ),
        ];
    },
};
