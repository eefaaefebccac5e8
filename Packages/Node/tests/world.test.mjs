import assert from "node:assert/strict";
import { Failure, MockServer, Unmet } from "mockpostly";
import { test } from "mockpostly/node-test";

const mira = "mira.sol@example.com";

test("worlds do not see each other", async ({ world }) => {
    const other = await world.server.makeWorld();
    const posts = (w) => w.fetch("/api/posts").then((answer) => answer.json());
    await world.importContent({ users: [], posts: [] });
    assert.equal((await posts(world)).posts.length, 0);
    assert.equal((await posts(other)).posts.length, 10);
    await other.delete();
    assert.equal((await other.fetch("/api/posts")).status, 404);
});

test("a world's name shows the test's", ({ world }) => {
    assert.match(world.name, /^a-world-s-name-shows-the-test-s-[a-z0-9]{6}$/);
});

test("options make a world", async ({ world: { server } }) => {
    const world = await server.makeWorld({
        name: "made-to-order",
        scenario: "empty-feed",
        clock: { frozenAt: "2027-01-01T00:00:00Z" },
        randomSeed: 7,
        hasOwnPort: true,
        settings: { "dummyjson-writes": "keep" },
        timeToLive: "10m",
    });
    assert.equal(world.people[0].email, "ada@example.com");
    assert.deepEqual(await world.clock(), {
        now: "2027-01-01T00:00:00.000000Z",
        mode: "freeze",
        rate: 0,
    });
    assert.notEqual(world.url, server.url);
    assert.equal((await fetch(`${world.url}/api/posts`)).status, 200);
    assert.equal((await world.fetch("/api/posts")).status, 200);
    assert.equal((await server.world("made-to-order")).url, world.url);
    const fork = await world.fork({
        name: "its-fork",
        clock: { scaledBy: 60 },
    });
    assert.equal((await fork.clock()).rate, 60);
    await fork.delete();
    await world.delete();
});

test("what the app has written is told", async ({ world }) => {
    assert.deepEqual(await world.changes(), []);
    await world.importContent({ users: [], posts: [] });
    const post = (await world.changes()).find(({ table }) => table === "post");
    assert.ok(post.removed.length > 100 && post.added.length === 0);
    await assert.rejects(world.changes(undefined, { of: world }), /which has to be named/);
});

test("a request that nothing takes fails checks where it is wanted", async ({ world }) => {
    const strict = await world.server.makeWorld({ onUnknown: "fail" });
    await strict.fetch("/nowhere");
    await assert.rejects(strict.expectNoRequest("POST /api/posts"), /nowhere/);
    await strict.delete();
});

const ofAda = test.extend({ worldOptions: { seed: "harness/ada.json" } });

ofAda("a seed is found beside its test", async ({ world }) => {
    assert.deepEqual((await world.exportSeed()).users.map(({ name }) => name), ["Ada"]);
    const bad = new URL("./harness/bad.json", import.meta.url);
    await assert.rejects(
        world.server.makeWorld({ seed: bad, randomSeed: 7 }),
        ({ message }) => message.includes(`${bad.pathname}:3:13: users[0].name: expected a string`),
    );
    await assert.rejects(
        world.server.makeWorld({ seed: "none.json" }),
        /the seed none\.json cannot be read: ENOENT/,
    );
    await assert.rejects(
        world.server.makeWorld({ seed: new URL(import.meta.url) }),
        /world\.test\.mjs is no JSON: /,
    );
});

test("wrong options are named", async ({ world: { server } }) => {
    await assert.rejects(
        server.makeWorld({ sceanrio: "x" }),
        /has no option 'sceanrio'; there are/,
    );
    await assert.rejects(server.makeWorld({ clock: {} }), /\{\} is no clock/);
    await assert.rejects(server.makeWorld({ from: "nowhere" }), Failure);
    await assert.rejects(
        server.world("no-such-world"),
        (failure) => failure.status === 404,
    );
    await assert.rejects(server.world("a/b"), /has a '\/'/);
});

test("the clock goes as told", async ({ world }) => {
    await world.freezeClock("2027-01-01T00:00:00Z");
    await world.advanceClock(90_000);
    assert.equal((await world.clock()).now, "2027-01-01T00:01:30.000000Z");
    await world.advanceClock("-1d");
    assert.equal((await world.clock()).now, "2026-12-31T00:01:30.000000Z");
    await world.scaleClock(60, "2027-01-01");
    assert.equal((await world.clock()).rate, 60);
    await world.setClock("2028-01-01");
    assert.match((await world.clock()).now, /^2028-01-01/);
    await world.runClock();
    await assert.rejects(world.freezeClock("soon"), /'soon'/);
});

