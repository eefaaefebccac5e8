// A route: what it does, and the form to try it.

import { link, parameter, set } from "../../address.js";
import { bringIntoView, page, redraw, sayProblem } from "../../page.js";
import { copyButton, fieldOf, formField, problemText } from "../../parts.js";
import { h } from "../../view.js";
import { drawAnswer } from "./answer.js";
import {
    existing,
    forgetRefused,
    readPeople,
    somebody,
    systemOf,
    takesKey,
    tokenFor,
    workingBody,
} from "./examples.js";
import { drawSignIn } from "./signin.js";
import { drawWords, withCode } from "./words.js";
import { bodyOf, curlOf, headersOf, pathOf, sendRequest } from "./sending.js";

/** The longest body that stands in the address. */
const mostInAddress = 2000;

/** The shown route, what was typed for it and what it answered. */
const shown = { operation: null, world: null, typed: {}, found: {}, answer: null, problem: null };
/** The search for values that exist; a request waits for it. */
let finding = null;
let isSending = false;
let answers = 0;

/** Shows `operation` with what the address has for it; `all` are the routes of its system. */
export function showOperation(operation, all) {
    if (shown.operation === operation && shown.world === page.world) return;
    Object.assign(shown, {
        operation,
        world: page.world,
        typed: {},
        found: {},
        answer: null,
        problem: null,
    });
    if (!operation) return;
    const names = [...operation.parameters.map(({ key }) => key), "as", "with", "type", "body"];
    for (const name of names) {
        if (parameter(name)) shown.typed[name] = parameter(name);
    }
    finding = find(operation, all).catch(sayProblem);
}

