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

let lastNotice = 0;

/** Shows a short notice for some seconds; `kind` is `good` or `bad`. */
export function say(text, kind = "good") {
    const notice = { id: ++lastNotice, text, kind };
    page.notices.push(notice);
    setTimeout(() => dismiss(notice), kind === "bad" ? 12_000 : 4_000);
    redraw();
}

/** Takes a notice away. */
export function dismiss(notice) {
    page.notices = page.notices.filter((other) => other !== notice);
    redraw();
}

/** Shows what a call was refused with. */
export function sayProblem(error) {
    if (error.name === "AbortError") return;
    if (error instanceof NoAnswer) return lost();
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

/** Opens a dialog whose content is `draw(close)`; gives what `close` was called with. */
export function openDialog(title, draw) {
    return new Promise((resolve) => {
        const dialog = { title, draw: () => draw(close), close };
        function close(result = null) {
            if (!page.dialogs.includes(dialog)) return;
            page.dialogs = page.dialogs.filter((other) => other !== dialog);
            redraw();
            resolve(result);
        }
        page.dialogs.push(dialog);
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
    address.set({ world }, { isStep: true });
}

/** Notes what `home` says: the world of requests that name none, and that of the page's address. */
export function noteHome({ world, here }) {
    page.home = world;
    page.here = here;
}

/** Reads the names of all worlds. */
export async function readNames() {
    const { worlds } = await get("worlds");
    page.names = worlds.map(({ id }) => id);
    redraw();
}

/** Reads what the top of the page shows: the chosen world, its clock, faults and stubs. */
export async function refresh() {
    const world = page.world;
    try {
        const [info, { stubs }, home] = await Promise.all([
            get(`worlds/${encodeURIComponent(world)}`),
            get("stubs", { world }),
            get("home"),
        ]);
        if (world !== page.world) return;
        info.readAt = performance.now();
        page.info = info;
        page.stubs = stubs;
        noteHome(home);
        page.isThere = true;
    } catch (error) {
        if (error instanceof NoAnswer) return lost();
        page.isThere = true;
        if (error.status === 404 && world === page.world) {
            page.info = null;
            page.stubs = [];
        }
    }
    redraw();
}

/** Says that the server is gone; the page goes on when it is back. */
export function lost() {
    page.isThere = false;
    redraw();
}

/** The time of the chosen world's clock now, in milliseconds since 1970; null when not known. */
export function worldTime() {
    if (!page.info) return null;
    const { now, rate, mode } = page.info.clock;
    const passed = performance.now() - page.info.readAt;
    return Date.parse(now) + (mode === "freeze" ? 0 : passed * (rate ?? 1));
}
