// One row, opened: what was sent and answered, and what can be done with it.

import * as address from "../../address.js";
import { call, get, send } from "../../api.js";
import { dateAndTime, milliseconds, size } from "../../format.js";
import { openDialog, redraw, say } from "../../page.js";
import {
    askForm,
    button,
    confirm,
    copy,
    facts,
    FormError,
    jsonTree,
    longText,
    saveFile,
} from "../../parts.js";
import { h } from "../../view.js";
import { besideText, languages } from "./code.js";

/** The opened entry with its content; null while it is read, or when it is not there any more. */
let shown = null;
let name = "";
let gone = "";

/** Opens the entry `WORLD/NUMBER`, or none. */
export async function show(next) {
    if (next === name) return;
    name = next;
    // The last one stays until this one is there, so that nothing jumps.
    if (!next) [shown, gone] = [null, ""];
    if (!next) return redraw();
    try {
        const entry = await read(next);
        if (name === next) [shown, gone] = [entry, ""];
    } catch (error) {
        if (name === next) [shown, gone] = [null, error.message];
    }
    redraw();
}

/** The opened entry; null while it is not there yet. */
export function shownEntry() {
    return shown && nameOf(shown) === name ? shown : null;
}

/** Reads an entry with its content; passwords and tokens are hidden, unless `isOpen`. */
export async function read(entryName, isOpen = false) {
    const [world, number] = split(entryName);
    const options = { secrets: isOpen ? "shown" : "hidden", names: true };
    try {
        return { kind: "request", ...await get(`requests/${number}`, { world, ...options }) };
    } catch (error) {
        if (error.status !== 404) throw error;
        const query = { world, after: number - 1, before: number + 1, details: true, ...options };
        const { messages } = await get("messages", query);
        if (!messages.length) throw error;
        return { kind: "message", ...messages[0] };
    }
}

function split(entryName) {
    const place = entryName.lastIndexOf("/");
    return [entryName.slice(0, place), Number(entryName.slice(place + 1))];
}

/** The name under which an entry is opened. */
export function nameOf({ kind, world, number, last }) {
    return kind === "gap" ? `gap ${world}/${last}` : `${world}/${number}`;
}

// What can be done

/** Sends the request of an entry again and opens the new one. */
export async function resend(entry) {
    await sendLike(entry, {});
}

async function sendLike(entry, changes) {
    const answer = await send("POST", "requests", { like: entry.number, ...changes }, {
        world: entry.world,
    });
    if (answer.number === null) {
        say(`Sent again: ${answer.status}. The journal has no entry of it.`);
        return;
    }
    say(`Sent again as #${answer.number}: ${answer.status}.`);
    address.set({ open: nameOf(answer) }, { isStep: true });
}

/** Asks the real server the same, and opens the panel with both answers side by side. */
async function askReal(entry) {
    const { servers } = await get("drift");
    if (!servers) {
        say("There is no real server: start this one with --upstream URL.");
        return;
    }
    const isReading = ["GET", "HEAD"].includes(entry.method);
    const words = `The real server gets this ${entry.method}, which may write there, twice.`;
    if (!isReading && !await confirm("Ask the real server?", words, "Ask")) return;
    const order = { like: entry.number, allowWrites: !isReading };
    const { id } = await send("POST", "drift", order, { world: entry.world });
    location.hash = address.link("drift", { report: String(id) });
}

/** Sets the content of the entry's world back to what it was before the entry. */
async function undo(entry) {
    const { undone, sent } = await send("POST", "undo", { before: entry.number }, {
        world: entry.world,
    });
    const words = `${undone} ${undone === 1 ? "write" : "writes"} undone.`;
    say(sent ? `${words} Clients have got ${sent} messages, which stay.` : words);
}

/** Asks for changes of the request, then sends it. */
export async function editAndResend(entry) {
    const open = await read(nameOf(entry), true);
    const text = open.request.headers.map((field) => `${field.name}: ${field.value}`).join("\n");
    await askForm(
        "Edit and resend",
        [
            { name: "method", label: "Method", value: open.method, isNeeded: true },
            { name: "path", label: "Path", value: open.path, isNeeded: true },
            {
                name: "headers",
                label: "Header fields, one a line",
                kind: "area",
                value: text,
                rows: 6,
            },
            {
                name: "body",
                label: "Body",
                kind: "json",
                value: open.request.body ?? "",
                rows: 10,
                hint: bodyHint(open.request),
            },
        ],
        "Send",
        async ({ method, path, headers, body }) => {
            const changes = { method, path };
            // What is not changed is sent as it came, with fields of the same name and all bytes.
            if (body !== (open.request.body ?? "")) changes.body = body;
            if (headers !== text) changes.headers = fieldsOf(headers, "body" in changes);
            await sendLike(entry, changes);
        },
    );
}

