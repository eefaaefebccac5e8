import type {
    PlaywrightTestArgs,
    PlaywrightTestOptions,
    PlaywrightWorkerArgs,
    PlaywrightWorkerOptions,
    TestType,
} from "@playwright/test";
import type { MockServer, World, WorldOptions } from "./index";

/** What tests of Playwright get beside its own fixtures. */
export interface WorldFixtures {
    /** The world of the test alone, which is deleted after it; it has a port of its own. */
    world: World;
    /** What the worlds are like: `test.use({ worldOptions: { from: "empty" } })`. */
    worldOptions: WorldOptions;
}

/** What workers of Playwright get. */
export interface ServerFixtures {
    /** The server of the run, or of the worker when there is no global setup. */
    mockpostly: MockServer;
}

/** Playwright's `test`, whose `page` and `request` begin at the world of the test. */
export const test: TestType<
    PlaywrightTestArgs & PlaywrightTestOptions & WorldFixtures,
    PlaywrightWorkerArgs & PlaywrightWorkerOptions & ServerFixtures
>;

export { expect } from "@playwright/test";
