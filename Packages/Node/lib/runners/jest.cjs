"use strict";

const { reasonToSkip } = require("../binary.cjs");
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
        ((...row) => inTestWorld(title, testFile(), options, (world) => body({ world }, ...row)));
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

/** The file of the test that runs. */
function testFile() {
    return globalThis.expect?.getState().testPath;
}

// Jest cannot skip a test that has begun.
const isSkipped = reasonToSkip() !== undefined;
const test = extended(() => isSkipped ? skipped() : globalThis.test, {});

/** Jest's `test.skip`, also in place of `only`, `failing` and `concurrent`. */
function skipped() {
    const skip = (...order) => globalThis.test.skip(...order);
    skip.each = (...table) => globalThis.test.skip.each(...table);
    skip.todo = (title) => globalThis.test.todo(title);
    return Object.assign(skip, { only: skip, skip, failing: skip, concurrent: skip });
}

module.exports = { it: test, test };
