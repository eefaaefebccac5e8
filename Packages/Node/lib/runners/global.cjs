"use strict";

const process = require("node:process");
const { MockServer } = require("../server.cjs");

/**
 * Begins a run of tests: starts one server for it, unless MOCKPOSTLY_URL names one, and sets the
 * variables by which the workers find it.
 *
 * @returns {Promise<() => Promise<void>>} what ends it
 */
async function beginRun() {
    const { MOCKPOSTLY_URL: url } = process.env;
    if (url) {
        await MockServer.attached(url);
        return async () => {};
    }
    const server = await MockServer.live();
    Object.assign(process.env, server.environment);
    return async () => {
        delete process.env.MOCKPOSTLY_URL;
        delete process.env.MOCKPOSTLY_LOG;
        await server.stop();
    };
}

module.exports = { beginRun };
