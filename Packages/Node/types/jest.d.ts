import type { World, WorldOptions } from "./index";

/** The first argument of a test. */
export interface Fixtures {
    /** The world of the test alone, which is deleted after it. */
    world: World;
}

/** The body of a test. */
export type Body<Row extends unknown[] = []> = (
    fixtures: Fixtures,
    ...row: Row
) => unknown;

/** Jest's `test`, whose tests get a world: `test("…", async ({ world }) => {})`. */
export interface WorldTest {
    (name: string, body: Body, timeout?: number): void;
    readonly only: WorldTest;
    readonly skip: WorldTest;
    readonly failing: WorldTest;
    readonly concurrent: WorldTest;
    todo(name: string): void;
    /** A test for each row; the values of the row follow the fixtures. */
    each<Row>(
        table: readonly Row[],
    ): (
        name: string,
        body: Body<Row extends unknown[] ? Row : [Row]>,
        timeout?: number,
    ) => void;
    /** Tests whose worlds are like this: `test.extend({ worldOptions: { from: "empty" } })`. */
    extend(options: { worldOptions: WorldOptions }): WorldTest;
}

export const test: WorldTest;
export const it: WorldTest;
