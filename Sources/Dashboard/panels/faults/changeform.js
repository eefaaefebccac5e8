// The form that changes a real answer: the JSON that a past request got, as fields.

import { get, send } from "../../api.js";
import { inWorld, page, say } from "../../page.js";
import { askForm, FormError, typedJSON, typedNumber } from "../../parts.js";
import { matchFields, matchValues, matchWords, readMatch } from "./match.js";
import { ruleFields as members } from "./orders.js";
import { memberFields, readMembers } from "./members.js";

/** The most values that get a field, and those of them that are not folded away. */
const mostFields = 300;
const firstFields = 40;

/** The terms of the rule that stand in the form. */
const terms = members.filter(({ name }) => ["times", "rate", "after", "ttl"].includes(name));

const looks = {
    times: { label: "How often", hint: "Empty for no end." },
    after: { label: "Let through first", value: "0", hint: undefined },
    rate: { label: "Chance", value: "1", hint: "0 never, 1 always." },
    ttl: { label: "Ends after", hint: "Such as 5m of real time; empty for never." },
};

/** The single values of a document, each with its path; empty lists and objects are values too. */
function leaves(value, path = "$") {
    if (value === null || typeof value !== "object" || Object.keys(value).length === 0) {
        return path === "$" ? [] : [{ path, value }];
    }
    return Object.entries(value).flatMap(([name, one]) =>
        leaves(one, path + step(name, Array.isArray(value)))
    );
}

function step(name, isIndex) {
    if (isIndex) return `[${name}]`;
    if (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name)) return `.${name}`;
    return name.includes("'") ? `["${name}"]` : `['${name}']`;
}

/** A value as it stands in its field: a text without quotes, unless it would be read otherwise. */
function shownValue(value) {
    if (typeof value !== "string") return JSON.stringify(value);
    const isPlain = value !== "" && value.trim() === value && readValue(value) === value;
    return isPlain && !value.includes("\n") ? value : JSON.stringify(value);
}

/** JSON where it is some, else a text. */
function readValue(text) {
    try {
        return JSON.parse(text);
    } catch {
        return text;
    }
}

/** What the form says is changed in an answer of these `values`. */
function readChanges(form, values, status) {
    const [patch, remove] = [{}, []];
    for (const { path, value } of values) {
        const text = form[path].trim();
        if (text === shownValue(value)) continue;
        if (text === "") remove.push(path);
        else patch[path] = readValue(text);
    }
    if (form.further.trim()) {
        const further = typedJSON("further", form.further);
        const isObject = further && typeof further === "object" && !Array.isArray(further);
        if (!isObject) throw new FormError("further", "It is an object with paths.");
        Object.assign(patch, further);
    }
    const fault = {};
    if (Object.keys(patch).length) fault.patch = patch;
    if (remove.length) fault.remove = remove;
    if (Number(form.status) !== status) fault.status = typedNumber("status", form.status);
    if (!fault.patch && !fault.remove) {
        throw new FormError(values[0]?.path ?? "further", "Nothing is changed.");
    }
    return fault;
}

function formFields(values, start, status, isCut) {
    const fields = values.map(({ path, value }, index) => ({
        name: path,
        label: path,
        value: shownValue(value),
        usual: shownValue(value),
        isMore: index >= firstFields,
    }));
    const further = {
        name: "further",
        label: "Further changes",
        kind: "json",
        rows: 3,
        value: "",
        hint: isCut
            ? 'The journal has only the beginning of the answer. Such as {"$.posts[*].likes": 0}.'
            : 'By paths, such as {"$.posts[*].likes": 0, "$.posts": []}.',
    };
    return [
        ...fields,
        further,
        { isShort: true, name: "status", label: "Status", kind: "number", value: String(status) },
        ...memberFields(terms, looks),
        ...matchFields(start, "requests").map((field) => ({
            ...field,
            isMore: true,
            value: start[field.name] ?? field.value ?? "",
        })),
    ];
}

/** The form for a rule that changes what a past request was answered; gives a function that opens it. */
export async function changeOfRequestForm(number) {
    const entry = await get(`requests/${number}`, inWorld({ details: true, secrets: "shown" }));
    const { method, path, status, response } = entry;
    const document = readValue(response.body ?? "");
    const isJSON = document !== null && typeof document === "object";
    const values = isJSON ? leaves(document).slice(0, mostFields) : [];
    if (!isJSON && !response.cut) throw new Error(`Request ${number} was not answered with JSON.`);
    const url = new URL(path.replace(/^\/w\/[^/]+(?=\/)/, ""), "http://localhost");
    const query = Object.fromEntries(url.searchParams);
    const start = matchValues(
        { method, path: url.pathname, ...(url.search ? { query } : {}) },
        "requests",
    );
    return () =>
        askForm(
            `Change the answer to ${method} ${url.pathname}`,
            () => formFields(values, start, status, response.cut),
            "Add",
            (form) => sendRule({ ...start, ...form }, values, status),
            "What is typed takes the place of the real value, after what was written was written. An empty field removes its value.",
        );
}

async function sendRule(form, values, status) {
    const match = readMatch(form, "requests");
    const fault = readChanges(form, values, status);
    try {
        const rule = await send("POST", "faults", {
            world: page.world,
            match,
            fault,
            ...readMembers(terms, form),
        });
        say(`The fault ${rule.id} changes the answers to ${matchWords(rule.match)}.`);
        return rule;
    } catch (error) {
        if (/^fault[.](patch|remove)/.test(error.member ?? "")) error.member = "further";
        if (error.member === "fault.status") error.member = "status";
        throw error;
    }
}
