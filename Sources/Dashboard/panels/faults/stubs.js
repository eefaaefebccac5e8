// Stubs: answers in place of the real ones, and the states of the scenarios that they take part in.

import { set } from "../../address.js";
import { get, send } from "../../api.js";
import { some } from "../../format.js";
import { inWorld, page, refresh, say } from "../../page.js";
import { askForm, button, confirm, problemText, typedJSON, typedNumber } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";
import { lines, matchFields, matchValues, matchWords, readLines, readMatch } from "./match.js";

export const stubs = reader(async () => {
    const [{ stubs }, { scenarios }] = await Promise.all([
        get("stubs", inWorld()),
        get("stub-states", inWorld()),
    ]);
    return { stubs, scenarios };
});

export async function stubsChanged() {
    await Promise.all([stubs.again(), refresh()]);
}

// The list

function answerWords({ response, sequence }) {
    if (sequence) return sequence.map(answerWords1).join(", then ");
    return response ? answerWords1(response) : "200";
}

function answerWords1({ status = 200, delay, times, body, json, base64 }) {
    const content = json !== undefined ? JSON.stringify(json) : body ?? (base64 ? "bytes" : "");
    const short = content.length > 80 ? `${content.slice(0, 80)}…` : content;
    return [status, times > 1 && `${times} times`, delay && `after ${delay}`, short]
        .filter(Boolean).join(" ");
}

function drawStub(stub) {
    const { number, id, match, used, left, state, priority, mapping } = stub;
    const name = id ?? `number ${number}`;
    return h(
        "li",
        { key: number, class: left === 0 ? "rule inactive" : "rule" },
        h(
            "div",
            { class: "what" },
            h("strong", {}, id ?? `${number}`),
            h("span", { class: left === 0 ? "tag" : "tag warn" }, left === 0 ? "used up" : "on"),
            h("span", { class: "mono" }, matchWords(match)),
        ),
        h("div", { class: "mono answer" }, answerWords(stub)),
        h(
            "div",
            { class: "dim" },
            [
                `answered ${some(used, "request")}`,
                left !== null && `${left} left`,
                priority !== 5 && `priority ${priority}`,
                state &&
                `scenario ${state.scenario}: ${state.requires ?? "any"} → ${
                    state.becomes ?? "the same"
                }`,
                mapping && "from a client of WireMock",
            ].filter(Boolean).join(" · "),
        ),
        h(
            "div",
            { class: "acts" },
            button("Edit", () => set({ editStub: String(number) }, { isStep: true }), {
                class: "small",
            }),
            button("Delete", async () => {
                await send("DELETE", `stubs/${number}`, undefined, inWorld());
                await stubsChanged();
            }, { class: "small danger", "aria-label": `Delete the stub ${name}` }),
        ),
    );
}

async function deleteAll() {
    if (!await confirm("Delete all stubs?", `Those of '${page.world}'.`, "Delete all")) return;
    await send("DELETE", "stubs", undefined, inWorld());
    await stubsChanged();
}

async function setState(scenario, state) {
    await send("PUT", "stub-states", { world: page.world, scenario, state });
    await stubs.again();
}

function drawScenario({ scenario, state, states }) {
    const id = `state-${scenario}`;
    return h(
        "div",
        { class: "bar", key: scenario },
        h("label", { for: id }, scenario),
        h(
            "select",
            {
                id,
                value: state,
                onchange: (event) => setState(scenario, event.target.value),
            },
            [...new Set([state, "Started", ...states])].map((name) =>
                h("option", { value: name }, name)
            ),
        ),
    );
}

export function drawStubs() {
    const { stubs: list = [], scenarios = [] } = stubs.value ?? {};
    return h(
        "section",
        { "aria-label": "Stubs" },
        h(
            "div",
            { class: "bar" },
            h("h2", {}, "Stubs"),
            button("Add a stub", () => set({ add: "stub" }, { isStep: true }), {
                class: "primary",
            }),
            list.length > 0 && button("Delete all stubs", deleteAll, { class: "danger" }),
        ),
        stubs.error && problemText(stubs.error),
        list.length === 0
            ? h("p", { class: "dim" }, "All answers of this world are its own.")
            : h("ul", { class: "rows rules" }, list.map(drawStub)),
        scenarios.length > 0 && [
            h("h3", {}, "States of scenarios"),
            scenarios.map(drawScenario),
            button("Set all back", async () => {
                await send("DELETE", "stub-states", undefined, inWorld());
                await stubs.again();
            }),
        ],
    );
}

