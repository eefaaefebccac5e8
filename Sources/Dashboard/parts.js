// Small pieces that panels are made of.

import { Problem } from "./api.js";
import { count } from "./format.js";
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
export function copyButton(text, label = "Copy", attributes = { class: "small" }) {
    return button(label, async () => {
        await copy(typeof text === "function" ? await text() : text);
    }, attributes);
}

/** One of a list of things to choose from; the chosen one is open beside the list. */
export function entry(key, isChosen, choose, ...words) {
    const current = isChosen ? "true" : null;
    const attributes = { type: "button", class: "entry", "aria-current": current, onclick: choose };
    return h("li", { key }, h("button", attributes, ...words));
}

/** A switch with its label behind it. */
export function checkBox(label, isOn, set) {
    const onchange = (event) => set(event.target.checked);
    return h(
        "label",
        { class: "bar" },
        h("input", { type: "checkbox", checked: isOn, onchange }),
        label,
    );
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
 * `fields` are `{name, label, kind, value, choices, hint, isNeeded, isShort}`; kinds are `text` (the
 * usual one), `area`, `number`, `choice`, `check`, `json` and `password`; short ones stand side by
 * side, and those that are `isMore` are folded away as long as each is as usual. `words` say what is to be known of the whole. It may be a function that gives them for the values so far, when some depend on others. `act(values)` sends them: when it is
 * refused, the words stand at the field that they are about, and the form stays open. Gives what
 * `act` gives, or null when the form was closed.
 */
export async function askForm(title, fields, action, act, words = null) {
    let close = null;
    const form = makeForm(fields, action, async (values) => close(await act(values) ?? true));
    return await openDialog(title, (givenClose) => {
        close = givenClose;
        return [
            words && h("p", {}, words),
            form.draw(button("Cancel", () => close())),
        ];
    });
}

/**
 * A form that stands in a panel; its `draw()` describes it, with more buttons before its own.
 *
 * It keeps what was typed, in `values`. `fields`, `action` and `act` are as in `askForm`; `prefix`
 * makes the ids of its fields, and the first of a form in a dialog has the focus.
 */
export function makeForm(fields, action, act, prefix = "") {
    const form = { values: {}, problem: null, draw };
    let isBusy = false;
    const idOf = ({ name }) => `${prefix || "field"}-${name}`;

    function shownFields() {
        const shown = typeof fields === "function" ? fields(form.values) : fields;
        for (const field of shown) {
            form.values[field.name] ??= field.value ?? (field.kind === "check" ? false : "");
        }
        return shown;
    }

    async function submit(event) {
        event.preventDefault();
        if (isBusy) return;
        const { submitter } = event;
        isBusy = true;
        form.problem = null;
        redraw();
        try {
            await act({ ...form.values });
        } catch (error) {
            if (error instanceof Problem || error instanceof FormError) refused(error);
            else sayProblem(error);
        }
        isBusy = false;
        redraw();
        // A button that cannot be pressed for a while loses the focus.
        requestAnimationFrame(() => document.activeElement === document.body && submitter?.focus());
    }

    function refused(error) {
        form.problem = error;
        const name = fieldOf(error, shownFields());
        const element = name && document.getElementById(idOf({ name }));
        const more = element?.closest("details");
        if (more) more.open = true;
        element?.focus();
    }

    /** Whether a field has another value than one that nobody has filled in. */
    function isUsed(field) {
        const usual = field.kind === "choice" ? [field.choices[0]].flat()[0] : field.usual ?? "";
        return String(form.values[field.name]) !== usual;
    }

    function drawField(field, isFirst) {
        const { problem, values } = form;
        return formField(
            { isFirst: isFirst && !prefix, id: idOf(field), ...field },
            values[field.name],
            (value) => {
                values[field.name] = value;
                redraw();
            },
            problem && fieldOf(problem, shownFields()) === field.name ? problem : null,
        );
    }

    function draw(...buttons) {
        const shown = shownFields();
        const { problem } = form;
        const refusedField = problem && fieldOf(problem, shown);
        const more = shown.filter(({ isMore }) => isMore);
        return h(
            "form",
            { onsubmit: submit, novalidate: true },
            shown.filter(({ isMore }) => !isMore).map((field, index) =>
                drawField(field, index === 0)
            ),
            more.length > 0 && h(
                "details",
                {
                    class: "more-fields",
                    key: "more-fields",
                    attached: (element) => element.open = more.some(isUsed),
                },
                h("summary", {}, "More conditions"),
                h("div", { class: "fields" }, more.map((field) => drawField(field, false))),
            ),
            problem && !refusedField && problemText(problem),
            h(
                "footer",
                {},
                buttons,
                // Who presses it again is not to believe that it was sent twice.
                h("button", { type: "submit", class: "primary", disabled: isBusy }, action),
            ),
        );
    }

    shownFields();
    return form;
}

/** The name of the field that a problem is about: of `match.path`, else of `match`; null for none. */
export function fieldOf(problem, fields) {
    const parts = problem.member?.split(/[.[]/) ?? [];
    for (let count = parts.length; count > 0; count -= 1) {
        const name = parts.slice(0, count).join(".");
        if (fields.some((field) => field.name === name)) return name;
    }
    return null;
}

/** The JSON that was typed into a field; a `FormError` at the field when it is none. */
export function typedJSON(name, text) {
    try {
        return JSON.parse(text);
    } catch (error) {
        throw new FormError(name, `This is not JSON: ${error.message}.`);
    }
}

/** The number that was typed into a field; a `FormError` at the field when it is none. */
export function typedNumber(name, text) {
    const value = Number(text.trim());
    if (text.trim() === "" || Number.isNaN(value)) {
        throw new FormError(name, `'${text.trim()}' is not a number.`);
    }
    return value;
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
    const id = field.id ?? `field-${field.name}`;
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
        {
            class: `field ${field.kind === "check" ? "check" : field.isShort ? "short" : ""}`,
            key: field.name,
        },
        // What is ticked stands before its label, all else below it; the hint always comes last.
        field.kind === "check" && control(field, value, change, attributes),
        h("label", { for: id }, field.label),
        field.kind !== "check" && control(field, value, change, attributes),
        (problem || field.hint) && h(
            "p",
            {
                id: `${id}-words`,
                class: problem ? "problem" : "hint",
                role: problem ? "alert" : null,
            },
            problem ? wordsAt(problem, field) : field.hint,
        ),
    );
}

/** The words of a problem at the field that it is about: they name the field as the page does. */
function wordsAt(problem, { label, kind }) {
    // Of JSON, the server's words say where in it.
    if (kind === "json") return `${problem.message} ${problem.hint}`.trim();
    const name = label.replace(/ \*$| \(optional\)$/, "");
    const words = problem.message
        .replace(/^(?:The|A) (?:member|field) '[^']+'/, `'${name}'`)
        .replace(/ in the member '[^']+'/, "");
    return `${words} ${problem.hint}`.trim();
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

/** A path that is broken behind its slashes where it does not fit. */
export function breakable(path) {
    return path.split(/(?<=\/)/).map((part) => [part, h("wbr")]);
}

/** The most characters of a text that stand there without being asked for. */
const mostCharacters = 120;

/** A text whose end is folded away when it is long; it can be opened. */
export function longText(text) {
    if (text.length <= mostCharacters) return text;
    return h(
        "details",
        { class: "long-text", key: `long ${text.length} ${text.slice(0, mostCharacters)}` },
        h(
            "summary",
            {},
            h("span", { class: "beginning" }, `${text.slice(0, mostCharacters)}…`),
            h("span", { class: "more" }, `show all ${count(text.length)} characters`),
            h("span", { class: "less" }, "show less"),
        ),
        text,
    );
}

/** The most levels of a JSON value that are shown, as elements in elements. */
const deepest = 60;

/** A JSON value, with objects and lists that can be folded. */
export function jsonTree(value, name, depth = 0) {
    const label = name === undefined ? null : [h("span", { class: "json-name" }, name), ": "];
    if (value === null || typeof value !== "object") {
        const text = typeof value === "string" ? longText(JSON.stringify(value)) : String(value);
        return h(
            "div",
            { class: `json json-${value === null ? "null" : typeof value}` },
            label,
            text,
        );
    }
    if (depth === deepest) return h("div", { class: "json dim" }, label, "…, nested deeper");
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