test("tokens are good or bad", async ({ world }) => {
    const status = async (token) => {
        const headers = {
            Authorization: `Bearer ${token}`,
            "Content-Type": "application/json",
        };
        return (await world.fetch("/api/posts", {
            method: "POST",
            headers,
            body: "{}",
        })).status;
    };
    assert.equal(await status(await world.token(mira)), 400);
    assert.equal(
        await status(await world.token(mira, { expiresIn: -60_000 })),
        401,
    );
    assert.equal(
        await status(await world.token(mira, { fault: "signature" })),
        422,
    );
    assert.ok(
        await world.token("emilys", { system: "dummyjson", kind: "refresh" }),
    );
    // The former name of `system`.
    assert.ok(await world.token("emilys", { dialect: "dummyjson" }));
    await assert.rejects(
        world.token("nobody@example.com"),
        /has no user 'nobody@example.com'/,
    );
    assert.deepEqual(await world.loginCodes(), []);
});

test("snapshots bring content back", async ({ world }) => {
    await world.saveSnapshot("before");
    const body = JSON.stringify({
        email: "new@example.com",
        name: "New",
        password: "secret",
    });
    const headers = { "Content-Type": "application/json" };
    await world.fetch("/api/auth/register", { method: "POST", headers, body });
    const [{ table, added }] = await world.changes("before");
    assert.deepEqual([table, added.length], ["user", 1]);
    await world.restoreSnapshot("before");
    assert.deepEqual(await world.changes("before"), []);
    assert.deepEqual(await world.snapshotNames(), ["before"]);
    await world.deleteSnapshot("before");
    const seed = await world.exportSeed();
    await world.importContent(seed);
    assert.deepEqual((await world.undo()).requests, []);
    await world.reset({ systems: ["postly"] });
    await world.addFault("status-503");
    await world.reset({ everything: true });
    assert.deepEqual(await world.faults(), []);
    assert.deepEqual(await world.requests(), []);
    const copy = await world.server.makeWorld({ seed });
    assert.equal(
        (await (await copy.fetch("/api/posts")).json()).posts.length,
        10,
    );
    await copy.delete();
});

test("faults are had by whom they are for", async ({ world }) => {
    const fault = await world.addFault("offline", {
        on: "/posts/*",
        name: "gone",
        times: 2,
    });
    await assert.rejects(world.fetch("/posts/1"), TypeError);
    assert.equal((await world.fetch("/api/posts")).status, 200);
    assert.equal((await world.faults())[0].left, 1);
    await world.deleteFault(fault);
    await world.addFault({ socket: "drop" }, {
        onMessages: { topic: "community:*" },
        rate: 0.5,
    });
    await world.clearFaults();
    assert.deepEqual(await world.faults(), []);
    await assert.rejects(
        world.addFault("ofline"),
        /There is no fault 'ofline'.*The faults are/,
    );
});

test("stubs answer in turn", async ({ world }) => {
    const busy = { status: 503, times: 2 };
    await world.addStub("GET /api/posts", [busy, { json: { posts: [] } }], {
        id: "turns",
        repeating: "last",
    });
    const statuses = [];
    for (let i = 0; i < 4; i++) {
        statuses.push((await world.fetch("/api/posts")).status);
    }
    assert.deepEqual(statuses, [503, 503, 200, 200]);
    assert.equal((await world.stubs())[0].used, 4);
    await world.deleteStub("turns");
    const state = { scenario: "cart", requires: "Started", becomes: "full" };
    await world.addStub("GET /cart", { body: "empty" }, { state });
    await world.setStubState("cart", "full");
    assert.equal((await world.stubScenarios())[0].state, "full");
    await world.resetStubStates();
    await world.clearStubs();
});

test("real answers have other values", async ({ world }) => {
    await world.addFault({
        patch: { "$.posts[1].author": null },
        remove: ["$.posts[0]._id"],
        headers: { "X-App": "old" },
    }, { on: "GET /api/posts", times: 1 });
    const changed = await world.fetch("/api/posts");
    assert.equal(changed.headers.get("X-App"), "old");
    const [first, second] = (await changed.json()).posts;
    assert.deepEqual([first._id, second.author], [undefined, null]);
    const turns = [{ real: true }, { patch: { posts: [] } }];
    await world.addStub("GET /api/posts", turns);
    const counts = [];
    for (let i = 0; i < 3; i++) {
        counts.push((await (await world.fetch("/api/posts")).json()).posts.length);
    }
    assert.deepEqual(counts, [10, 0, 10]);
});

