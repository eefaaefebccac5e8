// Records as the rows of a table.

import * as address from "../../address.js";
import { dateAndTime } from "../../format.js";
import { button, copy } from "../../parts.js";
import { h } from "../../view.js";
import { label, leading, nameOf, ordered } from "./columns.js";
import { isPicture, pictures } from "./pictures.js";
import { order, records } from "./records.js";

/** The most characters of a text and of an id in the table. */
const mostCharacters = 120;
const mostOfId = 10;

/** The page of `collection`; `sortBy` is called with the name of a member. */
export function table(collection, sortBy) {
    const shown = collection.fields.filter(({ type }) => type !== "secret" && type !== "json");
    const first = leading(shown);
    const fields = [first, ...ordered(shown).filter((field) => field !== first)];
    return h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Records" },
        h(
            "table",
            { key: collection.name },
            h("thead", {}, h("tr", {}, fields.map((field) => heading(field, sortBy)))),
            h("tbody", {}, records.list.items.map((item) => row(fields, item))),
        ),
    );
}

/** A value of a record as one line; other records are links. */
export function value(field, value) {
    if (value === null || value === undefined) return h("span", { class: "dim" }, "–");
    if (field.type === "date") return h("time", { datetime: value }, dateAndTime(value));
    if (field.type === "flag") return value ? "yes" : "no";
    const text = String(value);
    if (!field.collection) return cut(text);
    const href = address.link("data", { c: field.collection, id: text });
    return h("a", { href, title: text }, shortId(text));
}

/** The beginning of a long text. */
export function cut(text) {
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}

/** The two ends of a long id. */
function shortId(id) {
    return id.length > mostOfId ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}

/** An id, which is copied as a whole when it is pressed. */
function drawId(id) {
    return button(shortId(id), () => copy(id), {
        class: "plain mono id",
        title: id,
        "aria-label": `Copy the id ${id}`,
    });
}

function heading(field, sortBy) {
    const isDescending = order().startsWith("-");
    const isChosen = order().replace(/^-/, "") === field.name;
    return h(
        "th",
        {
            scope: "col",
            key: field.name,
            class: isNumber(field) ? "number" : null,
            "aria-sort": isChosen ? (isDescending ? "descending" : "ascending") : null,
        },
        field.sortable
            ? button(
                [label(field), isChosen && (isDescending ? " ↓" : " ↑")],
                () => sortBy(field.name),
                { class: "plain" },
            )
            : label(field),
    );
}

function isNumber(field) {
    return field.type === "number" && field.name !== "id" && !field.collection;
}

function row(fields, item) {
    const id = String(item.id);
    const isOpen = address.parameter("id") === id;
    const mark = records.marks.get(id);
    const link = {
        class: "open",
        href: address.link("data", { ...here(), id }),
        "aria-current": isOpen ? "true" : null,
        onclick: (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            address.set({ id }, { isStep: true });
        },
    };
    return h(
        "tr",
        { key: id, class: [isOpen && "chosen", mark && "changed"].filter(Boolean).join(" ") },
        fields.map((field, index) =>
            h(
                "td",
                { key: field.name, class: isNumber(field) ? "number" : null },
                !index
                    ? h("a", link, textOf(item[field.name]) || "(no text)")
                    : field.name === "id"
                    ? drawId(id)
                    : isPicture(field) && item[field.name]
                    ? pictures(field, item[field.name], nameOf(fields, item) || "a record")
                    : value(field, item[field.name]),
                !index && mark && [
                    " ",
                    h(
                        "span",
                        { class: `tag ${mark.isNew ? "good" : "warn"}` },
                        mark.isNew ? "new" : "changed",
                    ),
                ],
            )
        ),
    );
}

function textOf(value) {
    return cut(String(value ?? "").trim());
}

/** The parameters of the address that say which page is shown. */
function here() {
    return Object.fromEntries(
        ["c", "q", "sort", "after", "before"].map((name) => [name, address.parameter(name)]),
    );
}
