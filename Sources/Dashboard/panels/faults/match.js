// Which requests or messages a rule is for: as JSON, as fields of a form, in words.

import { servedSystems } from "../../addresses.js";
import { typedJSON, typedNumber } from "../../parts.js";

/** The members that have a field, of a match of requests and of one of messages. */
const members = {
    requests: ["method", "path", "system", "route", "user", "header", "query"],
    messages: ["direction", "topic", "event", "user", "socket", "transport"],
};

/** Lines such as `Name: value` for an object of texts, or of lists of texts. */
export function lines(object, mark = ": ") {
    return Object.entries(object ?? {}).flatMap(([name, value]) =>
        [value].flat().map((one) => `${name}${mark}${one}`)
    ).join("\n");
}

/** The object that lines stand for; a name that stands twice has a list. */
export function readLines(text, mark = ":") {
    const object = {};
    for (const line of text.split("\n").filter((line) => line.trim())) {
        const at = line.indexOf(mark);
        const name = (at < 0 ? line : line.slice(0, at)).trim();
        const value = at < 0 ? "" : line.slice(at + mark.length).trim();
        object[name] = name in object ? [object[name], value].flat() : value;
    }
    return object;
}

/** A pattern that takes just this path, when there is one. */
function plainPath(path) {
    const exact = path?.equals;
    return typeof exact === "string" && !/[*{}]/.test(exact) ? exact : path;
}

function isPlain(name, value) {
    if (name === "header" || name === "query") {
        return value !== null && typeof value === "object" &&
            Object.values(value).every((one) => typeof one === "string");
    }
    if (name === "method" && Array.isArray(value)) return true;
    return ["string", "number"].includes(typeof value);
}

/** The values of the fields for `match`; as JSON when the fields cannot say it. */
export function matchValues(match, kind) {
    // Rules that were ordered by the former name of `system` have it still.
    const { dialect: system = match.system, ...rest } = match;
    const plain = {
        ...rest,
        ...(system === undefined ? {} : { system }),
        ...(match.path ? { path: plainPath(match.path) } : {}),
    };
    const isKnown = Object.entries(plain).every(([name, value]) =>
        members[kind].includes(name) && isPlain(name, value)
    );
    if (!isKnown) return { "match.how": "json", match: JSON.stringify(match, null, 2) };
    const values = { "match.how": "fields" };
    for (const [name, value] of Object.entries(plain)) {
        values[`match.${name}`] = name === "header"
            ? lines(value)
            : name === "query"
            ? lines(value, "=")
            : [value].flat().join(", ");
    }
    return values;
}

/** The fields for what a rule is for; `kind` is `requests` or `messages`. */
export function matchFields(values, kind) {
    const how = {
        name: "match.how",
        label: kind === "requests" ? "For requests" : "For messages",
        kind: "choice",
        choices: [["fields", "that meet these fields"], ["json", "that meet a match in JSON"]],
        value: "fields",
    };
    if (values["match.how"] === "json") {
        return [{ ...how, isMore: false }, {
            name: "match",
            label: "Match",
            kind: "json",
            value: "{}",
            hint: 'Such as {"path": {"matches": "/api/.*"}}.',
        }];
    }
    const fields = kind === "requests" ? requestFields : messageFields;
    return [
        { ...how, isMore: true },
        ...fields.map((field, index) => ({
            ...field,
            name: `match.${field.name}`,
            isMore: index >= fewFields,
        })),
    ];
}

/** How many fields of a match are shown at first. */
const fewFields = 2;

const requestFields = [
    {
        isShort: true,
        name: "method",
        label: "Method",
        hint: "One, or some with commas; empty for all.",
    },
    {
        isShort: true,
        name: "path",
        label: "Path",
        hint: "Such as /api/posts/* or /api/**; empty for all.",
    },
    {
        isShort: true,
        name: "system",
        label: "System",
        kind: "choice",
        get choices() {
            return [["", "all"], ...servedSystems()];
        },
    },
    { isShort: true, name: "route", label: "Route", hint: "Such as POST /api/posts/{id}." },
    { isShort: true, name: "user", label: "User", hint: "E-mail address, username or id." },
    {
        isShort: true,
        name: "header",
        label: "Headers",
        kind: "area",
        rows: 2,
        hint: "A line each: Name: value",
    },
    {
        isShort: true,
        name: "query",
        label: "Query",
        kind: "area",
        rows: 2,
        hint: "A line each: name=value",
    },
];

const messageFields = [
    {
        isShort: true,
        name: "direction",
        label: "Direction",
        kind: "choice",
        choices: [["", "both"], ["in", "from clients"], ["out", "to clients"]],
    },
    {
        isShort: true,
        name: "topic",
        label: "Topic",
        hint: "Its name; * stands for any end.",
    },
    { isShort: true, name: "event", label: "Event", hint: "Such as new_post." },
    {
        isShort: true,
        name: "user",
        label: "User",
        hint: "The id of the user whose token opened the connection.",
    },
    { isShort: true, name: "socket", label: "Connection", kind: "number", hint: "Its number." },
    {
        isShort: true,
        name: "transport",
        label: "Transport",
        kind: "choice",
        choices: [["", "all"], ["websocket", "WebSocket"], ["longpoll", "long poll"]],
    },
];

/** The match that was filled in. */
export function readMatch(values, kind) {
    if (values["match.how"] === "json") return typedJSON("match", values.match);
    const match = {};
    for (const name of members[kind]) {
        const text = values[`match.${name}`]?.trim();
        if (text) match[name] = readMember(name, text);
    }
    return match;
}

function readMember(name, text) {
    switch (name) {
        case "method": {
            const methods = text.split(/[\s,]+/).map((method) => method.toUpperCase());
            return methods.length === 1 ? methods[0] : methods;
        }
        case "header":
            return readLines(text);
        case "query":
            return readLines(text, "=");
        case "socket":
            return typedNumber("match.socket", text);
        default:
            return text;
    }
}

/** A match in a few words. */
export function matchWords(match) {
    const { method, path, ...rest } = match ?? {};
    const text = (value) => typeof value === "string" ? value : JSON.stringify(value);
    const words = [
        method && [method].flat().map(text).join(", "),
        path && text(plainPath(path)),
        ...Object.entries(rest).map(([name, value]) =>
            `${name} ${name === "header" ? lines(value).replaceAll("\n", ", ") : text(value)}`
        ),
    ];
    return words.filter(Boolean).join(" · ") || "everything";
}
