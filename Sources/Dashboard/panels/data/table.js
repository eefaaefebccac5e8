// Records as the rows of a table.

import * as address from "../../address.js";
import { dateAndTime } from "../../format.js";
import { button } from "../../parts.js";
import { h } from "../../view.js";
import { order, records } from "./records.js";

const mostCharacters = 120;

/** The page of `collection`; `sortBy` is called with the name of a member. */
export function table(collection, sortBy) {
    const fields = collection.fields.filter(({ type }) => type !== "secret" && type !== "json");
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
    const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
    if (!field.collection) return short;
    return h("a", { href: address.link("data", { c: field.collection, id: text }) }, short);
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
                [field.name, isChosen && (isDescending ? " ↓" : " ↑")],
                () => sortBy(field.name),
                { class: "plain" },
            )
            : field.name,
    );
}

function isNumber(field) {
    return field.type === "number" && field.name !== "id" && !field.collection;
}

function row(fields, item) {
    const id = String(item.id);
    const isOpen = address.parameter("id") === id;
    const isMarked = records.marks.has(id);
    const link = {
        class: "id",
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
        { key: id, class: [isOpen && "chosen", isMarked && "changed"].filter(Boolean).join(" ") },
        fields.map((field, index) =>
            h(
                "td",
                { key: field.name, class: isNumber(field) ? "number" : null },
                index ? value(field, item[field.name]) : h("a", link, id),
                !index && isMarked && [" ", h("span", { class: "chip warn" }, "changed")],
            )
        ),
    );
}

/** The parameters of the address that say which page is shown. */
function here() {
    return Object.fromEntries(
        ["c", "q", "sort", "after", "before"].map((name) => [name, address.parameter(name)]),
    );
}
