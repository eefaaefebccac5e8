"use strict";

const { Failure } = require("./failure.cjs");

/**
 * The conditions of the control plane for a pattern.
 *
 * @param {string | object} pattern `POST /api/posts/{id}/like`, `/api/posts`, `POST`, or an object
 *   with any of the members that the control plane has
 */
function conditions(pattern) {
    if (pattern === undefined) return {};
    if (typeof pattern === "object" && pattern !== null) return pattern;
    const words = typeof pattern === "string" ? pattern.split(" ").filter(Boolean) : [];
    const path = words.at(-1)?.startsWith("/") ? words.pop() : undefined;
    const [method] = words;
    if (words.length > 1 || !(method ?? path) || !/^[A-Z-]*$/.test(method ?? "")) {
        throw new Failure(
            `'${pattern}' is no pattern of requests, such as 'POST /api/posts/{id}/like'`,
        );
    }
    return { ...method && { method }, ...path && { path } };
}

/** A pattern in words: `POST /api/posts with json {"title":"Low Tide"}`. */
function describeRequests(pattern) {
    const { method, path, ...others } = conditions(pattern);
    let words = method === undefined
        ? (path === undefined ? "any request" : "any method")
        : text(method);
    if (method !== undefined && path === undefined) words += " request";
    if (path !== undefined) words += ` ${text(path)}`;
    return words + listed(others, " with ");
}

/** A pattern of messages in words: `a message with direction in, event phx_join`. */
function describeMessages(pattern = {}) {
    return Object.keys(pattern).length ? `a message${listed(pattern, " with ")}` : "any message";
}

function listed(members, before) {
    const given = Object.entries(members);
    if (!given.length) return "";
    return before +
        given.map(([name, value]) => `${name} ${text(value)}`).join(", ");
}

function text(value) {
    return typeof value === "string" ? value : JSON.stringify(value);
}

/** A duration as the control plane takes it; a number is milliseconds. */
function duration(time) {
    if (typeof time !== "number") return time;
    if (!Number.isFinite(time)) throw new Failure(`${time} is no duration`);
    return `${Math.round(time)}ms`;
}

/** The milliseconds of a duration, for how long to wait for an answer. */
function milliseconds(time) {
    if (typeof time === "number") return time;
    const units = {
        ms: 1,
        s: 1000,
        m: 60_000,
        h: 3_600_000,
        d: 86_400_000,
        w: 604_800_000,
    };
    let sum = 0;
    for (
        const [, number, unit] of String(time).matchAll(
            /([\d.]+)(ms|[smhdw])/gi,
        )
    ) {
        sum += Number(number) * units[unit.toLowerCase()];
    }
    // What is no duration is refused by the server, at once.
    return sum;
}

/** The members of a count: a number, or `{ atLeast, atMost }`. */
function counted(count) {
    return typeof count === "number" ? { count } : count;
}

module.exports = {
    conditions,
    counted,
    describeMessages,
    describeRequests,
    duration,
    milliseconds,
};
