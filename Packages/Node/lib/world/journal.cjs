"use strict";

const { conditions } = require("../words.cjs");
const { RecordedMessage, RecordedRequest, journalText } = require(
    "../recorded.cjs",
);

// What has come to a world.

/** The requests that a pattern takes, in the order in which they came. */
async function requests(
    match,
    { limit = 1000, after, showsSecrets = false } = {},
) {
    const { requests: found } = await this.control(
        "POST",
        ["requests", "find"],
        {
            query: { details: true, secrets: secrets(showsSecrets) },
            json: { match: conditions(match), limit, after },
        },
    );
    return found.reverse().map((entry) => new RecordedRequest(entry));
}

/** The request with a number of the journal. */
async function request(number, { showsSecrets = false } = {}) {
    const query = { secrets: secrets(showsSecrets) };
    return new RecordedRequest(
        await this.control("GET", ["requests", number], { query }),
    );
}

/** A request, given as such or by its number, as a command of curl. */
async function curl(which, { showsSecrets = false } = {}) {
    const number = typeof which === "object" ? which.number : which;
    const query = { secrets: secrets(showsSecrets) };
    return (await this.controlAnswer("GET", ["requests", number, "curl"], {
        query,
    })).text.trim();
}

/** All requests in the HTTP Archive format. */
function har() {
    return this.control("GET", ["requests", "har"]);
}

/** The number of the last entry of the journal, as `after` of what follows: "since here". */
async function mark() {
    const query = { limit: 1 };
    const { requests } = await this.control("GET", ["requests"], { query });
    const { messages } = await this.control("GET", ["messages"], { query });
    return Math.max(0, ...[...requests, ...messages].map(({ number }) => number));
}

/** Clears the journal: what came before is not counted any more. */
async function clearJournal() {
    await this.control("DELETE", ["requests"]);
}

/** The messages of channels in the order in which they came and went. */
async function messages({ topic, event, limit = 1000, after } = {}) {
    const query = { topic, event, limit, after, details: true };
    const { messages: found } = await this.control("GET", ["messages"], {
        query,
    });
    return found.reverse().map((entry) => new RecordedMessage(entry));
}

/** The newest requests as lines for a person, as the report of a failed test has them. */
async function journal({ limit = 30 } = {}) {
    return journalText(this, await this.requests(undefined, { limit }));
}

function secrets(showsSecrets) {
    return showsSecrets ? "shown" : "hidden";
}

module.exports = {
    clearJournal,
    curl,
    har,
    journal,
    mark,
    messages,
    request,
    requests,
};
