import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { MockServer } from "mockpostly";
import { launch, processes, run, until, withoutProgram, withoutServer } from "./processes.mjs";

/** Arguments of Node that run Jest; without them these tests are skipped. */
const jest = process.env.JEST && [...process.env.JEST.split(" "), "--testTimeout", "60000"];
const options = { skip: !jest && "JEST has no arguments that run Jest" };

const env = withoutServer({ NO_COLOR: "1" });
const config = ["--config", "examples/jest/jest.config.cjs"];

/** Arguments that run one file beside the tests. */
function only(file) {
    const own = {
        rootDir: path.resolve("."),
        globalSetup: "mockpostly/jest/global-setup",
        globalTeardown: "mockpostly/jest/global-teardown",
        testMatch: [`**/tests/harness/${file}`],
    };
    return [...jest, "--config", JSON.stringify(own)];
}

test("Jest's tests have worlds", options, async () => {
    const { code, err } = await run(process.execPath, [...jest, ...config], {
        env,
    });
    assert.equal(code, 0, err);
    assert.match(err, /Tests: +7 passed/);
});

test(
    "Jest's workers share the server of the environment",
    options,
    async () => {
        const server = await MockServer.live();
        const { code, err } = await run(process.execPath, [
            ...jest,
            ...config,
            "-w",
            "2",
        ], {
            env: { ...env, ...server.environment },
        });
        assert.equal(code, 0, err);
        assert.deepEqual((await server.worlds()).map(({ name }) => name), [
            "default",
        ]);
        await server.stop();
    },
);

test(
    "a failed test of Jest shows the journal and the line of the call",
    options,
    async () => {
        const { code, err } = await run(
            process.execPath,
            only("failing-in-jest.cjs"),
            { env },
        );
        assert.equal(code, 1);
        assert.match(err, /Expected POST \/api\/posts\./);
        assert.match(err, /The journal of world 'a-wrong-guess-[a-z0-9]{6}':/);
        assert.match(err, />.*world\.verify\("POST \/api\/posts"\)/);
    },
);

test("without a program Jest skips the tests, but under CI they fail", options, async () => {
    const cwd = withoutProgram();
    const own = JSON.stringify({
        rootDir: cwd,
        globalSetup: "mockpostly/jest/global-setup",
        globalTeardown: "mockpostly/jest/global-teardown",
        testMatch: ["**/examples/jest/*.test.cjs"],
    });
    const none = { ...env, MOCKPOSTLY_BIN: "", PATH: "/bin" };
    const order = [...jest, "--config", own];
    const local = await run(process.execPath, order, { cwd, env: { ...none, CI: "" } });
    assert.equal(local.code, 0, local.err);
    assert.match(local.err, /Tests: +7 skipped, 7 total/);
    assert.equal(local.err.split("Tests that need mockpostly are skipped: ").length, 2);
    const ci = await run(process.execPath, order, { cwd, env: { ...none, CI: "true" } });
    assert.equal(ci.code, 1);
    fs.rmSync(cwd, { recursive: true });
});

test("nothing is left when Jest is killed", options, async () => {
    const { child, written } = launch(
        process.execPath,
        only("endless-in-jest.cjs"),
        "ignore",
        { env },
    );
    const folder = await until(() => /log (\S+)\/log/.exec(written.err)?.[1]);
    assert.notEqual(processes(folder).length, 0);
    child.kill("SIGKILL");
    await until(() => processes(folder).length === 0);
    await until(() => !fs.existsSync(folder));
});
