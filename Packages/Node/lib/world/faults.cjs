"use strict";

const { conditions, duration } = require("../words.cjs");

// What goes wrong with requests and messages on purpose.

/** Adds a fault for some requests, or for some messages; the newest that fits decides. */
function addFault(fault, options = {}) {
    const { on, onMessages, timeToLive, ...terms } = options;
    const match = onMessages ?? (on === undefined ? undefined : conditions(on));
    return this.control("POST", ["faults"], {
        json: {
            ...terms,
            fault,
            match,
            ttl: duration(timeToLive),
        },
    });
}

/** The faults of this world, the newest first. */
async function faults() {
    return (await this.control("GET", ["faults"])).faults;
}

/** Deletes a fault, given as such, by its number or by its name. */
async function deleteFault(fault) {
    await this.control("DELETE", [
        "faults",
        typeof fault === "object" ? fault.id : fault,
    ]);
}

/** Deletes all faults of this world. */
async function clearFaults() {
    await this.control("DELETE", ["faults"]);
}

module.exports = { addFault, clearFaults, deleteFault, faults };