/** What is sent of a body that is not shown as it came; null for one that is. */
function bodyHint({ base64, cut, coding, charset }) {
    if (base64) return "The body is no text; it stays as it is, unless you write one here.";
    if (cut) return "This is only its beginning; once changed, no more than this is sent.";
    const forms = [coding, charset].filter(Boolean).join(", ");
    return forms
        ? `It came as ${forms}. Once changed, it is sent as plain UTF-8, and the header fields say so.`
        : null;
}

/** The fields of lines such as `Accept: text/html`, beside a text when the body `isChanged`. */
function fieldsOf(lines, isChanged) {
    const given = [];
    for (const line of lines.split("\n").filter((line) => line.trim())) {
        const [name, value] = line.split(/:(.*)/s).map((part) => part.trim());
        if (value === undefined || !name) {
            throw new FormError("headers", `The line '${line}' has no name with a colon.`);
        }
        if (given.some((field) => field.name === name)) {
            throw new FormError("headers", `There are two lines of '${name}'.`);
        }
        given.push({ name, value });
    }
    const fields = besideText(given, { coding: isChanged, charset: isChanged });
    return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** Copies the request as code of a language. */
export async function copyAs(entry) {
    const languageNames = ["curl", ...languages.map(({ name }) => name)];
    const chosen = await openDialog("Copy as", (close) => [
        h(
            "div",
            { class: "choices" },
            languageNames.map((name, index) =>
                button(name, () => close(name), {
                    attached: index === 0 ? (element) => element.focus() : undefined,
                })
            ),
        ),
        h("p", { class: "hint" }, "The code has the passwords and tokens that were sent."),
        h("footer", {}, button("Cancel", () => close())),
    ]);
    if (!chosen) return;
    if (chosen === "curl") {
        const query = { world: entry.world, secrets: "shown" };
        const response = await call("GET", `requests/${entry.number}/curl`, { query });
        return copy(await response.text());
    }
    const open = await read(nameOf(entry), true);
    await copy(languages.find(({ name }) => name === chosen).code(open));
}

/** Saves requests as a file in the HTTP Archive format. */
export async function saveArchive(world, numbers) {
    const query = { world, numbers: numbers.join(",") };
    const response = await call("GET", "requests/har", { query });
    saveFile(`${world}.har`, await response.blob());
}

/** The path of an entry as a pattern: parts that look like ids stand for any. */
function pattern(entry) {
    const route = /^\S+ (\/.*)$/.exec(entry.route ?? "")?.[1];
    const path = entry.path.replace(/\?.*/s, "").replace(/^\/w\/[^/]+/, "");
    return route ? route.replace(/\{[^}]*\}/g, "*") : path;
}

/** The words that find the requests of the same person, or of the same client. */
export function sessionWords(entry) {
    return entry.user ? `user:"${entry.user}"` : `peer:"${entry.peer}"`;
}

// What is drawn

/** Draws the opened entry; `marking` is how rows are marked, to be compared or saved. */
export function drawEntry(close, marking) {
    if (!name) return null;
    const title = shown
        ? `${shown.kind === "request" ? `${shown.method} ${shown.path}` : shown.event} `
        : `#${split(name)[1]}`;
    return h(
        "section",
        { class: "opened", "aria-label": "Opened row" },
        h(
            "header",
            {},
            h("h2", {}, title),
            button("×", close, { class: "plain", "aria-label": "Close" }),
        ),
        gone && h("p", { class: "problem" }, gone),
        shown && (shown.kind === "request" ? drawRequest(shown, marking) : drawMessage(shown)),
    );
}

