"use strict";

const process = require("node:process");
const { test: base } = require("node:test");
const { reasonToSkip } = require("../binary.cjs");
const { inTestWorld } = require("./test-world.cjs");

/**
 * The function `test` of `node:test` that is given, for tests whose context has a world.
 *
 * @param {Function} test
 * @param {object} options of the worlds
 */
function extended(test, options) {
    const own = (...order) => {
        const body = order.findIndex((part) => typeof part === "function");
        if (body < 0) return test(...order);
        const run = order[body];
        const title = typeof order[0] === "string" ? order[0] : run.name;
        order[body] = (context) => {
            const reason = reasonToSkip();
            if (reason) return context.skip(reason);
            // Older versions of Node run each file in a process of its own, and say nothing else.
            const file = context.filePath ?? process.argv[1];
            return inTestWorld(title, file, options, (world) => {
                context.world = world;
                return run(context);
            });
        };
        return test(...order);
    };
    for (const name of ["only", "skip", "todo"]) {
        Object.defineProperty(own, name, {
            get: () => extended(test[name], options),
        });
    }
    own.extend = ({ worldOptions }) => extended(test, { ...options, ...worldOptions });
    return own;
}

const test = extended(base, {});

module.exports = { it: test, test };
