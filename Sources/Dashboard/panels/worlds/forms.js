// The forms of worlds: a new one, a fork, a reset.

import { servedSystems } from "../../addresses.js";
import { get, send } from "../../api.js";
import { say } from "../../page.js";
import { askForm, FormError, typedJSON, typedNumber } from "../../parts.js";

/** What a new world and a fork have in common. */
function commonFields(values, usual) {
    return [
        {
            isShort: true,
            name: "ttl",
            label: "Ends when unused for",
            value: "1h",
            hint: "Such as 15m or 2h30m; empty for never.",
        },
        {
            isShort: true,
            name: "clock.mode",
            label: "Clock",
            kind: "choice",
            value: "usual",
            choices: [
                ["usual", usual],
                ["run", "Running"],
                ["freeze", "Frozen"],
                ["scale", "Faster or slower"],
            ],
        },
        values["clock.mode"] === "scale" && {
            isShort: true,
            name: "clock.rate",
            label: "Seconds a second",
            kind: "number",
            value: "60",
        },
        values["clock.mode"] && values["clock.mode"] !== "usual" && {
            isShort: true,
            name: "clock.now",
            label: "From",
            hint:
                "Such as 2027-01-01T00:00:00Z or 2027-01-01; empty for the time that it would show.",
        },
        {
            isShort: true,
            name: "port",
            label: "Port of its own",
            kind: "number",
            hint: "0 for any free one; empty for none.",
        },
        {
            isShort: true,
            name: "randomSeed",
            label: "Random seed",
            kind: "number",
            hint: "A number makes ids and tokens the same in every run.",
        },
        {
            isShort: true,
            name: "settings.dummyjson-writes",
            label: "Writes to DummyJSON",
            kind: "choice",
            choices: [["", usual], ["echo", "Echo: answered, not kept"], ["keep", "Keep"]],
        },
        {
            isMore: true,
            name: "settings",
            label: "Other options",
            kind: "area",
            rows: 3,
            hint:
                "One a line, such as dummyjson-era: legacy, by the names of the server's options " +
                "that are of a world.",
        },
    ].filter(Boolean);
}

/** The members of an order that the common fields stand for. */
function commonOrder(values) {
    const order = { ttl: values.ttl.trim() || null };
    if (values.id.trim()) order.id = values.id.trim();
    if (values.port.trim()) order.port = typedNumber("port", values.port);
    // As a text, because a number of 64 bits has no other form here.
    if (values.randomSeed.trim()) order.randomSeed = values.randomSeed.trim();
    const settings = {};
    if (values["settings.dummyjson-writes"]) {
        settings["dummyjson-writes"] = values["settings.dummyjson-writes"];
    }
    for (const line of (values.settings ?? "").split("\n").filter((text) => text.trim())) {
        const [, name, value] = line.match(/^\s*(?:--)?([^\s:=]+)\s*[:=\s]\s*(.*?)\s*$/) ?? [];
        if (!name) throw new FormError("settings", `'${line.trim()}' is no name and value`);
        settings[name] = value;
    }
    if (Object.keys(settings).length) order.settings = settings;
    const mode = values["clock.mode"];
    if (mode !== "usual") {
        order.clock = { mode };
        if (mode === "scale") order.clock.rate = typedNumber("clock.rate", values["clock.rate"]);
        if (values["clock.now"]?.trim()) order.clock.now = values["clock.now"].trim();
    }
    return order;
}

/** Asks for a new world; gives it, or null. `worlds` are those there are. */
export async function askForWorld(worlds) {
    const [{ scenarios }, { snapshots }] = await Promise.all([
        get("scenarios"),
        get("snapshots", { all: true }),
    ]);
    const starts = [
        ["from seed", "What the server was started with"],
        ["from default", "The world 'default' as it is now"],
        ["from empty", "Nothing"],
        ...scenarios.map(({ name, summary }) => [`scenario ${name}`, `${name}: ${summary}`]),
        ...snapshots.map(({ name, world }) => [
            `from snapshot:${world}/${name}`,
            `The snapshot '${name}' of '${world}'`,
        ]),
        ...worlds.slice(1, 50).map((
            { id },
        ) => [`from world:${id}`, `The world '${id}' as it is now`]),
        ["file", "A seed file of the server"],
        ["seed", "A seed that is typed here"],
    ];
    const fields = (values) =>
        [
            { name: "id", label: "Name", hint: "Empty for one that the server makes." },
            {
                name: "start",
                label: "Begins with",
                kind: "choice",
                value: "from seed",
                choices: starts,
            },
            values.start === "file" && {
                name: "from",
                label: "File",
                hint: "Below the directory of MOCKPOSTLY_SEED_DIR, such as cart.json.",
            },
            values.start === "seed" && {
                name: "seed",
                label: "Seed",
                kind: "json",
                value: '{\n  "users": [\n    {"name": "Ada", "email": "ada@example.com", ' +
                    '"password": "p"}\n  ]\n}',
            },
            ...commonFields(values, "As the server has it"),
        ].filter(Boolean);
    return askForm("New world", fields, "Make", (values) => {
        const order = commonOrder(values);
        const [kind, name] = values.start.split(/ (.*)/s);
        if (kind === "seed") order.seed = typedJSON("seed", values.seed);
        else if (kind === "file") order.from = `seed:${values.from.trim()}`;
        else order[kind] = name;
        return sendAt(
            kind === "file" ? {} : { from: "start", scenario: "start" },
            () => send("POST", "worlds", order),
        );
    });
}

/** Calls `body`; a refusal about a member of `fields` stands at the field that is named there. */
async function sendAt(fields, body) {
    try {
        return await body();
    } catch (error) {
        if (error.member) error.member = fields[error.member] ?? error.member;
        throw error;
    }
}

/** Asks for a copy of `world`; gives it, or null. */
export function askForFork(world) {
    const fields = (values) => [
        { name: "id", label: "Name", hint: "Empty for one that the server makes." },
        ...commonFields(values, `As '${world}' has it`),
    ];
    return askForm(
        `Fork '${world}'`,
        fields,
        "Fork",
        (values) => send("POST", `worlds/${encodeURIComponent(world)}/fork`, commonOrder(values)),
    );
}

/** The choice that is more than the content of a system. */
const everything = "*";

/** Asks what to bring back in `world`, and does so; gives whether it was done. */
export async function askForReset(world, info) {
    const served = servedSystems(info);
    const done = await askForm(
        `Reset '${world}'`,
        [
            {
                name: "scope",
                label: "Bring back",
                kind: "choice",
                choices: [
                    ["", "All content"],
                    ...served.map((name) => [name, `Only ${name}`]),
                    [everything, "Everything: clock, faults, stubs and journal too"],
                ],
                hint: "What was written since its beginning is gone then.",
            },
            { name: "disconnect", label: "Drop the sockets as well", kind: "check" },
        ],
        "Reset",
        ({ scope, disconnect }) =>
            send("POST", `worlds/${encodeURIComponent(world)}/reset`, {
                ...(scope === everything ? { everything: true } : scope ? { scope: [scope] } : {}),
                disconnect,
            }),
    );
    if (done) say(`'${world}' is as it began. It took ${Math.round(done.milliseconds)} ms.`);
    return Boolean(done);
}
