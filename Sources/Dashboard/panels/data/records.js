// The shown page of records: how it is read, and what others change in it meanwhile.

import * as address from "../../address.js";
import { get } from "../../api.js";
import { inWorld, page, redraw } from "../../page.js";

/** For how long a record is marked after somebody else changed it, in milliseconds. */
const markedFor = 30_000;

export const records = {
    /** The collections of the chosen world. */
    collections: [],
    /** The shown page, as the server gave it, and what it was asked for with. */
    list: { asked: "", items: [], total: null },
    /** Why there is no page; null when there is one. */
    problem: null,
    isReading: false,
    /** What somebody else did to records, `{time, isNew}` by their ids. */
    marks: new Map(),
    /** What the last change by others did to this page, in words. */
    news: "",
    /** When the page was last read, in milliseconds of the tab. */
    readAt: 0,
};

/** The shown collection; undefined before the names of all were read. */
export function shown() {
    const { collections } = records;
    return collections.find(({ name }) => name === address.parameter("c")) ?? collections[0];
}

/** Turns a row as the journal names it, by `table` and `key`, into a collection and an id. */
export function resolveRow() {
    const [table, key] = [address.parameter("table"), address.parameter("key")];
    if (!table) return;
    const found = records.collections.find((collection) =>
        collection.table === table && key.startsWith(collection.keyPrefix)
    );
    const id = key.slice(found?.keyPrefix.length ?? 0);
    address.set({ table: "", key: "", c: found?.name ?? "", id: found ? id : "" });
}

/** The order of the shown page, with a `-` in front for the reverse. */
export function order() {
    return address.parameter("sort") || shown().sort;
}

let world = null;

/** Forgets the page when another world is shown. */
export function forget() {
    if (world === page.world) return;
    world = page.world;
    records.list = { asked: "", items: [], total: null };
    records.problem = null;
    records.marks = new Map();
    records.news = "";
}

export async function readCollections() {
    const { world } = page;
    const answer = await get("data", { world });
    if (world === page.world) records.collections = answer.collections;
}

function query() {
    return inWorld({
        search: address.parameter("q"),
        sort: address.parameter("sort"),
        after: address.parameter("after"),
        before: address.parameter("before"),
    });
}

function asking(collection) {
    return JSON.stringify([collection.name, query()]);
}

/** Reads what the address asks for; `isAgain` when somebody has changed something. */
export async function read(isAgain = false) {
    const collection = shown();
    if (!collection) return;
    const asked = asking(collection);
    const isOther = asked !== records.list.asked;
    if (!isOther && !isAgain) return;
    records.isReading = true;
    try {
        const answer = await get(`data/${collection.name}`, query());
        if (shown()?.name !== collection.name || asked !== asking(collection)) return;
        if (isOther) {
            records.marks = new Map();
            records.news = "";
        } else {
            note(records.list, answer);
        }
        records.list = { asked, ...answer };
        records.problem = null;
    } catch (error) {
        if (error.status === undefined) throw error;
        if (asked !== asking(shown() ?? collection)) return;
        records.list = { asked, items: [], total: null };
        records.problem = error;
    } finally {
        records.isReading = false;
        records.readAt = performance.now();
        redraw();
    }
}

/** Reads all of it again after a change by the person at the page, who need not be told of it. */
export async function reread() {
    records.list.asked = "";
    await Promise.all([readCollections(), read(true)]);
}

/** Marks the records that differ between two readings of the same page. */
function note(before, now) {
    const old = new Map(before.items.map((item) => [String(item.id), JSON.stringify(item)]));
    // What is on the page now may be new, or have moved there because others have left it.
    let added = Math.max(now.total - before.total, 0);
    let [came, changed] = [0, 0];
    for (const item of now.items) {
        const text = old.get(String(item.id));
        if (text === JSON.stringify(item)) continue;
        if (text !== undefined) {
            changed += 1;
            mark(item.id, false);
        } else if (records.marks.get(String(item.id))?.isNew || added > 0) {
            came += 1;
            added -= 1;
            mark(item.id, true);
        }
    }
    const left = new Set(now.items.map(({ id }) => String(id)));
    const gone = [...old.keys()].filter((id) => !left.has(id)).length;
    const words = [
        came && `${came} new`,
        changed && `${changed} changed`,
        gone && `${gone} left this page`,
    ].filter(Boolean);
    if (words.length) records.news = `Just now: ${words.join(", ")}.`;
}

/** Marks a record for a while; one that is new stays so when it is changed. */
export function mark(id, isNew) {
    const { marks } = records;
    const name = String(id);
    const mark = { time: performance.now(), isNew: isNew || Boolean(marks.get(name)?.isNew) };
    marks.set(name, mark);
    setTimeout(() => {
        if (marks.get(name) === mark) marks.delete(name);
        redraw();
    }, markedFor);
}
