"use strict";

const { duration } = require("../words.cjs");

// The clients that are connected to the channels of a world.

/** The connected clients. */
async function sockets() {
    return (await this.control("GET", ["sockets"])).sockets;
}

/** Ends the connections of clients, and gives their numbers. */
async function disconnectSockets({ of = {}, by = "reset" } = {}) {
    const json = { match: of, how: by };
    return (await this.control("POST", ["sockets", "disconnect"], { json }))
        .sockets;
}

/** Sends an event to those who have joined a topic, now or later; the numbers of who got it. */
async function sendEvent(
    event,
    topic,
    payload = {},
    { of = {}, in: time } = {},
) {
    const json = { topic, event, payload, match: of, in: duration(time) };
    return (await this.control("POST", ["sockets", "events"], { json }))
        .sockets ?? [];
}

module.exports = { disconnectSockets, sendEvent, sockets };
