// The form of a stub: a new one, one that answers as a past request was answered, a changed one.

import { get, send } from "../../api.js";
import { inWorld, page, say } from "../../page.js";
import { askForm, typedJSON, typedNumber } from "../../parts.js";
import { stubFields as members } from "./orders.js";
import { memberFields, readMembers } from "./members.js";
import { lines, matchFields, matchValues, matchWords, readLines, readMatch } from "./match.js";

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
    const { id, match = {}, response = {}, state, ...rest } = order;
    const plain = {};
    for (const { name } of members) {
        plain[name] = String(rest[name] ?? "");
        delete rest[name];
    }
    const isReal = ["real", "patch", "remove"].some((name) => name in response);
    if (Object.keys(rest).length > 0 || isReal) {
        return { how: "json", json: JSON.stringify(order, null, 2) };
    }
    const { status, headers = {}, body, json, base64, delay } = response;
    const [typeName, type] = typeOf(headers);
    const { [typeName]: _type, ...others } = headers;
    const isText = body !== undefined && !(isJSON(type) && isOfJSON(body));
    const kind = base64 !== undefined ? "base64" : isText ? "body" : "json";
    return {
        how: "fields",
        id: id ?? "",
        ...matchValues(match, "requests"),
        "response.status": String(status ?? 200),
        "response.headers": lines(others),
        "response.type": type,
        "response.kind": kind,
        "response.body": kind === "json"
            ? body !== undefined
                ? pretty(body)
                : json === undefined
                ? ""
                : JSON.stringify(json, null, 2)
            : body ?? base64,
        "response.delay": delay ?? "",
        ...plain,
        "state.scenario": state?.scenario ?? "",
        "state.requires": state?.requires ?? "",
        "state.becomes": state?.becomes ?? "",
    };
}

function readOrder(values) {
    if (values.how === "json") return typedJSON("json", values.json);
    const order = { match: readMatch(values, "requests"), response: readResponse(values) };
    if (values.id.trim()) order.id = values.id.trim();
    Object.assign(order, readMembers(members, values, true));
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
    const type = values["response.type"].trim();
    if (type) headers["Content-Type"] = type;
    if (Object.keys(headers).length) response.headers = headers;
    const body = values["response.body"];
    if (values["response.kind"] !== "json") {
        response[values["response.kind"]] = body;
    } else if (body.trim()) {
        const json = typedJSON("response.body", body);
        // As it was typed when its type is given: long numbers keep all their digits.
        if (type) response.body = body;
        else response.json = json;
    }
    if (values["response.delay"].trim()) response.delay = values["response.delay"].trim();
    return response;
}

/** The name and the value of the Content-Type; that of the body's kind when there is none. */
function typeOf(headers) {
    const name = Object.keys(headers).find((name) => name.toLowerCase() === "content-type");
    const value = name ? [headers[name]].flat() : [];
    return value.length === 1 ? [name, value[0]] : ["", ""];
}

function isJSON(type) {
    return /^[^;]*[/+]json\s*(;|$)/i.test(type);
}

function isOfJSON(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

/** JSON on lines of its own; as it is when a number has more digits than can be kept. */
function pretty(text) {
    return /\d{16}/.test(text) ? text : JSON.stringify(JSON.parse(text), null, 2);
}

/** How the fields of plain members look. */
const looks = {
    times: { label: "For how many requests", hint: "Empty for all." },
    priority: { label: "Priority", hint: "The lowest goes first; 5." },
};

const typeHints = {
    json: "Empty for application/json.",
    body: "Empty for text/plain.",
    base64: "Empty for application/octet-stream.",
};

/** The fields of an answer that are shown at first. */
const fewFields = new Set(["json", "match", "response.status", "response.body"]);

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
            {
                isShort: true,
                name: "response.type",
                label: "Content-Type",
                hint: typeHints[values["response.kind"] ?? start["response.kind"] ?? "json"],
            },
            {
                name: "response.body",
                label: { json: "JSON of the answer", base64: "Bytes in base64" }[
                    values["response.kind"] ?? start["response.kind"] ?? "json"
                ] ?? "Text of the answer",
                kind: "json",
                rows: 10,
            },
            {
                isShort: true,
                name: "response.delay",
                label: "Delay",
                hint: "Such as 2s; empty for none.",
            },
            ...memberFields(members, looks),
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
    return fields.map((field) => ({
        ...field,
        isMore: field.isMore ?? !(values.how === "json" || fewFields.has(field.name)),
        usual: field.value,
        value: start[field.name] ?? field.value ?? "",
    }));
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
