// One record of the Data panel: what it holds, and the forms that change it.

import * as address from "../../address.js";
import { get, send } from "../../api.js";
import { one } from "../../format.js";
import { inWorld, page, redraw, say } from "../../page.js";
import {
    askForm,
    button,
    confirm,
    copied,
    copyButton,
    facts,
    FormError,
    jsonTree,
    longText,
} from "../../parts.js";
import { h } from "../../view.js";
import { label, nameOf, ordered } from "./columns.js";
import { isPicture, pictures } from "./pictures.js";
import { reread } from "./records.js";
import { cut, value } from "./table.js";
import { signInAs } from "./token.js";

/** The opened record; `id` is empty when none is, `record` null when it is gone. */
export const opened = { id: "", collection: null, record: null, problem: null };

function path(collection, id) {
    return `data/${collection.name}/${encodeURIComponent(id)}`;
}

/** Opens the record with `id`, or closes the opened one when it is empty. */
export async function openRecord(collection, id) {
    const isOther = opened.id !== id || opened.collection !== collection.name ||
        opened.world !== page.world;
    if (!isOther) return;
    Object.assign(opened, {
        id,
        collection: collection.name,
        world: page.world,
        record: null,
        problem: null,
    });
    redraw();
    if (!id) return;
    await readRecord();
    document.getElementById("record")?.focus();
}

/** Reads the opened record again. */
export async function refreshRecord() {
    if (opened.id) await readRecord();
}

async function readRecord() {
    const { id, collection, world } = opened;
    try {
        const record = await get(path({ name: collection }, id), { world });
        if (opened.id === id && opened.collection === collection) opened.record = record;
        opened.problem = null;
    } catch (error) {
        if (error.status === undefined) throw error;
        if (opened.id === id) Object.assign(opened, { record: null, problem: error });
    }
    redraw();
}

// Changing

const kinds = {
    text: "text",
    longText: "area",
    number: "number",
    date: "text",
    flag: "check",
    secret: "password",
};

/** The fields of a form for `fields`, with the values of `record`. */
function formFields(fields, record) {
    return fields.map((field) => ({
        name: field.name,
        label: label(field) + (field.required || record ? "" : " (optional)"),
        ...kindOf(field, record),
        rows: field.type === "longText" ? 10 : undefined,
        value: record?.[field.name] ?? (field.type === "flag" ? false : ""),
        hint: hint(field, record),
        isNeeded: field.required,
    }));
}

/** What systems know of a member that can have any text; the server may say more of it. */
const usual = { status: ["published", "draft"] };

/** How a field is filled in: what has some usual values is chosen from them. */
function kindOf(field, record) {
    const known = field.choices ?? field.enum ?? (field.type === "text" && usual[field.name]);
    if (!known) return { kind: kinds[field.type] };
    const old = record?.[field.name];
    const choices = [...new Set([...(old ? [old] : []), ...known])].map((name) => [name, name]);
    if (!record && !field.required) choices.unshift(["", `${known[0]}, as usual`]);
    return { kind: "choice", choices };
}

function hint(field, record) {
    if (field.collection === "people") return "An e-mail address or an id.";
    if (field.collection) return "An id.";
    if (field.type === "secret" && record) return "Empty: it stays as it is.";
    return field.nullable ? "Empty: none." : undefined;
}

/** What is sent for the values of a form; for a change, only what differs from `record`. */
function members(fields, values, record) {
    const sent = {};
    for (const field of fields) {
        const given = values[field.name];
        const old = record?.[field.name] ?? "";
        if (record ? given === String(old) || given === old : given === "" && !field.required) {
            continue;
        }
        if (given === "" && field.nullable) {
            if (field.type !== "secret") sent[field.name] = null;
        } else if (field.type === "number" && /^-?\d+$/.test(given)) {
            sent[field.name] = Number(given);
        } else {
            sent[field.name] = given;
        }
    }
    return sent;
}

/** The JSON object of a form's field. */
function documentOf(values) {
    let document;
    try {
        document = JSON.parse(values.document);
    } catch (error) {
        throw new FormError("document", `This is not JSON: ${error.message}.`);
    }
    if (document === null || typeof document !== "object" || Array.isArray(document)) {
        throw new FormError("document", "This must be an object.");
    }
    return document;
}

