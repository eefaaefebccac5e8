"use strict";

/** The most characters of a body in the text of a journal. */
const mostOfBody = 300;
/** The most keys of a table in the text of changes. */
const mostOfKeys = 10;

/** A request that came to a world, and its answer. */
class RecordedRequest {
    constructor(entry) {
        this.number = entry.number;
        this.time = entry.time;
        this.method = entry.method;
        this.path = entry.path;
        this.system = entry.system;
        // What it was called before.
        this.dialect = entry.system;
        this.route = entry.route;
        this.user = entry.user;
        this.status = entry.status;
        this.fault = entry.fault;
        this.stub = entry.stub;
        this.milliseconds = entry.timing?.milliseconds;
        this.changes = entry.changes ?? [];
        this.request = new RecordedContent(entry.request);
        this.response = new RecordedContent(entry.response);
    }
}

/** A message of a channel that came or went. */
class RecordedMessage {
    constructor(entry) {
        this.number = entry.number;
        this.time = entry.time;
        this.isFromApp = entry.direction === "in";
        this.socket = entry.socket;
        this.user = entry.user;
        this.topic = entry.topic;
        this.event = entry.event;
        this.fault = entry.fault;
        this.text = entry.body;
    }

    /** The message as JSON; undefined when it is none. */
    get json() {
        return parsed(this.text);
    }
}

/** The headers and the body of a request or of an answer. */
class RecordedContent {
    constructor({ headers = [], body, cut = false } = {}) {
        this.headers = {};
        for (const { name, value } of headers) {
            const key = name.toLowerCase();
            this.headers[key] = key in this.headers ? `${this.headers[key]}, ${value}` : value;
        }
        this.text = body;
        this.isCut = cut;
    }

    /** The body as JSON; undefined when it is none. */
    get json() {
        return parsed(this.text);
    }
}

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** Requests of a world as lines for a person. */
function journalText(world, requests) {
    const lines = [`The journal of world '${world.name}':`];
    if (!requests.length) lines.push("    no request has come");
    for (const entry of requests) {
        const notes = [
            entry.milliseconds !== undefined && `${entry.milliseconds} ms`,
            entry.fault && `fault ${entry.fault}`,
            entry.stub && `stub ${entry.stub}`,
            entry.user && `user ${entry.user}`,
        ];
        lines.push(
            `    ${entry.number}  ${entry.method} ${entry.path} → ${entry.status} ` +
                `(${notes.filter(Boolean).join(", ")})`,
        );
        if (entry.request.text) {
            lines.push(`       sent ${shortened(entry.request.text)}`);
        }
        if (entry.status >= 400 && entry.response.text) {
            lines.push(`       got  ${shortened(entry.response.text)}`);
        }
    }
    return lines.join("\n");
}

/** What `changes` of a world gives, a line for each table. */
function changesText(changes) {
    if (!changes.length) return "nothing was written";
    const lines = changes.map(({ table, added, changed, removed }) => {
        const keys = [
            ...added.map((key) => `+ ${key}`),
            ...changed.map((key) => `~ ${key}`),
            ...removed.map((key) => `- ${key}`),
        ];
        const more = keys.length - mostOfKeys;
        const rest = more > 0 ? ` and ${more} more` : "";
        return `    ${table}: ${keys.slice(0, mostOfKeys).join(", ")}${rest}`;
    });
    return ["What was written:", ...lines].join("\n");
}

function shortened(body) {
    const line = body.trim().replace(/\s*\n\s*/g, " ");
    return line.length > mostOfBody ? `${line.slice(0, mostOfBody)}…` : line;
}

module.exports = { RecordedMessage, RecordedRequest, changesText, journalText };
