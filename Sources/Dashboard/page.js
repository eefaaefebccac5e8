// What all panels share: the chosen world, what is active in it, notices and dialogs.

import * as address from "./address.js";
import { get, NoAnswer, Problem } from "./api.js";

/** The state of the page; panels read it and change it by the functions below. */
export const page = {
    /** The name of the chosen world. */
    world: "default",
    /** What the server says of that world (`GET worlds/{id}`); null until it was read. */
    info: null,
    /** The stubs of that world. */
    stubs: [],
    /** The world of requests that name none. */
    home: "default",
    /** The world that the address of the page leads to, which has a port of its own or is `home`. */
    here: "default",
    /** The names of all worlds; read when somebody wants to choose one. */
    names: ["default"],
    /** The names and versions of the server and its libraries. */
    versions: null,
    /** Whether the server answered last time. */
    isThere: true,
    /** Whether the server has no world with this name. */
    isGone: false,
    /** What was last known of a world that is gone; null when it was never seen. */
    lastInfo: null,
    /** The parameters of the shown panel that belong to one world alone. */
    ofWorld: [],
    notices: [],
    /** The dialogs that are open, the topmost last: functions that draw their content. */
    dialogs: [],
};

let redrawPage = () => {};

export function setRedraw(redraw) {
    redrawPage = redraw;
}

/** Draws the page again before the next frame. */
export function redraw() {
    redrawPage();
}

/** Scrolls a list so that its chosen row is seen; call it when that is drawn. */
export function showChosenRow() {
    document.querySelector("main .entry[aria-current]")?.scrollIntoView({ block: "nearest" });
}

// Notices

/** The most notices that wait; the oldest leaves for a new one. */
const mostNotices = 3;
const [briefly, longer] = [4_000, 12_000];
let lastNotice = 0;

/** The notice that is shown now; behind a dialog none is, for it would be neither seen nor heard. */
export function shownNotice() {
    return page.dialogs.length ? null : page.notices[0] ?? null;
}

/**
 * Shows a short notice for some seconds, one at a time; `kind` is `good` or `bad`. One that is
 * there is counted; one that is good and was seen leaves for the next.
 */
export function say(text, kind = "good") {
    let notice = page.notices.find((other) => other.text === text && other.kind === kind);
    if (notice) {
        notice.times += 1;
        clearTimeout(notice.timer);
        notice.timer = null;
    } else {
        const kept = page.notices.filter(({ kind, timer }) => kind === "bad" || !timer);
        notice = { id: ++lastNotice, text, kind, times: 1, timer: null };
        page.notices = [...kept, notice].slice(-mostNotices);
    }
    showNotice();
}

/** Shows the notice whose turn it is; its time begins when it is shown. */
function showNotice() {
    const notice = shownNotice();
    if (notice && !notice.timer) {
        notice.timer = setTimeout(
            () => dismiss(notice),
            notice.kind === "bad" ? longer : briefly,
        );
    }
    redraw();
}

/** Takes a notice away. */
export function dismiss(notice) {
    clearTimeout(notice.timer);
    page.notices = page.notices.filter((other) => other !== notice);
    showNotice();
}

/** Shows what a call was refused with. */
export function sayProblem(error) {
    if (error.name === "AbortError") return;
    if (error instanceof NoAnswer) return lost();
    // The page itself shows that the world is gone, and asks for the admin token.
    const isOfPage = error.message.includes(`'${page.world}'`);
    if (error.title === "Unknown world" && isOfPage) return refresh();
    if (error.status === 401) return;
    if (!(error instanceof Problem)) console.error(error);
    say([error.message, error.hint].filter(Boolean).join(" "), "bad");
}

/**
 * Calls `body` and says `done` after it; a refusal is shown as a notice.
 *
 * Gives what `body` gives, or undefined after a refusal.
 */
export async function attempt(body, done) {
    try {
        const result = await body();
        if (done) say(done);
        redraw();
        return result;
    } catch (error) {
        sayProblem(error);
        redraw();
    }
}