// The form

/** Fields that the server writes itself. */
const ownFields = new Set([
    "connection",
    "content-length",
    "date",
    "keep-alive",
    "transfer-encoding",
    "upgrade",
]);

/** The values of the fields for an order; those that fields cannot say are told as JSON. */
function orderValues(order) {
    const { id, match = {}, response = {}, times, priority, state, ...rest } = order;
    if (Object.keys(rest).length > 0) {
        return { how: "json", json: JSON.stringify(order, null, 2) };
    }
    const { status, headers, body, json, base64, delay } = response;
    const kind = base64 !== undefined ? "base64" : body !== undefined ? "body" : "json";
    return {
        how: "fields",
        id: id ?? "",
        ...matchValues(match, "requests"),
        "response.status": String(status ?? 200),
        "response.headers": lines(headers),
        "response.kind": kind,
        "response.body": kind === "json"
            ? json === undefined ? "" : JSON.stringify(json, null, 2)
            : body ?? base64,
        "response.delay": delay ?? "",
        times: String(times ?? ""),
        priority: String(priority ?? ""),
        "state.scenario": state?.scenario ?? "",
        "state.requires": state?.requires ?? "",
        "state.becomes": state?.becomes ?? "",
    };
}

function readOrder(values) {
    if (values.how === "json") return typedJSON("json", values.json);
    const order = { match: readMatch(values, "requests"), response: readResponse(values) };
    if (values.id.trim()) order.id = values.id.trim();
    if (values.times.trim()) order.times = typedNumber("times", values.times);
    if (values.priority.trim()) order.priority = typedNumber("priority", values.priority);
    if (values["state.scenario"].trim()) {
        order.state = { scenario: values["state.scenario"].trim() };
        for (const name of ["requires", "becomes"]) {
            const text = values[`state.${name}`].trim();
            if (text) order.state[name] = text;
        }
    }
    return order;
}

function readResponse(values) {
    const response = { status: typedNumber("response.status", values["response.status"]) };
    const headers = readLines(values["response.headers"]);
    if (Object.keys(headers).length) response.headers = headers;
    const body = values["response.body"];
    if (values["response.kind"] !== "json") response[values["response.kind"]] = body;
    else if (body.trim()) response.json = typedJSON("response.body", body);
    if (values["response.delay"].trim()) response.delay = values["response.delay"].trim();
    return response;
}

function stubFields(values, start) {
    const how = {
        name: "how",
        label: "Form",
        kind: "choice",
        choices: [["fields", "Fields"], ["json", "JSON, with all that a stub can have"]],
    };
    const fields = values.how === "json" || !values.how && start.how === "json"
        ? [how, {
            name: "json",
            label: "Stub",
            kind: "json",
            rows: 16,
            value: asJSON(values, start),
        }]
        : [
            how,
            ...matchFields(values, "requests"),
            {
                isShort: true,
                name: "response.status",
                label: "Status",
                kind: "number",
                value: "200",
            },
            {
                name: "response.headers",
                label: "Headers of the answer",
                kind: "area",
                rows: 3,
                hint: "A line each: Name: value",
            },
            {
                isShort: true,
                name: "response.kind",
                label: "Body",
                kind: "choice",
                choices: [["json", "JSON"], ["body", "text"], ["base64", "bytes in base64"]],
            },
            { name: "response.body", label: "What it is", kind: "json", rows: 8 },
            {
                isShort: true,
                name: "response.delay",
                label: "Delay",
                hint: "Such as 2s; empty for none.",
            },
            {
                isShort: true,
                name: "times",
                label: "For how many requests",
                kind: "number",
                hint: "Empty for all.",
            },
            {
                isShort: true,
                name: "priority",
                label: "Priority",
                kind: "number",
                hint: "The lowest goes first; 5.",
            },
            { isShort: true, name: "id", label: "Name", hint: "Empty for a number." },
            { isShort: true, name: "state.scenario", label: "Scenario", hint: "Empty for none." },
            values["state.scenario"] &&
            {
                isShort: true,
                name: "state.requires",
                label: "Only in the state",
                hint: "The first is Started.",
            },
            values["state.scenario"] &&
            { isShort: true, name: "state.becomes", label: "Leads to the state" },
        ].filter(Boolean);
    return fields.map((field) => ({ ...field, value: start[field.name] ?? field.value ?? "" }));
}

