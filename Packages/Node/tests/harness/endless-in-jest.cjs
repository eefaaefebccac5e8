"use strict";

const process = require("node:process");
const { test } = require("mockpostly/jest");

test("a test without an end", async ({ world }) => {
    process.stderr.write(`log ${process.env.MOCKPOSTLY_LOG}\n`);
    await world.expectRequest("GET /never", { within: "10m" });
}, 600_000);
