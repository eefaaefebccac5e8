// Live: every request and message as it happens.

import * as address from "../address.js";
import { count, milliseconds, size, some, timeOfDay } from "../format.js";
import { clearRows, fill, journal, mostRows, onForgetting } from "../journal.js";
import { openDialog, page, redraw, say, sayProblem } from "../page.js";
import { button, empty } from "../parts.js";
import { h } from "../view.js";
import {
    chart,
    clearChart,
    clearSelection,
    hasSelection,
    isSelected,
    onSelection,
} from "./live/chart.js";
import { comparison } from "./live/compare.js";
import {
    copyAs,
    drawEntry,
    editAndResend,
    nameOf,
    read,
    resend,
    saveArchive,
    sessionWords,
    show,
    shownEntry,
    statusClass,
    userName,
} from "./live/entry.js";
import { filter, filterNames } from "./live/filter.js";
import { Rows } from "./live/rows.js";

/** The height of a row in pixels, as in `live.css`. */
const rowHeight = 28;
const rows = new Rows();
/** The entries that are marked, by their names, to be compared or saved. */
const marked = new Map();

/** The element that is scrolled; null while it is not shown. */
let scroller = null;
/** While paused, what is shown stays as it was. */
let isPaused = false;
/** Whether older entries are being read from the server's journal. */
let isFilling = false;
/** Rows that stand for entries which could not be read. */
const failed = new WeakSet();
/** The most requests of one archive: their numbers stand in an address. */
const mostSaved = 1000;
/** The name of the row that the keys work on. */
let current = "";
/** The words that rows are filtered by. */
let usedWords = "";

function useFilter() {
    usedWords = address.parameter("q");
    const test = filter(usedWords);
    rows.use(hasSelection() ? (row) => isSelected(row) && test(row) : test);
}

onSelection(useFilter);

onForgetting(() => {
    clearChart();
    marked.clear();
    isPaused = false;
});

function enter() {
    useFilter();
    followOpened();
}

function moved() {
    if (address.parameter("q") !== usedWords) useFilter();
    followOpened();
}

/** Shows the row that the address opens, on which the keys work as well. */
function followOpened() {
    const name = address.parameter("open");
    if (name) current = name;
    show(name);
}

function setFilter(words) {
    address.set({ q: words });
}

function close() {
    address.set({ open: "" }, { isStep: true });
    document.getElementById("rows")?.focus();
}

// Keys

/** The place of the current row among those that are shown, the newest first; -1 for none. */
function currentPlace() {
    const index = rows.list.findLastIndex((row) => nameOf(row) === current);
    return index < 0 ? -1 : rows.list.length - 1 - index;
}

function rowAt(place) {
    return rows.list[rows.list.length - 1 - place];
}

function moveBy(step) {
    const last = rows.list.length - 1;
    if (last < 0) return;
    const old = currentPlace();
    const place = Math.min(Math.max(old + step, 0), last);
    const row = rowAt(place);
    current = nameOf(row);
    // The opened row follows; a gap has nothing to show.
    if (address.parameter("open") && row.kind !== "gap") address.set({ open: current });
    if (!scroller) return;
    const top = place * rowHeight;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    const bottom = top + 2 * rowHeight - scroller.clientHeight;
    if (bottom > scroller.scrollTop) scroller.scrollTop = bottom;
    redraw();
}

/** The entry that keys act on: the opened one, else the current row. */
async function chosen() {
    if (shownEntry()) return shownEntry();
    const row = rowAt(currentPlace());
    return row && row.kind !== "gap" ? await read(current) : null;
}

async function withChosen(act) {
    const entry = await chosen();
    if (entry?.kind === "request") await act(entry);
}

function open(row) {
    if (row.kind === "gap") {
        fill(row).catch(sayProblem);
        return;
    }
    current = nameOf(row);
    address.set({ open: current }, { isStep: true });
}

function openCurrent() {
    const row = rowAt(currentPlace());
    if (row) open(row);
}

function mark(row) {
    if (!row || row.kind === "gap") return;
    const name = nameOf(row);
    if (!marked.delete(name)) marked.set(name, row);
    redraw();
}

function pause() {
    isPaused = !isPaused;
    redraw();
}

function clear() {
    clearRows();
    clearChart();
    useFilter();
}

