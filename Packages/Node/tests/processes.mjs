import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { afterEach } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

/** How long something may take that a busy machine does, in milliseconds. */
const timeout = 60_000;

/** How long a command may take, or its first line; then its test fails. */
const limit = 120_000;

/** The process groups of the commands of a test. */
const groups = new Set();

// A server that a failed test leaves would keep this process, and with it the whole run.
afterEach(endGroups);
process.on("exit", endGroups);

function endGroups() {
    for (const group of groups) {
        try {
            process.kill(-group, "SIGKILL");
        } catch {
            // It has ended.
        }
    }
    groups.clear();
}

/** Waits until `isSo()` gives something that counts as true, and gives it. */
export async function until(isSo) {
    const end = Date.now() + timeout;
    for (;;) {
        const value = await isSo();
        if (value) return value;
        if (Date.now() > end) {
            throw new Error(`not so within ${timeout} ms: ${isSo}`);
        }
        await pause(5);
    }
}

/** The processes whose command has `text`: their ids, parents and commands. */
export function processes(text) {
    const lines = execFileSync("ps", ["-ewwo", "pid=,ppid=,args="], {
        encoding: "utf8",
    }).split("\n");
    return lines
        .map((line) => /^\s*(\d+)\s+(\d+) (.*)$/.exec(line))
        .filter((found) => found && found[3].includes(text))
        .map(([, pid, parent, command]) => ({
            pid: Number(pid),
            parent: Number(parent),
            command,
        }));
}

/** A command in a process group of its own, with what it has written so far. */
export function launch(command, args, stdin, options) {
    const child = spawn(command, args, {
        stdio: [stdin, "pipe", "pipe"],
        detached: true,
        ...options,
    });
    if (child.pid) groups.add(child.pid);
    const written = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (part) => written.out += part);
    child.stderr.setEncoding("utf8").on("data", (part) => written.err += part);
    const name = [command, ...args].join(" ");
    return { child, written, name };
}

/** Gives what `promise` gives; fails when that takes too long, or the command cannot be run. */
async function inTime(promise, { child, written, name }) {
    let timer;
    const failure = new Promise((_, reject) => {
        child.once("error", reject);
        const words = () =>
            new Error(
                `'${name}' is not done after ${limit} ms, and has written:\n` +
                    written.out + written.err,
            );
        timer = setTimeout(() => reject(words()), limit);
    });
    try {
        return await Promise.race([promise, failure]);
    } finally {
        clearTimeout(timer);
    }
}

/**
 * Runs a command to its end.
 *
 * @returns {Promise<{ code: number | null, signal: string | null, out: string, err: string }>}
 */
export async function run(command, args, options = {}) {
    const launched = launch(command, args, "ignore", options);
    const [code, signal] = await inTime(once(launched.child, "close"), launched);
    return { code, signal, ...launched.written };
}

/** Starts a command, and gives it with what it writes when its output has a line. */
export async function start(command, args, options = {}) {
    const launched = launch(command, args, "pipe", options);
    const { child, written, name } = launched;
    const ended = once(child, "exit").then(([code, signal]) => ({ code, signal }));
    const line = new Promise((resolve) => {
        child.stdout.on("data", () => {
            if (written.out.includes("\n")) resolve(written.out.split("\n")[0]);
        });
    });
    const endedEarly = once(child, "close").then(() => {
        throw new Error(`'${name}' has ended and written '${written.out}${written.err}'`);
    });
    // A command that ends after its line is no failure.
    endedEarly.catch(() => {});
    const first = await inTime(Promise.race([line, endedEarly]), launched);
    return { child, written, ended: inTime(ended, launched), line: first };
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

/** A folder with the package, and without the one that has the program. */
export function withoutProgram() {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mockpostly-test-"));
    for (const part of ["node_modules", "tests", "examples", "package.json"]) {
        const filter = (name) => !name.includes("@mockpostly");
        fs.cpSync(part, path.join(folder, part), { recursive: true, filter });
    }
    return folder;
}
