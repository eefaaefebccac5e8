// The records of the chosen world: a collection as a table, and one record beside it.

import * as address from "../address.js";
import { get } from "../api.js";
import { count, dateAndTime } from "../format.js";
import { onEntries } from "../journal.js";
import { inWorld, page, redraw, sayProblem } from "../page.js";
import { button, empty, problemText } from "../parts.js";
import { h } from "../view.js";
import { addRecord, drawRecord, opened, openRecord, refreshRecord } from "./data/record.js";

/** The shortest time between two readings that changes by others cause, in milliseconds. */
const shortestPause = 1000;
/** For how long a record is marked after somebody else changed it, in milliseconds. */
const markedFor = 30_000;
const mostCharacters = 120;

let collections = [];
/** The page of records that is shown, and what it was asked for with. */
let list = { asked: "", items: [], total: 0 };
let problem = null;
let isReading = false;
/** When records were changed by somebody else, by their ids. */
let marks = new Map();
/** What the last change by others did to this page, in words. */
let news = "";
let stopListening = () => {};
let nextReading = null;
let lastReading = 0;

/** The shown collection; undefined before the names of all were read. */
function shown() {
    return collections.find(({ name }) => name === address.parameter("c")) ?? collections[0];
}

function order() {
    return address.parameter("sort") || shown().sort;
}

// Reading

async function readCollections() {
    const { world } = page;
    const answer = await get("data", { world });
    if (world === page.world) collections = answer.collections;
}

/** Reads what the address asks for; `isAgain` when somebody else has changed something. */
async function read(isAgain = false) {
    const collection = shown();
    if (!collection) return;
    const query = inWorld({
        search: address.parameter("q"),
        sort: address.parameter("sort"),
        after: address.parameter("after"),
        before: address.parameter("before"),
    });
    const asked = JSON.stringify([collection.name, query]);
    const isOther = asked !== list.asked;
    if (!isOther && !isAgain) return;
    isReading = true;
    try {
        const answer = await get(`data/${collection.name}`, query);
        if (shown() !== collection || asked !== currentlyAsked(collection)) return;
        if (!isOther) note(list.items, answer.items);
        else marks = new Map();
        if (isOther) news = "";
        list = { asked, ...answer };
        problem = null;
    } catch (error) {
        if (error.status === undefined) throw error;
        list = { asked, items: [], total: 0 };
        problem = error;
    } finally {
        isReading = false;
        lastReading = performance.now();
        redraw();
    }
}

function currentlyAsked(collection) {
    return JSON.stringify([
        collection.name,
        inWorld({
            search: address.parameter("q"),
            sort: address.parameter("sort"),
            after: address.parameter("after"),
            before: address.parameter("before"),
        }),
    ]);
}

/** Marks the records that differ between two readings of the same page. */
function note(before, now) {
    const old = new Map(before.map((item) => [String(item.id), JSON.stringify(item)]));
    let [added, changed] = [0, 0];
    for (const item of now) {
        const text = old.get(String(item.id));
        if (text === JSON.stringify(item)) continue;
        if (text === undefined) added += 1;
        else changed += 1;
        mark(item.id);
    }
    const left = new Set(now.map(({ id }) => String(id)));
    const gone = [...old.keys()].filter((id) => !left.has(id)).length;
    const words = [
        added && `${added} came`,
        changed && `${changed} changed`,
        gone && `${gone} left this page`,
    ].filter(Boolean);
    if (words.length) news = `Just now: ${words.join(", ")}.`;
}

function mark(id) {
    const time = performance.now();
    marks.set(String(id), time);
    setTimeout(() => {
        if (marks.get(String(id)) === time) marks.delete(String(id));
        redraw();
    }, markedFor);
}

/** Reads again when requests have changed rows, but not too often. */
function hear(entries) {
    const changes = entries.filter(({ world }) => !world || world === page.world)
        .flatMap((entry) => entry.changes ?? []);
    const collection = shown();
    if (!changes.length || !collection) return;
    for (const { table, key } of changes) {
        if (table === collection.table && key.startsWith(collection.keyPrefix)) {
            mark(key.slice(collection.keyPrefix.length));
        }
    }
    again();
}

function again() {
    if (nextReading !== null) return;
    const pause = Math.max(0, lastReading + shortestPause - performance.now());
    nextReading = setTimeout(() => {
        nextReading = null;
        Promise.all([read(true), readCollections(), refreshRecord()]).catch(sayProblem);
    }, pause);
}

/** Reads all of it again after a change by the person at the page. */
export async function reread() {
    list.asked = "";
    await Promise.all([readCollections(), read(true)]);
}

async function moved() {
    await read();
    const collection = shown();
    if (collection) await openRecord(collection, address.parameter("id"));
}

async function enter() {
    list = { asked: "", items: [], total: 0 };
    problem = null;
    stopListening();
    stopListening = onEntries(hear);
    await readCollections();
    await moved();
}

function leave() {
    stopListening();
    clearTimeout(nextReading);
    nextReading = null;
}

// Moving

function show(parameters) {
    address.set({ after: "", before: "", ...parameters });
}

function sortBy(field) {
    const now = order();
    show({ sort: now === field.name ? `-${field.name}` : field.name });
}

function pageTo(parameters) {
    if (parameters) show(parameters);
}

const pages = {
    first: () => ({}),
    previous: () => list.previous ? { before: list.previous } : null,
    next: () => list.next ? { after: list.next } : null,
    last: () => ({ before: "end" }),
};

/** Moves the focus by `step` rows. */
function step(step) {
    const links = [...document.querySelectorAll(".data tbody a.id")];
    const place = links.indexOf(document.activeElement);
    links.at(Math.min(Math.max(place + step, 0), links.length - 1))?.focus();
}

// What is drawn

