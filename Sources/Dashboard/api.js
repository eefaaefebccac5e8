// Calls of the control plane.

import { onChange, take } from "./address.js";

const base = "/__mockpostly/v1/";
const tokenName = "mockpostly-admin-token";

/** A refusal of the server, in its own words (RFC 9457). */
export class Problem extends Error {
    constructor(status, { title, detail, hint, member } = {}) {
        super(detail ?? title ?? `The server answered ${status}.`);
        this.status = status;
        this.title = title ?? "Refused";
        this.hint = hint ?? "";
        /** The member of the request that was refused, such as `ttl`; null when it is another matter. */
        this.member = member ??
            /^(?:There is no|The|A) (?:member|field) '([^']+)'/.exec(this.message)?.[1] ??
            / in the member '([^']+)'/.exec(this.message)?.[1] ?? null;
    }
}

/** That there was no answer at all: the server is gone, or was never there. */
export class NoAnswer extends Error {
    constructor() {
        super("The server does not answer.");
    }
}

/** Asks the person at the page for the admin token; set by the page, gives null when they refuse. */
let askForToken = () => Promise.resolve(null);
let asking = null;

/** Whether somebody is typing the token: all calls wait for it. */
export function isAsking() {
    return asking !== null;
}

export function setAskForToken(ask) {
    askForToken = ask;
}

/** Whether a text can be sent as a token at all. */
export function isToken(text) {
    return /^[\x21-\x7e]+$/.test(text);
}

/** The admin token, kept for this tab alone; one in the address is taken out of it. */
let token = null;
try {
    token = sessionStorage.getItem(tokenName);
    if (!isToken(token ?? "")) token = null;
} catch {
    // Without storage it lasts until the page is loaded again.
}

function keep(text) {
    token = text;
    try {
        sessionStorage.setItem(tokenName, text);
    } catch {
        // See above.
    }
}

/** Keeps the token of a link that a server has shown at its start: `#?token=…`. */
function takeFromAddress() {
    const text = take("token");
    if (isToken(text)) keep(text);
}

takeFromAddress();
onChange(takeFromAddress);

/** The path of a call, with those parameters of `query` that have a value. */
function address(path, query) {
    const parameters = Object.entries(query ?? {}).filter(([, value]) =>
        value !== undefined && value !== null && value !== ""
    );
    return base + path + (parameters.length ? `?${new URLSearchParams(parameters)}` : "");
}

/**
 * Calls the control plane and gives the response, which is a good one.
 *
 * `body` is sent as JSON, unless it is a Blob or an ArrayBuffer. Throws a `Problem` or `NoAnswer`.
 */
export async function call(method, path, options = {}) {
    const response = await ask(method, address(path, options.query), options);
    if (response.ok) return response;
    throw new Problem(response.status, await words(response));
}

/** Calls `url`, a path of the control plane with its query; gives any response. */
export async function ask(method, url, { body, signal, type } = {}) {
    const isRaw = body instanceof Blob || body instanceof ArrayBuffer;
    for (;;) {
        // Somebody is typing the token: a call without it would be refused as well.
        if (asking) await asking;
        const headers = {};
        if (token) headers.Authorization = `Bearer ${token}`;
        if (body !== undefined) headers["Content-Type"] = type ?? "application/json";
        const sent = token;
        let response;
        try {
            response = await fetch(url, {
                method,
                headers,
                body: body === undefined || isRaw ? body : JSON.stringify(body),
                signal,
                cache: "no-store",
            });
        } catch (error) {
            if (error.name === "AbortError") throw error;
            throw new NoAnswer();
        }
        if (response.status !== 401) return response;
        const problem = new Problem(response.status, await words(response.clone()));
        if (!(await renewed(sent, problem))) return response;
    }
}

async function words(response) {
    try {
        return await response.json();
    } catch {
        return {};
    }
}

/** Whether there is another token than `sent` now; asks for one when there is none. */
async function renewed(sent, problem) {
    if (token !== sent) return true;
    asking ??= askForToken(problem).finally(() => asking = null);
    const text = await asking;
    if (text) keep(text);
    return Boolean(text);
}

/** Asks for `path` and gives the JSON of the answer. */
export async function get(path, query, options) {
    return (await call("GET", path, { query, ...options })).json();
}

/** Sends `body` as JSON; gives the JSON of the answer, or null when it has none. */
export async function send(method, path, body, query) {
    const response = await call(method, path, { query, body });
    const text = await response.text();
    return text ? JSON.parse(text) : null;
}
