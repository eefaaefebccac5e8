import type { test as base } from "node:test";
import type { World, WorldOptions } from "./index";

/** The context of `node:test`. */
export type TestContext = Parameters<
    NonNullable<Parameters<typeof base>[0]>
>[0];

/** The context with the world of the test alone, which is deleted after it. */
export type WorldContext = TestContext & { world: World };

/** The body of a test. */
export type Body = (context: WorldContext) => unknown;

/** The options of `node:test`. */
export interface Options {
    concurrency?: number | boolean;
    only?: boolean;
    signal?: AbortSignal;
    skip?: boolean | string;
    todo?: boolean | string;
    timeout?: number;
}

/** `test` of `node:test`, whose tests get a world: `test("…", async ({ world }) => {})`. */
export interface WorldTest {
    (name: string, body?: Body): Promise<void>;
    (name: string, options: Options, body?: Body): Promise<void>;
    (body: Body): Promise<void>;
    readonly only: WorldTest;
    readonly skip: WorldTest;
    readonly todo: WorldTest;
    /** Tests whose worlds are like this: `test.extend({ worldOptions: { from: "empty" } })`. */
    extend(options: { worldOptions: WorldOptions }): WorldTest;
}

export const test: WorldTest;
export const it: WorldTest;