test("the journal has what came", async ({ world }) => {
    await world.fetch("/api/posts?limit=1");
    const body = JSON.stringify({ email: mira, password: "not-this-one" });
    const headers = { "Content-Type": "application/json" };
    await world.fetch("/api/auth/login/email", {
        method: "POST",
        headers,
        body,
    });
    assert.equal(await world.mark(), 2);
    const [first, second] = await world.requests();
    assert.deepEqual([first.method, first.status, first.system], [
        "GET",
        200,
        "postly",
    ]);
    assert.equal(first.dialect, first.system);
    assert.equal(first.response.json.posts.length, 1);
    assert.equal(second.request.headers["content-type"], "application/json");
    assert.equal(second.request.json.password, "…");
    const shown = await world.request(second.number, { showsSecrets: true });
    assert.equal(shown.request.json.password, "not-this-one");
    assert.match(await world.curl(second), /^curl .*-X POST|^curl /);
    assert.equal((await world.har()).log.entries.length, 2);
    const text = await world.journal();
    assert.match(text, /GET \/w\/.*\/api\/posts\?limit=1 → 200/);
    assert.match(text, /sent \{"email"/);
    await world.clearJournal();
    assert.match(await world.journal(), /no request has come/);
    assert.deepEqual(await world.messages(), []);
});

test("a check that is not met says what came nearest", async ({ world }) => {
    await world.fetch("/api/posts?limit=1");
    await world.verify("GET /api/posts");
    await world.verify({ path: "/api/posts", query: { limit: 1 } }, {
        count: { atMost: 1 },
    });
    await world.verifyOrder(["GET /api/posts"]);
    await world.expectNoRequest("POST");
    await world.verifyMessages({}, { count: 0 });
    await assert.rejects(
        world.verify(
            { method: "GET", path: "/api/posts", query: { limit: 2 } },
            { count: 1 },
        ),
        (error) => {
            assert.ok(error instanceof Unmet && error instanceof Failure);
            assert.equal(
                error.message,
                [
                    'Expected GET /api/posts with query {"limit":2}.',
                    "It never came, and should have come once.",
                    `Nearest: number 1, GET ${world.path}/api/posts?limit=1 (200)`,
                    "    query limit is '1', wanted '2'",
                    `The world is '${world.name}'.`,
                ].join("\n"),
            );
            assert.match(error.stack, /world\.test\.mjs/);
            return true;
        },
    );
    await assert.rejects(
        world.expectNoRequest("/api/posts"),
        /^MockpostlyUnmet: Expected no any method/,
    );
    await assert.rejects(
        world.verify("get posts"),
        /'get posts' is no pattern of requests/,
    );
    await assert.rejects(world.verify("GET/api/posts"), /is no pattern of requests/);
});

test("a check waits", async ({ world }) => {
    const waiting = world.expectRequest("GET /api/posts", { within: "60s" });
    await world.fetch("/api/posts");
    assert.equal((await waiting).status, 200);
    assert.equal((await world.waitForRequest("/api/posts")).number, 1);
    await assert.rejects(
        world.expectRequest("POST", { within: 10 }),
        /It never came within 10ms/,
    );
    await assert.rejects(
        world.expectMessage({ event: "x" }, { within: 10 }),
        Unmet,
    );
    await world.expectState("/api/posts", { at: "$.pagination.page", is: 1 });
    await assert.rejects(
        world.expectState("/api/posts", {
            at: "$.pagination.page",
            is: 2,
            within: 10,
        }),
        /Expected \$\.pagination\.page of GET \/api\/posts/,
    );
});

test("sockets are seen and dropped", async ({ world }) => {
    assert.deepEqual(await world.sockets(), []);
    assert.deepEqual(await world.disconnectSockets(), []);
    assert.deepEqual(
        await world.sendEvent("post_deleted", "community:feed", { id: 1 }),
        [],
    );
    await assert.rejects(
        world.expectRecovery("down-twice", { within: 50 }),
        Failure,
    );
});

test("requests that name no world go home", async ({ world }) => {
    const server = await MockServer.live();
    const home = await server.makeWorld({ scenario: "empty-feed" });
    await server.use(home);
    assert.equal((await server.home()).name, home.name);
    assert.deepEqual(
        (await (await server.fetch("/api/posts")).json()).posts,
        [],
    );
    assert.deepEqual((await server.worlds()).map(({ name }) => name), [
        "default",
        home.name,
    ]);
    await server.deleteWorlds();
    assert.deepEqual(home.environment({ apiPath: "/v1/" }), {
        BASE_URL: `${server.url}/w/${home.name}/v1/`,
        MOCKPOSTLY_URL: server.url,
        MOCKPOSTLY_WORLD: home.name,
    });
    await server.stop();
    assert.notEqual(world.server.url, server.url);
});
