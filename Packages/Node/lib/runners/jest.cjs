"use strict";

const { inTestWorld } = require("./test-world.cjs");

/**
 * The function `test` of Jest that `find` gives, for tests whose first argument has a world.
 *
 * @param {() => Function} find
 * @param {object} options of the worlds
 */
function extended(find, options) {
    // Jest would wait for a callback if these functions had a parameter more than they get.
    const inWorld = (title, body) =>
        body &&
        ((...row) => inTestWorld(title, options, (world) => body({ world }, ...row)));
    const test = (title, body, timeout) => find()(title, inWorld(title, body), timeout);
    for (const name of ["only", "skip", "failing", "concurrent"]) {
        Object.defineProperty(test, name, {
            get: () => extended(() => find()[name], options),
        });
    }
    test.each = (...table) => (title, body, timeout) =>
        find().each(...table)(title, inWorld(title, body), timeout);
    test.todo = (title) => find().todo(title);
    test.extend = ({ worldOptions }) => extended(find, { ...options, ...worldOptions });
    return test;
}

const test = extended(() => globalThis.test, {});

module.exports = { it: test, test };
