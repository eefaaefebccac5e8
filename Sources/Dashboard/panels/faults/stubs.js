// Stubs: answers in place of the real ones, and the states of the scenarios that they take part in.

import { set } from "../../address.js";
import { get, send } from "../../api.js";
import { some } from "../../format.js";
import { attempt, inWorld, page, refresh } from "../../page.js";
import { button, confirm, problemText } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";
import { matchWords } from "./match.js";

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
    if (sequence) return sequence.map(oneAnswer).join(", then ");
    return response ? oneAnswer(response) : "200";
}

function oneAnswer({ status, delay, times, body, json, base64, real, patch, remove }) {
    const isReal = real || patch !== undefined || remove !== undefined;
    const changes = [
        patch !== undefined && JSON.stringify(patch),
        remove && `without ${remove.join(", ")}`,
    ].filter(Boolean).join(" ");
    const content = isReal
        ? changes
        : json !== undefined
        ? JSON.stringify(json)
        : body ?? (base64 ? "bytes" : "");
    const short = content.length > 80 ? `${content.slice(0, 80)}…` : content;
    return [
        isReal && "the real answer",
        status ?? (isReal ? null : 200),
        times > 1 && `${times} times`,
        delay && `after ${delay}`,
        short,
    ]
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
    // The choice stays what it is until the server has answered.
    const known = stubs.value?.scenarios.find((one) => one.scenario === scenario);
    if (known) known.state = state;
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
                onchange: (event) => attempt(() => setState(scenario, event.target.value)),
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
            : h("ul", { class: "entries rules" }, list.map(drawStub)),
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
