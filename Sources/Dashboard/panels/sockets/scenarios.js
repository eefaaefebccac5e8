// Scenarios: a trouble that happens to all clients, and whether they came out of it well.

import { get, send } from "../../api.js";
import { milliseconds, some } from "../../format.js";
import { inWorld, page, say } from "../../page.js";
import { askForm, button, problemText } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";
import { dialectOfSockets, nameOf } from "./clients.js";

export const scenarios = reader(
    () => get("socket-scenarios", inWorld()),
    (value) => value?.scenarios.some(({ state }) => state === "running") ? 500 : 3000,
);

async function start({ name, summary }) {
    const isQueued = name === "queued-joins";
    const order = (values) =>
        Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim()));
    const made = await askForm(
        `Start ${name}`,
        [
            {
                name: "within",
                label: "Clients have",
                isShort: true,
                hint: `Such as 20s; empty for ${name === "dead-heartbeat" ? "90s" : "30s"}.`,
            },
            { name: "settle", label: "And to send again", isShort: true, hint: "Empty for 1s." },
            isQueued && {
                name: "hold",
                label: "Joins wait for",
                isShort: true,
                hint: "Empty for 5s.",
            },
        ].filter(Boolean),
        "Start",
        (values) => send("POST", "socket-scenarios", { world: page.world, name, ...order(values) }),
    );
    if (!made) return;
    say(`It has begun: ${summary}.`);
    await scenarios.again();
}

function drawClient(client) {
    const { socket, user, back, fault, attempts, joins, heartbeats, missed } = client;
    const { lostPushes, resentPushes } = client;
    const times = client.milliseconds;
    return h(
        "li",
        { key: socket },
        h("span", { class: back ? "tag good" : "tag bad" }, back ? "back" : "not back"),
        ` connection ${socket}, ${nameOf({ system: dialectOfSockets, user })}: `,
        fault ? `${fault} ` : "",
        h(
            "span",
            { class: "dim" },
            [
                times.noticed !== null && `noticed after ${milliseconds(times.noticed)}`,
                times.connected !== null && `connected after ${milliseconds(times.connected)}`,
                times.joined !== null && `joined after ${milliseconds(times.joined)}`,
                some(attempts, "attempt"),
                some(joins, "join"),
                heartbeats > 0 && some(heartbeats, "dead heartbeat"),
                missed > 0 && `missed ${some(missed, "event")}`,
                lostPushes > 0 &&
                `sent ${resentPushes} of ${some(lostPushes, "lost message")} again`,
            ].filter(Boolean).join(", "),
        ),
    );
}

function drawVerdict(scenario) {
    const { id, name, state, passed, reason, holdsJoins, clients } = scenario;
    const isRunning = state === "running";
    const verdict = isRunning ? "running" : passed ? "passed" : "not passed";
    const colour = isRunning ? "warn" : passed ? "good" : "bad";
    return h(
        "li",
        { key: id, class: "rule" },
        h(
            "div",
            { class: "what" },
            h("strong", {}, `${id} ${name}`),
            h("span", { class: `tag ${colour}` }, verdict),
            h("span", { class: "dim" }, milliseconds(scenario.milliseconds)),
        ),
        h("div", {}, reason),
        clients.length > 0 && h("ul", { class: "verdict" }, clients.map(drawClient)),
        h(
            "div",
            { class: "acts" },
            holdsJoins && button("Answer the joins", async () => {
                await send("POST", `socket-scenarios/${id}/release`, undefined, inWorld());
                await scenarios.again();
            }, { class: "small" }),
            button(isRunning ? "End" : "Forget", async () => {
                await send("DELETE", `socket-scenarios/${id}`, undefined, inWorld());
                await scenarios.again();
            }, { class: "small danger", "aria-label": `${isRunning ? "End" : "Forget"} ${name}` }),
        ),
    );
}

export function drawScenarios() {
    const { known = [], scenarios: list = [] } = scenarios.value ?? {};
    const isRunning = list.some(({ state }) => state === "running");
    return h(
        "section",
        { class: "card", "aria-label": "Scenarios" },
        h("h2", {}, "Scenarios"),
        scenarios.error && problemText(scenarios.error),
        h(
            "ul",
            { class: "known" },
            known.map((scenario) =>
                h(
                    "li",
                    { key: scenario.name },
                    button(scenario.name, () => start(scenario), { disabled: isRunning }),
                    h("span", { class: "dim" }, scenario.summary),
                )
            ),
        ),
        list.length > 0 && h("ul", { class: "entries" }, list.toReversed().map(drawVerdict)),
    );
}