/** Asks for a JSON document; what the server refuses is shown at the field. */
function askForDocument(title, document, action, act) {
    const field = {
        name: "document",
        label: "Document (JSON)",
        kind: "json",
        rows: 18,
        value: JSON.stringify(document, null, 2),
    };
    return askForm(title, [field], action, async (values) => {
        const document = documentOf(values);
        try {
            return await act(document);
        } catch (error) {
            // All members are in this one field.
            if (error.member) error.member = "document";
            throw error;
        }
    });
}

/** Asks for a new record; `example` is the id of another one, for its form. */
export async function addRecord(collection, example) {
    const title = `Add ${one(collection.noun)}`;
    const { world } = page;
    const act = (body) => send("POST", `data/${collection.name}`, body, { world });
    let record;
    if (collection.documents) {
        const other = example === undefined ? {} : await get(path(collection, example), inWorld());
        delete other.id;
        record = await askForDocument(title, other, "Add", act);
    } else {
        const fields = collection.fields.filter(({ addable }) => addable);
        record = await askForm(
            title,
            formFields(fields),
            "Add",
            (values) => act(members(fields, values)),
        );
    }
    if (record) say(`The ${collection.noun} was added.`);
    return record;
}

/** What turns the document `before` into `after`; null removes a member. */
function difference(before, after) {
    const changes = {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
        if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue;
        changes[name] = after[name] ?? null;
    }
    return changes;
}

async function edit(collection) {
    const { id, record } = opened;
    const { world } = page;
    const title = `Change the ${collection.noun}`;
    const act = (body) =>
        Object.keys(body).length ? send("PATCH", path(collection, id), body, { world }) : record;
    let changed;
    if (collection.documents) {
        changed = await askForDocument(
            title,
            record,
            "Save",
            (document) => act(difference(record, document)),
        );
    } else {
        const fields = collection.fields.filter(({ editable }) => editable);
        changed = await askForm(
            title,
            formFields(fields, record),
            "Save",
            (values) => act(members(fields, values, record)),
        );
    }
    if (!changed) return;
    if (String(opened.id) === String(changed.id)) opened.record = changed;
    say(`The ${collection.noun} was changed.`);
    await reread();
}

async function remove(collection) {
    const { id } = opened;
    const { world } = page;
    const isSure = await confirm(
        `Delete the ${collection.noun}?`,
        "What belongs to it goes with it. A reset or a snapshot brings it back.",
        "Delete",
    );
    if (!isSure) return;
    await send("DELETE", path(collection, id), undefined, { world });
    address.set({ id: "" });
    say(`The ${collection.noun} was deleted.`);
    await reread();
}

// What is drawn

/** The whole value of a member. */
function drawMember(field, text, words) {
    if (isPicture(field) && text) return pictures(field, text, words);
    if (field.name === "id") return copied(String(text));
    if (typeof text !== "string" || field.collection || field.type === "date") {
        return value(field, text);
    }
    return h("span", { class: "long" }, longText(text));
}

/** The opened record with what can be done with it. */
export function drawRecord(collection) {
    const { record, problem, id } = opened;
    const name = record && cut(nameOf(collection.fields, record));
    return h(
        "section",
        { class: "record card", key: "record", "aria-labelledby": "record" },
        h(
            "header",
            {},
            h(
                "h2",
                { id: "record", tabindex: "-1" },
                name || `${collection.noun} ${id}`,
                name && h("span", { class: "dim noun" }, ` ${collection.noun}`),
            ),
            button("×", () => address.set({ id: "" }), { class: "plain", "aria-label": "Close" }),
        ),
        problem && h("p", { class: "problem", role: "alert" }, problem.message),
        record && [
            h(
                "div",
                { class: "bar" },
                collection.can.edit && button("Change", () => edit(collection)),
                collection.signIn.length > 0 &&
                    button("Sign in as", () => signInAs(collection, record)),
                copyButton(() => JSON.stringify(record, null, 2), "Copy JSON", {}),
                collection.can.delete &&
                    button("Delete", () => remove(collection), { class: "danger" }),
            ),
            collection.documents && collection.fields
                .filter((field) => isPicture(field) && record[field.name])
                .map((field) => pictures(field, record[field.name], name)),
            collection.documents ? jsonTree(record) : facts(
                ordered(collection.fields.filter(({ type }) => type !== "secret"))
                    .map((field) => [
                        label(field),
                        drawMember(field, record[field.name], name || collection.noun),
                    ]),
            ),
        ],
    );
}
