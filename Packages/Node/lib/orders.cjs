"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { fileURLToPath } = require("node:url");
const { Failure } = require("./failure.cjs");
const { duration } = require("./words.cjs");

const known = [
    "name",
    "from",
    "seed",
    "scenario",
    "clock",
    "randomSeed",
    "hasOwnPort",
    "settings",
    "timeToLive",
    "onUnknown",
];

/**
 * The body of a request for a world.
 *
 * @param {object} options
 * @param {{ isOwn: boolean }} server whether this process has started the server: worlds of others
 *   end by themselves, so that a crashed test leaves nothing for long
 * @throws {Failure} for an option that there is not
 */
function worldRequest(options, { isOwn }) {
    for (const name of Object.keys(options)) {
        if (!known.includes(name)) {
            throw new Failure(
                `a world has no option '${name}'; there are ${known.join(", ")}`,
            );
        }
    }
    const {
        name,
        clock,
        randomSeed,
        hasOwnPort,
        settings,
        timeToLive,
        ...content
    } = options;
    const order = { ...content };
    if (name !== undefined) order.id = name;
    if (clock !== undefined) order.clock = clockRequest(clock);
    if (randomSeed !== undefined) order.randomSeed = randomSeed;
    if (hasOwnPort) order.port = 0;
    if (settings !== undefined) order.settings = settings;
    if (timeToLive !== undefined) order.ttl = duration(timeToLive);
    else if (isOwn) order.ttl = null;
    return order;
}

/**
 * The body of a request for a world, in JSON.
 *
 * A seed that is given as a file is in it as it stands there, so that mistakes have its lines.
 */
function worldBody({ seed, ...options }, server) {
    const file = seed instanceof URL ? fileURLToPath(seed) : seed;
    if (typeof file !== "string") {
        return JSON.stringify(worldRequest({ seed, ...options }, server));
    }
    const order = { ...worldRequest(options, server), seedName: file };
    return `${JSON.stringify(order).slice(0, -1)},"seed":${seedText(file)}}`;
}

/** The text of a seed file. */
function seedText(file) {
    let text;
    try {
        text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    } catch (error) {
        throw new Failure(`the seed ${file} cannot be read: ${error.message}`);
    }
    try {
        JSON.parse(text);
    } catch (error) {
        throw new Failure(`the seed ${file} is no JSON: ${error.message}`);
    }
    return text;
}

/** The path of a seed, from the file of its test if it is there, else from where tests are run. */
function besideTest(seed, testFile) {
    if (typeof seed !== "string" || !testFile) return seed;
    const folder = path.dirname(testFile.startsWith("file:") ? fileURLToPath(testFile) : testFile);
    const beside = path.resolve(folder, seed);
    return fs.existsSync(beside) ? beside : seed;
}

/** The body of a request for a clock: a date to run from, `{ frozenAt }` or `{ scaledBy, from }`. */
function clockRequest(clock) {
    if (typeof clock === "string") return { mode: "run", now: clock };
    if (clock.frozenAt !== undefined) {
        return { mode: "freeze", now: clock.frozenAt };
    }
    if (clock.scaledBy !== undefined) {
        return {
            mode: "scale",
            now: clock.from ?? "real",
            rate: clock.scaledBy,
        };
    }
    throw new Failure(
        `${JSON.stringify(clock)} is no clock; there are a date, { frozenAt: date } and ` +
            "{ scaledBy: rate, from: date }",
    );
}

module.exports = { besideTest, clockRequest, worldBody, worldRequest };
