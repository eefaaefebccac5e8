import assert from "node:assert/strict";
import fs from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { MockServer } from "mockpostly";
import { setup, teardown } from "mockpostly/vitest/global-setup";
import { nodeOfPlaywright } from "./harness/playwright-node.mjs";
import { run, until, withoutProgram, withoutServer } from "./processes.mjs";

const env = withoutServer();
const failing = new URL("./harness/failing.mjs", import.meta.url).pathname;
const playwright = nodeOfPlaywright(process.env.PLAYWRIGHT_CORE);

/** What the report of a failed test has. */
function expectReport(text) {
    assert.match(text, /Expected POST \/api\/posts\./);
    assert.match(text, /The journal of world 'a-wrong-guess-[a-z0-9]{6}':/);
    assert.match(
        text,
        / 1 {2}GET \/w\/a-wrong-guess-[a-z0-9]{6}\/api\/posts\?limit=1 → 200 \(/,
    );
    assert.match(text, /nothing was written/);
}

test("a failed test of node:test shows the journal", async () => {
    const { code, out } = await run(process.execPath, ["--test", failing], {
        env: { ...env, TESTS_OF: "mockpostly/node-test" },
    });
    assert.equal(code, 1);
    expectReport(out);
    assert.match(out, /the mock server was stopped/);
});

for (const runner of ["node-test", "vitest", "playwright"]) {
    test(`without a program tests of ${runner} are skipped, but under CI they fail`, async () => {
        const cwd = withoutProgram();
        const order = ["--test-reporter=tap", "tests/harness/failing.mjs"];
        const none = { ...env, TESTS_OF: `mockpostly/${runner}`, MOCKPOSTLY_BIN: "", PATH: "/bin" };
        const local = await run(process.execPath, order, { cwd, env: { ...none, CI: "" } });
        assert.equal(local.code, 0, local.out + local.err);
        assert.match(local.out, /# SKIP the package @mockpostly\/.* is not installed/);
        assert.match(local.out, /# skipped 2/);
        const ci = await run(process.execPath, order, { cwd, env: { ...none, CI: "true" } });
        assert.equal(ci.code, 1);
        assert.match(ci.out, /# fail 2/);
        fs.rmSync(cwd, { recursive: true });
    });
}

test("without a program the global setup says once what to do, but under CI it fails", async () => {
    const cwd = withoutProgram();
    const script = 'require("mockpostly/playwright/global-setup")().then((end) => end())';
    const none = { ...env, MOCKPOSTLY_BIN: "", PATH: "/bin" };
    const local = await run(process.execPath, ["-e", script], { cwd, env: { ...none, CI: "" } });
    assert.equal(local.code, 0, local.err);
    assert.match(local.err, /^Tests that need mockpostly are skipped: the package @mockpostly/);
    assert.match(local.err, /scripts\/build-release/);
    const ci = await run(process.execPath, ["-e", script], { cwd, env: { ...none, CI: "1" } });
    assert.equal(ci.code, 1);
    fs.rmSync(cwd, { recursive: true });
});

test("a server of the environment has the worlds, and they end with their tests", async () => {
    const server = await MockServer.live();
    const { code } = await run(
        process.execPath,
        ["--test", "examples/node-test"],
        { env: { ...env, ...server.environment } },
    );
    assert.equal(code, 0);
    assert.deepEqual((await server.worlds()).map(({ name }) => name), [
        "default",
    ]);
    await server.stop();
});

test("a server of the environment that does not answer is named", async () => {
    const { out } = await run(
        process.execPath,
        ["--test", "examples/node-test"],
        { env: { ...env, MOCKPOSTLY_URL: "http://localhost:1" } },
    );
    assert.match(out, /no mockpostly answers at http:\/\/localhost:1: /);
    assert.match(out, /Start one with 'npx mockpostly serve'/);
});

test("the global setup of Vitest provides one server, which its teardown ends", async () => {
    const provided = {};
    delete process.env.MOCKPOSTLY_URL;
    await setup({ provide: (name, value) => provided[name] = value });
    const { MOCKPOSTLY_URL: url, MOCKPOSTLY_LOG: log } = provided.mockpostly;
    assert.equal(process.env.MOCKPOSTLY_URL, url);
    const server = await MockServer.attached(url);
    const vitest = await run(process.execPath, [
        "--test",
        "examples/vitest/feed.test.mjs",
    ], {
        env: { ...env, TEST_PROVIDED: JSON.stringify(provided) },
    });
    assert.equal(vitest.code, 0, vitest.out + vitest.err);
    assert.deepEqual((await server.worlds()).map(({ name }) => name), [
        "default",
    ]);
    await teardown();
    assert.equal(process.env.MOCKPOSTLY_URL, undefined);
    await assert.rejects(server.worlds(), /no mockpostly answers/);
    await until(() => !fs.existsSync(log));
});

test("a failed test of Vitest shows the journal", async () => {
    const { code, out, err } = await run(
        process.execPath,
        ["--test", failing],
        {
            env: { ...env, TESTS_OF: "mockpostly/vitest" },
        },
    );
    assert.equal(code, 1);
    expectReport(out + err);
});

test("a failed test of Playwright has the journal attached", async () => {
    const { code, out, err } = await run(
        process.execPath,
        ["--test", failing],
        {
            env: { ...env, TESTS_OF: "mockpostly/playwright" },
        },
    );
    assert.equal(code, 1);
    expectReport(out + err);
    assert.match(out + err, /attached mockpostly journal \(text\/plain\)/);
});

test("Playwright's pages and requests begin at the world", {
    skip: playwright.skip,
}, async () => {
    const { code, out, err } = await run(
        playwright.node,
        ["--test", "--test-reporter=tap", "examples/playwright/feed.spec.mjs"],
        { env },
    );
    assert.equal(code, 0, out + err);
    assert.match(out, /# pass 3/);
});
