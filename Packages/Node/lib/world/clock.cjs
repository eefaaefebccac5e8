"use strict";

const { clockRequest } = require("../orders.cjs");
const { duration } = require("../words.cjs");

// The clock of a world, which decides all times that a client can see.

/** What the clock shows: `{ now, mode, rate }`. */
async function clock() {
    const { now, mode, rate } = await this.control("GET", ["clock"]);
    return { now, mode, rate };
}

/** Moves the clock by a duration, which may be negative; its speed does not change. */
async function advanceClock(by) {
    await this.control("POST", ["clock", "advance"], {
        json: { by: duration(by) },
    });
}

/** Sets the clock, as `clock` of a new world. */
async function setClock(order) {
    await this.control("PUT", ["clock"], { json: clockRequest(order) });
}

/** Stops the clock at a date, or at the time that it shows. */
async function freezeClock(date) {
    await this.control("PUT", ["clock"], {
        json: { mode: "freeze", now: date },
    });
}

/** Runs the clock at normal speed, from a date or from the time that it shows. */
async function runClock(date) {
    await this.control("PUT", ["clock"], { json: { mode: "run", now: date } });
}

/** Runs the clock `rate` times as fast as the machine's, from a date or from what it shows. */
async function scaleClock(rate, date) {
    await this.control("PUT", ["clock"], {
        json: { mode: "scale", rate, now: date },
    });
}

module.exports = {
    advanceClock,
    clock,
    freezeClock,
    runClock,
    scaleClock,
    setClock,
};
