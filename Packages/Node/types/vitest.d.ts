import type { TestAPI } from "vitest";
import type { World, WorldOptions } from "./index";

/** Vitest's `test`, whose tests get a world: `test("…", async ({ world }) => {})`. */
export const test: TestAPI<{
    /** What the worlds are like: `test.extend({ worldOptions: { from: "empty" } })`. */
    worldOptions: WorldOptions;
    /** The world of the test alone, which is deleted after it. */
    world: World;
}>;
export const it: typeof test;

declare module "vitest" {
    interface ProvidedContext {
        mockpostly: Record<string, string>;
    }
}
