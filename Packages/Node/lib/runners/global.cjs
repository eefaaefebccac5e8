"use strict";

const process = require("node:process");
const { reasonToSkip } = require("../binary.cjs");
const { MockServer } = require("../server.cjs");

/**
 * Begins a run of tests: starts one server for it, unless MOCKPOSTLY_URL names one, and sets the
 * variables by which the workers find it. Without a program it says once what to do, and the tests
 * that need it are skipped.
 *
 * @returns {Promise<() => Promise<void>>} what ends it
 */
async function beginRun() {
    const { MOCKPOSTLY_URL: url } = process.env;
    if (url) {
        await MockServer.attached(url);
        return async () => {};
    }
    const reason = reasonToSkip();
    if (reason) {
        console.warn(`Tests that need mockpostly are skipped: ${reason}`);
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
