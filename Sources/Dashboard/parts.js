// Small pieces that panels are made of.

import { Problem } from "./api.js";
import { openDialog, redraw, say, sayProblem } from "./page.js";
import { h } from "./view.js";

/** A button; `act` may be asynchronous, and what it is refused with is shown. */
export function button(label, act, attributes = {}) {
    const onclick = async (event) => {
        try {
            await act(event);
        } catch (error) {
            sayProblem(error);
        }
    };
    return h("button", { type: "button", ...attributes, onclick }, label);
}

/** A button that copies what `text` is or gives. */
export function copyButton(text, label = "Copy") {
    return button(label, async () => {
        await copy(typeof text === "function" ? await text() : text);
    }, { class: "small" });
}

/** Puts `text` on the clipboard; where a browser does not allow that, it is shown to be copied. */
export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        say("Copied.");
    } catch {
        await openDialog("Copy this", (close) => [
            h("textarea", {
                readonly: true,
                rows: 8,
                "aria-label": "Text to copy",
                value: text,
                attached: (area) => area.select(),
            }),
            h("footer", {}, button("Close", () => close())),
        ]);
    }
}

/** Asks before something is done that cannot be undone; gives whether to do it. */
export async function confirm(title, text, action) {
    return await openDialog(title, (close) => [
        h("p", {}, text),
        h(
            "footer",
            {},
            button("Cancel", () => close(false)),
            button(action, () => close(true), { class: "danger" }),
        ),
    ]) === true;
}

/**
 * Asks for values by a form in a dialog.
 *
 * `fields` are `{name, label, kind, value, choices, hint, isNeeded}`; kinds are `text` (the usual
 * one), `area`, `number`, `choice`, `check`, `json` and `password`. `act(values)` sends them: when
 * it is refused, the words stand at the field that they are about, and the form stays open. Gives
 * what `act` gives, or null when the form was closed.
 */
export function askForm(title, fields, action, act) {
    const values = Object.fromEntries(
        fields.map((field) => [field.name, field.value ?? (field.kind === "check" ? false : "")]),
    );
    let problem = null;
    let isBusy = false;
    return openDialog(title, (close) => {
        const submit = async (event) => {
            event.preventDefault();
            if (isBusy) return;
            isBusy = true;
            problem = null;
            try {
                close(await act({ ...values }) ?? true);
            } catch (error) {
                problem = error;
                if (!(error instanceof Problem || error instanceof FormError)) sayProblem(error);
            }
            isBusy = false;
            redraw();
        };
        return h(
            "form",
            { onsubmit: submit, novalidate: true },
            fields.map((field, index) =>
                formField({ isFirst: index === 0, ...field }, values[field.name], (value) => {
                    values[field.name] = value;
                }, problem?.member === field.name ? problem : null)
            ),
            problem && !fields.some(({ name }) => name === problem.member) && problemText(problem),
            h(
                "footer",
                {},
                button("Cancel", () => close()),
                h("button", { type: "submit", class: "primary" }, action),
            ),
        );
    });
}

/** That a value of a form was refused by the page itself, before it was sent. */
export class FormError extends Error {
    constructor(member, text) {
        super(text);
        this.member = member;
        this.hint = "";
    }
}

/** A labelled field of a form with the words of a problem below it. */
export function formField(field, value, change, problem) {
    const id = `field-${field.name}`;
    const attributes = {
        id,
        name: field.name,
        "aria-invalid": problem ? "true" : null,
        "aria-describedby": problem || field.hint ? `${id}-words` : null,
        required: Boolean(field.isNeeded),
        attached: field.isFirst ? (element) => element.focus() : undefined,
    };
    return h(
        "div",
        { class: field.kind === "check" ? "field check" : "field", key: field.name },
        h("label", { for: id }, field.label),
        control(field, value, change, attributes),
        (problem || field.hint) && h(
            "p",
            {
                id: `${id}-words`,
                class: problem ? "problem" : "hint",
                role: problem ? "alert" : null,
            },
            problem ? `${problem.message} ${problem.hint}`.trim() : field.hint,
        ),
    );
}

function control(field, value, change, attributes) {
    const oninput = (event) => change(event.target.value);
    switch (field.kind) {
        case "area":
        case "json":
            return h("textarea", {
                ...attributes,
                rows: field.rows ?? 6,
                class: field.kind === "json" ? "code" : null,
                spellcheck: field.kind === "json" ? "false" : null,
                value,
                oninput,
            });
        case "choice":
            return h(
                "select",
                { ...attributes, value, onchange: oninput },
                field.choices.map((choice) => {
                    const [name, label] = Array.isArray(choice) ? choice : [choice, choice];
                    return h("option", { value: name }, label);
                }),
            );
        case "check":
            return h("input", {
                ...attributes,
                type: "checkbox",
                checked: value,
                onchange: (event) => change(event.target.checked),
            });
        default:
            return h("input", {
                ...attributes,
                type: field.kind === "password" ? "password" : "text",
                inputmode: field.kind === "number" ? "decimal" : null,
                autocomplete: "off",
                list: field.list,
                value,
                oninput,
            });
    }
}

/** The words of a problem. */
export function problemText(problem) {
    return h("p", { class: "problem", role: "alert" }, problem.message, " ", problem.hint);
}

/** What a panel shows when it has nothing to show. */
export function empty(...words) {
    return h("p", { class: "empty" }, ...words);
}

/** A list of names with their values; those without a value are left out. */
export function facts(list) {
    return h(
        "dl",
        { class: "facts" },
        list.filter(([, value]) => value !== null && value !== undefined && value !== "").map((
            [name, value],
        ) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
}

/** A value that people copy, such as an address. */
export function copied(text) {
    return h("span", { class: "copied" }, h("code", {}, text), copyButton(text));
}

/** A JSON value, with objects and lists that can be folded. */
export function jsonTree(value, name, depth = 0) {
    const label = name === undefined ? null : [h("span", { class: "json-name" }, name), ": "];
    if (value === null || typeof value !== "object") {
        const text = typeof value === "string" ? JSON.stringify(value) : String(value);
        return h(
            "div",
            { class: `json json-${value === null ? "null" : typeof value}` },
            label,
            text,
        );
    }
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    const [open, close] = isList ? "[]" : "{}";
    if (entries.length === 0) return h("div", { class: "json" }, label, open + close);
    const shown = entries.slice(0, 200);
    return h(
        "details",
        { class: "json", attached: (element) => element.open = depth < 2 && entries.length < 60 },
        h("summary", {}, label, open, h("span", { class: "dim" }, ` ${entries.length} `), close),
        shown.map(([key, child]) => jsonTree(child, isList ? undefined : key, depth + 1)),
        entries.length > shown.length &&
            h("div", { class: "dim" }, `and ${entries.length - shown.length} more`),
    );
}

/** Saves `blob` as a file of the person at the page. */
export function saveFile(name, blob) {
    const url = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