const keys = [
    { key: "/", does: "filter", act: () => document.getElementById("filter").focus() },
    { key: "j", does: "next row", act: () => moveBy(1) },
    { key: "k", does: "row before", act: () => moveBy(-1) },
    { key: "Enter", does: "open the row", act: openCurrent },
    { key: "o", act: openCurrent },
    { key: "r", does: "resend", act: () => withChosen(resend) },
    { key: "e", does: "edit and resend", act: () => withChosen(editAndResend) },
    { key: "c", does: "copy as code", act: () => withChosen(copyAs) },
    {
        key: "s",
        does: "find the rest of the session",
        act: () => withChosen((entry) => setFilter(sessionWords(entry))),
    },
    { key: "m", does: "mark the row", act: () => mark(rowAt(currentPlace())) },
    { key: "p", does: "pause, go on", act: pause },
    { key: "x", does: "clear the list", act: clear },
    { key: "Escape", act: close },
];

function onListKey(event) {
    const page = Math.max(Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 2, 1);
    const steps = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: page,
        PageUp: -page,
        Home: -Infinity,
        End: Infinity,
    };
    if (event.key in steps) moveBy(steps[event.key]);
    else if (event.key === "Enter") openCurrent();
    else if (event.key === " ") mark(rowAt(currentPlace()));
    else return;
    event.preventDefault();
}

// What is drawn

function draw() {
    if (!isPaused || rows.isOutdated) update();
    const isOpen = address.parameter("open") !== "";
    return [
        h("h1", {}, "Live"),
        bar(),
        chart(),
        journal.refusal && h("p", { class: "problem", role: "alert" }, journal.refusal),
        h(
            "div",
            { class: isOpen ? "split open" : "split" },
            list(),
            drawEntry(close, { isMarked: (row) => marked.has(nameOf(row)), mark }),
        ),
    ];
}

/** Takes what has come; what is looked at stays where it is on the screen. */
function update() {
    const added = rows.update();
    if (added && scroller && scroller.scrollTop > rowHeight) {
        const top = scroller.scrollTop + added * rowHeight;
        queueMicrotask(() => scroller && (scroller.scrollTop = top));
    }
}

function bar() {
    const isAll = address.parameter("all") !== "";
    const twoRequests = [...marked.values()].filter(({ kind }) => kind === "request");
    return h(
        "div",
        { class: "bar" },
        h("input", {
            id: "filter",
            class: "grow",
            type: "search",
            placeholder: "status:4xx user:mira path:/like",
            "aria-label": "Filter",
            title: `Words: ${filterNames.map((name) => `${name}:`).join(" ")}`,
            value: address.parameter("q"),
            oninput: (event) => setFilter(event.target.value),
            onkeydown: (event) => {
                if (event.key === "Escape" || event.key === "Enter") {
                    event.preventDefault();
                    event.stopPropagation();
                    document.getElementById("rows")?.focus();
                }
            },
        }),
        button(isPaused ? "Go on" : "Pause", pause, { "aria-pressed": String(isPaused) }),
        button("Clear", clear),
        button("All worlds", () => address.set({ all: isAll ? "" : "1" }), {
            "aria-pressed": String(isAll),
        }),
        hasSelection() && button("All times", clearSelection, { key: "times" }),
        button(marked.size ? `HAR of ${marked.size}` : "HAR", saveSelected),
        marked.size > 0 && button("Unmark", () => {
            marked.clear();
            redraw();
        }, { key: "unmark" }),
        button("Compare", () => compare(twoRequests), {
            disabled: twoRequests.length !== 2,
            title: "Mark two requests: Shift-click, or m",
        }),
        h(
            "span",
            { class: "hint tally" },
            some(rows.list.length, "row"),
            journal.removed > 0 && rows.list.length >= mostRows && ", the newest",
            journal.dropped > 0 && [
                ", ",
                h(
                    "span",
                    { class: "warn-text" },
                    `${count(journal.dropped)} dropped by the journal`,
                ),
            ],
            isPaused && ", paused",
        ),
    );
}

/** Saves the marked requests, else all that are shown. */
async function saveSelected() {
    const chosen = [...(marked.size ? marked.values() : rows.list)].filter(({ kind }) =>
        kind === "request"
    );
    if (chosen.length > mostSaved) {
        say(`The newest ${mostSaved} of ${count(chosen.length)} requests are saved.`);
        chosen.splice(0, chosen.length - mostSaved);
    }
    if (!chosen.length) return;
    const worlds = Map.groupBy(chosen, ({ world }) => world);
    for (const [world, entries] of worlds) {
        await saveArchive(world, entries.map(({ number }) => number));
    }
}

async function compare(two) {
    const [left, right] = await Promise.all(
        two.toSorted((a, b) => a.number - b.number).map((row) => read(nameOf(row))),
    );
    const drawComparison = comparison(left, right);
    await openDialog("Compare", (close) => [
        drawComparison(),
        h("footer", {}, button("Close", () => close())),
    ], { isText: true, isWide: true });
}

