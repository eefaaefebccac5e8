// The journal of the chosen world, or of all, as it grows: the stream of `GET events`.

import { call, get, NoAnswer } from "./api.js";
import { lost, page, redraw, refresh, sayProblem } from "./page.js";

/** The most rows that are kept; the oldest go first. */
export const mostRows = 50_000;
/** The shortest time between two deliveries of the stream, and the most entries of one. */
const pace = { every: "25ms", most: 50, names: true };

/**
 * Rows are entries of the journal, the oldest first. A request has `kind` `request`, a frame of a
 * channel `message`; `gap` stands for entries that were not sent, because many came at once, or
 * that are older than the page.
 */
export const journal = {
    rows: [],
    /** How many rows were taken off the front; a row's place in all is this and its index. */
    removed: 0,
    /** Changes with each change of the rows, so that others know when to look again. */
    version: 0,
    /** Changes when rows have changed in another way than by new ones at the end. */
    epoch: 0,
    /** How many entries the server has dropped before they were seen here. */
    dropped: 0,
    /** Why no journal can be shown, in words; null when one can. */
    refusal: null,
    isConnected: false,
};

const listeners = new Set();
let following = null;

/** Calls `listener` with the entries that have come, as a list, the oldest first. */
export function onEntries(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

const forgetting = new Set();

/** Calls `listener` when the rows of another journal take the place of those that are there. */
export function onForgetting(listener) {
    forgetting.add(listener);
}

/**
 * Follows the journal of `world`, or of all worlds when it is null, from what it still has.
 *
 * Gives a promise that ends with the first answer. Of a world that is gone nothing comes any more,
 * until it is followed again.
 */
export function follow(world) {
    following?.abort.abort();
    following = {
        world,
        last: 0,
        server: null,
        dropped: new Map(),
        abort: new AbortController(),
    };
    for (const listener of forgetting) listener();
    journal.rows = [];
    journal.removed = 0;
    journal.dropped = 0;
    noteChange();
    return new Promise((resolve) => read(following, resolve));
}

/** Follows nothing any more; what is there stays. */
export function unfollow() {
    following?.abort.abort();
    following = null;
    setConnected(false);
}

/** Empties the list of the page; the journal of the server keeps what it has. */
export function clearRows() {
    journal.removed += journal.rows.length;
    journal.rows = [];
    journal.dropped = 0;
    noteChange();
}

/** Reads the stream again and again, until something else is followed. */
async function read(following, answered) {
    const { signal } = following.abort;
    while (!signal.aborted) {
        try {
            const query = { world: following.world, after: following.last, ...pace };
            const response = await call("GET", "events", { query, signal });
            journal.refusal = null;
            setConnected(true);
            answered();
            await readEvents(response.body, (event) => take(event, following), signal);
        } catch (error) {
            if (signal.aborted) return;
            if (error instanceof NoAnswer) {
                journal.refusal = null;
                lost();
            } else if (error.title === "Unknown world") {
                await refresh();
            } else if (error.status) {
                // It may pass: a server that starts becomes ready.
                journal.refusal = [error.message, error.hint].join(" ");
            } else {
                sayProblem(error);
            }
        }
        answered();
        if (signal.aborted) return;
        setConnected(false);
        redraw();
        await new Promise((resolve) => setTimeout(resolve, 1000));
    }
}

function setConnected(isConnected) {
    if (journal.isConnected === isConnected) return;
    journal.isConnected = isConnected;
    if (isConnected && !page.isThere) refresh();
    redraw();
}

/** Reads server-sent events (WHATWG HTML, section 9.2) and calls `take` with each. */
async function readEvents(body, take, signal) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let batch = [];
    for (;;) {
        const { value, done } = await reader.read();
        if (done || signal.aborted) return;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        for (const block of blocks) {
            const event = { type: "message", id: null, data: "" };
            for (const line of block.split("\n")) {
                if (line.startsWith("event: ")) event.type = line.slice(7);
                else if (line.startsWith("id: ")) event.id = Number(line.slice(4));
                else if (line.startsWith("data: ")) event.data += line.slice(6);
            }
            const entry = event.data ? take({ ...event, data: JSON.parse(event.data) }) : null;
            if (entry) batch.push(entry);
        }
        if (signal.aborted) return;
        if (batch.length) {
            add(batch);
            batch = [];
        }
    }
}

/** Turns an event into a row; null for those that are none. */
function take({ type, id, data }, following) {
    if (id !== null) following.last = id;
    switch (type) {
        case "server":
            noteInstance(data, following);
            return null;
        case "request":
        case "message":
            return { kind: type, ...data };
        case "skipped":
            return { kind: "gap", ...data };
        case "dropped":
            following.dropped.set(data.world, data.dropped);
            journal.dropped = [...following.dropped.values()].reduce((sum, one) => sum + one, 0);
            return null;
        case "ended":
            // A world of this name that is made again counts anew.
            if (!following.abort.signal.aborted) follow(following.world);
            return null;
        default:
            return null;
    }
}

/** Begins from the start when the server is another than before: it counts anew. */
function noteInstance({ instance }, current) {
    const isOther = current.server !== null && current.server !== instance;
    current.server = instance;
    if (isOther && following === current) follow(current.world);
}

function add(rows) {
    journal.rows.push(...rows);
    const excess = journal.rows.length - mostRows;
    if (excess > 0) {
        journal.rows.splice(0, excess);
        journal.removed += excess;
    }
    journal.version += 1;
    for (const listener of listeners) listener(rows);
    redraw();
}

/** Puts the newest entries that a gap stands for in its place, as far as the journal has them. */
export async function fill(gap) {
    const { world } = gap;
    const query = { world, after: gap.first - 1, before: gap.last + 1, limit: 500, names: true };
    const [{ requests, next: nextRequest }, { messages, next: nextMessage }] = await Promise.all([
        get("requests", query),
        get("messages", query),
    ]);
    const entries = [
        ...requests.map((entry) => ({ kind: "request", ...entry })),
        ...messages.map((entry) => ({ kind: "message", ...entry })),
    ].sort((a, b) => a.number - b.number);
    // Below the later of the two ends, entries of one kind are missing.
    const end = Math.max(nextRequest ?? 0, nextMessage ?? 0);
    const filled = entries.filter(({ number }) => number >= end);
    const place = journal.rows.indexOf(gap);
    if (place < 0) return;
    // What the journal has dropped meanwhile leaves no row.
    const before = filled.length && end > gap.first
        ? [{ ...gap, last: end - 1, count: Math.max(gap.count - filled.length, 1) }]
        : [];
    journal.rows.splice(place, 1, ...before, ...filled);
    noteChange();
}

/** Says that other rows have changed than the newest. */
function noteChange() {
    journal.version += 1;
    journal.epoch += 1;
    redraw();
}
