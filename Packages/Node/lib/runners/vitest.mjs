import process from "node:process";
import { inject, test as base } from "vitest";
import binary from "../binary.cjs";
import library from "./test-world.cjs";

const { journalOf, makeTestWorld } = library;

/** Vitest's `test` with the fixture `world`, which `worldOptions` describes. */
export const test = base.extend({
    worldOptions: {},

    world: async ({ task, skip, worldOptions }, use) => {
        // What the global setup has provided; the variables may be set already.
        Object.assign(process.env, inject("mockpostly"));
        const reason = binary.reasonToSkip();
        if (reason) skip(reason); // which throws
        const world = await makeTestWorld(
            task.name,
            task.file?.filepath,
            worldOptions,
        );
        await use(world);
        try {
            if (task.result?.state === "fail") {
                console.error(await journalOf(world));
            }
        } finally {
            await world.clearAway();
        }
    },
});

export { test as it };
