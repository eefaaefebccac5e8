"use strict";

const { beginRun } = require("./global.cjs");

// Jest loads this file twice when the same file is its global setup and its global teardown, and
// gives both the same globals.
const key = Symbol.for("mockpostly.run");

/** Jest's `globalSetup`: one server for the run. */
module.exports = async () => {
    globalThis[key] = await beginRun();
};

/** Jest's `globalTeardown`. */
module.exports.teardown = async () => {
    await globalThis[key]?.();
    delete globalThis[key];
};
