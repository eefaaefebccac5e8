const { test } = require("mockpostly/jest");
const { App } = require("../app.cjs");

test("a session ends after a week", async ({ world }) => {
    const app = new App(
        world.baseURLs.postly,
        await world.token("mira.sol@example.com"),
    );
    await world.advanceClock("8d");
    expect((await app.send("POST", "/posts", {})).status).toBe(401);
});

const quiet = test.extend({ worldOptions: { scenario: "empty-feed" } });

quiet("a new member sees an empty feed", async ({ world }) => {
    const app = new App(world.baseURLs.postly);
    expect(await app.feed()).toEqual([]);
});
