"use strict";

const { usualTimeout } = require("../connection.cjs");
const { Failure, refusal, unmet } = require("../failure.cjs");
const { RecordedMessage, RecordedRequest } = require("../recorded.cjs");
const words = require("../words.cjs");

// Checks of what has come to a world, and of what is to come.

/** How long a check waits unless it is told, in milliseconds. */
const usualTime = 5000;

/** How long a scenario of sockets may take, in milliseconds. */
const longestScenario = 600_000;

/** Verifies how often requests came, at least once unless `count` says otherwise. */
async function verify(match, { count = { atLeast: 1 }, after } = {}) {
    const json = {
        match: words.conditions(match),
        ...words.counted(count),
        after,
    };
    await checked(
        this,
        words.describeRequests(match),
        ["requests", "verify"],
        json,
    );
}

/** Verifies that requests came in an order; others may have come between them. */
async function verifyOrder(matches, { after } = {}) {
    const described = matches.map(words.describeRequests).join(", then ");
    const json = { order: matches.map(words.conditions), after };
    await checked(this, described, ["requests", "verify"], json);
}

/** Verifies that no request came that a pattern takes; it does not wait. */
async function expectNoRequest(match, { after } = {}) {
    const json = { match: words.conditions(match), count: 0, after };
    const described = `no ${words.describeRequests(match)}`;
    await checked(this, described, ["requests", "verify"], json);
}

/** Verifies how often messages of channels came or went. */
async function verifyMessages(match, { count = { atLeast: 1 }, after } = {}) {
    const json = { match, ...words.counted(count), after };
    await checked(
        this,
        words.describeMessages(match),
        ["messages", "verify"],
        json,
    );
}

/** Waits until requests have come, and gives the last one with its answer. */
async function expectRequest(
    match,
    { count = 1, within = usualTime, after } = {},
) {
    const json = {
        match: words.conditions(match),
        count,
        within: words.duration(within),
        after,
    };
    const described = words.describeRequests(match);
    const found = await checked(
        this,
        described,
        ["requests", "wait"],
        json,
        within,
    );
    return new RecordedRequest(last(found, described));
}

/** Waits until messages of channels have come or gone, and gives the last one. */
async function expectMessage(
    match,
    { count = 1, within = usualTime, after } = {},
) {
    const json = { match, count, within: words.duration(within), after };
    const described = words.describeMessages(match);
    const found = await checked(
        this,
        described,
        ["messages", "wait"],
        json,
        within,
    );
    return new RecordedMessage(last(found, described));
}

/** Waits until a value in the answer to a GET request is as wanted; counts no view. */
async function expectState(path, options = {}) {
    const {
        at = "$",
        is = { present: true },
        status,
        headers = {},
        within = usualTime,
    } = options;
    const json = {
        get: path,
        path: at,
        value: is,
        status,
        headers,
        within: words.duration(within),
    };
    await checked(
        this,
        `${at} of GET ${path}`,
        ["state", "wait"],
        json,
        within,
    );
}

/** Lets a trouble happen to the connected clients, and waits until all of them are back. */
async function expectRecovery(name, options = {}) {
    const { of = {}, within, hold, settling } = options;
    const { id } = await this.control("POST", ["socket-scenarios"], {
        json: {
            name,
            match: of,
            within: words.duration(within),
            hold: words.duration(hold),
            settle: words.duration(settling),
        },
    });
    const described = `all clients to come back from '${name}'`;
    const json = { within: words.duration(longestScenario) };
    const segments = ["socket-scenarios", id, "wait"];
    return (await checked(this, described, segments, json, longestScenario))
        .clients;
}

/** Asks whether something is so; throws an unmet check with what came nearest when it is not. */
async function checked(world, described, segments, json, within = 0) {
    const answer = await world.server.control.answer("POST", segments, {
        query: { world: world.name },
        json,
        // The server counts the time; this is for one that does not answer at all.
        timeout: words.milliseconds(within) + usualTimeout,
    });
    if (answer.status === 422) throw unmet(answer.json, described, world.name);
    if (answer.status >= 400) throw refusal(answer);
    return answer.json;
}

function last(found, described) {
    if (found.last) return found.last;
    throw new Failure(`the journal has dropped it already: ${described}`);
}

module.exports = {
    expectMessage,
    expectNoRequest,
    expectRecovery,
    expectRequest,
    expectState,
    verify,
    verifyMessages,
    verifyOrder,
    /** The same as `expectRequest`. */
    waitForRequest: expectRequest,
};
