// The form of a fault.

import { get, send } from "../../api.js";
import { inWorld, page, redraw } from "../../page.js";
import { askForm, typedJSON, typedNumber } from "../../parts.js";
import { matchFields, matchValues, readMatch } from "./match.js";
import { ruleFields as members } from "./orders.js";
import { memberFields, readMembers } from "./members.js";

/** The faults that have names, as the server lists them; they never change. */
export let named = null;

/** Reads the names of faults once. */
export async function readNamed() {
    named ??= await get("fault-presets");
    redraw();
    return named;
}

const ownKinds = [
    ["status", "A status"],
    ["delay", "A delay"],
    ["socket-delay", "A delay of messages"],
    ["json", "What JSON says"],
];

/** How the fields of the terms look, in this order; others look as the server describes them. */
const looks = {
    rate: { label: "Chance", value: "1", hint: "0 never, 1 always." },
    times: { label: "How often", hint: "Empty for no end." },
    after: { label: "Let through first", value: "0", hint: undefined },
    per: {
        label: "Counted by",
        value: "world",
        hint: "world, user, header:NAME; socket for messages.",
    },
    ttl: { label: "Ends after", hint: "Such as 5m of real time; empty for never." },
    script: {
        isShort: false,
        hint: "Such as up 5s, down 2s, repeat: by the world's clock, down is when it goes wrong.",
    },
    name: { hint: "What answers and the journal call it." },
};

function isOfSockets(effect, values) {
    if (effect === "json") return /"socket"\s*:|^\s*"socket-/.test(values["fault.json"] ?? "");
    return effect.startsWith("socket-");
}

/** The values of the fields for what goes wrong. */
function effectValues(fault) {
    const names = [...named.presets, ...named.kinds, ...named.sockets].map(({ name }) => name);
    if (names.includes(fault)) return { fault };
    const keys = typeof fault === "object" ? Object.keys(fault).join() : "";
    const status = keys === "status" ? fault.status : /^status-(\d+)$/.exec(fault)?.[1];
    if (status) return { fault: "status", "fault.status": String(status) };
    const delay = keys === "delay" ? fault.delay : /^delay-(.+)$/.exec(fault)?.[1];
    if (typeof delay === "string") return { fault: "delay", "fault.delay": delay };
    const late = /^socket-delay-(.+)$/.exec(fault)?.[1];
    if (late) return { fault: "socket-delay", "fault.delay": late };
    return { fault: "json", "fault.json": JSON.stringify(fault, null, 2) };
}

function readEffect(values) {
    switch (values.fault) {
        case "status":
            return { status: typedNumber("fault.status", values["fault.status"]) };
        case "delay":
            return { delay: values["fault.delay"] };
        case "socket-delay":
            return { socket: "delay", delay: values["fault.delay"] };
        case "json":
            return typedJSON("fault.json", values["fault.json"]);
        default:
            return values.fault;
    }
}

function ruleFields(values, start) {
    const effect = values.fault ?? start.fault;
    const choices = [
        ...ownKinds,
        ...[...named.presets, ...named.kinds, ...named.sockets]
            .filter(({ name }) => name !== "socket-delay")
            .map(({ name, summary }) => [name, `${name}: ${summary}`]),
    ];
    const fields = [
        { name: "fault", label: "What goes wrong", kind: "choice", choices, value: "status" },
        effect === "status" && {
            name: "fault.status",
            label: "Status",
            kind: "number",
            value: "503",
            hint: "The error in the system's own words.",
        },
        (effect === "delay" || effect === "socket-delay") && {
            name: "fault.delay",
            label: "Delay",
            value: "2s",
        },
        effect === "json" && {
            name: "fault.json",
            label: "As JSON",
            kind: "json",
            value: '{"delay": {"uniform": ["100ms", "1s"]}, "bandwidth": 20000}',
        },
        ...matchFields(
            values,
            isOfSockets(effect, { ...start, ...values }) ? "messages" : "requests",
        ),
        ...memberFields(members, looks).map((field) => ({ ...field, isMore: true })),
    ].filter(Boolean);
    return fields.map((field) => ({
        ...field,
        usual: field.value,
        value: start[field.name] ?? field.value,
    }));
}

function readRule(values) {
    const fault = readEffect(values);
    const kind = isOfSockets(values.fault, values) ? "messages" : "requests";
    return {
        fault,
        match: readMatch(values, kind),
        ...readMembers(members, values),
    };
}

/** Sends a rule; a refusal about a part of its effect stands at the field that has it. */
async function sendRule(method, path, values) {
    try {
        return await send(method, path, { world: page.world, ...readRule(values) });
    } catch (error) {
        if (values.fault === "json" && error.member?.startsWith("fault")) {
            error.member = "fault.json";
        }
        throw error;
    }
}

/** The form for a new fault, filled with `start`; gives a function that opens it. */
export async function newRuleForm(match, fault) {
    await readNamed();
    const start = { ...matchValues(match, "requests"), ...(fault ? effectValues(fault) : {}) };
    start.fault ??= "status";
    return () =>
        askForm(
            "Add a fault",
            (values) => ruleFields(values, start),
            "Add",
            (values) => sendRule("POST", "faults", values),
        );
}

/** The form that changes a fault; gives a function that opens it. */
export async function ruleForm(id) {
    await readNamed();
    const rule = await get(`faults/${encodeURIComponent(id)}`, inWorld());
    const effect = effectValues(rule.fault);
    const kind = isOfSockets(effect.fault, effect) ? "messages" : "requests";
    const start = { ...effect, ...matchValues(rule.match, kind) };
    for (const { name } of members) {
        start[name] = String(rule[name] ?? "");
    }
    return () =>
        askForm(
            `Edit ${rule.shows}`,
            (values) => ruleFields(values, start),
            "Save",
            (values) => sendRule("PATCH", `faults/${rule.id}`, values),
        );
}
