import assert from "node:assert/strict";
import { test } from "mockpostly/node-test";
import { App } from "../app.cjs";

test("the feed comes on the second try", async ({ world }) => {
    await world.addFault({ status: 503, retryAfter: 2 }, {
        on: "GET /api/posts",
        times: 1,
    });
    const app = new App(world.baseURLs.postly);
    assert.equal((await app.feed()).length, 10);
    await world.verify({ method: "GET", path: "/api/posts", status: 503 }, {
        count: 1,
    });
    await world.verify({ method: "GET", path: "/api/posts", status: 200 }, {
        count: 1,
    });
});

test("a post is written once, although the answer was lost", async ({ world }) => {
    const lost = { connection: "reset", point: "half", write: "saved" };
    await world.addFault(lost, { on: "POST /api/posts", times: 1 });
    const app = new App(
        world.baseURLs.postly,
        await world.token("mira.sol@example.com"),
    );
    const post = await app.publish("Low Tide", "Salt and sand.");
    await world.verify("POST /api/posts", { count: 1 });
    await world.expectState(`/api/posts/${post._id}`, {
        at: "$.title",
        is: "Low Tide",
    });
});

test("a like is sent, and counted", async ({ world }) => {
    const app = new App(
        world.baseURLs.postly,
        await world.token("mira.sol@example.com"),
    );
    const post = await app.publish("Low Tide", "Salt and sand.");
    // As a tap on a button: the test cannot wait for the app, but for its request.
    const tap = app.like(post);
    const like = await world.expectRequest("POST /api/posts/{id}/like", {
        within: "60s",
    });
    assert.equal(like.status, 200);
    await world.expectState(`/api/posts/${post._id}`, { at: "$.likes", is: 1 });
    await tap;
});

test("a session ends after a week", async ({ world }) => {
    const app = new App(
        world.baseURLs.postly,
        await world.token("mira.sol@example.com"),
    );
    await world.advanceClock("8d");
    assert.equal((await app.send("POST", "/posts", {})).status, 401);
});

const quiet = test.extend({ worldOptions: { scenario: "empty-feed" } });

quiet("a new member sees an empty feed", async ({ world }) => {
    const app = new App(world.baseURLs.postly);
    assert.deepEqual(await app.feed(), []);
});
