"use strict";

// Loaded before each file of tests. A test that hangs ends with its name and with what it waits
// for, instead of holding the whole run; so does a file that goes on after its tests.

const { execFileSync } = require("node:child_process");
const process = require("node:process");
const { afterEach, beforeEach } = require("node:test");

/** How long a test may take on a very busy machine, in milliseconds. */
const limitOfTest = 120_000;

/** How long the next test, or the end of the file, may take to come. */
const limitOfPause = 30_000;

let timer;

/** Ends this process unless the watch is set anew in time; does not keep it alive. */
function watch(limit, what) {
    clearTimeout(timer);
    timer = setTimeout(() => {
        const waitsFor = process.getActiveResourcesInfo?.().join(", ");
        console.error(`${what} after ${limit / 1000} s; it waits for: ${waitsFor}`);
        console.error(ownProcesses());
        process.exit(1);
    }, limit).unref();
}

/** The processes of this user that have to do with mockpostly, a line each. */
function ownProcesses() {
    const lines = execFileSync("ps", ["xwwo", "pid,ppid,stat,args"], { encoding: "utf8" });
    return lines.split("\n").filter((line, i) => i === 0 || /mockpostly|jest/.test(line)).join(
        "\n",
    );
}

// The runner itself loads this too.
if (process.env.NODE_TEST_CONTEXT) {
    beforeEach(({ name }) => watch(limitOfTest, `the test '${name}' has not ended`));
    afterEach(({ name }) => {
        watch(limitOfPause, `the file has gone on behind the test '${name}', and has not ended`);
    });
    // The runner ends a file that takes too long so; what this process has started ends with it.
    process.once("SIGTERM", () => process.exit(143));
}
