"use strict";

const { Buffer } = require("node:buffer");
const http = require("node:http");
const https = require("node:https");
const { Failure } = require("./failure.cjs");

/** How long a call may take that waits for nothing but its own work, in milliseconds. */
const usualTimeout = 120_000;

/** Requests to one server, over connections that stay open. */
class Connection {
    /** @param {string} url the server's, without a path: `http://localhost:8080` */
    constructor(url) {
        let parsed;
        try {
            parsed = new URL(url);
        } catch {
            // Said below.
        }
        if (!parsed || !["http:", "https:"].includes(parsed.protocol)) {
            throw new Failure(
                `'${url}' is no URL of a server, such as http://localhost:8080`,
            );
        }
        this.url = parsed.origin;
        this.transport = parsed.protocol === "https:" ? https : http;
        // Idle connections do not keep the process alive.
        this.agent = new this.transport.Agent({ keepAlive: true });
    }

    /**
     * Sends a request and gives its answer, whatever its status.
     *
     * @param {string} method
     * @param {string} path with the query, percent-encoded
     * @param {{ headers?: object, body?: string | Uint8Array, timeout?: number }} [options]
     * @returns {Promise<Answer>}
     */
    send(method, path, options = {}, isSecondTry = false) {
        const { headers = {}, body, timeout = usualTimeout } = options;
        return new Promise((resolve, reject) => {
            const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
            const request = this.transport.request(this.url + path, {
                method,
                headers: { ...headers, ...length },
                agent: this.agent,
                timeout,
            });
            request.on("response", (response) => {
                const parts = [];
                response.on("data", (part) => parts.push(part));
                response.on("error", reject);
                response.on(
                    "end",
                    () =>
                        resolve(
                            new Answer(
                                response.statusCode,
                                Buffer.concat(parts),
                            ),
                        ),
                );
            });
            request.on(
                "timeout",
                () =>
                    request.destroy(
                        new Error(`no answer within ${timeout} ms`),
                    ),
            );
            request.on("error", (error) => {
                // The server had closed an idle connection just then, and has not seen the request.
                const isStale = request.reusedSocket &&
                    ["ECONNRESET", "EPIPE"].includes(error.code);
                if (isStale && !isSecondTry) {
                    resolve(this.send(method, path, options, true));
                } else reject(error);
            });
            request.end(body);
        });
    }

    /** Closes the connections. */
    close() {
        this.agent.destroy();
    }
}

/** What a server has answered. */
class Answer {
    constructor(status, bytes) {
        this.status = status;
        this.bytes = bytes;
    }

    get text() {
        return this.bytes.toString("utf8");
    }

    /** The body as JSON; undefined when it is none. */
    get json() {
        try {
            return JSON.parse(this.text);
        } catch {
            return undefined;
        }
    }
}

module.exports = { Connection, usualTimeout };
