// What a panel reads when it is shown, and again from time to time as long as it is.

import { NoAnswer } from "./api.js";
import { lost, page, redraw } from "./page.js";

/**
 * Something that `read()` reads: `value` is what it gave last, null before, and `error` why it gave
 * nothing. A panel calls `start` when it is shown, which forgets the value of another world, and
 * `stop` when it is left; `again` reads at once.
 * `pause` is the time from one reading to the next in milliseconds, or gives it for a value.
 * While the chosen world is gone, only what `isOfServer` is read.
 */
export function reader(read, pause = 2000, { isOfServer = false } = {}) {
    const state = { value: null, error: null, start, stop, again };
    let isOn = false;
    let timer = null;
    let last = 0;
    let worldOfValue = null;

    function start() {
        isOn = true;
        if (worldOfValue !== page.world && !isOfServer) state.value = null;
        state.error = null;
        return again();
    }

    function stop() {
        isOn = false;
        last += 1;
        clearTimeout(timer);
    }

    async function again() {
        clearTimeout(timer);
        const number = ++last;
        const { world } = page;
        if (page.isGone && !isOfServer) {
            state.value = null;
            if (isOn) timer = setTimeout(next, 1000);
            return;
        }
        let value = state.value;
        let error = null;
        try {
            value = await read();
        } catch (problem) {
            if (problem instanceof NoAnswer) lost();
            else error = problem;
        }
        // What was asked for later, or for another world, is newer.
        if (number !== last || world !== page.world) return;
        state.value = error ? null : value;
        state.error = error;
        worldOfValue = world;
        if (isOn) timer = setTimeout(next, typeof pause === "function" ? pause(value) : pause);
        redraw();
    }

    function next() {
        if (document.hidden) timer = setTimeout(next, 1000);
        else again();
    }

    return state;
}
