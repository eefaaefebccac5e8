"use strict";

// Runs the program with this process's arguments, and ends as it ends. For package managers that
// start bin/mockpostly by Node, and for saying why there is no program.

const { spawn } = require("node:child_process");
const os = require("node:os");
const process = require("node:process");
const { isatty } = require("node:tty");
const { binaryPath } = require("./binary.cjs");

/** The signals that are passed on to the program. */
const passedOn = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"];

function run() {
    let program;
    try {
        program = binaryPath();
    } catch (failure) {
        process.stderr.write(`mockpostly: ${failure.message}\n`);
        process.exitCode = 1;
        return;
    }
    // The standard streams are the program's alone. `process.stdin` must not be touched: that would
    // make the stream, which both share, one that never waits, so that the program's reads fail.
    const isOnTerminal = [0, 1, 2].some(isatty);
    // Before there is a program, so that no signal ends this process and leaves the program.
    for (const signal of passedOn) {
        // A terminal sends these two to the program as well.
        const isSentTwice = isOnTerminal && (signal === "SIGINT" || signal === "SIGQUIT");
        process.on(signal, () => isSentTwice || child.kill(signal));
    }
    const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
    child.on("error", (error) => {
        process.stderr.write(
            `mockpostly: cannot run '${program}': ${error.message}\n`,
        );
        process.exitCode = 126;
    });
    child.on("exit", (code, signal) => {
        if (!signal) return process.exit(code);
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
        // Node goes on after a few signals, such as SIGPIPE.
        process.exit(128 + os.constants.signals[signal]);
    });
}

run();