/** What the fields say so far, as JSON. */
function asJSON(values, start) {
    try {
        return JSON.stringify(
            readOrder({ ...orderValues({}), ...start, ...values, how: "fields" }),
            null,
            2,
        );
    } catch {
        return "{}";
    }
}

async function sendStub(method, path, order, values) {
    try {
        return await send(method, path, { world: page.world, ...order });
    } catch (error) {
        if (values.how === "json") error.member = "json";
        if (/^response[.](json|body|base64)/.test(error.member)) error.member = "response.body";
        throw error;
    }
}

/** The form for a new stub with this match; gives a function that opens it. */
export function newStubForm(match) {
    const start = orderValues({ match });
    return () => openForm("Add a stub", start, (order) => order, "POST", "stubs");
}

/** The form for a stub that answers as a past request was answered. */
export async function stubOfRequestForm(number) {
    const query = inWorld({ details: true, secrets: "shown" });
    const { method, path, status, response = { headers: [] } } = await get(
        `requests/${number}`,
        query,
    );
    const url = new URL(path.replace(/^\/w\/[^/]+(?=\/)/, ""), "http://localhost");
    const params = [...url.searchParams];
    const match = { method, path: { equals: decoded(url.pathname) } };
    if (params.length) match.query = Object.fromEntries(params);
    const headers = {};
    for (const { name, value } of response.headers) {
        if (!ownFields.has(name.toLowerCase()) && !name.startsWith("X-Mockpostly")) {
            headers[name] = name in headers ? [headers[name], value].flat() : value;
        }
    }
    const { body, base64 } = response;
    const content = base64 !== undefined ? { base64 } : { body: body ?? "" };
    const start = orderValues({ match, response: { status, headers, ...content } });
    const [plainMatch, plainResponse] = [readMatch(start, "requests"), readResponse(start)];
    const order = (order) => {
        // What was not changed is the server's to say: it has the whole body.
        const { match, response, ...rest } = order;
        const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
        return {
            request: Number(number),
            ...rest,
            ...(isSame(match, plainMatch) ? {} : { match }),
            ...(isSame(response, plainResponse) ? {} : { response }),
        };
    };
    return () => openForm(`Stub the answer to request ${number}`, start, order, "POST", "stubs");
}

function decoded(path) {
    try {
        return decodeURIComponent(path);
    } catch {
        return path;
    }
}

/** The form that changes a stub. */
export async function stubForm(name) {
    const path = `stubs/${encodeURIComponent(name)}`;
    const { number, used: _used, left: _left, mapping: _mapping, ...order } = await get(
        path,
        inWorld(),
    );
    const start = orderValues(order);
    return () =>
        openForm(`Edit the stub ${order.id ?? number}`, start, (order) => order, "PUT", path);
}

async function openForm(title, start, orderOf, method, path) {
    let how = start.how;
    const fields = (values) => {
        // The JSON begins with what the fields say when it is chosen.
        if (values.how === "json" && how === "fields") values.json = asJSON(values, start);
        how = values.how ?? how;
        return stubFields(values, start);
    };
    const made = await askForm(
        title,
        fields,
        method === "PUT" ? "Save" : "Add",
        (values) => sendStub(method, path, orderOf(readOrder({ ...start, ...values })), values),
    );
    if (made) say(`The stub ${made.id ?? made.number} answers ${matchWords(made.match)}.`);
    return made;
}
