import { execFileSync, spawn } from "node:child_process";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

/** How long something may take that a busy machine does, in milliseconds. */
const patience = 20_000;

/** A command that has not ended after this is killed, so that its test fails. */
const limit = { timeout: 90_000, killSignal: "SIGKILL" };

/** Waits until `isSo()` gives something that counts as true, and gives it. */
export async function until(isSo) {
    const end = Date.now() + patience;
    for (;;) {
        const value = await isSo();
        if (value) return value;
        if (Date.now() > end) {
            throw new Error(`not so within ${patience} ms: ${isSo}`);
        }
        await pause(5);
    }
}

/** The processes whose command has `text`: their ids and commands. */
export function processes(text) {
    const lines = execFileSync("ps", ["-ewwo", "pid=,args="], {
        encoding: "utf8",
    }).split("\n");
    return lines
        .map((line) => /^\s*(\d+) (.*)$/.exec(line))
        .filter((found) => found && found[2].includes(text))
        .map(([, pid, command]) => ({ pid: Number(pid), command }));
}

/**
 * Runs a command to its end.
 *
 * @returns {Promise<{ code: number | null, signal: string | null, out: string, err: string }>}
 */
export function run(command, args, options = {}) {
    const child = spawn(command, args, {
        stdio: ["ignore", "pipe", "pipe"],
        ...limit,
        ...options,
    });
    const result = { out: "", err: "" };
    child.stdout.on("data", (part) => result.out += part);
    child.stderr.on("data", (part) => result.err += part);
    return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on(
            "close",
            (code, signal) => resolve({ code, signal, ...result }),
        );
    });
}

/** Starts a command, and gives it with what it writes when its output has a line. */
export function start(command, args, options = {}) {
    const child = spawn(command, args, {
        stdio: ["pipe", "pipe", "inherit"],
        ...limit,
        ...options,
    });
    const ended = new Promise((resolve) => {
        child.on("exit", (code, signal) => resolve({ code, signal }));
    });
    return new Promise((resolve, reject) => {
        let text = "";
        child.on("error", reject);
        child.on(
            "exit",
            () =>
                reject(
                    new Error(`'${command}' has ended and written '${text}'`),
                ),
        );
        child.stdout.on("data", (part) => {
            text += part;
            if (text.includes("\n")) {
                resolve({ child, ended, line: text.split("\n")[0] });
            }
        });
    });
}

/** The variables of this process without those that name a server. */
export function withoutServer(others = {}) {
    const {
        MOCKPOSTLY_URL: _url,
        MOCKPOSTLY_LOG: _log,
        NODE_TEST_CONTEXT: _test,
        ...env
    } = process.env;
    return { ...env, ...others };
}
