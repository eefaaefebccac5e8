import { expect, test } from "mockpostly/playwright";

test("the pages of the world are its own", async ({ page, world }) => {
    await page.goto("/api/posts?limit=1");
    await world.expectRequest({ path: "/api/posts", query: { limit: 1 } });
});

test("requests go wrong on purpose", async ({ request, world }) => {
    await world.addFault("status-503", { on: "GET /api/posts", times: 1 });
    expect((await request.get("/api/posts")).status()).toBe(503);
    expect((await request.get("/api/posts")).status()).toBe(200);
});

test.describe("with an empty feed", () => {
    test.use({ worldOptions: { scenario: "empty-feed" } });

    test("there is nothing yet", async ({ request }) => {
        expect((await (await request.get("/api/posts")).json()).posts).toEqual(
            [],
        );
    });
});
