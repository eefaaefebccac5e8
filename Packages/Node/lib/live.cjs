"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const process = require("node:process");
const { binaryPath } = require("./binary.cjs");
const { Failure } = require("./failure.cjs");
const { lastLines } = require("./log.cjs");

/** How long a server may take to start and to end, in milliseconds. */
const timeout = 30_000;

/**
 * What runs beside the server: when its standard input ends, so does the server. The log of a server
 * that was killed, which ends that input too, stays for the tests to read.
 */
const keeper = `
printf '%s\\n' "$MOCKPOSTLY_URL"
exec >/dev/null 2>&1
cat && kill -0 "$PPID" && rm -rf -- "$1"`;

/**
 * A server that ends with this process, however that ends.
 *
 * The program runs a shell beside the server, which reads the standard input to its end. This
 * process holds the other end of the pipe: when it is closed or killed, the shell ends, then the
 * server. The folder with the server's log is removed by the shell, and by this process when the
 * shell was killed.
 */
class LiveProcess {
    /**
     * Starts a server on a free port, and gives it when it answers.
     *
     * @param {string[]} args options of `mockpostly exec`
     * @param {object} env further variables
     * @returns {Promise<LiveProcess>}
     * @throws {Failure} with what the server has said when it does not start
     */
    static async start(args, env = {}) {
        const program = binaryPath({ ...process.env, ...env });
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mockpostly-"));
        const log = path.join(folder, "log");
        const file = fs.openSync(log, "a");
        const command = [
            "exec",
            ...args,
            "--",
            "/bin/sh",
            "-c",
            keeper,
            "mockpostly-keeper",
            folder,
        ];
        const child = spawn(program, command, {
            // Its own session: Ctrl-C is for the tests, which then end the server.
            detached: true,
            stdio: ["pipe", "pipe", file],
            env: serverEnvironment(env),
        });
        fs.closeSync(file);
        const live = new LiveProcess(child, folder, log);
        try {
            live.url = await live.firstLine(program);
        } catch (failure) {
            live.clear();
            throw failure;
        }
        child.unref();
        child.stdin.unref();
        return live;
    }

    constructor(child, folder, log) {
        this.child = child;
        this.folder = folder;
        this.log = log;
        this.ended = new Promise((resolve) => {
            child.once("error", resolve);
            child.once("exit", (code, signal) => {
                this.end = signal ? `by ${signal}` : `with exit code ${code}`;
                resolve();
            });
        });
        // Writing to a server that has ended is no error of the tests.
        child.stdin.on("error", () => {});
        this.clearAtExit = () => this.clear();
        process.once("exit", this.clearAtExit);
    }

    /** The URL, which the keeper prints when the server is ready. */
    firstLine(program) {
        return new Promise((resolve, reject) => {
            const { child } = this;
            let text = "";
            const timer = setTimeout(() => {
                child.kill("SIGKILL");
                reject(
                    new Failure(
                        `the server is not ready after ${timeout} ms${lastLines(this.log)}`,
                    ),
                );
            }, timeout);
            child.stdout.setEncoding("utf8");
            child.stdout.on("data", (part) => {
                text += part;
                if (!text.includes("\n")) return;
                clearTimeout(timer);
                child.stdout.destroy();
                resolve(text.trim());
            });
            child.once("error", (error) => {
                clearTimeout(timer);
                reject(
                    new Failure(`cannot run '${program}': ${error.message}`, {
                        cause: error,
                    }),
                );
            });
            child.once("exit", () => {
                clearTimeout(timer);
                reject(
                    new Failure(
                        `the server has not started${lastLines(this.log)}`,
                    ),
                );
            });
        });
    }

    /** Ends the server, and waits until it has ended. */
    async stop() {
        if (this.end === undefined) {
            this.child.ref();
            this.child.stdin.end();
            const timer = setTimeout(
                () => this.child.kill("SIGKILL"),
                timeout,
            );
            await this.ended;
            clearTimeout(timer);
        }
        this.clear();
    }

    /** Removes the folder of the log. */
    clear() {
        process.off("exit", this.clearAtExit);
        fs.rmSync(this.folder, { recursive: true, force: true });
    }
}

/** This process's variables and those of `env`, without those which are for this package. */
function serverEnvironment(env) {
    const { MOCKPOSTLY_BIN: _program, MOCKPOSTLY_LOG: _log, ...others } = {
        ...process.env,
        ...env,
    };
    return others;
}

module.exports = { LiveProcess };