/** Looks for values that exist in the chosen world. */
async function find(operation, all) {
    await readPeople();
    if (shown.operation !== operation) return;
    const [content] = operation.contents;
    const example = content?.examples[0]?.value;
    if (example !== undefined) {
        const body = await workingBody(operation, example);
        if (shown.operation !== operation) return;
        shown.found.body = asText(body);
    }
    redraw();
    if (!/[{]/.test(operation.path) || operation.isControl) return;
    const system = systemOf(operation);
    const user = signedIn();
    const token = system && user ? await tokenFor(system, user, "good").catch(() => null) : null;
    const values = await existing(operation, all, token);
    if (shown.operation !== operation) return;
    for (const [name, value] of Object.entries(values)) shown.found[`path.${name}`] = value;
    redraw();
}

function asText(value) {
    return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** What a field has: what was typed, else what exists, else the example of what is needed. */
function valueOf({ key, in: place, name, example, isNeeded }) {
    const { typed, found, operation } = shown;
    if (key in typed) return typed[key];
    if (key in found) return found[key];
    if (operation.isControl && name === "world" && place === "query") return page.world;
    // A search without words would find everything.
    return isNeeded || place === "path" || name === "q" ? example : "";
}

function type(name, value) {
    shown.typed[name] = value;
    set({ [name]: value.length <= mostInAddress ? value : "" });
    redraw();
}

function signedIn() {
    const { operation, typed } = shown;
    const system = systemOf(operation);
    if (!system || operation.isControl) return "";
    return typed.as ?? (operation.needsToken ? somebody(system) : "");
}

function typeOfBody() {
    return shown.typed.type ?? shown.operation.contents[0]?.type ?? "";
}

/** The request as the form has it; the token is made when there is none yet. */
async function request() {
    const { operation } = shown;
    const system = systemOf(operation);
    const user = signedIn().trim();
    const kind = shown.typed.with ?? "good";
    let token = user ? await tokenOf(system, user, kind) : null;
    // Any key is good, unless the server was started with others.
    if (takesKey(operation)) {
        token = { authorization: shown.typed.as ?? "key" };
    }
    const values = Object.fromEntries(
        operation.parameters.map((parameter) => [parameter.key, valueOf(parameter)]),
    );
    const type = typeOfBody();
    return {
        path: pathOf(operation, values, token),
        headers: headersOf(operation, values, token, type),
        body: bodyOf(bodyText(), type),
    };
}

/** A token; that there is no such person is about the field for it. */
async function tokenOf(system, user, kind) {
    try {
        return await tokenFor(system, user, kind);
    } catch (error) {
        if (error.status) error.member = "user";
        throw error;
    }
}

function bodyText() {
    return shown.typed.body ?? shown.found.body ?? "";
}

/** Sends the request and shows what it is answered with. */
export async function sendShown(event) {
    event?.preventDefault();
    const { operation } = shown;
    if (!operation || isSending) return;
    isSending = true;
    shown.problem = null;
    redraw();
    try {
        await finding;
        const { path, headers, body } = await request();
        const answer = await sendRequest(operation, path, headers, body);
        if (answer.status === 401) {
            forgetRefused(systemOf(operation), signedIn().trim(), shown.typed.with ?? "good");
        }
        if (shown.operation === operation) {
            shown.answer = { ...answer, number: ++answers };
            bringIntoView(".answer");
        }
    } catch (error) {
        if (!error.status) sayProblem(error);
        else shown.problem = error;
    }
    isSending = false;
    redraw();
}

// What is drawn

function drawParameter(parameter) {
    const { key, name, description, isNeeded, usual, example, choices } = parameter;
    const hints = [
        description.trim().split(/\n\s*\n/)[0].replaceAll(/\s+/g, " ").replaceAll("`", ""),
        usual && `${usual} when empty.`,
        !isNeeded && !choices && example && String(example) !== String(usual) &&
        `Such as ${example}.`,
    ];
    const field = {
        name: key,
        id: `route-${key}`,
        label: isNeeded ? `${name} *` : name,
        isNeeded,
        isShort: true,
        hint: hints.filter(Boolean).join(" "),
        ...(choices && choices.length <= 12
            ? { kind: "choice", choices: isNeeded ? choices : ["", ...choices] }
            : {}),
    };
    return formField(field, valueOf(parameter), (value) => type(key, value), null);
}

function drawBodyFields() {
    const { operation } = shown;
    const { contents } = operation;
    if (contents.length === 0) return null;
    const [content] = contents;
    return [
        contents.length > 1 && formField(
            {
                name: "type",
                id: "route-type",
                label: "Sent as",
                kind: "choice",
                choices: contents.map(({ type }) => type),
                isShort: true,
            },
            typeOfBody(),
            (value) => type("type", value),
            null,
        ),
        content.examples.length > 1 && h(
            "div",
            { class: "field short" },
            h("label", { for: "route-example" }, "Example"),
            h(
                "select",
                {
                    id: "route-example",
                    onchange: (event) => {
                        const example = content.examples[Number(event.target.value)];
                        type("body", asText(example.value));
                    },
                },
                content.examples.map(({ name }, index) =>
                    h("option", { value: String(index) }, name)
                ),
            ),
        ),
        formField(
            { name: "body", id: "route-body", label: "Body", kind: "json", rows: 7 },
            bodyText(),
            (value) => type("body", value),
            null,
        ),
    ];
}

/** What corrects a weak guess, to be copied into a file. */
function drawOverlay(overlay) {
    return h(
        "details",
        { class: "overlay", open: true },
        h("summary", {}, "This guess is weak"),
        h(
            "p",
            {},
            withCode("An overlay, `openapi.mock.yaml` beside the description, corrects it:"),
        ),
        h("pre", {}, overlay),
        copyButton(overlay),
    );
}

export function drawOperation() {
    const { operation, answer, problem } = shown;
    // It is read again when the panel comes back.
    if (!operation) return null;
    const { method, path, summary, description, parameters, answers } = operation;
    const system = operation.isControl ? null : systemOf(operation);
    const signIn = { user: signedIn(), kind: shown.typed.with ?? "good", problem, type };
    const isAtUser = problem && fieldOf(problem, [{ name: "user" }]) && system;
    return h(
        "section",
        { class: "tried", "aria-label": operation.name, key: operation.name },
        h("h2", {}, h("span", { class: `method ${method}` }, method), h("code", {}, path)),
        h("p", { class: "summary" }, withCode(summary)),
        drawWords(description),
        operation.overlay && drawOverlay(operation.overlay),
        path.endsWith("/websocket") && h(
            "p",
            {},
            "Clients open it as a WebSocket, which no form can do. ",
            h("a", { href: link("sockets") }, "See those that are open"),
        ),
        h(
            "form",
            { onsubmit: sendShown, novalidate: true, class: "card" },
            system && operation.needsToken && drawSignIn(system, signIn),
            parameters.map(drawParameter),
            drawBodyFields(),
            system && !operation.needsToken && drawSignIn(system, signIn),
            problem && !isAtUser && problemText(problem),
            h(
                "footer",
                {},
                copyButton(
                    async () => {
                        const { path, headers, body } = await request();
                        return curlOf(operation, path, headers, body);
                    },
                    "Copy as curl",
                    {},
                ),
                h("button", { type: "submit", class: "primary" }, isSending ? "Sending…" : "Send"),
            ),
        ),
        answer && drawAnswer(answer),
        h(
            "details",
            { class: "declared" },
            h("summary", {}, "What it can answer"),
            h(
                "dl",
                { class: "facts" },
                answers.map(({ status, description }) =>
                    h("div", {}, h("dt", {}, status), h("dd", {}, drawWords(description)))
                ),
            ),
        ),
    );
}
