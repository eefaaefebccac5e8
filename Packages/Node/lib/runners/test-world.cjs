"use strict";

const crypto = require("node:crypto");
const { besideTest } = require("../orders.cjs");
const { changesText } = require("../recorded.cjs");
const { MockServer } = require("../server.cjs");

/** The most characters of a test's title in the name of its world. */
const mostOfTitle = 48;

/**
 * Makes a world for a test; its name has the test's title, so that people find it.
 *
 * @param {string} title
 * @param {string | undefined} file that of the test, from which the path of a seed begins
 * @param {object} [options] as of `MockServer.makeWorld`
 * @param {MockServer} [server] the shared one unless it is given
 */
async function makeTestWorld(title, file, options, server) {
    server ??= await MockServer.shared();
    const order = { name: worldName(title), ...options };
    if (order.seed !== undefined) order.seed = besideTest(order.seed, file);
    return server.makeWorld(order);
}

/** Runs the body of a test in a world of its own; its error has the journal of the world. */
async function inTestWorld(title, file, options, body) {
    const world = await makeTestWorld(title, file, options);
    try {
        await body(world);
    } catch (error) {
        amend(error, await journalOf(world));
        await world.clearAway().catch(() => {});
        throw error;
    }
    await world.clearAway();
}

/** The journal of a world and what was written, or why it cannot be read. */
async function journalOf(world) {
    try {
        return `${await world.journal()}\n${changesText(await world.changes())}`;
    } catch (failure) {
        return `There is no journal of world '${world.name}': ${failure.message}`;
    }
}

/** `a post can be liked` becomes `a-post-can-be-liked-` and six random characters. */
function worldName(title) {
    const words = String(title).toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(
        0,
        mostOfTitle,
    );
    const unique = crypto.randomBytes(8).readBigUInt64LE().toString(36)
        .padStart(6, "0").slice(-6);
    return `${words.replace(/^-+|-+$/g, "") || "test"}-${unique}`;
}

/** Adds a text to the message of an error, and in front of the calls of its stack. */
function amend(error, text) {
    if (typeof error?.message !== "string") return;
    const { stack } = error;
    error.message += `\n\n${text}\n`;
    if (typeof stack !== "string") return;
    const calls = stack.search(/\n\s+at /);
    const end = calls < 0 ? stack.length : calls;
    error.stack = `${stack.slice(0, end)}\n\n${text}\n${stack.slice(end)}`;
}

module.exports = { inTestWorld, journalOf, makeTestWorld };
