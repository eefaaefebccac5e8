// The records of the chosen world: a collection as a table, and one record beside it.

import * as address from "../address.js";
import { count, one } from "../format.js";
import { onEntries } from "../journal.js";
import { page, sayProblem } from "../page.js";
import { button, empty, problemText } from "../parts.js";
import { reader } from "../reader.js";
import { h } from "../view.js";
import { addRecord, drawRecord, opened, openRecord, refreshRecord } from "./data/record.js";
import {
    forget,
    mark,
    order,
    read,
    readCollections,
    records,
    reread,
    resolveRow,
    shown,
} from "./data/records.js";
import { table } from "./data/table.js";

/** The shortest time between two readings that changes by others cause, in milliseconds. */
const shortestPause = 1000;

let stopListening = () => {};
let nextReading = null;

async function enter() {
    forget();
    stopListening();
    stopListening = onEntries(hear);
    await rereading.start();
    await moved();
}

async function moved() {
    if (address.parameter("q") === typed) typed = null;
    if (!records.collections.length) await readCollections();
    resolveRow();
    await read();
    const collection = shown();
    if (collection) await openRecord(collection, address.parameter("id"));
}

function leave() {
    stopListening();
    rereading.stop();
    clearTimeout(nextReading);
    forgetTyped();
    nextReading = null;
}

/** Marks what requests have changed, and reads again, but not too often. */
function hear(entries) {
    const changes = entries.filter(({ world }) => !world || world === page.world)
        .flatMap((entry) => entry.changes ?? []);
    const collection = shown();
    if (!changes.length || !collection) return;
    for (const { kind, table, key } of changes) {
        if (table === collection.table && key.startsWith(collection.keyPrefix)) {
            mark(key.slice(collection.keyPrefix.length), kind === "added");
        }
    }
    if (nextReading !== null) return;
    const pause = Math.max(0, records.readAt + shortestPause - performance.now());
    nextReading = setTimeout(() => {
        nextReading = null;
        again().catch(sayProblem);
    }, pause);
}

/** Reads again what is shown, and its counts. */
async function again() {
    await readCollections();
    resolveRow();
    await Promise.all([read(true), refreshRecord()]);
}

/** Not all that changes records is in the journal. */
const rereading = reader(again, 5000);

// Moving

function show(parameters) {
    address.set({ after: "", before: "", ...parameters });
}

function sortBy(name) {
    show({ sort: order() === name ? `-${name}` : name });
}

const pages = {
    first: () => ({}),
    previous: () => records.list.previous ? { before: records.list.previous } : null,
    next: () => records.list.next ? { after: records.list.next } : null,
    last: () => ({ before: "end" }),
};

function turn(name) {
    const parameters = pages[name]();
    if (parameters) show(parameters);
}

/** Moves the focus by `step` rows. */
function step(step) {
    const links = [...document.querySelectorAll(".data tbody a.open")];
    const place = links.indexOf(document.activeElement);
    links.at(Math.min(Math.max(place + step, 0), links.length - 1))?.focus();
}

function focusOn(id) {
    document.getElementById(id)?.focus();
}

async function add(collection) {
    const record = await addRecord(collection, records.list.items[0]?.id);
    if (!record) return;
    await reread();
    address.set({ id: String(record.id) });
}

// What is drawn

let searching = null;
/** What was typed and is not in the address yet; null when all is. */
let typed = null;

function forgetTyped() {
    clearTimeout(searching);
    typed = null;
}

function bar(collection) {
    return h(
        "div",
        { class: "bar" },
        h("label", {}, h("span", { class: "dim" }, "Collection "), chooser(collection)),
        h("input", {
            id: "search",
            class: "grow",
            type: "search",
            maxlength: 200,
            placeholder: "Search",
            "aria-label": `Search ${collection.title}`,
            value: typed ?? address.parameter("q"),
            oninput: (event) => {
                typed = event.target.value;
                clearTimeout(searching);
                searching = setTimeout(() => show({ q: typed }), 200);
            },
        }),
        collection.can.add && button(`Add ${one(collection.noun)}`, () => add(collection), {
            class: "primary",
        }),
    );
}

function chooser(collection) {
    const option = ({ name, title, system, count: number }) =>
        h("option", { value: name }, `${system.title} · ${title} (${count(number)})`);
    return h(
        "select",
        {
            id: "collection",
            value: collection.name,
            onchange: (event) => {
                forgetTyped();
                show({ c: event.target.value, sort: "", q: "", id: "" });
            },
        },
        records.collections.map(option),
    );
}

function pager() {
    const { list, news } = records;
    const isOnlyPage = !list.previous && !list.next;
    const move = (label, name, isPossible) =>
        button(label, () => turn(name), { disabled: !isPossible });
    const total = `${count(list.total ?? 0)}${list.totalIsCut ? " or more" : ""}`;
    return h(
        "div",
        { class: "bar pager" },
        !isOnlyPage && [
            move("First", "first", list.previous),
            move("Previous", "previous", list.previous),
            move("Next", "next", list.next),
            move("Last", "last", list.next),
        ],
        list.total !== null &&
            h("span", { role: "status" }, `${count(list.items.length)} of ${total}. ${news}`),
    );
}

function draw() {
    const collection = shown();
    if (!collection) return [h("h1", {}, "Data"), empty("Reading…")];
    const { list, problem, isReading } = records;
    return [
        h("h1", {}, "Data"),
        bar(collection),
        h(
            "div",
            { class: opened.id ? "split" : "" },
            opened.id && drawRecord(collection),
            h(
                "section",
                {
                    class: "list",
                    key: "list",
                    "aria-label": collection.title,
                    "aria-busy": String(isReading),
                },
                problem ? problemText(problem) : pager(),
                table(collection, sortBy),
                !problem && !isReading && list.total === 0 &&
                    empty(address.parameter("q") ? "Nothing has these words." : "Nothing is here."),
            ),
        ),
    ];
}

export const data = {
    ofWorld: ["id", "q", "after", "before"],
    enter,
    again,
    leave,
    moved: () => moved().catch(sayProblem),
    draw,
    keys: [
        { key: "/", does: "search", act: () => focusOn("search") },
        { key: "c", does: "choose a collection", act: () => focusOn("collection") },
        { key: "j", does: "go to the next row", act: () => step(1) },
        { key: "k", does: "go to the row before", act: () => step(-1) },
        { key: "n", does: "show the next page", act: () => turn("next") },
        { key: "p", does: "show the page before", act: () => turn("previous") },
        { key: "a", does: "add a record", act: () => shown()?.can.add && add(shown()) },
        { key: "Escape", does: "close the opened record", act: () => address.set({ id: "" }) },
    ],
};
