// The rules of faults: switches for those with names, and a list.

import { link, set } from "../../address.js";
import { get, send } from "../../api.js";
import { some } from "../../format.js";
import { attempt, inWorld, page, refresh } from "../../page.js";
import { button, confirm, problemText } from "../../parts.js";
import { reader } from "../../reader.js";
import { h } from "../../view.js";
import { matchWords } from "./match.js";
import { named } from "./ruleform.js";

export const rules = reader(() => get("faults", inWorld()));

export async function rulesChanged() {
    await Promise.all([rules.again(), refresh()]);
}

// Switches

/** Whether a rule is what its switch makes: that fault for everything. */
function isPlain(rule, name) {
    return rule.fault === name && Object.keys(rule.match).length === 0 && rule.rate === 1 &&
        rule.times === null && rule.after === 0 && rule.script === null;
}

/** The name of a fault; one that needs a time is given the one that its summary shows. */
function wholeName({ name, summary }) {
    return /as in (socket-delay-\w+)/.exec(summary)?.[1] ?? name;
}

/** What the switch of a fault has made. */
function ruleOf(fault) {
    return rules.value?.faults.find((rule) => isPlain(rule, wholeName(fault)));
}

function drawSwitch(fault) {
    const { name, summary } = fault;
    const whole = wholeName(fault);
    const rule = ruleOf(fault);
    return h(
        "button",
        {
            type: "button",
            key: name,
            class: "switch",
            role: "switch",
            "aria-checked": String(Boolean(rule)),
            onclick: () => change(whole, rule),
        },
        h("strong", {}, whole),
        h("span", { class: "dim" }, summary),
    );
}

async function change(name, rule) {
    await attempt(async () => {
        if (rule) await send("DELETE", `faults/${rule.id}`, undefined, inWorld());
        else await send("POST", "faults", { world: page.world, fault: name });
        await rulesChanged();
    });
}

function drawGroup(title, list, isOpen) {
    const count = list.filter(ruleOf).length;
    return h(
        "details",
        { class: "group", key: title, attached: (element) => element.open = isOpen },
        h("summary", {}, title, count > 0 && h("span", { class: "tag bad" }, `${count} on`)),
        h("div", { class: "switches" }, list.map(drawSwitch)),
    );
}

export function drawSwitches() {
    if (!named) return null;
    return [
        drawGroup("Presets", named.presets, true),
        drawGroup("Kinds of faults", named.kinds, false),
        drawGroup("Faults of sockets", named.sockets, false),
    ];
}

// The list

function drawRule(rule) {
    const { id, shows, match, fault, active, matched, applied, left, endsIn } = rule;
    const isUsedUp = left === 0;
    const often = [
        rule.rate !== 1 && `${Math.round(rule.rate * 1000) / 10} % of them`,
        rule.times !== null && some(rule.times, "time"),
        rule.after > 0 && `after ${rule.after}`,
        rule.per !== "world" && `per ${rule.per}`,
        rule.script,
    ];
    return h(
        "li",
        { key: id, class: active ? "rule" : "rule inactive" },
        h(
            "div",
            { class: "what" },
            h("strong", {}, shows),
            h(
                "span",
                { class: active ? "tag bad" : "tag" },
                active ? "on" : isUsedUp ? "used up" : "waits",
            ),
            h("span", { class: "mono" }, matchWords(match)),
        ),
        h(
            "div",
            { class: "dim" },
            [
                typeof fault === "object" || fault !== shows
                    ? typeof fault === "string" ? fault : JSON.stringify(fault)
                    : null,
                ...often,
                `applied to ${applied} of ${matched}`,
                left !== null && `${left} left`,
                endsIn && `ends in ${endsIn}`,
            ].filter(Boolean).join(" · "),
        ),
        h(
            "div",
            { class: "acts" },
            button("Edit", () => set({ edit: String(id) }, { isStep: true }), { class: "small" }),
            button("Delete", async () => {
                await send("DELETE", `faults/${id}`, undefined, inWorld());
                await rulesChanged();
            }, { class: "small danger", "aria-label": `Delete ${shows}` }),
        ),
    );
}

async function deleteAll() {
    if (!await confirm("Delete all faults?", `Those of '${page.world}'.`, "Delete all")) return;
    await send("DELETE", "faults", undefined, inWorld());
    await rulesChanged();
}

export function drawRules() {
    const list = rules.value?.faults ?? [];
    return h(
        "section",
        { "aria-label": "Rules" },
        h(
            "div",
            { class: "bar" },
            h("h2", {}, "Rules"),
            button("Add a fault", () => set({ add: "fault" }, { isStep: true }), {
                class: "primary",
            }),
            list.length > 0 && button("Delete all faults", deleteAll, { class: "danger" }),
        ),
        rules.error && problemText(rules.error),
        list.length === 0
            ? h("p", { class: "dim" }, "Nothing goes wrong in this world.")
            : h("ul", { class: "entries rules" }, list.map(drawRule)),
        list.length > 0 && h(
            "p",
            { class: "hint" },
            "Of several the newest decides. ",
            h("a", { href: link("live", { q: "fault:*" }) }, "Requests that got one"),
        ),
    );
}
