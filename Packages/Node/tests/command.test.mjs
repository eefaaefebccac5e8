import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { binaryPath } from "mockpostly";
import { processes, run, start, until, withoutServer } from "./processes.mjs";

const command = path.resolve("node_modules/.bin/mockpostly");
const { MOCKPOSTLY_BIN: _own, ...env } = withoutServer();

/** The command as a shell runs it, and as package managers do that run all commands by Node. */
const ways = [["a shell", command, []], ["Node", process.execPath, [command]]];

test("npx runs the program", async () => {
    const { code, out } = await run("npx", [
        "--offline",
        "mockpostly",
        "--version",
    ], { env });
    assert.equal(code, 0);
    assert.match(out, /^mockpostly \d+\.\d+/);
});

const mortal = spawnSync("setpriv", ["--pdeathsig", "TERM", "true"]).status === 0;

test("npx that is ended leaves nothing", { skip: !mortal && "no setpriv here" }, async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mockpostly-test-"));
    const ready = path.join(folder, "ready");
    const serve = ["--offline", "mockpostly", "serve", "--port", "0", "--ready-file", ready];
    const { child, ended } = await start("npx", serve, { env });
    await until(() => fs.existsSync(ready));
    child.kill("SIGTERM");
    await ended;
    await until(() => processes(ready).length === 0);
    assert.ok(!fs.existsSync(ready));
    fs.rmSync(folder, { recursive: true });
});

for (const [way, program, args] of ways) {
    test(`by ${way} the exit code is the program's`, async () => {
        const exec = (script) =>
            run(program, [...args, "exec", "--", "sh", "-c", script, "a b"], {
                env,
            });
        assert.equal((await exec("exit 7")).code, 7);
        assert.equal((await exec('echo "$0"')).out, "a b\n");
        assert.equal((await exec("kill -9 $$")).code, 137);
        const { code, err } = await run(program, [...args, "srve"], { env });
        assert.equal(code, 2);
        assert.match(err, /srve/);
    });

    for (const signal of ["SIGTERM", "SIGINT"]) {
        test(`by ${way} ${signal} ends the program in order`, async () => {
            const folder = fs.mkdtempSync(
                path.join(os.tmpdir(), "mockpostly-test-"),
            );
            const ready = path.join(folder, "ready");
            const serve = ["serve", "--port", "0", "--ready-file", ready];
            const { child, ended } = await start(program, [...args, ...serve], {
                env,
            });
            await until(() => fs.existsSync(ready));
            child.kill(signal);
            assert.deepEqual(await ended, { code: 0, signal: null });
            assert.deepEqual(processes(ready), []);
            assert.ok(!fs.existsSync(ready));
            fs.rmSync(folder, { recursive: true });
        });
    }

    test(`by ${way} an end by a signal is one`, async () => {
        const exec = [
            "exec",
            "--",
            "sh",
            "-c",
            "echo $PPID; read line",
            "mockpostly-test-signal",
        ];
        const { ended, line } = await start(program, [...args, ...exec], {
            env,
        });
        process.kill(Number(line), "SIGKILL");
        assert.deepEqual(await ended, { code: null, signal: "SIGKILL" });
        await until(() => processes("mockpostly-test-signal").length === 0);
    });

    test(`by ${way} the program reads what is written to it`, async () => {
        const script = 'echo ready; read line && echo "$line"; read line || echo "no more"';
        const exec = [...args, "exec", "--", "sh", "-c", script];
        const { child, ended, written } = await start(program, exec, { env });
        child.stdin.end("a line\n");
        assert.deepEqual(await ended, { code: 0, signal: null });
        assert.equal(written.out, "ready\na line\nno more\n");
        assert.equal(written.err, "");
    });

    test(`by ${way} MOCKPOSTLY_BIN is what is run`, async () => {
        const own = { ...env, MOCKPOSTLY_BIN: "/bin/echo" };
        assert.equal(
            (await run(program, [...args, "a", "b"], { env: own })).out,
            "a b\n",
        );
        const { code, err } = await run(program, args, {
            env: { ...env, MOCKPOSTLY_BIN: "/no" },
        });
        assert.equal(code, 1);
        assert.equal(
            err,
            "mockpostly: MOCKPOSTLY_BIN names '/no', and there is no such file\n",
        );
    });
}

test("by Node a signal is the program's from its first moment", async () => {
    const script = "trap 'exit 7' TERM; kill -TERM $PPID; while :; do :; done";
    const own = { ...env, MOCKPOSTLY_BIN: "/bin/sh" };
    const { code, signal } = await run(process.execPath, [command, "-c", script], { env: own });
    assert.deepEqual({ code, signal }, { code: 7, signal: null });
});

test("by Node an end by a signal that Node ignores is told", async () => {
    const own = { ...env, MOCKPOSTLY_BIN: "/bin/sh" };
    const args = [command, "-c", "kill -PIPE $$"];
    assert.equal((await run(process.execPath, args, { env: own })).code, 141);
});

test("without its package for the platform it says what can be done", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mockpostly-test-"));
    const copy = path.join(folder, "node_modules/mockpostly");
    fs.cpSync(path.resolve("node_modules/mockpostly"), copy, {
        recursive: true,
    });
    for (
        const [, program, args] of [["", `${copy}/bin/mockpostly`, []], [
            "",
            process.execPath,
            [`${copy}/bin/mockpostly`],
        ]]
    ) {
        const { code, err } = await run(program, [...args, "--version"], {
            env,
        });
        assert.equal(code, 1);
        const platform = `${process.platform}-${process.arch}`;
        assert.match(
            err,
            new RegExp(
                `^mockpostly: the package @mockpostly/${platform}, which has`,
            ),
        );
        assert.match(err, /scripts\/build-release.*MOCKPOSTLY_BIN/);
    }
    fs.rmSync(folder, { recursive: true });
});

test("a platform without a package is told which there are", () => {
    assert.throws(
        () => binaryPath({}, "win32-x64"),
        /no package of mockpostly for win32-x64; there are those for linux-x64, linux-arm64, darwin-arm64, darwin-x64/,
    );
});

test("a program on the PATH is the last resort", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mockpostly-test-"));
    const place = (name, content) => {
        const file = path.join(folder, name, "mockpostly");
        fs.mkdirSync(path.dirname(file));
        fs.writeFileSync(file, content, { mode: 0o755 });
        return file;
    };
    // The script may be the command of this package itself.
    const script = place("scripts", "#!/bin/sh\n");
    const program = place("programs", "\x7fELF");
    const PATH = ["/nonexistent", "", path.dirname(script), path.dirname(program)].join(":");
    assert.equal(binaryPath({ PATH }, "win32-x64"), program);
    assert.notEqual(binaryPath({ PATH }), program);
    assert.throws(() => binaryPath({ PATH: path.dirname(script) }, "win32-x64"), /no package/);
    fs.rmSync(folder, { recursive: true });
});