function drawRequest(entry, { isMarked, mark }) {
    const faultLink = address.link("faults", {
        add: "fault",
        world: entry.world,
        method: entry.method,
        path: pattern(entry),
    });
    const stubLink = address.link("faults", {
        add: "stub",
        world: entry.world,
        request: String(entry.number),
    });
    const changeLink = address.link("faults", {
        add: "change",
        world: entry.world,
        request: String(entry.number),
    });
    return [
        h(
            "div",
            { class: "bar" },
            button("Resend", () => resend(entry), { title: "r" }),
            button("Edit and resend", () => editAndResend(entry), { title: "e" }),
            button("Copy as…", () => copyAs(entry), { title: "c" }),
            button("Ask the real server", () => askReal(entry), {
                title: "Shows both answers side by side",
            }),
            h("a", { class: "button", href: faultLink }, "Fault this route"),
            h("a", { class: "button", href: stubLink }, "Stub this answer"),
            isJSON(entry.response) &&
                h("a", { class: "button", href: changeLink }, "Change this answer"),
            entry.changes?.length > 0 && button("Back to before this", () => undo(entry), {
                title: "Undoes this request's writes and all after them",
            }),
            button("Rest of this session", () => address.set({ q: sessionWords(entry) })),
            button("HAR", () => saveArchive(entry.world, [entry.number])),
            button(isMarked(entry) ? "Unmark" : "Mark", () => mark(entry), {
                title: "m; two marked requests can be compared",
            }),
        ),
        facts([
            ["Status", h("span", { class: statusClass(entry.status) }, entry.status)],
            ["Route", entry.route ?? "none"],
            ["System", entry.system],
            ["User", userName(entry)],
            ["World", entry.world],
            ["World's time", dateAndTime(entry.time)],
            ["Took", milliseconds(entry.timing.milliseconds)],
            ["Fault", entry.fault && h("span", { class: "chip bad" }, entry.fault)],
            ["Stub", entry.stub && h("span", { class: "chip warn" }, `stub ${entry.stub}`)],
            ["Changed", entry.patch],
            ["Rows changed", drawChanges(entry.changes)],
            ["From", entry.peer],
        ]),
        h("h3", {}, `Request, ${size(entry.requestBytes)}`),
        drawContent(entry.request),
        h("h3", {}, `Answer, ${size(entry.responseBytes)}`, packedBy(entry.response)),
        drawContent(entry.response),
    ];
}

function isJSON({ headers }) {
    return headers.some(({ name, value }) =>
        name.toLowerCase() === "content-type" && /^[^;]*[/+]json\s*(;|$)/i.test(value)
    );
}

function packedBy({ coding }) {
    return coding ? `, compressed by ${coding}` : "";
}

function drawMessage(entry) {
    return [
        facts([
            ["Direction", entry.direction === "in" ? "from the client" : "to the client"],
            ["Topic", entry.topic],
            ["Event", entry.event],
            ["User", userName(entry)],
            ["Socket", `${entry.socket} (${entry.transport})`],
            ["World", entry.world],
            ["World's time", dateAndTime(entry.time)],
            ["Fault", entry.fault && h("span", { class: "chip bad" }, entry.fault)],
        ]),
        h("h3", {}, `Frame, ${size(entry.bytes)}`),
        drawBody(entry, "application/json"),
    ];
}

function drawChanges(changes) {
    if (!changes?.length) return null;
    return h(
        "ul",
        { class: "changes" },
        changes.slice(0, 100).map(({ kind, table, key }) =>
            h(
                "li",
                {},
                h("span", { class: kind === "removed" ? "bad-text" : "good-text" }, kind),
                " ",
                h(
                    "a",
                    { href: address.link("data", { table, key }) },
                    table,
                    " ",
                    key,
                ),
            )
        ),
        changes.length > 100 && h("li", {}, `and ${changes.length - 100} more`),
    );
}

function drawContent({ headers, ...content }) {
    const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
    return [
        h(
            "details",
            { class: "fields" },
            h("summary", {}, `${headers.length} header fields`),
            h(
                "dl",
                { class: "facts mono" },
                headers.map(({ name, value }) =>
                    h("div", {}, h("dt", {}, name), h("dd", {}, longText(value)))
                ),
            ),
        ),
        drawBody(content, type),
    ];
}

function drawBody({ body, base64, cut }, type) {
    return [
        drawBytes(body, base64, type),
        cut && h("p", { class: "hint" }, "The journal keeps the first 64 KiB of a body."),
    ];
}

function drawBytes(body, base64, type) {
    const picture = /^image\/(png|jpeg|gif|webp|svg\+xml)/.exec(type)?.[0];
    if (picture) {
        const bytes = base64 ?? toBase64(body ?? "");
        return h("img", {
            class: "picture",
            alt: "The picture",
            src: `data:${picture};base64,${bytes}`,
        });
    }
    if (base64) return h("pre", {}, `${size(base64.length * 3 / 4)} that are no text`);
    if (!body) return h("p", { class: "dim" }, "No body.");
    try {
        return h("div", { class: "body" }, jsonTree(JSON.parse(body)));
    } catch {
        return h("pre", { class: "body" }, body);
    }
}

function toBase64(text) {
    return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The name of an entry's user that people know best; null without a user. */
export function userName({ user, userNames }) {
    return userNames?.find((name) => name.includes("@")) ?? userNames?.at(-1) ?? user;
}

/** The colour of a status. */
export function statusClass(status) {
    return status >= 400 ? "bad-text" : status >= 300 ? "warn-text" : "good-text";
}
