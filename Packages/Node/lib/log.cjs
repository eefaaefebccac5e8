"use strict";

const fs = require("node:fs");

/** The most lines of a log that a failure shows. */
const most = 10;

/** The last lines of a server's log as the end of a sentence; only `.` when there are none. */
function lastLines(log) {
    let text = "";
    try {
        text = log ? fs.readFileSync(log, "utf8").trim() : "";
    } catch {
        // The server removes its log when it ends in order.
    }
    if (!text) return ".";
    return `. The last lines of its log:\n    ${text.split("\n").slice(-most).join("\n    ")}`;
}

module.exports = { lastLines };