// Dialogs

/**
 * Opens a dialog whose content is `draw(close)`; gives what `close` was called with. One that
 * `isText` is read from its title on, others begin with their first field or button; one that
 * `isWide` takes the width of the page.
 */
export function openDialog(title, draw, { isText = false, isWide = false } = {}) {
    return new Promise((resolve) => {
        const dialog = { title, isText, isWide, draw: () => draw(close), close };
        function close(result = null) {
            if (!page.dialogs.includes(dialog)) return;
            page.dialogs = page.dialogs.filter((other) => other !== dialog);
            showNotice();
            resolve(result);
        }
        page.dialogs.push(dialog);
        for (const notice of page.notices) {
            clearTimeout(notice.timer);
            notice.timer = null;
        }
        redraw();
    });
}

// The chosen world

/** The query of calls that are for the chosen world. */
export function inWorld(query = {}) {
    return { world: page.world, ...query };
}

/** Shows `world` in all panels. */
export function choose(world) {
    const old = page.ofWorld.map((name) => [name, ""]);
    address.set({ ...Object.fromEntries(old), world }, { isStep: true });
}

/** Notes what `home` says: the world of requests that name none, and that of the page's address. */
export function noteHome({ world, here = world }) {
    page.home = world;
    page.here = here;
}

/** Reads the names of all worlds. */
export async function readNames() {
    const { worlds } = await get("worlds");
    page.names = worlds.map(({ id }) => id);
    redraw();
}

const returns = new Set();

/** Calls `listener` when the server is back, or the chosen world is, or another in its place. */
export function onReturn(listener) {
    returns.add(listener);
}

/** Reads what the top of the page shows: the chosen world, its clock, faults and stubs. */
export async function refresh() {
    const { world } = page;
    try {
        // A world that is gone is not asked for again and again, but looked for in the list.
        if (page.isGone) await readNames();
        if (page.isGone && !page.names.includes(world)) return found({ isGone: true });
        const [info, { stubs }, home] = await Promise.all([
            get(`worlds/${encodeURIComponent(world)}`),
            get("stubs", { world }),
            get("home"),
        ]);
        if (world !== page.world) return;
        const isOther = page.info !== null && page.info.createdAt !== info.createdAt;
        info.readAt = performance.now();
        page.info = page.lastInfo = info;
        page.stubs = stubs;
        noteHome(home);
        found({ isGone: false, isOther });
    } catch (error) {
        if (error instanceof NoAnswer) return lost();
        if (world !== page.world) return;
        const isGone = error.status === 404;
        if (isGone) {
            page.info = null;
            page.stubs = [];
        }
        found({ isGone: isGone || page.isGone });
    }
}

/** Notes that the server answered, and tells when something is not as it was. */
function found({ isGone, isOther = false }) {
    const isBack = !page.isThere;
    const isChanged = isGone !== page.isGone || isOther;
    page.isThere = true;
    page.isGone = isGone;
    if (isBack || isChanged) { for (const listener of returns) listener({ isBack, isChanged }); }
    redraw();
}

/** Says that the server is gone; the page goes on when it is back. */
export function lost() {
    page.isThere = false;
    redraw();
}

/** Scrolls to what `selector` names, once it is drawn; `hasFocus` moves the focus there as well. */
export function bringIntoView(selector, { hasFocus = false } = {}) {
    redraw();
    requestAnimationFrame(() => {
        const element = document.querySelector(selector);
        const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        if (hasFocus) element?.focus({ preventScroll: true });
        element?.scrollIntoView({ block: "nearest", behavior: isCalm ? "auto" : "smooth" });
    });
}

/** The time of the chosen world's clock now, in milliseconds since 1970; null when not known. */
export function worldTime() {
    if (!page.info) return null;
    const { now, rate, mode } = page.info.clock;
    const passed = performance.now() - page.info.readAt;
    return Date.parse(now) + (mode === "freeze" ? 0 : passed * (rate ?? 1));
}
