"use strict";

const { Connection, usualTimeout } = require("./connection.cjs");
const { Failure, refusal } = require("./failure.cjs");
const { lastLines } = require("./log.cjs");

const prefix = "/__mockpostly/v1";

/**
 * How long after its connections a server may be known to have ended, in milliseconds: on a busy
 * machine that comes late.
 */
const timeoutForEnd = 5_000;

/** Calls of the control plane of one server. */
class Control {
    /**
     * @param {string} url the server's
     * @param {string} [adminToken]
     * @param {() => { log?: string, end?: string, ended?: Promise, isStopped?: boolean }} [state]
     *   what is known of the server's process
     */
    constructor(url, adminToken, state = () => ({})) {
        this.connection = new Connection(url);
        this.url = this.connection.url;
        this.adminToken = adminToken;
        this.state = state;
    }

    /**
     * Sends a request, and gives the answer whatever its status.
     *
     * @param {string} method
     * @param {(string | number)[]} segments the parts of the path after the version
     * @param {{ query?: object, json?: unknown, body?: string | Uint8Array, timeout?: number }} [o]
     *   members of `query` that are undefined are left out
     */
    async answer(
        method,
        segments,
        { query = {}, json, body, timeout = usualTimeout } = {},
    ) {
        const headers = {};
        if (this.adminToken) {
            headers.Authorization = `Bearer ${this.adminToken}`;
        }
        if (json !== undefined) body = JSON.stringify(json);
        if (body !== undefined) headers["Content-Type"] = "application/json";
        const path = prefix + segments.map(pathPart).join("") +
            queryPart(query);
        try {
            return await this.connection.send(method, path, {
                headers,
                body,
                timeout,
            });
        } catch (cause) {
            throw await this.silence(cause);
        }
    }

    /** As `answer`, for its JSON; a refusal is thrown as a failure. */
    async call(method, segments, options) {
        return (await this.accepted(method, segments, options)).json ?? {};
    }

    /** As `answer`; a refusal is thrown as a failure. */
    async accepted(method, segments, options) {
        const answer = await this.answer(method, segments, options);
        if (answer.status >= 400) throw refusal(answer);
        return answer;
    }

    /** Throws a failure that says why when no mockpostly answers, or when it wants another token. */
    async checkIdentity() {
        const hint = "Start one with 'npx mockpostly serve', or leave MOCKPOSTLY_URL out.";
        let answer;
        try {
            answer = await this.answer("GET", ["version"], {
                timeout: 10_000,
            });
        } catch (failure) {
            throw new Failure(`${failure.message}\n${hint}`, {
                cause: failure,
            });
        }
        if (answer.status === 401 || answer.status === 403) {
            throw refusal(answer);
        }
        if (answer.status !== 200 || answer.json?.name !== "mockpostly") {
            throw new Failure(
                `the server at ${this.url} is not a mockpostly with a control plane: it answers ` +
                    `${answer.status} to GET ${prefix}/version. ${hint}`,
            );
        }
    }

    /** The failure for a request that got no answer, with what is known of the server. */
    async silence(cause) {
        const { log, ended, isStopped } = this.state();
        if (isStopped) {
            return new Failure("the mock server was stopped", { cause });
        }
        if (ended && isClosed(cause)) await firstOf(ended, timeoutForEnd);
        const { end } = this.state();
        // Several addresses may have been tried, and the error of them all has no words.
        const why = cause.message || cause.code;
        const words = end
            ? `the mock server at ${this.url} has ended ${end}`
            : `no mockpostly answers at ${this.url}: ${why}`;
        return new Failure(words + lastLines(log), { cause });
    }

    close() {
        this.connection.close();
    }
}

/** Whether an error is that of a connection which the other side has closed or refused. */
function isClosed(error) {
    return ["ECONNREFUSED", "ECONNRESET", "EPIPE"].includes(error.code ?? error.cause?.code);
}

/** Waits for `promise`, but no longer than so many milliseconds. */
async function firstOf(promise, most) {
    let timer;
    const pause = new Promise((resolve) => timer = setTimeout(resolve, most));
    await Promise.race([promise, pause]);
    clearTimeout(timer);
}

function pathPart(segment) {
    const text = String(segment);
    if (!text) throw new Failure("a name is empty");
    if (text.includes("/")) {
        throw new Failure(`the name '${text}' has a '/', which no name has`);
    }
    return `/${encodeURIComponent(text)}`;
}

function queryPart(query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    if (!given.length) return "";
    return `?${
        given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
            .join("&")
    }`;
}

module.exports = { Control };
