// Stands in for the package `vitest`: its `test.extend` and `inject`, as far as the fixtures of
// mockpostly use them, with Vitest's order of things. Fixtures are found by the pattern of the
// first parameter; the fixture's own code after `use` runs when the test is over and its state
// is known.

import process from "node:process";
import { test as base } from "node:test";

/** What the global setup has provided. */
export function inject(name) {
    return JSON.parse(process.env.TEST_PROVIDED ?? "{}")[name];
}

/** The names that a function takes from its first parameter. */
function used(body) {
    const found = /^[^(]*\(\s*\{([^}]*)\}/.exec(String(body));
    if (!found) {
        throw new Error(`the first parameter is no object pattern: ${body}`);
    }
    return found[1].split(",").map((part) => part.split(":")[0].trim()).filter(
        Boolean,
    );
}

/** What ends a test that is skipped. */
const skipped = new Error("skipped");

function extended(fixtures) {
    const test = (name, body) =>
        base(name, async (own) => {
            const task = { name, result: { state: "run" } };
            const context = {
                task,
                skip(note) {
                    own.skip(note);
                    throw skipped;
                },
            };
            const ends = [];
            const give = async (fixture) => {
                if (fixture in context) return;
                const value = fixtures[fixture];
                if (typeof value !== "function") {
                    context[fixture] = value;
                    return;
                }
                for (const other of used(value)) await give(other);
                await new Promise((given, failed) => {
                    const done = Promise.resolve(value(context, (made) => {
                        context[fixture] = made;
                        given();
                        return new Promise((resolve) => ends.push(() => (resolve(), done)));
                    }));
                    done.catch(failed);
                });
            };
            try {
                for (const fixture of used(body)) await give(fixture);
                await body(context);
                task.result = { state: "pass" };
            } catch (error) {
                task.result = { state: "fail", errors: [error] };
                if (error !== skipped) throw error;
            } finally {
                for (const end of ends.reverse()) await end();
            }
        });
    test.extend = (more) => extended({ ...fixtures, ...more });
    return test;
}

export const test = extended({});

/** The few expectations that the examples have. */
export function expect(value) {
    const same = (wanted) => {
        const [is, should] = [JSON.stringify(value), JSON.stringify(wanted)];
        if (is !== should) throw new Error(`${is} is not ${should}`);
    };
    return {
        toBe: same,
        toEqual: same,
        toHaveLength: (wanted) => expect(value.length).toBe(wanted),
    };
}
