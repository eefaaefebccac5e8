"use strict";

// Runs the program with this process's arguments, and ends as it ends. For package managers that
// start bin/mockpostly by Node, and for saying why there is no program.

const { spawn } = require("node:child_process");
const process = require("node:process");
const { binaryPath } = require("./binary.cjs");

function run() {
    let program;
    try {
        program = binaryPath();
    } catch (failure) {
        process.stderr.write(`mockpostly: ${failure.message}\n`);
        process.exitCode = 1;
        return;
    }
    const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
    const isOnTerminal = process.stdin.isTTY || process.stdout.isTTY ||
        process.stderr.isTTY;
    for (
        const signal of [
            "SIGINT",
            "SIGQUIT",
            "SIGTERM",
            "SIGHUP",
            "SIGUSR1",
            "SIGUSR2",
        ]
    ) {
        // A terminal sends these two to the program as well.
        const isSentTwice = isOnTerminal &&
            (signal === "SIGINT" || signal === "SIGQUIT");
        process.on(signal, () => isSentTwice || child.kill(signal));
    }
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
    });
}

run();
