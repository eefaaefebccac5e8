"use strict";

const { expect, test: base } = require("@playwright/test");
const { reasonToSkip } = require("../binary.cjs");
const { MockServer } = require("../server.cjs");
const { journalOf, makeTestWorld } = require("./test-world.cjs");

/** Playwright's `test` with a world for each test, at which `page` and `request` begin. */
const test = base.extend({
    mockpostly: [
        // Playwright reads the names of fixtures from this pattern.
        // deno-lint-ignore no-empty-pattern
        async ({}, use) => {
            // Only the fixture of a test can skip it: `world` does.
            await use(reasonToSkip() ? undefined : await MockServer.shared());
        },
        { scope: "worker" },
    ],

    worldOptions: [{}, { option: true }],

    world: async ({ mockpostly, worldOptions }, use, testInfo) => {
        if (!mockpostly) testInfo.skip(true, reasonToSkip());
        // At a port of its own all paths lead to the world, those with a slash in front too.
        const options = { hasOwnPort: true, ...worldOptions };
        const world = await makeTestWorld(
            testInfo.title,
            testInfo.file,
            options,
            mockpostly,
        );
        await use(world);
        try {
            if (testInfo.status !== testInfo.expectedStatus) {
                const body = await journalOf(world);
                await testInfo.attach("mockpostly journal", {
                    body,
                    contentType: "text/plain",
                });
            }
        } finally {
            await world.clearAway();
        }
    },

    // An app with a base URL of its own keeps it.
    baseURL: async ({ baseURL, world }, use) => {
        await use(baseURL ?? world.url);
    },

    // The requests of its pages to the server's own address then reach the world.
    extraHTTPHeaders: async ({ extraHTTPHeaders, world }, use) => {
        await use({ ...extraHTTPHeaders, "X-Mockpostly-World": world.name });
    },
});

module.exports = { expect, test };