function list() {
    const total = rows.list.length;
    const top = scroller?.scrollTop ?? 0;
    const shownCount = Math.ceil((scroller?.clientHeight ?? 800) / rowHeight) + 2;
    const first = Math.max(0, Math.min(Math.floor(top / rowHeight), total - shownCount));
    const shown = [];
    for (let place = first; place < Math.min(first + shownCount, total); place += 1) {
        shown.push(drawRow(rowAt(place), place));
    }
    fillSeen(first, shown.length);
    const hasCurrent = shown.some(({ attributes }) => attributes["aria-selected"] === "true");
    return h(
        "div",
        {
            id: "rows",
            class: "rows",
            role: "grid",
            tabindex: "0",
            "aria-label": "Requests and messages, the newest first",
            "aria-rowcount": total + 1,
            "aria-activedescendant": hasCurrent ? "current-row" : null,
            onkeydown: onListKey,
            onscroll: redraw,
            attached: (element) => {
                scroller = element;
                redraw();
            },
        },
        h(
            "div",
            { class: "row head", role: "row", key: "head" },
            ["Time", "Method", "Path", "Status", "User", "Took", "Size", "What else"].map((title) =>
                h(
                    "span",
                    { role: "columnheader", class: title.toLowerCase().replace(" ", "-") },
                    title,
                )
            ),
        ),
        h("div", { class: "above", key: "above", style: { height: `${first * rowHeight}px` } }),
        shown,
        h("div", {
            class: "below",
            key: "below",
            style: { height: `${Math.max(total - first - shown.length, 0) * rowHeight}px` },
        }),
        total === 0 && empty(
            address.parameter("q") || hasSelection()
                ? "No row meets the filter."
                : "Nothing yet. Point an app at this server, or try a route in Routes.",
        ),
    );
}

/** Reads what a gap stands for once somebody has scrolled to it. */
function fillSeen(first, length) {
    if (!scroller || scroller.scrollTop < rowHeight || isFilling || isPaused) return;
    for (let place = first; place < Math.min(first + length, rows.list.length); place += 1) {
        const row = rowAt(place);
        if (row.kind !== "gap" || failed.has(row)) continue;
        isFilling = true;
        // One that cannot be read now is read when it is opened.
        fill(row).catch(() => failed.add(row)).finally(() => isFilling = false);
        return;
    }
}

function drawRow(row, place) {
    const name = nameOf(row);
    const isCurrent = name === current;
    const attributes = {
        role: "row",
        key: name,
        id: isCurrent ? "current-row" : null,
        "aria-rowindex": place + 2,
        "aria-selected": String(isCurrent),
        class: [
            "row",
            row.kind,
            isCurrent && "current",
            name === address.parameter("open") && "opened-row",
            marked.has(name) && "marked",
        ].filter(Boolean).join(" "),
        onclick: (event) => event.shiftKey ? mark(row) : open(row),
    };
    const cell = (column, ...content) => h("span", { role: "gridcell", class: column }, ...content);
    if (row.kind === "gap") {
        const words = `${some(row.count, "entry", "entries")} more, ${
            some(row.errors, "error")
        } among them: show`;
        return h("div", attributes, cell("gap-words", words));
    }
    const isMessage = row.kind === "message";
    return h(
        "div",
        attributes,
        cell("time", timeOfDay(row.timing?.startedAt ?? row.time)),
        cell("method", isMessage ? (row.direction === "in" ? "→ frame" : "← frame") : row.method),
        cell("path", isMessage ? `${row.topic ?? ""} ${row.event ?? ""}` : row.path),
        cell("status", isMessage ? "" : h("span", { class: statusClass(row.status) }, row.status)),
        cell("user", userName(row) ?? ""),
        cell("took", isMessage ? "" : milliseconds(row.timing?.milliseconds)),
        cell("size", size(isMessage ? row.bytes : row.responseBytes)),
        cell(
            "what-else",
            row.world !== page.world && h("span", { class: "chip" }, row.world),
            row.fault && h("span", { class: "chip bad" }, row.fault),
            row.stub && h("span", { class: "chip warn" }, `stub ${row.stub}`),
            row.changes && changeWords(row.changes),
        ),
    );
}

/** The rows that a request has changed, in short: `+1 post, ~1 person`. */
function changeWords(changes) {
    const groups = Map.groupBy(changes, ({ kind, table }) => `${signs[kind]}|${table}`);
    return [...groups].map(([group, list]) => {
        const [sign, table] = group.split("|");
        return `${sign}${list.length} ${table}`;
    }).join(", ");
}

const signs = { added: "+", changed: "~", removed: "−" };

export const live = {
    enter,
    moved,
    ofWorld: ["open"],
    leave: () => scroller = null,
    keys,
    draw,
};
