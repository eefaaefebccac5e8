"use strict";

/** Two tests that fail on purpose; what their report says is checked. */
module.exports = (test) => {
    test("a wrong guess", async ({ world }) => {
        await world.fetch("/api/posts?limit=1");
        await world.verify("POST /api/posts");
    });

    test("a server that dies", async ({ world }) => {
        await world.server.stop();
        await world.clock();
    });
};