let searching = null;

function bar(collection) {
    const systems = Map.groupBy(collections, ({ system }) => system.title);
    return h(
        "div",
        { class: "bar" },
        h(
            "label",
            {},
            h("span", { class: "dim" }, "Collection "),
            h(
                "select",
                {
                    id: "collection",
                    value: collection.name,
                    onchange: (event) => show({ c: event.target.value, sort: "", q: "", id: "" }),
                },
                [...systems].map(([title, members]) =>
                    h(
                        "optgroup",
                        { label: title },
                        members.map((one) =>
                            h("option", { value: one.name }, `${one.title} (${count(one.count)})`)
                        ),
                    )
                ),
            ),
        ),
        h("input", {
            id: "search",
            class: "grow",
            type: "search",
            maxlength: 200,
            placeholder: "Search",
            "aria-label": `Search ${collection.title}`,
            key: `search-${collection.name}`,
            attached: (input) => input.value = address.parameter("q"),
            oninput: (event) => {
                const q = event.target.value;
                clearTimeout(searching);
                searching = setTimeout(() => show({ q }), 200);
            },
        }),
        collection.can.add && button(`Add a ${collection.noun}`, () => add(collection), {
            class: "primary",
        }),
    );
}

async function add(collection) {
    const record = await addRecord(collection, list.items[0]?.id);
    if (!record) return;
    await reread();
    address.set({ id: String(record.id) });
}

/** A value of a record as one line; other records are links. */
export function value(field, value) {
    if (value === null || value === undefined) return h("span", { class: "dim" }, "–");
    if (field.type === "date") return h("time", { datetime: value }, dateAndTime(value));
    if (field.type === "flag") return value ? "yes" : "no";
    const text = String(value);
    const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
    if (!field.collection) return short;
    return h("a", { href: address.link("data", { c: field.collection, id: text }) }, short);
}

function heading(field) {
    const [name, isDescending] = [order().replace(/^-/, ""), order().startsWith("-")];
    const isChosen = name === field.name;
    return h(
        "th",
        {
            scope: "col",
            key: field.name,
            class: field.type === "number" ? "number" : null,
            "aria-sort": isChosen ? (isDescending ? "descending" : "ascending") : null,
        },
        field.sortable
            ? button([field.name, isChosen && (isDescending ? " ↓" : " ↑")], () => sortBy(field), {
                class: "plain",
            })
            : field.name,
    );
}

function row(fields, item) {
    const id = String(item.id);
    const isOpen = address.parameter("id") === id;
    const link = {
        class: "id",
        href: address.link("data", { ...here(), id }),
        "aria-current": isOpen ? "true" : null,
        onclick: (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            address.set({ id }, { isStep: true });
        },
    };
    return h(
        "tr",
        {
            key: id,
            class: [isOpen && "chosen", marks.has(id) && "changed"].filter(Boolean).join(" "),
        },
        fields.map((field, index) =>
            h(
                "td",
                { key: field.name, class: field.type === "number" && index ? "number" : null },
                index ? value(field, item[field.name]) : h("a", link, id),
                !index && marks.has(id) && [" ", h("span", { class: "chip warn" }, "changed")],
            )
        ),
    );
}

/** The parameters of the address that say which list is shown. */
function here() {
    return Object.fromEntries(
        ["c", "q", "sort", "after", "before"].map((name) => [name, address.parameter(name)]),
    );
}

function pager() {
    const turn = (label, name) =>
        button(label, () => pageTo(pages[name]()), {
            disabled: !list[name === "first" ? "previous" : name === "last" ? "next" : name],
        });
    const total = `${count(list.total)}${list.totalIsCut ? " or more" : ""}`;
    return h(
        "div",
        { class: "bar pager" },
        turn("First", "first"),
        turn("Previous", "previous"),
        turn("Next", "next"),
        turn("Last", "last"),
        h("span", { role: "status" }, `${count(list.items.length)} of ${total}. ${news}`),
    );
}

function draw() {
    const collection = shown();
    if (!collection) return [h("h1", {}, "Data"), empty("Reading…")];
    const fields = collection.fields.filter(({ type }) => type !== "secret" && type !== "json");
    return [
        h("h1", {}, "Data"),
        bar(collection),
        h(
            "div",
            { class: opened.id ? "split" : "" },
            opened.id && drawRecord(collection),
            h(
                "section",
                { class: "list", "aria-label": collection.title, "aria-busy": String(isReading) },
                problem ? problemText(problem) : pager(),
                h(
                    "div",
                    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Records" },
                    h(
                        "table",
                        { key: collection.name },
                        h("thead", {}, h("tr", {}, fields.map(heading))),
                        h("tbody", {}, list.items.map((item) => row(fields, item))),
                    ),
                ),
                !problem && !isReading && list.items.length === 0 &&
                    empty(address.parameter("q") ? "Nothing has these words." : "Nothing is here."),
            ),
        ),
    ];
}

export const data = {
    name: "data",
    title: "Data",
    enter,
    leave,
    moved: () => moved().catch(sayProblem),
    draw,
    keys: [
        { key: "/", does: "search", act: () => document.getElementById("search").focus() },
        { key: "c", does: "choose a collection", act: () => focusOn("collection") },
        { key: "j", does: "go to the next row", act: () => step(1) },
        { key: "k", does: "go to the row before", act: () => step(-1) },
        { key: "n", does: "show the next page", act: () => pageTo(pages.next()) },
        { key: "p", does: "show the page before", act: () => pageTo(pages.previous()) },
        { key: "a", does: "add a record", act: () => shown()?.can.add && add(shown()) },
        { key: "Escape", does: "close the opened record", act: () => address.set({ id: "" }) },
    ],
};

function focusOn(id) {
    document.getElementById(id).focus();
}
