import assert from "node:assert/strict";
import fs from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { MockServer } from "mockpostly";
import { processes, start, until, withoutServer } from "./processes.mjs";

const user = new URL("./harness/user.mjs", import.meta.url).pathname;

/** A process with a server, and what is known of it. */
async function startUser() {
    const { child, ended, line } = await start(process.execPath, [user], {
        env: withoutServer(),
    });
    return { child, ended, ...JSON.parse(line) };
}

function isThere(pid) {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
}

/** Waits until nothing of a server is left. */
async function expectNothingLeft(folder) {
    await until(() => processes(folder).length === 0);
    await until(() => !fs.existsSync(folder));
}

test("a server ends with its user", async () => {
    const { child, folder } = await startUser();
    assert.notEqual(processes(folder).length, 0);
    child.stdin.end();
    await expectNothingLeft(folder);
});

for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"]) {
    test(`a server ends with its user by ${signal}`, async () => {
        const { child, ended, folder } = await startUser();
        child.kill(signal);
        assert.equal((await ended).signal, signal);
        await expectNothingLeft(folder);
    });
}

test("nothing is left of a server that was killed", async () => {
    const { child, pid, folder } = await startUser();
    process.kill(pid, "SIGKILL");
    await until(() => processes(folder).length === 0);
    child.stdin.end();
    await expectNothingLeft(folder);
});

test("a server ends with its keeper", async () => {
    const { child, pid, folder } = await startUser();
    let keepers;
    // A shell that starts a program is there twice for a moment.
    await until(() => {
        keepers = processes(folder).filter(({ command }) => command.startsWith("/bin/sh"));
        return keepers.length === 1;
    });
    process.kill(keepers[0].pid, "SIGKILL");
    await until(() => processes(folder).length === 0);
    // It is there until its user, which may be slow, has noted its end.
    await until(() => !isThere(pid));
    child.stdin.end();
    await expectNothingLeft(folder);
});

test("a server that is stopped has ended", async () => {
    const server = await MockServer.live();
    const { folder } = server.live;
    await server.stop();
    await server.stop();
    assert.deepEqual(processes(folder), []);
    assert.ok(!fs.existsSync(folder));
    await assert.rejects(server.worlds(), /the mock server was stopped/);
});

test("a server that dies is named with its last words", async () => {
    const server = await MockServer.live({ env: { MOCKPOSTLY_PROT: "1" } });
    const world = await server.makeWorld();
    process.kill(server.live.child.pid, "SIGKILL");
    const words = /has ended by SIGKILL\. The last lines of its log:\n {4}.*MOCKPOSTLY_PROT/;
    await assert.rejects(world.clock(), words);
    await assert.rejects(world.fetch("/api/posts"), words);
    await server.stop();
});

test("the log of a server that was killed stays, however late its keeper ends", async () => {
    const server = await MockServer.live();
    const { child, folder, log } = server.live;
    // It ends the keeper, and may come to that after the keeper's input has ended.
    const guard = processes("exec-guard").find(({ parent }) => parent === child.pid);
    process.kill(guard.pid, "SIGSTOP");
    process.kill(child.pid, "SIGKILL");
    await until(() => processes(folder).length === 0);
    assert.ok(fs.existsSync(log));
    process.kill(guard.pid, "SIGCONT");
    await server.stop();
    assert.ok(!fs.existsSync(folder));
});

test("a server that cannot start says why", async () => {
    const first = await MockServer.live();
    const { port } = new URL(first.url);
    await assert.rejects(
        MockServer.live({ args: ["--port", port] }),
        (failure) =>
            failure.message.includes("has not started") &&
            failure.message.includes(port),
    );
    await assert.rejects(MockServer.live({ args: ["--prot", "1"] }), /--prot/);
    await assert.rejects(
        MockServer.live({ env: { MOCKPOSTLY_BIN: "/no/such/file" } }),
        /MOCKPOSTLY_BIN names '\/no\/such\/file', and there is no such file/,
    );
    await first.stop();
});

test("a server that runs elsewhere goes on", async () => {
    const own = await MockServer.live({ adminToken: "secret" });
    await assert.rejects(
        MockServer.attached(own.url),
        (failure) => failure.status === 401,
    );
    const server = await MockServer.attached(own.url, { adminToken: "secret" });
    const world = await server.makeWorld();
    await server.stop();
    assert.equal((await own.world(world.name)).name, world.name);
    await own.stop();
    await assert.rejects(
        MockServer.attached(own.url),
        /no mockpostly answers at .*\nStart one with 'npx mockpostly serve'/,
    );
    await assert.rejects(
        MockServer.attached("localhost:8080"),
        /is no URL of a server/,
    );
});

test("worlds and servers end with their scope", async () => {
    const dispose = Symbol.asyncDispose ?? Symbol.for("nodejs.asyncDispose");
    const server = await MockServer.live();
    const world = await server.makeWorld();
    await world[dispose]();
    await world[dispose]();
    assert.equal((await server.worlds()).length, 1);
    await server[dispose]();
    assert.deepEqual(processes(server.live.folder), []);
});
