"use strict";

const { beginRun } = require("./global.cjs");

/** Playwright's `globalSetup`: one server for the run; gives what ends it. */
module.exports = beginRun;
